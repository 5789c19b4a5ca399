//! Lists of moves: a JSON array of names, or one text with white space or commas between the moves.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

/// A list of moves as it was sent.
#[derive(Clone, Debug)]
pub enum MoveList {
    /// The moves one by one.
    Names(Vec<String>),
    /// A text that is not split yet, because a move may contain white space, as in `take 2`.
    Text(String),
}

impl Default for MoveList {
    fn default() -> Self {
        Self::Names(Vec::new())
    }
}

impl<'de> Deserialize<'de> for MoveList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = MoveList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves, or a string with white space or commas between them")
            }

            fn visit_str<E>(self, text: &str) -> Result<MoveList, E> {
                Ok(MoveList::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<MoveList, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = seq.next_element()? {
                    names.push(name);
                }
                Ok(MoveList::Names(names))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
