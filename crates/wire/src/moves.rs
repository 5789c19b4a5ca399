//! Lists of moves: a JSON array of names and integers, or one text with white space or commas between the moves.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};

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
                while let Some(MoveText(name)) = seq.next_element()? {
                    names.push(name);
                }
                Ok(MoveList::Names(names))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// A move as it was sent: a text, or an integer, which stands for its decimal text.
#[derive(Debug)]
pub(super) struct MoveText(pub(super) String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = MoveText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move as a string, or an integer")
            }

            fn visit_str<E>(self, text: &str) -> Result<MoveText, E> {
                Ok(MoveText(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<MoveText, E> {
                Ok(MoveText(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<MoveText, E> {
                Ok(MoveText(number.to_string()))
            }

            /// A whole number with a fraction of zeros, such as `4.0`. Below 2^53, every whole number has its own
            /// float.
            fn visit_f64<E: Error>(self, number: f64) -> Result<MoveText, E> {
                if number.fract() == 0.0 && number.abs() < (1_u64 << 53) as f64 {
                    return Ok(MoveText((number as i64).to_string()));
                }
                Err(E::invalid_type(Unexpected::Float(number), &self))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}
