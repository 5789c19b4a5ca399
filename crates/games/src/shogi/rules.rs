//! The rules: playing a move, and the end of the game.

use super::board::Shogi;
use super::generate::Move;
use super::pieces::Piece;
use super::variant::Variant;
use plyd_search::position::{Claim, Outcome, Position, Repetition, Side};

impl<V: Variant> Shogi<V> {
    /// Whether the side to move has a legal move. Stops at the first one.
    pub(super) fn can_move(&self) -> bool {
        self.generate(&mut |_| true)
    }
}

impl<V: Variant> Position for Shogi<V> {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition {
            occurrence: 4,
            claim: Claim::Unneeded,
            name: "fourfold repetition",
            perpetual_check: Some("perpetual check"),
        })
    }

    fn is_checked(&self) -> bool {
        self.is_check(self.to_move)
    }

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.can_move()).then(|| Outcome::Win(self.to_move.other()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.generate(&mut |mv| {
            moves.push(mv);
            false
        });
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (us, them) = (self.to_move, self.to_move.other());
        match mv {
            Move::Step { from, to, promotes } => {
                if self.side_at(to).is_some() {
                    let captured = self.piece_at(to);
                    self.toggle(them, captured, to);
                    self.hold(us, captured.kind, self.held(us, captured.kind) + 1);
                }
                let piece = self.piece_at(from);
                self.toggle(us, piece, from);
                self.toggle(us, Piece { is_promoted: piece.is_promoted || promotes, ..piece }, to);
            }
            Move::Drop { kind, to } => {
                self.hold(us, kind, self.held(us, kind) - 1);
                self.toggle(us, Piece { kind, is_promoted: false }, to);
            }
        }
        self.to_move = them;
        self.number = self.number.saturating_add(1);
    }

    /// What the rule of fourfold repetition compares: the pieces, the hands and the side to move.
    fn key(&self) -> u64 {
        self.digest()
    }
}
