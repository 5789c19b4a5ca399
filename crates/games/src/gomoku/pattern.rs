//! The pattern of a stone: its shapes on all four lines through a square, the threat that they form, and their value.

use super::shapes::Shape;
use super::weights::SQUARE_VALUES;

/// The shapes that a stone makes on the four lines through its square, three bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern(u16);

/// The threat that a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// At least one open three.
    Three,
    /// One square completes a row.
    Four,
    /// A double four: several squares complete a row.
    DoubleFour,
    /// A winning row.
    Row,
}

impl Threat {
    /// Number of threats.
    pub(super) const COUNT: usize = 4;
}

/// Properties of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Properties {
    pub(super) threat: Option<Threat>,
    /// The static value of the square for its side: if that side is to move, and if the other is.
    pub(super) value: [i16; 2],
    /// The ordering score of a move there.
    pub(super) move_score: u16,
}

/// Ordering score of each shape.
const SHAPE_SCORES: [u16; Shape::COUNT] = [0, 4, 16, 20, 80, 100, 600, 3000];

/// Indexed by the bits of a pattern.
static PROPERTIES: [Properties; 1 << 12] = tabulate();

const fn tabulate() -> [Properties; 1 << 12] {
    let mut table = [Properties { threat: None, value: [0; 2], move_score: 0 }; 1 << 12];
    let mut pattern = 0;
    while pattern < table.len() {
        table[pattern] = properties(pattern);
        pattern += 1;
    }
    table
}

const fn properties(pattern: usize) -> Properties {
    let mut move_score = 0;
    let mut counts = [0; Shape::COUNT];
    let mut direction = 0;
    while direction < 4 {
        let shape = pattern >> (3 * direction) & 7;
        move_score += SHAPE_SCORES[shape];
        counts[shape] += 1;
        direction += 1;
    }
    let (best, second) = best_two(pattern);
    let threat = if counts[Shape::Row as usize] > 0 {
        Some(Threat::Row)
    } else if counts[Shape::OpenFour as usize] > 0 || counts[Shape::Four as usize] > 1 {
        Some(Threat::DoubleFour)
    } else if counts[Shape::Four as usize] > 0 {
        Some(Threat::Four)
    } else if counts[Shape::Three as usize] > 0 {
        Some(Threat::Three)
    } else {
        None
    };
    Properties { threat, value: [SQUARE_VALUES[0][best][second], SQUARE_VALUES[1][best][second]], move_score }
}

/// The indexes of the two best shapes, the better one first.
const fn best_two(pattern: usize) -> (usize, usize) {
    let (mut best, mut second, mut direction) = (0, 0, 0);
    while direction < 4 {
        let shape = pattern >> (3 * direction) & 7;
        if shape > best {
            (best, second) = (shape, best);
        } else if shape > second {
            second = shape;
        }
        direction += 1;
    }
    (best, second)
}

impl Pattern {
    /// No shape in any direction.
    pub(super) const NONE: Self = Self(0);

    /// The pattern with another shape in this direction.
    #[inline]
    pub(super) fn with(self, direction: usize, shape: Shape) -> Self {
        Self(self.0 & !(7 << (3 * direction)) | (shape as u16) << (3 * direction))
    }

    #[inline]
    pub(super) fn shape(self, direction: usize) -> Shape {
        Shape::ALL[usize::from(self.0 >> (3 * direction) & 7)]
    }

    #[inline]
    pub(super) fn properties(self) -> &'static Properties {
        &PROPERTIES[usize::from(self.0)]
    }

    /// The indexes of its two best shapes, the better one first.
    #[cfg(any(test, feature = "tools"))]
    pub(super) fn best_two(self) -> (usize, usize) {
        best_two(usize::from(self.0))
    }

    /// The threat that it makes, if any.
    #[inline]
    pub(super) fn threat(self) -> Option<Threat> {
        self.properties().threat
    }

    /// See [`Properties::move_score`].
    #[inline]
    pub(super) fn move_score(self) -> u32 {
        u32::from(self.properties().move_score)
    }
}
