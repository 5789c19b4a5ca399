//! Records of whole games: reading every format, writing every format, and errors in both.

use std::time::{Duration, Instant};

use crate::common::server::{Answer, Server};
use axum::http::Request;
use plyd::games::CATALOGUE;
use plyd::games::record::Format;
use plyd::wire::Caps;
use serde_json::{Value, json};

/// A record of each format: its game, its format, and the text.
const RECORDS: &[(&str, &str, &str)] = &[
    (
        "chess",
        "pgn",
        "[Event \"Café\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 {Oh no.} Qh4# 0-1\n",
    ),
    ("checkers", "pdn", "[Black \"Anna\"]\n[GameType \"21\"]\n\n1. 11-15 {A start} 23-19 2. 8-11 22-17 *"),
    ("draughts", "pdn", "[White \"Anna\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *"),
    ("hex", "sgf", "(;FF[4]GM[11]SZ[11]PB[Anna]PW[Ben];B[f6];W[g5]C[Close.])"),
    ("gomoku", "sgf", "(;FF[4]GM[4]SZ[15]PB[Anna];B[hh];W[ii])"),
    ("othello", "transcript", "f5d6c3d3c4"),
    ("connect-four", "transcript", "4435261"),
    ("tic-tac-toe", "moves", "b2 a1, c3"),
];

async fn read(server: &Server, game: &str, record: &str, format: Option<&str>) -> Answer {
    let mut body = json!({ "record": record });
    if let Some(format) = format {
        body["format"] = format.into();
    }
    server.post(&format!("/v1/games/{game}/record"), body.to_string()).await
}

async fn write(server: &Server, game: &str, body: &Value) -> Answer {
    server.post(&format!("/v1/games/{game}/record/write"), body.to_string()).await
}

