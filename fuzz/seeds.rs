//! Writes the fuzzing seeds for every game of the catalogue: `FOLDER/state_and_moves/*`, `FOLDER/request/*`,
//! `FOLDER/record/*`; `FOLDER/rules/*` from the games whose rules are data; and the dictionary `FOLDER/words.dict`, which is this folder's dictionary with words of the games
//! added.
//!
//! States are the game's examples and those of its table in tests/perft.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use plyd::catalogue::{Game, MoveIndex};
use plyd::games::CATALOGUE;
use plyd::games::record::{Draft, Format};
use plyd::search::Stop;
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).expect("usage: seeds FOLDER");
    let (folder, here) = (Path::new(&folder), Path::new(env!("CARGO_MANIFEST_DIR")));
    for target in ["state_and_moves", "request", "record", "rules"] {
        fs::create_dir_all(folder.join(target))?;
    }
    let mut words = BTreeSet::new();
    for entry in fs::read_dir(here.join("../crates/games/src/rules/games"))? {
        let path = entry?.path();
        let (name, rules) = (path.file_stem().unwrap_or_default(), fs::read_to_string(&path)?);
        words.extend(
            rules.split('"').filter(|word| (2..=32).contains(&word.len()) && !word.contains('\n')).map(str::to_owned),
        );
        fs::write(folder.join("rules").join(name), format!("{{\"rules\": {rules}}}\n0aA~ 9zZ"))?;
    }
    for game in CATALOGUE {
        words.insert(game.id.to_owned());
        for text in game.about.state_examples.iter().chain(game.about.move_examples) {
            words.extend(text.split([' ', '/']).filter(|word| (2..=32).contains(&word.len())).map(str::to_owned));
        }
        for (format, text) in records(game) {
            fs::write(folder.join(format!("record/{}-{format}", game.id)), format!("{}\n{format}\n{text}", game.id))?;
        }
        for (number, state) in (1..).zip(states(game, here)?) {
            let moves = moves(game, &state);
            let text = [&[game.id.to_owned(), state.clone()], &*moves].concat().join("\n");
            fs::write(folder.join(format!("state_and_moves/{}-{number}", game.id)), text)?;
            for (kind, text) in requests(game, &state, &moves) {
                fs::write(folder.join(format!("request/{kind}-{}-{number}", game.id)), text)?;
            }
        }
    }
    let mut dictionary = fs::read_to_string(here.join("words.dict"))?;
    for word in words {
        writeln!(dictionary, "\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")).expect("a string grows");
    }
    fs::write(folder.join("words.dict"), dictionary)
}

/// The game's examples, and the states of its perft table.
fn states(game: &Game, here: &Path) -> io::Result<BTreeSet<String>> {
    let table = fs::read_to_string(here.join(format!("../tests/perft/{}.perft", game.id)))?;
    let counted = table.lines().filter_map(|line| line.strip_prefix("state "));
    Ok(game.about.state_examples.iter().copied().chain(counted).map(str::to_owned).collect())
}

/// A legal move by name, if there is one, and two moves by their index among the legal moves.
fn moves(game: &Game, state: &str) -> Vec<String> {
    let legal = game.parse(state).unwrap_or_else(|error| panic!("{}: {state}: {error}", game.id)).move_names();
    let example = game.about.move_examples.iter().find(|name| legal.iter().any(|legal| legal == *name));
    let first = example.map(|name| (*name).to_owned()).or_else(|| legal.first().cloned());
    first.into_iter().chain(["#3".to_owned(), "#1".to_owned()]).collect()
}

/// A short game in each format.
fn records(game: &Game) -> Vec<(&'static str, String)> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    while moves.len() < 12 && position.count_moves() > 0 {
        let index = 5 * moves.len() % position.count_moves();
        moves.push(position.move_names().swap_remove(index));
        position.play(MoveIndex(index));
    }
    let draft = Draft::new(game.about.start(), &moves);
    let text = |format: Format| game.write_record(&draft, format, None, &Stop::default()).expect("it is a game");
    game.record_formats().into_iter().map(|format| (format.name(), text(format))).collect()
}

/// A position by query, two searches and a tree. The position includes the first of these moves, if it has a name.
fn requests(game: &Game, state: &str, moves: &[String]) -> [(&'static str, String); 4] {
    let path = format!("/v1/games/{}", game.id);
    let mut query = format!("state={}", percent_encoded(state));
    if let Some(name) = moves.first().filter(|name| !name.starts_with('#')) {
        write!(query, "&moves={}", percent_encoded(name)).expect("a string grows");
    }
    let state = if game.about.state_is_json {
        serde_json::from_str(state).unwrap_or_else(|error| panic!("{}: {state}: {error}", game.id))
    } else {
        Value::from(state)
    };
    let every_move = json!({ "state": state, "depth": 2, "multi_pv": "all", "tie_break": "random", "seed": 7 });
    let strongest = json!({ "state": state, "nodes": 800, "algorithm": game.strongest().name(), "multi_pv": 3 });
    let tree = json!({ "state": state, "depth": 2, "algorithm": "textbook", "max_nodes": 500 });
    [
        ("position", format!("GET {path}/position?{query}\naccept: application/json\nif-none-match: W/\"0\"\n\n")),
        ("every-move", format!("POST {path}/search\n\n{every_move}")),
        ("strongest", format!("POST {path}/search\n\n{strongest}")),
        ("tree", format!("POST {path}/tree.dot\n\n{tree}")),
    ]
}

/// Percent-encodes a text for a query.
fn percent_encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:,[]".contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
