//! `plyd serve --rules`: files of rules as games of a server.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::programs::plyd;
use crate::server::Server;

const PAWNS: &str = r#"{"title": "Three pawns", "board": [3, 3], "start": "ppp/3/PPP", "pieces": {"P": {"moves": "fmWfcF"}},
    "end": [{"reach": "far", "wins": "last"}, {"stuck": "next", "wins": "last"}]}"#;
/// A board of each width.
const WIDE: [(&str, &str); 2] = [
    ("ten", r#"{"board": [10, 10], "place": "empty", "end": {"stuck": "next", "wins": "last"}}"#),
    ("sixteen", r#"{"board": [16, 16], "place": "empty", "end": {"stuck": "next", "wins": "last"}}"#),
];

/// A folder of files, which is deleted when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Self(std::env::temp_dir().join(format!("plyd-rules-{name}-{}", std::process::id())));
        fs::create_dir_all(&folder.0).unwrap();
        for (name, text) in files {
            fs::write(folder.0.join(name), text).unwrap();
        }
        folder
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The JSON of an answer with this status.
fn json_of(answer: &str, status: u16) -> Value {
    assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn files_of_rules_are_games_of_the_server() {
    let files = WIDE.map(|(id, rules)| (format!("{id}.json"), rules));
    let mut files: Vec<(&str, &str)> = files.iter().map(|(name, rules)| (name.as_str(), *rules)).collect();
    files.extend([("pawns.json", PAWNS), ("notes.txt", "no rules")]);
    let folder = Folder::new("served", &files);
    let server = Server::start(Stdio::null(), Stdio::null(), &["--rules", folder.path()]);
    let get = |path: &str, status: u16| json_of(&server.get(path), status);
    let games = get("/v1/games", 200);
    let ids: Vec<&str> = games["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids[ids.len() - 3..], ["pawns", "sixteen", "ten"]);
    let described = get("/v1/games/pawns", 200);
    assert_eq!((&described["title"], &described["start"]), (&json!("Three pawns"), &json!("ppp/3/PPP 1")));
    assert!(described["rules"].as_str().unwrap().contains("P may move, but not take, one cell forward"));
    assert_eq!(described["pieces"].as_object().unwrap().keys().collect::<Vec<_>>(), ["#", "P", "p"]);
    // Its states are texts without rules, and the answers are those of the game `rules`.
    let found = get("/v1/games/pawns/search?depth=10", 200);
    assert_eq!((&found["game"], &found["state"]), (&json!("pawns"), &json!("ppp/3/PPP 1")));
    assert_eq!(found["score"]["outcome"], "loss");
    assert_eq!(found["next"], json!({"state": "ppp/3/PPP 1", "moves": [found["move"]]}));
    assert_eq!(get("/v1/games/ten/position?moves=j10,a1", 200)["state"], "9x/10/10/10/10/10/10/10/10/o9 1");
    assert_eq!(get("/v1/games/sixteen/position", 200)["legal_moves"].as_array().unwrap().len(), 256);
    let text = get("/v1/games/pawns/position?with=text", 200);
    assert_eq!(text["text"]["turn"], "first to move (first is P, second is p)");
    assert_eq!(get("/v1/games/pawns/position?state=3/3/3", 422)["code"], "invalid_state");
    let rules = "/v1/games/pawns/position?rules=%7B%22board%22:%5B3,3%5D%7D";
    assert_eq!(get(rules, 422)["path"], "rules");
    assert_eq!(get("/v1/games/notes", 404)["code"], "unknown_game");
}

#[test]
fn a_folder_with_wrong_files_is_refused_before_the_server_listens() {
    let small = WIDE[0].1;
    let unknown_word = &small.replace("end", "ends");
    let long = &format!("{{\"title\": \"{}\"}}", "x".repeat(10_000));
    for (name, files, says) in [
        ("empty", &[][..], "there is no file whose name ends in .json"),
        ("other", &[("game.txt", small)], "there is no file whose name ends in .json"),
        ("twice", &[("chess.json", small)], "two games have the id \"chess\""),
        ("taken", &[("rules.json", small)], "two games have the id \"rules\""),
        ("id", &[("My Game.json", small)], "\"My Game\" is not an id"),
        ("json", &[("good.json", small), ("one.json", "{")], "one.json: rules: not JSON"),
        ("word", &[("one.json", unknown_word)], "one.json: rules: unknown word \"ends\""),
        ("text", &[("one.json", "[3]")], "one.json: rules: found a list of 1, expected an object"),
        ("long", &[("one.json", long)], "one.json: rules: found 10013 bytes, expected at most 4096"),
    ] {
        let folder = Folder::new(name, files);
        let ended = plyd().args(["--listen", "127.0.0.1:0", "--rules", folder.path()]).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains("--rules: ") && said.contains(says), "{name}: {said}");
    }
    let folder = Folder::new("bytes", &[]);
    fs::write(folder.0.join("one.json"), b"\xff").unwrap();
    for (path, says) in
        [(folder.path(), "one.json: stream did not contain valid UTF-8"), ("/no/such/folder", "--rules")]
    {
        let ended = plyd().args(["--listen", "127.0.0.1:0", "--rules", path]).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(!ended.status.success() && said.contains(says), "{said}");
    }
}
