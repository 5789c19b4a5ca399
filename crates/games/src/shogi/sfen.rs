//! Reading and writing states: SFEN.

use super::board::Shogi;
use super::generate::dead_end;
use super::geometry::{Square, members};
use super::pieces::{Kind, Piece, of_side};
use super::variant::Variant;
use crate::fields;
use crate::notation::InvalidState;
use crate::spelling::{self, shown};
use plyd_search::position::Side;

const SIDES: [Side; 2] = [Side::First, Side::Second];

fn invalid<T>(detail: impl Into<String>) -> Result<T, InvalidState> {
    Err(InvalidState::new(detail))
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

impl<V: Variant> Shogi<V> {
    pub(super) fn from_sfen(text: &str) -> Result<Self, InvalidState> {
        let mut fields = spelling::fields(text).peekable();
        fields.next_if(|word| word.eq_ignore_ascii_case("sfen"));
        let Some(board) = fields.next() else { return invalid("the state is empty, expected an SFEN") };
        let mut position = Self::empty();
        position.read_board(board)?;
        if let Some(side) = fields.next() {
            position.to_move = fields::side_to_move(side, ["b", "w"], " after the board")?;
        }
        position.read_hands(fields.next().unwrap_or("-"))?;
        if let Some(number) = fields.next() {
            position.number = fields::number(number, "the move number", 0, u16::MAX.into())?.max(1) as u16;
        }
        if let Some(more) = fields.next() {
            return invalid(format!("expected nothing after the move number, found {}", shown(more)));
        }
        position.check()?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), InvalidState> {
        let size = V::GEOMETRY.side;
        let rows = text.split('/').count();
        if rows != size {
            return invalid(format!("the board has {rows} rows, expected {size}"));
        }
        for (row, text) in text.split('/').enumerate() {
            let wrong = |what: String| InvalidState(format!("row {} of the board, {}, {what}", row + 1, shown(text)));
            let (mut column, mut is_promoted) = (0, false);
            for c in text.chars() {
                if let Some(empty) = c.to_digit(10).filter(|empty| *empty > 0 && !is_promoted) {
                    column += empty as usize;
                    continue;
                }
                if c == '+' && !is_promoted {
                    is_promoted = true;
                    continue;
                }
                let Some(kind) = Kind::called(c).filter(|kind| !is_promoted || kind.can_promote()) else {
                    let expected = if is_promoted { "a piece that promotes after +" } else { "a piece, + or a number" };
                    return Err(wrong(format!("has {c:?}, expected {expected}")));
                };
                let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
                if column < size {
                    self.toggle(side, Piece { kind, is_promoted }, (row * size + column) as Square);
                }
                (column, is_promoted) = (column + 1, false);
            }
            if is_promoted {
                return Err(wrong("ends with +, expected a piece after it".to_owned()));
            }
            if column != size {
                return Err(wrong(format!("has {column} squares, expected {size}")));
            }
        }
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), InvalidState> {
        if text == "-" {
            return Ok(());
        }
        let mut rest = text;
        while let Some(letter) = rest.trim_start_matches(|c: char| c.is_ascii_digit()).chars().next() {
            let digits = &rest[..rest.find(letter).expect("it was found")];
            rest = &rest[digits.len() + letter.len_utf8()..];
            let Some(kind) = Kind::called(letter).filter(|kind| *kind != Kind::King) else {
                return invalid(format!("the hands have {letter:?}, expected pieces (RBGSNLP or rbgsnlp) or -"));
            };
            let count = if digits.is_empty() { 1 } else { fields::number(digits, "the number in a hand", 1, 18)? };
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let held = u32::from(self.held(side, kind)) + count;
            self.check_count(kind, held)?;
            self.hold(side, kind, held as u8);
        }
        if rest.is_empty() { Ok(()) } else { invalid(format!("the hands end with {}, expected a piece", shown(rest))) }
    }

    fn check_count(&self, kind: Kind, count: u32) -> Result<(), InvalidState> {
        let most = u32::from(V::SET[kind as usize]);
        if count > most {
            let name = kind.name();
            return invalid(format!("a set has {most} {name}s, found {count} on the board and in the hands"));
        }
        Ok(())
    }

    /// Checks that the rules allow the position.
    fn check(&self) -> Result<(), InvalidState> {
        for side in SIDES {
            let kings = self.of_kind(side, Kind::King).count_ones();
            if kings != 1 {
                return invalid(format!("{} has {kings} kings, expected 1", name(side)));
            }
        }
        for kind in Kind::HELD {
            let on_board: u32 = SIDES.into_iter().map(|side| self.of_kind(side, kind).count_ones()).sum();
            let held: u32 = SIDES.into_iter().map(|side| u32::from(self.held(side, kind))).sum();
            self.check_count(kind, on_board + held)?;
        }
        for side in SIDES {
            self.check_squares(side)?;
        }
        if self.is_check(self.to_move.other()) {
            let (side, other) = (name(self.to_move), name(self.to_move.other()));
            return invalid(format!(
                "{other} is in check, but {side} is to move; only the side to move can be in check"
            ));
        }
        Ok(())
    }

    /// Checks that a side has no two pawns on a file, and no piece without a further move.
    fn check_squares(&self, side: Side) -> Result<(), InvalidState> {
        let pawns = self.pawns(side);
        for pawn in members(pawns) {
            if (V::GEOMETRY.column_of(pawn) & pawns).count_ones() > 1 {
                let file = Self::file(pawn);
                return invalid(format!(
                    "{} has two unpromoted pawns on file {file}, expected at most one",
                    name(side)
                ));
            }
        }
        for kind in Kind::HELD {
            let stuck = |square: &Square| !self.piece_of(kind, *square).is_promoted;
            if let Some(square) = members(self.of_kind(side, kind) & dead_end::<V>(side, kind)).find(stuck) {
                let (side, kind, square) = (name(side), kind.name(), Self::square_name(square));
                return invalid(format!("{side} has a {kind} on {square}, where it could never move again"));
            }
        }
        Ok(())
    }

    /// The canonical SFEN.
    pub(super) fn sfen(&self) -> String {
        let size = V::GEOMETRY.side;
        let rows: Vec<String> = (0..size).map(|row| self.row(row)).collect();
        let side = if self.to_move == Side::First { 'b' } else { 'w' };
        let mut hands = String::new();
        for side in SIDES {
            for kind in Kind::HELD {
                let count = self.held(side, kind);
                if count > 1 {
                    hands += &count.to_string();
                }
                if count > 0 {
                    hands.push(of_side(kind.letter(), side));
                }
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        format!("{} {side} {hands} {}", rows.join("/"), self.number)
    }

    fn row(&self, row: usize) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        let size = V::GEOMETRY.side;
        for square in row * size..(row + 1) * size {
            let square = square as Square;
            let Some(side) = self.side_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            let piece = self.piece_at(square).text();
            text += &if side == Side::First { piece } else { piece.to_ascii_lowercase() };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    /// The number of the file that a square is on, from the right.
    fn file(square: Square) -> usize {
        V::GEOMETRY.side - V::GEOMETRY.row_column(square)[1]
    }

    /// A square's file and rank: `7f`.
    pub(super) fn square_name(square: Square) -> String {
        let [row, _] = V::GEOMETRY.row_column(square);
        format!("{}{}", Self::file(square), char::from(b'a' + row as u8))
    }

    /// The square at the beginning of a text, with its rank as a letter or a number (`7f`, `76`), and the rest of the text.
    pub(super) fn split_square(text: &str) -> Option<(Square, &str)> {
        let size = V::GEOMETRY.side;
        let (file, rank) = (text.chars().next()?, text.chars().nth(1)?);
        let row = match rank.to_ascii_lowercase() {
            letter @ 'a'..='i' => usize::from(letter as u8 - b'a'),
            number => (number.to_digit(10)? as usize).checked_sub(1)?,
        };
        let column = size.checked_sub(file.to_digit(10).filter(|file| *file > 0)? as usize)?;
        (row < size).then(|| ((row * size + column) as Square, &text[2..]))
    }
}
