//! Boards and clickable moves over HTTP, and moves in people's notation wherever moves are read.

use crate::common::layouts;
use crate::common::server::Server;
use plyd::games::CATALOGUE;
use serde_json::{Value, json};

#[tokio::test]
async fn a_games_page_tells_how_its_board_is_drawn() {
    let server = Server::with_games(CATALOGUE.with(layouts::GAMES));
    for (game, layout) in [
        ("tic-tac-toe", json!("cells")),
        ("bones", json!("heaps")),
        ("tree", json!(null)),
        ("connect-four", json!("cells")),
        ("gomoku", json!("points")),
        ("othello", json!("cells")),
        ("checkers", json!("squares")),
        ("chess", json!("squares")),
        ("ultimate-tic-tac-toe", json!("cells")),
        ("nim", json!("heaps")),
        ("tiny-hex", json!("hexes")),
        ("three-mens-morris", json!("points")),
        ("tiny-kalah", json!("pits")),
        ("tiny-dots-and-boxes", json!("edges")),
        ("drops", json!("cells")),
    ] {
        let page = server.get(&format!("/v1/games/{game}")).await.json();
        assert_eq!(page["layout"], layout, "{game}");
        assert_eq!(page.get("lines").is_some(), layout == "points", "{game}");
        let position = server.get(&format!("/v1/games/{game}/position")).await.json();
        assert_eq!(position.get("board").is_some(), !layout.is_null(), "{game}");
        assert_eq!(position.get("lines"), page.get("lines"), "{game}: the page has those of the start");
        assert_eq!(position.get("hands").is_some(), game == "drops");
    }
    let chess = server.get("/v1/games/chess").await.json();
    assert_eq!(chess["pieces"]["n"], json!({"side": "black", "name": "knight", "symbol": "♞"}));
    let edges = server.get("/v1/games/tiny-dots-and-boxes").await.json();
    assert_eq!(edges["pieces"]["-"], json!({"side": null, "name": "edge", "symbol": "─"}));
}

#[tokio::test]
async fn a_position_has_what_its_own_board_needs() {
    let server = Server::with_games(CATALOGUE.with(layouts::GAMES));
    let small = server.get("/v1/games/gomoku/position?state=3/3/3/3+X+3").await.json();
    let across = [[[0, 0], [0, 2]], [[1, 0], [1, 2]], [[2, 0], [2, 2]], [[3, 0], [3, 2]]];
    let down = [[[0, 0], [3, 0]], [[0, 1], [3, 1]], [[0, 2], [3, 2]]];
    assert_eq!(small["lines"], json!([across.to_vec(), down.to_vec()].concat()));
    assert_eq!((&small["files"], &small["ranks"]), (&json!(["a", "b", "c"]), &json!(["4", "3", "2", "1"])));
    let othello = server.get("/v1/games/othello/position").await.json();
    assert_eq!((&othello["ranks"][0], &othello["files"][7]), (&json!("1"), &json!("h")));
    let columns = server.get("/v1/games/connect-four/position").await.json();
    assert_eq!((&columns["ranks"], &columns["files"][6]), (&json!([]), &json!("7")));
    let kalah = server.get("/v1/games/tiny-kalah/position").await.json();
    assert_eq!(kalah["board"], json!([[0, 2, 2, 0], [0, 2, 2, 0]]));
    let won = "1X5O1/3O3OO/OX1O1X1X1/2X6/1XXO1XOXX/1XXO2OOO/X1X1X1O2/O1XOOX2O/X1XOO1OX1+X+5";
    let nine = server.get(&format!("/v1/games/ultimate-tic-tac-toe/position?state={won}")).await.json();
    let areas = nine["areas"].as_array().unwrap();
    assert_eq!((areas.len(), &areas[0]), (9, &json!({"corners": [[0, 0], [2, 2]], "side": null})));
    assert_eq!(areas[5], json!({"corners": [[3, 6], [5, 8]], "side": "O"}));
    let hex = server.get("/v1/games/hex/position").await.json();
    assert_eq!(hex["borders"], json!({"top": "X", "right": "O", "bottom": "X", "left": "O"}));
    assert_eq!((hex.get("areas"), kalah.get("areas"), kalah.get("borders")), (None, None, None));
    let drops = server.get("/v1/games/drops/position?state=G...+O").await.json();
    assert_eq!(drops["hands"], json!([["S"], ["g", "s"]]));
    let first = &drops["legal_moves"][0];
    assert_eq!(
        (&first["move"], &first["cells"], &first["label"]),
        (&json!("g*b2"), &json!([[0, 1]]), &json!("general"))
    );
}

