//! The pattern of a stone: its shapes on all four lines through a square, the threat that they form, and their value.

use super::shapes::Shape;
use super::weights::WORTH;

/// The shapes that a stone makes on the four lines through its square, three bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made(u16);

/// The threat that a stone makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    /// At least one open three.
    Three,
    /// One square completes a row.
    Four,
    /// A double four: several squares complete a row.
    Double,
    /// A winning row.
    Row,
}

impl Force {
    /// Number of threats.
    pub(super) const COUNT: usize = 4;
}

/// Properties of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub(super) force: Option<Force>,
    /// The static value of the square for its side: if that side is to move, and if the other is.
    pub(super) worth: [i16; 2],
    /// The ordering score of a move there.
    pub(super) promise: u16,
}

/// Ordering score of each shape.
const PROMISES: [u16; Shape::COUNT] = [0, 4, 16, 20, 80, 100, 600, 3000];

/// Indexed by the bits of a pattern.
static FACTS: [Fact; 1 << 12] = list();

const fn list() -> [Fact; 1 << 12] {
    let mut facts = [Fact { force: None, worth: [0; 2], promise: 0 }; 1 << 12];
    let mut made = 0;
    while made < facts.len() {
        facts[made] = fact(made);
        made += 1;
    }
    facts
}

const fn fact(made: usize) -> Fact {
    let mut promise = 0;
    let mut counts = [0; Shape::COUNT];
    let mut direction = 0;
    while direction < 4 {
        let shape = made >> (3 * direction) & 7;
        promise += PROMISES[shape];
        counts[shape] += 1;
        direction += 1;
    }
    let (best, second) = best_two(made);
    let force = if counts[Shape::Row as usize] > 0 {
        Some(Force::Row)
    } else if counts[Shape::OpenFour as usize] > 0 || counts[Shape::Four as usize] > 1 {
        Some(Force::Double)
    } else if counts[Shape::Four as usize] > 0 {
        Some(Force::Four)
    } else if counts[Shape::Three as usize] > 0 {
        Some(Force::Three)
    } else {
        None
    };
    Fact { force, worth: [WORTH[0][best][second], WORTH[1][best][second]], promise }
}

/// The indexes of the two best shapes, the better one first.
const fn best_two(made: usize) -> (usize, usize) {
    let (mut best, mut second, mut direction) = (0, 0, 0);
    while direction < 4 {
        let shape = made >> (3 * direction) & 7;
        if shape > best {
            (best, second) = (shape, best);
        } else if shape > second {
            second = shape;
        }
        direction += 1;
    }
    (best, second)
}

impl Made {
    /// No shape in any direction.
    pub(super) const NOTHING: Self = Self(0);

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
    pub(super) fn fact(self) -> &'static Fact {
        &FACTS[usize::from(self.0)]
    }

    /// The indexes of its two best shapes, the better one first.
    #[cfg(any(test, feature = "tools"))]
    pub(super) fn best_two(self) -> (usize, usize) {
        best_two(usize::from(self.0))
    }

    /// The threat that it makes, if any.
    #[inline]
    pub(super) fn force(self) -> Option<Force> {
        self.fact().force
    }

    /// See [`Fact::promise`].
    #[inline]
    pub(super) fn promise(self) -> u32 {
        u32::from(self.fact().promise)
    }
}
