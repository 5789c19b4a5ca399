//! Boards: their cells, the names of cells, and rows as text. A cell is `row * columns + column`, rows from the top.

use serde::{Deserialize, Serialize};

use crate::board::{RowColumn, letters};

/// The most cells in a row, and the most rows.
pub(super) const SIDE_MAX: u16 = 16;
/// The longest side of a board that is a hexagon.
pub(super) const HEXAGON_MAX: u16 = 8;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Shape {
    /// Columns and rows of squares.
    Squares([u8; 2]),
    /// Hexagons, each row half a cell further to the right than the one above.
    Hexes {
        /// The outline.
        hex: Outline,
        /// Columns and rows of a rhombus; otherwise the length of a side.
        size: Size,
    },
}

/// The outline of a board of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outline {
    /// Rows of the same length.
    Rhombus,
    /// Each row is one cell shorter than the one above.
    Triangle,
    /// Six sides of the same length.
    Hexagon,
}

/// The size of a board of hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Size {
    /// The length of every side.
    Side(u8),
    /// Columns and rows.
    Sides([u8; 2]),
}

/// A step from a cell: columns to the right, and rows up.
pub(super) type Offset = [i8; 2];

/// The cells of a board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) shape: Shape,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Grid {
    pub(super) fn new(shape: Shape) -> Self {
        let [columns, rows] = match shape {
            Shape::Squares(size) | Shape::Hexes { size: Size::Sides(size), .. } => size,
            Shape::Hexes { hex: Outline::Hexagon, size: Size::Side(side) } => [2 * side - 1; 2],
            Shape::Hexes { size: Size::Side(side), .. } => [side; 2],
        }
        .map(usize::from);
        Self { shape, columns, rows }
    }

    pub(super) const fn is_hex(&self) -> bool {
        matches!(self.shape, Shape::Hexes { .. })
    }

    pub(super) const fn outline(&self) -> Option<Outline> {
        match self.shape {
            Shape::Squares(_) => None,
            Shape::Hexes { hex, .. } => Some(hex),
        }
    }

    /// The number of cells, with those of the rhombus around a triangle or a hexagon.
    pub(super) const fn size(&self) -> usize {
        self.columns * self.rows
    }

    pub(super) fn has(&self, [row, column]: RowColumn) -> bool {
        let within = row < self.rows && column < self.columns;
        within
            && match self.outline() {
                None | Some(Outline::Rhombus) => true,
                Some(Outline::Triangle) => row + column < self.rows,
                // The middle row has all columns.
                Some(Outline::Hexagon) => (self.rows / 2..=self.rows / 2 * 3).contains(&(row + column)),
            }
    }

    /// The cells in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = RowColumn> {
        (0..self.rows).flat_map(|row| self.row(row))
    }

    /// The cells of a row in order.
    fn row(&self, row: usize) -> impl Iterator<Item = RowColumn> {
        (0..self.columns).map(move |column| [row, column]).filter(|place| self.has(*place))
    }

    pub(super) fn place(&self, cell: u8) -> RowColumn {
        [usize::from(cell) / self.columns, usize::from(cell) % self.columns]
    }

    pub(super) fn cell(&self, [row, column]: RowColumn) -> u8 {
        (row * self.columns + column) as u8
    }

    /// The cell at an offset from another.
    pub(super) fn at(&self, [row, column]: RowColumn, [right, up]: Offset) -> Option<RowColumn> {
        let place = [row.checked_add_signed(-isize::from(up))?, column.checked_add_signed(right.into())?];
        self.has(place).then_some(place)
    }

    /// How far an offset moves a cell's number.
    pub(super) fn bits(&self, [right, up]: Offset) -> i16 {
        i16::from(right) - i16::from(up) * self.columns as i16
    }

    /// The offsets of neighbours: six of a hexagon, and eight of a square.
    pub(super) const fn neighbours(&self) -> &'static [Offset] {
        if self.is_hex() { &HEX_NEIGHBOURS } else { &KING }
    }

    /// The directions in which a row of pieces counts as a line.
    pub(super) const fn lines(&self) -> &'static [Offset] {
        if self.is_hex() { &[[1, 0], [0, 1], [1, 1]] } else { &[[1, 0], [0, 1], [1, 1], [1, -1]] }
    }

    /// The name of a cell: row 1 is at the bottom, and on hexagons at the top.
    pub(super) fn name(&self, cell: u8) -> String {
        let [row, column] = self.place(cell);
        let number = if self.is_hex() { row + 1 } else { self.rows - row };
        format!("{}{number}", letters(column + 1)[column])
    }

    /// The cell with this column and number.
    pub(super) fn named(&self, (column, number): (u8, u32)) -> Option<u8> {
        let number = number as usize;
        let row = if self.is_hex() { number.checked_sub(1)? } else { self.rows.checked_sub(number)? };
        let place = [row, usize::from(column)];
        self.has(place).then(|| self.cell(place))
    }

    /// Writes rows as in a state. The content of an empty cell is `None`.
    pub(super) fn write(&self, content: impl Fn(u8) -> Option<char>) -> String {
        let run = |run: &[Option<char>]| run[0].map_or_else(|| run.len().to_string(), String::from);
        let row = |row| {
            let contents: Vec<Option<char>> = self.row(row).map(|place| content(self.cell(place))).collect();
            contents.chunk_by(|one, other| one.is_none() && other.is_none()).map(run).collect::<String>()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// Reads rows as in a state: the cells that are not empty, with their letters.
    ///
    /// # Errors
    /// A sentence about the first row that doesn't fit.
    pub(super) fn read(&self, text: &str) -> Result<Vec<(u8, char)>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows {
            return Err(format!("found {} rows, expected {}", rows.len(), self.rows));
        }
        let mut found = Vec::new();
        for (row, mut text) in rows.into_iter().enumerate() {
            let wrong = || format!("row {} from the top: expected {} cells", row + 1, self.row(row).count());
            let mut cells = self.row(row);
            while let Some(letter) = text.chars().next() {
                let digits = text.bytes().take_while(u8::is_ascii_digit).count();
                if digits == 0 {
                    found.push((self.cell(cells.next().ok_or_else(wrong)?), letter));
                    text = &text[letter.len_utf8()..];
                    continue;
                }
                let run: usize = text[..digits].parse().map_err(|_| wrong())?;
                if run > 0 {
                    cells.nth(run - 1).ok_or_else(wrong)?;
                }
                text = &text[digits..];
            }
            if cells.next().is_some() {
                return Err(wrong());
            }
        }
        Ok(found)
    }
}

