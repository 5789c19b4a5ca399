//! Lists of moves: a JSON array of names, or one text with white space or commas between the moves.

use std::collections::HashSet;
use std::fmt;

use plyd_games::catalogue::{AnyPosition, MoveIndex};
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

use super::caps::Caps;
use super::refusal::{Refusal, RefusalKind};

/// A list of moves as it was sent.
#[derive(Clone, Debug)]
pub(super) enum MoveList {
    Names(Vec<String>),
    /// Not yet split, since a move as people write it may have white space in it: `take 2`.
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

    /// Plays the moves. Returns their canonical names, and those of forced passes that the list leaves out.
    ///
    /// # Errors
    /// The first illegal move, or more moves than [`Caps::MAX_MOVES`].
    pub(super) fn play(self, position: &mut dyn AnyPosition) -> Result<Vec<String>, Refusal> {
        match self {
            Self::Names(names) => {
                check_count(names.len())?;
                let mut played = Vec::with_capacity(names.len());
                for (index, name) in names.iter().enumerate() {
                    played.extend(play(position, name, index)?);
                }
                Ok(played)
            }
            Self::Text(text) if text.trim().is_empty() => Ok(Vec::new()),
            Self::Text(text) => play_text(position, &text),
        }
    }

    /// The only moves to consider, in this position.
    ///
    /// # Errors
    /// No move, too many, one that is given twice, or the first illegal one.
    pub(super) fn find(self, position: &dyn AnyPosition) -> Result<Vec<MoveIndex>, Refusal> {
        let text = match self {
            Self::Names(names) => return find(position, &names),
            Self::Text(text) if text.trim().is_empty() => return find(position, &[]),
            Self::Text(text) => text,
        };
        let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
        match find(position, &parts) {
            Err(_) if parts.iter().any(|part| part.contains(char::is_whitespace)) => {
                let words: Vec<String> =
                    parts.iter().flat_map(|part| part.split_whitespace()).map(str::to_owned).collect();
                find(position, &words)
            }
            found => found,
        }
    }
}

/// Plays a text word by word. A word that is no move by itself may be one together with the next: `take 2`, `e2 e4`.
fn play_text(position: &mut dyn AnyPosition, text: &str) -> Result<Vec<String>, Refusal> {
    check_count(text.split(',').count())?;
    let (mut played, mut index) = (Vec::new(), 0);
    for part in text.split(',') {
        let mut words = part.split_whitespace().peekable();
        if words.peek().is_none() {
            // Two commas without a move between them.
            play(position, "", index)?;
        }
        while let Some(word) = words.next() {
            let names = play(position, word, index).or_else(|refused| {
                let pair = words.next().map(|next| format!("{word} {next}"));
                pair.and_then(|pair| position.play_named(&pair).ok()).ok_or(refused)
            })?;
            played.extend(names);
            index += 1;
        }
    }
    Ok(played)
}

fn play(position: &mut dyn AnyPosition, name: &str, index: usize) -> Result<Vec<String>, Refusal> {
    check_count(index + 1)?;
    position.play_named(name).map_err(|illegal| Refusal::illegal(illegal).at(format!("moves[{index}]")))
}

fn check_count(moves: usize) -> Result<(), Refusal> {
    if moves <= Caps::MAX_MOVES {
        return Ok(());
    }
    let detail = format!("{moves} moves, at most {} can be played on a state", Caps::MAX_MOVES);
    Err(Refusal::new(RefusalKind::LimitExceeded, detail).at("moves"))
}

fn find(position: &dyn AnyPosition, names: &[String]) -> Result<Vec<MoveIndex>, Refusal> {
    if names.is_empty() {
        let detail = "expected at least one move; leave the field out to consider all";
        return Err(Refusal::new(RefusalKind::InvalidBody, detail).at("search_moves"));
    }
    if names.len() > Caps::MAX_SEARCH_MOVES {
        let detail = format!("{} moves, at most {} can be considered by name", names.len(), Caps::MAX_SEARCH_MOVES);
        return Err(Refusal::new(RefusalKind::LimitExceeded, detail).at("search_moves"));
    }
    let mut given = HashSet::new();
    if let Some(index) = names.iter().position(|name| !given.insert(name)) {
        let detail = format!("{:?} is given twice", names[index]);
        return Err(Refusal::new(RefusalKind::InvalidBody, detail).at(format!("search_moves[{index}]")));
    }
    position
        .find_moves(names)
        .map_err(|(index, illegal)| Refusal::illegal(illegal).at(format!("search_moves[{index}]")))
}
