//! Static evaluation of ultimate tic-tac-toe. There is no static move ordering: together with the history heuristic, it
//! saved no further nodes.

use super::rules::{ANY, BOARD_KEYS, Cell, STONE_KEYS, UltimateTicTacToe};
use crate::bits::members;
use crate::three_by_three::{FULL, SYMMETRIES, completing};
use plyd_search::hooks::{NoHooks, StaticBounds};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

/// Bonus for the side to move if it can choose any board, and for each board that it can win now.
const FREE: i32 = 30;
const WINNABLE: i32 = 40;
/// The side to move can complete three boards in line.
const WINS: i32 = 10_000;

/// With more stones than this, transpositions by symmetry are too rare to be worth computing the smallest image.
pub(super) const SYMMETRIC_PLIES: u8 = 6;

impl Evaluate for UltimateTicTacToe {
    type Hooks = NoHooks;

    const SLOTS: usize = Cell::SLOTS;

    fn slot(cell: Cell) -> usize {
        cell.slot()
    }

    fn table_key(&self) -> TableKey {
        self.canonical_key()
    }

    fn plies_left(&self) -> u32 {
        self.most_plies_left()
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Cell>) -> Option<StaticBounds> {
        Some(self.bounds(depth, moves))
    }

    fn evaluate(&self) -> Score {
        let side = self.side_to_move();
        if self.winning_boards(side) & self.choice() != 0 {
            return Score::heuristic(WINS);
        }
        let value = self.prospects().value(side) - self.prospects().value(side.other());
        let free = if self.board_to_play() == ANY { FREE } else { 0 };
        let winnable = members(self.choice()).any(|board| self.winning_cells(side, board) != 0);
        Score::heuristic(value + free + if winnable { WINNABLE } else { 0 })
    }
}

impl UltimateTicTacToe {
    /// The small boards where a side would win the game if it could play there now.
    pub(super) fn winning_boards(&self, side: Side) -> u16 {
        let near = completing(self.won(side)) & !self.closed();
        members(near).filter(|board| self.winning_cells(side, *board) != 0).fold(0, |set, board| set | 1 << board)
    }

    /// Detects a win in one ply. Otherwise lists the moves after which the opponent cannot win next, if there are any.
    fn bounds(&self, depth: u32, moves: &mut Vec<Cell>) -> StaticBounds {
        let side = self.side_to_move();
        let first = moves.len();
        if self.winning_boards(side) & self.choice() != 0 {
            let legal = self.count_legal_moves(moves) as usize;
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        self.legal_moves(moves);
        let legal = moves.len() - first;
        let threats = self.winning_boards(side.other());
        if threats != 0 && depth >= 2 {
            let mut kept = first;
            for index in first..moves.len() {
                if !self.leaves_a_win(threats, moves[index]) {
                    moves[kept] = moves[index];
                    kept += 1;
                }
            }
            if kept == first {
                return StaticBounds::exactly(Score::loss_in(2), legal);
            }
            moves.truncate(kept);
        }
        StaticBounds { legal, ..StaticBounds::default() }
    }

    /// Whether a move lets the opponent win the game on one of the boards `threats`, where it could win now.
    pub(super) fn leaves_a_win(&self, threats: u16, mv: Cell) -> bool {
        let (side, here) = (self.side_to_move(), 1 << mv.board);
        let wins = self.winning_cells(side, mv.board) & mv.bit() != 0;
        let closes = wins || self.empty(mv.board) == mv.bit();
        let answered = closes || self.winning_cells(side.other(), mv.board) & !mv.bit() == 0;
        let threats = if answered { threats & !here } else { threats };
        let closed = if closes { self.closed() | here } else { self.closed() };
        let choice = if closed & mv.bit() == 0 { mv.bit() } else { FULL };
        threats & choice != 0
    }

    /// The smallest of the eight images, while there are few stones.
    fn canonical_key(&self) -> TableKey {
        let (mut least, mut slots) = (self.key(), &[][..]);
        if self.plies() <= SYMMETRIC_PLIES {
            for (symmetry, moved) in SYMMETRIES.iter().zip(&SLOT_MAPS) {
                let board = match self.board_to_play() {
                    ANY => ANY,
                    board => symmetry.cells[usize::from(board)] as u8,
                };
                let mut key = BOARD_KEYS[usize::from(board)];
                for (side, keys) in [Side::First, Side::Second].into_iter().zip(&STONE_KEYS) {
                    for (stones, board) in self.stones(side).iter().zip(0..) {
                        for cell in members(*stones) {
                            key ^= keys[usize::from(moved[Cell { board, cell }.slot()])];
                        }
                    }
                }
                if key < least {
                    (least, slots) = (key, moved);
                }
            }
        }
        TableKey::canonical(least, slots)
    }
}

/// `SLOT_MAPS[symmetry][slot]`: the image of each slot.
static SLOT_MAPS: [[u16; Cell::SLOTS]; SYMMETRIES.len()] = {
    let mut slots = [[0; Cell::SLOTS]; SYMMETRIES.len()];
    let mut symmetry = 0;
    while symmetry < slots.len() {
        let cells = &SYMMETRIES[symmetry].cells;
        let mut slot = 0;
        while slot < Cell::SLOTS {
            slots[symmetry][slot] = 9 * cells[slot / 9] + cells[slot % 9];
            slot += 1;
        }
        symmetry += 1;
    }
    slots
};
