//! Which move to try first: what was best here before, then what is noisy, then what cut off elsewhere.

use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::sorting::{move_to_front, sort_by_number};

/// Sorts moves by what they promise, the highest first and equals as they came: what games order moves with. Each promise
/// is asked for once. Lists are short and half ordered as they come, so it is an insertion sort that allocates nothing;
/// those longer than `ROOM` are rare, and sorted otherwise.
pub fn sort_by_score<const ROOM: usize, M: Copy>(moves: &mut [M], promise: impl Fn(M) -> i32) {
    if moves.len() < 2 {
        return;
    }
    if moves.len() > ROOM {
        sort_by_number(moves, &mut Vec::new(), |mv| u64::from(!(promise(*mv).cast_unsigned() ^ 1 << 31)));
        return;
    }
    let mut keys = [0; ROOM];
    for index in 0..moves.len() {
        let mv = moves[index];
        let key = promise(mv);
        let mut place = index;
        while place > 0 && keys[place - 1] < key {
            keys[place] = keys[place - 1];
            moves[place] = moves[place - 1];
            place -= 1;
        }
        keys[place] = key;
        moves[place] = mv;
    }
}

/// What a search has learnt about moves.
pub(crate) struct Ordering<P: Evaluate> {
    /// The last two quiet moves that cut off, by ply (killer heuristic; Akl and Newborn 1977).
    killers: Vec<[Option<P::Move>; 2]>,
    /// How much each slot's moves have cut off, by side (history heuristic; Schaeffer 1983).
    history: Vec<u32>,
    /// Ranks of the moves in the arena, in step with them.
    ranks: Vec<u64>,
    /// Room to sort long lists in.
    keys: Vec<(u64, usize)>,
}

/// How far the moves of a node are put in order.
pub(crate) struct Picking {
    ply: u32,
    /// The slot of the move that was best here before.
    best: Option<u16>,
    /// Whether killers and history count.
    by_memory: bool,
    order: Order,
}

/// What is known of the order of the moves that a node has not tried yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Unknown,
    Ranked,
    Sorted,
}

impl Picking {
    /// Before any move is tried.
    pub(crate) const fn new(ply: u32, best: Option<u16>, by_memory: bool) -> Self {
        Self { ply, best, by_memory, order: Order::Unknown }
    }
}

const BEST_HERE: u32 = u32::MAX;
const NOISY: u32 = 1 << 31;
const KILLERS: [u32; 2] = [(1 << 30) + 1, 1 << 30];
/// Longer lists are sorted: to look for the best of them again and again would take more than the search does.
const LONGEST_PICKED: usize = 128;
const HISTORY_MAX: u32 = (1 << 30) - 1;

impl<P: Evaluate> Ordering<P> {
    /// A search that does not remember must not pay for memory with every request.
    pub(crate) fn new(remembers: bool) -> Self {
        let slots = if remembers { P::SLOTS } else { 0 };
        Self { killers: Vec::new(), history: vec![0; 2 * slots], ranks: Vec::new(), keys: Vec::new() }
    }

    fn remembered(&mut self, position: &P, mv: P::Move) -> &mut u32 {
        &mut self.history[position.side_to_move().index() * P::SLOTS + P::slot(mv)]
    }

    /// Brings the best of the moves that a node has not tried yet to the front of them: of those listed in the arena
    /// from `first` on, it has tried `tried`. Equals come as they are listed, which is the order of the game.
    ///
    /// Most nodes are cut off by their first move, so nothing is ranked before the move that was best here before, and
    /// only long lists are sorted.
    #[inline]
    pub(crate) fn pick(
        &mut self,
        position: &P,
        moves: &mut [P::Move],
        first: usize,
        tried: usize,
        picking: &mut Picking,
    ) -> P::Move {
        let at = first + tried;
        // The order of the game alone, as it is listed.
        if P::ORDERING.score.is_none() && !picking.by_memory && (tried > 0 || picking.best.is_none()) {
            return moves[at];
        }
        self.pick_best(position, moves, at, tried, picking)
    }

