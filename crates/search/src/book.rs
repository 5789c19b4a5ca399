//! A book: the values of all positions of one stage of a game, worked out beforehand.

use super::score::Score;
use super::{Evaluate, Table, value};

/// The value of the game in every position that play can reach and that has so many plies left, but for those where it is over. Positions of
/// earlier stages follow from these by search, and later ones are quickly searched to the end.
///
/// For games whose results are wins, losses and draws. In bytes: how many plies are left; then, sorted by key, entries of nine bytes: [`Evaluate::table_key`] with the lowest byte first, and the
/// value as a signed byte: plies to a win, minus the plies to a loss, 0 for a draw.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    bytes: &'static [u8],
}

/// Entries have room for distances up to this.
pub const MOST_PLIES: u32 = 127;
/// Bytes of an entry.
const ENTRY: usize = 9;

impl Book {
    /// No book.
    pub const NONE: Self = Self { bytes: &[] };

    /// The book in these bytes.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// How many plies are left in its positions.
    #[must_use]
    pub fn plies_left(&self) -> Option<u32> {
        self.bytes.first().map(|plies| u32::from(*plies))
    }

    /// How many positions it knows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position for its side to move, if it is in the book.
    #[must_use]
    pub fn find<P: Evaluate>(&self, position: &P) -> Option<Score> {
        if self.plies_left() != Some(position.plies_left()) {
            return None;
        }
        let (entries, _) = self.bytes[1..].as_chunks::<ENTRY>();
        let key = |[entry @ .., _]: &[u8; ENTRY]| u64::from_le_bytes(*entry);
        let place = entries.binary_search_by_key(&position.table_key().number(), key).ok()?;
        Some(decoded(entries[place][ENTRY - 1] as i8))
    }
}

fn decoded(value: i8) -> Score {
    match value {
        0 => Score::ZERO,
        1.. => Score::win_in(u32::from(value.unsigned_abs())),
        _ => Score::loss_in(u32::from(value.unsigned_abs())),
    }
}

fn encoded(score: Score) -> i8 {
    let plies = score.plies().map_or(0, |plies| i8::try_from(plies).expect("a game of at most 127 plies"));
    if score < Score::ZERO { -plies } else { plies }
}

/// The positions of a book that covers the game from `start` on, `plies` deep: one of each [key](Evaluate::table_key), none over, in the order in
/// which play meets them.
#[must_use]
pub fn stage<P: Evaluate>(start: &P, plies: u32) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut seen = std::collections::HashSet::new();
        let mut next = Vec::new();
        for position in &positions {
            moves.clear();
            position.legal_moves(&mut moves);
            next.extend(
                moves
                    .iter()
                    .map(|mv| position.after(*mv))
                    .filter(|position| position.outcome().is_none() && seen.insert(position.table_key().number())),
            );
        }
        positions = next;
    }
    positions
}

/// The value of a position, as an entry has it. The table is kept from one to the next: neighbours have much in common.
#[must_use]
pub fn value_of<P: Evaluate>(position: &P, table: &mut Table) -> i8 {
    encoded(value(position, table))
}

/// The book of these entries.
#[must_use]
pub fn bind(plies_left: u32, mut entries: Vec<(u64, i8)>) -> Vec<u8> {
    entries.sort_unstable();
    let mut bytes = vec![u8::try_from(plies_left).expect("a game of at most 127 plies")];
    for (key, value) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.push(value as u8);
    }
    bytes
}
