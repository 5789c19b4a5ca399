//! The hooks through which the search asks about chess.

use cozy_chess::{Move, Piece, Rank, Square};

use super::parameters::PARAMETERS;
use super::tactics::ChessTactics;
use super::{Chess, evaluation, order, see};
use crate::data::data;
use plyd_search::hooks::{Openings, Selective};
use plyd_search::{Evaluate, Score};

impl Evaluate for Chess {
    type Tactics = ChessTactics;

    const ASPIRATION: i32 = 40;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = 64 * 64;

    fn slot(mv: Move) -> usize {
        64 * mv.from as usize + mv.to as usize
    }

    /// The legal move between these squares. A pawn that reaches the last rank becomes a queen.
    fn move_from_slot(&self, slot: u16) -> Option<Move> {
        let [from, to] = [slot / 64, slot % 64].map(|square| Square::index(usize::from(square)));
        let last = Rank::Eighth.relative_to(self.board.side_to_move());
        let promotes = to.rank() == last && self.board.pieces(Piece::Pawn).has(from);
        let mv = Move { from, to, promotion: promotes.then_some(Piece::Queen) };
        self.board.is_legal(mv).then_some(mv)
    }

    fn openings() -> Openings {
        Openings::new(data!("chess", "openings.bin", after "evaluation/network.bin", "names.bin"))
    }

    /// Captures that do not lose the exchange that they begin, and promotions to a queen. Each takes a piece or a pawn
    /// off the board, so their number is bounded.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures_where(moves, |mv, piece| {
            let victim = self.board.piece_on(mv.to).expect("a capture captures a piece");
            !see::loses(&self.board, mv, piece, victim)
        });
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    const SELECTIVE: Selective = Selective::Tactical(PARAMETERS);

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluation::evaluate(&self.board))
    }

    fn order(&self, moves: &mut [Move]) {
        order::order(self, moves);
    }
}
