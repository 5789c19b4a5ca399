//! What a stone makes of a line: the shapes that force an answer.
//!
//! They have the names that they have in five in a row, and mean the same whatever wins: a *four* lacks one stone, a
//! *three* lacks two. Rows may be longer than they need be, so shapes are told from windows alone.

use std::sync::OnceLock;

/// What a stone on an empty square makes of a line through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Shape {
    /// Nothing but a stone.
    Nothing,
    /// A two that is no more than the hope of a three.
    ClosedTwo,
    /// An open two: another stone makes an open three.
    Two,
    /// A three that is no more than the threat of a four.
    ClosedThree,
    /// An open three: another stone makes an open four.
    Three,
    /// One square completes a row.
    Four,
    /// Two squares complete a row.
    OpenFour,
    /// A row.
    Row,
}

impl Shape {
    /// All, in order.
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
    /// How many there are.
    pub(super) const COUNT: usize = 8;

    /// Whether a row is threatened.
    #[inline]
    pub(super) fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour)
    }
}

/// A line as one side sees it, as far as a stone in its middle can count: a bit for every square, the stone's own being
/// bit `row - 1` of `2 * row - 1`.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// The side's stones.
    pub(super) own: u64,
    /// The other side's stones, and what is beyond the board.
    pub(super) blocked: u64,
}

/// The shapes for one length of a row.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    row: u32,
    /// By the squares of the span beside the middle, own before blocked; empty for rows that would make it too large.
    known: &'static [Shape],
}

/// Rows up to this length have their shapes looked up: 64 KiB for five.
const KNOWN: usize = 5;

static TABLES: [OnceLock<Box<[Shape]>>; KNOWN + 1] = [const { OnceLock::new() }; KNOWN + 1];

impl Shapes {
    /// Those of rows of this length.
    pub(super) fn of(in_a_row: u8) -> Self {
        let row = u32::from(in_a_row);
        let known = match TABLES.get(usize::from(in_a_row)) {
            Some(table) => table.get_or_init(|| list(row)),
            None => &[][..],
        };
        Self { row, known }
    }

    /// What a stone in the middle makes of the line.
    #[inline]
    pub(super) fn of_span(self, span: Span, reach: u8) -> Shape {
        if self.known.is_empty() {
            return shape(self.row, span);
        }
        let beside = |bits: u64| (bits & ((1 << reach) - 1)) | (bits >> (reach + 1) << reach);
        self.known[(beside(span.blocked) << (2 * reach) | beside(span.own)) as usize]
    }

    /// The squares of the span that complete a row once a stone is in the middle.
    pub(super) fn completions(self, span: Span) -> u64 {
        let mut found = 0;
        windows(self.row, span, |free| {
            if free.count_ones() == 1 {
                found |= free;
            }
        });
        found
    }
}

fn list(row: u32) -> Box<[Shape]> {
    let side = row - 1;
    let span = |beside: u64| (beside & ((1 << side) - 1)) | (beside >> side << row);
    let all = 1_u64 << (2 * side);
    (0..all * all)
        .map(|index| match (index % all, index / all) {
            (own, blocked) if own & blocked == 0 => shape(row, Span { own: span(own), blocked: span(blocked) }),
            _ => Shape::Nothing,
        })
        .collect()
}

/// Shows the free squares of every window through the middle that holds no blocked one, from one end to the other.
fn windows(row: u32, span: Span, mut see: impl FnMut(u64)) {
    let middle = row - 1;
    let own = span.own | 1 << middle;
    // What is not blocked around the middle.
    let first = u64::BITS - (span.blocked & ((1 << middle) - 1)).leading_zeros();
    let end = (span.blocked >> row).trailing_zeros().min(middle) + row;
    for first in first..(end + 1).saturating_sub(row) {
        see(((1 << row) - 1) << first & !own);
    }
}

fn shape(row: u32, span: Span) -> Shape {
    let (mut best, mut completes, mut pair, mut three) = (Shape::Nothing, 0_u64, 0, 0_u64);
    windows(row, span, |free| match free.count_ones() {
        0 => best = Shape::Row,
        1 => completes |= free,
        2 => {
            // Windows that lack the same two follow each other; two that share one of theirs make an open four by it.
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
