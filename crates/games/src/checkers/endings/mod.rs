//! Endings of at most four pieces: their values and distances, worked out backwards from the ends of the game
//! (retrograde analysis; Ströhlein 1970, for checkers Schaeffer and others 1992).
//!
//! A table has a byte for each position: 0 for a draw, else one more than the plies to the end, which the side to move
//! wins if they are odd. Where it has to capture the byte means nothing, and where it has fewer pieces than the other
//! there is none: what comes a few plies later is in the table.

mod index;
#[cfg(any(test, feature = "tools"))]
mod make;
#[cfg(test)]
mod tests;

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use super::rules::Checkers;
use index::{KEPT, PIECES_MAX, place};
use plyd_search::Score;
use plyd_search::position::Position;

#[cfg(any(test, feature = "tools"))]
pub use make::make;

/// Unpacked by whoever asks first.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = Vec::with_capacity(KEPT);
    ZlibDecoder::new(PACKED).read_to_end(&mut table).expect("the table is part of the program, and unpacks");
    assert_eq!(table.len(), KEPT, "the table is another game's");
    table
});

/// As [`make()`] packs it.
const PACKED: &[u8] = include_bytes!("endings.bin");

/// The value of an unfinished position of few pieces, but for wins so far away that the draw by plies without progress
/// might come before them.
pub(super) fn value(position: &Checkers) -> Option<Score> {
    if position.pieces() as usize > PIECES_MAX {
        return None;
    }
    let score = score(entry(position));
    score.plies().is_none_or(|plies| plies <= position.quiet_plies_left()).then_some(score)
}

/// What the table says of a position, or what follows from what it says of those a few plies later.
fn entry(position: &Checkers) -> u8 {
    if position.by_colour().contains(&0) {
        return LOST;
    }
    let (class, place) = place(position);
    if class.is_kept() && position.capturers() == 0 {
        return TABLE[place];
    }
    let mut best = LOST;
    position.each_move(&mut |mv| best = better(best, before(entry(&position.after(mv)))));
    best
}

/// What a move is worth that leads to a position with this entry.
const fn before(entry: u8) -> u8 {
    if entry == DRAWN { DRAWN } else { entry + 1 }
}

/// The better of two entries, for the side to move: the soonest win, a draw, the latest loss.
fn better(one: u8, other: u8) -> u8 {
    let rank = |entry: u8| match entry {
        DRAWN => 0,
        entry if is_win(entry) => i32::from(u8::MAX - entry),
        entry => i32::from(entry) - i32::from(u8::MAX),
    };
    if rank(one) >= rank(other) { one } else { other }
}

/// The entry of a draw, and of a lost position whose side to move has no move.
const DRAWN: u8 = 0;
const LOST: u8 = 1;

/// The value that an entry says.
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
