//! Lists of moves: a JSON array of names, or one text with white space or commas between the moves.

use std::collections::HashSet;
use std::fmt;

use plyd_games::catalogue::{AnyPosition, MoveIndex};
use plyd_games::record::listed_moves;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::caps::Caps;
use super::refusal::{Refusal, RefusalKind};

/// A list of moves as it was sent.
#[derive(Clone, Debug)]
pub(super) enum MoveList {
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

impl MoveList {
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Names(names) => names.is_empty(),
            Self::Text(text) => text.trim().is_empty(),
        }
    }

    /// Plays the moves. Returns their canonical names, including forced passes that the list leaves out.
    ///
    /// # Errors
    /// The first illegal move.
    pub(super) fn play(names: &[String], position: &mut dyn AnyPosition) -> Result<Vec<String>, Refusal> {
        let mut played = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let names = position.play_named(name);
            played.extend(names.map_err(|illegal| Refusal::illegal(illegal).at(format!("moves[{index}]")))?);
        }
        Ok(played)
    }

    /// The moves of this field in this position.
    ///
    /// # Errors
    /// An empty list, too many moves, a repeated move, or the first illegal one.
    pub(super) fn find(self, field: &str, position: &dyn AnyPosition) -> Result<Vec<MoveIndex>, Refusal> {
        find(field, position, &self.split(position))
    }

    /// The names of the moves to play, split so that the first one is legal in this position.
    ///
    /// # Errors
    /// A list of more than [`Caps::MAX_MOVES`].
    pub(super) fn names(self, position: &dyn AnyPosition) -> Result<Vec<String>, Refusal> {
        let names = self.split(position);
        check_count(names.len())?;
        Ok(names)
    }

    fn split(self, position: &dyn AnyPosition) -> Vec<String> {
        match self {
            Self::Names(names) => names,
            Self::Text(text) if text.trim().is_empty() => Vec::new(),
            Self::Text(text) => split(position, &text),
        }
    }
}

/// Splits a text at commas, at white space (omitting move numbers: `1. e4 e5`), or at every second white space (`take 2
/// take 3`, `e2 e4 e7 e5`). The first of these ways that makes the beginning a legal move is used, so only the first move
/// is tried in several ways, however long the text is.
fn split(position: &dyn AnyPosition, text: &str) -> Vec<String> {
    let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
    let is_clear = !parts.iter().any(|part| part.contains(char::is_whitespace));
    // An empty part between two commas is reported as an error later.
    if is_clear || parts.iter().any(String::is_empty) {
        return parts;
    }
    let words = listed_moves(position, &parts.join(" "));
    let starts = |name: &str| position.duplicate().play_named(name).is_ok();
    if parts.len() > 1 && starts(&parts[0]) {
        return parts;
    }
    if let [first, second, ..] = &words[..]
        && !starts(first)
        && starts(&format!("{first} {second}"))
    {
        return words.chunks(2).map(|pair| pair.join(" ")).collect();
    }
    words
}

fn check_count(moves: usize) -> Result<(), Refusal> {
    if moves <= Caps::MAX_MOVES {
        return Ok(());
    }
    let detail = format!("{moves} moves, at most {} can be played on a state", Caps::MAX_MOVES);
    Err(Refusal::new(RefusalKind::LimitExceeded, detail).at("moves"))
}

fn find(field: &str, position: &dyn AnyPosition, names: &[String]) -> Result<Vec<MoveIndex>, Refusal> {
    if names.is_empty() {
        let detail = "expected at least one move; leave the field out to consider all";
        return Err(Refusal::new(RefusalKind::InvalidBody, detail).at(field));
    }
    if names.len() > Caps::MAX_SEARCH_MOVES {
        let detail = format!("{} moves, at most {} can be considered by name", names.len(), Caps::MAX_SEARCH_MOVES);
        return Err(Refusal::new(RefusalKind::LimitExceeded, detail).at(field));
    }
    let mut given = HashSet::new();
    if let Some(index) = names.iter().position(|name| !given.insert(name)) {
        let detail = format!("{:?} is given twice", names[index]);
        return Err(Refusal::new(RefusalKind::InvalidBody, detail).at(format!("{field}[{index}]")));
    }
    position.find_moves(names).map_err(|(index, illegal)| Refusal::illegal(illegal).at(format!("{field}[{index}]")))
}
