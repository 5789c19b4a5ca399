//! Rules with an id of their own, as a game of a catalogue.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use plyd_search::Stop;

use super::board::Grid;
use super::json::InvalidRules;
use super::read::read;
use super::start::{Start, start};
use super::words::sentences;
use crate::RULES;
use crate::game::{AnyPosition, Game};
use crate::notation::{About, InvalidState};

/// The start of each id. Games are entries of a static list, and their functions get only the id.
static NAMED: RwLock<BTreeMap<&'static str, Box<dyn Start>>> = RwLock::new(BTreeMap::new());

/// The game with these rules. Its states are texts without the rules. The memory of its texts is never freed, so make
/// it only once, at the start.
///
/// # Errors
/// Rules that cannot be read.
pub fn game(id: &str, json: &str) -> Result<Game, InvalidRules> {
    let spec = read(json)?;
    let (id, start) = (leaked(id.to_owned()), start(&spec, true)?);
    let first = start.position(id, None).expect("it is the start");
    let described = first.describe(None, &Stop::default()).expect("nothing limits it");
    let letters = described.letters.unwrap_or_default();
    let pieces = RULES.about.pieces.iter().filter(|piece| letters.contains(&piece.letter));
    let about = About {
        title: if spec.title.is_empty() { id } else { leaked(spec.title.clone()) },
        summary: "A game whose rules are a file of this server.",
        rules: leaked(sentences(&spec, &Grid::new(spec.board))),
        state_notation: STATE,
        state_examples: Box::leak([leaked(first.state())].into()),
        state_is_json: false,
        move_examples: Box::leak(first.move_names().into_iter().take(1).map(leaked).collect()),
        layout: described.layout,
        pieces: Box::leak(pieces.copied().collect()),
        ..RULES.about
    };
    NAMED.write().unwrap_or_else(PoisonError::into_inner).insert(id, start);
    Ok(RULES.described(id, about).read_by(parse))
}

const STATE: &str = "The rows from the top, separated by `/`: letters of pieces, `#` for a blocked cell, numbers for runs \
                     of empty cells. Then the side to move, `1` or `2`, and, if the rules need them: `s` and the plies \
                     left of the turn, `h` and the stones in hand, `t` and the pieces taken, `q` and the plies without \
                     progress, `p` and the plies of the opening.";

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Reads a state of the game with this id.
fn parse(text: &str, id: &'static str) -> Result<Box<dyn AnyPosition>, InvalidState> {
    let named = NAMED.read().unwrap_or_else(PoisonError::into_inner);
    named.get(id).expect("a game that was made here").position(id, Some(text))
}
