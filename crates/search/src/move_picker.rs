//! The move picker of the exact search, and of games without tactics: the table move, noisy moves, killers, then history.

use crate::hooks::{MoveChoice, MovesOf};
use crate::move_order::{move_to_front, sort_by_rank};
use crate::position::Listing;
use crate::{Evaluate, MoveOrder};

/// Picks the move that a node tries next, by what the search has learnt at other nodes.
pub(crate) struct MovePicker<P: Evaluate> {
    /// The order of moves about which nothing is remembered.
    by: MoveOrder<P::Move>,
    /// The last two quiet moves that cut off, by ply (killer heuristic; Akl and Newborn 1977).
    killers: Vec<[Option<P::Move>; 2]>,
    /// History heuristic (Schaeffer 1983): by side and slot, the squared depths of its cutoffs.
    history: Vec<u32>,
    /// Ranks of the moves in the arena, in step with them: killers and history above, the game's order below.
    ranks: Vec<u64>,
    /// Room to sort long lists in.
    ranked: Vec<(u64, usize)>,
}

/// The moves of a node, as far as they are in order.
pub(crate) struct Picking {
    /// The index of the first move in the arena.
    pub(crate) first: usize,
    /// The number of legal moves, including those that static bounds left out of the list.
    pub(crate) legal: usize,
    /// Whether those are all legal moves.
    pub(crate) listing: Listing,
    pub(crate) ply: u32,
    /// The slot of the table move.
    pub(crate) best: Option<u16>,
    /// Whether killers and history count.
    pub(crate) by_memory: bool,
    pub(crate) order: Order,
}

/// The order of the moves that a node has not tried yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// In the order in which they were listed.
    Unordered,
    /// In the game's own order.
    ByGame,
    /// In the game's own order, and `ranks` has their ranks.
    Ranked,
    /// The order in which they are tried.
    Final,
}

const TABLE_MOVE: u32 = u32::MAX;
const NOISY: u32 = 1 << 31;
const KILLERS: [u32; 2] = [(1 << 30) + 1, 1 << 30];
/// Longer lists are sorted: selecting the best remaining move each time would take more time than the search.
const LONGEST_PICKED: usize = 128;
const HISTORY_MAX: u32 = (1 << 30) - 1;

impl<P: Evaluate> MovePicker<P> {
    /// A search without killers and history allocates none.
    pub(crate) fn new(by: MoveOrder<P::Move>, killers_and_history: bool) -> Self {
        let slots = if killers_and_history { P::SLOTS } else { 0 };
        let (killers, history) = (Vec::new(), vec![0; 2 * slots]);
        Self { by, killers, history, ranks: Vec::new(), ranked: Vec::new() }
    }

    /// Orders the untried moves of a node, ignoring what was learnt before.
    #[inline]
    pub(crate) fn arrange(&mut self, position: &P, moves: &mut [P::Move]) {
        match &self.by {
            MoveOrder::Game => position.order(moves),
            other => other.sort(position, moves, &mut self.ranked),
        }
    }

    /// Moves the best move that a node has not tried yet to the front of the untried ones, and returns it. `tried` of
    /// the node's moves have been tried. The game's order breaks ties.
    ///
    /// Most nodes are cut off by their first move, so the others are ordered only after the table move was tried, unless
    /// killers and history rank them.
    #[inline]
    pub(crate) fn pick(&mut self, position: &P, moves: &mut [P::Move], tried: usize, picking: &mut Picking) -> P::Move {
        match picking.order {
            Order::Final => moves[picking.first + tried],
            _ => self.pick_best(position, moves, tried, picking),
        }
    }

    /// The slow path of [`pick`](Self::pick): the order may have to be found.
    fn pick_best(&mut self, position: &P, moves: &mut [P::Move], tried: usize, picking: &mut Picking) -> P::Move {
        let at = picking.first + tried;
        if picking.order == Order::Ranked {
            return self.select(moves, at);
        }
        // Without killers and history, the table move is tried before the others are ordered. With them, all moves are
        // ranked together, by what was learnt before this node; only a game with TABLE_MOVE_FIRST ranks them later.
        if tried == 0
            && (MovesOf::<P>::TABLE_MOVE_FIRST || !picking.by_memory)
            && let Some(index) =
                picking.best.and_then(|best| moves.iter().skip(at).position(|mv| P::slot(*mv) as u16 == best))
        {
            move_to_front(&mut moves[at..], index);
            return moves[at];
        }
        // A list in the game's own order is final unless the question asks for another order.
        let several = moves.len() > at + 1;
        if several && (picking.order == Order::Unordered || !matches!(self.by, MoveOrder::Game)) {
            self.arrange(position, &mut moves[at..]);
        }
        picking.order = Order::Final;
        if several && picking.by_memory {
            self.rank(position, moves, at, picking);
            if moves.len() - at <= LONGEST_PICKED {
                picking.order = Order::Ranked;
                return self.select(moves, at);
            }
            self.sort(moves, at);
        }
        moves[at]
    }

