//! The rules of ultimate tic-tac-toe.

use super::prospects::Prospects;
use crate::bits::members;
use crate::three_by_three::{FROM_THE_CENTRE, FULL, completing, has_line};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// Nine small boards, numbered like their cells in reading order from the top left; the board to play in, and the side
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UltimateTicTacToe {
    /// The stones of X and of O on each small board.
    stones: [[u16; 9]; 2],
    /// The small boards that each side has won.
    won: [u16; 2],
    /// The small boards that are won or full.
    closed: u16,
    /// The board to play in, or [`ANY`].
    board: u8,
    side: Side,
    /// Number of stones.
    plies: u8,
    /// The Zobrist key of the stones.
    key: u64,
    prospects: Prospects,
}

/// Used instead of a small board if the choice is free or the game is over.
pub(super) const ANY: u8 = 9;

/// A cell of a small board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub(super) board: u8,
    pub(super) cell: u8,
}

impl Cell {
    /// One more than the largest [`Cell::slot`].
    pub(super) const SLOTS: usize = 81;

    pub(super) const fn slot(self) -> usize {
        9 * self.board as usize + self.cell as usize
    }

    /// Its bit within its small board.
    pub(super) const fn bit(self) -> u16 {
        1 << self.cell
    }
}

/// Zobrist keys: of each side's stone on each cell, and of the board to play in.
pub(super) static STONE_KEYS: [[u64; Cell::SLOTS]; 2] = [random(1), random(2)];
pub(super) static BOARD_KEYS: [u64; 10] = random(3);

const fn random<const COUNT: usize>(seed: u64) -> [u64; COUNT] {
    let mut numbers = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        numbers[index] = mix(seed << 32 | index as u64);
        index += 1;
    }
    numbers
}

impl UltimateTicTacToe {
    /// A position from disjoint sets of stones on each small board. Their number determines the side to move.
    pub(super) fn new(stones: [[u16; 9]; 2], board: u8) -> Self {
        let [x, o] = &stones;
        let with = |holds: &dyn Fn(usize) -> bool| (0..9).fold(0, |set, board| set | u16::from(holds(board)) << board);
        let won = [x, o].map(|stones| with(&|board| has_line(stones[board])));
        let full = with(&|board| x[board] | o[board] == FULL);
        let plies = stones.iter().flatten().map(|stones| stones.count_ones() as u8).sum::<u8>();
        let side = if plies.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut position = Self {
            stones,
            won,
            closed: won[0] | won[1] | full,
            board,
            side,
            plies,
            key: 0,
            prospects: Prospects::default(),
        };
        for board in 0..9 {
            for (stones, keys) in stones.iter().zip(&STONE_KEYS) {
                position.key ^=
                    members(stones[usize::from(board)]).fold(0, |key, cell| key ^ keys[Cell { board, cell }.slot()]);
            }
            position.prospects.update(board, stones.map(|stones| stones[usize::from(board)]));
        }
        position
    }

    /// The stones of a side on each small board.
    pub(super) fn stones(&self, side: Side) -> &[u16; 9] {
        &self.stones[side.index()]
    }

    /// The small boards that a side has won.
    pub(super) fn won(&self, side: Side) -> u16 {
        self.won[side.index()]
    }

    /// The small boards that are won or full.
    pub(super) fn closed(&self) -> u16 {
        self.closed
    }

    /// The small board to play in, or [`ANY`].
    pub(super) fn board_to_play(&self) -> u8 {
        self.board
    }

    pub(super) fn plies(&self) -> u8 {
        self.plies
    }

    pub(super) fn prospects(&self) -> &Prospects {
        &self.prospects
    }

    /// The small boards that the side to move may play in.
    pub(super) fn choice(&self) -> u16 {
        if self.board == ANY { FULL & !self.closed } else { 1 << self.board }
    }

    /// The empty cells of a small board.
    pub(super) fn empty(&self, board: u8) -> u16 {
        FULL & !(self.stones[0][usize::from(board)] | self.stones[1][usize::from(board)])
    }

    /// The empty cells of a small board where a side would win it.
    pub(super) fn winning_cells(&self, side: Side, board: u8) -> u16 {
        completing(self.stones[side.index()][usize::from(board)]) & self.empty(board)
    }

    /// Upper bound of the plies left: the empty cells of open boards.
    pub(super) fn most_plies_left(&self) -> u32 {
        members(FULL & !self.closed).map(|board| self.empty(board).count_ones()).sum()
    }
}

impl Position for UltimateTicTacToe {
    type Move = Cell;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have completed a line.
        let mover = self.side.other();
        if has_line(self.won[mover.index()]) {
            Some(Outcome::Win(mover))
        } else {
            (self.closed == FULL).then_some(Outcome::Draw)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        let choice = self.choice();
        for board in FROM_THE_CENTRE.into_iter().filter(|board| choice >> board & 1 == 1) {
            let empty = self.empty(board);
            let cells = FROM_THE_CENTRE.into_iter().filter(|cell| empty >> cell & 1 == 1);
            moves.extend(cells.map(|cell| Cell { board, cell }));
        }
    }

    fn count_legal_moves(&self, _: &mut Vec<Cell>) -> u64 {
        if self.is_final() {
            return 0;
        }
        members(self.choice()).map(|board| u64::from(self.empty(board).count_ones())).sum()
    }

    fn play_unchecked(&mut self, mv: Cell) {
        let (side, board) = (self.side.index(), usize::from(mv.board));
        let wins = completing(self.stones[side][board]) >> mv.cell & 1;
        self.stones[side][board] |= mv.bit();
        self.won[side] |= wins << board;
        self.closed |= (wins | u16::from(self.empty(mv.board) == 0)) << board;
        self.plies += 1;
        self.key ^= STONE_KEYS[side][mv.slot()];
        self.side = self.side.other();
        let goes_on = self.closed >> mv.cell & 1 == 0 && (wins == 0 || !has_line(self.won[side]));
        self.board = if goes_on { mv.cell } else { ANY };
        self.prospects.update(mv.board, self.stones.map(|stones| stones[board]));
    }

    fn key(&self) -> u64 {
        self.key ^ BOARD_KEYS[usize::from(self.board)]
    }
}
