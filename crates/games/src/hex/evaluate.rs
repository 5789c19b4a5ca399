//! Static evaluation of Hex.

use super::board::Hex;
use super::cells::{self, Cells, Word, in_cells};
use super::connections::Connected;
use super::moves::Move;
use super::network::{LEARNT_SIZE, NETWORK, Seen};
use super::potential::{LEVELS, Potential};
use plyd_search::hooks::{
    Candidates, Forced, Hooks, LateMoveReductions, MoveChoice, NoLeaves, NoSolver, NoTactics, Positional, Prover,
    ReverseFutility, Selective, StaticBounds, log2,
};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// For each stone of a side's least [potential](super::potential).
const POTENTIAL: i32 = -114;
/// For each doubling of the number of cells with the smallest potential, with one more, and with two more. It is a
/// logarithm because a hundred ways are hardly better than fifty: if cells counted one by one, a hundred ways would
/// outweigh a stone that shortens the best way but leaves fewer ways.
const WAYS: [i32; LEVELS] = [17, 58, 50];
/// For a side whose edges are virtually connected. `DOUBTFUL` is for connections that may need the same cell.
const JOINED: i32 = 1500;
const DOUBTFUL: i32 = 700;
/// For each stone that a side with connected edges still needs without bridges.
const UNBRIDGED: i32 = -10;
/// The right to move. With this value, scores of odd and even depths agree on average.
const TEMPO: i32 = 243;

impl Evaluate for Hex {
    type Hooks = Self;

    const ASPIRATION: i32 = 30;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = Move::SLOTS;

    fn slot(mv: Move) -> usize {
        mv.slot()
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn plies_left(&self) -> u32 {
        self.most_plies_left()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Move>) -> Option<StaticBounds> {
        Some(self.bounds(depth, moves))
    }

    const SELECTIVE: Selective = Selective::Positional(Positional {
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 2, base: 128, scale: 900 }),
        keeps_static_evals: true,
        reverse_futility: Some(ReverseFutility { max_depth: 6, margin: 120 }),
        ..Positional::PLAIN
    });

    fn evaluate(&self) -> Score {
        if !self.swap_ahead() {
            return Score::heuristic(self.lead());
        }
        // The side that may swap has the better position. An opponent who expects the swap opens so that both sides are
        // equal.
        Score::heuristic(if self.may_swap() { self.lead().abs() } else { 0 })
    }

    fn order(&self, moves: &mut [Move]) {
        self.sort(moves);
    }
}

impl Hooks<Self> for Hex {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl Forced<Self> for Hex {
    fn prover(root: &Self) -> Option<Box<dyn Prover<Self>>> {
        Some(root.prover_of_board())
    }
}

impl MoveChoice<Self> for Hex {
    fn candidates(position: &Self, moves: &mut Vec<Move>) -> Option<Candidates> {
        Some(position.list_candidates(moves))
    }

    fn plausible(position: &Self) -> Vec<Move> {
        position.plausible_moves()
    }

    fn move_from_slot(position: &Self, slot: u16) -> Option<Move> {
        position.legal_move_from_slot(slot)
    }
}

impl Hex {
    /// The advantage of the side to move.
    fn lead(&self) -> i32 {
        in_cells!(self.lead_in())
    }

    #[inline(never)]
    fn lead_in<W: Word, const H: usize>(&self) -> i32 {
        let connected = self.connected::<W, H>();
        let potentials = self.potentials(&connected);
        let by_hand = self.value_by_hand(&connected, &potentials);
        by_hand + if self.size == LEARNT_SIZE { NETWORK.value_of(&Seen::of(self, &potentials)) } else { 0 }
    }

    /// The advantage of the side to move without the network's correction.
    #[cfg(any(test, feature = "tools"))]
    pub(super) fn lead_by_hand(&self) -> i32 {
        let connected = self.connected::<u32, { cells::TALL }>();
        self.value_by_hand(&connected, &self.potentials(&connected))
    }

    fn value_by_hand<W: Word, const H: usize>(
        &self,
        connected: &Connected<W, H>,
        potentials: &[Option<Potential<W, H>>; 2],
    ) -> i32 {
        let sides = [self.side, self.side.other()];
        TEMPO
            + match potentials {
                [None, _] => self.joined(sides[0], connected),
                [_, None] => -self.joined(sides[1], connected),
                [Some(own), Some(other)] => own.value() - other.value(),
            }
    }

    /// The value of a side whose edges are connected. It only has to fill bridges and templates to end the game.
    fn joined<W: Word, const H: usize>(&self, side: Side, connected: &Connected<W, H>) -> i32 {
        let [from, to] = Cells::edges(self.size, side);
        let is_safe = from.flooded(&connected.apart[side.index()]).neighbours().meets(&to);
        let stones = self.distance(side, &self.free().narrow::<W, H>()) as i32;
        if is_safe { JOINED + UNBRIDGED * stones } else { DOUBTFUL + UNBRIDGED * stones }
    }

    /// Detects a win in one ply. If the opponent threatens to win next, only blocking moves remain to be tried.
    fn bounds(&self, depth: u32, moves: &mut Vec<Move>) -> StaticBounds {
        let legal = self.count_legal_moves(&mut Vec::new()) as usize;
        if !self.winning_cells(self.side).is_empty() {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let threats = if depth < 2 { Cells::NONE } else { self.winning_cells(self.side.other()) };
        if threats.is_empty() || self.may_swap() {
            self.legal_moves(moves);
        } else if threats.has_several() {
            return StaticBounds::exactly(Score::loss_in(2), legal);
        } else {
            moves.extend(threats.members().map(|cell| self.mv(cell)));
        }
        StaticBounds { legal, ..StaticBounds::default() }
    }
}

impl<W: Word, const H: usize> Potential<W, H> {
    /// The value of a side whose edges are not connected.
    fn value(&self) -> i32 {
        let (mut ways, mut before) = (0, 0);
        for (worth, cells) in WAYS.iter().zip(&self.cells) {
            let count = cells.count();
            ways += worth * log2(count - before + 1) as i32;
            before = count;
        }
        POTENTIAL * self.least as i32 + ways / 256
    }
}
