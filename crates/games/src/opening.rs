//! The names of openings, found by position, so that transpositions count.

use serde::Serialize;

/// A named opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// Its code, such as `C50`.
    pub code: String,
    /// Its name.
    pub name: &'static str,
    /// The number of moves with which the game reached the named position. If the position was given without moves, the
    /// number of plies of the line that has this name in the list.
    pub plies: u32,
}

/// A list of named positions.
///
/// In bytes: the number of entries, as four bytes; the entries, sorted by key; the names. An entry is the position's
/// [key](plyd_search::position::Position::key), the index of its name as two bytes, the letter and the number of its
/// code, and the plies of its line. Numbers have their lowest byte first. The names are sorted, and each begins with
/// the number of bytes that it shares with the one before and ends with a line break.
#[derive(Debug)]
pub struct OpeningNames {
    entries: &'static [[u8; ENTRY]],
    names: Vec<&'static str>,
}

/// Bytes of an entry.
const ENTRY: usize = 13;

impl OpeningNames {
    /// Reads the list in these bytes.
    ///
    /// # Panics
    /// If they are not a list.
    #[must_use]
    pub fn new(bytes: &'static [u8]) -> Self {
        let (count, rest) = bytes.split_first_chunk().expect("the number of entries");
        let (entries, names) = rest.split_at(u32::from_le_bytes(*count) as usize * ENTRY);
        let mut name = Vec::new();
        let mut read = |line: &[u8]| {
            name.truncate(line[0] as usize);
            name.extend(&line[1..]);
            // A list is read once, so its names may stay in memory.
            &*String::from_utf8(name.clone()).expect("names are UTF-8").leak()
        };
        // The first byte may be any number, even the code of a line break.
        let mut lines = Vec::new();
        let mut rest = names;
        while let Some(end) = rest.iter().skip(1).position(|byte| *byte == b'\n') {
            lines.push(read(&rest[..=end]));
            rest = &rest[end + 2..];
        }
        Self { entries: entries.as_chunks().0, names: lines }
    }

    /// The opening whose position has this key.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<Opening> {
        let key_of = |entry: &[u8; ENTRY]| u64::from_le_bytes(*entry.first_chunk().expect("an entry has eight bytes"));
        let index = self.entries.binary_search_by_key(&key, key_of).ok()?;
        let [.., low, high, letter, number, plies] = self.entries[index];
        Some(Opening {
            code: format!("{}{number:02}", char::from(letter)),
            name: self.names[usize::from(u16::from_le_bytes([low, high]))],
            plies: plies.into(),
        })
    }

    /// The bytes of a list of keys and openings, which may be in any order. Each key is there once.
    #[must_use]
    pub fn bytes(mut named: Vec<(u64, Opening)>) -> Vec<u8> {
        named.sort_unstable_by_key(|(key, _)| *key);
        let mut names: Vec<&str> = named.iter().map(|(_, opening)| opening.name).collect();
        names.sort_unstable();
        names.dedup();
        let mut bytes = (named.len() as u32).to_le_bytes().to_vec();
        for (key, Opening { code, name, plies }) in &named {
            let index = names.binary_search(name).expect("it is there") as u16;
            bytes.extend(key.to_le_bytes());
            bytes.extend(index.to_le_bytes());
            bytes.push(code.as_bytes()[0]);
            bytes.extend([code[1..].parse().expect("a code is a letter and a number"), *plies as u8]);
        }
        let mut before: &[u8] = b"";
        for name in names.into_iter().map(str::as_bytes) {
            let shared = before.iter().zip(name).take_while(|(one, other)| one == other).count().min(255);
            bytes.push(shared as u8);
            bytes.extend(&name[shared..]);
            bytes.push(b'\n');
            before = name;
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let of = |code: &str, name, plies| Opening { code: code.to_owned(), name, plies };
        let list = vec![
            (u64::MAX, of("C50", "Italian Game", 5)),
            (7, of("C50", "Italian Game: Rousseau Gambit", 6)),
            // Ten bytes in common, which is the code of a line break.
            (3, of("C51", "Italian GaX", 6)),
            (9, of("A00", "Kádas Opening", 1)),
            (8, of("A00", "Italian Game", 9)),
        ];
        let openings = OpeningNames::new(OpeningNames::bytes(list.clone()).leak());
        for (key, opening) in list {
            assert_eq!(openings.find(key), Some(opening));
        }
        assert!([0, 4, 10].into_iter().all(|key| openings.find(key).is_none()));
    }
}
