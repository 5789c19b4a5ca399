//! The small network that corrects the sum of the squares' values. Its features are the pairs of classes on all squares:
//! of a stone of the side to move, and of a stone of the other side.
//!
//! A sum of values cannot say that two shapes are worth more together, or that a third threat adds less than the second.
//! The network can, because it clips its sums.

use std::sync::LazyLock;

use super::pattern::Class;
use crate::network::{LANES, Network};

/// One vector for each pair of classes, one stage, and what an output of 1 stands for in the unit of scores.
pub(super) const COUNT: usize = Class::COUNT * Class::COUNT;
pub(super) const STAGES: usize = 1;
pub(super) const UNIT: i32 = 300;

/// The network in use.
pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(include_bytes!("network.bin"), 0..COUNT as u32, STAGES, UNIT));

/// The network's sums for a position, before they are clipped.
pub(super) type Sums = [i16; LANES];

/// The vector that every position has.
pub(super) const CONSTANT: usize = 0;

/// The vector of each pair of classes.
static VECTORS: LazyLock<Box<[Sums]>> = LazyLock::new(|| {
    let mut vectors: Box<[Sums]> = (0..COUNT).map(|feature| NETWORK.vector(feature)).collect();
    // A square without a shape adds nothing. Its place in the file is taken by the constant.
    vectors[CONSTANT] = [0; LANES];
    vectors
});

/// The sums of a board on which no stone forms a shape.
pub(super) fn empty_sums() -> Sums {
    NETWORK.vector(CONSTANT)
}

/// The vector of each pair of classes, for [`update`].
pub(super) fn vectors() -> &'static [Sums] {
    &VECTORS
}

/// Updates the sums of one side after a square's pair of classes has changed from `old` to `new`. The first class of a
/// pair is the one of that side.
#[inline(always)]
pub(super) fn update(sums: &mut Sums, vectors: &[Sums], old: (Class, Class), new: (Class, Class)) {
    let (removed, added) = (&vectors[pair(old)], &vectors[pair(new)]);
    for lane in 0..LANES {
        // Only boards that no game leads to have sums that don't fit. They wrap, and come back when the shapes go.
        sums[lane] = sums[lane].wrapping_add(added[lane] - removed[lane]);
    }
}

/// The network's value for a position with these sums.
pub(super) fn value(sums: &Sums) -> i32 {
    NETWORK.value_of_sums(0, sums)
}

/// The number of a pair of classes.
#[inline(always)]
pub(super) fn pair((own, other): (Class, Class)) -> usize {
    Class::COUNT * own.index() + other.index()
}
