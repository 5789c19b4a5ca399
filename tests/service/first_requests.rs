//! The requests that everybody tries first, in the notation of other programs: they are answered, or the answer says
//! what to send instead.

use serde_json::{Value, json};

use crate::common::server::{Answer, Server};

async fn position(server: &Server, game: &str, fields: Value) -> Answer {
    server.post(&format!("/v1/games/{game}/position"), fields.to_string()).await
}

async fn state(server: &Server, game: &str, fields: Value) -> Value {
    let answer = position(server, game, fields.clone()).await;
    assert_eq!(answer.status, 200, "{game} {fields}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()["state"].clone()
}

#[tokio::test]
async fn a_number_is_a_move_by_its_decimal_text() {
    let server = Server::default();
    for (game, numbers, texts) in [
        ("connect-four", json!([4, 4.0, "3", 5]), json!(["4", "4", "3", "5"])),
        ("kalah", json!([3]), json!(["3"])),
        ("bones", json!([1, 2]), json!("1 2")),
    ] {
        let expected = state(&server, game, json!({"moves": texts})).await;
        assert_eq!(state(&server, game, json!({"moves": numbers})).await, expected, "{game} {numbers}");
    }
    let search = json!({"moves": [4], "search_moves": [4, 3], "depth": 2, "multi_pv": "all"});
    let answer = server.post("/v1/games/connect-four/search", search.to_string()).await.json();
    assert_eq!((&answer["next"]["moves"][0], answer["lines"].as_array().unwrap().len()), (&json!("4"), 2));
    for (moves, code) in [
        (json!([4.5]), "invalid_body"),
        (json!([1e30]), "invalid_body"),
        (json!([true]), "invalid_body"),
        (json!([[4]]), "invalid_body"),
        (json!([-4]), "illegal_move"),
        (json!([9]), "illegal_move"),
    ] {
        position(&server, "connect-four", json!({"moves": moves})).await.assert_problem(422, code, Some("moves[0]"));
    }
}

#[tokio::test]
async fn the_number_of_a_cell_is_refused_with_both_readings() {
    let server = Server::default();
    for (moves, readings, candidates) in [
        (json!([5]), ["counted from 0 it is c2", "counted from 1 it is b2"], json!(["c2", "b2"])),
        (json!(["5"]), ["counted from 0 it is c2", "counted from 1 it is b2"], json!(["c2", "b2"])),
        (json!("5"), ["counted from 0 it is c2", "counted from 1 it is b2"], json!(["c2", "b2"])),
        (json!([0]), ["counted from 0 it is a3", ""], json!(["a3"])),
        (json!([9]), ["", "counted from 1 it is c1"], json!(["c1"])),
    ] {
        let refused = position(&server, "tic-tac-toe", json!({"moves": moves})).await;
        let detail = refused.assert_problem(422, "illegal_move", Some("moves[0]"));
        assert!(readings.iter().all(|reading| detail.contains(reading)), "{moves}: {detail}");
        assert_eq!(refused.json()["candidates"], candidates, "{moves}");
    }
    // A reading may be a cell that is taken.
    let refused = position(&server, "tic-tac-toe", json!({"moves": ["b2", 5]})).await;
    refused.assert_problem(422, "illegal_move", Some("moves[1]"));
    assert_eq!(refused.json()["candidates"], json!(["c2"]));
    for moves in [json!([10]), json!([99])] {
        let detail = position(&server, "tic-tac-toe", json!({"moves": moves})).await;
        let detail = detail.assert_problem(422, "illegal_move", Some("moves[0]"));
        assert!(!detail.contains("counted"), "{detail}");
    }
}

#[tokio::test]
async fn a_text_without_separators_is_read_as_a_transcript_if_records_are() {
    let server = Server::default();
    for (game, text, list) in [
        ("connect-four", "4435", json!(["4", "4", "3", "5"])),
        ("connect-four", " 44\n", json!(["4", "4"])),
        ("othello", "f5d6c3", json!(["f5", "d6", "c3"])),
        ("othello", "F5D6C3", json!(["f5", "d6", "c3"])),
        ("gomoku", "h8i9h10", json!(["h8", "i9", "h10"])),
        ("hex", "a2swapf6", json!(["a2", "swap", "f6"])),
        ("hex", "f6", json!(["f6"])),
    ] {
        let expected = state(&server, game, json!({"moves": list})).await;
        assert_eq!(state(&server, game, json!({"moves": text})).await, expected, "{game} {text}");
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("moves", text).finish();
        let answer = server.get(&format!("/v1/games/{game}/position?{query}")).await.json();
        assert_eq!(answer["state"], expected, "{game} {text}");
    }
    for (game, text, path) in [
        ("connect-four", "4498", "moves[2]"),
        ("connect-four", "44x", "moves[0]"),
        ("othello", "f5a1", "moves[1]"),
        ("chess", "e2e4e7e5", "moves[0]"),
        ("tic-tac-toe", "b2a1", "moves[0]"),
    ] {
        position(&server, game, json!({"moves": text})).await.assert_problem(422, "illegal_move", Some(path));
    }
    // An element of a list is one move.
    let refused = position(&server, "connect-four", json!({"moves": ["4435"]})).await;
    refused.assert_problem(422, "illegal_move", Some("moves[0]"));
    let long = json!({"moves": "4".repeat(2001)});
    position(&server, "connect-four", long).await.assert_problem(422, "limit_exceeded", Some("moves"));
}

#[tokio::test]
async fn a_size_stands_for_the_start_on_that_board() {
    let server = Server::default();
    let rows = |row: &str, count| vec![row; count].join("/");
    for (game, size, expected) in [
        ("hex", json!(13), rows("13", 13) + " X"),
        ("hex", json!("13x13"), rows("13", 13) + " X"),
        ("hex", json!("13"), rows("13", 13) + " X"),
        ("gomoku", json!(19), rows("19", 19) + " X 5"),
        ("gomoku", json!("3x4"), rows("3", 4) + " X 4"),
        ("gomoku", json!(3), rows("3", 3) + " X 3"),
        ("dots-and-boxes", json!("2x1"), "00/000/00 0,0 A".to_owned()),
    ] {
        assert_eq!(state(&server, game, json!({"size": size})).await, json!(expected), "{game} {size}");
    }
    let by_size = server.get("/v1/games/hex/search?size=5&moves=c3,d2&depth=1").await;
    let by_state = server.get("/v1/games/hex/search?state=5/5/5/5/5%20X&moves=c3,d2&depth=1").await;
    assert_eq!(by_size.json()["next"], by_state.json()["next"]);
    assert_eq!(by_size.json()["next"]["state"], "5/5/5/5/5 X");
    assert_eq!(by_size.header("etag"), by_state.header("etag"));
    let swapped = server.post("/v1/games/hex/search", r#"{"size":5,"moves":"c3 swap","depth":1}"#).await.json();
    assert_eq!(swapped["next"]["state"], "5/5/5/5/5 X swap");
}

#[tokio::test]
async fn a_size_that_the_game_does_not_have_is_refused_with_the_range() {
    let server = Server::default();
    for (game, fields, says) in [
        ("hex", json!({"size": 20}), "size is 20x20, expected 2x2 to 19x19, a square"),
        ("hex", json!({"size": 1}), "expected 2x2 to 19x19"),
        ("hex", json!({"size": "5x6"}), "a square"),
        ("gomoku", json!({"size": 999_999_999}), "expected 3x3 to 20x20"),
        ("chess", json!({"size": 8}), "chess has only one board"),
        ("hex", json!({"size": 5, "state": "5/5/5/5/5 X"}), "cannot be combined with state"),
        ("hex", json!({"size": [5, 5]}), "13x13"),
        ("hex", json!({"size": "large"}), "13x13"),
    ] {
        for op in ["position", "search", "hint", "tree", "record/write", "review"] {
            let refused = server.post(&format!("/v1/games/{game}/{op}"), fields.to_string()).await;
            let detail = refused.assert_problem(422, "invalid_body", Some("size"));
            assert!(detail.contains(says), "{game} {op} {fields}: {detail}");
        }
    }
    let both = json!({"size": 5, "record": "a2 b3"});
    server.post("/v1/games/hex/review", both.to_string()).await.assert_problem(422, "invalid_body", Some("size"));
}

#[tokio::test]
async fn a_game_lists_the_sizes_that_its_start_has() {
    let server = Server::default();
    for game in server.get("/v1/games").await.json()["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let facts = server.get(&format!("/v1/games/{id}")).await.json();
        let Some(sizes) = facts["sizes"].as_object() else { continue };
        for name in ["least", "greatest"] {
            let board = position(&server, id, json!({"size": sizes[name]})).await;
            assert_eq!(board.status, 200, "{id} {name}");
        }
        assert_eq!(state(&server, id, json!({"size": sizes["default"]})).await, game["start"], "{id}");
    }
}

#[tokio::test]
async fn a_clock_may_be_spread_over_parameters() {
    let server = Server::default();
    let path = "/v1/games/tic-tac-toe/search";
    assert_eq!(server.get(&format!("{path}?clock.own_ms=60000&clock.increment_ms=1000")).await.status, 200);
    for (query, field) in [
        ("clock.own_ms=x", "clock.own_ms"),
        ("clock.increment_ms=5", "clock"),
        ("clock.own_ms=99999999999999", "clock.own_ms"),
        ("clock.own_ms=5&clock.moves_to_go=0", "clock.moves_to_go"),
        ("clock.own_ms=5&clock={%22own_ms%22:5}", "clock"),
        ("clock.own_m=5", "clock.own_m"),
    ] {
        let refused = server.get(&format!("{path}?{query}")).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["path"]), (422, &json!(field)), "{query}");
    }
}

