//! The pattern of a stone: its shapes on all four lines through a square, the threat that they form, and their value.

use super::shapes::Shape;

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

/// The class of a pattern. Patterns with the same two best shapes share a class, or two classes if the third-best shape
/// matters. Evaluation and move ordering use the classes of both sides on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u8);

/// The number of pairs of a best and a second-best shape, without winning rows.
const PAIRS: usize = pair(Shape::Row as usize, 0);

impl Class {
    /// The number of classes. First come the pairs, then a winning row. The last classes are for patterns whose
    /// third-best shape is at least an open two: one for each pair of shapes from the open two to the four.
    pub(super) const COUNT: usize = PAIRS + 1 + THIRDS;

    /// The threat that its patterns make, if any.
    #[inline]
    pub(super) fn threat(self) -> Option<Threat> {
        THREATS[self.index() % PADDED]
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A table indexed by two classes, padded so that no index is out of bounds.
pub(super) struct ByClasses<T>([[T; PADDED]; PADDED]);

/// A power of two.
const PADDED: usize = 64;

impl<T: Copy> ByClasses<T> {
    pub(super) const fn padded(zero: T, table: &[[T; Class::COUNT]; Class::COUNT]) -> Self {
        let mut padded = [[zero; PADDED]; PADDED];
        let mut row = 0;
        while row < Class::COUNT {
            let mut column = 0;
            while column < Class::COUNT {
                padded[row][column] = table[row][column];
                column += 1;
            }
            row += 1;
        }
        Self(padded)
    }

    #[inline]
    pub(super) fn of(&self, row: Class, column: Class) -> T {
        self.0[row.index() % PADDED][column.index() % PADDED]
    }
}

/// The number of pairs of shapes from the open two to the four. With a third such shape, each is a separate class.
const THIRDS: usize = pair(Shape::OpenFour as usize - TWO, 0);
const TWO: usize = Shape::Two as usize;

/// The index of a pair of shapes, the better one first.
const fn pair(best: usize, second: usize) -> usize {
    best * (best + 1) / 2 + second
}

/// Score of each shape in the ordering of threats.
const SHAPE_SCORES: [u16; Shape::COUNT] = [0, 4, 16, 20, 80, 100, 600, 3000];

/// Indexed by the bits of a pattern.
static CLASSES: [Class; 1 << 12] = tabulate_classes();
static SCORES: [u16; 1 << 12] = tabulate_scores();
/// Indexed by class.
static THREATS: [Option<Threat>; PADDED] = tabulate_threats();

const fn tabulate_classes() -> [Class; 1 << 12] {
    let mut table = [Class(0); 1 << 12];
    let mut pattern = 0;
    while pattern < table.len() {
        table[pattern] = Class(class(best_three(pattern)) as u8);
        pattern += 1;
    }
    table
}

const fn tabulate_scores() -> [u16; 1 << 12] {
    let mut table = [0; 1 << 12];
    let mut pattern = 0;
    while pattern < table.len() {
        let mut direction = 0;
        while direction < 4 {
            table[pattern] += SHAPE_SCORES[pattern >> (3 * direction) & 7];
            direction += 1;
        }
        pattern += 1;
    }
    table
}

const fn tabulate_threats() -> [Option<Threat>; PADDED] {
    let mut table = [None; PADDED];
    let mut pattern = 0;
    while pattern < 1 << 12 {
        let best = best_three(pattern);
        table[class(best)] = threat(best[0], best[1]);
        pattern += 1;
    }
    table
}

const fn threat(best: usize, second: usize) -> Option<Threat> {
    const THREE: usize = Shape::Three as usize;
    const FOUR: usize = Shape::Four as usize;
    const OPEN_FOUR: usize = Shape::OpenFour as usize;
    const ROW: usize = Shape::Row as usize;
    match best {
        ROW => Some(Threat::Row),
        OPEN_FOUR => Some(Threat::DoubleFour),
        FOUR if second == FOUR => Some(Threat::DoubleFour),
        FOUR => Some(Threat::Four),
        THREE => Some(Threat::Three),
        _ => None,
    }
}

const fn class([best, second, third]: [usize; 3]) -> usize {
    if best == Shape::Row as usize {
        PAIRS
    } else if third >= TWO && best < Shape::OpenFour as usize {
        PAIRS + 1 + pair(best - TWO, second - TWO)
    } else {
        pair(best, second)
    }
}

/// The indexes of the three best shapes, the best one first.
const fn best_three(pattern: usize) -> [usize; 3] {
    let (mut best, mut direction) = ([0; 3], 0);
    while direction < 4 {
        let shape = pattern >> (3 * direction) & 7;
        if shape > best[0] {
            best = [shape, best[0], best[1]];
        } else if shape > best[1] {
            best = [best[0], shape, best[1]];
        } else if shape > best[2] {
            best[2] = shape;
        }
        direction += 1;
    }
    best
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

    /// The class of its best shapes.
    #[inline]
    pub(super) fn class(self) -> Class {
        CLASSES[usize::from(self.0)]
    }

    /// The threat that it makes, if any.
    #[inline]
    pub(super) fn threat(self) -> Option<Threat> {
        self.class().threat()
    }

    /// Whether at least two of its shapes are as good as this one or better.
    #[inline]
    pub(super) fn has_two(self, least: Shape) -> bool {
        (0..4).filter(|direction| self.shape(*direction) >= least).count() > 1
    }

    /// Its score in the ordering of threats and of the replies to them.
    #[inline]
    pub(super) fn score(self) -> u16 {
        SCORES[usize::from(self.0)]
    }
}
