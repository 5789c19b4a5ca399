//! A value that changes its meaning as pieces leave the board.

use std::ops::{Add, AddAssign, Mul, Sub};

/// Two values, one for a full board and one for an empty one, between which the pieces left decide ("tapered
/// evaluation"). In centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tapered {
    opening: i32,
    endgame: i32,
}

impl Tapered {
    pub(super) const fn new(opening: i32, endgame: i32) -> Self {
        Self { opening, endgame }
    }

    /// The value where `phase` of [`FULL_BOARD`] is left.
    pub(super) const fn at(self, phase: i32) -> i32 {
        (self.opening * phase + self.endgame * (FULL_BOARD - phase)) / FULL_BOARD
    }
}

/// Knights and bishops 1, rooks 2, queens 4 each: the pieces of the start.
pub(super) const FULL_BOARD: i32 = 24;

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.opening + other.opening, self.endgame + other.endgame)
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
        Self::new(self.opening - other.opening, self.endgame - other.endgame)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self::new(self.opening * times, self.endgame * times)
    }
}
