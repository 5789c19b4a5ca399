//! The values of one stage of the game, computed beforehand.

use super::ConnectFour;
use crate::data::data;
use plyd_search::Score;

/// The values of the unfinished positions with a certain number of plies left, which is the first byte. Searches of
/// earlier positions end at these, and later positions are quickly searched to the end.
///
/// Entries of nine bytes follow, sorted by key: the key of the table with the lowest byte first, and the value as a
/// signed byte. The value is the number of plies to a win, the negative number of plies to a loss, or 0 for a draw.
const CELLS_LEFT: u32 = include_bytes!("book.bin")[0] as u32;

/// The value of a position in the book, for the side to move.
#[inline]
pub(super) fn value(position: &ConnectFour) -> Option<Score> {
    if position.cells_left() == CELLS_LEFT { find(position.symmetric_key().0) } else { None }
}

fn find(key: u64) -> Option<Score> {
    let (entries, _) = data!("connect-four", "book.bin")[1..].as_chunks::<9>();
    let key_of = |[entry @ .., _]: &[u8; 9]| u64::from_le_bytes(*entry);
    let [.., value] = entries[entries.binary_search_by_key(&key, key_of).ok()?];
    let plies = u32::from(value.cast_signed().unsigned_abs());
    Some(match value.cast_signed() {
        0 => Score::ZERO,
        1.. => Score::win_in(plies),
        _ => Score::loss_in(plies),
    })
}