#[tokio::test]
async fn chess_reads_san_wherever_it_reads_a_move_and_answers_in_uci() {
    let server = Server::default();
    let moves = "e4,e5,Nf3,b8c6,Bc4,Nf6,O-O";
    let position = server.get(&format!("/v1/games/chess/position?moves={moves}")).await.json();
    assert_eq!(position["state"], "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
    let names: Vec<&Value> = position["legal_moves"].as_array().unwrap().iter().map(|mv| &mv["move"]).collect();
    assert!(names.contains(&&json!("f6e4")) && !names.contains(&&json!("Nxe4")));
    let body = json!({"moves": ["e4", "e5"], "search_moves": ["Nf3", "d2d4", "Qh5"], "depth": 1, "multi_pv": "all"});
    let found = server.post("/v1/games/chess/search", body.to_string()).await.json();
    let mut lines: Vec<&str> = found["lines"].as_array().unwrap().iter().map(|l| l["move"].as_str().unwrap()).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["d1h5", "d2d4", "g1f3"]);
}

#[tokio::test]
async fn wrong_and_ambiguous_and_repeated_names_are_illegal_moves() {
    let server = Server::default();
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    for (field, names, path) in [
        ("moves", json!(["Nd2"]), "moves[0]"),
        ("moves", json!(["Nbd2", "Ke9"]), "moves[1]"),
        ("search_moves", json!(["Nbd2", "Nd2"]), "search_moves[1]"),
        ("search_moves", json!(["Nbd2", "b1d2"]), "search_moves[1]"),
        ("search_moves", json!(["Nfd2", "N3d2"]), "search_moves[1]"),
    ] {
        let body = json!({"state": knights, field: names, "depth": 1});
        let answer = server.post("/v1/games/chess/search", body.to_string()).await;
        answer.assert_problem(422, "illegal_move", Some(path));
    }
}

#[tokio::test]
async fn a_checkers_game_continued_from_states_alone_ends_by_the_forty_moves() {
    let server = Server::default();
    let mut state = "B:WK32:BK1:H70".to_owned();
    for name in ["1-6", "32-28", "6-1", "28-32"].iter().cycle().take(10) {
        let body = json!({"state": state, "moves": [name]});
        let answer = server.post("/v1/games/checkers/position", body.to_string()).await.json();
        state = answer["state"].as_str().unwrap().to_owned();
        assert_eq!(answer["over"], state.ends_with(":H80"), "{state}");
    }
    assert!(state.ends_with(":H80"));
    let beyond = server.post("/v1/games/checkers/position", json!({"state": "B:WK32:BK1:H81"}).to_string()).await;
    assert_eq!(beyond.json()["state"], "B:WK32:BK1:H80", "more plies than count are as many as count");
}

#[tokio::test]
async fn lines_have_labels_beside_names_in_games_that_have_labels() {
    let server = Server::default();
    let ask = async |game: &str, operation: &str, body: &Value| {
        let answer = server.post(&format!("/v1/games/{game}/{operation}"), body.to_string()).await;
        assert_eq!(answer.status, 200, "{game} {operation}");
        String::from_utf8(answer.body).unwrap()
    };
    let mate = json!({"state": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "depth": 2});
    let both = r#""pv":["d1d8"],"pv_labels":["Rd8#"]"#;
    for (operation, lines) in [("search", 1), ("search/stream", 2), ("tree", 1)] {
        let text = ask("chess", operation, &mate).await;
        assert_eq!(text.matches(both).count(), lines, "{operation}: {text}");
    }
    let mistake = json!({"moves": "e4 e5 Bc4 Nc6 Qh5 Nf6 a3", "plies": {"from": 5}, "nodes": 2000, "puzzles": true});
    let text = ask("chess", "review", &mistake).await;
    assert!(text.contains(r#""solution":["h5f7"],"solution_labels":["Qxf7#"]"#), "{text}");
    for (operation, body) in [
        ("search", json!({"depth": 2, "multi_pv": "all"})),
        ("search/stream", json!({"depth": 2})),
        ("tree", json!({"depth": 2})),
        ("hint", json!({"depth": 2, "stage": 3})),
        ("review", json!({"moves": "4 4", "nodes": 100})),
    ] {
        let text = ask("connect-four", operation, &body).await;
        assert!(!text.contains("_labels"), "{operation}: {text}");
    }
}
