//! What the [network](super::network) sees of a position, summed up afresh, as it is learnt.

use std::ops::Range;

use super::board::Gomoku;
use super::geometry::Square;
use super::learning::is_quiet;
use super::network::{CONSTANT, COUNT, STAGES, UNIT, pair};
use crate::network::Features;
use crate::network::learning::Learnt;
use plyd_search::position::Side;

impl Features for Gomoku {
    const VECTORS: usize = COUNT;
    const STAGES: usize = STAGES;
    const UNIT: i32 = UNIT;

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

impl Learnt for Gomoku {
    const CONSTANT: Range<usize> = CONSTANT..CONSTANT + 1;

    fn prior(&self) -> i32 {
        self.linear_value()
    }

    fn is_settled(&self) -> bool {
        is_quiet(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Rng, random_position};
    use super::super::network::{NETWORK, value};
    use super::*;
    use crate::network::LANES;
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