#[track_caller]
fn json_of(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// Checks a refusal: the sentence, and the line, column and ply of the fault.
#[track_caller]
fn assert_fault(answer: &Answer, says: &str, place: [Option<u64>; 3]) {
    let detail = answer.assert_problem(422, "invalid_record", Some("record"));
    let problem = answer.json();
    assert!(detail.contains(says), "{detail}");
    assert_eq!(["line", "column", "ply"].map(|name| problem[name].as_u64()), place, "{problem}");
}

#[tokio::test]
async fn what_is_read_can_be_sent_to_search_and_position_and_written_again() {
    let server = Server::default();
    for (game, format, record) in RECORDS {
        let answer = json_of(&read(&server, game, record, None).await);
        assert_eq!((&answer["game"], &answer["format"]), (&json!(game), &json!(format)), "{answer}");
        let named = json_of(&read(&server, game, record, Some(format)).await);
        assert_eq!(named, answer);
        let position = json!({ "state": answer["state"], "moves": answer["moves"], "draws": "automatic" });
        let described = json_of(&server.post(&format!("/v1/games/{game}/position"), position.to_string()).await);
        assert_eq!(described["outcome"], answer["outcome"], "{game}");
        let search = json!({ "state": answer["state"], "moves": answer["moves"], "depth": 1 });
        json_of(&server.post(&format!("/v1/games/{game}/search"), search.to_string()).await);

        let mut game_again = answer.clone();
        let body = game_again.as_object_mut().unwrap();
        body.retain(|name, _| ["state", "moves", "tags", "result", "comments", "format"].contains(&name.as_str()));
        let written = json_of(&write(&server, game, &game_again).await);
        let mut again = json_of(&read(&server, game, written["record"].as_str().unwrap(), None).await);
        for part in ["state", "moves", "comments", "outcome", "claimable"] {
            assert_eq!(again[part].take(), answer[part], "{game} {format}: {part}");
        }
        for (name, value) in answer["tags"].as_object().unwrap() {
            assert_eq!(&again["tags"][name], value, "{game}: {name}");
        }
    }
    let formats: Vec<&str> = RECORDS.iter().map(|(_, format, _)| *format).collect();
    assert!(Format::ALL.iter().all(|format| formats.contains(&format.name())), "{formats:?}");
}

#[tokio::test]
async fn every_game_lists_its_formats_and_writes_its_start_in_the_first() {
    let server = Server::default();
    for game in CATALOGUE {
        let page = server.get(&format!("/v1/games/{}", game.id)).await.json();
        let names: Vec<&str> = page["record_formats"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(names.last(), Some(&"moves"), "{}", game.id);
        let mv = game.start().move_names().swap_remove(0);
        for format in names.iter().copied().chain(["auto"]) {
            let body = json!({ "moves": [mv], "format": format });
            let written = json_of(&write(&server, game.id, &body).await)["record"].as_str().unwrap().to_owned();
            let format = if format == "auto" { names[0] } else { format };
            let answer = json_of(&read(&server, game.id, &written, Some(format)).await);
            assert_eq!(answer["moves"], json!([mv]), "{} {format}: {written}", game.id);
        }
    }
}

#[tokio::test]
async fn limits_are_published_and_held() {
    let server = Server::default();
    let caps = &server.get("/v1").await.json()["caps"];
    assert_eq!(caps["max_record_bytes"], Caps::MAX_RECORD_BYTES);
    assert_eq!(caps["max_record_plies"], Caps::MAX_RECORD_PLIES);
    assert_eq!(Caps::MAX_RECORD_PLIES, plyd::games::record::MAX_PLIES);
    // More moves than other requests may have.
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(500);
    const { assert!(Server::MAX_BODY_BYTES < 2000 * 4) };
    let shuffled = format!("e3 e6 {knights}");
    let body = |record: &str| json!({ "record": record, "format": "moves" }).to_string();
    // Fivefold repetition ends the game long before that.
    assert_fault(
        &server.post("/v1/games/chess/record", body(&shuffled)).await,
        "fivefold",
        [Some(1), Some(71), Some(18)],
    );
    let ones = |count: usize| json!({ "moves": vec!["1"; count], "state": "2000000:3 max", "format": "moves" });
    let most = write(&server, "bones", &ones(Caps::MAX_RECORD_PLIES + 1)).await;
    most.assert_problem(422, "limit_exceeded", Some("moves"));
    for path in ["record", "record/write"] {
        let path = format!("/v1/games/chess/{path}");
        let large = |bytes: usize| format!("{{{}", " ".repeat(bytes - 1));
        let detail =
            server.post(&path, large(Caps::MAX_RECORD_BYTES + 1)).await.assert_problem(413, "body_too_large", None);
        assert_eq!(detail, "the body has more than the 262144 bytes that are read");
        server.post(&path, large(Caps::MAX_RECORD_BYTES)).await.assert_problem(400, "invalid_json", None);
    }
}

#[tokio::test]
async fn a_wrong_request_is_refused_by_the_name_of_its_field() {
    let server = Server::default();
    for (path, body, field, says) in [
        ("record", r#"{}"#, "record", "missing field `record`"),
        ("record", r#"{"record":null}"#, "record", "expected a string"),
        ("record", r#"{"record":7}"#, "record", "expected a string"),
        (
            "record",
            r#"{"recrod":""}"#,
            "recrod",
            "unknown field `recrod`, expected `record` or `format`; did you mean record?",
        ),
        ("record", r#"{"record":"","record":""}"#, "record", "given twice"),
        ("record", r#"{"record":"","format":"png"}"#, "format", "one of pgn, moves, auto; did you mean pgn?"),
        ("record", r#"{"record":"","format":"sgf"}"#, "format", "chess has no records in \"sgf\""),
        ("record", r#"{"record":"","format":3}"#, "format", "expected a string"),
        ("record/write", r#"{"format":"PGN"}"#, "format", "expected one of pgn, moves, auto"),
        ("record/write", r#"{"tag":{}}"#, "tag", "unknown field `tag`"),
        ("record/write", r#"{"tags":[]}"#, "tags", "expected an object of strings"),
        ("record/write", r#"{"tags":{"White":3}}"#, "tags.White", "expected a string"),
        ("record/write", r#"{"tags":{"White":"A","White":"B"}}"#, "tags", "\"White\" is given twice"),
        ("record/write", r#"{"comments":{"x":""}}"#, "comments.x", "expected the number of moves before the comment"),
        (
            "record/write",
            r#"{"comments":{"01":"a"}}"#,
            "comments.01",
            "expected the number of moves before the comment",
        ),
        ("record/write", r#"{"comments":{"1":"a"}}"#, "comments.1", "there are 0 moves"),
        ("record/write", r#"{"result":"2"}"#, "result", "expected 1-0, 0-1, 1/2-1/2 or *"),
        ("record/write", r#"{"format":"moves","tags":{"White":"A"}}"#, "tags.White", "no tags"),
    ] {
        let answer = server.post(&format!("/v1/games/chess/{path}"), body).await;
        let detail = answer.assert_problem(422, "invalid_body", Some(field));
        assert!(detail.contains(says), "{body}: {detail}");
        assert!(answer.json().get("line").is_none(), "only records have lines");
    }
    let wrong = server.post("/v1/games/chess/record/write", r#"{"state":"8/8"}"#).await;
    wrong.assert_problem(422, "invalid_state", Some("state"));
    let wrong = server.post("/v1/games/chess/record/write", r#"{"moves":["e4","e4"]}"#).await;
    wrong.assert_problem(422, "illegal_move", Some("moves[1]"));
    assert_eq!(wrong.json()["candidates"][0], "e7e5");
    server.post("/v1/games/chess/record", "[]").await.assert_problem(422, "invalid_body", None);
    for (path, method) in [("record", "GET"), ("record/write", "GET"), ("record", "PUT")] {
        server.call(method, &format!("/v1/games/chess/{path}")).await.assert_problem(405, "method_not_allowed", None);
    }
}

#[tokio::test]
async fn a_file_sent_as_it_is_is_refused_with_the_command_that_sends_it() {
    let server = Server::default();
    for content_type in ["text/plain", "application/x-chess-pgn", ""] {
        let request = Request::post("/v1/games/chess/record").header("content-type", content_type);
        let answer = server.send(request.body("1. e4".into()).unwrap()).await;
        let detail = answer.assert_problem(415, "unsupported_media_type", None);
        assert!(detail.ends_with("jq -Rs '{record: .}' FILE | curl --json @- … sends a file"), "{detail}");
    }
}

#[tokio::test]
async fn a_fault_is_placed_by_line_column_and_ply() {
    let server = Server::default();
    for (game, record, says, place) in [
        // Texts of the wrong kind.
        ("chess", "", "the record is empty", [Some(1), Some(1), None]),
        ("tic-tac-toe", "b2 a1\nc3 z9", "\"z9\" cannot be played here", [Some(2), Some(4), Some(3)]),
        ("othello", "f5d6z9", "\"z9\" cannot be played here", [Some(1), Some(5), Some(2)]),
        ("chess", "1. e4 e5\n2. Ke3", "\"Ke3\" cannot be played here", [Some(2), Some(4), Some(2)]),
        // Texts that end in the middle of something.
        ("chess", "1. e4 (1. d4", "a variation begins here, expected its end", [Some(1), Some(7), Some(1)]),
        ("chess", "1. e4 {so far", "a comment begins here, expected its end", [Some(1), Some(7), Some(1)]),
        ("hex", "(;GM[11]SZ[11];B[f6]", "expected its end", [Some(1), Some(1), None]),
        // The result contradicts another result, or the end of the game.
        (
            "chess",
            "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
            "but that of the tag is 1-0",
            [Some(3), Some(21), Some(4)],
        ),
        ("chess", "1. f3 e5 2. g4 Qh4# 1/2-1/2", "ended by checkmate, expected 0-1", [Some(1), Some(21), Some(4)]),
        // The game is over.
        ("chess", "1. f3 e5 2. g4 Qh4# 3. a3", "the game is over: checkmate", [Some(1), Some(24), Some(4)]),
        (
            "checkers",
            "[GameType \"21\"]\n1. 11-15 23-24",
            "\"23-24\" cannot be played here",
            [Some(2), Some(10), Some(1)],
        ),
        ("connect-four", "44352612", "the game is over", [Some(1), Some(8), Some(7)]),
    ] {
        assert_fault(&read(&server, game, record, None).await, says, place);
    }
}

/// The largest bodies of each kind. None takes longer than its share of a second, and most are faults.
#[tokio::test]
async fn the_largest_records_are_answered_within_their_second() {
    let server = Server::default();
    let most = Caps::MAX_RECORD_BYTES - 64;
    for (game, format, record) in [
        ("chess", "pgn", "(".repeat(most)),
        ("chess", "pgn", format!("1. e4 {}", "(".repeat(most - 6))),
        ("chess", "pgn", "{".repeat(most)),
        ("chess", "pgn", "[".repeat(most)),
        ("chess", "moves", "x".repeat(most)),
        ("draughts", "pdn", "(".repeat(most)),
        ("hex", "sgf", "(".repeat(most)),
        ("hex", "sgf", "(;".repeat(most / 2)),
        ("gomoku", "sgf", format!("(;GM[4]C[{}", "\\".repeat(most / 2 - 20))),
        ("othello", "transcript", "f5d6".repeat(most / 4)),
    ] {
        let started = Instant::now();
        let answer = read(&server, game, &record, Some(format)).await;
        assert!(started.elapsed() < Duration::from_secs(20), "{game} {format}: {:?}", started.elapsed());
        let detail = answer.assert_problem(422, "invalid_record", Some("record"));
        assert!(detail.chars().count() <= 200, "{detail}");
    }
}

/// Writes a game with this many tags. If there were work for each pair of tags, this would take minutes.
#[tokio::test]
async fn a_record_is_written_in_time_that_is_linear_in_its_tags() {
    let tags: serde_json::Map<String, Value> = (0..20_000).map(|number| (format!("T{number}"), json!("x"))).collect();
    let server = Server::default();
    let started = Instant::now();
    let answer = write(&server, "chess", &json!({ "moves": ["e4"], "tags": tags })).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert!(answer.json()["record"].as_str().unwrap().contains("[T19999 \"x\"]"));
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
