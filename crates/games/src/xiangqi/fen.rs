//! Reading and writing states: FEN as programs for xiangqi have it.

use super::board::{Piece, Xiangqi};
use super::rules::QUIET_PLIES_MAX;
use super::squares::{COUNT, FILES, HALVES, PLACES, RANKS, Square, Squares, bit, file, members, rank};
use crate::fields;
use crate::notation::InvalidState;
use crate::spelling::{self, shown};
use plyd_search::position::Side;

/// The sides in error messages.
const NAMES: [&str; 2] = ["red", "black"];

const SIDES: [Side; 2] = [Side::First, Side::Second];

fn invalid<T>(detail: impl Into<String>) -> Result<T, InvalidState> {
    Err(InvalidState::new(detail))
}

impl Piece {
    /// Its letter in a FEN, in lower case.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Advisor => 'a',
            Self::Elephant => 'b',
            Self::Horse => 'n',
            Self::Cannon => 'c',
            Self::Rook => 'r',
            Self::General => 'k',
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Cannon => "cannon",
            Self::Rook => "rook",
            Self::General => "general",
        }
    }

    /// The piece with a letter of a FEN in either case. `e` and `h` are elephant and horse in some programs.
    fn called(letter: char) -> Option<Self> {
        let letter = match letter.to_ascii_lowercase() {
            'e' => 'b',
            'h' => 'n',
            letter => letter,
        };
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}

/// The name of a square.
pub(super) fn name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file(square)), rank(square))
}

impl Xiangqi {
    pub(super) fn from_fen(text: &str) -> Result<Self, InvalidState> {
        let mut fields = spelling::fields(text);
        let Some(board) = fields.next() else { return invalid("the state is empty, expected a FEN") };
        let mut position = Self::empty();
        position.read_board(board)?;
        position.side = match fields.next().map(|side| (side, side.to_ascii_lowercase())) {
            None => Side::First,
            Some((_, side)) if side == "w" || side == "r" => Side::First,
            Some((_, side)) if side == "b" => Side::Second,
            Some((given, _)) => {
                return invalid(format!("the side to move is {}, expected w (red) or b (black)", shown(given)));
            }
        };
        let mut fields = fields.take(5).peekable();
        for _ in 0..2 {
            fields.next_if_eq(&"-");
        }
        let mut number = |what, default| fields.next().map_or(Ok(default), |text| counter(text, what));
        position.quiet_plies = number("number of plies without a capture", 0)?.min(QUIET_PLIES_MAX.into()) as u8;
        position.number = number("number of the move", 1)?.max(1);
        if let Some(more) = fields.next() {
            return invalid(format!("expected nothing after the number of the move, found {}", shown(more)));
        }
        position.check_men()?;
        position.check_generals()?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), InvalidState> {
        let rows = text.split('/').count();
        if rows != usize::from(RANKS) {
            return invalid(format!("the board has {rows} rows, expected {RANKS}"));
        }
        for (row, rank) in text.split('/').zip((0..RANKS).rev()) {
            let mut width = 0_usize;
            for letter in row.chars() {
                match (Piece::called(letter), letter.to_digit(10)) {
                    (Some(piece), _) if width < usize::from(FILES) => {
                        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                        self.toggle(side, piece, FILES * rank + width as u8);
                        width += 1;
                    }
                    (Some(_), _) => width += 1,
                    (None, Some(run @ 1..)) => width += run as usize,
                    _ => {
                        let expected =
                            "expected one of KABNRCP for red, kabnrcp for black, or a number of empty points";
                        return invalid(format!("rank {rank} of the board has {letter:?}, {expected}"));
                    }
                }
            }
            if width != usize::from(FILES) {
                return invalid(format!("rank {rank} of the board has {width} points, expected {FILES}"));
            }
        }
        Ok(())
    }

    /// Checks that there are no more men than in a set, and that they stand where they can have gone.
    fn check_men(&self) -> Result<(), InvalidState> {
        for (side, side_name) in SIDES.into_iter().zip(NAMES) {
            if self.men(side, Piece::General) == 0 {
                return invalid(format!("{side_name} has no general"));
            }
            for piece in Piece::ALL {
                let (men, name) = (self.men(side, piece), piece.name());
                let (count, most) = (men.count_ones(), piece.in_set());
                if count > most {
                    return invalid(format!("{side_name} has {count} {name}s, expected at most {most}"));
                }
                if let Some(square) = members(men & !places(side, piece)).next() {
                    return invalid(format!(
                        "there is {} {name} of {side_name} on {}, which it cannot reach",
                        if matches!(piece, Piece::Advisor | Piece::Elephant) { "an" } else { "a" },
                        self::name(square)
                    ));
                }
            }
            let at_home = self.men(side, Piece::Pawn) & HALVES[side.index()];
            for pawn in members(at_home) {
                if members(at_home).any(|other| other > pawn && file(other) == file(pawn)) {
                    let file = char::from(b'a' + file(pawn));
                    return invalid(format!(
                        "{side_name} has two pawns on file {file} before the river, which they cannot reach"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks that the side to move cannot take the general.
    fn check_generals(&self) -> Result<(), InvalidState> {
        let (side, other) = (NAMES[self.side.index()], NAMES[self.side.other().index()]);
        if !self.is_checked(self.side.other()) {
            return Ok(());
        }
        let [one, two] = SIDES.map(|side| self.general(side));
        let between = (one + FILES..two).step_by(FILES.into()).fold(0, |set, square| set | bit(square));
        if file(one) == file(two) && between & self.occupied() == 0 {
            let file = char::from(b'a' + file(one));
            return invalid(format!("the generals face each other on file {file}, which no move may allow"));
        }
        invalid(format!("{other} is in check, but {side} is to move; only the side to move can be in check"))
    }

    /// The canonical FEN.
    pub(super) fn fen(&self) -> String {
        let rows: Vec<String> = (0..RANKS).rev().map(|rank| self.row(rank)).collect();
        let side = ['w', 'b'][self.side.index()];
        format!("{} {side} - - {} {}", rows.join("/"), self.quiet_plies, self.number)
    }

    fn row(&self, rank: u8) -> String {
        let letters: Vec<Option<char>> = (0..FILES).map(|file| self.letter_on(FILES * rank + file)).collect();
        let written = letters.chunk_by(|one, other| one.is_none() && other.is_none()).map(|run| match run[0] {
            Some(letter) => letter.to_string(),
            None => run.len().to_string(),
        });
        written.collect()
    }

    /// The letter of the piece on a square.
    pub(super) fn letter_on(&self, square: Square) -> Option<char> {
        let (side, piece) = self.on(square)?;
        Some(if side == Side::First { piece.letter().to_ascii_uppercase() } else { piece.letter() })
    }
}

fn counter(text: &str, what: &str) -> Result<u16, InvalidState> {
    Ok(fields::number(text, &format!("the {what}"), 0, u16::MAX.into())? as u16)
}

/// Where a side's piece can be.
fn places(side: Side, piece: Piece) -> Squares {
    let places = &PLACES[side.index()];
    match piece {
        Piece::Pawn => places.pawn,
        Piece::Advisor => places.advisor,
        Piece::Elephant => places.elephant,
        Piece::General => places.general,
        Piece::Horse | Piece::Cannon | Piece::Rook => (1 << COUNT) - 1,
    }
}
