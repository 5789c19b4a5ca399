//! Boards that are the same to play on: turned, mirrored, or with the two outer lines of a corner exchanged.

use super::grid::{LARGEST, Lines, Size};
use super::rules::{DotsAndBoxes, Move, SLOTS};
use crate::bits::transposed;
use plyd_search::position::Position;
use plyd_search::table::TableKey;

/// Mirrored left to right or not, then top to bottom or not, then about the diagonal or not.
pub(super) const IMAGES: usize = 8;

impl Size {
    /// How many of the images are boards of the same shape.
    pub(super) const fn images(self) -> usize {
        if self.rows == self.columns { IMAGES } else { IMAGES / 2 }
    }
}

/// Lines as they lie in an image; on boards that are not square only in the first four.
pub(super) const fn turned(lines: Lines, size: Size, image: usize) -> Lines {
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

/// The two outer lines of a corner close the same box and no other, so they are alike: of one drawn, it is the
/// horizontal one. Slots know nothing of it: a best move that is drawn in the other position is a hint lost.
fn with_corners_alike(lines: Lines, size: Size) -> Lines {
    let Size { rows, columns } = size;
    let Lines { mut across, mut down } = lines;
    // The bits of the horizontal lines at the corners, and how much further on the vertical ones are.
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
    /// The least image's name for this position; colours are alike too.
    pub(super) fn least_image(&self) -> TableKey {
        let (size, drawn) = (self.size(), self.drawn());
        let images = (0..size.images()).map(|image| (with_corners_alike(turned(drawn, size, image), size), image));
        let (least, image) = images.min().expect("the first image");
        let slots = &SLOTS_OF[usize::from(size.rows) - 1][usize::from(size.columns) - 1][image];
        TableKey::canonical(self.number(least, 0), slots)
    }

    /// The other images of this position.
    pub(super) fn images(&self) -> impl Iterator<Item = Self> + use<> {
        let (size, drawn, owned, side) = (self.size(), self.drawn(), self.owned(), self.side_to_move());
        (1..size.images()).map(move |image| Self::new(size, turned(drawn, size, image), owned, side))
    }
}

/// What becomes of every slot, by rows, columns and image.
static SLOTS_OF: [[[[u16; SLOTS]; IMAGES]; LARGEST]; LARGEST] = {
    let mut table = [[[[0; SLOTS]; IMAGES]; LARGEST]; LARGEST];
    let mut index = 0;
    while index < LARGEST * LARGEST * IMAGES * SLOTS {
        let (slot, image) = (index % SLOTS, index / SLOTS % IMAGES);
        let (row, column) = (index / SLOTS / IMAGES / LARGEST, index / SLOTS / IMAGES % LARGEST);
        let size = Size { rows: row as u8 + 1, columns: column as u8 + 1 };
        let line = Move(slot as u8).line();
        let turned = if line.without(size.lines()).count() == 0 && image < size.images() {
            turned(line, size, image)
        } else {
            line
        };
        let named = if turned.across != 0 { turned.across.trailing_zeros() } else { 64 + turned.down.trailing_zeros() };
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
            let slots_of = &SLOTS_OF[usize::from(rows) - 1][usize::from(columns) - 1];
            for (image, slots) in slots_of.iter().enumerate().take(size.images()) {
                let whole = size.lines();
                assert_eq!(turned(whole, size, image), whole);
                for mv in moves(whole) {
                    let line = turned(mv.line(), size, image);
                    assert_eq!((line.count(), line.without(whole).count()), (1, 0));
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
            assert_eq!(with_corners_alike(across.with(down), size), across.with(down));
        }
        let inner = Lines { across: 1 << 1 | 1 << 8, down: 1 << 1 | 1 << 10 };
        assert_eq!(with_corners_alike(inner, size), inner);
    }
}