#[tokio::test]
async fn words_of_other_programs_are_near_misses() {
    let server = Server::default();
    for (op, field, near) in [
        ("position", "fen", "state"),
        ("search", "FEN", "state"),
        ("tree", "fen", "state"),
        ("hint", "elo", "level"),
        ("hint", "Elo", "level"),
    ] {
        let body = json!({field: "8/8/8/8/8/8/8/8 w"}).to_string();
        let refused = server.post(&format!("/v1/games/checkers/{op}"), body).await;
        let detail = refused.assert_problem(422, "invalid_body", Some(field));
        assert!(detail.ends_with(&format!("; did you mean {near}?")), "{op} {field}: {detail}");
    }
}

#[tokio::test]
async fn capitals_and_slashes_at_the_end_are_redirected_in_every_method() {
    let server = Server::default();
    for (path, there) in [
        ("/v1/games/Chess/search?depth=1", "/v1/games/chess/search?depth=1"),
        ("/v1/games/TTT/position", "/v1/games/tic-tac-toe/position"),
        ("/v1/games/C4/search?depth=1", "/v1/games/connect-four/search?depth=1"),
        ("/v1/games/chess/search/?moves=e2e4,e7e5&x=%2F", "/v1/games/chess/search?moves=e2e4,e7e5&x=%2F"),
        ("/v1/games/chess/search/stream//", "/v1/games/chess/search/stream"),
        ("/v1/games/Chess/search/", "/v1/games/Chess/search"),
        ("/livez/", "/livez"),
    ] {
        for method in ["GET", "POST"] {
            let moved = server.call(method, path).await;
            assert_eq!((moved.status.as_u16(), moved.header("location")), (308, there), "{method} {path}");
        }
    }
    for (path, there) in [("/v1/", "/v1"), ("/v1/games/", "/v1/games"), ("/v1/games/chess/", "/v1/games/chess")] {
        let moved = server.get(path).await;
        assert_eq!((moved.status.as_u16(), moved.header("location")), (308, there), "{path}");
    }
    for path in ["//example.com/", "/v1//", "/v1/games//search/", "/v2/"] {
        assert_ne!(server.get(path).await.status, 200, "{path}");
        let location = server.get(path).await.header("location").to_owned();
        assert!(location.is_empty() || location.starts_with("/v1"), "{path}: {location}");
    }
    let long = format!("/v1/games/chess/search/?moves={}", "e2e4,".repeat(500));
    server.get(&long).await.assert_problem(404, "not_found", None);
    let item = json!({"items": [{"op": "position", "game": "Chess"}]});
    let batch = server.post("/v1/batch", item.to_string()).await.json();
    assert_eq!(batch["results"][0]["body"]["game"], "chess");
}

