//! Equivalent boards: rotated, mirrored, or with the two outer lines of a corner exchanged.

use super::grid::{Lines, MAX_SIZE, Size};
use super::rules::{DotsAndBoxes, Move, SLOTS};
use crate::bits::transposed;
use plyd_search::position::Position;
use plyd_search::table::TableKey;

/// The bits of an image's number stand for reflections: left to right, top to bottom, and about the diagonal.
pub(super) const SYMMETRIES: usize = 8;

impl Size {
    /// Number of symmetries of this shape.
    pub(super) const fn images(self) -> usize {
        if self.rows == self.columns { SYMMETRIES } else { SYMMETRIES / 2 }
    }
}

/// The lines in an image. Boards that are not square have only the first four images.
pub(super) const fn transformed(lines: Lines, size: Size, image: usize) -> Lines {
    let Size { rows, columns } = size;
    let Lines { mut across, mut down } = lines;
    if image & 1 == 1 {
        across = across.reverse_bits().swap_bytes() >> (8 - columns);
        down = down.reverse_bits().swap_bytes() >> (7 - columns);
    }
    if image & 2 == 2 {
        across = across.swap_bytes() >> (8 * (7 - rows));
        down = down.swap_bytes() >> (8 * (8 - rows));
    }
    if image & 4 == 4 {
        (across, down) = (transposed(down), transposed(across));
    }
    Lines { across, down }
}

/// The two outer lines of a corner border on the same box only, so they are equivalent. If one of them is drawn, it
/// counts as the horizontal one. Slots are not mapped, so a stored best move is useless in a position in which its line
/// is drawn already.
fn with_corners_alike(lines: Lines, size: Size) -> Lines {
    let Size { rows, columns } = size;
    let Lines { mut across, mut down } = lines;
    // The bits of the horizontal lines at the corners, and the offset of the vertical ones.
    let (right, bottom) = (columns - 1, 8 * rows);
    for (bit, further) in [(0, 0), (right, 1), (bottom, -8), (bottom + right, -7)] {
        let vertical = bit.wrapping_add_signed(further);
        let moved = down >> vertical & !(across >> bit) & 1;
        across |= moved << bit;
        down ^= moved << vertical;
    }
    Lines { across, down }
}

impl DotsAndBoxes {
    /// The key of the smallest image. Colours are equivalent too.
    pub(super) fn canonical_key(&self) -> TableKey {
        let (size, drawn) = (self.size(), self.drawn());
        let images = (0..size.images()).map(|image| (with_corners_alike(transformed(drawn, size, image), size), image));
        let (least, image) = images.min().expect("the first image");
        let slots = &SLOT_MAPS[usize::from(size.rows) - 1][usize::from(size.columns) - 1][image];
        TableKey::canonical(self.hash(least, 0), slots)
    }

    /// The other images of this position.
    pub(super) fn images(&self) -> impl Iterator<Item = Self> + use<> {
        let (size, drawn, owned, side) = (self.size(), self.drawn(), self.owned(), self.side_to_move());
        (1..size.images()).map(move |image| Self::new(size, transformed(drawn, size, image), owned, side))
    }
}

/// `SLOT_MAPS[rows - 1][columns - 1][image][slot]`: the slot of the same move in that image.
static SLOT_MAPS: [[[[u16; SLOTS]; SYMMETRIES]; MAX_SIZE]; MAX_SIZE] = {
    let mut table = [[[[0; SLOTS]; SYMMETRIES]; MAX_SIZE]; MAX_SIZE];
    let mut index = 0;
    while index < MAX_SIZE * MAX_SIZE * SYMMETRIES * SLOTS {
        let (slot, image) = (index % SLOTS, index / SLOTS % SYMMETRIES);
        let (row, column) = (index / SLOTS / SYMMETRIES / MAX_SIZE, index / SLOTS / SYMMETRIES % MAX_SIZE);
        let size = Size { rows: row as u8 + 1, columns: column as u8 + 1 };
        let line = Move(slot as u8).line();
        let transformed = if line.difference(size.lines()).count() == 0 && image < size.images() {
            transformed(line, size, image)
        } else {
            line
        };
        let named = if transformed.across != 0 {
            transformed.across.trailing_zeros()
        } else {
            64 + transformed.down.trailing_zeros()
        };
        table[row][column][image][slot] = named as u16;
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::rules::moves;
    use super::*;

    #[test]
    fn images_are_boards_of_the_same_lines() {
        for (rows, columns) in (1..=7).flat_map(|rows| (1..=7).map(move |columns| (rows, columns))) {
            let size = Size { rows, columns };
            let slot_maps = &SLOT_MAPS[usize::from(rows) - 1][usize::from(columns) - 1];
            for (image, slots) in slot_maps.iter().enumerate().take(size.images()) {
                let whole = size.lines();
                assert_eq!(transformed(whole, size, image), whole);
                for mv in moves(whole) {
                    let line = transformed(mv.line(), size, image);
                    assert_eq!((line.count(), line.difference(whole).count()), (1, 0));
                    assert_eq!(Move(slots[usize::from(mv.0)] as u8).line(), line);
                }
            }
        }
    }

    #[test]
    fn corners_have_their_horizontal_line_first() {
        let size = Size { rows: 2, columns: 3 };
        let corners = [(0, 0, 0), (0, 2, 3), (1, 0, 0), (1, 2, 3)];
        for (row, across, down) in corners {
            let across = Lines { across: 1 << (8 * 2 * row + across), down: 0 };
            let down = Lines { across: 0, down: 1 << (8 * row + down) };
            for line in [across, down] {
                assert_eq!(with_corners_alike(line, size), across);
            }
            assert_eq!(with_corners_alike(across.union(down), size), across.union(down));
        }
        let inner = Lines { across: 1 << 1 | 1 << 8, down: 1 << 1 | 1 << 10 };
        assert_eq!(with_corners_alike(inner, size), inner);
    }
}
