//! Weights of squares, fitted by logistic regression to 5344 games of the selective search against itself. Games begin
//! with two to eight random plies and use 2,000 nodes a move. Positions in which a side can complete a row, or the side
//! to move can make a double four, are left out. 300 is one logit.

use super::shapes::Shape;

/// Bonus of the side to move, and penalty if the opponent threatens a double four.
pub(super) const TO_MOVE: i32 = 56;
pub(super) const THREATENED: i32 = -40;

/// Value of a square for its side, by the best and the second-best shape of a stone there: if that side is to move, and
/// if the other is. Values too rare to be fitted are set by hand, such as a four with a three for the side to move.
pub(super) const SQUARE_VALUES: [[[i16; Shape::COUNT]; Shape::COUNT]; 2] = [
    [
        [0, 0, 0, 11, 49, 75, 0, 0],
        [0, 1, 8, 1, 44, 51, 0, 0],
        [0, 8, 27, 43, 107, 128, 0, 0],
        [11, 1, 43, 39, 91, 46, 0, 0],
        [49, 44, 107, 91, 96, 260, 0, 0],
        [75, 51, 128, 46, 260, 75, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, -3, -3, 8, 39, 77, 164, 0],
        [-3, 4, 5, 5, 39, 74, 139, 0],
        [-3, 5, 24, 37, 92, 136, 224, 0],
        [8, 5, 37, 43, 90, 90, 174, 0],
        [39, 39, 92, 90, 113, 201, 70, 0],
        [77, 74, 136, 90, 201, 66, -34, 0],
        [164, 139, 224, 174, 70, -34, 2, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
];
