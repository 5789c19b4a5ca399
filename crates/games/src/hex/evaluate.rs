//! Static evaluation of Hex.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, MAX_NARROW_SIZE, SHORT, TALL, Word};
use super::groups::Groups;
use super::moves::Move;
use plyd_search::hooks::{
    Deepening, Knowledge, LateMoveReductions, MoveOrdering, Selective, StaticAnalysis, StaticBounds,
};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// For each stone that a side still needs, counting bridges as connected.
const STONE: i32 = -100;
/// For each stone of the least [potential](super::potential), and for each cell that attains it.
const POTENTIAL: i32 = -100;
const CELL: i32 = 1;
/// For each cell on a shortest path, and for each cell on a path that is at most one stone longer.
const SHORTEST: i32 = 2;
const LONGER: i32 = 1;
/// For a side connected by bridges, and for each stone that it needs without them.
const JOINED: i32 = 400;
const UNBRIDGED: i32 = -10;
/// The right to move.
const TEMPO: i32 = 50;

impl Evaluate for Hex {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 30 };

    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: Move::SLOTS, slot: Move::slot, killers_and_history: false, ..MoveOrdering::DEFAULT };

    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(Self::canonical_key);

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: Self::plies_left, ..Knowledge::NONE };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis { bounds: Self::bounds, refine: None });

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 4, base: 128, scale: 1150 }),
        candidates: Some(Self::list_candidates),
        ..Selective::PLAIN
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

impl Hex {
    /// The advantage of the side to move.
    fn lead(&self) -> i32 {
        TEMPO + if self.size <= MAX_NARROW_SIZE { self.lead_in::<u16, SHORT>() } else { self.lead_in::<u32, TALL>() }
    }

    fn lead_in<W: Word, const H: usize>(&self) -> i32 {
        let bridges = Bridges::<W, H>::over(self.free().narrow());
        self.side_value(self.side, &bridges) - self.side_value(self.side.other(), &bridges)
    }

    fn side_value<W: Word, const H: usize>(&self, side: Side, bridges: &Bridges<W, H>) -> i32 {
        let chains = Groups::touching(&self.own::<W, H>(side));
        let potential = self.potential(side, &chains, bridges.empty());
        let paths = self.paths(side, chains, bridges);
        let counted = |cells: &Cells<W, H>, worth: i32| worth * cells.count() as i32;
        let path_cells = counted(&paths.shortest, SHORTEST) + counted(&paths.longer, LONGER);
        let joined = match paths.distance {
            // Only bridges remain to be closed, which ends the game.
            0 => JOINED + UNBRIDGED * self.distance(side, bridges.empty()) as i32,
            distance => STONE * distance as i32,
        };
        joined + path_cells + POTENTIAL * potential.least as i32 + counted(&potential.cells, CELL)
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
