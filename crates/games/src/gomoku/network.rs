//! The small network that corrects the sum of the squares' values. Its features are the pairs of classes on all squares:
//! of a stone of the side to move, and of a stone of the other side.
//!
//! A sum of values cannot say that two shapes are worth more together, or that a third threat adds less than the second.
//! The network can, because it clips its sums.

use std::ops::Range;
use std::sync::LazyLock;

use super::board::Gomoku;
use super::geometry::Square;
use super::pattern::Class;
use crate::network::{Features, LANES, Network};
use plyd_search::position::Side;

/// The network in use.
static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::of::<Gomoku>(include_bytes!("network.bin")));

/// The network's sums for a position, before they are clipped.
pub(super) type Sums = [i16; LANES];

/// The vector that every position has.
const CONSTANT: usize = 0;

/// The vector of each pair of classes.
static VECTORS: LazyLock<Box<[Sums]>> = LazyLock::new(|| {
    let mut vectors: Box<[Sums]> = (0..Gomoku::VECTORS).map(|feature| NETWORK.vector(feature)).collect();
    // A square without a shape adds nothing. Its place in the file is taken by the constant.
    vectors[CONSTANT] = [0; LANES];
    vectors
});

/// The sums of a board on which no stone forms a shape.
pub(super) fn empty_sums() -> Sums {
    NETWORK.vector(CONSTANT)
}

/// Updates the sums of one side after a square's pair of classes has changed from `old` to `new`. The first class of a
/// pair is the one of that side.
#[inline(always)]
pub(super) fn update(sums: &mut Sums, old: (Class, Class), new: (Class, Class)) {
    let vectors = &*VECTORS;
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
fn pair((own, other): (Class, Class)) -> usize {
    Class::COUNT * own.index() + other.index()
}

impl Features for Gomoku {
    const VECTORS: usize = Class::COUNT * Class::COUNT;
    const CONSTANT: Range<usize> = CONSTANT..CONSTANT + 1;
    const STAGES: usize = 1;
    const UNIT: i32 = 300;

    fn stage(&self) -> usize {
        0
    }

    #[inline(always)]
    fn features(&self, mut add: impl FnMut(usize)) {
        add(CONSTANT);
        for square in (0..self.geometry.area() as u16).map(Square) {
            let class = |side: Side| self.pattern(side, square).class();
            let pair = pair((class(self.side), class(self.side.other())));
            if pair != CONSTANT {
                add(pair);
            }
        }
    }
}

#[cfg(any(test, feature = "tools"))]
impl crate::network::learning::Learnt for Gomoku {
    fn prior(&self) -> i32 {
        self.linear_value()
    }

    fn is_settled(&self) -> bool {
        super::learning::is_quiet(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Rng, random_position};
    use super::*;
    use crate::notation::Notation;
    use plyd_search::position::Position;

    #[test]
    fn the_sums_that_a_position_keeps_are_those_of_its_features() {
        let mut rng = Rng(2);
        for _ in 0..100 {
            let position = random_position(&Gomoku::default(), 60, &mut rng);
            let mut sums = [0; LANES];
            position.features(|feature| {
                let vector = NETWORK.vector(feature);
                (0..LANES).for_each(|lane| sums[lane] += vector[lane]);
            });
            assert_eq!(position.network_sums(), &sums, "{}", position.state());
            assert_eq!(value(&sums), NETWORK.value_of(&position));
        }
    }

    #[test]
    fn the_sides_see_the_same_position_from_their_own_point_of_view() {
        let position = Gomoku::default().after(Square(112)).after(Square(113));
        let stones = [(Side::Second, Square(112)), (Side::First, Square(113))];
        let swapped = Gomoku::with_stones(position.geometry, Side::Second, stones);
        assert_eq!(position.network_sums(), swapped.network_sums());
    }
}
