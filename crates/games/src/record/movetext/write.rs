//! Writes a game of tags and moves, in PGN's export format. PDN is written in the same way.

use std::borrow::Cow;
use std::collections::HashSet;

use super::manner::{first_number, is_plain, score};
use super::moves::{Numbers, Page, write_moves};
use super::tags::{self, FEN, GAME, GAME_TYPE, RESULT, SET_UP, VARIANT};
use super::tokens::NAME_MARKS;
use crate::game::Game;
use crate::record::line::Line;
use crate::record::{Convention, Format, WriteError, WriteFault};
use crate::spelling::shown;
use plyd_search::position::Side;
use plyd_search::{Instant, Stop};

/// Tags that every PGN game has beside the players' names, with their values for unknown facts.
const ROSTER: [[&str; 2]; 4] = [["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"]];

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for tags that contradict the game or cannot be written, and for comments that contain commands; or
/// the limit that ended the writing.
pub(in crate::record) fn write(
    game: &Game,
    convention: &Convention,
    line: &Line<'_>,
    deadline: Option<Instant>,
    stop: &Stop,
) -> Result<String, WriteError> {
    let mut text = String::new();
    let tags = all_tags(game, convention, line)?;
    for (name, value) in &tags {
        stop.check(deadline)?;
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let result = tags.iter().find(|(name, _)| *name == RESULT).map_or(line.result.name(), |(_, value)| value);
    let mut page = Page::after(text, is_plain(convention));
    let numbers = Numbers {
        first: first_number(convention, &line.start.state) as usize,
        offset: usize::from(line.start.to_move == Side::Second),
    };
    write_moves(line.main(), &numbers, "", &mut page)?;
    page.word(result);
    Ok(page.finish())
}

/// All tags of the game in order: the mandatory ones, the given ones, and those that follow from the game.
fn all_tags<'a>(
    game: &Game,
    convention: &Convention,
    line: &'a Line<'_>,
) -> Result<Vec<(&'a str, Cow<'a, str>)>, WriteFault> {
    let given = |name: &str| tags::value(line.tags, name);
    let fault = |name: &str, detail: String| WriteFault::new(format!("tags.{name}"), detail);
    let (state, variant) = match convention {
        Convention::Pgn { usual, variants } => without_words(*usual, variants, &line.start.state),
        _ => (line.start.state.as_str(), None),
    };
    let (mut tags, mut own) = (Vec::<(&str, Cow<'_, str>)>::new(), Vec::new());
    let roster = |[name, unknown]: [&'static str; 2]| (name, given(name).unwrap_or(unknown).into());
    if let Convention::Plain { kind, .. } = convention {
        let of_game = |name: &str| given(name).filter(|_| name == GAME);
        tags.extend(kind.iter().map(|[name, value]| (*name, of_game(name).unwrap_or(value).into())));
    }
    if !matches!(convention, Convention::Pdn { .. }) {
        let players = Format::Pgn.colours(&game.about).map(|colour| [colour, "?"]);
        tags.extend(ROSTER.into_iter().chain(players).map(roster));
    }
    match convention {
        Convention::Plain { kind: [], .. } if given(GAME).is_none() => own.push((GAME, game.id.into())),
        Convention::Pgn { variants, .. } => {
            let words = variant.map_or("", |[_, words]| words);
            match given(VARIANT) {
                Some(name) if tags::words_of(variants, name).is_ok_and(|given| given == words) => {}
                Some(name) => {
                    let detail = format!("the variant is {}, but the state belongs to another one", shown(name));
                    return Err(fault(VARIANT, detail));
                }
                None => own.extend(variant.map(|[name, _]| (VARIANT, name.into()))),
            }
        }
        Convention::Pdn { game_type } => match given(GAME_TYPE) {
            Some(name) => tags::check_game_type(game_type, name).map_err(|(name, detail)| fault(name, detail))?,
            None => own.push((GAME_TYPE, (*game_type).into())),
        },
        _ => {}
    }
    let result = match given(RESULT) {
        None if is_international(convention) => line.result.of_two_points(),
        None => line.result.name(),
        Some(value) if score(convention, value) == Some(line.result) => value,
        Some(value) => {
            return Err(fault(RESULT, format!("the result is {}, expected {}", shown(value), line.result.name())));
        }
    };
    tags.push((RESULT, result.into()));
    let has_fen = match given(FEN) {
        None => !line.is_start,
        Some(_) => {
            let begins = tags::start(game, convention, line.tags).map_err(|(name, detail)| fault(name, detail))?;
            if begins.state() != line.start.state {
                return Err(fault(FEN, "the game does not begin from this state".to_owned()));
            }
            true
        }
    };
    match given(SET_UP) {
        Some(value) if (value == "1") != has_fen => {
            return Err(fault(SET_UP, format!("expected {}", u8::from(has_fen))));
        }
        None if has_fen => own.push((SET_UP, "1".into())),
        _ => {}
    }
    if has_fen && given(FEN).is_none() {
        own.push((FEN, state.into()));
    }
    let mut written: HashSet<&str> = tags.iter().map(|(name, _)| *name).collect();
    for (name, value) in line.tags {
        check(name, value)?;
        if written.insert(name) {
            tags.push((name, value.into()));
        }
    }
    tags.extend(own);
    Ok(tags)
}

/// Whether a win is two points, as in international draughts.
fn is_international(convention: &Convention) -> bool {
    matches!(convention, Convention::Pdn { game_type } if game_type.starts_with("20,"))
}

/// A state without the words of its variant, and the variant's name.
fn without_words<'a>(
    usual: Option<&'static str>,
    variants: &'static [[&'static str; 2]],
    state: &'a str,
) -> (&'a str, Option<[&'static str; 2]>) {
    let found = variants.iter().filter(|[_, words]| !words.is_empty()).find_map(|variant| {
        let rest = state.strip_suffix(variant[1])?;
        Some((rest.trim_end(), Some(*variant)))
    });
    found.unwrap_or((state, usual.map(|name| [name, ""])))
}

/// Checks that a tag can be written.
fn check(name: &str, value: &str) -> Result<(), WriteFault> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || NAME_MARKS.contains(&c);
    if name.is_empty() || !name.chars().all(is_name) {
        let detail = "this is not the name of a tag, expected letters, digits and _".to_owned();
        return Err(WriteFault::new(format!("tags.{}", name.chars().take(40).collect::<String>()), detail));
    }
    match value.chars().find(|c| c.is_control()) {
        Some(c) => {
            Err(WriteFault::new(format!("tags.{name}"), format!("the value contains {c:?}, expected a single line")))
        }
        None => Ok(()),
    }
}
