//! Moves as the World Xiangqi Federation writes them (WXF): `C2=5`, `H8+7`, `+R=4`.
//!
//! The letter of the piece, its file, `+` forward, `-` backward or `=` sideways, and a number: the ranks that a piece
//! goes along its file, otherwise its new file. Files are counted from the player's right.

use super::board::{Move, Piece, Xiangqi};
use super::squares::{FILES, Square, file, members, rank_of};
use crate::spelling::is_dash;
use plyd_search::position::Side;

/// The number of a file, as a side counts it.
fn number(side: Side, square: Square) -> u8 {
    match side {
        Side::First => FILES - file(square),
        Side::Second => 1 + file(square),
    }
}

const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'P',
        Piece::Advisor => 'A',
        Piece::Elephant => 'E',
        Piece::Horse => 'H',
        Piece::Cannon => 'C',
        Piece::Rook => 'R',
        Piece::General => 'K',
    }
}

/// The forms of a legal move. Several moves may have the same `plain` form, which does not tell pieces on one file apart.
pub(super) struct Written {
    plain: String,
    /// `+` and `-` for the front and the rear piece on a file.
    tandem: Option<String>,
    /// The place of a pawn among those on its file, counted from the front, in place of its letter.
    counted: Option<String>,
    /// Whether pawns have to be counted: three are on a file, or two on each of two files.
    has_crowd: bool,
}

impl Xiangqi {
    /// A legal move in WXF.
    pub(super) fn wxf(&self, mv: Move) -> String {
        let piece = self.piece_at(mv.from);
        let written = self.written(mv);
        match written {
            // The direction tells these apart.
            _ if matches!(piece, Piece::Advisor | Piece::Elephant) => written.plain,
            Written { counted: Some(counted), has_crowd: true, .. } => counted,
            Written { plain, tandem, .. } => tandem.unwrap_or(plain),
        }
    }

    fn written(&self, mv: Move) -> Written {
        let (side, piece) = (self.side, self.piece_at(mv.from));
        let (from, to) = (rank_of(side, mv.from), rank_of(side, mv.to));
        let along = matches!(piece, Piece::Pawn | Piece::Cannon | Piece::Rook | Piece::General);
        let how = match to.cmp(&from) {
            std::cmp::Ordering::Equal => format!("={}", number(side, mv.to)),
            ordering => {
                let sign = if ordering.is_gt() { '+' } else { '-' };
                format!("{sign}{}", if along { to.abs_diff(from) } else { number(side, mv.to) })
            }
        };
        let men = self.men(side, piece);
        let on_file = |square: Square| members(men).filter(move |other| file(*other) == file(square));
        let ahead = on_file(mv.from).filter(|other| rank_of(side, *other) > from).count();
        let count = on_file(mv.from).count();
        let sign = match ahead {
            _ if count == 1 => None,
            0 => Some('+'),
            _ if ahead + 1 == count => Some('-'),
            _ => None,
        };
        let (letter, number) = (letter(piece), number(side, mv.from));
        Written {
            plain: format!("{letter}{number}{how}"),
            tandem: sign.map(|sign| format!("{sign}{letter}{how}")),
            counted: (piece == Piece::Pawn && count > 1).then(|| format!("{}{number}{how}", ahead + 1)),
            has_crowd: count > 2 || members(men).any(|pawn| file(pawn) != file(mv.from) && on_file(pawn).count() > 1),
        }
    }

    /// The moves that a text in WXF means.
    pub(super) fn meant(&self, text: &str, legal: &[Move]) -> Vec<Move> {
        let Some(text) = canonical(text) else { return Vec::new() };
        let is_meant = |mv: &Move| {
            let Written { plain, tandem, counted, .. } = self.written(*mv);
            plain == text || [tandem, counted].into_iter().flatten().any(|form| form == text)
        };
        legal.iter().copied().filter(is_meant).collect()
    }
}

/// A text with the letters and signs that are written; `None` if it is not in WXF. `R+=4` is `+R=4`.
pub(super) fn canonical(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['+', '#']);
    let mut chars = text.chars().map(|c| match c.to_ascii_uppercase() {
        'N' => 'H',
        'B' => 'E',
        '.' => '=',
        c if is_dash(c) => '-',
        c => c,
    });
    let [first, second, sign, number] = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
    let is_letter = |c| Piece::ALL.into_iter().any(|piece| letter(piece) == c);
    let is_number = |c| ('1'..='9').contains(&c);
    let is_sign = |c| ['+', '-'].contains(&c);
    let piece = match (first, second) {
        (letter, sign) if is_letter(letter) && is_sign(sign) => [sign, letter],
        (sign, letter) if is_letter(letter) && is_sign(sign) => [sign, letter],
        (letter, file) if (is_letter(letter) || is_number(letter)) && is_number(file) => [letter, file],
        _ => return None,
    };
    let is_whole = (sign == '=' || is_sign(sign)) && is_number(number) && chars.next().is_none();
    is_whole.then(|| piece.into_iter().chain([sign, number]).collect())
}
