//! The rules of checkers.

use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Eight, Squares, bit_indices};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Repetition, Side};

/// The pieces of the side to move, those of the other side, all kings, and the plies without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    own: Squares,
    other: Squares,
    kings: Squares,
    side: Side,
    /// Plies since the last capture or move of a man, at most [`QUIET_PLIES_MAX`].
    pub(super) quiet: u8,
    /// Number of pieces.
    pieces: u8,
    /// See [`Position::key`].
    key: u64,
}

/// After this number of plies without a capture or a man's move, 40 for each side, a draw may be claimed.
pub(super) const QUIET_PLIES_MAX: u8 = 80;

/// A step, or a whole capture with its path.
///
/// Bits 0 to 5 hold the origin, bits 6 to 9 the number of captured pieces (0 for a step), and bits 10 and up the
/// [`Direction`]s, two bits each. A capture has at most nine jumps, because the squares that one piece can jump over
/// form a grid of three by three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// One more than the largest [`Move::slot`].
    pub(super) const SLOTS: usize = 64 * 4;

    /// The index of the origin and the first direction, for tables of move ordering.
    pub(super) fn slot(self) -> usize {
        ((self.0 & 63) << 2 | self.0 >> 10 & 3) as usize
    }

    fn start(from: u32) -> Self {
        Self(from)
    }

    fn step(from: u32, direction: Direction) -> Self {
        Self(from | (direction as u32) << 10)
    }

    /// The same capture with one more jump.
    fn with_jump(self, direction: Direction) -> Self {
        Self((self.0 + (1 << 6)) | (direction as u32) << (10 + 2 * self.jumps()))
    }

    /// Number of captured pieces.
    pub(super) fn jumps(self) -> u32 {
        self.0 >> 6 & 15
    }

    pub(super) fn from(self) -> Squares {
        1 << (self.0 & 63)
    }

    fn direction(self, index: u32) -> Direction {
        DIRECTIONS[(self.0 >> (10 + 2 * index) & 3) as usize]
    }

    /// The target of a step.
    pub(super) fn landing(self) -> Squares {
        Eight::step(self.direction(0), self.from())
    }

    /// The target of a step; or the target of each jump and the piece that it captures.
    pub(super) fn path(self) -> impl Iterator<Item = (Squares, Squares)> {
        let mut at = self.from();
        (0..self.jumps().max(1)).map(move |index| {
            let next = Eight::step(self.direction(index), at);
            if self.jumps() == 0 {
                return (next, 0);
            }
            at = Eight::step(self.direction(index), next);
            (at, next)
        })
    }
}

impl Default for Checkers {
    fn default() -> Self {
        let twelve = 0b1_1110_1111_1111;
        Self::new([twelve, Eight::turned(twelve)], 0, Side::First)
    }
}

impl Checkers {
    /// A position from the pieces of black and of white (disjoint sets), the kings among them and the side to move.
    pub(super) fn new([black, white]: [Squares; 2], kings: Squares, side: Side) -> Self {
        let (own, other) = if side == Side::First { (black, white) } else { (white, black) };
        let of = |set: Squares, side: Side| {
            bit_indices(set).fold(0, |key, index| key ^ zobrist(side, kings >> index & 1 == 1, index))
        };
        let key = of(black, Side::First) ^ of(white, Side::Second) ^ if side == Side::First { 0 } else { ZOBRIST_SIDE };
        Self { own, other, kings, side, quiet: 0, pieces: (black | white).count_ones() as u8, key }
    }

    /// The position with this count of plies since the last capture or move of a man.
    pub(super) fn with_quiet(self, plies: u8) -> Self {
        Self { quiet: plies.min(QUIET_PLIES_MAX), ..self }
    }

