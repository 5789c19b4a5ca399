//! Reading and writing states: FEN (Forsyth-Edwards Notation).
//!
//! `cozy-chess` has the last word on what is a position. The checks before it find words for what is wrong, and close
//! its three gaps: rows left out, kings side by side, and castling rights as in Chess960.

use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::Chess;
use super::rules::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};
use crate::notation::InvalidState;

/// The piece on every square, a1 first.
type Squares = [Option<(Piece, Color)>; 64];

impl Chess {
    pub(super) fn from_fen(text: &str) -> Result<Self, InvalidState> {
        let fields: Vec<&str> = text.split(' ').take(8).collect();
        if fields.contains(&"") {
            return invalid(match text {
                "" => "the state is empty, expected a FEN",
                _ => "two spaces in a row, or one at an end; FEN fields are apart by single spaces",
            });
        }
        let (position, counters) = match fields.as_slice() {
            [board, side, castling, en_passant] => ([*board, *side, *castling, *en_passant], ["0", "1"]),
            [board, side, castling, en_passant, half, full] => {
                ([*board, *side, *castling, *en_passant], [*half, *full])
            }
            _ => {
                let count = if fields.len() > 6 { "more than 6".to_owned() } else { fields.len().to_string() };
                return invalid(format!("the FEN has {count} fields, expected 6, or 4 without the counters"));
            }
        };
        let [board, side, castling, en_passant] = position;
        let squares = read_board(board)?;
        check_material(&squares)?;
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return invalid(format!("the side to move is {}, expected w or b", quoted(side))),
        };
        check_kings(&squares, side)?;
        check_castling(&squares, castling)?;
        check_en_passant(&squares, side, en_passant)?;
        let quiet_plies = check_counters(counters)?;
        let clock = quiet_plies.min(FIFTY_MOVES).to_string();
        let fen = [position.as_slice(), &[&clock, counters[1]]].concat().join(" ");
        let board = Board::from_fen(&fen, false).map_err(|error| {
            InvalidState::new(match error {
                FenParseError::InvalidEnPassant => {
                    format!("the en passant square is {en_passant}, but the check cannot come from that double step")
                }
                _ => format!("not a legal chess position: {error}"),
            })
        })?;
        Ok(Self { board, late_plies: quiet_plies.saturating_sub(FIFTY_MOVES) })
    }

    /// The canonical FEN, with the en passant square only where a capture is legal.
    pub(super) fn fen(&self) -> String {
        let all = self.board.to_string();
        let mut fields: Vec<&str> = all.split(' ').collect();
        let en_passant = self.en_passant().map_or("-".to_owned(), |square| square.to_string());
        fields[3] = &en_passant;
        let clock = self.quiet_plies().to_string();
        fields[4] = &clock;
        fields.join(" ")
    }
}

fn invalid<T>(detail: impl Into<String>) -> Result<T, InvalidState> {
    Err(InvalidState::new(detail))
}

/// The user's text, shortened.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{:?} and more", &text[..end]),
        None => format!("{text:?}"),
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn read_board(text: &str) -> Result<Squares, InvalidState> {
    let rows: Vec<&str> = text.split('/').take(9).collect();
    if rows.len() != 8 {
        let count = if rows.len() > 8 { "more than 8".to_owned() } else { rows.len().to_string() };
        return invalid(format!("the board has {count} rows, expected 8"));
    }
    let mut squares = [None; 64];
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
    Ok(squares)
}

fn find(squares: &Squares, wanted: impl Fn(Piece, Color) -> bool) -> BitBoard {
    let has = |square: &Square| squares[*square as usize].is_some_and(|(piece, color)| wanted(piece, color));
    Square::ALL.iter().copied().filter(has).collect()
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
        Some(square) => invalid(format!("a pawn stands on {square}; there are none on the first and the last rank")),
        None => Ok(()),
    }
}

/// The side to move cannot be able to take the king, and no move gives check with more than two pieces.
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
        return invalid(format!("{other} is in check, but {side} is to move; the side to move is the one in check"));
    }
    if own > 2 {
        return invalid(format!("{} is in check by {own} pieces at once, expected at most 2", name(side)));
    }
    Ok(())
}

