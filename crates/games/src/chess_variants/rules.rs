//! The rules that the variants share: playing a move, draws and the end of the game.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_pawn_attacks};

use super::board::{Board, CASTLING, Played, Variant, first_rank, side};
use super::moves::Move;
use crate::chess::rules::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use plyd_search::position::{Claim, Outcome, Position, Repetition, Side};

impl<V: Variant> Board<V> {
    /// Whether the side to move has a legal move. Stops at the first one.
    pub(super) fn can_move(&self) -> bool {
        V::generate(self, BitBoard::FULL, &mut |_| true)
    }

    /// The result if nobody can play on: the variant's goal is reached, or the side to move has no legal move.
    pub(super) fn end(&self) -> Option<Outcome> {
        V::goal(self).or_else(|| (!self.can_move()).then(|| V::stuck(self)))
    }

    /// Makes a step on the board. Returns the piece, and what it captured.
    fn step(&mut self, from: Square, to: Square, promotion: Option<Piece>) -> (Piece, Option<(Piece, Square)>) {
        let us = self.side;
        let piece = self.piece_at(from);
        let place = if self.passed == Some(to) && piece == Piece::Pawn && from.file() != to.file() {
            Square::new(to.file(), from.rank())
        } else {
            to
        };
        let captured = self.color(!us).has(place).then(|| (self.piece_at(place), place));
        if let Some((victim, place)) = captured {
            self.toggle(!us, victim, place);
        }
        self.toggle(us, piece, from);
        self.toggle(us, promotion.unwrap_or(piece), to);
        self.castling &= !(from.bitboard() | to.bitboard());
        self.passed = None;
        match piece {
            Piece::King => self.leave(us, from, to),
            Piece::Pawn => self.pass(us, from, to),
            _ => {}
        }
        (piece, captured)
    }

    /// A king's move ends its right to castle. If it castles, the rook follows.
    fn leave(&mut self, us: Color, from: Square, to: Square) {
        let rank = first_rank(us);
        self.castling &= !rank.bitboard();
        if (from.file() as u8).abs_diff(to.file() as u8) == 2 {
            let (rook, _, target) = CASTLING[usize::from(to.file() < from.file())];
            self.toggle(us, Piece::Rook, Square::new(rook, rank));
            self.toggle(us, Piece::Rook, Square::new(target, rank));
        }
    }

    /// A pawn's double step from the second rank can be captured in passing.
    fn pass(&mut self, us: Color, from: Square, to: Square) {
        if from.rank() == Rank::Second.relative_to(us) && to.rank() == Rank::Fourth.relative_to(us) {
            let passed = Square::new(from.file(), Rank::Third.relative_to(us));
            let captors = get_pawn_attacks(passed, us) & self.men(!us, Piece::Pawn);
            self.passed = (!captors.is_empty()).then_some(passed);
        }
    }
}

impl<V: Variant> Position for Board<V> {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition { claim: Claim::NeededUntil(5, "fivefold repetition"), ..Repetition::THREEFOLD })
    }

    fn side_to_move(&self) -> Side {
        side(self.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().or_else(|| (self.quiet_plies_left() == 0 || V::is_dead(self)).then_some(Outcome::Draw))
    }

    fn is_final(&self) -> bool {
        self.end().is_some()
    }

    fn ends_unclaimed(&self) -> bool {
        self.is_final() || V::is_dead(self) || V::FIFTY_MOVES && self.quiet_plies >= SEVENTY_FIVE_MOVES
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        V::generate(self, BitBoard::FULL, &mut |mv| {
            moves.push(mv);
            false
        });
    }

    fn play_unchecked(&mut self, mv: Move) {
        let us = self.side;
        let (piece, captured) = match mv {
            Move::Step { from, to, promotion } => self.step(from, to, promotion),
            Move::Drop { piece, to } => {
                self.toggle(us, piece, to);
                self.passed = None;
                (piece, None)
            }
        };
        let is_quiet = piece != Piece::Pawn && captured.is_none();
        self.quiet_plies = if is_quiet { (self.quiet_plies + 1).min(SEVENTY_FIVE_MOVES) } else { 0 };
        self.number = self.number.saturating_add(u16::from(us == Color::Black));
        self.side = !us;
        V::settle(self, Played { mv, captured });
    }

    fn quiet_plies_left(&self) -> u32 {
        if V::FIFTY_MOVES { u32::from(FIFTY_MOVES.saturating_sub(self.quiet_plies)) } else { u32::MAX }
    }

    /// What the rule of threefold repetition compares: the pieces, the side to move, the castling rights, en passant if
    /// such a capture is legal, and what the variant adds.
    fn key(&self) -> u64 {
        self.digest()
    }
}
