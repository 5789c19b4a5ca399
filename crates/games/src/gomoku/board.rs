//! The rules, and the tally of windows that is kept with every stone.

use super::frame::{AREA, EMPTY, Frame, STONES, Square, Stone};
use plyd_search::position::{Outcome, Position, Side};

/// A position on a board of any size, some 400 bytes.
///
/// A *window* is as many squares in a line as a row must have to win. All that the rules and the evaluation have to
/// know is how many windows lack how many stones, so this is kept up to date: a stone changes only the windows through
/// its own square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gomoku {
    pub(super) frame: Frame,
    pub(super) side: Side,
    /// Squares without a stone.
    pub(super) empty: u16,
    /// Of each side, by how many stones they lack ([`lacking`]): the windows that hold stones of that side alone.
    pub(super) tallies: [Tally; 2],
    /// Steps from the nearest edge, summed over the first side's stones less the second's.
    pub(super) centrality: i16,
    hash: u64,
    pub(super) stones: [Stone; AREA],
}

/// Windows by how many stones they lack, 0 to 5; the last entry counts those that lack more, too.
pub(super) type Tally = [u16; 6];

/// The entry of a [`Tally`] for windows that lack so many stones.
pub(super) fn lacking(stones: u8) -> usize {
    usize::from(stones.min(5))
}

impl Default for Gomoku {
    /// The usual game: 15x15, five in a row.
    fn default() -> Self {
        Self::empty(Frame { width: 15, height: 15, in_a_row: 5 }, Side::First)
    }
}

impl Gomoku {
    /// The empty board, with `side` to move once stones have been [put](Self::put) on it.
    pub(super) fn empty(frame: Frame, side: Side) -> Self {
        let Frame { width, height, in_a_row } = frame;
        Self {
            frame,
            side,
            empty: frame.area() as u16,
            tallies: [[0; 6]; 2],
            centrality: 0,
            hash: mix(u64::from_le_bytes([width, height, in_a_row, 1, 0, 0, 0, 0])),
            stones: [EMPTY; AREA],
        }
    }

    /// Puts a stone on an empty square, whoever's turn it is.
    pub(super) fn put(&mut self, side: Side, square: Square) {
        let (own, other) = (side.index(), side.other().index());
        let in_a_row = self.frame.in_a_row;
        let tallies = &mut self.tallies;
        self.frame.windows_through(&self.stones, square, |stones| match (stones[own], stones[other]) {
            (0, 0) => tallies[own][lacking(in_a_row - 1)] += 1,
            (mine, 0) => {
                tallies[own][lacking(in_a_row - mine)] -= 1;
                tallies[own][lacking(in_a_row - mine - 1)] += 1;
            }
            (0, theirs) => tallies[other][lacking(in_a_row - theirs)] -= 1,
            _ => {}
        });
        let ring = i16::from(self.frame.ring(square));
        self.centrality += if side == Side::First { ring } else { -ring };
        self.empty -= 1;
        self.hash ^= square_key(side, square);
        self.stones[usize::from(square.0)] = STONES[own];
    }

    /// Squares without a stone.
    pub(super) fn empties(&self) -> u32 {
        u32::from(self.empty)
    }

    /// Whether a side has a row that wins.
    pub(super) fn has_row(&self, side: Side) -> bool {
        self.tallies[side.index()][0] > 0
    }

    pub(super) fn stone(&self, square: Square) -> Option<Side> {
        match self.stones[usize::from(square.0)] {
            EMPTY => None,
            stone if stone == STONES[0] => Some(Side::First),
            _ => Some(Side::Second),
        }
    }
}

impl Position for Gomoku {
    type Move = Square;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a row.
        if self.has_row(self.side.other()) {
            Some(Outcome::Win(self.side.other()))
        } else {
            (self.empty == 0).then_some(Outcome::Draw)
        }
    }

    /// Every empty square, from the centre out.
    fn legal_moves(&self, moves: &mut Vec<Square>) {
        self.frame.each_from_the_centre(|square| {
            if self.stones[usize::from(square.0)] == EMPTY {
                moves.push(square);
            }
        });
    }

    fn count_legal_moves(&self, _: &mut Vec<Square>) -> u64 {
        if self.has_row(self.side.other()) { 0 } else { u64::from(self.empty) }
    }

    fn play_unchecked(&mut self, square: Square) {
        self.put(self.side, square);
        self.side = self.side.other();
    }

    /// Zobrist (1970): a number for the board and one for every stone, combined by exclusive or. Whose turn it is
    /// follows from the stones.
    fn key(&self) -> u64 {
        self.hash
    }
}

/// The number of a stone, for [`Position::key`].
pub(super) fn square_key(side: Side, square: Square) -> u64 {
    mix(u64::from(square.0) << 1 | side.index() as u64)
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014), as a source of Zobrist's random numbers.
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
