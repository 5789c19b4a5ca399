//! The games that the tag `Variant` of PGN names.

use super::movetext::{self, VARIANT};
use super::{Convention, Format, RecordError, RecordFault};
use crate::game::Game;
use crate::spelling::shown;

/// The games that a text can be a record of by its tag `Variant`: those whose records need this tag and have it as the
/// text has; if there are none, those whose records do not need it.
pub fn possible_games(games: impl IntoIterator<Item = &'static Game>, text: &str) -> Vec<&'static Game> {
    let variant = movetext::variant(text);
    let (mut named, others): (Vec<&Game>, Vec<&Game>) = games.into_iter().partition(|game| game.needs_variant());
    named.retain(|game| variant.as_deref().is_some_and(|name| game.has_variant(name)));
    if named.is_empty() { others } else { named }
}

impl RecordError {
    /// The same error. If the record is of a variant that another of these games has, the error names that game.
    #[must_use]
    pub fn naming(self, games: impl IntoIterator<Item = &'static Game>) -> Self {
        let Self::Fault(fault @ RecordFault { variant: Some(name), .. }) = &self else { return self };
        let games = games.into_iter().filter(|game| game.has_variant(name));
        let candidates: Vec<String> = games.map(|game| game.id.to_owned()).collect();
        if candidates.is_empty() {
            return self;
        }
        let detail =
            format!("{VARIANT}: the variant is {}, which plyd plays as {}", shown(name), candidates.join(" or "));
        Self::Fault(RecordFault { detail, candidates, ..fault.clone() })
    }
}

impl Game {
    /// Whether this name is a value of the tag `Variant` in records of the game.
    fn has_variant(&self, name: &str) -> bool {
        let convention = self.convention(Format::Pgn);
        matches!(convention, Some(Convention::Pgn { variants, .. }) if movetext::words_of(variants, name).is_ok())
    }

    /// Whether records without the tag `Variant` are records of another game.
    fn needs_variant(&self) -> bool {
        matches!(self.convention(Format::Pgn), Some(Convention::Pgn { usual: Some(_), .. }))
    }
}
