//! Reading and writing states: FEN (Forsyth-Edwards Notation).
//!
//! A FEN followed by `chess960` is a position of Chess960, and `chess960:518` is the start with this number. In the
//! end, `cozy-chess` decides whether a position is valid. The checks before that produce better error messages, and
//! close its two gaps: missing rows, and kings next to each other. The file is long because half of it is examples of
//! states.

use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::rules::{FIFTY_MOVES, SEVENTY_FIVE_MOVES, Variant};
use super::squares::{Squares, find, invalid, name, quoted};
use super::{Chess, castling};
use crate::epd::Epd;
use crate::notation::{InvalidState, NumberedStarts};
use crate::spelling;
use plyd_search::position::Side;

/// The last field of a position of Chess960.
const CHESS960: &str = "chess960";
/// The operations of EPD that have the counters of a FEN.
pub(crate) const CLOCK: &str = "hmvc";
pub(crate) const NUMBER: &str = "fmvn";
/// The number of starts of Chess960, see [`Board::chess960_startpos`].
const STARTS: u32 = 960;

/// In Scharnagl's numbering; 518 is the start of chess.
pub(super) const NUMBERED_STARTS: NumberedStarts =
    NumberedStarts { title: "Chess960", prefix: "chess960:", count: STARTS };

impl Chess {
    pub(super) fn from_fen(text: &str) -> Result<Self, InvalidState> {
        let epd = Epd::split(text);
        let mut fields: Vec<&str> = spelling::fields(epd.position).take(8).collect();
        if let Some(number) = fields.first().and_then(|first| after_chess960(first)?.strip_prefix(':')) {
            return if fields.len() == 1 {
                start(number)
            } else {
                invalid("expected nothing after the number of a Chess960 start")
            };
        }
        let is_chess960 = fields.pop_if(|last| last.eq_ignore_ascii_case(CHESS960)).is_some();
        let variant = if is_chess960 { Variant::Chess960 } else { Variant::Orthodox };
        match fields[..] {
            [] if is_chess960 => return invalid("expected a FEN before chess960, or a number after it: chess960:518"),
            [] => return invalid("the state is empty, expected a FEN"),
            [_, _, _, _, _, _, extra, ..] => {
                let expected = "expected chess960, operations that end with a semicolon, or nothing after the 6 fields";
                return invalid(format!("{expected}, found {}", quoted(extra)));
            }
            _ => {}
        }
        let field = |index, default| fields.get(index).copied().unwrap_or(default);
        let (board, side, castling, en_passant) = (fields[0], field(1, "w"), field(2, "-"), field(3, "-"));
        let (squares, _) = read_board(board, false)?;
        check_material(&squares)?;
        let side = match spelling::side(side, ["w", "b"]) {
            Some(Side::First) => Color::White,
            Some(Side::Second) => Color::Black,
            None => return invalid(format!("the side to move is {}, expected w or b", quoted(side))),
        };
        check_kings(&squares, side)?;
        let (castling, variant) = castling::read(&squares, castling, variant)?;
        check_en_passant(&squares, side, en_passant)?;
        let clock = read_counter("halfmove clock", fields.get(4), epd.operands(CLOCK))?.unwrap_or(0);
        let number = read_counter("move number", fields.get(5), epd.operands(NUMBER))?.unwrap_or(1).max(1);
        // Quiet plies beyond 150 make no difference, and the board itself counts to 100.
        let quiet_plies = clock.min(SEVENTY_FIVE_MOVES.into()) as u8;
        let fen = format!("{board} {side} {castling} {en_passant} {} {number}", quiet_plies.min(FIFTY_MOVES));
        let board = Board::from_fen(&fen, true).map_err(|error| {
            InvalidState::new(match error {
                FenParseError::InvalidEnPassant => {
                    format!("the en passant square is {en_passant}, but that double step cannot have given the check")
                }
                _ => format!("not a legal chess position: {error}"),
            })
        })?;
        Ok(Self { board, late_plies: quiet_plies.saturating_sub(FIFTY_MOVES), variant })
    }