    /// The pieces of black and of white.
    #[inline]
    pub(super) fn by_colour(&self) -> [Squares; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    pub(super) fn kings(&self) -> Squares {
        self.kings
    }

    /// Number of pieces.
    #[inline]
    pub(super) fn pieces(&self) -> u32 {
        u32::from(self.pieces)
    }

    #[inline]
    pub(super) fn empty(&self) -> Squares {
        Eight::ALL & !(self.own | self.other)
    }

    /// The pieces of the side to move, those of the other side and the kings, on a board that is turned so that black
    /// is to move.
    #[inline]
    pub(super) fn seen_by_mover(&self) -> [Squares; 3] {
        let sets = [self.own, self.other, self.kings];
        if self.side == Side::First { sets } else { sets.map(Eight::turned) }
    }

    /// The same position with colours swapped and the board turned.
    pub(super) fn swapped(&self) -> Self {
        let [black, white] = self.by_colour().map(Eight::turned);
        Self::new([white, black], Eight::turned(self.kings), self.side.other()).with_quiet(self.quiet)
    }

    /// For each direction, the pieces that may go that way.
    fn movable(&self) -> [Squares; 4] {
        let kings = self.own & self.kings;
        match self.side {
            Side::First => [self.own, self.own, kings, kings],
            Side::Second => [kings, kings, self.own, self.own],
        }
    }

    /// For each direction, the pieces that can step that way if no capture is forced.
    fn steppers(&self) -> [Squares; 4] {
        let (movable, empty) = (self.movable(), self.empty());
        std::array::from_fn(|index| movable[index] & Eight::back(DIRECTIONS[index], empty))
    }

    /// The pieces that can capture.
    #[inline]
    pub(super) fn capturers(&self) -> Squares {
        capturers(self.side, self.own, self.own & self.kings, self.other, self.empty())
    }

    #[inline]
    fn has_move(&self) -> bool {
        let (empty, [left, right]) = (self.empty(), FORWARD[self.side.index()]);
        if self.own & (Eight::back(left, empty) | Eight::back(right, empty)) != 0 {
            return true;
        }
        let kings = self.own & self.kings;
        kings & (Eight::step(left, empty) | Eight::step(right, empty)) != 0 || self.capturers() != 0
    }

    /// Calls `found` with every capture of these pieces. Different paths are different moves.
    fn captures(&self, mut capturers: Squares, found: &mut impl FnMut(Move)) {
        let [down, _, up, _] = self.movable();
        while capturers != 0 {
            let from = capturers.trailing_zeros();
            let piece = 1 << from;
            capturers ^= piece;
            let directions = match (down & piece != 0, up & piece != 0) {
                (true, true) => &DIRECTIONS[..],
                (true, false) => &DIRECTIONS[..2],
                (false, _) => &DIRECTIONS[2..],
            };
            // The origin counts as empty for the moving piece. Captured pieces stay until the move ends, but no piece
            // can land on their squares.
            jump_on(directions, piece, self.other, self.empty() | piece, Move::start(from), found);
        }
    }

    /// Calls `found` with every legal move.
    pub(super) fn each_move(&self, found: &mut impl FnMut(Move)) {
        let capturers = self.capturers();
        if capturers != 0 {
            return self.captures(capturers, found);
        }
        let steppers = self.steppers();
        let mut any = steppers[0] | steppers[1] | steppers[2] | steppers[3];
        while any != 0 {
            let from = any.trailing_zeros();
            any &= any - 1;
            for (direction, steppers) in DIRECTIONS.into_iter().zip(steppers) {
                if steppers >> from & 1 == 1 {
                    found(Move::step(from, direction));
                }
            }
        }
    }
}

/// The pieces of a side that can capture those of the other.
#[inline]
fn capturers(side: Side, own: Squares, kings: Squares, other: Squares, empty: Squares) -> Squares {
    let [left, right] = FORWARD[side.index()];
    let before = |direction: Direction| Eight::back(direction, other & Eight::back(direction, empty));
    let behind = |direction: Direction| Eight::step(direction, other & Eight::step(direction, empty));
    let capturers = own & (before(left) | before(right));
    if kings == 0 { capturers } else { capturers | kings & (behind(left) | behind(right)) }
}

/// Continues a capture from `at`, and reports it when it can go no further. A man that reaches the last row needs no
/// special case: it has no direction left, and is crowned when the move ends.
fn jump_on(
    directions: &[Direction],
    at: Squares,
    others: Squares,
    free: Squares,
    so_far: Move,
    found: &mut impl FnMut(Move),
) {
    let mut is_last = true;
    for &direction in directions {
        let over = Eight::step(direction, at) & others;
        let to = Eight::step(direction, over) & free;
        if to != 0 {
            is_last = false;
            jump_on(directions, to, others ^ over, free, so_far.with_jump(direction), found);
        }
    }
    if is_last {
        found(so_far);
    }
}

/// The directions of each side's men.
const FORWARD: [[Direction; 2]; 2] =
    [[Direction::DownLeft, Direction::DownRight], [Direction::UpLeft, Direction::UpRight]];

/// Zobrist keys (Zobrist 1970): of a piece on a square, and of the second side's turn.
#[inline]
fn zobrist(side: Side, king: bool, index: u32) -> u64 {
    ZOBRIST[2 * side.index() + usize::from(king)][(index & 63) as usize]
}

static ZOBRIST: [[u64; 64]; 4] = {
    let mut keys = [[0; 64]; 4];
    let mut number = 0;
    while number < 4 * 64 {
        keys[number / 64][number % 64] = mix(number as u64);
        number += 1;
    }
    keys
};
const ZOBRIST_SIDE: u64 = mix(4 * 64);

/// The last row for the men of each side.
const CROWNING_ROWS: [Squares; 2] = [0b1111 << 31, 0b1111];

impl Position for Checkers {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::THREEFOLD)
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.has_move() {
            Some(Outcome::Win(self.side.other()))
        } else {
            (self.quiet >= QUIET_PLIES_MAX).then_some(Outcome::Draw)
        }
    }

    fn is_final(&self) -> bool {
        !self.has_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.each_move(&mut |mv| moves.push(mv));
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        let capturers = self.capturers();
        if capturers == 0 {
            return self.steppers().iter().map(|set| u64::from(set.count_ones())).sum();
        }
        let mut count = 0;
        self.captures(capturers, &mut |_| count += 1);
        count
    }

    fn play_unchecked(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    #[inline]
    fn after(&self, mv: Move) -> Self {
        let from = mv.from();
        let (mut to, mut captured) = (mv.landing(), 0);
        let mut key = self.key ^ ZOBRIST_SIDE;
        if mv.jumps() > 0 {
            for (next, over) in mv.path() {
                to = next;
                captured |= over;
                key ^= zobrist(self.side.other(), self.kings & over != 0, over.trailing_zeros());
            }
        }
        let king = self.kings & from != 0;
        let crowned = king || to & CROWNING_ROWS[self.side.index()] != 0;
        let quiet = if king && captured == 0 { (self.quiet + 1).min(QUIET_PLIES_MAX) } else { 0 };
        key ^= zobrist(self.side, king, from.trailing_zeros()) ^ zobrist(self.side, crowned, to.trailing_zeros());
        Self {
            own: self.other & !captured,
            other: self.own & !from | to,
            kings: self.kings & !(from | captured) | if crowned { to } else { 0 },
            side: self.side.other(),
            quiet,
            pieces: self.pieces - mv.jumps() as u8,
            key,
        }
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(QUIET_PLIES_MAX.saturating_sub(self.quiet))
    }

    /// The pieces and the side to move, as the rule of threefold repetition demands. Plies without progress are left
    /// out, because they grow from one occurrence to the next.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}
