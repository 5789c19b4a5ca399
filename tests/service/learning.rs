//! Openings, hints, and verdicts by other curves and bounds.

use crate::common::clock::with_timeout;
use crate::common::server::{Answer, Server, until};
use axum::http::StatusCode;
use plyd::search::Algorithm;
use serde_json::{Value, json};

async fn ask(server: &Server, game: &str, operation: &str, body: &Value) -> Answer {
    server.post(&format!("/v1/games/{game}/{operation}"), body.to_string()).await
}

async fn answer(server: &Server, game: &str, operation: &str, body: Value) -> Value {
    let answer = ask(server, game, operation, &body).await;
    assert_eq!(answer.status, 200, "{body}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

#[tokio::test]
async fn openings_are_named_by_position_in_every_answer_about_a_game() {
    let server = Server::default();
    let italian = json!({ "code": "C50", "name": "Italian Game", "plies": 5 });
    let position = answer(&server, "chess", "position", json!({ "moves": "e4 e5 Bc4 Nc6 Nf3 a5" })).await;
    assert_eq!(position["opening"], italian);
    let record = answer(&server, "chess", "record", json!({ "record": "1. e4 e5 2. Nf3 Nc6 3. Bc4 a5 *" })).await;
    assert_eq!(record["opening"], italian);
    let review = answer(&server, "chess", "review", json!({ "moves": "e4 e5 Nf3 Nc6 Bc4 a5", "nodes": 200 })).await;
    assert_eq!(review["opening"], italian);
    let names: Vec<&Value> = review["plies"].as_array().unwrap().iter().map(|ply| &ply["opening"]["name"]).collect();
    assert_eq!(names[0], "King's Pawn Game");
    assert_eq!((names[4], names[5]), (&json!("Italian Game"), &Value::Null));
    let search = json!({ "moves": "e4 e5 Bc4 Nc6 Nf3", "depth": 1, "with": ["opening"] });
    assert_eq!(answer(&server, "chess", "search", search).await["opening"], italian);
    let plain = answer(&server, "chess", "search", json!({ "moves": "e4", "depth": 1 })).await;
    assert_eq!(plain.get("opening"), None);
    for game in ["checkers", "othello"] {
        assert_eq!(answer(&server, game, "position", json!({})).await["opening"], Value::Null);
    }
}

#[tokio::test]
async fn a_hint_tells_more_from_stage_to_stage() {
    let server = Server::default();
    let ask = |stage: u64| {
        let body = json!({ "state": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "stage": stage, "nodes": 2000 });
        answer(&server, "chess", "hint", body)
    };
    let (place, mv, line) = (ask(1).await, ask(2).await, ask(3).await);
    assert_eq!((&place["move"], &place["label"], &place["line"]), (&Value::Null, &Value::Null, &json!([])));
    assert_eq!((&mv["move"], &mv["label"], &mv["line"]), (&json!("d1d8"), &json!("Rd8#"), &json!([])));
    assert_eq!((&line["line"], &line["line_labels"]), (&json!(["d1d8"]), &json!(["Rd8#"])));
    assert_eq!((place.get("line_labels"), mv.get("line_labels")), (None, None));
    assert_eq!((&place["cells"], &mv["cells"]), (&json!([[7, 3]]), &json!([[7, 3], [0, 3]])));
    for hint in [&place, &mv, &line] {
        assert_eq!(hint["facts"][0], json!({ "code": "wins_in", "plies": 1, "text": "It wins immediately." }));
        assert_eq!(hint["deterministic"], true);
    }
    assert_eq!(place["text"].as_str().unwrap().find("Rd8"), None);
}

#[tokio::test]
async fn every_game_gives_hints_at_every_limit() {
    let server = Server::default();
    for game in plyd::games::CATALOGUE {
        for stage in 1..=3 {
            let hint = answer(&server, game.id, "hint", json!({ "stage": stage, "depth": 2 })).await;
            assert_eq!(hint["move"] == Value::Null, stage == 1, "{hint}");
        }
        if game.about.levels.is_some() {
            let hint = answer(&server, game.id, "hint", json!({ "stage": 2, "level": 2 })).await;
            assert_eq!((&hint["level"], hint["move"].is_string()), (&json!(2), true));
        }
    }
    let timed = answer(&server, "othello", "hint", json!({ "time_ms": 20 })).await;
    assert_eq!(timed["deterministic"], false);
}

#[tokio::test]
async fn a_hint_may_wait_longer_than_it_takes() {
    let server = Server::endless(1, 16);
    let search = json!({ "time_ms": 1000 });
    let busy = || ask(&server, "chess", "search", &search);
    let waits = async |wait: Option<u64>| {
        until(&server.service, "plyd_pool_busy_workers", 1.0).await;
        ask(&server, "othello", "hint", &json!({ "time_ms": 20, "wait_ms": wait })).await
    };
    let (_, hint) = with_timeout(async { tokio::join!(busy(), waits(Some(10_000))) }).await;
    assert_eq!((hint.status, &hint.json()["stopped_by"]), (StatusCode::OK, &json!("time")));
    let (_, refused) = with_timeout(async { tokio::join!(busy(), waits(None)) }).await;
    refused.assert_problem(503, "overloaded", None);
}

#[tokio::test]
async fn a_hint_about_a_finished_game_tells_its_outcome() {
    let hint = answer(&Server::default(), "tic-tac-toe", "hint", json!({ "state": "XXX/OO./... O", "stage": 3 })).await;
    assert_eq!(hint["outcome"], json!({ "winner": "X", "reason": "three in a row" }));
    assert_eq!((&hint["move"], &hint["facts"], &hint["cells"]), (&Value::Null, &json!([]), &json!([])));
    assert_eq!(hint["text"], "The game is over: three in a row.");
}

#[tokio::test]
async fn grades_and_reviews_tell_what_moves_do_on_the_board() {
    let server = Server::default();
    let body = json!({ "moves": "e4 e5 Nf3 Nc6", "candidates": ["Nxe5", "Bb5"], "nodes": 500, "with": ["facts"] });
    let grade = answer(&server, "chess", "grade", body).await;
    let facts = &grade["candidates"][0]["facts"][0];
    assert_eq!((&facts["code"], &facts["cell"], &facts["gains"]), (&json!("hangs"), &json!([3, 4]), &json!(220)));
    assert!(facts["text"].as_str().unwrap().contains("the knight on e5"), "{facts}");
    assert_eq!(grade["candidates"][1]["facts"], json!([]));
    let review = answer(&server, "chess", "review", json!({ "moves": "e4 e5 Nf3 Nc6 Nxe5", "nodes": 500 })).await;
    assert_eq!(review["plies"][4]["facts"][0], *facts);
    let plain = json!({ "moves": "e4", "candidates": ["e5"], "nodes": 500 });
    assert_eq!(answer(&server, "chess", "grade", plain).await["candidates"][0].get("facts"), None);
}

#[tokio::test]
async fn a_grade_says_what_each_candidate_loses() {
    let body = json!({ "moves": "b2", "candidates": ["a1", " A2 ", "b2", "nonsense"], "depth": 9 });
    let grade = answer(&Server::default(), "tic-tac-toe", "grade", body).await;
    assert_eq!(
        (&grade["legal"], &grade["best"]["move"], &grade["deterministic"]),
        (&json!(8), &json!("a1"), &json!(true))
    );
    let of =
        |field: &str| grade["candidates"].as_array().unwrap().iter().map(|it| it[field].clone()).collect::<Value>();
    assert_eq!(of("given"), json!(["a1", " A2 ", "b2", "nonsense"]));
    assert_eq!(of("legal"), json!([true, true, false, false]));
    assert_eq!(of("move"), json!(["a1", "a2", null, null]));
    assert_eq!(of("loss"), json!([0.0, 0.5, null, null]));
    assert_eq!(of("rank"), json!([1, 5, null, null]));
    assert_eq!(of("verdict"), json!(["best", "blunder", null, null]));
    assert_eq!(grade["candidates"][2]["near"].as_array().unwrap().len(), 8);
}

#[tokio::test]
async fn an_ambiguous_candidate_is_part_of_the_answer() {
    let body = json!({ "state": "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "candidates": ["Rd1", "Rad1"], "nodes": 500 });
    let grade = answer(&Server::default(), "chess", "grade", body).await;
    assert_eq!(grade["candidates"][0]["near"], json!(["Rad1", "Rhd1"]));
    assert_eq!(grade["candidates"][1]["move"], "a1d1");
}

#[tokio::test]
async fn a_grade_is_what_a_review_says_of_the_move() {
    let server = Server::default();
    for game in plyd::games::CATALOGUE {
        let mut position = game.start();
        let mut moves = Vec::new();
        while moves.len() < 5 && !position.has_ended() {
            let legal = position.move_names();
            moves.extend(position.play_named(&legal[(moves.len() * 7 + 3) % legal.len()]).unwrap());
        }
        let last = moves.len() - 1;
        // The first ply that a review judges has an empty table, too.
        let review = json!({ "moves": moves, "plies": { "from": last }, "nodes": 300 });
        let ply = answer(&server, game.id, "review", review).await["plies"][0].clone();
        let body = json!({ "moves": moves[..last], "candidates": moves[last..], "nodes": 300 });
        let grade = answer(&server, game.id, "grade", body).await;
        let graded = &grade["candidates"][0];
        for field in ["move", "label", "score", "expected", "loss", "plies_lost", "verdict"] {
            if game.strongest() == Algorithm::Selective || graded["proven"] == true {
                assert_eq!(graded[field], ply[field], "{}: {graded} {ply}", game.id);
            }
        }
    }
}

#[tokio::test]
async fn a_rank_costs_a_search_of_every_move() {
    let server = Server::default();
    let ask = |with: Value| {
        let body = json!({ "candidates": ["e4", "e4", "a3"], "nodes": 200, "with": with });
        answer(&server, "chess", "grade", body)
    };
    let (plain, ranked) = (ask(json!([])).await, ask(json!(["rank"])).await);
    assert_eq!(plain["candidates"][0]["rank"], Value::Null);
    assert_eq!(ranked["candidates"][0], ranked["candidates"][1]);
    assert!(ranked["candidates"][0]["rank"].as_u64() < ranked["candidates"][2]["rank"].as_u64(), "{ranked}");
    // Both candidates with a search each, and all twenty moves.
    let searches = |grade: &Value| grade["nodes"].as_u64().unwrap() / 200;
    assert_eq!((searches(&plain), searches(&ranked)), (2, 20));
}

#[tokio::test]
async fn the_searches_of_a_grade_share_its_time() {
    let body = json!({ "candidates": ["e4", "d4", "a3"], "time_ms": 600 });
    let grade = answer(&Server::default(), "chess", "grade", body).await;
    assert_eq!(grade["deterministic"], false);
    for candidate in grade["candidates"].as_array().unwrap() {
        assert!(candidate["loss"].is_f64(), "{candidate}");
    }
}

#[tokio::test]
async fn a_position_in_words_has_one_text_at_every_door() {
    let server = Server::default();
    let posted = answer(&server, "chess", "position", json!({ "moves": "e4 e5 Nf3", "with": ["text"] })).await;
    let got = server.get("/v1/games/chess/position?moves=e4,e5,Nf3&with=text").await;
    assert_eq!(got.json(), posted);
    let item = json!({ "op": "position", "game": "chess", "moves": "e4 e5 Nf3", "with": ["text"] });
    let batch = server.post("/v1/batch", json!({ "items": [item] }).to_string()).await.json();
    assert_eq!(batch["results"][0]["body"], posted);
    // Neither the cache nor a tag confuses it with the position alone.
    let plain = server.get("/v1/games/chess/position?moves=e4,e5,Nf3").await;
    assert_ne!(plain.headers["etag"], got.headers["etag"]);
    assert_eq!(plain.json().get("text"), None);
    server.get("/v1/games/chess/position?with=texts").await.assert_problem(422, "invalid_body", Some("with[0]"));
}

#[tokio::test]
async fn invalid_fields_are_named() {
    let server = Server::default();
    for (operation, body, path) in [
        ("hint", json!({ "stage": 0 }), "stage"),
        ("hint", json!({ "stage": 4 }), "stage"),
        ("hint", json!({ "stage": "2" }), "stage"),
        ("hint", json!({ "stage": 1, "level": 3, "depth": 63 }), "depth"),
        ("hint", json!({ "nodes": 0 }), "nodes"),
        ("hint", json!({ "depth": 0 }), "depth"),
        ("hint", json!({ "wait_ms": 10_001 }), "wait_ms"),
        ("hint", json!({ "multi_pv": 2 }), "multi_pv"),
        ("hint", json!({ "moves": "e4 e9" }), "moves[1]"),
        ("grade", json!({}), "candidates"),
        ("grade", json!({ "candidates": [] }), "candidates"),
        ("grade", json!({ "candidates": vec!["e4"; 65] }), "candidates"),
        ("grade", json!({ "candidates": ["e4", "x".repeat(101)] }), "candidates[1]"),
        ("grade", json!({ "candidates": ["e4"], "depth": 0 }), "depth"),
        ("grade", json!({ "candidates": ["e4"], "with": ["rnk"] }), "with[0]"),
        ("grade", json!({ "candidates": ["e4"], "with": ["text", "position"] }), "with[1]"),
        ("position", json!({ "with": ["txt"] }), "with[0]"),
        ("position", json!({ "with": "text" }), "with"),
        ("grade", json!({ "candidates": ["e4"], "curve": "peple" }), "curve"),
        ("grade", json!({ "candidates": ["e4", "d4"], "nodes": Server::CAPS.max_nodes }), "nodes"),
        ("grade", json!({ "moves": "f3 e5 g4 Qh4", "candidates": ["e4"] }), "moves"),
        ("grade", json!({ "state": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "candidates": ["e4"] }), "state"),
        ("review", json!({ "moves": "e4", "curve": "peple" }), "curve"),
        ("review", json!({ "moves": "e4", "largest_losses": [0.1] }), "largest_losses"),
        ("review", json!({ "moves": "e4", "largest_losses": { "good": 0.01 } }), "largest_losses.good"),
        ("review", json!({ "moves": "e4", "largest_losses": { "mistake": 1.5 } }), "largest_losses.mistake"),
        ("review", json!({ "moves": "e4", "largest_losses": { "best": -0.5 } }), "largest_losses.best"),
        ("review", json!({ "moves": "e4", "largest_losses": { "blunder": 0.5 } }), "largest_losses.blunder"),
    ] {
        let refused = ask(&server, "chess", operation, &body).await;
        assert_eq!(refused.status, 422, "{body}: {}", String::from_utf8_lossy(&refused.body));
        let problem = refused.json();
        assert_eq!(problem["path"], path, "{body}: {problem}");
    }
}

#[tokio::test]
async fn people_lose_less_by_the_same_score() {
    let server = Server::default();
    let review = |more: Value| {
        let mut body = json!({ "moves": "h4 e5 f4", "nodes": 3000 });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        answer(&server, "chess", "review", body)
    };
    let engine = review(json!({})).await;
    let people = review(json!({ "curve": "people" })).await;
    let loss = |review: &Value, ply: usize| review["plies"][ply]["loss"].as_f64().unwrap();
    assert_eq!(engine["plies"][0]["score"], people["plies"][0]["score"]);
    assert!(loss(&people, 0) < loss(&engine, 0) && loss(&people, 2) < loss(&engine, 2));
    // 1 / (1 + exp(-value / 271.6))
    let value = people["plies"][0]["score"]["value"].as_f64().unwrap();
    let expected = 1.0 / (1.0 + (-value * 0.003_682_08).exp());
    assert!((people["plies"][0]["expected"].as_f64().unwrap() - expected).abs() < 1e-4);
    let strict = review(json!({ "largest_losses": { "best": 0, "good": 0, "inaccuracy": 0, "mistake": 0 } })).await;
    assert_eq!(strict["plies"][0]["verdict"], "blunder");
    assert_eq!(strict["sides"]["white"]["verdicts"]["blunder"], 2);
    // A game without a published curve keeps its own.
    let [own, same] = [json!({ "moves": "a1" }), json!({ "moves": "a1", "curve": "people" })];
    let (own, same) =
        (answer(&server, "tic-tac-toe", "review", own).await, answer(&server, "tic-tac-toe", "review", same).await);
    assert_eq!(own["plies"], same["plies"]);
    let described = server.get("/v1/games/chess").await.json();
    assert_eq!(described["review"]["people_curve"]["source"], "https://lichess.org/page/accuracy");
}

#[tokio::test]
async fn a_move_of_the_book_is_good_at_least() {
    let body = json!({ "moves": "e4 c5", "nodes": 300,
        "largest_losses": { "best": 0, "good": 0, "inaccuracy": 0, "mistake": 0 } });
    let review = answer(&Server::default(), "chess", "review", body).await;
    for ply in review["plies"].as_array().unwrap() {
        assert_eq!(ply["book"], true, "{ply}");
        assert!(ply["verdict"] == "best" || ply["verdict"] == "good", "{ply}");
    }
}

#[tokio::test]
async fn a_review_annotates_the_record() {
    let server = Server::default();
    let record = "[White \"Anna\"]\n\n1. f3 e5 2. g4 {Oh no.} Qh4# 0-1";
    let review =
        answer(&server, "chess", "review", json!({ "record": record, "nodes": 2000, "annotated": true })).await;
    let text = review["record"].as_str().unwrap();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("[White \"Anna\"]") && words.contains("2. g4 $4 {[%eval #-1]} {Oh no.} {plyd: blunder}"),
        "{text}"
    );
    let again = answer(&server, "chess", "record", json!({ "record": text })).await;
    assert_eq!(again["moves"], json!(["f2f3", "e7e5", "g2g4", "d8h4"]));
    assert_eq!(again["comments"]["3"], "Oh no.\nplyd: blunder");
    let plain = answer(&server, "chess", "review", json!({ "record": record, "nodes": 200 })).await;
    assert_eq!((plain.get("record"), plain.get("puzzles")), (None, None));
    for (game, moves, shown) in [
        ("connect-four", "4 4 1", "[Game \"connect-four\"]"),
        ("hex", "a1 b2", "GM[11]"),
        ("checkers", "11-15 22-18", "[GameType \"21,"),
    ] {
        let body = json!({ "moves": moves, "nodes": 300, "annotated": true });
        let review = answer(&server, game, "review", body).await;
        assert!(review["record"].as_str().unwrap().contains(shown), "{review}");
    }
}

#[tokio::test]
async fn a_review_keeps_the_annotations_and_warnings_of_the_record() {
    let server = Server::default();
    let record =
        "[Result \"won\"]\n\n1. f3 $5 {[%clk 0:01:00] [%eval 0.1]} (1. e4 {own} e5) 1... e5 (1... Ke5) 2. g4 Qh4# 0-1";
    let found = answer(&server, "chess", "record", json!({ "record": record })).await;
    let body = |annotated: bool| json!({ "record": record, "nodes": 2000, "annotated": annotated });
    let review = answer(&server, "chess", "review", body(true)).await;
    assert_eq!(review["warnings"], found["warnings"]);
    assert_eq!(review["warnings"].as_array().unwrap().len(), 3);
    assert_eq!(review["skipped"], json!([{ "what": "commands", "count": 1 }, { "what": "variations", "count": 1 }]));
    let again = answer(&server, "chess", "record", json!({ "record": review["record"] })).await;
    assert_eq!((&again["clocks"], &again["moves"]), (&found["clocks"], &found["moves"]));
    assert!(again["nags"]["0"].as_array().unwrap().contains(&json!(5)), "{again}");
    assert_eq!(again["variations"]["0"][0], found["variations"]["0"][0]);
    let of_plyd = &again["variations"]["2"][0];
    assert_eq!(of_plyd["comments"], json!({ "1": "plyd: better" }), "{again}");
    let plain = answer(&server, "chess", "review", body(false)).await;
    assert_eq!((plain.get("skipped"), &plain["warnings"]), (None, &found["warnings"]));
    // What was annotated is kept by the next review, and nothing is added twice.
    let body = json!({ "record": review["record"], "nodes": 2000, "annotated": true });
    assert_eq!(answer(&server, "chess", "review", body).await["record"], review["record"]);
}

#[tokio::test]
async fn only_good_moves_and_missed_wins_are_noted_within_the_budget() {
    let server = Server::default();
    let noted = |review: &Value| -> Vec<(u64, Value)> {
        let plies = review["plies"].as_array().unwrap().iter();
        plies.filter_map(|ply| Some((ply["ply"].as_u64()?, ply.get("notes")?.clone()))).collect()
    };
    let review = answer(&server, "tic-tac-toe", "review", json!({ "moves": "b2 a1 c1 a3 a2 b1", "depth": 9 })).await;
    assert_eq!(noted(&review), [(3, json!(["great"])), (4, json!(["great"]))]);
    let review = answer(&server, "tic-tac-toe", "review", json!({ "moves": "a1 b2 a2 c3 c2", "depth": 9 })).await;
    // After a corner, only the centre holds the draw.
    assert_eq!(noted(&review), [(1, json!(["great"])), (4, json!(["missed_win"]))]);
    let body = json!({ "state": "4k3/8/8/3q4/8/2N5/PP6/4K3 w - - 0 1", "moves": "c3d5", "nodes": 5000 });
    let review = answer(&server, "chess", "review", body).await;
    assert_eq!(noted(&review), [(0, json!(["great"]))]);
    let [all, of_ply] = [&review["stats"]["nodes"], &review["plies"][0]["nodes"]].map(|nodes| nodes.as_u64().unwrap());
    assert!(of_ply < all && all <= of_ply + 5000 / 4, "{review}");
}

#[tokio::test]
async fn a_puzzle_is_the_position_after_a_mistake() {
    let server = Server::default();
    // X overlooks the threat in the middle row. O misses it too.
    let body = json!({ "moves": "a3 b2 c1 c2 a1 b3", "depth": 9, "puzzles": true });
    let review = answer(&server, "tic-tac-toe", "review", body.clone()).await;
    let puzzle = review["puzzles"].as_array().unwrap().iter().find(|puzzle| puzzle["ply"] == 5).unwrap();
    assert_eq!((&puzzle["side"], &puzzle["moves"], &puzzle["solution"]), (&json!("O"), &json!(["a1"]), &json!(["a2"])));
    let wins = json!({ "code": "wins_in", "plies": 1, "text": "It wins immediately." });
    assert_eq!((&puzzle["facts"][0], &puzzle["loss"]), (&wins, &json!(1.0)));
    let source = json!({ "game": "tic-tac-toe", "game_index": null, "players": [null, null], "ply": 5 });
    assert_eq!((&puzzle["source"], &puzzle["mistake"]), (&source, &json!("a1")));
    let position = json!({ "state": puzzle["state"], "moves": ["a1", "a2"] });
    assert_eq!(answer(&server, "tic-tac-toe", "position", position).await["outcome"]["winner"], "O");
    assert_eq!(without_times(answer(&server, "tic-tac-toe", "review", body).await), without_times(review));
    let record = "1. e4 *\n\n[White \"Anna\"]\n[Black \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let body = json!({ "record": record, "game_index": 1, "nodes": 2000, "curve": "people", "puzzles": true });
    let review = answer(&server, "chess", "review", body).await;
    let puzzle = review["puzzles"].as_array().unwrap().iter().find(|puzzle| puzzle["ply"] == 3).unwrap();
    let source = json!({ "game": "chess", "game_index": 1, "players": ["Anna", null], "ply": 3 });
    assert_eq!((&puzzle["source"], &puzzle["mistake"]), (&source, &json!("g4")));
    // The searches for puzzles count towards the time that a review may take.
    let long = json!({ "moves": "e4 e5 Nf3 Nc6", "time_ms": 10_000, "puzzles": true });
    let detail = ask(&server, "chess", "review", &long).await.assert_problem(422, "limit_exceeded", Some("time_ms"));
    assert!(detail.contains("with puzzles"), "{detail}");
}

#[tokio::test]
async fn estimates_make_no_puzzles_in_games_that_exact_searches_solve() {
    // The best answer leads by more than half a win, but only by an estimate.
    let body = json!({ "state": "7/7/7/4O2/3OX2/2XXO2 X", "moves": "2 1", "depth": 5, "puzzles": true });
    let review = answer(&Server::default(), "connect-four", "review", body).await;
    assert_eq!((&review["plies"][0]["verdict"], &review["puzzles"]), (&json!("mistake"), &json!([])));
}

fn without_times(mut review: Value) -> Value {
    review["stats"].as_object_mut().unwrap().retain(|name, _| name == "nodes");
    review
}
