//! Reading and writing states: FEN, with what the variants add to it.

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square};

use super::board::{Board, Variant, first_rank};
use crate::chess::castling::is_chess960;
use crate::chess::fen::{CLOCK, NUMBER, after_chess960, check_en_passant, read_board, read_counter};
use crate::chess::rules::SEVENTY_FIVE_MOVES;
use crate::chess::squares::{invalid, name, quoted};
use crate::epd::Epd;
use crate::notation::InvalidState;
use crate::spelling;
use plyd_search::position::Side;

impl<V: Variant> Board<V> {
    pub(super) fn from_fen(text: &str) -> Result<Self, InvalidState> {
        let epd = Epd::split(text);
        let mut fields: Vec<&str> = spelling::fields(epd.position).take(9).collect();
        if fields.is_empty() {
            return invalid("the state is empty, expected a FEN");
        }
        if fields.iter().any(|field| after_chess960(field).is_some()) {
            return invalid("this variant has no Chess960 starts");
        }
        let extra = V::take_extra(&mut fields)?;
        if let Some(more) = fields.get(6) {
            let expected = "expected operations that end with a semicolon, or nothing after the fields of a FEN";
            return invalid(format!("{expected}, found {}", quoted(more)));
        }
        let field = |index, default| fields.get(index).copied().unwrap_or(default);
        let (squares, promoted) = read_board(fields[0], V::HAS_POCKETS)?;
        let mut board = Self::empty();
        board.extra = extra;
        for (index, square) in squares.iter().enumerate() {
            if let Some((piece, color)) = *square {
                board.toggle(color, piece, Square::index(index));
            }
        }
        V::set_promoted(&mut board, promoted);
        board.side = match spelling::side(field(1, "w"), ["w", "b"]) {
            Some(Side::First) => Color::White,
            Some(Side::Second) => Color::Black,
            None => return invalid(format!("the side to move is {}, expected w or b", quoted(fields[1]))),
        };
        board.check_material()?;
        if is_chess960(&squares, field(2, "-")) {
            let rights = quoted(field(2, "-"));
            return invalid(format!("the castling rights {rights} are Chess960's, which this variant does not have"));
        }
        board.castling = board.read_castling(field(2, "-"))?;
        check_en_passant(&squares, board.side, field(3, "-"))?;
        board.passed = field(3, "-").parse().ok();
        let clock = read_counter("halfmove clock", fields.get(4), epd.operands(CLOCK))?.unwrap_or(0);
        board.quiet_plies = clock.min(SEVENTY_FIVE_MOVES.into()) as u8;
        board.number = read_counter("move number", fields.get(5), epd.operands(NUMBER))?.unwrap_or(1).max(1);
        board.check_kings()?;
        // Two spellings of one position are equal.
        board.passed = board.en_passant();
        Ok(board)
    }

    fn check_material(&self) -> Result<(), InvalidState> {
        for color in Color::ALL {
            let (kings, men) = (self.men(color, Piece::King).len(), self.color(color).len());
            let (side, expected) = (name(color), &V::KINGS[color as usize]);
            if !expected.contains(&kings) {
                let expected = if expected.start() == expected.end() {
                    expected.end().to_string()
                } else {
                    format!("{} to {}", expected.start(), expected.end())
                };
                return invalid(format!("{side} has {kings} kings, expected {expected}"));
            }
            let most = V::MOST_MEN[color as usize];
            if men > most {
                return invalid(format!("{side} has {men} pieces, expected at most {most}"));
            }
        }
        let white_starts = if V::LONG_STEP_FROM_FIRST_RANK { BitBoard::EMPTY } else { Rank::First.bitboard() };
        let ends = Rank::Eighth.bitboard() & self.kind(Piece::Pawn)
            | white_starts & self.kind(Piece::Pawn)
            | Rank::First.bitboard() & self.men(Color::Black, Piece::Pawn);
        if let Some(square) = ends.next_square() {
            return invalid(format!("there is a pawn on {square}; pawns cannot be on the first or last rank"));
        }
        V::check(self)
    }

    /// Checks that the side to move cannot take the king, unless the game is over.
    fn check_kings(&self) -> Result<(), InvalidState> {
        if V::goal(self).is_none() && self.gives_check(self.side) {
            let (side, other) = (name(self.side), name(!self.side));
            return invalid(format!(
                "{other} is in check, but {side} is to move; only the side to move can be in check"
            ));
        }
        Ok(())
    }

    /// The rooks that may castle. Rights that the board contradicts are dropped.
    fn read_castling(&self, text: &str) -> Result<BitBoard, InvalidState> {
        let mut rooks = BitBoard::EMPTY;
        for letter in text.chars().filter(|_| text != "-") {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let file = match letter.to_ascii_lowercase() {
                'k' | 'h' => File::H,
                'q' | 'a' => File::A,
                _ => {
                    return invalid(format!("the castling rights are {}, expected letters of KQkq or -", quoted(text)));
                }
            };
            let rook = Square::new(file, first_rank(color));
            if rooks.has(rook) {
                return invalid(format!("the castling right {letter} is given twice"));
            }
            let king = Square::new(File::E, first_rank(color));
            let may = self.men(color, Piece::King).has(king) && self.men(color, Piece::Rook).has(rook);
            rooks |= if V::CASTLES && may { rook.bitboard() } else { BitBoard::EMPTY };
        }
        Ok(rooks)
    }

    /// The canonical FEN, with the en passant square only if a capture there is legal.
    pub(super) fn fen(&self) -> String {
        let rows: Vec<String> = Rank::ALL.into_iter().rev().map(|rank| self.row(rank)).collect();
        let side = if self.side == Color::White { "w" } else { "b" };
        let rights = [(Square::H1, 'K'), (Square::A1, 'Q'), (Square::H8, 'k'), (Square::A8, 'q')];
        let mut castling: String =
            rights.into_iter().filter(|(rook, _)| self.castling.has(*rook)).map(|(_, letter)| letter).collect();
        if castling.is_empty() {
            castling.push('-');
        }
        let passed = self.en_passant().map_or("-".to_owned(), |square| square.to_string());
        let (pocket, checks) = (V::pocket(self), V::checks(self));
        let (quiet, number) = (self.quiet_plies, self.number);
        format!("{}{pocket} {side} {castling} {passed}{checks} {quiet} {number}", rows.join("/"))
    }

    fn row(&self, rank: Rank) -> String {
        let (mut row, mut empty) = (String::new(), 0);
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some(letter) = self.letter_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &std::mem::take(&mut empty).to_string();
            }
            row.push(letter);
            if V::is_promoted(self, square) {
                row.push('~');
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    }

    /// The letter of the piece on a square.
    pub(super) fn letter_on(&self, square: Square) -> Option<char> {
        let letter = char::from(self.piece_on(square)?);
        Some(if self.color(Color::White).has(square) { letter.to_ascii_uppercase() } else { letter })
    }
}
