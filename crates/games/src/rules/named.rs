//! Rules with an id of their own, as a game of a catalogue.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use plyd_search::position::Position;

use super::board::Grid;
use super::json::InvalidRules;
use super::notation::layout;
use super::position::Ruled;
use super::spec::{Near, Spec};
use super::state::width;
use super::table::Rules;
use super::words::sentences;
use crate::RULES;
use crate::erased::Played;
use crate::game::{AnyPosition, Game};
use crate::notation::{About, InvalidState, Notation};

/// The rules of each id. Games are entries of a static list, and their functions get only the id.
static NAMED: RwLock<BTreeMap<&'static str, Compiled>> = RwLock::new(BTreeMap::new());

/// Rules on boards of each width.
#[derive(Clone)]
enum Compiled {
    Narrow(Arc<Rules<1>>),
    Middle(Arc<Rules<2>>),
    Wide(Arc<Rules<4>>),
}

/// The game with these rules. Its states are texts without the rules. The memory of its texts is never freed, so make
/// it only once, at the start.
///
/// # Errors
/// Rules that cannot be read.
pub fn game(id: &str, json: &str) -> Result<Game, InvalidRules> {
    let spec = super::read_rules(json)?;
    let grid = Grid::new(spec.board);
    let compiled = match width(&grid) {
        1 => Compiled::Narrow(named(&spec)?),
        2 => Compiled::Middle(named(&spec)?),
        _ => Compiled::Wide(named(&spec)?),
    };
    let (start, mv, letters) = match &compiled {
        Compiled::Narrow(rules) => first(rules),
        Compiled::Middle(rules) => first(rules),
        Compiled::Wide(rules) => first(rules),
    };
    let pieces = RULES.about.pieces.iter().filter(|piece| letters.contains(&piece.letter));
    let id = leaked(id.to_owned());
    let about = About {
        title: if spec.title.is_empty() { id } else { leaked(spec.title.clone()) },
        summary: "A game whose rules are a file of this server.",
        rules: leaked(sentences(&spec, &grid)),
        state_notation: STATE,
        state_examples: Box::leak(vec![start].into_boxed_slice()),
        state_is_json: false,
        move_examples: Box::leak(vec![mv].into_boxed_slice()),
        pieces: Box::leak(pieces.copied().collect()),
        layout: Some(layout(&grid, spec.place.is_some(), if spec.near == Near::W { 4 } else { 8 })),
        ..RULES.about
    };
    NAMED.write().unwrap_or_else(PoisonError::into_inner).insert(id, compiled);
    Ok(RULES.described(id, about).read_by(parse))
}

const STATE: &str = "The rows from the top, separated by `/`: letters of pieces, `#` for a blocked cell, numbers for runs \
                     of empty cells. Then the side to move, `1` or `2`, and, if the rules need them: `s` and the plies \
                     left of the turn, `h` and the stones in hand, `t` and the pieces taken, `q` and the plies without \
                     progress, `p` and the plies of the opening.";

fn named<const W: usize>(spec: &Spec) -> Result<Arc<Rules<W>>, InvalidRules> {
    Ok(Arc::new(Rules { is_named: true, ..Rules::new(spec)? }))
}

/// The state of the start, the name of its first move, and the letters of pieces.
fn first<const W: usize>(rules: &Arc<Rules<W>>) -> (&'static str, &'static str, Vec<char>) {
    let (start, mut moves) = (Ruled::start(rules), Vec::new());
    start.legal_moves(&mut moves);
    let name = moves.first().map_or_else(String::new, |mv| start.move_text(*mv));
    (leaked(start.text()), leaked(name), start.letters().unwrap_or_default())
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Reads a state of the game with this id.
fn parse(text: &str, id: &'static str) -> Result<Box<dyn AnyPosition>, InvalidState> {
    fn read<const W: usize>(
        rules: &Arc<Rules<W>>,
        text: &str,
        id: &'static str,
    ) -> Result<Box<dyn AnyPosition>, InvalidState> {
        Ok(Box::new(Played::new(id, Ruled::read(rules, text).map_err(InvalidState)?)))
    }
    let compiled = NAMED.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
    match compiled.expect("a game that was made here") {
        Compiled::Narrow(rules) => read(&rules, text, id),
        Compiled::Middle(rules) => read(&rules, text, id),
        Compiled::Wide(rules) => read(&rules, text, id),
    }
}