#[tokio::test]
async fn a_fen_without_castling_rights_is_answered_with_a_warning() {
    let server = Server::default();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (state, rights) in [
        (start.to_owned(), Some("KQkq")),
        (format!("{start} w"), Some("KQkq")),
        (format!("{start}_w"), Some("KQkq")),
        ("4k2r/8/8/8/8/8/8/R3K3 b".to_owned(), Some("Qk")),
        ("4k3/8/8/8/8/8/8/R2K3R w".to_owned(), None),
        ("4k2R/8/8/8/8/8/8/4K3 b".to_owned(), None),
        (format!("{start} w -"), None),
        (format!("{start} w KQ"), None),
        ("chess960:518".to_owned(), None),
        ("startpos".to_owned(), None),
    ] {
        let answer = position(&server, "chess", json!({"state": state})).await.json();
        let warnings = answer.get("warnings").map(|warnings| warnings.as_array().unwrap().len());
        assert_eq!(warnings, rights.map(|_| 1), "{state}: {answer}");
        let Some(rights) = rights else { continue };
        assert!(answer["warnings"][0].as_str().unwrap().contains(&format!(" {rights} ")), "{state}: {answer}");
    }
    for (op, mut fields) in [
        ("search", json!({"nodes": 100, "moves": "e4", "with": ["position"]})),
        ("hint", json!({"nodes": 100})),
        ("grade", json!({"nodes": 100, "candidates": ["e4"]})),
        ("tree", json!({"depth": 1})),
    ] {
        // The same position with and without the field: the first answer must not be kept for the second.
        for (state, count) in [(format!("{start} w - - 0 1"), 0), (start.to_owned(), 1)] {
            fields["state"] = json!(state);
            let answer = server.post(&format!("/v1/games/chess/{op}"), fields.to_string()).await.json();
            assert_eq!(answer["warnings"].as_array().map_or(0, Vec::len), count, "{op} {state}: {answer}");
        }
    }
    let record = json!({"record": format!("[SetUp \"1\"]\n[FEN \"{start} w\"]\n\n1. e4 e5 *")});
    let answer = server.post("/v1/games/chess/record", record.to_string()).await.json();
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("line 2, column 1") && warning.contains("FEN: "), "{warning}");
}

