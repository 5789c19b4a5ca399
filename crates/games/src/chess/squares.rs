//! The squares of a FEN while it is read, and error messages about them. Chess and its variants share them.

use cozy_chess::{BitBoard, Color, Piece, Square};

use crate::notation::InvalidState;

/// The piece on every square, a1 first.
pub(crate) type Squares = [Option<(Piece, Color)>; 64];

pub(crate) fn invalid<T>(detail: impl Into<String>) -> Result<T, InvalidState> {
    Err(InvalidState::new(detail))
}

/// The user's text, shortened.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(20) {
        Some((end, _)) => format!("{:?} and more", &text[..end]),
        None => format!("{text:?}"),
    }
}

pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) fn find(squares: &Squares, wanted: impl Fn(Piece, Color) -> bool) -> BitBoard {
    let has = |square: &Square| squares[*square as usize].is_some_and(|(piece, color)| wanted(piece, color));
    Square::ALL.iter().copied().filter(has).collect()
}