fn check_castling(squares: &Squares, text: &str) -> Result<(), InvalidState> {
    if text == "-" {
        return Ok(());
    }
    let mut seen = String::new();
    for right in text.chars() {
        let (color, king, rook) = match right {
            'K' => (Color::White, Square::E1, Square::H1),
            'Q' => (Color::White, Square::E1, Square::A1),
            'k' => (Color::Black, Square::E8, Square::H8),
            'q' => (Color::Black, Square::E8, Square::A8),
            _ => return invalid(format!("the castling rights are {}, expected letters of KQkq or -", quoted(text))),
        };
        if seen.contains(right) {
            return invalid(format!("the castling right {right} is given twice"));
        }
        seen.push(right);
        let stands = |piece, square: Square| squares[square as usize] == Some((piece, color));
        if !stands(Piece::King, king) || !stands(Piece::Rook, rook) {
            let side = name(color);
            return invalid(format!(
                "the castling right {right} needs a {side} king on {king} and a {side} rook on {rook}"
            ));
        }
    }
    Ok(())
}

fn check_en_passant(squares: &Squares, side: Color, text: &str) -> Result<(), InvalidState> {
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

/// The plies since the last capture or pawn's move. Those beyond the hundred and fiftieth make no difference.
fn check_counters([half, full]: [&str; 2]) -> Result<u8, InvalidState> {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u16>().ok()).flatten();
    let Some(quiet_plies) = number(half) else {
        return invalid(format!("the halfmove clock is {}, expected a number from 0 to 65535", quoted(half)));
    };
    if number(full).is_none_or(|moves| moves == 0) {
        return invalid(format!("the move number is {}, expected a number from 1 to 65535", quoted(full)));
    }
    Ok(quiet_plies.min(SEVENTY_FIVE_MOVES.into()) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_state_has_an_en_passant_square_only_where_a_capture_is_legal() {
        for (given, canonical) in [
            // The counters may be left out, castling rights come in any order.
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            ),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
            // In the first, both pawns would leave the king's rank at once; in the second, the captor is pinned.
            ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"),
        ] {
            let position = Chess::from_fen(given).unwrap_or_else(|error| panic!("{given}: {error}"));
            assert_eq!(position.fen(), canonical);
            assert_eq!(Chess::from_fen(canonical).unwrap().fen(), canonical);
        }
    }

    #[test]
    fn wrong_states_are_refused_with_what_is_wrong() {
        for (state, says) in [
            ("", "empty"),
            (" ", "single spaces"),
            ("4k3/8/8/8/8/8/8/4K3  w - - 0 1", "single spaces"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "single spaces"),
            ("4k3/8/8/8/8/8/8/4K3\tw - - 0 1", "5 fields"),
            ("4k3/8/8/8/8/8/8/4K3", "1 fields, expected 6"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", "5 fields"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "more than 6 fields"),
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
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is \"W\""),
            ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "next to each other"),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check, but white is to move"),
            ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "black is in check"),
            ("4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", "white is in check, but black is to move"),
            ("4k3/8/8/8/4r2b/3n4/8/4K3 w - - 0 1", "white is in check by 3 pieces"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling right K is given twice"),
            ("4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "the castling rights are \"Kx\""),
            ("4k3/8/8/8/8/8/8/4K2R w HAha - 0 1", "the castling rights are \"HAha\""),
            ("4k3/8/8/8/8/8/8/4K2R w -- - 0 1", "the castling rights are \"--\""),
            ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "needs a white king on e1 and a white rook on h1"),
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling right Q needs"),
            ("4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "needs a black king on e8 and a black rook on h8"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "the en passant square is \"e9\""),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "expected one on rank 6 with white to move"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "no black pawn has just passed it"),
            ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1", "the check cannot come from that double step"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "the halfmove clock is \"65536\", expected a number from 0 to 65535"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the halfmove clock is \"-1\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "the halfmove clock is \"+1\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the halfmove clock is \"x\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number is \"0\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "the move number is \"65536\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999999999", "and more, expected a number from 1"),
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