pub(super) const WAZIR: [Offset; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
pub(super) const FERS: [Offset; 4] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const KING: [Offset; 8] = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];
pub(super) const HEX_NEIGHBOURS: [Offset; 6] = [[0, 1], [1, 1], [1, 0], [0, -1], [-1, -1], [-1, 0]];

#[cfg(test)]
mod tests {
    use super::*;

    fn hexes(hex: Outline, side: u8) -> Grid {
        Grid::new(Shape::Hexes { hex, size: Size::Side(side) })
    }

    #[test]
    fn triangles_and_hexagons_have_the_cells_that_the_rhombus_around_them_names() {
        let names = |grid: &Grid| grid.cells().map(|place| grid.name(grid.cell(place))).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&hexes(Outline::Triangle, 3)), "a1 b1 c1 a2 b2 a3");
        assert_eq!(names(&hexes(Outline::Hexagon, 2)), "b1 c1 a2 b2 c2 a3 b3");
        assert_eq!(names(&Grid::new(Shape::Squares([2, 2]))), "a2 b2 a1 b1");
        for (grid, cells) in [(hexes(Outline::Hexagon, 5), 61), (hexes(Outline::Triangle, 9), 45)] {
            assert_eq!(grid.cells().count(), cells);
        }
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let grid = hexes(Outline::Triangle, 12);
        let text = "12/5x5/10/9/8/7/6/5/4/3/oo/1";
        let read = grid.read(text).unwrap();
        assert_eq!(grid.write(|cell| read.iter().find(|(there, _)| *there == cell).map(|(_, c)| *c)), text);
        for (text, says) in [("12", "found 1 rows"), ("12/5x5/10/9/8/7/6/5/4/3/oo/2", "row 12 from the top")] {
            assert!(grid.read(text).unwrap_err().contains(says), "{text}");
        }
        assert!(grid.read(&"9".repeat(60)).is_err());
    }
}