#[tokio::test]
async fn chess_is_played_at_an_elo_rating() {
    let server = Server::default();
    let path = "/v1/games/chess/search";
    let search = async |fields: Value| server.post(path, fields.to_string()).await;
    let scale = server.get("/v1/games/chess").await.json()["elo"].clone();
    assert_eq!((&scale["least"], &scale["greatest"]), (&json!(1260), &json!(2970)));
    for rung in &scale["levels"].as_array().unwrap()[..4] {
        let by_level = search(json!({"level": rung["level"], "seed": 3})).await.json();
        let by_elo = search(json!({"elo": rung["elo"], "seed": 3})).await.json();
        assert_eq!((&by_elo["elo"], &by_elo["level"]), (&rung["elo"], &Value::Null));
        for name in ["move", "score", "stopped_by", "deterministic", "next", "seed"] {
            assert_eq!(by_elo[name], by_level[name], "{rung} {name}");
        }
        assert_eq!(by_elo["stats"]["nodes"], by_level["stats"]["nodes"], "{rung}");
        assert!(by_level.get("elo").is_none());
    }
    let moves = "a3 a6 b3 b6 h3 h6";
    let nodes = async |elo: u32| search(json!({"elo": elo, "moves": moves})).await.json()["stats"]["nodes"].clone();
    let [weak, between, strong] = [nodes(1260).await, nodes(1400).await, nodes(1700).await];
    assert!(weak.as_u64() < between.as_u64() && between.as_u64() < strong.as_u64(), "{weak} {between} {strong}");
    let fields = json!({"elo": 1400, "seed": 1, "clock": {"own_ms": 60_000}, "with": ["advice", "opening"]});
    let answer = search(fields).await;
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    assert_eq!(server.get(&format!("{path}?elo=1400&seed=1")).await.json()["elo"], 1400);
    for (fields, code, path) in [
        (json!({"elo": 1259}), "invalid_body", "elo"),
        (json!({"elo": 2971}), "limit_exceeded", "elo"),
        (json!({"elo": u64::MAX}), "limit_exceeded", "elo"),
        (json!({"elo": "strong"}), "invalid_body", "elo"),
        (json!({"elo": 1400, "level": 3}), "invalid_body", "elo"),
        (json!({"elo": 1400, "depth": 3}), "invalid_body", "depth"),
        (json!({"elo": 1400, "multi_pv": 2}), "invalid_body", "multi_pv"),
    ] {
        let detail = search(fields.clone()).await.assert_problem(422, code, Some(path));
        assert!(path != "elo" || code != "limit_exceeded" || detail.contains("1260 to 2970"), "{fields}: {detail}");
    }
    for (game, says) in [("checkers", "did you mean level, from 1 to 10?"), ("tree", "has no levels")] {
        let refused = server.post(&format!("/v1/games/{game}/search"), r#"{"elo":1500}"#).await;
        let detail = refused.assert_problem(422, "invalid_body", Some("elo"));
        assert!(detail.contains(says), "{game}: {detail}");
    }
}
