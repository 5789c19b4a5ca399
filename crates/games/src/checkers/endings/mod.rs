//! Endgame database of at most four pieces: values and distances by retrograde analysis (Ströhlein 1970; for checkers
//! Schaeffer and others 1992).
//!
//! A position's entry is a byte: 0 for a draw, otherwise one more than the plies to the end. The side to move wins if
//! that distance is odd. Two kinds of positions have no meaningful entry: those with a forced capture, and those in
//! which the side to move has fewer pieces. A search of a few plies leads from them to positions with meaningful
//! entries.

#[cfg(any(test, feature = "tools"))]
mod generate;
mod index;
#[cfg(test)]
mod tests;

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::rules::Checkers;
use crate::data::data;
use index::{PIECES_MAX, STORED, index_of};
use plyd_search::Score;
use plyd_search::position::Position;

#[cfg(any(test, feature = "tools"))]
pub use generate::generate;

/// The output of [`generate()`], decompressed on first use.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(STORED);
    ZlibDecoder::new(&data!("checkers", "endings.bin")[..])
        .read_to_end(&mut table)
        .expect("the table is part of the program, and unpacks");
    assert_eq!(table.len(), STORED, "the table is another game's");
    table
});

/// The value of an unfinished position with few pieces. `None` for a win or loss that may take so long that a draw can
/// be claimed first.
pub(super) fn value(position: &Checkers) -> Option<Score> {
    if position.pieces() as usize > PIECES_MAX {
        return None;
    }
    let score = score(entry(position));
    score.plies().is_none_or(|plies| plies <= position.quiet_plies_left()).then_some(score)
}

/// The stored entry of a position, or the one that follows from its successors.
fn entry(position: &Checkers) -> u8 {
    if position.by_colour().contains(&0) {
        return LOST;
    }
    let (class, index) = index_of(position);
    if class.is_stored() && position.capturers() == 0 {
        return TABLE[index];
    }
    let mut best = LOST;
    position.each_move(&mut |mv| best = better(best, previous(entry(&position.after(mv)))));
    best
}

/// The entry of a position whose best move leads to this entry.
const fn previous(entry: u8) -> u8 {
    if entry == DRAWN { DRAWN } else { entry + 1 }
}

/// The better of two entries for the side to move: the faster win, a draw, the slower loss.
fn better(one: u8, other: u8) -> u8 {
    let rank = |entry: u8| match entry {
        DRAWN => 0,
        entry if is_win(entry) => i32::from(u8::MAX - entry),
        entry => i32::from(entry) - i32::from(u8::MAX),
    };
    if rank(one) >= rank(other) { one } else { other }
}

/// The entries of a draw, and of a side to move without a move.
const DRAWN: u8 = 0;
const LOST: u8 = 1;

/// The score of an entry.
fn score(entry: u8) -> Score {
    match entry {
        DRAWN => Score::ZERO,
        entry if is_win(entry) => Score::win_in(u32::from(entry) - 1),
        entry => Score::loss_in(u32::from(entry) - 1),
    }
}

/// Whether the side to move wins.
const fn is_win(entry: u8) -> bool {
    entry != DRAWN && entry.is_multiple_of(2)
}
