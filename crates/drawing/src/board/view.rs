//! What all layouts share: the cells of a board, their contents and their colours.

use std::collections::HashMap;

use plyd_games::answer::{Description, NamedMove};
use plyd_games::board::{self, Board, Content, RowColumn};
use plyd_games::notation::About;
use plyd_search::position::Side;

use crate::canvas::{Ink, Look};
use crate::words::symbol;

/// The colours of boards: two colours of wood, and a blue that contrasts with them.
pub(super) const LIGHT: u8 = 137;
pub(super) const DARK: u8 = 94;
const LAST: u8 = 25;

/// A board as the user sees it.
pub(super) struct BoardView<'a> {
    about: &'a About,
    board: &'a Board,
    absent: &'a [RowColumn],
    names: HashMap<RowColumn, String>,
    last: &'a [RowColumn],
    flipped: bool,
    /// The labels of the columns, from left to right.
    pub(super) files: Vec<String>,
    /// The labels of the rows, from top to bottom.
    pub(super) ranks: Vec<String>,
    /// The lines of a board of points.
    pub(super) lines: Vec<[RowColumn; 2]>,
    pub(super) look: Look,
}

impl<'a> BoardView<'a> {
    /// Returns `None` if the position has no board.
    pub(super) fn new(
        about: &'a About,
        described: &'a Description,
        last: &'a [RowColumn],
        flipped: bool,
        look: Look,
    ) -> Option<Self> {
        let board = described.board.as_ref()?;
        let (mut files, mut ranks) = (described.files.clone(), described.ranks.clone());
        if flipped {
            files.reverse();
            ranks.reverse();
        }
        // The labels at the sides of the board already name the cells.
        let unnamed = files.is_empty() && ranks.is_empty();
        let names = if unnamed { names_of_cells(&described.legal_moves) } else { HashMap::new() };
        let absent = &described.absent;
        let mut view = Self { about, board, absent, names, last, flipped, files, ranks, lines: Vec::new(), look };
        view.lines = described.lines.iter().map(|line| line.map(|end| view.turned(end))).collect();
        Some(view)
    }

    pub(super) fn rows(&self) -> usize {
        self.board.len()
    }

    pub(super) fn columns(&self) -> usize {
        self.board.first().map_or(0, Vec::len)
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = RowColumn> + use<> {
        let columns = self.columns();
        (0..self.rows()).flat_map(move |row| (0..columns).map(move |column| [row, column]))
    }

    /// Converts a cell of the view into a cell of the board, and the other way round.
    fn turned(&self, [row, column]: RowColumn) -> RowColumn {
        if self.flipped { [self.rows() - 1 - row, self.columns() - 1 - column] } else { [row, column] }
    }

    pub(super) fn content(&self, cell: RowColumn) -> Option<Content> {
        let [row, column] = self.turned(cell);
        self.board[row][column]
    }

    /// Whether the board has this cell of the matrix.
    pub(super) fn has(&self, cell: RowColumn) -> bool {
        !self.absent.contains(&self.turned(cell))
    }

    /// Whether the last move touched the cell.
    pub(super) fn is_last(&self, cell: RowColumn) -> bool {
        self.last.contains(&self.turned(cell))
    }

    /// The name of the cell in moves. It is empty if the board has labels.
    pub(super) fn name(&self, cell: RowColumn) -> &str {
        self.names.get(&self.turned(cell)).map_or("", String::as_str)
    }

    /// The content of the cell as text, which is empty if there is none.
    pub(super) fn symbol(&self, cell: RowColumn) -> String {
        match self.content(cell) {
            None => String::new(),
            Some(Content::Number(number)) => number.to_string(),
            // In diagrams of shogi, a `v` marks the tiles that point down.
            Some(Content::Letter(letter)) if self.look.unicode && self.is_turned(letter) => {
                format!("v{}", symbol(self.about, letter, self.look))
            }
            Some(Content::Letter(letter)) => symbol(self.about, letter, self.look),
        }
    }

    fn side_of(&self, letter: char) -> Option<Side> {
        self.about.pieces.iter().find(|piece| piece.letter == letter).and_then(|piece| piece.side)
    }

    /// Whether the piece is turned round as the user sees it.
    fn is_turned(&self, letter: char) -> bool {
        let has_tiles = |sides: [board::Look; 2]| sides.iter().any(|side| side.turned);
        let Some((sides, side)) = self.about.sides.zip(self.side_of(letter)) else { return false };
        has_tiles(sides) && sides[side.index()].turned != self.flipped
    }

    /// The first text if the terminal shows Unicode, and the second otherwise.
    pub(super) fn either(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.look.unicode { unicode } else { ascii }
    }

    /// The background of the cell: `ground`, or another colour for the last move.
    pub(super) fn ground(&self, cell: RowColumn, ground: u8) -> u8 {
        if self.is_last(cell) { LAST } else { ground }
    }

    /// The foreground of the cell.
    pub(super) fn ink(&self, cell: RowColumn) -> Ink {
        let letter = match self.content(cell) {
            Some(Content::Letter(letter)) => letter,
            Some(Content::Number(_)) => return Ink { fore: Some(231), back: None, bold: true },
            None => return Ink { fore: Some(249), back: None, bold: false },
        };
        let side = self.side_of(letter);
        Ink { fore: Some(side.map_or(249, |side| color_of(self.about, side))), back: None, bold: true }
    }
}

/// The colour of a side's pieces. It is the colour that the name of the pieces or of the player mentions, and otherwise
/// yellow or light blue, which colour-blind users can tell apart.
fn color_of(about: &About, side: Side) -> u8 {
    let pieces = about.pieces.iter().filter(|piece| piece.side == Some(side));
    let names: Vec<&str> = pieces.map(|piece| piece.name).chain([about.players[side.index()]]).collect();
    let named = |color: &str| names.iter().any(|name| name.split(' ').any(|word| word == color));
    match side {
        _ if named("white") => 231,
        _ if named("black") => 16,
        Side::First => 226,
        Side::Second => 159,
    }
}

/// The names of cells, taken from the names of moves. A move that touches one cell names that cell. The name of a move
/// that touches several cells has a part for each of them. A cell that would get two names gets none.
fn names_of_cells(moves: &[NamedMove]) -> HashMap<RowColumn, String> {
    let mut names: HashMap<RowColumn, String> = HashMap::new();
    let mut doubtful = Vec::new();
    for mv in moves {
        // Captures contain an x: `22x15`.
        let between = |c: char| !c.is_alphanumeric() || c == 'x';
        let parts: Vec<&str> = match mv.cells.len() {
            1 => vec![&mv.name],
            _ => mv.name.split(between).filter(|part| !part.is_empty()).collect(),
        };
        for (cell, part) in mv.cells.iter().zip(&parts).filter(|_| parts.len() == mv.cells.len()) {
            if names.insert(*cell, (*part).to_owned()).is_some_and(|earlier| earlier != *part) {
                doubtful.push(*cell);
            }
        }
    }
    names.retain(|cell, _| !doubtful.contains(cell));
    names
}
