//! What checkers positions are worth, and in which order to try moves.

use super::endings;
use super::rules::{Checkers, Move};
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Eight, Squares};
use plyd_search::position::Position;
use plyd_search::{
    Deepening, Evaluate, Futility, LateMoves, MoveOrdering, Quiescence, Score, Selective, Theory, sort_by_promise,
};

const MAN: i32 = 100;
const KING: i32 = 140;

/// For a man on each row, counted from its own back row; on the last it would be a king.
const ADVANCE: [i32; 8] = [0, 0, 2, 4, 6, 10, 16, 0];

const CENTRE: Squares = squares(&[10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares(&[4, 5, 12, 13, 20, 21, 28, 29]);
/// Where a lone king is safe longest.
const DOUBLE_CORNERS: Squares = squares(&[1, 5, 28, 32]);
/// Each side's back row.
const BACK_ROWS: [Squares; 2] = [row(0), row(7)];
/// The squares of it that best keep the opponent from crowning.
const BRIDGES: [Squares; 2] = [squares(&[1, 3]), squares(&[30, 32])];
/// Every other row, from one's own back row on: the files that begin there.
const OWN_SYSTEM: [Squares; 2] = [row(0) | row(2) | row(4) | row(6), row(1) | row(3) | row(5) | row(7)];
/// The directions of each side's men.
const FORWARD: [[Direction; 2]; 2] =
    [[Direction::DownLeft, Direction::DownRight], [Direction::UpLeft, Direction::UpRight]];

const fn row(number: u32) -> Squares {
    0b1111 << (4 * number + number / 2)
}

/// The squares of these numbers.
const fn squares(numbers: &[u8]) -> Squares {
    let (mut set, mut index) = (0, 0);
    while index < numbers.len() {
        let before = numbers[index] - 1;
        set |= 1 << (before + before / 8);
        index += 1;
    }
    set
}

/// What a piece is worth: in itself, and for where it stands. Both are told in one number, so that they are added up
/// together, and are far from running into each other.
const fn packed(material: i32, place: i32) -> i32 {
    (material << 16) + place
}

/// The two again.
const fn unpacked(worth: i32) -> (i32, i32) {
    let place = worth as i16 as i32;
    ((worth - place) >> 16, place)
}

/// What sets of pieces are worth, packed: of each two rows, every set that may stand on their eight squares.
struct Worths([[i32; 256]; 4]);

impl Worths {
    const MEN: [Self; 2] = [Self::of(0, false), Self::of(1, false)];
    const KINGS: Self = Self::of(0, true);

    const fn of(side: usize, kings: bool) -> Self {
        let mut worths = [[0; 256]; 4];
        let mut index = 0;
        while index < 4 * 256 {
            let (rows, set): (usize, usize) = (index / 256, index % 256);
            if set != 0 {
                let place = 9 * rows + set.trailing_zeros() as usize;
                let worth = if kings { king(place) } else { man(side, place) };
                worths[rows][set] = worths[rows][set & (set - 1)] + worth;
            }
            index += 1;
        }
        Self(worths)
    }

    #[inline]
    fn sum(&self, set: Squares) -> i32 {
        self.0.iter().zip([0, 9, 18, 27]).map(|(worths, rows)| worths[(set >> rows & 255) as usize]).sum()
    }
}

/// What a man is worth on a square.
const fn man(side: usize, place: usize) -> i32 {
    let row = 2 * (place / 9) + place % 9 / 4;
    let advance = ADVANCE[if side == 0 { row } else { 7 - row }];
    packed(MAN, advance + if CENTRE >> place & 1 != 0 { 4 } else { 0 } - if SIDES >> place & 1 != 0 { 3 } else { 0 })
}

/// The same of a king.
const fn king(place: usize) -> i32 {
    packed(KING, if CENTRE >> place & 1 != 0 { 8 } else { 0 } - if SIDES >> place & 1 != 0 { 6 } else { 0 })
}

/// What one side's pieces are worth, packed.
#[inline]
fn worth(side: usize, own: Squares, other: Squares, kings: Squares) -> i32 {
    let (men, own_kings) = (own & !kings, own & kings);
    let mut worth = Worths::MEN[side].sum(men);
    if other & !kings != 0 {
        worth += 5 * (count(men & BACK_ROWS[side]) + count(men & BRIDGES[side]));
    }
    if own_kings != 0 {
        let empty = Eight::ALL & !(own | other);
        let steps = DIRECTIONS.iter().map(|direction| count(Eight::step(*direction, own_kings) & empty)).sum::<i32>();
        worth += Worths::KINGS.sum(own_kings) + 2 * steps;
    }
    worth + runaways(side, men, other)
}

/// A bonus for each man that nothing stands before any more, more for one that is nearly there.
fn runaways(side: usize, men: Squares, other: Squares) -> i32 {
    // Every square from which some way forward leads to a piece of the other side.
    let [left, right] = FORWARD[side];
    let mut guarded = other;
    for _ in 0..7 {
        guarded |= (Eight::back(left, guarded) | Eight::back(right, guarded)) & Eight::ALL;
        if men & !guarded == 0 {
            return 0;
        }
    }
    let (mut free, mut bonus) = (men & !guarded, 0);
    while free != 0 {
        bonus += 10 + 5 * rows_gone(side, free.trailing_zeros());
        free &= free - 1;
    }
    bonus
}

/// How far a man on this place has gone from its back row.
fn rows_gone(side: usize, place: u32) -> i32 {
    let row = (2 * (place / 9) + place % 9 / 4) as i32;
    if side == 0 { row } else { 7 - row }
}

fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

impl Evaluate for Checkers {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 8 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: Move::SLOTS,
        slot: Move::slot,
        is_quiet: |_, mv| mv.jumps() == 0,
        ..MoveOrdering::DEFAULT
    };

    const THEORY: Theory<Self> = Theory { closed_form: endings::value, tables: Some(endings::make), ..Theory::NONE };

    /// Captures are forced.
    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_captures, may_stand_pat: |_| false };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 3, after: 3, base: 128, scale: 1150, leave_out_to: 0, count: 0 }),
        futility: Some(Futility { to: 4, above: 60, below: 60 }),
        remembers: true,
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        let ([black, white], kings) = (self.by_colour(), self.kings());
        let of_black = worth(0, black, white, kings) - worth(1, white, black, kings);
        let side = self.side_to_move().index();
        let (ahead, mut value) = unpacked(if side == 0 { of_black } else { -of_black });
        let all = black | white;
        let pieces = count(all);
        // A piece ahead counts for more when fewer are left.
        value += ahead + ahead * (24 - pieces) / 24;
        if ahead != 0 {
            let weaker = if (ahead > 0) == (side == 0) { white } else { black };
            if weaker & kings & DOUBLE_CORNERS != 0 {
                value -= ahead.signum() * 15 * count(weaker & kings & DOUBLE_CORNERS);
            }
        } else if pieces <= 12 {
            // "The move" (the opposition): with an odd number of pieces on the files of the side to move it has the
            // last step when the sides close in on each other.
            value += if count(all & OWN_SYSTEM[side]) % 2 == 1 { 8 } else { -8 };
        }
        Score::opinion(value)
    }

    fn order(&self, moves: &mut [Move]) {
        if moves.len() < 2 {
            return;
        }
        if moves[0].jumps() > 0 {
            moves.sort_unstable_by_key(|mv| (std::cmp::Reverse(mv.jumps()), *mv));
            return;
        }
        sort_by_promise::<48, _>(moves, |mv| self.rank(mv));
    }
}

impl Checkers {
    fn push_captures(&self, moves: &mut Vec<Move>) {
        if self.capturers() != 0 {
            self.legal_moves(moves);
        }
    }

    /// Of steps, crowning comes first and those that let the opponent capture last; between them men go forward, but
    /// leave the back row late, and all go to the centre.
    fn rank(&self, step: Move) -> i32 {
        let (from, to) = (step.from(), step.landing());
        let side = self.side_to_move().index();
        let is_in = |square: Squares, set: Squares| i32::from(square & set != 0);
        let mut rank = 2 * (is_in(to, CENTRE) - is_in(from, CENTRE)) + is_in(from, SIDES) - is_in(to, SIDES);
        if self.kings() & from == 0 {
            let place = to.trailing_zeros() as i32;
            let ahead = if side == 0 { place } else { 34 - place } / 9;
            rank += 40 * is_in(to, BACK_ROWS[1 - side]) - 6 * is_in(from, BACK_ROWS[side]) + ahead;
        }
        rank - if self.after(step).capturers() != 0 { 30 } else { 0 }
    }
}
