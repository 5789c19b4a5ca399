//! Positions in words: small, in a fixed form, and made of the terminal's board and the game's rules.

use plyd::catalogue::Game;
use plyd::drawing::{Look, draw_board};
use plyd::games::CATALOGUE;
use plyd::operations::{Limits, Operation, read};
use plyd::search::{Engine, Stop};
use plyd::wire::Caps;
use serde_json::{Map, Value, json};

use crate::common::{Rng, layouts};

fn ask(operation: Operation, game: &'static Game, body: &Value) -> Map<String, Value> {
    let stop = Stop::default();
    let limits = Limits::new(Caps { book: false, ..Caps::new(1_000_000, 60_000) });
    let step = read(operation, game, body.to_string().as_bytes(), &limits, &stop);
    let done = step.and_then(|step| step.finish(&mut Engine::new(1 << 20), &stop, None));
    serde_json::from_str(&done.unwrap_or_else(|problem| panic!("{body}: {problem}")).text).unwrap()
}

/// The four texts about a position, after checking all that is promised of every position.
fn texts(game: &'static Game, state: &Value) -> [String; 4] {
    let mut answer = ask(Operation::Position, game, &json!({"state": state, "with": ["text"]}));
    let text = answer.remove("text").unwrap();
    assert_eq!(answer, ask(Operation::Position, game, &json!({"state": state})), "{}: nothing else changes", game.id);
    assert!(text.to_string().len() <= 8 << 10, "{}: {state}: {} bytes", game.id, text.to_string().len());
    let fields: Vec<&str> = text.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["board", "turn", "rules", "moves"]);
    let texts = ["board", "turn", "rules", "moves"].map(|field| text[field].as_str().unwrap().to_owned());

    let notation = if game.about.state_is_json { state.to_string() } else { state.as_str().unwrap().to_owned() };
    let position = game.parse(&notation).unwrap();
    let described = position.describe(None, &Stop::default()).unwrap();
    if let Some(canvas) = draw_board(&game.about, &described, &[], false, Look::PLAIN) {
        assert!(texts[0].starts_with(&canvas.text(false)), "{}: {}", game.id, texts[0]);
    } else {
        let begun = texts[0].trim_end_matches('…');
        assert!(described.standing.state.starts_with(begun) && !begun.is_empty(), "{}: {}", game.id, texts[0]);
    }
    let to_move = game.about.players[described.standing.to_move.index()];
    let is_over = described.standing.outcome.is_some();
    assert!(is_over || texts[1].starts_with(&format!("{to_move} to move")), "{}: {}", game.id, texts[1]);
    assert_eq!(texts[2], game.about.rules);
    // Each listed text means the move at its place, and the rest is counted.
    let (listed, more) = texts[3].rsplit_once("… and ").unwrap_or((&texts[3], "0 more"));
    let listed: Vec<&str> = listed.split(", ").filter(|name| !name.is_empty()).collect();
    let more: usize = more.trim_end_matches(" more").parse().unwrap();
    assert_eq!(listed.len() + more, described.legal_moves.len(), "{}: {}", game.id, texts[3]);
    let names: Vec<String> = listed.iter().map(|name| (*name).to_owned()).collect();
    let found = position.find_moves(&names).unwrap_or_else(|(_, illegal)| panic!("{}: {}", game.id, illegal.detail));
    assert!(found.iter().map(|found| found.0).eq(0..names.len()), "{}: {}", game.id, texts[3]);
    texts
}

#[test]
fn every_position_of_a_game_has_its_texts() {
    for game in CATALOGUE.with(layouts::GAMES) {
        for (state, seed) in game.about.state_examples.iter().zip(0..) {
            let (mut position, mut rng) = (game.parse(state).unwrap(), Rng(seed));
            for ply in 0..200 {
                let state = position.standing().state;
                let state = if game.about.state_is_json { serde_json::from_str(&state).unwrap() } else { json!(state) };
                let legal = position.move_names();
                if ply % 8 == 0 || legal.is_empty() {
                    texts(game, &state);
                }
                if legal.is_empty() {
                    break;
                }
                position.play_named(&legal[rng.below(legal.len())]).unwrap();
            }
        }
    }
}

#[test]
fn the_largest_boards_have_texts_within_the_limit() {
    let rows = |row: &str, count: usize| vec![row; count].join("/");
    let edges: Vec<String> = (0..15).map(|row| "0".repeat(7 + row % 2)).collect();
    let houses = ["12"; 10].join(",");
    for (game, state) in [
        ("gomoku", rows("20", 20) + " X 5"),
        ("hex", rows("19", 19) + " X"),
        ("dots-and-boxes", edges.join("/") + " 0,0 A"),
        ("kalah", format!("{houses},0/{houses},0 south")),
        ("nim", ["50"; 20].join(",") + " max"),
    ] {
        let [.., moves] = texts(CATALOGUE.find(game).unwrap(), &json!(state));
        assert_eq!(moves.ends_with(" more"), game == "nim", "{game}: {moves}");
    }
    let leaves: Vec<u32> = (0..4_000).collect();
    let [board, .., moves] = texts(CATALOGUE.find("tree").unwrap(), &json!(leaves));
    assert!(board.starts_with("[0,1,2,") && board.ends_with('…'), "{board}");
    assert!(moves.ends_with(" more"), "{moves}");
}

#[test]
fn texts_are_what_people_read() {
    let of = |game, state: &str| texts(CATALOGUE.find(game).unwrap(), &json!(state));
    let [board, turn, _, moves] = of("tic-tac-toe", "XO./.X./... O");
    assert_eq!(board, "3  X  O  .\n2  .  X  .\n1  .  .  .\n   a  b  c\n");
    assert_eq!((&*turn, moves.matches(", ").count()), ("O to move", 5));
    let [board, turn, _, moves] = of("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert!(board.starts_with("8     .     .     .     k\n7  P"), "{board}");
    assert_eq!(turn, "white to move (white is KQRBNP, black is kqrbnp)");
    assert!(moves.contains("a8=Q+") && !moves.contains("a7a8q"), "{moves}");
    let [_, turn, _, moves] = of("tic-tac-toe", "XOX/OX./X.O O");
    assert_eq!((&*turn, &*moves), ("X has won: three in a row.", ""));
}

#[test]
fn a_grade_has_the_texts_of_its_position() {
    for (game, moves, candidate) in [("tic-tac-toe", "b2", "a1"), ("chess", "e4 e5 Bc4", "Nf6")] {
        let game = CATALOGUE.find(game).unwrap();
        let grade = |with: Value| {
            let body = json!({"moves": moves, "candidates": [candidate], "nodes": 500, "with": with});
            ask(Operation::Grade, game, &body)
        };
        let mut both = grade(json!(["text", "rank"]));
        let position = ask(Operation::Position, game, &json!({"moves": moves, "with": ["text"]}));
        assert_eq!(both.remove("text"), position.get("text").cloned());
        assert_eq!(both, grade(json!(["rank"])));
    }
}
