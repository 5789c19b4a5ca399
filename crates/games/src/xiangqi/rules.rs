//! The rules: playing a move, draws and the end of the game.

use super::board::{Move, Piece, Xiangqi};
use super::squares::bit;
use plyd_search::position::{Claim, Outcome, Position, Repetition, Side};

/// After this number of plies without a capture, 60 of each side, the game is drawn.
pub(super) const QUIET_PLIES_MAX: u8 = 120;

impl Xiangqi {
    /// The result if nobody can play on: no piece is left that can cross the river, or the side to move has no legal
    /// move.
    pub(super) fn end(&self) -> Option<Outcome> {
        if self.is_dead() {
            return Some(Outcome::Draw);
        }
        (!self.can_move()).then(|| Outcome::Win(self.side.other()))
    }

    /// Whether no piece is left that can cross the river.
    pub(super) fn is_dead(&self) -> bool {
        let crossing = [Piece::Pawn, Piece::Horse, Piece::Cannon, Piece::Rook];
        crossing.into_iter().all(|piece| self.kind(piece) == 0)
    }
}

impl Position for Xiangqi {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition { claim: Claim::Unneeded, perpetual_check: Some("perpetual check"), ..Repetition::THREEFOLD })
    }

    fn is_checked(&self) -> bool {
        self.is_check()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().or_else(|| (self.quiet_plies >= QUIET_PLIES_MAX).then_some(Outcome::Draw))
    }

    fn is_final(&self) -> bool {
        self.end().is_some()
    }

    fn ends_unclaimed(&self) -> bool {
        self.quiet_plies >= QUIET_PLIES_MAX || self.is_final()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.generate(!0, &mut |mv| {
            moves.push(mv);
            false
        });
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        let mut count = 0;
        if !self.is_dead() {
            self.generate(!0, &mut |_| {
                count += 1;
                false
            });
        }
        count
    }

    fn play_unchecked(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.other());
        let is_capture = self.own(them) & bit(mv.to) != 0;
        if is_capture {
            self.toggle(them, self.piece_at(mv.to), mv.to);
        }
        let piece = self.piece_at(mv.from);
        self.toggle(us, piece, mv.from);
        self.toggle(us, piece, mv.to);
        self.quiet_plies = if is_capture { 0 } else { (self.quiet_plies + 1).min(QUIET_PLIES_MAX) };
        self.number = self.number.saturating_add(us.index() as u16);
        self.side = them;
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(QUIET_PLIES_MAX - self.quiet_plies)
    }

    /// The pieces and the side to move.
    fn key(&self) -> u64 {
        self.digest()
    }
}