    /// Warnings about the text of this position, see [`doubts`].
    pub(super) fn doubts(&self, text: &str) -> Vec<String> {
        doubts(text, |color, piece| match self.variant {
            Variant::Orthodox => self.board.colored_pieces(color, piece),
            // It was recognised by its castling rights.
            Variant::Chess960 => BitBoard::EMPTY,
        })
    }

    /// The canonical FEN, with the en passant square only if a capture there is legal. In Chess960, castling rights are
    /// the files of the rooks, and the word `chess960` follows.
    pub(super) fn fen(&self) -> String {
        let all = match self.variant {
            Variant::Orthodox => self.board.to_string(),
            Variant::Chess960 => format!("{:#} {CHESS960}", self.board),
        };
        let mut fields: Vec<&str> = all.split(' ').collect();
        let en_passant = self.en_passant().map_or("-".to_owned(), |square| square.to_string());
        fields[3] = &en_passant;
        let clock = self.quiet_plies().to_string();
        fields[4] = &clock;
        fields.join(" ")
    }
}

/// Warnings about the text of a position: it has operations that are ignored, or it ends before its castling rights
/// although `men` has kings and rooks where they could castle.
pub(crate) fn doubts(text: &str, men: impl Fn(Color, Piece) -> BitBoard) -> Vec<String> {
    let epd = Epd::split(text);
    let stands = |piece, color, file| men(color, piece).has(Square::new(file, Rank::First.relative_to(color)));
    let possible = [(Color::White, File::H, 'K'), (Color::White, File::A, 'Q')]
        .into_iter()
        .chain([(Color::Black, File::H, 'k'), (Color::Black, File::A, 'q')])
        .filter(|(color, rook, _)| stands(Piece::King, *color, File::E) && stands(Piece::Rook, *color, *rook));
    let rights: String = possible.map(|(.., letter)| letter).collect();
    let detail = "the FEN ends before its castling rights, so nobody may castle; add";
    let is_doubtful = spelling::fields(epd.position).nth(2).is_none() && !rights.is_empty();
    let missing =
        is_doubtful.then(|| format!("{detail} {rights} if kings and rooks have not moved, or - if they have"));
    missing.into_iter().chain(epd.ignored(&[CLOCK, NUMBER])).collect()
}

/// The rest of a text that begins with `chess960`, in upper or lower case.
pub(crate) fn after_chess960(text: &str) -> Option<&str> {
    let (name, rest) = text.split_at_checked(CHESS960.len())?;
    name.eq_ignore_ascii_case(CHESS960).then_some(rest)
}

/// The start of Chess960 with this number in Scharnagl's numbering.
fn start(number: &str) -> Result<Chess, InvalidState> {
    match spelling::number(number).filter(|number| *number < STARTS) {
        Some(number) => Ok(Chess { variant: Variant::Chess960, ..Chess::from(Board::chess960_startpos(number)) }),
        None => {
            invalid(format!("the number of the Chess960 start is {}, expected 0 to {}", quoted(number), STARTS - 1))
        }
    }
}

/// Reads the rows of a FEN. Also returns the squares of pieces with the mark `~` of promoted ones, if such marks are
/// allowed.
pub(crate) fn read_board(text: &str, allows_promoted: bool) -> Result<(Squares, BitBoard), InvalidState> {
    let rows: Vec<&str> = text.split('/').take(9).collect();
    if rows.len() != 8 {
        let count = if rows.len() > 8 { "more than 8".to_owned() } else { rows.len().to_string() };
        return invalid(format!("the board has {count} rows, expected 8"));
    }
    let (mut squares, mut promoted) = ([None; 64], BitBoard::EMPTY);
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            let piece = Piece::try_from(letter.to_ascii_lowercase());
            match (letter, piece) {
                ('1'..='8', _) => file += letter as usize - '0' as usize,
                (_, Ok(piece)) => {
                    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if file < 8 {
                        squares[8 * rank + file] = Some((piece, color));
                    }
                    file += 1;
                }
                ('~', _) if allows_promoted && (1..=8).contains(&file) && squares[8 * rank + file - 1].is_some() => {
                    promoted |= Square::index(8 * rank + file - 1).bitboard();
                }
                _ => {
                    let expected = "expected a piece (KQRBNP or kqrbnp) or a count of empty squares (1 to 8)";
                    return invalid(format!("rank {} of the board has {letter:?}, {expected}", rank + 1));
                }
            }
        }
        if file != 8 {
            return invalid(format!("rank {} of the board has {file} squares, expected 8", rank + 1));
        }
    }
    Ok((squares, promoted))
}

