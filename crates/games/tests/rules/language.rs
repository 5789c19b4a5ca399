//! Rules that are refused, each with its path and a sentence.

use crate::files;

/// Rules with these words in place of those of a small game, or with them added.
fn with(words: &str) -> String {
    let mut rules: serde_json::Map<String, serde_json::Value> = serde_json::from_str(
        r#"{"board":[4,4],"place":"empty","end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    )
    .unwrap();
    let words: serde_json::Map<String, serde_json::Value> = serde_json::from_str(words).unwrap();
    for (word, value) in words {
        if value.is_null() {
            rules.remove(&word);
        } else {
            rules.insert(word, value);
        }
    }
    serde_json::Value::from(rules).to_string()
}

fn refusal(words: &str) -> String {
    files::read(&with(words), None).err().unwrap_or_else(|| panic!("{words} is read"))
}

#[test]
fn unknown_words_are_refused_with_the_known_ones() {
    let error = refusal(r#"{"bord": [3, 3]}"#);
    assert!(error.starts_with("rules: unknown word \"bord\", expected rules, title, board, near"), "{error}");
    assert!(error.ends_with("did you mean \"board\"?"), "{error}");
    assert!(refusal(r#"{"place": "lowst"}"#).contains("did you mean \"lowest\"?"));
    assert!(refusal(r#"{"end": {"stuck": "next", "wins": "lats"}}"#).contains("did you mean \"last\"?"));
}

#[test]
fn errors_have_the_path_to_the_word() {
    const PIECE: &str =
        r#""start": "4/4/4/P2p", "end": [{"plies": 9, "wins": "nobody"}, {"stuck": "next", "wins": "last"}]"#;
    for (words, path) in [
        (r#"{"rules": 2}"#, "rules.rules"),
        (r#"{"board": null}"#, "rules"),
        (r#"{"board": [0, 3]}"#, "rules.board[0]"),
        (r#"{"board": [3]}"#, "rules.board"),
        (r#"{"board": [17, 3]}"#, "rules.board[0]"),
        (r#"{"board": {"hex": "hexagon", "size": 9}}"#, "rules.board.size"),
        (r#"{"board": {"hex": "hexagon"}}"#, "rules.board"),
        (r#"{"near": "F"}"#, "rules.near"),
        (r#"{"near": "K", "board": {"hex": "hexagon", "size": 4}}"#, "rules.near"),
        (r#"{"start": "4/4/4/3"}"#, "rules.start"),
        (r#"{"start": "4/4/4/3q"}"#, "rules.start"),
        (r#"{"place": null}"#, "rules.pieces"),
        (r#"{"place": 3}"#, "rules.place"),
        (r#"{"place": {"shape": ["1x5", "2x1"]}}"#, "rules.place.shape[0]"),
        (r#"{"place": {"shape": ["1x2", "2x1"], "lowest": true}}"#, "rules.place"),
        (r#"{"place": {"flips": true}}"#, "rules.place.flips"),
        (r#"{"after": {"flip": "enclosed", "length": 2}}"#, "rules.after"),
        (r#"{"after": []}"#, "rules.after"),
        (r#"{"hostile": "z9"}"#, "rules.hostile"),
        (r#"{"hostile": ["a1", "corner"]}"#, "rules.hostile[1]"),
        (r#"{"must": "take"}"#, "rules.must"),
        (r#"{"turn": [3, 1]}"#, "rules.turn[0]"),
        (r#"{"turn": [2]}"#, "rules.turn"),
        (r#"{"opening": [{"beside": "empty"}]}"#, "rules.opening[0]"),
        (r#"{"names": "columns"}"#, "rules.names"),
        (r#"{"end": null}"#, "rules"),
        (r#"{"end": {"line": 3, "wins": "last"}}"#, "rules.end"),
        (r#"{"end": [{"line": 3, "stuck": "next", "wins": "last"}]}"#, "rules.end[0]"),
        (r#"{"end": [{"line": 17, "wins": "last"}]}"#, "rules.end[0].line"),
        (r#"{"end": [{"stuck": "next"}]}"#, "rules.end[0]"),
        (r#"{"end": [{"repeat": 2, "wins": "last"}]}"#, "rules.end[0].wins"),
        (r#"{"end": [{"connect": ["top"], "wins": "last"}]}"#, "rules.end[0].connect"),
        (r#"{"end": [{"none": "q", "wins": "last"}]}"#, "rules.end[0].none"),
        (r#"{"start": "xxx1/4/4/4"}"#, "rules.start"),
        (r#"{"pieces": {}}"#, "rules.pieces"),
        (r#"{"pieces": {"PP": {}}}"#, "rules.pieces.PP"),
        (r#"{"pieces": {"A": {}, "B": {}, "C": {}}}"#, "rules.pieces"),
        (r#"{"pieces": {"P": {"moves": "x"}}}"#, "rules.pieces.P.moves"),
        (r#"{"pieces": {"P": {"moves": ["W", "WB0"]}}}"#, "rules.pieces.P.moves[1]"),
        (r#"{"pieces": {"P": {"moves": {"jump": "R"}}}}"#, "rules.pieces.P.moves.jump"),
        (r#"{"pieces": {"P": {"moves": {"jump": "KN"}}}}"#, "rules.pieces.P.moves"),
        (r#"{"pieces": {"P": {"moves": {"jump": "W", "over": "any", "again": "may"}}}}"#, "rules.pieces.P.moves"),
        (r#"{"pieces": {"P": {"moves": {"step": "N", "by": "line"}}}}"#, "rules.pieces.P.moves.step"),
        (r#"{"pieces": {"P": {"moves": "fW", "becomes": {"K": "far"}}}}"#, "rules.pieces.P.becomes"),
        (
            r#"{"pieces": {"P": {"moves": "fWfWfWfWfWfWfWfWfWfWfW"}, "p": {"moves": ["WFDNAKWF", "WFDNAKWFW"]}}}"#,
            "rules.pieces.p.moves[1]",
        ),
        (r#"{"pieces": {"P": {"moves": "fW", "worth": 0}}}"#, "rules.pieces.P.worth"),
        (r#"{"pieces": {"P": {"side": 1}, "p": {"side": 1}}}"#, "rules.pieces.p"),
        (r#"{"place": null, "start": "4/4/4/P2p", "pieces": {"P": {"moves": "W"}}}"#, "rules.end"),
    ] {
        let error = refusal(words);
        assert_eq!(error.split_once(": ").map(|(path, _)| path), Some(path), "{words}: {error}");
    }
    let two_ways = format!(r#"{{"place": null, {PIECE}, "pieces": {{"P": {{"moves": ["D", {{"jump": "W"}}]}}}}}}"#);
    assert!(refusal(&two_ways).contains("lead from one cell to the same other one"));
}

#[test]
fn words_that_occur_twice_and_other_texts_are_refused() {
    for (state, says) in [
        (r#"{"rules": {"board": [3, 3], "board": [4, 4]}}"#, "occurs twice"),
        (r#""3/3/3 1""#, "expected {\"rules\""),
        (r#"{"at": "3/3/3 1"}"#, "rules: missing"),
        (r#"{"rules": {}, "as": 1}"#, "unknown word \"as\""),
        ("", "not JSON"),
    ] {
        let error = plyd_games::RULES.parse(state).err().unwrap().to_string();
        assert!(error.contains(says), "{state}: {error}");
    }
    let deep = format!("{{\"rules\": {}{}}}", "[".repeat(500), "]".repeat(500));
    assert!(plyd_games::RULES.parse(&deep).is_err());
    let long = format!("{{\"rules\": {{\"title\": \"{}\"}}}}", "x".repeat(10_000));
    assert!(plyd_games::RULES.parse(&long).err().unwrap().to_string().contains("bytes"));
}
