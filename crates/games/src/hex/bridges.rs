//! Bridges: two cells with two empty common neighbours.

use super::cells::{AROUND, Cells, MARGIN, Step, Word};

/// Targets of bridges. The opponent cannot cut a bridge with one stone, because it goes over two empty cells that touch
/// both ends.
pub(super) struct Bridges<W, const H: usize> {
    empty: Cells<W, H>,
    /// For each of the six bridges from a cell: the cells where it may end, because the two cells that it goes over are
    /// empty.
    ends: [Cells<W, H>; 6],
}

impl<W: Word, const H: usize> Bridges<W, H> {
    /// The bridges over these empty cells.
    pub(super) fn over(empty: Cells<W, H>) -> Self {
        let moved = AROUND.map(|step| empty.moved(step));
        let mut ends = [Cells::NONE; 6];
        for (index, ends) in ends.iter_mut().enumerate() {
            *ends = moved[index].and(&moved[(index + 1) % 6]);
        }
        Self { empty, ends }
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> &Cells<W, H> {
        &self.empty
    }

    /// The steps of the bridges that lead upwards, each with its possible targets.
    pub(super) fn upwards(&self) -> impl Iterator<Item = (Step, &Cells<W, H>)> {
        [(-1, 2), (-2, 1), (-1, -1)].into_iter().zip(&self.ends)
    }

    /// The cells next to a member, or a bridge away from one.
    pub(super) fn neighbours(&self, of: &Cells<W, H>) -> Cells<W, H> {
        let (set, mut near) = (&of.0, of.neighbours());
        let [one, two, three, four, five, six] = self.ends.each_ref().map(|ends| &ends.0);
        for row in MARGIN..H - MARGIN {
            let (above, below) = (set[row - 1], set[row + 1]);
            near.0[row] = near.0[row]
                | below << 2 & one[row]
                | set[row + 2] << 1 & two[row]
                | below >> 1 & three[row]
                | above >> 2 & four[row]
                | set[row - 2] >> 1 & five[row]
                | above << 1 & six[row];
        }
        near
    }
}
