//! Any text is read or refused as a state of any game, and any text as moves in it, without a panic. An accepted state
//! is read back as the same state, another spelling of a move never means a different move, and a search of two plies
//! answers with a legal move.
//!
//! Input: the game's id, the state and moves, separated by newlines. A move that begins with `#` is an index among the
//! legal moves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyd::catalogue::{Game, Question};
use plyd::games::CATALOGUE;
use plyd::search::{Engine, Limits, Stop};

/// In upper case, or between spaces, a move is the same move, if it is read at all.
fn assert_never_another(game: &Game, state: &str, name: &str) {
    let position = game.parse(state).expect("a canonical state reads back");
    let legal = position.move_names();
    let Some(index) = legal.iter().position(|legal| legal == name) else { return };
    for text in [name.to_ascii_uppercase(), name.to_ascii_lowercase(), format!(" {name} ")] {
        if let Ok(found) = position.find_moves(std::slice::from_ref(&text)) {
            let same = found[0].0 == index || legal[found[0].0] == text;
            assert!(same, "{text:?} is {} at {state}", legal[found[0].0]);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut words = text.split('\n');
    let Ok(game) = CATALOGUE.find(words.next().unwrap_or_default()) else { return };
    let state = words.next().unwrap_or_default();
    let Ok(mut position) = (if state.is_empty() { Ok(game.start()) } else { game.parse(state) }) else { return };
    for word in words.take(200) {
        let legal = position.move_names();
        let name = match word.strip_prefix('#').and_then(|index| index.parse::<usize>().ok()) {
            Some(index) if !legal.is_empty() => legal[index % legal.len()].clone(),
            _ => word.to_owned(),
        };
        let before = position.state();
        let played = position.play_named(&name).is_ok();
        let after = position.state();
        assert!(played || !legal.contains(&name), "{name:?} refused at {before}");
        // Other spellings of a move are played like a listed move. Positions with a claimable draw list no moves.
        if played && !legal.is_empty() && !legal.contains(&name) {
            let leads_to = |listed: &String| {
                let mut position = game.parse(&before).expect("a canonical state reads back");
                position.play_named(listed).expect("a listed move is legal");
                // A forced pass may be left out.
                if position.state() != after && legal.len() == 1 {
                    let _ = position.play_named(&name);
                }
                position.state()
            };
            assert!(legal.iter().any(|listed| leads_to(listed) == after), "{name:?} at {before}");
        }
        if played {
            assert_never_another(game, &before, &name);
        }
    }
    let canonical = position.state();
    let again = game.parse(&canonical).expect("a canonical state reads back");
    assert_eq!(again.state(), canonical);
    let legal = again.move_names();
    let limits = Limits { nodes: 3000, ..Limits::depth(2) };
    let question = Question { multi_pv: 2, ..Question::new(limits) };
    let answer = again.prepare(question)(&mut Engine::new(0), &Stop::default(), None);
    match answer.index {
        Some(index) => assert_eq!(legal.get(index.0), answer.analysis.best.as_ref(), "{canonical}"),
        None => assert!(legal.is_empty(), "no move at {canonical}"),
    }
});