    fn select(&mut self, moves: &mut [P::Move], at: usize) -> P::Move {
        let ranks = &mut self.ranks[at..moves.len()];
        let mut best = 0;
        for index in 1..ranks.len() {
            if ranks[index] > ranks[best] {
                best = index;
            }
        }
        ranks.swap(0, best);
        moves.swap(at, at + best);
        moves[at]
    }

    fn rank(&mut self, position: &P, moves: &[P::Move], from: usize, picking: &Picking) {
        if self.ranks.len() < moves.len() {
            self.ranks.resize(moves.len(), 0);
        }
        let killers = self.killers.get(picking.ply as usize).copied().unwrap_or_default();
        let remembered = &self.history[self.history.len() / 2 * position.side_to_move().index()..];
        for (index, (mv, rank)) in (0_u32..).zip(moves[from..].iter().zip(&mut self.ranks[from..])) {
            let memory = if picking.best == Some(P::slot(*mv) as u16) {
                TABLE_MOVE
            } else if !position.is_quiet(*mv) {
                NOISY
            } else if let Some(index) = killers.iter().position(|killer| *killer == Some(*mv)) {
                KILLERS[index]
            } else if P::SLOTS > 0 {
                remembered[P::slot(*mv)]
            } else {
                0
            };
            *rank = u64::from(memory) << 32 | u64::from(!index);
        }
    }

    #[cold]
    fn sort(&mut self, moves: &mut [P::Move], from: usize) {
        let ranks = &self.ranks[from..];
        sort_by_rank(&mut moves[from..], &mut self.ranked, |index, _| !ranks[index]);
    }

    /// Updates killers and history with a move that cut off.
    pub(crate) fn cut_off(&mut self, position: &P, mv: P::Move, depth: u32, ply: u32) {
        if !position.is_quiet(mv) {
            return;
        }
        if self.killers.len() <= ply as usize {
            self.killers.resize(ply as usize + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if P::SLOTS > 0 {
            let remembered = &mut self.history[position.side_to_move().index() * P::SLOTS + P::slot(mv)];
            *remembered = (*remembered + depth * depth).min(HISTORY_MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hooks::NoHooks;
    use crate::position::{Outcome, Position, Side};
    use crate::{Score, mix};

    /// A position with this many moves.
    #[derive(Clone)]
    struct Wide(u32);

    impl Position for Wide {
        type Move = u32;

        fn side_to_move(&self) -> Side {
            Side::First
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn legal_moves(&self, moves: &mut Vec<u32>) {
            moves.extend(0..self.0);
        }

        fn play_unchecked(&mut self, _: u32) {}

        fn key(&self) -> u64 {
            0
        }
    }

    impl Evaluate for Wide {
        type Hooks = NoHooks;

        /// A few moves are noisy, and so come first.
        fn is_quiet(&self, mv: u32) -> bool {
            !mix(u64::from(mv)).is_multiple_of(8)
        }

        fn evaluate(&self) -> Score {
            Score::ZERO
        }

        fn order(&self, moves: &mut [u32]) {
            moves.sort_by_key(|mv| mix(u64::from(*mv)) % 50);
        }
    }

    #[test]
    fn lists_of_any_length_are_tried_best_first_and_equals_in_the_order_of_the_game() {
        for width in [1, 2, 100, 128, 129, 130, 5000] {
            let position = Wide(width);
            // The lists of other nodes stay as they are.
            let mut moves = vec![7, 3];
            position.legal_moves(&mut moves);
            let mut expected: Vec<u32> = moves[2..].to_vec();
            position.order(&mut expected);
            expected.sort_by_key(|mv| position.is_quiet(*mv));
            let (mut picker, mut picking) = (
                MovePicker::new(MoveOrder::Game, true),
                Picking {
                    first: 2,
                    legal: width as usize,
                    listing: Listing::Complete,
                    ply: 0,
                    best: None,
                    by_memory: true,
                    order: Order::Unordered,
                },
            );
            let picked: Vec<u32> =
                (0..width as usize).map(|tried| picker.pick(&position, &mut moves, tried, &mut picking)).collect();
            assert_eq!(picked, expected);
            assert_eq!(moves[..2], [7, 3]);
        }
    }
}
