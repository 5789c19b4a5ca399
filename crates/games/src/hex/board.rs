//! The rules of Hex.

use super::cells::{Cell, Cells};
use super::moves::Move;
use super::symmetry::{SLOT_MAPS, Symmetry};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::table::TableKey;

/// A position on a board of any size, about 500 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hex {
    /// Number of rows, and of columns.
    pub(super) size: u8,
    pub(super) side: Side,
    /// Whether the game is played with the swap rule.
    pub(super) swap: bool,
    winner: Option<Side>,
    /// Number of empty cells.
    empty: u16,
    pub(super) stones: [Cells; 2],
    /// For each side and each of its two edges: the stones connected to the edge, and the border there. A stone
    /// connected to both edges has won.
    pub(super) connected: [[Cells; 2]; 2],
    /// The Zobrist hash of the stones in every [`Symmetry`].
    pub(super) hashes: [u64; Symmetry::ALL.len()],
}

impl Hex {
    /// The empty board. `side` is to move once stones have been [put](Self::put) on it.
    pub(super) fn empty(size: u8, side: Side, swap: bool) -> Self {
        Self {
            size,
            side,
            swap,
            winner: None,
            empty: u16::from(size) * u16::from(size),
            stones: [Cells::NONE; 2],
            connected: [Side::First, Side::Second].map(|side| Cells::edges(size, side)),
            hashes: [mix(u64::from(size)); Symmetry::ALL.len()],
        }
    }

    /// Puts a stone on an empty cell, whichever side is to move.
    pub(super) fn put(&mut self, side: Side, mv: Move) {
        let (cell, own) = (self.cell(mv), side.index());
        for (hash, symmetry) in self.hashes.iter_mut().zip(Symmetry::ALL) {
            *hash ^= stone_number(symmetry.side(side), symmetry.mv(mv, self.size));
        }
        self.empty -= 1;
        self.stones[own].toggle(cell);
        for edge in 0..2 {
            if self.connected[own][edge].touches(cell) {
                self.connect(side, edge, cell);
            }
        }
        if self.connected[own].iter().all(|connected| connected.has(cell)) {
            self.winner = Some(side);
        }
    }

    /// Marks a stone as connected to an edge, with all stones connected to it. Each stone is marked at most once in a
    /// game for each edge, so a ply costs little.
    fn connect(&mut self, side: Side, edge: usize, cell: Cell) {
        let own = side.index();
        let unconnected = self.stones[own].without(&self.connected[own][edge]);
        let mut joined = Cells::NONE;
        joined.toggle(cell);
        if unconnected.touches(cell) {
            joined = joined.flooded(&unconnected);
        }
        self.connected[own][edge] = self.connected[own][edge].or(&joined);
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

    /// The legal move with this slot.
    pub(super) fn legal_move_from_slot(&self, slot: u16) -> Option<Move> {
        let mv = Move(slot);
        let is_legal = match mv {
            Move::SWAP => self.may_swap(),
            Move(index) => index < u16::from(self.size) * u16::from(self.size) && self.is_free(mv),
        };
        is_legal.then_some(mv)
    }

    fn is_free(&self, mv: Move) -> bool {
        !self.stones.iter().any(|stones| stones.has(self.cell(mv)))
    }

    /// Whether the side to move may swap.
    pub(super) fn may_swap(&self) -> bool {
        self.swap && self.side == Side::Second && self.stones_placed() == 1
    }

    /// Whether the swap is legal now, or will be on the next ply.
    pub(super) fn swap_ahead(&self) -> bool {
        self.may_swap() || self.swap && self.stones_placed() == 0
    }

    /// Number of stones on the board.
    pub(super) fn stones_placed(&self) -> u16 {
        u16::from(self.size) * u16::from(self.size) - self.empty
    }

    /// The most plies that the game can still last.
    pub(super) fn most_plies_left(&self) -> u32 {
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

    /// Row by row from the top; the swap comes last.
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
            *self = self.image(Symmetry::MIRRORED);
        } else {
            self.put(self.side, mv);
            self.side = self.side.other();
        }
    }

    /// Zobrist hashing (1970): a number for every stone, combined by exclusive or.
    fn key(&self) -> u64 {
        self.keys()[0]
    }
}

impl Hex {
    /// The image of the position.
    pub(super) fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self::empty(self.size, symmetry.side(self.side), self.swap);
        for side in [Side::First, Side::Second] {
            let stones = self.stones[side.index()].members();
            stones.for_each(|cell| image.put(symmetry.side(side), symmetry.mv(self.mv(cell), self.size)));
        }
        image
    }

    /// The keys of all images. They include the side to move, which does not follow from the stones after a swap.
    pub(super) fn keys(&self) -> [u64; Symmetry::ALL.len()] {
        let mut keys = self.hashes;
        for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
            *key ^= turn_number(symmetry.side(self.side), self.swap_ahead());
        }
        keys
    }

    /// The key of the position after a stone, or after the swap.
    pub(super) fn key_after(&self, mv: Move) -> u64 {
        if mv == Move::SWAP || self.swap_ahead() {
            return self.after(mv).keys()[0];
        }
        self.hashes[0] ^ stone_number(self.side, mv) ^ turn_number(self.side.other(), false)
    }

    /// The smallest key of all symmetric positions. Reflections count as symmetries only in games with the swap rule.
    pub(super) fn canonical_key(&self) -> TableKey {
        let keys = self.keys();
        let count = if self.swap { keys.len() } else { 2 };
        let least = (0..count).min_by_key(|symmetry| keys[*symmetry]).expect("two or four");
        match least {
            0 => TableKey::plain(keys[0]),
            _ => TableKey::canonical(keys[least], &SLOT_MAPS[usize::from(self.size)][least - 1]),
        }
    }
}

/// The number that a stone adds to the hash of a position.
fn stone_number(side: Side, mv: Move) -> u64 {
    mix(1 << 32 | u64::from(mv.0) << 1 | side.index() as u64)
}

/// The number that is added to the hash of the stones. It depends on the side to move, and on whether the swap is still
/// ahead.
fn turn_number(side: Side, swap_ahead: bool) -> u64 {
    mix(1 << 33 | u64::from(swap_ahead) << 1 | side.index() as u64)
}