fn check_material(squares: &Squares) -> Result<(), InvalidState> {
    for color in Color::ALL {
        let count = |wanted: Option<Piece>| find(squares, |p, c| c == color && wanted.is_none_or(|w| w == p)).len();
        let (kings, pawns, all) = (count(Some(Piece::King)), count(Some(Piece::Pawn)), count(None));
        let side = name(color);
        match kings {
            0 => return invalid(format!("{side} has no king")),
            1 => {}
            _ => return invalid(format!("{side} has {kings} kings, expected 1")),
        }
        if pawns > 8 {
            return invalid(format!("{side} has {pawns} pawns, expected at most 8"));
        }
        if all > 16 {
            return invalid(format!("{side} has {all} pieces, expected at most 16"));
        }
    }
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    match (find(squares, |piece, _| piece == Piece::Pawn) & ends).next_square() {
        Some(square) => invalid(format!("there is a pawn on {square}; pawns cannot be on the first or last rank")),
        None => Ok(()),
    }
}

/// Checks that the side to move cannot take the king, and that no more than two pieces give check.
fn check_kings(squares: &Squares, side: Color) -> Result<(), InvalidState> {
    let king = |color| find(squares, |p, c| (p, c) == (Piece::King, color)).next_square().expect("counted before");
    if get_king_moves(king(side)).has(king(!side)) {
        return invalid("the kings stand next to each other");
    }
    let checkers = |color: Color| {
        let (square, occupied) = (king(color), find(squares, |_, _| true));
        let (diagonal, straight) = (get_bishop_moves(square, occupied), get_rook_moves(square, occupied));
        let reach = |piece| match piece {
            Piece::Pawn => get_pawn_attacks(square, color),
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => diagonal,
            Piece::Rook => straight,
            Piece::Queen => diagonal | straight,
            Piece::King => BitBoard::EMPTY,
        };
        Piece::ALL.iter().map(|piece| (find(squares, |p, c| (p, c) == (*piece, !color)) & reach(*piece)).len()).sum()
    };
    let (own, other): (u32, u32) = (checkers(side), checkers(!side));
    if other > 0 {
        let (side, other) = (name(side), name(!side));
        return invalid(format!("{other} is in check, but {side} is to move; only the side to move can be in check"));
    }
    if own > 2 {
        return invalid(format!("{} is in check from {own} pieces at once, expected at most 2", name(side)));
    }
    Ok(())
}

/// Checks that a pawn may just have passed the square.
pub(crate) fn check_en_passant(squares: &Squares, side: Color, text: &str) -> Result<(), InvalidState> {
    if text == "-" {
        return Ok(());
    }
    let Ok(square) = text.parse::<Square>() else {
        return invalid(format!("the en passant square is {}, expected a square like e3 or -", quoted(text)));
    };
    let rank = Rank::Sixth.relative_to(side);
    if square.rank() != rank {
        return invalid(format!(
            "the en passant square is {square}, expected one on rank {rank} with {} to move",
            name(side)
        ));
    }
    let file: File = square.file();
    let at = |rank: Rank| squares[Square::new(file, rank.relative_to(side)) as usize];
    if at(Rank::Sixth).is_some() || at(Rank::Seventh).is_some() || at(Rank::Fifth) != Some((Piece::Pawn, !side)) {
        return invalid(format!("the en passant square is {square}, but no {} pawn has just passed it", name(!side)));
    }
    Ok(())
}

