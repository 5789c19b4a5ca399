//! What positions of Hex are worth.

use super::board::Hex;
use super::bridges::Bridges;
use super::cells::{Cells, LARGEST_SMALL, SHORT, TALL, Word};
use super::groups::Groups;
use super::moves::Move;
use plyd_search::hooks::{
    Deepening, Knowledge, LateMoveReductions, MoveOrdering, Selective, StaticAnalysis, StaticBounds,
};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// A stone more that a side lacks, bridges counting as joined.
const STONE: i32 = -100;
/// A stone more of the least [potential](super::potential), and a cell more that has it.
const POTENTIAL: i32 = -100;
const CELL: i32 = 1;
/// A cell more on a shortest way, or on one that is at most a stone longer.
const SHORTEST: i32 = 2;
const LONGER: i32 = 1;
/// A side is joined by bridges; a stone more that it then lacks without them.
const JOINED: i32 = 400;
const UNBRIDGED: i32 = -10;
/// The right to move.
const TEMPO: i32 = 50;

impl Evaluate for Hex {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 30 };

    const ORDERING: MoveOrdering<Self> =
        MoveOrdering { slots: Move::SLOTS, slot: Move::slot, killers_and_history: false, ..MoveOrdering::DEFAULT };

    const SYMMETRY: Option<fn(&Self) -> TableKey> = Some(Self::image_key);

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: Self::plies_left, ..Knowledge::NONE };

    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = Some(StaticAnalysis {
        bounds: Self::bounds,
        refine: |position, _, moves, bounds| {
            position.order(moves);
            bounds
        },
    });

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 4, base: 128, scale: 1150 }),
        candidates: Some(Self::list_candidates),
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        if !self.swap_ahead() {
            return Score::heuristic(self.lead());
        }
        // Whoever may swap has the better side; who knows that he will opens so that both are as good.
        Score::heuristic(if self.may_swap() { self.lead().abs() } else { 0 })
    }

    fn order(&self, moves: &mut [Move]) {
        self.sort(moves);
    }
}

impl Hex {
    /// What the side to move is ahead by.
    fn lead(&self) -> i32 {
        TEMPO + if self.size <= LARGEST_SMALL { self.lead_in::<u16, SHORT>() } else { self.lead_in::<u32, TALL>() }
    }

    fn lead_in<W: Word, const H: usize>(&self) -> i32 {
        let bridges = Bridges::<W, H>::over(self.free().narrow());
        self.prospects(self.side, &bridges) - self.prospects(self.side.other(), &bridges)
    }

    fn prospects<W: Word, const H: usize>(&self, side: Side, bridges: &Bridges<W, H>) -> i32 {
        let chains = Groups::touching(&self.own::<W, H>(side));
        let potential = self.potential(side, &chains, bridges.empty());
        let paths = self.paths(side, chains, bridges);
        let counted = |cells: &Cells<W, H>, worth: i32| worth * cells.count() as i32;
        let ways = counted(&paths.shortest, SHORTEST) + counted(&paths.longer, LONGER);
        let joined = match paths.distance {
            // Nothing is left but to answer what cuts a bridge, or to do it first: that ends the game.
            0 => JOINED + UNBRIDGED * self.distance(side, bridges.empty()) as i32,
            distance => STONE * distance as i32,
        };
        joined + ways + POTENTIAL * potential.least as i32 + counted(&potential.cells, CELL)
    }

    /// Wins with the next ply, and what remains to be tried where the other side is about to win with its next.
    fn bounds(&self, depth: u32, moves: &mut Vec<Move>) -> StaticBounds {
        let legal = self.count_legal_moves(&mut Vec::new()) as usize;
        if !self.winning_cells(self.side).is_empty() {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        let threats = if depth < 2 { Cells::NONE } else { self.winning_cells(self.side.other()) };
        if threats.is_empty() || self.may_swap() {
            self.legal_moves(moves);
        } else if threats.is_several() {
            return StaticBounds::exactly(Score::loss_in(2), legal);
        } else {
            moves.extend(threats.members().map(|cell| self.mv(cell)));
        }
        StaticBounds { legal, ..StaticBounds::default() }
    }
}
