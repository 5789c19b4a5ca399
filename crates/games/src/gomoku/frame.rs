//! The geometry of a board: its squares, and the windows in which a row can be made.

/// The largest width and height, and the smallest of these and of a row.
pub(super) const LARGEST: usize = 19;
pub(super) const SMALLEST: usize = 3;
pub(super) const AREA: usize = LARGEST * LARGEST;

/// What lies on a square, chosen so that a window's stones can be added up: both counts fit side by side.
pub(super) type Stone = u8;
pub(super) const EMPTY: Stone = 0;
pub(super) const STONES: [Stone; 2] = [1, 1 << SHIFT];
const SHIFT: u32 = 5;

/// Width, height, and how many in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) in_a_row: u8,
}

/// A square: rows from top to bottom, each from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub(super) u16);

/// Steps to the right and down: across, falling to the left, down, falling to the right.
pub(super) const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

impl Frame {
    pub(super) fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    pub(super) fn square(self, x: u8, y: u8) -> Square {
        Square(u16::from(y) * u16::from(self.width) + u16::from(x))
    }

    /// Column from the left and row from the top.
    pub(super) fn place(self, square: Square) -> (u8, u8) {
        let width = u16::from(self.width);
        ((square.0 % width) as u8, (square.0 / width) as u8)
    }

    /// Steps from a square to the nearest edge.
    pub(super) fn ring(self, square: Square) -> u8 {
        let (x, y) = self.place(square);
        x.min(self.width - 1 - x).min(y).min(self.height - 1 - y)
    }

    /// Shows every square, from the centre out: ring by ring, each row by row.
    pub(super) fn each_from_the_centre(self, mut see: impl FnMut(Square)) {
        for ring in (0..self.width.min(self.height).div_ceil(2)).rev() {
            let (right, bottom) = (self.width - 1 - ring, self.height - 1 - ring);
            for y in ring..=bottom {
                let whole = y == ring || y == bottom;
                let step = if whole { 1 } else { (right - ring).max(1) };
                (ring..=right).step_by(usize::from(step)).for_each(|x| see(self.square(x, y)));
            }
        }
    }

    /// How many steps in a direction stay on the board, at most `most`.
    fn room(self, (x, y): (u8, u8), (dx, dy): (i8, i8), most: u8) -> u8 {
        let along = |at: u8, step: i8, size: u8| match step {
            0 => most,
            1 => (size - 1 - at).min(most),
            _ => at.min(most),
        };
        along(x, dx, self.width).min(along(y, dy, self.height))
    }

    /// From a square to the next in a direction.
    pub(super) fn stride(self, (dx, dy): (i8, i8)) -> usize {
        (i16::from(dy) * i16::from(self.width) + i16::from(dx)) as usize
    }

    /// Shows the stones of every window that holds a square: at most `4 * in_a_row` of them.
    pub(super) fn windows_through(self, stones: &[Stone; AREA], square: Square, mut see: impl FnMut([u8; 2])) {
        let place = self.place(square);
        for direction in DIRECTIONS {
            let back = self.room(place, (-direction.0, -direction.1), self.in_a_row - 1);
            let forward = self.room(place, direction, self.in_a_row - 1);
            let stride = self.stride(direction);
            let first = usize::from(square.0) - usize::from(back) * stride;
            self.slide(stones, first, stride, back + forward + 1, |_, counts| see(counts));
        }
    }

    /// Shows every window of the board: its first square, the stride from each square to the next, its stones.
    pub(super) fn windows(self, stones: &[Stone; AREA], mut see: impl FnMut(usize, usize, [u8; 2])) {
        for direction in DIRECTIONS {
            let stride = self.stride(direction);
            self.each_line(direction, |first, length| {
                self.slide(stones, usize::from(first.0), stride, length, |first, counts| see(first, stride, counts));
            });
        }
    }

    /// Shows the lines in a direction: the first square of each, and its length.
    pub(super) fn each_line(self, direction: (i8, i8), mut see: impl FnMut(Square, u8)) {
        let mut line = |x, y| see(self.square(x, y), 1 + self.room((x, y), direction, u8::MAX - 1));
        // Lines begin on the edge that the direction leads away from.
        if direction.1 == 1 {
            (0..self.width).for_each(|x| line(x, 0));
        }
        match direction.0 {
            0 => {}
            step => {
                let x = if step == 1 { 0 } else { self.width - 1 };
                (direction.1 as u8..self.height).for_each(|y| line(x, y));
            }
        }
    }

    /// Moves a window along a line, and shows its first square and its stones.
    fn slide(
        self,
        stones: &[Stone; AREA],
        first: usize,
        stride: usize,
        length: u8,
        mut see: impl FnMut(usize, [u8; 2]),
    ) {
        let window = usize::from(self.in_a_row);
        let mut sum = 0_u16;
        for n in 0..usize::from(length) {
            sum += u16::from(stones[first + n * stride]);
            if n + 1 >= window {
                let start = first + (n + 1 - window) * stride;
                see(start, [(sum & ((1 << SHIFT) - 1)) as u8, (sum >> SHIFT) as u8]);
                sum -= u16::from(stones[start]);
            }
        }
    }
}
