//! Moves as people write them in the West, after George Hodges and Tony Hosking: `P-7f`, `Bx3c+`, `S*5e`.

use super::board::Shogi;
use super::generate::{Move, dead_end};
use super::geometry::{Square, bit};
use super::pieces::{Kind, Piece};
use super::variant::Variant;
use crate::spelling::{is_dash, is_mark};

/// What a text says about a move.
pub(super) struct Written {
    /// The piece; `None` in texts of two squares.
    pub(super) piece: Option<Piece>,
    pub(super) from: Option<Square>,
    /// Whether the piece is dropped, if the text says so.
    pub(super) is_drop: Option<bool>,
    pub(super) to: Square,
    /// Whether the piece promotes, if the text says so.
    pub(super) promotes: Option<bool>,
}

impl<V: Variant> Shogi<V> {
    /// A move in USI: `7g7f`, `8h2b+`, `P*5e`.
    pub(super) fn usi(mv: Move) -> String {
        match mv {
            Move::Step { from, to, promotes } => {
                let promotion = if promotes { "+" } else { "" };
                format!("{}{}{promotion}", Self::square_name(from), Self::square_name(to))
            }
            Move::Drop { kind, to } => format!("{}*{}", kind.letter(), Self::square_name(to)),
        }
    }

    /// A legal move with the letter of its piece. The square that it comes from is named if others of its kind can go to
    /// the same square. `=` says that it could promote and does not.
    pub(super) fn hosking(&self, mv: Move) -> String {
        let Move::Step { from, to, promotes } = mv else { return Self::usi(mv) };
        let piece = self.piece_at(from);
        let (mut is_ambiguous, mut can_promote) = (false, false);
        self.generate_on_board(&mut |other| {
            if let Move::Step { from: rival, to: target, promotes } = other
                && target == to
            {
                is_ambiguous |= rival != from && self.piece_at(rival) == piece;
                can_promote |= rival == from && promotes;
            }
            false
        });
        let origin = if is_ambiguous { Self::square_name(from) } else { String::new() };
        let mark = if self.side_at(to).is_some() { 'x' } else { '-' };
        let promotion = match (promotes, can_promote) {
            (true, _) => "+",
            (false, true) => "=",
            (false, false) => "",
        };
        format!("{}{origin}{mark}{}{promotion}", piece.text(), Self::square_name(to))
    }

    /// The legal moves that a text means, if it is not the name of a move.
    pub(super) fn written(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let Some(written) = self.read(text) else { return Vec::new() };
        let is_piece = |piece: Piece| written.piece.is_none_or(|known| known == piece);
        legal.retain(|mv| {
            mv.to() == written.to
                && match *mv {
                    Move::Step { from, promotes, .. } => {
                        written.is_drop != Some(true)
                            && written.from.is_none_or(|square| square == from)
                            && written.promotes.is_none_or(|promotion| promotion == promotes)
                            && is_piece(self.piece_at(from))
                    }
                    Move::Drop { kind, .. } => {
                        written.is_drop != Some(false) && is_piece(Piece { kind, is_promoted: false })
                    }
                }
        });
        legal
    }

    /// What a text in any of the notations says.
    fn read(&self, text: &str) -> Option<Written> {
        Self::read_written(text).or_else(|| Self::read_kif(text)).or_else(|| self.read_csa(text))
    }

    /// Reads an optional piece, one or two squares with marks between them, and `+` or `=`. Without a piece there are
    /// two squares and, as in USI, no promotion unless the text has a `+`.
    fn read_written(text: &str) -> Option<Written> {
        let (mut rest, is_promoted) = match text.strip_prefix('+') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let mut piece = None;
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_alphabetic) {
            let called = Piece::called(letter)?;
            rest = &rest[1..];
            piece = Some(Piece { is_promoted: is_promoted || called.is_promoted, ..called });
        } else if is_promoted {
            return None;
        }
        let mut is_drop = None;
        let (mut squares, mut is_marked) = (Vec::new(), false);
        loop {
            let mark = rest.chars().next()?;
            if !is_marked && (mark == '*' || is_mark(mark)) {
                (is_drop, is_marked) = (Some(mark == '*'), true);
                rest = &rest[mark.len_utf8()..];
            }
            let (square, after) = Self::split_square(rest)?;
            squares.push(square);
            rest = after;
            if rest.is_empty() || rest == "+" || rest == "=" {
                break;
            }
        }
        let said = (!rest.is_empty()).then_some(rest == "+");
        match (&squares[..], piece) {
            (&[to], Some(_)) => Some(Written { piece, from: None, is_drop, to, promotes: said }),
            (&[from, to], _) if is_drop != Some(true) => {
                let promotes = said.or_else(|| piece.is_none().then_some(false));
                Some(Written { piece, from: Some(from), is_drop: Some(false), to, promotes })
            }
            _ => None,
        }
    }

    /// The rule that a text without a meaning breaks.
    pub(super) fn rule_against(&self, text: &str) -> Option<&'static str> {
        let Written { piece, from, is_drop, to, promotes } = self.read(text)?;
        let us = self.to_move;
        let kind = piece.map(|piece| piece.kind);
        if is_drop == Some(true) {
            let kind = kind.filter(|kind| *kind != Kind::King)?;
            return if self.held(us, kind) == 0 {
                Some("there is no such piece in the hand")
            } else if self.occupied() & bit(to) != 0 {
                Some("pieces are dropped on empty squares")
            } else if dead_end::<V>(us, kind) & bit(to) != 0 {
                Some("the piece could never move again")
            } else if kind == Kind::Pawn && self.columns_with_pawns(us) & bit(to) != 0 {
                Some("there is an unpromoted pawn on this file")
            } else if kind == Kind::Pawn && self.pawn_check() & bit(to) != 0 && self.mates_by_pawn() {
                Some("a pawn that is dropped must not mate")
            } else {
                self.is_check(us).then_some("the king is in check")
            };
        }
        let from = from.filter(|from| self.side_at(*from) == Some(us))?;
        let must_promote = dead_end::<V>(us, self.piece_at(from).kind) & bit(to) != 0;
        let reach = Self::reach(self.piece_at(from), us, from, self.occupied()) & !self.of_side(us);
        if reach & bit(to) == 0 {
            None
        } else if must_promote && promotes == Some(false) && !self.piece_at(from).is_promoted {
            Some("the piece could never move again and has to promote")
        } else {
            (promotes != Some(true)).then_some("the king would be in check")
        }
    }
}

/// Whether a text looks like a move with the letter of its piece.
pub(super) fn is_hosking(text: &str) -> bool {
    text.starts_with(|c: char| c == '+' || c.is_ascii_alphabetic())
        && text.contains(|c: char| is_dash(c) || matches!(c, 'x' | 'X' | '='))
}
