//! A position in words, for models of language: board, turn, rules and moves.

use std::collections::HashSet;

use plyd_drawing::{Look, draw_board, ending, hands, symbols};
use plyd_games::answer::{Description, NamedMove};
use plyd_games::catalogue::AnyPosition;
use plyd_games::notation::About;
use plyd_search::position::Side;
use plyd_wire::{PositionText, to_json};

/// The most bytes that the texts have together, as JSON.
const MAX_BYTES: usize = 8 << 10;

/// The most bytes of a board, or of the state of a game without one. The boards of plyd's games are smaller; its trees,
/// and boards of other games, may not be.
const MAX_BOARD: usize = 4 << 10;

/// The most bytes of the rules.
const MAX_RULES: usize = 2 << 10;

/// The most bytes of the sentence about the turn.
const MAX_TURN: usize = 512;

/// The room that is left for the last words of a list of moves.
const MORE: usize = 40;

/// The texts about a position. They depend on nothing else.
pub(crate) fn text(about: &About, position: &dyn AnyPosition, described: &Description) -> PositionText {
    let look = Look::PLAIN;
    let board = match draw_board(about, described, &[], false, look) {
        Some(canvas) => canvas.text(look.color) + &hands(about, described, look),
        None => described.standing.state.clone(),
    };
    let turn = match described.standing.outcome {
        Some(outcome) => ending(about, outcome),
        None => turn(about, described),
    };
    let mut text = PositionText {
        board: within(&board, MAX_BOARD),
        turn: within(&turn, MAX_TURN),
        rules: within(position.rules_in_words().as_deref().unwrap_or(about.rules), MAX_RULES),
        moves: String::new(),
    };
    text.moves = list(&described.legal_moves, MAX_BYTES - to_json(&text).len());
    text
}

/// Whose turn it is, and the letters of the pieces: `white to move (white is KQRBNP, black is kqrbnp)`.
fn turn(about: &About, described: &Description) -> String {
    let letters = |side: Side| {
        let symbols = symbols(about, described, side, Look::PLAIN);
        (!symbols.is_empty()).then(|| format!("{} is {symbols}", about.players[side.index()]))
    };
    let letters: Vec<String> = [Side::First, Side::Second].into_iter().filter_map(letters).collect();
    let letters = if letters.is_empty() { String::new() } else { format!(" ({})", letters.join(", ")) };
    format!("{} to move{letters}", about.players[described.standing.to_move.index()])
}

/// The moves by label, or by name if two of them have the same label. If there is too little room, the first ones that
/// fit, and the number of the others.
fn list(moves: &[NamedMove], room: usize) -> String {
    let labels: Vec<&str> = moves.iter().map(|mv| mv.label.as_deref().unwrap_or(&mv.name)).collect();
    let are_distinct = labels.iter().collect::<HashSet<_>>().len() == labels.len();
    let texts = if are_distinct { labels } else { moves.iter().map(|mv| &*mv.name).collect() };
    let whole = texts.join(", ");
    if bytes(&whole) <= room {
        return whole;
    }
    let mut left = room - MORE;
    let fits = |text: &&&str| {
        let rest = left.checked_sub(bytes(text) + 2);
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let count = texts.iter().take_while(fits).count();
    let listed: String = texts[..count].iter().map(|text| format!("{text}, ")).collect();
    format!("{listed}… and {} more", texts.len() - count)
}

/// The bytes of a text in JSON, without its quotes.
fn bytes(text: &str) -> usize {
    to_json(text).len() - 2
}

/// The text, or as much of its start as fits, and an ellipsis.
fn within(text: &str, most: usize) -> String {
    if bytes(text) <= most {
        return text.to_owned();
    }
    let mut left = most - '…'.len_utf8();
    let fits = |character: &char| {
        let rest = left.checked_sub(bytes(character.encode_utf8(&mut [0; 4])));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, label: Option<&str>) -> NamedMove {
        let (state, cells) = (String::new(), Vec::new());
        NamedMove { name: name.to_owned(), state, cells, label: label.map(str::to_owned) }
    }

    #[test]
    fn a_long_text_keeps_as_much_of_its_start_as_fits_in_json() {
        assert_eq!(within("three", 5), "three");
        assert_eq!(within("eleven", 5), "el…");
        assert_eq!(within("\n\n\n\n", 7), "\n\n…");
        assert_eq!(within("ééé", 5), "é…");
    }

    #[test]
    fn moves_have_labels_that_are_their_own() {
        let own = [named("g1f3", Some("Nf3")), named("pass", None)];
        assert_eq!(list(&own, 100), "Nf3, pass");
        let shared = [named("1-1", Some("take 1")), named("2-1", Some("take 1"))];
        assert_eq!(list(&shared, 100), "1-1, 2-1");
        assert_eq!(list(&[], 100), "");
    }

    #[test]
    fn moves_that_do_not_fit_are_counted() {
        let moves: Vec<NamedMove> = (10..60).map(|number| named(&number.to_string(), None)).collect();
        let listed = list(&moves, 100);
        assert_eq!(listed, "10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, … and 35 more");
        assert_eq!(list(&[named(&"x".repeat(200), None)], 100), "… and 1 more");
    }
}
