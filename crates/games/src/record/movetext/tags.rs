//! The tags that say where a game starts and how it ended.

use crate::game::{AnyPosition, Game};
use crate::record::Convention;
use crate::spelling::{quoted, shown};

/// A wrong tag: its name, and what was expected.
pub(in crate::record) type WrongTag = (&'static str, String);

/// The value of a tag.
pub(super) fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

/// The position that a game with these tags starts from.
///
/// # Errors
/// [`WrongTag`] if it is not a position of this game.
pub(super) fn start(
    game: &Game,
    convention: &Convention,
    tags: &[(String, String)],
) -> Result<Box<dyn AnyPosition>, WrongTag> {
    let mut variant = "";
    match convention {
        Convention::Pgn { variants, .. } => {
            if let Some(name) = value(tags, VARIANT) {
                variant = words_of(variants, name)?;
            }
        }
        Convention::Pdn { game_type } => {
            if let Some(given) = value(tags, GAME_TYPE) {
                check_game_type(game_type, given)?;
            }
        }
        _ => {}
    }
    let fen = value(tags, FEN);
    match (fen, value(tags, SET_UP)) {
        (Some(_), Some(other)) if other != "1" => {
            return Err((SET_UP, format!("with the tag FEN, expected 1, found {}", shown(other))));
        }
        _ => {}
    }
    let fen = fen.unwrap_or(game.about.start());
    game.parse(with_words(fen, variant).trim()).map_err(|error| (FEN, error.0))
}

/// Whether the tag SetUp announces a position, and the tag FEN is missing.
pub(super) fn has_lone_set_up(tags: &[(String, String)]) -> bool {
    value(tags, SET_UP) == Some("1") && value(tags, FEN).is_none()
}

pub(super) const FEN: &str = "FEN";
pub(super) const SET_UP: &str = "SetUp";
pub(in crate::record) const VARIANT: &str = "Variant";
pub(super) const GAME_TYPE: &str = "GameType";
pub(super) const RESULT: &str = "Result";
pub(super) const SITE: &str = "Site";
/// The id of the game, in games without PGN and PDN.
pub(super) const GAME: &str = "Game";

/// A state with a variant's words at its end, added if they are missing.
fn with_words(state: &str, words: &str) -> String {
    if state.ends_with(words) { state.to_owned() } else { format!("{state} {words}") }
}

/// The words of the variant with this name.
///
/// # Errors
/// [`WrongTag`] if there is no such variant.
pub(in crate::record) fn words_of(variants: &[[&'static str; 2]], name: &str) -> Result<&'static str, WrongTag> {
    let folded =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    match variants.iter().find(|[known, _]| folded(known) == folded(name)) {
        Some([_, words]) => Ok(words),
        None => {
            let known: Vec<_> = variants.iter().map(|[known, _]| *known).collect();
            Err((VARIANT, format!("the variant is {}, expected one of {}", shown(name), known.join(", "))))
        }
    }
}

/// Checks the number of the game.
///
/// # Errors
/// [`WrongTag`] if it is the number of another game.
pub(super) fn check_game_type(own: &str, given: &str) -> Result<(), WrongTag> {
    let number = |text: &str| text.split(',').next().unwrap_or_default().trim().to_owned();
    if number(own) == number(given) {
        return Ok(());
    }
    Err((GAME_TYPE, format!("the type of game is {}, expected {}", quoted(given), number(own))))
}
