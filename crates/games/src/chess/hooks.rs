//! The hooks through which the search asks about chess.

use cozy_chess::{Move, Piece, Rank, Square};

use super::tactics::ChessTactics;
use super::{Chess, evaluation, order, see};
use crate::data::data;
use crate::tactical::PARAMETERS;
use plyd_search::hooks::{Forced, Hooks, MoveChoice, NoLeaves, NoSolver, Openings, Selective};
use plyd_search::{Evaluate, Score};

impl Evaluate for Chess {
    type Hooks = Self;

    const ASPIRATION: i32 = 40;

    const KILLERS_AND_HISTORY: bool = false;
    const SLOTS: usize = 64 * 64;

    fn slot(mv: Move) -> usize {
        64 * mv.from as usize + mv.to as usize
    }

    /// Captures that do not lose the exchange that they begin, and promotions to a queen. Each takes a piece or a pawn
    /// off the board, so their number is bounded.
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures_where(moves, |mv, piece| {
            let victim = self.board.piece_on(mv.to).expect("a capture captures a piece");
            !see::loses(&self.board, mv, piece, victim)
        });
    }

    const SELECTIVE: Selective = Selective::Tactical(PARAMETERS);

    fn evaluate(&self) -> Score {
        Score::heuristic(evaluation::evaluate(&self.board))
    }

    fn order(&self, moves: &mut [Move]) {
        order::order(self, moves);
    }
}

impl Hooks<Self> for Chess {
    type Tactics = ChessTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl Forced<Self> for Chess {
    fn in_check(position: &Self) -> bool {
        position.is_check()
    }
}

impl MoveChoice<Self> for Chess {
    /// The legal move from and to these squares, to become a queen if it is a pawn's last.
    fn move_from_slot(position: &Self, slot: u16) -> Option<Move> {
        let board = &position.board;
        let [from, to] = [slot / 64, slot % 64].map(|square| Square::index(usize::from(square)));
        let last = Rank::Eighth.relative_to(board.side_to_move());
        let promotes = to.rank() == last && board.pieces(Piece::Pawn).has(from);
        let mv = Move { from, to, promotion: promotes.then_some(Piece::Queen) };
        board.is_legal(mv).then_some(mv)
    }

    fn openings() -> Openings {
        Openings::new(data!("chess", "openings.bin", after "evaluation/network.bin", "names.bin"))
    }
}
