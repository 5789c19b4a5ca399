//! The list of games that a program has: plyd's, its own, or both.

use std::collections::HashSet;
use std::fmt;
use std::slice;

use crate::RULES;

pub use crate::game::{
    AnyPosition, Game, IllegalMove, Listener, MoveIndex, NotedMove, Playable, Question, ReadySearch, SpelledMove,
    Stones,
};

/// Games, each under its own id. Copies are cheap: they point to one static list.
///
/// ```
/// use plyd_games::catalogue::Game;
/// use plyd_games::{CATALOGUE, Catalogue, TicTacToe};
///
/// static OWN: Catalogue = Catalogue::new(&[Game::of::<TicTacToe>("noughts")]);
/// assert!(OWN.check().is_ok() && OWN.find("chess").is_err());
/// assert!(CATALOGUE.with(OWN.games()).find("noughts").is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct Catalogue(&'static [Game]);

impl Catalogue {
    /// A catalogue of these games. [`Catalogue::check`] tells whether it is valid.
    #[must_use]
    pub const fn new(games: &'static [Game]) -> Self {
        Self(games)
    }

    /// A catalogue with these games added. The memory of the new list is never freed, so make it only once, at the
    /// start.
    #[must_use]
    pub fn with(self, more: &[Game]) -> Self {
        Self(Box::leak([self.0, more].concat().into_boxed_slice()))
    }

    /// The games, in order.
    #[must_use]
    pub const fn games(self) -> &'static [Game] {
        self.0
    }

    /// The games, one after the other.
    pub fn iter(self) -> slice::Iter<'static, Game> {
        self.0.iter()
    }

    /// The game with this id or alias, in upper or lower case. The game [`rules`](crate::RULES) is found too, although it
    /// is not listed.
    ///
    /// # Errors
    /// [`UnknownGame`], which suggests the nearest name.
    pub fn find(self, id: &str) -> Result<&'static Game, UnknownGame> {
        let unknown = || UnknownGame { asked: id.chars().take(40).collect(), catalogue: self };
        let mut known = self.iter().chain([&RULES]);
        known.find(|game| game.names().any(|name| name.eq_ignore_ascii_case(id))).ok_or_else(unknown)
    }

    /// Checks that every game can be found and started.
    ///
    /// # Errors
    /// [`InvalidCatalogue`]: no game at all, an id that is invalid or repeated, or a start that cannot be read.
    pub fn check(self) -> Result<(), InvalidCatalogue> {
        let invalid = |what: String| Err(InvalidCatalogue(what));
        if self.0.is_empty() {
            return invalid("the catalogue has no games".to_owned());
        }
        // Every catalogue finds the game `rules`.
        let mut names = HashSet::from([RULES.id]);
        for game in self {
            for name in game.names() {
                if !is_name(name, name != game.id) {
                    return invalid(format!("{name:?} is not an id; expected a-z, 0-9 and -, starting with a letter"));
                }
                if !names.insert(name) {
                    return invalid(format!("two games have the id {name:?}"));
                }
            }
            let id = game.id;
            let Some(start) = game.about.state_examples.first() else {
                return invalid(format!("{id} has no example of a state; the first one is its start"));
            };
            if let Err(reason) = game.parse(start) {
                return invalid(format!("the start of {id} cannot be read: {reason}"));
            }
        }
        Ok(())
    }

    fn ids(self) -> Vec<&'static str> {
        self.iter().map(|game| game.id).collect()
    }
}

impl IntoIterator for Catalogue {
    type Item = &'static Game;
    type IntoIter = slice::Iter<'static, Game>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Catalogue").field(&self.0).finish()
    }
}

/// Whether a text may be an id, which is part of URLs, or an alias, which may begin with a digit too: `3check`.
fn is_name(name: &str, is_alias: bool) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase() || is_alias && first.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The error for an id that no game has.
#[derive(Clone, Debug)]
pub struct UnknownGame {
    asked: String,
    catalogue: Catalogue,
}

impl UnknownGame {
    /// The nearest name of a game, if one is near.
    #[must_use]
    pub fn near(&self) -> Option<&'static str> {
        nearest(&self.asked, &self.catalogue.iter().flat_map(Game::names).collect::<Vec<_>>())
    }

    /// The sentence without the list of games.
    #[must_use]
    pub fn brief(&self) -> String {
        let meant = self.near().map_or(String::new(), |near| format!("; did you mean {near}?"));
        format!("there is no game {:?}{meant}", self.asked)
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stop = if self.near().is_none() { "." } else { "" };
        write!(f, "{}{stop} Games: {}", self.brief(), self.catalogue.ids().join(", "))
    }
}

impl std::error::Error for UnknownGame {}

/// The reason why a catalogue is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCatalogue(String);

impl fmt::Display for InvalidCatalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidCatalogue {}

/// The name with the smallest edit distance to the wanted one. `None` if that distance is more than a third of the
/// longer name, because then it is a different word.
#[must_use]
pub fn nearest<'a>(wanted: &str, names: &[&'a str]) -> Option<&'a str> {
    // Comparing takes time proportional to the square of the length, and long texts are not near to any name.
    let wanted: String = wanted.chars().take(100).collect::<String>().to_lowercase();
    let changes = |name: &str| strsim::damerau_levenshtein(name, &wanted);
    let nearest = names.iter().copied().min_by_key(|name| changes(name))?;
    (3 * changes(nearest) <= nearest.chars().count().max(wanted.chars().count())).then_some(nearest)
}
