//! Any text is read or refused as rules and a state, without a panic and in bounded time. Rules that are read are written
//! in a form that reads back to itself, and so is each position of a game by them: with the same key and the same moves.
//!
//! Input: a state of the game `rules`, a newline, and bytes that choose moves.

#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use plyd::catalogue::MoveIndex;
use plyd::games::RULES;

fuzz_target!(|data: &[u8]| {
    let (text, choices) = match data.iter().rposition(|byte| *byte == b'\n') {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &[][..]),
    };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(mut position) = RULES.parse(text) else { return };
    for choice in choices.iter().chain([&0]).take(100) {
        let (state, moves) = (position.state(), position.move_names());
        let again = RULES.parse(&state).unwrap_or_else(|error| panic!("{state}: {error}"));
        assert_eq!(again.state(), state);
        assert_eq!(again.trail()[0], position.trail()[0], "another key: {state}");
        let over = position.standing().outcome.is_some();
        assert_eq!(over, moves.is_empty(), "{state}");
        if over {
            return;
        }
        assert_eq!(again.move_names(), moves, "{state}");
        let distinct: HashSet<&String> = moves.iter().collect();
        assert_eq!(distinct.len(), moves.len(), "two moves have one name: {state}");
        assert!(moves.len() <= 4096 && position.perft(1) == moves.len() as u64, "{state}");
        position.play(MoveIndex(usize::from(*choice) * moves.len() / 256));
    }
});
