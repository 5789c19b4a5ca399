//! Every parser of the catalogue accepts or refuses any text without a panic.

use crate::common::catalogue::{legal_moves, random_positions};
use plyd::catalogue::AnyPosition;
use plyd::games::CATALOGUE;
use proptest::prelude::*;

/// Reads a text as a state of every game. Accepted states must be read back as the same state, and their listed moves
/// must be playable.
fn try_everywhere(text: &str) {
    for game in CATALOGUE {
        if let Ok(mut position) = game.parse(text) {
            let state = position.state();
            let again = game.parse(&state).unwrap_or_else(|error| panic!("{}: {state}: {error}", game.id));
            assert_eq!(again.state(), state, "{}: {text:?}", game.id);
            if let Some(name) = legal_moves(&*position).first() {
                position.play_named(name).unwrap();
            }
            try_as_move(&*position, text);
        }
    }
}

/// A text is either played like a listed move, after a pass if that is forced, or refused with listed moves as
/// candidates.
fn try_as_move(position: &dyn AnyPosition, text: &str) {
    let listed = legal_moves(position);
    if listed.is_empty() {
        return;
    }
    let after = |name: &str| {
        let mut next = position.duplicate();
        next.play_named(name).map(|_| next)
    };
    match after(text) {
        Ok(next) => {
            let mut reached = listed.iter().map(|name| after(name).unwrap());
            let passed = || {
                let mut passed = after(&listed[0]).unwrap();
                listed.len() == 1 && passed.play_named(text).is_ok() && passed.state() == next.state()
            };
            assert!(reached.any(|at| at.state() == next.state()) || passed(), "{text:?} at {}", position.state());
        }
        Err(refused) => {
            assert!(refused.candidates.len() <= 8 && refused.candidates.iter().all(|name| after(name).is_ok()));
            assert!(!listed.iter().any(|name| name == text), "{text:?} at {}", position.state());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        try_everywhere(&text);
    }

    #[test]
    fn text_from_the_notations_own_letters_is_read_or_refused(
        text in "[XOxo.\\-/ 0-9a-hKQRBNPkqrbnpwW:,\\[\\]{}\"]{0,90}",
    ) {
        try_everywhere(&text);
    }

    #[test]
    fn a_state_with_one_character_changed_is_read_or_refused(
        game in 0..CATALOGUE.games().len(),
        seed in 0u64..50,
        index in 0usize..200,
        with in "[XO.\\-/ 0-9a-hKkpW:,{\\[\"é]?",
    ) {
        for position in random_positions(&CATALOGUE.games()[game], seed, 1) {
            let state: Vec<char> = position.state().chars().collect();
            let index = index % state.len();
            let text = |characters: &[char]| characters.iter().collect::<String>();
            try_everywhere(&[text(&state[..index]), with.clone(), text(&state[index + 1..])].concat());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_with_some_characters_changed_is_read_or_refused(
        game in 0..CATALOGUE.games().len(),
        seed in 0u64..50,
        mv in 0usize..400,
        index in 0usize..12,
        removed in 0usize..3,
        with in "[XO\\-. 0-9a-hA-HKkQqNnRrx:+#=!?()]{0,3}",
    ) {
        for position in random_positions(&CATALOGUE.games()[game], seed, 1) {
            let names = legal_moves(&*position);
            let Some(name) = names.get(mv % names.len().max(1)) else { continue };
            let name: Vec<char> = name.chars().collect();
            let (start, end) = (index.min(name.len()), (index + removed).min(name.len()));
            let text = |characters: &[char]| characters.iter().collect::<String>();
            try_as_move(&*position, &[text(&name[..start]), with.clone(), text(&name[end..])].concat());
        }
    }
}

#[test]
fn enormous_text_is_refused_quickly() {
    for text in ["X", "9", "/", "[", "{\"children\":{\"a\":", "é", "K1,", "1/"] {
        try_everywhere(&text.repeat(60_000 / text.len()));
    }
}
