//! A board for clients that do not know the game: a matrix of cells, its layout, its pieces, and the cells that a move
//! touches.

use serde::Serialize;

use plyd_search::position::Side;

/// A row from the top and a column from the left, both from 0.
pub type RowColumn = [usize; 2];

/// The rows of a board from top to bottom, `None` for an empty cell.
pub type Board = Vec<Vec<Option<Content>>>;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// One of the game's [pieces](Piece).
    Letter(char),
    /// A number of equal things: seeds in a pit, bones on a heap.
    Number(u32),
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Squares in two colours as on a chessboard. The bottom left square is dark.
    Squares,
    /// Plain squares.
    Cells,
    /// Points where lines cross.
    Points,
    /// Hexagons, each row half a cell further to the right than the one above.
    Hexes,
    /// Two rows of pits between two stores. The first and the last column are one store each, the same in both rows.
    Pits,
    /// Dots in even rows and columns, edges between two dots, boxes between four dots.
    Edges,
    /// Heaps side by side.
    Heaps,
}

impl Layout {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Cells => "cells",
            Self::Points => "points",
            Self::Hexes => "hexes",
            Self::Pits => "pits",
            Self::Edges => "edges",
            Self::Heaps => "heaps",
        }
    }

    /// Whether columns usually have letters, and rows numbers.
    pub(crate) const fn has_coordinates(self) -> bool {
        matches!(self, Self::Squares | Self::Cells | Self::Points | Self::Hexes)
    }
}

/// The colour that a side's pieces or boxes are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

/// A side as people name it and see it. Its name in states and answers is one of `About::players`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Look {
    /// What people call it, such as `Red`.
    pub name: &'static str,
    /// The colour of its pieces; `None` if pieces have no colour, as in mancala.
    pub colour: Option<Colour>,
    /// Whether its pieces look like the other side's, but turned round: the tiles of shogi, which point away from
    /// their owner.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub turned: bool,
}

impl Look {
    /// White and black.
    pub const WHITE_BLACK: [Self; 2] = [Self::of("White", Colour::White), Self::of("Black", Colour::Black)];
    /// Black and white.
    pub const BLACK_WHITE: [Self; 2] = [Self::of("Black", Colour::Black), Self::of("White", Colour::White)];
    /// Red and yellow.
    pub const RED_YELLOW: [Self; 2] = [Self::of("Red", Colour::Red), Self::of("Yellow", Colour::Yellow)];
    /// Black and white, with tiles that point away from their owner.
    pub const BLACK_WHITE_TILES: [Self; 2] =
        [Self::of("Black", Colour::Black), Self { turned: true, ..Self::of("White", Colour::White) }];
    /// Red and black.
    pub const RED_BLACK: [Self; 2] = [Self::of("Red", Colour::Red), Self::of("Black", Colour::Black)];
    /// Red and blue.
    pub const RED_BLUE: [Self; 2] = [Self::of("Red", Colour::Red), Self::of("Blue", Colour::Blue)];
    /// Two sides that own nothing on the board.
    pub const FIRST_SECOND: [Self; 2] = [Self::plain("First"), Self::plain("Second")];

    /// A side whose pieces have no colour.
    #[must_use]
    pub const fn plain(name: &'static str) -> Self {
        Self { name, colour: None, turned: false }
    }

    const fn of(name: &'static str, colour: Colour) -> Self {
        Self { colour: Some(colour), ..Self::plain(name) }
    }
}

/// A rectangle of cells that counts as one cell, such as a small board of ultimate tic-tac-toe. In answers, a side is
/// the name of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Area<S = Side> {
    /// Its cells at the top left and at the bottom right.
    pub corners: [RowColumn; 2],
    /// The owner, if any.
    pub side: Option<S>,
}

/// The owners of the board's edges, in games where a side has to connect two edges. In answers, a side is the
/// name of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Borders<S = Side> {
    /// The upper edge.
    pub top: S,
    /// The edge at the right.
    pub right: S,
    /// The lower edge.
    pub bottom: S,
    /// The edge at the left.
    pub left: S,
}

/// The meaning of a letter on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter.
    pub letter: char,
    /// The owner; `None` for an obstacle.
    pub side: Option<Side>,
    /// Its name in English.
    pub name: &'static str,
    /// One character to draw the piece with.
    pub symbol: &'static str,
    /// The letter of the piece that it was before its promotion, in games where it is one again when it is captured.
    pub promoted_from: Option<char>,
}

impl Piece {
    /// A piece of this side.
    #[must_use]
    pub const fn of(side: Side, letter: char, name: &'static str, symbol: &'static str) -> Self {
        Self { side: Some(side), ..Self::of_nobody(letter, name, symbol) }
    }

    /// Something that belongs to neither side.
    #[must_use]
    pub const fn of_nobody(letter: char, name: &'static str, symbol: &'static str) -> Self {
        Self { letter, side: None, name, symbol, promoted_from: None }
    }

    /// The same, as what the piece with this letter is promoted to.
    #[must_use]
    pub const fn promoted_from(self, letter: char) -> Self {
        Self { promoted_from: Some(letter), ..self }
    }
}

/// Names of the first `count` columns: `a`, `b`, … `z`, `aa`, `ab`, …
#[must_use]
pub fn letters(count: usize) -> Vec<String> {
    fn letter(index: usize) -> String {
        let before = index.checked_sub(26).map(|rest| letter(rest / 26)).unwrap_or_default();
        format!("{before}{}", char::from(b'a' + (index % 26) as u8))
    }
    (0..count).map(letter).collect()
}

/// Names of the first `count` rows: `1`, `2`, …
#[must_use]
pub fn numbers(count: usize) -> Vec<String> {
    (1..=count).map(|number| number.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_beyond_z_go_on_with_two_letters() {
        let names = letters(703);
        for (index, name) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")] {
            assert_eq!(names[index], name);
        }
    }
}
