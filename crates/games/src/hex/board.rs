//! The rules of Hex.

use super::cells::{Cell, Cells};
use super::images::{Image, SLOTS};
use super::moves::Move;
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::table::TableKey;

/// A position on a board of any size, some 500 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Rows, and as many columns.
    pub(super) size: u8,
    pub(super) side: Side,
    /// Whether the game is played with the swap, whether or not it may still come.
    pub(super) swap: bool,
    winner: Option<Side>,
    /// How many cells have no stone.
    empty: u16,
    pub(super) stones: [Cells; 2],
    /// For each side, and each of the two edges that it has to join: the stones that are joined to the edge, with the
    /// border there. A stone that is joined to both has won.
    pub(super) rooted: [[Cells; 2]; 2],
    /// Of the stones, as every [`Image`] sees them.
    pub(super) hashes: [u64; Image::ALL.len()],
}

impl Hex {
    /// The empty board, `side` to move once stones have been [put](Self::put) on it.
    pub(super) fn empty(size: u8, side: Side, swap: bool) -> Self {
        Self {
            size,
            side,
            swap,
            winner: None,
            empty: u16::from(size) * u16::from(size),
            stones: [Cells::NONE; 2],
            rooted: [Side::First, Side::Second].map(|side| Cells::edges(size, side)),
            hashes: [mix(u64::from(size)); Image::ALL.len()],
        }
    }

    /// Puts a stone on an empty cell, whoever's turn it is.
    pub(super) fn put(&mut self, side: Side, mv: Move) {
        let (cell, own) = (self.cell(mv), side.index());
        for (hash, image) in self.hashes.iter_mut().zip(Image::ALL) {
            let there = u64::from(image.mv(mv, self.size).0);
            *hash ^= mix(1 << 32 | there << 1 | image.side(side).index() as u64);
        }
        self.empty -= 1;
        self.stones[own].toggle(cell);
        for edge in 0..2 {
            if self.rooted[own][edge].touches(cell) {
                self.root(side, edge, cell);
            }
        }
        if self.rooted[own].iter().all(|rooted| rooted.has(cell)) {
            self.winner = Some(side);
        }
    }

    /// Enters a stone that is joined to an edge, and what is joined to it. A stone is entered once in a game for each
    /// edge, so this takes few steps a ply.
    fn root(&mut self, side: Side, edge: usize, cell: Cell) {
        let own = side.index();
        let loose = self.stones[own].without(&self.rooted[own][edge]);
        let mut joined = Cells::NONE;
        joined.toggle(cell);
        if loose.touches(cell) {
            joined = joined.flooded(&loose);
        }
        self.rooted[own][edge] = self.rooted[own][edge].or(&joined);
    }

    pub(super) fn cell(&self, Move(index): Move) -> Cell {
        let size = u16::from(self.size);
        Cell { row: (index / size) as u8 + 1, column: (index % size) as u8 + 1 }
    }

    pub(super) fn mv(&self, Cell { row, column }: Cell) -> Move {
        Move(u16::from(row - 1) * u16::from(self.size) + u16::from(column - 1))
    }

    /// The cells without a stone.
    pub(super) fn free(&self) -> Cells {
        let [x, o] = &self.stones;
        Cells::board(self.size).without(x).without(o)
    }

    /// Whether the side to move may answer the first stone by taking it.
    pub(super) fn may_swap(&self) -> bool {
        self.swap && self.side == Side::Second && self.stones_placed() == 1
    }

    /// Whether the swap is still to come, or may be now.
    pub(super) fn swap_ahead(&self) -> bool {
        self.may_swap() || self.swap && self.stones_placed() == 0
    }

    /// How many cells have one.
    pub(super) fn stones_placed(&self) -> u16 {
        u16::from(self.size) * u16::from(self.size) - self.empty
    }

    /// The most plies that the game can still last.
    pub(super) fn plies_left(&self) -> u32 {
        u32::from(self.empty) + u32::from(self.swap_ahead())
    }

    pub(super) fn has_won(&self, side: Side) -> bool {
        self.winner == Some(side)
    }
}

impl Position for Hex {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    /// Row by row from the top, the swap last.
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.free().members().map(|cell| self.mv(cell)));
        if self.may_swap() {
            moves.push(Move::SWAP);
        }
    }

    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        if self.is_final() { 0 } else { u64::from(self.empty) + u64::from(self.may_swap()) }
    }

    fn wins_at_once(&self, _: &mut Vec<Move>) -> bool {
        !self.winning_cells(self.side).is_empty()
    }

    fn play_unchecked(&mut self, mv: Move) {
        if mv == Move::SWAP {
            *self = self.seen(Image::MIRRORED);
        } else {
            self.put(self.side, mv);
            self.side = self.side.other();
        }
    }

    /// Zobrist (1970): a number for every stone, combined by exclusive or.
    fn key(&self) -> u64 {
        self.keys()[0]
    }
}

impl Hex {
    /// The position as it looks in an image.
    pub(super) fn seen(&self, image: Image) -> Self {
        let mut seen = Self::empty(self.size, image.side(self.side), self.swap);
        for side in [Side::First, Side::Second] {
            let stones = self.stones[side.index()].members();
            stones.for_each(|cell| seen.put(image.side(side), image.mv(self.mv(cell), self.size)));
        }
        seen
    }

    /// The keys of the images. Whose turn it is does not follow from the stones where there was a swap.
    pub(super) fn keys(&self) -> [u64; Image::ALL.len()] {
        let mut keys = self.hashes;
        for (key, image) in keys.iter_mut().zip(Image::ALL) {
            let facts = self.swap_ahead() as u64 * 2 + image.side(self.side).index() as u64;
            *key ^= mix(1 << 33 | facts);
        }
        keys
    }

    /// Positions that are equal by symmetry share a key.
    pub(super) fn image_key(&self) -> TableKey {
        let keys = self.keys();
        let images = if self.swap { keys.len() } else { 2 };
        let least = (0..images).min_by_key(|image| keys[*image]).expect("two or four");
        match least {
            0 => TableKey::plain(keys[0]),
            _ => TableKey::canonical(keys[least], &SLOTS[usize::from(self.size)][least - 1]),
        }
    }
}