    /// The same where an order may have to be found; `at` is where the moves begin that were not tried.
    fn pick_best(
        &mut self,
        position: &P,
        moves: &mut [P::Move],
        at: usize,
        tried: usize,
        picking: &mut Picking,
    ) -> P::Move {
        if picking.order == Order::Unknown {
            // Without promises ranking is cheap, and done before anything is learnt below the first move.
            if tried == 0
                && (P::ORDERING.score.is_some() || !picking.by_memory)
                && let Some(place) =
                    picking.best.and_then(|best| moves.iter().skip(at).position(|mv| P::slot(*mv) as u16 == best))
            {
                move_to_front(&mut moves[at..], place);
                return moves[at];
            }
            if !picking.by_memory && P::ORDERING.score.is_none() || moves.len() < at + 2 {
                return moves[at];
            }
            self.rank(position, moves, at, picking);
            picking.order = Order::Ranked;
            if moves.len() - at > LONGEST_PICKED {
                self.sort(moves, at);
                picking.order = Order::Sorted;
            }
        }
        if picking.order == Order::Sorted {
            return moves[at];
        }
        let ranks = &mut self.ranks[at..moves.len()];
        let mut place = 0;
        for index in 1..ranks.len() {
            if ranks[index] > ranks[place] {
                place = index;
            }
        }
        // Those before it each move up by one; lists are short.
        let (best, rank) = (moves[at + place], ranks[place]);
        for index in (0..place).rev() {
            ranks[index + 1] = ranks[index];
            moves[at + index + 1] = moves[at + index];
        }
        (moves[at], ranks[0]) = (best, rank);
        best
    }

    fn rank(&mut self, position: &P, moves: &[P::Move], from: usize, picking: &Picking) {
        if self.ranks.len() < moves.len() {
            self.ranks.resize(moves.len(), 0);
        }
        let killers = match self.killers.get(picking.ply as usize) {
            Some(killers) if picking.by_memory => *killers,
            _ => [None; 2],
        };
        let remembered = &self.history[self.history.len() / 2 * position.side_to_move().index()..];
        for (mv, rank) in moves[from..].iter().zip(&mut self.ranks[from..]) {
            let memory = if !picking.by_memory {
                0
            } else if picking.best == Some(P::slot(*mv) as u16) {
                BEST_HERE
            } else if !position.is_quiet(*mv) {
                NOISY
            } else if let Some(place) = killers.iter().position(|killer| *killer == Some(*mv)) {
                KILLERS[place]
            } else if P::SLOTS > 0 {
                remembered[P::slot(*mv)]
            } else {
                0
            };
            let promise = P::ORDERING.score.map_or(0, |promise| promise(position, *mv));
            *rank = u64::from(memory) << 32 | u64::from(promise.cast_unsigned() ^ 1 << 31);
        }
    }

    /// Sorts the moves from a place on by their ranks, equals as they are listed.
    #[cold]
    fn sort(&mut self, moves: &mut [P::Move], from: usize) {
        let mut ranks = self.ranks[from..].iter();
        sort_by_number(&mut moves[from..], &mut self.keys, |_| !ranks.next().expect("a rank for each move"));
    }

    /// Remembers a move that cut off.
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
            let remembered = self.remembered(position, mv);
            *remembered = (*remembered + depth * depth).min(HISTORY_MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use super::*;
    use crate::hooks::MoveOrdering;
    use crate::position::{Outcome, Position, Side};
    use crate::{Score, mix};

    /// A position with so many moves.
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
        const ORDERING: MoveOrdering<Self> =
            MoveOrdering { score: Some(|_, mv| (mix(u64::from(mv)) % 50) as i32 - 25), ..MoveOrdering::DEFAULT };

        fn evaluate(&self) -> Score {
            Score::ZERO
        }
    }

    #[test]
    fn lists_of_any_length_are_tried_best_first_and_equals_as_they_are_listed() {
        for width in [1, 2, 100, 128, 129, 130, 5000] {
            let position = Wide(width);
            // What other nodes have listed stays as it is.
            let mut moves = vec![7, 3];
            position.legal_moves(&mut moves);
            let mut expected: Vec<u32> = moves[2..].to_vec();
            expected.sort_by_key(|mv| Reverse(Wide::ORDERING.score.unwrap()(&position, *mv)));
            let (mut ordering, mut picking) = (Ordering::new(true), Picking::new(0, None, true));
            let picked: Vec<u32> =
                (0..width as usize).map(|tried| ordering.pick(&position, &mut moves, 2, tried, &mut picking)).collect();
            assert_eq!(picked, expected);
            assert_eq!(moves[..2], [7, 3]);
        }
    }
}