/// A counter of a FEN, which may be a field and an operation.
pub(crate) fn read_counter<'a>(
    what: &str,
    field: Option<&&'a str>,
    operands: impl Iterator<Item = &'a str>,
) -> Result<Option<u16>, InvalidState> {
    let mut found = None;
    for text in field.copied().into_iter().chain(operands) {
        let number = spelling::number(text).and_then(|number| number.try_into().ok()).ok_or_else(|| {
            InvalidState(format!("the {what} is {}, expected a number from 0 to {}", quoted(text), u16::MAX))
        })?;
        match found.replace(number) {
            Some(other) if other != number => return invalid(format!("the {what} is {other}, and then {number}")),
            _ => {}
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_state_has_an_en_passant_square_only_where_a_capture_is_legal() {
        for (given, canonical) in [
            // The counters may be left out, and castling rights may be in any order.
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
            // In the first position, both pawns would leave the king's rank together; in the second, the capturing pawn
            // is pinned.
            ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"),
        ] {
            let position = Chess::from_fen(given).unwrap_or_else(|error| panic!("{given}: {error}"));
            assert_eq!(position.fen(), canonical);
            assert_eq!(Chess::from_fen(canonical).unwrap().fen(), canonical);
        }
    }

    #[test]
    fn other_spellings_of_a_fen_are_read() {
        let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (given, canonical) in [
            // Fields left out: white, no castling rights, no en passant square, 0 and 1.
            ("4k3/8/8/8/8/8/8/4K3", bare),
            ("4k3/8/8/8/8/8/8/4K3 w", bare),
            ("4k3/8/8/8/8/8/8/4K3 w -", bare),
            ("4k3/8/8/8/8/8/8/4K3 w - -", bare),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", bare),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 0", bare),
            (" 4k3/8/8/8/8/8/8/4K3  w\t- - 00 01\r\n", bare),
            ("4k3/8/8/8/8/8/8/4K3_w_-_-_0_1", bare),
            ("8/R7/7r/1k6/3KB3/8/8/8 w - - 101 112", "8/R7/7r/1k6/3KB3/8/8/8 w - - 101 112"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", start),
            ("4k3/8/8/8/8/8/8/5K1R w KQkq - 0 1", "4k3/8/8/8/8/8/8/5K1R w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "4k2R/8/8/8/8/8/8/4K3 b - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K2R w HA - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ] {
            let position = Chess::from_fen(given).unwrap_or_else(|error| panic!("{given}: {error}"));
            assert_eq!(position.fen(), canonical, "{given}");
        }
    }

    #[test]
    fn operations_after_the_fields_are_ignored_except_the_counters() {
        let queen = "8/8/8/8/3k4/2R5/8/K6Q w - - 0 1";
        let ignored = "these operations after the position are ignored: ";
        for (given, canonical, warned) in [
            ("8/8/8/8/3k4/2R5/8/K6Q w - - dm 6;", queen, "dm"),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - bm Qd5+ Qe1; id \"a; b\"; c0 \"x # y\";", queen, "bm, id, c0"),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1 am Qe4+; acd 9", queen, "am, acd"),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1 ;D1 20 ;D2 400", queen, "D1, D2"),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1;", queen, ""),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - ; ", queen, ""),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1 # italian; D1", queen, ""),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1 # italian", queen, ""),
            ("8/8/8/8/3k4/2R5/8/K6Q # a remark", queen, ""),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - hmvc 3; fmvn 12;", "8/8/8/8/3k4/2R5/8/K6Q w - - 3 12", ""),
            ("8/8/8/8/3k4/2R5/8/K6Q_w_-_-_3_bm_Qd5+;_fmvn_12;", "8/8/8/8/3k4/2R5/8/K6Q w - - 3 12", "bm"),
            ("8/8/8/8/3k4/2R5/8/K6Q w - - 3 12 hmvc 3;", "8/8/8/8/3k4/2R5/8/K6Q w - - 3 12", ""),
            ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1 chess960 bm c1b1;", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1 chess960", "bm"),
            ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1 ;D1 9", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1 chess960", "D1"),
        ] {
            let position = Chess::from_fen(given).unwrap_or_else(|error| panic!("{given}: {error}"));
            assert_eq!(position.fen(), canonical, "{given}");
            let warned = (!warned.is_empty()).then(|| format!("{ignored}{warned}"));
            assert_eq!(position.doubts(given), Vec::from_iter(warned), "{given}");
        }
    }

    #[test]
    fn chess960_is_read_from_rook_files_or_from_its_name() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 chess960";
        let rooks = "1rk3r1/8/8/8/8/8/8/1RK3R1 b GBgb - 0 1 chess960";
        let inner = "4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1 chess960";
        let outer = "4k3/8/8/8/8/8/8/R1R1KR1R w HA - 0 1 chess960";
        for (given, canonical) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 chess960", start),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1_Chess960", start),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq chess960", start),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HkaQ - 0 1 chess960", start),
            ("1rk3r1/8/8/8/8/8/8/1RK3R1 b KQkq - 0 1 chess960", rooks),
            ("1rk3r1/8/8/8/8/8/8/1RK3R1 b GBgb - 0 1", rooks),
            ("4k3/8/8/8/8/8/8/R1R1KR1R w CF - 0 1", inner),
            ("4k3/8/8/8/8/8/8/R1R1KR1R w KQ - 0 1 chess960", outer),
            ("4k3/8/8/8/8/8/8/R1R1KR1R w FQ - 0 1", "4k3/8/8/8/8/8/8/R1R1KR1R w FA - 0 1 chess960"),
            // A file with the king elsewhere can only be Chess960.
            ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1 chess960"),
            // Rights that the board contradicts: no rook on the file, or the king elsewhere.
            ("4k3/8/8/8/8/8/8/R3K1R1 w CG - 0 1", "4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1 chess960"),
            ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1 chess960", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1 chess960"),
            ("4k3/8/8/8/8/8/8/4K3 w EKQk - 3 9 chess960", "4k3/8/8/8/8/8/8/4K3 w - - 3 9 chess960"),
            ("4k3/8/8/8/8/8/8/6RK w KG - 0 1 chess960", "4k3/8/8/8/8/8/8/6RK w G - 0 1 chess960"),
            ("chess960:518", start),
            (" Chess960:0518\n", start),
        ] {
            let position = Chess::from_fen(given).unwrap_or_else(|error| panic!("{given}: {error}"));
            assert_eq!(position.fen(), canonical, "{given}");
            assert_eq!(Chess::from_fen(canonical).unwrap().fen(), canonical);
        }
        // Without the word `chess960`, KQkq are rights of orthodox chess, unless they are possible only in Chess960.
        let fitting = Chess::from_fen("4k3/8/8/8/8/8/8/1RK3R1 w KQ - 0 1").unwrap();
        assert_eq!(fitting.fen(), "4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1 chess960");
        for rights in ["KQkq", "KQk", "Kq"] {
            let moved = Chess::from_fen(&format!("r3k2r/8/8/8/8/8/8/1RK3R1 w {rights} - 0 1")).unwrap();
            assert!(!moved.fen().contains("chess960"), "{}", moved.fen());
        }
    }

    /// Numbers from the table in Wikipedia's "Fischer random chess numbering scheme".
    #[test]
    fn the_960_starts_have_their_numbers() {
        let row = |number: u32| {
            let state = Chess::from_fen(&format!("chess960:{number}")).unwrap().fen();
            let fields: Vec<&str> = state.split(' ').collect();
            let rows: Vec<&str> = fields[0].split('/').collect();
            assert_eq!((rows[0], rows[1..7].join("/")), (&*rows[7].to_lowercase(), "pppppppp/8/8/8/8/PPPPPPPP".into()));
            let file = |from: Option<usize>| char::from(b'A' + from.unwrap() as u8);
            let (left, right) = (file(rows[7].find('R')), file(rows[7].rfind('R')));
            let rights = format!("{right}{left}");
            assert_eq!(fields[1..].join(" "), format!("w {rights}{} - 0 1 chess960", rights.to_lowercase()));
            rows[7].to_owned()
        };
        let rows: Vec<String> = (0..STARTS).map(row).collect();
        for (number, expected) in
            [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
        {
            assert_eq!(rows[number], expected, "{number}");
        }
        for row in &rows {
            let at = |piece: char| row.match_indices(piece).map(|(index, _)| index).collect::<Vec<_>>();
            let (bishops, rooks, king) = (at('B'), at('R'), at('K')[0]);
            assert!((bishops[0] + bishops[1]) % 2 == 1 && (rooks[0]..rooks[1]).contains(&king), "{row}");
        }
        let different: std::collections::HashSet<&String> = rows.iter().collect();
        assert_eq!(different.len(), 960);
    }

    #[test]
    fn wrong_states_are_refused_with_what_is_wrong() {
        for (state, says) in [
            ("", "empty"),
            (" \n", "empty"),
            ("_", "empty"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "or nothing after the 6 fields, found \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 chess961", "found \"chess961\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2 chess960", "found \"2\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 chess960 chess960", "after the 6 fields"),
            ("chess960", "expected a FEN before chess960, or a number after it"),
            ("chess960:", "the number of the Chess960 start is \"\", expected 0 to 959"),
            ("chess960:960", "the number of the Chess960 start is \"960\", expected 0 to 959"),
            ("chess960:-1", "expected 0 to 959"),
            ("chess960:99999999999999999999999", "and more, expected 0 to 959"),
            ("chess960:518 w", "expected nothing after the number of a Chess960 start"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 rows, expected 8"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 rows"),
            ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 of the board has 7 squares"),
            ("4k3/8/8/8/8/8/8/4K3P w - - 0 1", "rank 1 of the board has 9 squares"),
            ("4k3/8/8/88888888888888888888888/8/8/8/4K3 w - - 0 1", "184 squares"),
            ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "rank 5 of the board has '9'"),
            ("4k3/8/8/08/8/8/8/4K3 w - - 0 1", "has '0'"),
            ("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "has 'x'"),
            ("4k3/8/8/3♔4/8/8/8/4K3 w - - 0 1", "has '♔'"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has no king"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "white has 2 kings"),
            ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "black has 9 pawns"),
            ("4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1", "white has 17 pieces"),
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "there is a pawn on a1"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "there is a pawn on h8"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is \"x\""),
            ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "next to each other"),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check, but white is to move"),
            ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "black is in check"),
            ("4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", "white is in check, but black is to move"),
            ("4k3/8/8/8/4r2b/3n4/8/4K3 w - - 0 1", "white is in check from 3 pieces"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling right K is given twice"),
            ("4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "the castling rights are \"Kx\""),
            ("4k3/8/8/8/8/8/8/4K2R w HAxa - 0 1", "the castling rights are \"HAxa\""),
            ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "give white two on the same side of its king"),
            ("4k1rr/8/8/8/8/8/8/4K3 w gh - 0 1", "give black two on the same side of its king"),
            ("4k3/8/8/8/8/8/8/4KR1R w FF - 0 1", "castling right F is given twice"),
            ("4k3/8/8/8/8/8/8/4K2R w Ki - 0 1", "the castling rights are \"Ki\""),
            ("4k3/8/8/8/8/8/8/4K2R w -- - 0 1", "the castling rights are \"--\""),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "the en passant square is \"e9\""),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "expected one on rank 6 with white to move"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "that double step cannot have given the check"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "the halfmove clock is \"65536\", expected a number from 0 to 65535"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the halfmove clock is \"-1\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "the halfmove clock is \"+1\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the halfmove clock is \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3 9 hmvc 4;", "the halfmove clock is 3, and then 4"),
            ("4k3/8/8/8/8/8/8/4K3 w - - fmvn 7; fmvn 8;", "the move number is 7, and then 8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc; fmvn 8;", "the halfmove clock is \"\", expected a number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "found \"moves\""),
            ("4k3/8/8/8/8/8/8/4K3 w bm Kd2;", "the castling rights are \"bm\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "the move number is \"65536\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999999999", "and more, expected a number from 0"),
        ] {
            let error = Chess::from_fen(state).expect_err(state);
            assert!(error.0.contains(says), "{state}: {error}");
            assert!(error.0.len() < 200, "{error}");
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        for text in [
            "/",
            "////////",
            "é",
            "🦀 🦀 🦀 🦀",
            "8/8/8/8/8/8/8/8 w - -",
            "k7/8/8/8/8/8/8/K7 w - é6",
            "k7/8/8/8/8/8/8/K7 w é -",
        ] {
            assert!(Chess::from_fen(text).is_err(), "{text}");
        }
        for filler in ["8", "/", " ", "k", "9", "é"] {
            let long = filler.repeat(100_000);
            let error = Chess::from_fen(&long).expect_err("long");
            assert!(error.0.len() < 200, "{error}");
        }
    }
}
