//! The hooks through which the search asks about chess.

use cozy_chess::{Move, Piece};

use super::parameters::PARAMETERS;
use super::tactics::ChessTactics;
use super::{Chess, evaluation, order, see};
use plyd_search::hooks::{Deepening, Knowledge, MoveOrdering, Openings, Quiescence, Selective};
use plyd_search::{Evaluate, Score};

impl Evaluate for Chess {
    type Tactics = ChessTactics;

    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 40 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: 64 * 64,
        slot: |mv| 64 * mv.from as usize + mv.to as usize,
        is_quiet: Self::is_quiet,
        killers_and_history: false,
        ..MoveOrdering::DEFAULT
    };

    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_noisy_moves, ..Quiescence::NONE };

    const KNOWLEDGE: Knowledge<Self> =
        Knowledge { openings: || Openings::new(include_bytes!("openings.bin")), ..Knowledge::NONE };

    const SELECTIVE: Selective<Self> = Selective::Tactical(PARAMETERS);

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluation::evaluate(&self.board))
    }

    fn order(&self, moves: &mut [Move]) {
        order::order(self, moves);
    }
}

impl Chess {
    /// Captures that lose their exchange are ordered like quiet moves without history.
    fn is_quiet(&self, mv: Move) -> bool {
        let board = &self.board;
        let enemies = board.colors(!board.side_to_move());
        if !enemies.has(mv.to) {
            let piece = board.piece_on(mv.from);
            return piece != Some(Piece::Pawn) || mv.promotion.is_none() && mv.from.file() == mv.to.file();
        }
        let [piece, victim] = [mv.from, mv.to].map(|square| board.piece_on(square).expect("a capture"));
        see::loses(board, mv, piece, victim)
    }

    /// Captures that do not lose the exchange that they begin, and promotions to a queen. Each removes a piece or a
    /// pawn from the board, so their number is bounded.
    pub(super) fn push_noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures_where(moves, |mv, piece| {
            let victim = self.board.piece_on(mv.to).expect("a capture captures a piece");
            !see::loses(&self.board, mv, piece, victim)
        });
    }
}
