//! Records of whole games: reading every format, writing every format, and errors in both.

use std::time::{Duration, Instant};

use crate::common::server::{Answer, Server};
use axum::http::Request;
use plyd::catalogue::Game;
use plyd::games::record::Format;
use plyd::games::{CATALOGUE, Catalogue, Chess};
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
    ("othello", "ggf", "(;GM[Othello]PB[Anna]PW[Ben]RE[?]B[f5]W[d6/1.5/2];)"),
    ("gomoku", "psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,15\nAnna\nBen\n"),
    ("gomoku", "transcript", "h8i9j10"),
    ("hex", "hexworld", "https://hexworld.org/board/#11nc1,a2:sf6"),
    ("shogi", "kif", "手合割：平手\n先手：Anna\n   1 ７六歩(77)\n*A start\n   2 ３四歩(33)\n   3 投了\n"),
    ("minishogi", "kif", "手合割：5五将棋\n   1 ３四銀(35)\n   2 ３二銀(31)\n"),
    ("shogi", "csa", "V2.2\nN+Anna\nPI\n+\n+7776FU\nT3\n'*A start\n-3334FU\n%TORYO\n"),
    ("xiangqi", "pgn", "[Game \"Chinese Chess\"]\n[Red \"Anna\"]\n[Format \"WXF\"]\n\n1. C2=5 H8+7 2. H2+3 *"),
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
        assert!(names.contains(&"moves"), "{}", game.id);
        assert!(names.contains(&"pgn") != names.contains(&"pdn"), "{}", game.id);
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
    // Fivefold repetition does not end a recorded game.
    assert_fault(
        &server.post("/v1/games/chess/record", body(&shuffled)).await,
        "the record has more than 2000 plies",
        [Some(1), Some(7999), Some(2000)],
    );
    let ones = |count: usize| json!({ "moves": vec!["1"; count], "state": "2000000:3 max", "format": "moves" });
    let most = write(&server, "bones", &ones(Caps::MAX_RECORD_PLIES + 1)).await;
    most.assert_problem(422, "limit_exceeded", Some("moves"));
    for path in ["record", "record/write"] {
        let path = format!("/v1/games/chess/{path}");
        let large = |bytes: usize| format!("{{{}", " ".repeat(bytes - 1));
        server.post(&path, large(Caps::MAX_RECORD_BYTES + 1)).await.assert_problem(413, "body_too_large", None);
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
            "unknown field `recrod`, expected one of `record`, `format`, `game_index`; did you mean record?",
        ),
        ("record", r#"{"record":"","record":""}"#, "record", "given twice"),
        ("record", r#"{"record":"","format":"png"}"#, "format", "one of pgn, moves, auto; did you mean pgn?"),
        ("record", r#"{"record":"","format":"sgf"}"#, "format", "chess has no record format \"sgf\""),
        ("record", r#"{"record":"","format":3}"#, "format", "expected a string"),
        ("record/write", r#"{"format":"PGN"}"#, "format", "expected one of pgn, moves, auto"),
        ("record/write", r#"{"tag":{}}"#, "tag", "unknown field `tag`"),
        ("record/write", r#"{"tags":[]}"#, "tags", "expected an object"),
        ("record/write", r#"{"tags":{"White":3}}"#, "tags.White", "expected a string"),
        ("record/write", r#"{"tags":{"White":"A","White":"B"}}"#, "tags", "\"White\" is given twice"),
        ("record/write", r#"{"comments":{"x":""}}"#, "comments.x", "expected a number of moves"),
        ("record/write", r#"{"comments":{"01":"a"}}"#, "comments.01", "expected a number of moves"),
        ("record/write", r#"{"comments":{"1":"a"}}"#, "comments.1", "the game has 0 moves"),
        ("record/write", r#"{"result":"2"}"#, "result", "expected 1-0, 0-1, 1/2-1/2 or *"),
        ("record/write", r#"{"format":"moves","tags":{"White":"A"}}"#, "tags.White", "no tags"),
        ("record/write", r#"{"clocks":{"x":1}}"#, "clocks.x", "expected a number of moves"),
        ("record/write", r#"{"clocks":{"0":"1:00"}}"#, "clocks.0", "expected a whole number"),
        ("record/write", r#"{"clocks":{"0":1}}"#, "clocks.0", "the game has no moves"),
        ("record/write", r#"{"moves":"e4","clocks":{"1":1}}"#, "clocks.1", "expected a ply from 0 to 0"),
        ("record/write", r#"{"moves":"e4","clocks":{"0":1e12}}"#, "clocks.0", "expected at most 86400000000"),
        ("record/write", r#"{"nags":{"0":[1,256]}}"#, "nags.0[1]", "expected a number from 0 to 255"),
        ("record/write", r#"{"nags":{"0":[],"0":[]}}"#, "nags", "\"0\" is given twice"),
        (
            "record/write",
            r#"{"drawings":{"0":[{"cell":"a1","shape":"star"}]}}"#,
            "drawings.0[0].shape",
            "one of square",
        ),
        (
            "record/write",
            r#"{"drawings":{"0":[{"cell":"a1","shape":"square","colour":"pink"}]}}"#,
            "drawings.0[0].colour",
            "one of green",
        ),
        ("record/write", r#"{"drawings":{"0":[{"cell":"z","shape":"square"}]}}"#, "drawings.0[0].cell", "such as e4"),
        ("record/write", r#"{"moves":"e4","variations":{"0":[{"move":[]}]}}"#, "variations.0[0].move", "unknown field"),
        (
            "record/write",
            r#"{"moves":"e4","variations":{"0":[{"moves":[]}]}}"#,
            "variations.0[0].moves",
            "at least one",
        ),
        (
            "record/write",
            r#"{"moves":"e4","format":"moves","variations":{"0":[{"moves":["d4","d3"]}]}}"#,
            "variations.0[0].moves[1]",
            "\"d3\"",
        ),
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
    assert_eq!(wrong.json()["candidates"][0], "e5");
    server.post("/v1/games/chess/record", "[]").await.assert_problem(422, "invalid_body", None);
    for (path, method) in [("record", "GET"), ("record/write", "GET"), ("record", "PUT")] {
        server.call(method, &format!("/v1/games/chess/{path}")).await.assert_problem(405, "method_not_allowed", None);
    }
}

#[tokio::test]
async fn annotations_that_are_read_can_be_written_and_read_again() {
    let server = Server::default();
    for (game, format, text) in [
        (
            "chess",
            "pgn",
            "1. e4 $14 {[%clk 0:01:30.5] [%cal Ge2e4]} e5 (1... c5! {Sicilian.} 2. Nf3 (2. Nc3)) {[%csl Rd5]} *",
        ),
        ("draughts", "pdn", "1. 32-28! {[%clk 0:10:00]} 19-23 (1... 18-23 2. 31-27) *"),
        ("hex", "sgf", "(;GM[11];B[a3]BL[30.5]TE[1]TR[a1](;W[b2]C[x])(;W[c3]AR[a1:b2]))"),
    ] {
        let found = json_of(&read(&server, game, text, None).await);
        let mut body = json!({ "format": format });
        for name in ["state", "moves", "tags", "result", "comments", "clocks", "nags", "variations", "drawings"] {
            body[name] = found[name].clone();
        }
        let written = json_of(&write(&server, game, &body).await);
        assert_eq!(written.get("skipped"), None, "{written}");
        let again = json_of(&read(&server, game, written["record"].as_str().unwrap(), None).await);
        for name in ["moves", "comments", "clocks", "nags", "variations", "drawings"] {
            assert_eq!(again[name], found[name], "{written}");
        }
        assert!(found["nags"].is_object() && found["variations"].is_object() && found["clocks"].is_object(), "{found}");
        for name in ["tags", "result", "comments"] {
            body[name] = Value::Null;
        }
        body["format"] = "moves".into();
        let bare = json_of(&write(&server, game, &body).await);
        let lost: Vec<&str> =
            bare["skipped"].as_array().unwrap().iter().map(|lost| lost["what"].as_str().unwrap()).collect();
        let has_drawings = found["drawings"].is_object();
        assert_eq!(
            lost,
            if has_drawings {
                &["clocks", "nags", "variations", "drawings"][..]
            } else {
                &["clocks", "nags", "variations"]
            }
        );
    }
}

#[tokio::test]
async fn a_file_sent_as_it_is_is_refused_with_the_command_that_sends_it() {
    let server = Server::default();
    for content_type in ["text/plain", "application/x-chess-pgn", ""] {
        let request = Request::post("/v1/games/chess/record").header("content-type", content_type);
        let answer = server.send(request.body("1. e4".into()).unwrap()).await;
        let detail = answer.assert_problem(415, "unsupported_media_type", None);
        assert!(detail.ends_with("jq -Rs '{record: .}' FILE | curl --json @- …"), "{detail}");
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
        ("chess", "1. e4 (1. d4", "this variation is never closed", [Some(1), Some(7), Some(1)]),
        ("chess", "1. e4 {so far", "this comment is never closed", [Some(1), Some(7), Some(1)]),
        ("hex", "(;GM[11]SZ[11];B[f6]", "is never closed", [Some(1), Some(1), None]),
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

#[tokio::test]
async fn a_record_of_a_variant_names_its_game() {
    let server = Server::default();
    for (game, variant, candidates) in [
        ("chess", "Three-check", json!(["three-check"])),
        ("atomic", "King of the Hill", json!(["king-of-the-hill"])),
        ("crazyhouse", "Standard", json!(["chess"])),
        ("crazyhouse", "Chess960", json!(["chess"])),
        ("chess", "Suicide", json!(null)),
    ] {
        let body = json!({ "record": format!("[White \"Anna\"]\n[Variant \"{variant}\"]\n\n1. e4 *") });
        for operation in ["record", "review"] {
            let answer = server.post(&format!("/v1/games/{game}/{operation}"), body.to_string()).await;
            assert_fault(&answer, &format!("Variant: the variant is \"{variant}\", "), [Some(2), Some(1), None]);
            assert_eq!(answer.json()["candidates"], candidates, "{variant}");
        }
    }
    static ALONE: Catalogue = Catalogue::new(&[Game::of::<Chess>("chess")]);
    let alone = Server::with_games(ALONE);
    let unknown = read(&alone, "chess", "[Variant \"Three-check\"] *", None).await;
    assert_fault(&unknown, "expected one of Standard", [Some(1), Some(1), None]);
    assert_eq!(unknown.json()["candidates"], json!(null), "the server does not have the game");
    let usual = json_of(&read(&server, "three-check", "1. e4 e5", None).await);
    assert_eq!((&usual["game"], &usual["moves"]), (&json!("three-check"), &json!(["e2e4", "e7e5"])));
}

/// The largest records of each kind, made of one repeated part. All are refused for a fault, and none for the time that
/// reading it takes.
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

#[tokio::test]
async fn one_of_several_games_is_read_and_reviewed_by_its_index() {
    let server = Server::default();
    let record = "1. e4 e5\n\n1. d4 d5 2. c4 *";
    let answer = |path: &str, index: u64| {
        let body = json!({ "record": record, "game_index": index }).to_string();
        let path = format!("/v1/games/chess/{path}");
        let server = &server;
        async move { server.post(&path, body).await }
    };
    let second = json_of(&answer("record", 1).await);
    assert_eq!(
        (&second["moves"], &second["games"], &second["more"]),
        (&json!(["d2d4", "d7d5", "c2c4"]), &json!(2), &json!(0))
    );
    assert_eq!((&second["warnings"], &second["ended_at"]), (&json!([]), &json!(null)));
    let says = answer("record", 2).await.assert_problem(422, "invalid_body", Some("game_index"));
    assert_eq!(says, "the record has 2 games, expected an index from 0 to 1");
    assert_eq!(json_of(&answer("review", 1).await)["plies"].as_array().unwrap().len(), 3);
    let without = server.post("/v1/games/chess/review", json!({ "moves": "e4", "game_index": 0 }).to_string()).await;
    without.assert_problem(422, "invalid_body", Some("game_index"));
}

#[tokio::test]
async fn games_that_went_on_through_draws_are_read_written_and_reviewed() {
    let server = Server::default();
    let record = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 149 100\"]\n\n100. Kd2 Kd7 101. Kd3";
    let found = json_of(&read(&server, "chess", record, None).await);
    assert_eq!((&found["ended_at"], found["moves"].as_array().unwrap().len()), (&json!(1), 3));
    let body = json!({ "state": found["state"], "moves": found["moves"] });
    assert!(json_of(&write(&server, "chess", &body).await)["record"].as_str().unwrap().ends_with("101. Kd3 1/2-1/2\n"));
    let body = json!({ "record": record, "nodes": 500 });
    let judged = json_of(&server.post("/v1/games/chess/review", body.to_string()).await);
    assert_eq!(judged["plies"].as_array().unwrap().len(), 3);
    let body = json!({ "moves": "Nf3 Nf6 Ng1 Ng8 ".repeat(6), "draws": "automatic" });
    json_of(&server.post("/v1/games/chess/position", body.to_string()).await);
}

#[tokio::test]
async fn lists_of_moves_are_read_as_people_write_them() {
    let server = Server::default();
    for (game, moves, expected) in [
        ("chess", json!("1. e4 e5 2. Nf3"), json!(["e2e4", "e7e5", "g1f3"])),
        ("chess", json!("e2 - e4 e7–e5 ♘f3"), json!(["e2e4", "e7e5", "g1f3"])),
        ("othello", json!("1. d3 c3 2. c4"), json!(["d3", "c3", "c4"])),
        ("draughts", json!(["32 - 28", "1923"]), json!(["32-28", "19-23"])),
        ("russian-draughts", json!("cd4 dc5"), json!(["c3-d4", "d6-c5"])),
        ("hex", json!("a2 swap f6"), json!(["a2", "swap", "f6"])),
        ("bones", json!("1. take 2 2. take 3"), json!(["2", "3"])),
    ] {
        let body = json!({ "moves": moves, "state": null });
        let answer = server
            .post(&format!("/v1/games/{game}/record/write"), json!({ "moves": moves, "format": "moves" }).to_string())
            .await;
        let text = json_of(&answer)["record"].as_str().unwrap().to_owned();
        let names: Vec<&str> = text.split(' ').collect();
        assert_eq!(json!(names), expected, "{moves}");
        json_of(&server.post(&format!("/v1/games/{game}/position"), body.to_string()).await);
    }
    let wrong = server.post("/v1/games/chess/position", json!({ "moves": "e4 e5 Nd2" }).to_string()).await;
    let candidates = wrong.json()["candidates"].clone();
    assert_eq!((wrong.status.as_u16(), &candidates[0]), (422, &json!("Ne2")));
}
