//! Moves as Japanese records have them: `７六歩(77)` in KIF, `+7776FU` in CSA's format.

use super::board::Shogi;
use super::generate::Move;
use super::geometry::Square;
use super::hosking::Written;
use super::pieces::Piece;
use super::variant::Variant;
use crate::japanese::{MARKS, Man, digit, in_full_width, in_kanji};
use plyd_search::position::Side;

impl Piece {
    /// The piece with another name.
    fn man(self) -> &'static Man {
        Man::of_sfen(&self.text()).expect("every piece has a name")
    }

    fn of(man: &Man) -> Option<Self> {
        let (text, is_promoted) = match man.sfen.strip_prefix('+') {
            Some(text) => (text, true),
            None => (man.sfen, false),
        };
        Some(Self { is_promoted, ..Self::called(text.chars().next()?)? })
    }
}

impl<V: Variant> Shogi<V> {
    /// A legal move in KIF. That a piece does not promote is not written.
    pub(super) fn kif(&self, mv: Move) -> String {
        let [file, rank] = Self::numbers(mv.to());
        let (file, rank) = (in_full_width(file), in_kanji(rank as usize));
        match mv {
            Move::Step { from, promotes, .. } => {
                let (man, [from_file, from_rank]) = (self.piece_at(from).man(), Self::numbers(from));
                let promotion = if promotes { "成" } else { "" };
                format!("{file}{rank}{}{promotion}({from_file}{from_rank})", man.kanji)
            }
            Move::Drop { kind, .. } => format!("{file}{rank}{}打", Piece { kind, is_promoted: false }.man().kanji),
        }
    }

    /// A legal move in CSA's format.
    pub(super) fn csa(&self, mv: Move) -> String {
        let side = if self.to_move == Side::First { '+' } else { '-' };
        let ([from_file, from_rank], piece) = match mv {
            Move::Step { from, promotes, .. } => {
                let piece = self.piece_at(from);
                (Self::numbers(from), Piece { is_promoted: piece.is_promoted || promotes, ..piece })
            }
            Move::Drop { kind, .. } => ([0, 0], Piece { kind, is_promoted: false }),
        };
        let [file, rank] = Self::numbers(mv.to());
        format!("{side}{from_file}{from_rank}{file}{rank}{}", piece.man().csa)
    }

    /// Reads a move of KIF. Without an origin in parentheses it has to be the only move of such a piece to this square.
    pub(super) fn read_kif(text: &str) -> Option<Written> {
        let text = text.strip_prefix(MARKS).unwrap_or(text);
        let (to, rest) = Self::split_numbers(text)?;
        let (man, rest) = Man::split(rest.trim_start())?;
        let (how, from) = match rest.find(['(', '（']) {
            Some(at) => {
                let inner = rest[at..].trim_matches(['(', ')', '（', '）']);
                let (from, more) = Self::split_numbers(inner)?;
                (&rest[..at], if more.is_empty() { Some(from) } else { return None })
            }
            None => (rest, None),
        };
        let (is_drop, promotes) = match how {
            "" if from.is_none() => (None, None),
            "打" if from.is_none() => (Some(true), None),
            "成" => (Some(false), Some(true)),
            "" | "不成" => (Some(false), Some(false)),
            _ => return None,
        };
        Some(Written { piece: Some(Piece::of(man)?), from, is_drop, to, promotes })
    }

    /// Reads a move of CSA's format, which names the piece after the move.
    pub(super) fn read_csa(&self, text: &str) -> Option<Written> {
        let own = if self.to_move == Side::First { '+' } else { '-' };
        let text = text.strip_prefix(own)?;
        let (from, rest) = match text.strip_prefix("00") {
            Some(rest) => (None, rest),
            None => Self::split_numbers(text).map(|(from, rest)| (Some(from), rest))?,
        };
        let (to, letters) = Self::split_numbers(rest)?;
        let named = Piece::of(Man::of_csa(letters)?)?;
        let before = from.map(|from| self.piece_at(from)).filter(|before| before.kind == named.kind);
        let promotes = before.map(|before| named.is_promoted && !before.is_promoted);
        // A piece that has promoted earlier stays promoted.
        let piece = match (before, promotes) {
            (Some(before), Some(true)) => before,
            _ => named,
        };
        Some(Written { piece: Some(piece), from, is_drop: Some(from.is_none()), to, promotes })
    }

    /// The file and the rank of a square, both from 1.
    fn numbers(square: Square) -> [u32; 2] {
        let [row, column] = V::GEOMETRY.row_column(square);
        [(V::GEOMETRY.side - column) as u32, row as u32 + 1]
    }

    /// The square whose file and rank a text begins with, and the rest of the text.
    fn split_numbers(text: &str) -> Option<(Square, &str)> {
        let mut chars = text.chars();
        let [file, rank] = [digit(chars.next()?)? as usize, digit(chars.next()?)? as usize];
        let side = V::GEOMETRY.side;
        let is_on_board = (1..=side).contains(&file) && (1..=side).contains(&rank);
        is_on_board.then(|| (((rank - 1) * side + side - file) as Square, chars.as_str()))
    }
}
