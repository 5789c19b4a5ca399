//! The rules of draughts.

use std::marker::PhantomData;

use super::captures::Captures;
use super::moves::Move;
use super::variant::Variant;
use crate::diagonals::{DIRECTIONS, Diagonals, Direction, Squares, bit_indices};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Repetition, Side};

/// The pieces of the side to move, those of the other side, all kings, and the plies without progress. White,
/// [`Side::First`], moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts<V> {
    pub(super) own: Squares,
    pub(super) other: Squares,
    pub(super) kings: Squares,
    side: Side,
    /// Plies since the last capture or move of a man, at most [`Variant::QUIET_PLIES_MAX`].
    pub(super) quiet: u8,
    variant: PhantomData<V>,
}

/// The directions in which the men of each side step.
const FORWARD: [[Direction; 2]; 2] =
    [[Direction::UpLeft, Direction::UpRight], [Direction::DownLeft, Direction::DownRight]];

impl<V: Variant> Default for Draughts<V> {
    fn default() -> Self {
        let black = (0..V::ROWS_OF_MEN).map(V::Board::row).sum();
        Self::new([V::Board::turned(black), black], 0, Side::First)
    }
}

impl<V: Variant> Draughts<V> {
    /// A position from the pieces of white and of black (disjoint sets), the kings among them and the side to move.
    pub(super) fn new([white, black]: [Squares; 2], kings: Squares, side: Side) -> Self {
        let (own, other) = if side == Side::First { (white, black) } else { (black, white) };
        Self { own, other, kings, side, quiet: 0, variant: PhantomData }
    }

    /// The position with this count of plies since the last capture or move of a man.
    pub(super) fn with_quiet(self, plies: u8) -> Self {
        Self { quiet: plies.min(V::QUIET_PLIES_MAX), ..self }
    }

    /// The pieces of white and of black.
    pub(super) fn by_colour(&self) -> [Squares; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// The same position with colours swapped, on the turned board.
    pub(super) fn swapped(&self) -> Self {
        Self {
            own: V::Board::turned(self.own),
            other: V::Board::turned(self.other),
            kings: V::Board::turned(self.kings),
            side: self.side.other(),
            ..*self
        }
    }

    pub(super) fn empty(&self) -> Squares {
        V::Board::ALL & !(self.own | self.other)
    }

    /// The last row for the men of the side to move.
    pub(super) fn crowning_row(&self) -> Squares {
        V::Board::row(if self.side == Side::First { 0 } else { 2 * V::Board::WIDTH - 1 })
    }

    /// The pieces that can capture.
    pub(super) fn capturers(&self) -> Squares {
        let empty = self.empty();
        let beside = |capturers, direction| {
            let takeable = self.other & V::Board::back(direction, empty);
            capturers | V::Board::back(direction, takeable)
        };
        let near = self.own & DIRECTIONS.into_iter().fold(0, beside);
        let far = bit_indices(self.own & self.kings & !near).filter(|from| self.captures(*from).can_capture());
        near | far.map(|from| 1 << from).sum::<Squares>()
    }

    /// For each direction forward, the men of the side to move that can step that way if no capture is forced.
    fn stepping_men(&self) -> [(Direction, Squares); 2] {
        let (men, empty) = (self.own & !self.kings, self.empty());
        FORWARD[self.side.index()].map(|direction| (direction, men & V::Board::back(direction, empty)))
    }

    /// The squares that a king can move to without capturing.
    pub(super) fn slides(&self, from: u32) -> Squares {
        let occupied = self.own | self.other;
        DIRECTIONS.into_iter().map(|direction| V::Board::reach(from, direction, occupied).0).sum()
    }

    fn has_move(&self) -> bool {
        let men = self.stepping_men();
        if (men[0].1 | men[1].1) != 0 {
            return true;
        }
        let (kings, empty) = (self.own & self.kings, self.empty());
        DIRECTIONS.into_iter().any(|direction| kings & V::Board::back(direction, empty) != 0) || self.capturers() != 0
    }

    /// The captures of one piece.
    pub(super) fn captures(&self, from: u32) -> Captures<V> {
        let crowning = if V::CROWNS_DURING_CAPTURE { self.crowning_row() } else { 0 };
        Captures::of(from, [self.own, self.other], self.kings, crowning)
    }

    /// Appends the captures of these pieces. Returns how many squares were visited.
    pub(super) fn list_captures(&self, capturers: Squares, moves: &mut Vec<Move>) -> u32 {
        let (first, mut most, mut all_visits) = (moves.len(), 0, 0);
        for from in bit_indices(capturers) {
            let (longest, visits) = self.captures(from).list(most, first, moves);
            (most, all_visits) = (longest, all_visits + visits);
        }
        all_visits
    }
}

impl<V: Variant> Position for Draughts<V> {
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
            (self.quiet >= V::QUIET_PLIES_MAX).then_some(Outcome::Draw)
        }
    }

    fn is_final(&self) -> bool {
        !self.has_move()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let capturers = self.capturers();
        if capturers != 0 {
            self.list_captures(capturers, moves);
            return;
        }
        let men = self.stepping_men();
        let kings = self.own & self.kings;
        for from in bit_indices(men[0].1 | men[1].1 | kings) {
            if kings >> from & 1 != 0 {
                moves.extend(bit_indices(self.slides(from)).map(|to| Move::step(from, to)));
                continue;
            }
            for (direction, men) in men {
                let man = men & 1 << from;
                if man != 0 {
                    moves.push(Move::step(from, V::Board::step(direction, man).trailing_zeros()));
                }
            }
        }
    }

    fn count_legal_moves(&self, scratch: &mut Vec<Move>) -> u64 {
        let capturers = self.capturers();
        if capturers != 0 {
            scratch.clear();
            self.list_captures(capturers, scratch);
            return scratch.len() as u64;
        }
        let men: u32 = self.stepping_men().iter().map(|(_, men)| men.count_ones()).sum();
        let slides: u32 = bit_indices(self.own & self.kings).map(|from| self.slides(from).count_ones()).sum();
        u64::from(men + slides)
    }

    fn play_unchecked(&mut self, mv: Move) {
        let [from, to] = mv.ends();
        let king = self.kings & from != 0;
        let crowned = king || to & self.crowning_row() != 0 || self.is_crowned_during_capture(mv);
        let quiet = if king && !mv.is_capture() { (self.quiet + 1).min(V::QUIET_PLIES_MAX) } else { 0 };
        *self = Self {
            own: self.other & !mv.captured,
            other: self.own & !from | to,
            kings: self.kings & !(from | mv.captured) | if crowned { to } else { 0 },
            side: self.side.other(),
            quiet,
            variant: PhantomData,
        };
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(V::QUIET_PLIES_MAX.saturating_sub(self.quiet))
    }

    /// The pieces and the side to move, as the rule of threefold repetition demands. Plies without progress are left
    /// out, because they grow from one occurrence to the next.
    fn key(&self) -> u64 {
        let [white, black] = self.by_colour();
        let side = if self.side == Side::First { 0 } else { 0xd6e8_feb8_6659_fd93 };
        mix(mix(mix(self.kings).wrapping_add(white)).wrapping_add(black)) ^ side
    }
}

impl<V: Variant> Draughts<V> {
    /// Whether a man became a king during this capture. To pass the last row, it has to capture a piece on the row
    /// before it, and it cannot get there without capturing.
    fn is_crowned_during_capture(&self, mv: Move) -> bool {
        let before = if self.side == Side::First { 1 } else { 2 * V::Board::WIDTH - 2 };
        V::CROWNS_DURING_CAPTURE && mv.captured & V::Board::row(before) != 0
    }
}
