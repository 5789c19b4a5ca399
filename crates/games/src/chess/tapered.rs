//! A value that changes its meaning as pieces leave the board.

use std::ops::{Add, AddAssign, Mul, Sub};

/// Two values, one for a full board and one for an empty one, between which the pieces left decide ("tapered
/// evaluation"). In centipawns.
///
/// Both are in one number, the endgame's in the upper half, so that adding is one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered(i64);

impl Tapered {
    pub(super) const fn new(opening: i32, endgame: i32) -> Self {
        Self(((endgame as i64) << 32) + opening as i64)
    }

    pub(super) const fn opening(self) -> i32 {
        self.0 as i32
    }

    pub(super) const fn endgame(self) -> i32 {
        // A negative lower half has borrowed from the upper one.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The value where `phase` of [`FULL_BOARD`] is left.
    pub(super) const fn at(self, phase: i32) -> i32 {
        (self.opening() * phase + self.endgame() * (FULL_BOARD - phase)) / FULL_BOARD
    }
}

/// Knights and bishops 1, rooks 2, queens 4 each: the pieces of the start.
pub(super) const FULL_BOARD: i32 = 24;

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_mix() {
        for (opening, endgame) in [(0, 0), (-1, 0), (0, -1), (7, -9), (-7, 9), (-70_000, -1), (i32::MIN, i32::MAX)] {
            let value = Tapered::new(opening, endgame);
            assert_eq!((value.opening(), value.endgame()), (opening, endgame));
        }
        let value = (Tapered::new(-3, 5) - Tapered::new(4, -6)) * -2 + Tapered::new(1, 1);
        assert_eq!((value.opening(), value.endgame()), (15, -21));
    }
}
