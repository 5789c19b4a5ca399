//! Edge templates: shapes of empty cells over which a stone is connected to an edge, whoever moves first.
//!
//! A stone on the second line needs two empty cells on the first, which are a [bridge](super::bridges) to its border.
//! On the third line there is the ziggurat, template IIIa of the HexWiki (www.hexwiki.net/index.php/Ziggurat); a test
//! plays it out.

use super::board::Hex;
use super::cells::{Cells, Word};
use plyd_search::position::Side;

/// The three lines next to an edge, the nearest first: a bit for each cell along the edge, from bit 1. At a far edge,
/// the lines are read from the board after a half turn.
type Lines = [u32; 3];

/// The ziggurats at an edge.
pub(super) struct Ziggurats<W, const H: usize> {
    /// Cells from which a stone is connected to the edge.
    pub(super) ends: Cells<W, H>,
    /// The cells that connect stones on `ends` to the edge: for each stone, two on the second line, and one between
    /// them on the first.
    pub(super) filled: Cells<W, H>,
    /// All cells that the connection may need, if exactly one stone is connected by a ziggurat. Otherwise `None`,
    /// because two connections may need the same cell.
    pub(super) needed: Option<Cells<W, H>>,
}

impl Hex {
    /// The ziggurats at one of a side's edges, over these empty cells.
    pub(super) fn ziggurats<W: Word, const H: usize>(
        &self,
        side: Side,
        edge: usize,
        stones: &Cells<W, H>,
        empty: &Cells<W, H>,
    ) -> Ziggurats<W, H> {
        let mut found = Ziggurats { ends: Cells::NONE, filled: Cells::NONE, needed: None };
        if self.size < 3 {
            return found;
        }
        let ends = ends(self.lines(empty, side, edge));
        if ends == 0 {
            return found;
        }
        self.add_lines(&mut found.ends, side, edge, [0, 0, ends]);
        found.ends = found.ends.and(&empty.or(stones));
        let held = self.lines(stones, side, edge)[2] & ends;
        if held != 0 {
            self.add_lines(&mut found.filled, side, edge, [held << 1, held | held << 1, 0]);
        }
        if held.is_power_of_two() {
            let second = held >> 1 | held | held << 1 | held << 2;
            let mut needed = Cells::NONE;
            self.add_lines(&mut needed, side, edge, [second | second << 1, second, held >> 1 | held << 1]);
            found.needed = Some(needed.and(empty));
        }
        found
    }

    fn lines<W: Word, const H: usize>(&self, cells: &Cells<W, H>, side: Side, edge: usize) -> Lines {
        let mut lines = [0; 3];
        for (line, distance) in lines.iter_mut().zip(1..) {
            let at = self.place(edge, distance);
            *line = match side {
                Side::First => cells.row(at),
                Side::Second => (1..=self.size).fold(0, |line, row| line | (cells.row(row) >> at & 1) << row),
            };
            if edge == 1 {
                *line = self.reversed(*line);
            }
        }
        lines
    }

    fn add_lines<W: Word, const H: usize>(&self, cells: &mut Cells<W, H>, side: Side, edge: usize, lines: Lines) {
        for (line, distance) in lines.into_iter().zip(1..).filter(|(line, _)| *line != 0) {
            let (at, line) = (self.place(edge, distance), if edge == 1 { self.reversed(line) } else { line });
            match side {
                Side::First => cells.add_to_row(at, line),
                Side::Second => (1..=self.size).for_each(|row| cells.add_to_row(row, (line >> row & 1) << at)),
            }
        }
    }

    /// The row or column at this distance from an edge.
    fn place(&self, edge: usize, distance: u8) -> u8 {
        if edge == 0 { distance } else { self.size + 1 - distance }
    }

    /// A line from its other end: bits 1 to the size of the board.
    fn reversed(&self, line: u32) -> u32 {
        line.reverse_bits() >> (30 - u32::from(self.size))
    }
}

/// The cells of the third line with a ziggurat to either side: one cell beside them, three on the second line and four
/// on the first.
const fn ends([first, second, third]: Lines) -> u32 {
    let right = third >> 1 & second & second >> 1 & second >> 2 & first & first >> 1 & first >> 2 & first >> 3;
    let left = third << 1 & second >> 1 & second & second << 1 & first >> 2 & first >> 1 & first & first << 1;
    right | left
}
