//! What pawns and kings alone are worth. A search meets few of their arrangements, and each many times, so it is
//! remembered (pawn hash table).

use std::cell::RefCell;

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::Sheet;
use super::army::Army;
use super::tally::{Sum, Tally};
use super::{king, pawns, pieces};

/// What pawns and kings alone say of a position, by side.
#[derive(Clone, Copy, Default)]
pub(super) struct Skeleton<T> {
    pub(super) sheets: [Sheet<T>; 2],
    /// Passed pawns, as their side sees them.
    pub(super) passed: [BitBoard; 2],
}

impl<T: Tally> Skeleton<T> {
    /// Of both sides, each as it sees the board; `seen` are their enemies as they see them.
    pub(super) fn of(armies: &[Army; 2], seen: &[Army; 2]) -> Self {
        let mut skeleton = Self { sheets: [Sheet::default(), Sheet::default()], passed: [BitBoard::EMPTY; 2] };
        for (number, (own, enemy)) in armies.iter().zip(seen).enumerate() {
            let sheet = &mut skeleton.sheets[number];
            pieces::places(own, enemy, &[Piece::Pawn, Piece::King], sheet);
            king::count_files(own, enemy, sheet);
            skeleton.passed[number] = pawns::count(own, enemy, sheet);
        }
        skeleton
    }

    /// The same with the sides exchanged.
    #[inline(always)]
    fn exchanged(self) -> Self {
        let Self { sheets: [one, other], passed: [first, second] } = self;
        Self { sheets: [other, one], passed: [second, first] }
    }
}

/// What is remembered, and of which pawns and kings: all pawns, white's, both kings.
#[derive(Clone, Copy, Default)]
struct Entry {
    men: [u64; 3],
    /// White's first.
    skeleton: Skeleton<Sum>,
}

/// 360 KB for each thread that values chess.
const ENTRIES: usize = 1 << 12;

thread_local! {
    /// It follows from the board alone, so nobody can tell what is remembered.
    static MEMORY: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// [`Skeleton::of`] a board, the side to move first.
#[inline(always)]
pub(super) fn remembered(board: &Board, armies: &[Army; 2], seen: &[Army; 2]) -> Skeleton<Sum> {
    let pawns = board.pieces(Piece::Pawn);
    let men = [pawns.0, (pawns & board.colors(Color::White)).0, kings(board)];
    let white_moves = board.side_to_move() == Color::White;
    MEMORY.with_borrow_mut(|entries| {
        if entries.is_empty() {
            entries.resize(ENTRIES, Entry::default());
        }
        let entry = &mut entries[place(men)];
        if entry.men != men {
            let skeleton = Skeleton::of(armies, seen);
            *entry = Entry { men, skeleton: if white_moves { skeleton } else { skeleton.exchanged() } };
        }
        if white_moves { entry.skeleton } else { entry.skeleton.exchanged() }
    })
}

#[inline(always)]
fn kings(board: &Board) -> u64 {
    64 * board.king(Color::White) as u64 + board.king(Color::Black) as u64
}

#[inline(always)]
fn place([pawns, white, kings]: [u64; 3]) -> usize {
    let mixed = (pawns ^ kings << 52).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ white.wrapping_mul(0xd1b5_4a32_d192_ed03);
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize
}
