//! The rules of Connect Four and their bit operations.

use plyd_search::position::{Outcome, Position, Side};

/// A position on two bitboards, in the layout of John Tromp's fhourstones and Pascal Pons's solver. Each column has seven
/// bits. The seventh is always empty, so that no line runs from the top of one column into the bottom of the next:
///
/// ```text
///    6 13 20 27 34 41 48   always empty
/// 6  5 12 19 26 33 40 47
/// 5  4 11 18 25 32 39 46
/// 4  3 10 17 24 31 38 45
/// 3  2  9 16 23 30 37 44
/// 2  1  8 15 22 29 36 43
/// 1  0  7 14 21 28 35 42
///    1  2  3  4  5  6  7
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectFour {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// All discs.
    pub(super) discs: u64,
    /// Number of discs; even when the first side is to move.
    pub(super) plies: u8,
}

/// A column, 0 to 6 from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(pub(super) u8);

pub(super) const WIDTH: u8 = 7;
pub(super) const HEIGHT: u8 = 6;
const CELLS: u8 = WIDTH * HEIGHT;

/// The lowest row.
pub(super) const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// Every cell.
pub(super) const BOARD: u64 = BOTTOM * 0b11_1111;
/// The highest row.
const TOP: u64 = BOTTOM << (HEIGHT - 1);

/// The bit distances between neighbours: up, down right, right, up right.
pub(super) const DIRECTIONS: [u32; 4] = [1, 6, 7, 8];

/// From the centre out, so that the middle column wins ties. The order is part of the contract.
const MOVE_ORDER: [Column; 7] = [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

/// Whether four of these discs are in a line.
pub(super) fn has_four(discs: u64) -> bool {
    DIRECTIONS.iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty cells, reachable or not, that would complete four in a row of `own`.
pub(super) const fn winning_cells(own: u64, discs: u64) -> u64 {
    // In a column, only the cell on top of three discs matters: the cells below it are not empty.
    let cells =
        (own << 1) & (own << 2) & (own << 3) | completing::<6>(own) | completing::<7>(own) | completing::<8>(own);
    // A line that leaves the board has its empty cell in the row that is always empty.
    cells & BOARD & !discs
}

/// The cells that complete a line of four in this direction whose other three cells are `own`.
const fn completing<const STEP: u32>(own: u64) -> u64 {
    let next = own >> STEP;
    let pairs = own & next;
    pairs << (2 * STEP) & (own << (3 * STEP) | next) | pairs >> STEP & (own >> (3 * STEP) | own << STEP)
}

/// The playable cells after which an opponent with these winning cells cannot complete four at once.
pub(super) const fn non_losing_cells(playable: u64, threats: u64) -> u64 {
    let forced = playable & threats;
    if forced & forced.wrapping_sub(1) != 0 {
        return 0; // Two threats at once: only one can be parried.
    }
    let candidates = if forced == 0 { playable } else { forced };
    candidates & !(threats >> 1)
}

/// Appends the columns of these cells, one cell in each, in the documented move order.
pub(super) fn push_columns(cells: u64, moves: &mut Vec<Column>) {
    let first = moves.len();
    // The list is filled in place. If the columns were collected in an array, copying the array would have to wait
    // until every single byte is written.
    moves.extend_from_slice(&MOVE_ORDER);
    let listed = &mut moves[first..];
    let mut count = 0;
    for column in MOVE_ORDER {
        // Branch-free, because whether a column has a cell is unpredictable.
        listed[count] = column;
        count += usize::from(cells & column.cells() != 0);
    }
    moves.truncate(first + count);
}

impl Column {
    /// The lowest cell.
    pub(super) const fn bottom(self) -> u64 {
        1 << (7 * self.0)
    }

    /// Higher for columns nearer to the middle, in the documented move order.
    pub(super) const fn centrality(self) -> u32 {
        [1, 3, 5, 6, 4, 2, 0][self.0 as usize]
    }

    /// All cells.
    pub(super) const fn cells(self) -> u64 {
        0b11_1111 << (7 * self.0)
    }
}

impl ConnectFour {
    /// The discs of the side that has just moved.
    pub(super) const fn other(&self) -> u64 {
        self.own ^ self.discs
    }

    /// The cells where the next disc can land.
    pub(super) const fn playable(&self) -> u64 {
        (self.discs + BOTTOM) & BOARD
    }

    /// The cells where the side to move completes four at once.
    pub(super) fn wins(&self) -> u64 {
        winning_cells(self.own, self.discs) & self.playable()
    }

    /// The playable cells after which the opponent cannot complete four immediately. Meaningful only if
    /// [`ConnectFour::wins`] is empty.
    pub(super) fn non_losing(&self) -> u64 {
        non_losing_cells(self.playable(), winning_cells(self.other(), self.discs))
    }

    /// Number of columns that are not full.
    pub(super) const fn count_columns(&self) -> usize {
        // One bit for each column; the multiplication adds them up in the highest field.
        let full = (self.discs & TOP) >> (HEIGHT - 1);
        WIDTH as usize - (full.wrapping_mul(BOTTOM) >> 42 & 7) as usize
    }

    /// Number of empty cells.
    pub(super) const fn cells_left(&self) -> u32 {
        (CELLS - self.plies) as u32
    }

    /// A key that a position shares with its mirror image, and whether it was computed from the mirror image.
    #[inline]
    pub(super) fn symmetric_key(&self) -> (u64, bool) {
        // No column's sum overflows into the next one, so the sum can be mirrored like a board.
        let sum = self.own + self.discs;
        let mirrored = mirror(sum);
        (scrambled(sum.min(mirrored)), mirrored < sum)
    }

    /// The position seen in a mirror.
    pub(super) fn mirrored(&self) -> Self {
        Self { own: mirror(self.own), discs: mirror(self.discs), plies: self.plies }
    }
}

impl Position for ConnectFour {
    type Move = Column;

    fn side_to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a four.
        if has_four(self.other()) {
            Some(Outcome::Win(self.side_to_move().other()))
        } else {
            (self.plies == CELLS).then_some(Outcome::Draw)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Column>) {
        push_columns(self.playable(), moves);
    }

    fn count_legal_moves(&self, _: &mut Vec<Column>) -> u64 {
        if has_four(self.other()) { 0 } else { self.count_columns() as u64 }
    }

    fn play_unchecked(&mut self, column: Column) {
        self.own = self.other();
        self.discs |= self.discs + column.bottom();
        self.plies += 1;
    }

    /// A column with `h` discs has a sum between 2^h - 1 and 2^(h+1) - 2, so the sum determines heights and colours
    /// (Tromp). The mixing is a bijection, so different positions have different keys.
    fn key(&self) -> u64 {
        scrambled(self.own + self.discs)
    }
}

/// Columns in the opposite order.
const fn mirror(board: u64) -> u64 {
    const MIDDLE: u64 = 0x7f << 21;
    const fn swapped(board: u64, left: u32) -> u64 {
        let (low, high) = (7 * left, 7 * (6 - left));
        (board >> low & 0x7f) << high | (board >> high & 0x7f) << low
    }
    board & MIDDLE | swapped(board, 0) | swapped(board, 1) | swapped(board, 2)
}

const fn scrambled(sum: u64) -> u64 {
    let key = sum.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ (key >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ (key >> 32)
}
