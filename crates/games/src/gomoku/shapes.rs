//! Shapes: what a stone makes on one line.
//!
//! Their names come from five in a row, but they apply to rows of any length: a *four* lacks one stone, a *three* lacks
//! two. Shapes are found in windows of the winning length. If only exact rows win, a window next to a stone of the same
//! side does not count, because completing it would make an overline.

use std::sync::OnceLock;

use super::geometry::Rows;

/// The shape that a stone on an empty square makes on a line through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Shape {
    /// A single stone.
    Nothing,
    /// A closed two: another stone can only make a closed three.
    ClosedTwo,
    /// An open two: another stone makes an open three.
    Two,
    /// A closed three: another stone can only make a four.
    ClosedThree,
    /// An open three: another stone makes an open four.
    Three,
    /// One square completes a row.
    Four,
    /// Two squares complete a row.
    OpenFour,
    /// A winning row.
    Row,
}

impl Shape {
    /// All shapes, in order.
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::ClosedTwo,
        Self::Two,
        Self::ClosedThree,
        Self::Three,
        Self::Four,
        Self::OpenFour,
        Self::Row,
    ];
    /// Number of shapes.
    pub(super) const COUNT: usize = 8;

    /// Whether one more stone completes a row.
    #[inline]
    pub(super) fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour)
    }
}

/// A line from one side's point of view, centred on an empty square. It has a bit for each square as far as the
/// [reach](super::geometry::Geometry::reach); the bit with that index is the centre.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// The side's stones.
    pub(super) own: u64,
    /// The other side's stones, and everything beyond the board.
    pub(super) blocked: u64,
}

impl Span {
    /// The span without its outermost squares.
    #[inline]
    fn inner(self, reach: u8) -> Self {
        let cut = |bits: u64| bits >> 1 & ((1 << (2 * reach - 1)) - 1);
        Self { own: cut(self.own), blocked: cut(self.blocked) }
    }
}

/// The shapes for one length of rows.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    row: u32,
    rows: Rows,
    /// Shapes, indexed by the bits of the span without its centre; own bits come below blocked ones. Squares next to
    /// the longest row have only own bits. Empty if rows are too long for a table.
    table: &'static [Shape],
}

/// Rows up to this length have a lookup table of shapes: 64 KiB for five, 256 KiB for exactly five.
const MAX_TABULATED: usize = 5;

static FREE: [OnceLock<Box<[Shape]>>; MAX_TABULATED + 1] = [const { OnceLock::new() }; MAX_TABULATED + 1];
static EXACT: [OnceLock<Box<[Shape]>>; MAX_TABULATED + 1] = [const { OnceLock::new() }; MAX_TABULATED + 1];

impl Shapes {
    /// The shapes for rows of this length.
    #[inline]
    pub(super) fn of(in_a_row: u8, rows: Rows) -> Self {
        let row = u32::from(in_a_row);
        let tables = match rows {
            Rows::AtLeast => &FREE,
            Rows::Exactly => &EXACT,
        };
        let table = match tables.get(usize::from(in_a_row)) {
            Some(table) => table.get_or_init(|| tabulate(row, rows)),
            None => &[][..],
        };
        Self { row, rows, table }
    }

    /// The part of the span that can be in a row, and its reach. In renju, both sides' spans have the reach of exact
    /// rows, which is one square more than the second side's rows need.
    #[inline]
    fn fitted(self, span: Span, reach: u8) -> (Span, u8) {
        if self.rows == Rows::AtLeast && u32::from(reach) == self.row {
            (span.inner(reach), reach - 1)
        } else {
            (span, reach)
        }
    }

    /// The shape of a stone in the centre.
    #[inline]
    pub(super) fn of_span(self, span: Span, reach: u8) -> Shape {
        let (span, reach) = self.fitted(span, reach);
        if self.table.is_empty() {
            return shape(self.row, self.rows, span);
        }
        let beside = |bits: u64| (bits & ((1 << reach) - 1)) | (bits >> (reach + 1) << reach);
        let blocked = match self.rows {
            Rows::AtLeast => beside(span.blocked),
            // The outermost squares cannot be in a row.
            Rows::Exactly => beside(span.blocked) >> 1 & ((1 << (2 * reach - 2)) - 1),
        };
        self.table[(blocked << (2 * reach) | beside(span.own)) as usize]
    }

    /// The squares that complete a row once there is a stone in the centre. The bits are counted so that the centre is
    /// bit `row - 1`.
    pub(super) fn completions(self, span: Span, reach: u8) -> u64 {
        let (span, _) = self.fitted(span, reach);
        let mut found = 0;
        windows(self.row, self.rows, span, |free| {
            if free.count_ones() == 1 {
                found |= free;
            }
        });
        found
    }
}

fn tabulate(row: u32, rows: Rows) -> Box<[Shape]> {
    let (inner, outer) = (row - 1, u32::from(rows == Rows::Exactly));
    let reach = inner + outer;
    let span = |beside: u64| (beside & ((1 << reach) - 1)) | (beside >> reach << (reach + 1));
    let own_bits = 1_u64 << (2 * reach);
    (0..own_bits << (2 * inner))
        .map(|index| match (index % own_bits, (index / own_bits) << outer) {
            (own, blocked) if own & blocked == 0 => shape(row, rows, Span { own: span(own), blocked: span(blocked) }),
            _ => Shape::Nothing,
        })
        .collect()
}

/// Calls `visit` with the empty squares of every window through the centre in which a row can be completed. Such a
/// window has no blocked square and, for an exact row, no own stone next to its ends.
fn windows(row: u32, rows: Rows, span: Span, mut visit: impl FnMut(u64)) {
    let middle = row - 1;
    let (shift, ends) = match rows {
        Rows::AtLeast => (0, 0),
        Rows::Exactly => (1, 1 | 2 << row),
    };
    let (own, blocked) = (span.own >> shift | 1 << middle, span.blocked >> shift);
    // The unblocked squares around the centre.
    let first = u64::BITS - (blocked & ((1 << middle) - 1)).leading_zeros();
    let end = (blocked >> row).trailing_zeros().min(middle) + row;
    for first in first..(end + 1).saturating_sub(row) {
        if span.own >> first & ends == 0 {
            visit(((1 << row) - 1) << first & !own);
        }
    }
}

fn shape(row: u32, rows: Rows, span: Span) -> Shape {
    let (mut best, mut completes, mut pair, mut three) = (Shape::Nothing, 0_u64, 0, 0_u64);
    windows(row, rows, span, |free| match free.count_ones() {
        0 => best = Shape::Row,
        1 => completes |= free,
        2 => {
            // Consecutive windows may have the same two empty squares. If two windows have only one empty square in
            // common, a stone there makes an open four.
            best = best.max(if pair != free && pair & free != 0 { Shape::Three } else { Shape::ClosedThree });
            pair = free;
        }
        3 => {
            let open = three != free && (three & free).count_ones() == 2;
            best = best.max(if open { Shape::Two } else { Shape::ClosedTwo });
            three = free;
        }
        _ => {}
    });
    match completes.count_ones() {
        _ if best == Shape::Row => best,
        0 => best,
        1 => Shape::Four,
        _ => Shape::OpenFour,
    }
}
