//! Reviews of whole games: exact verdicts, the same answer beside other work, and fairness.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::held::hold;
use crate::common::oracle;
use crate::common::server::{Answer, Server, metric, until};
use crate::common::socket::{LISTENER, Open, open_with, rest};
use crate::common::{Rng, clock};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::HOST;
use plyd::games::review::Verdict;
use plyd::games::{CATALOGUE, Checkers, ConnectFour, Othello, TicTacToe};
use plyd::http::{Network, Service, router};
use plyd::notation::Notation;
use plyd::operations::{self, Limits, Operation};
use plyd::pool::SearchPool;
use plyd::position::Position;
use plyd::search::expected_score::ExpectedScore;
use plyd::search::{Algorithm, Engine, Evaluate, Score, Stop};
use plyd::wire::Caps;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tower::ServiceExt;

/// Black mates after two mistakes by White.
const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1";

fn path(game: &str) -> String {
    format!("/v1/games/{game}/review")
}

async fn ask(server: &Server, game: &str, body: &Value) -> Answer {
    server.post(&path(game), body.to_string()).await
}

async fn review(server: &Server, game: &str, body: Value) -> Value {
    let answer = ask(server, game, &body).await;
    assert_eq!(answer.status, 200, "{body}: {}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

/// The events of a stream: name and data.
async fn events(server: &Server, game: &str, body: &Value) -> Vec<(String, Value)> {
    let request = Request::post(path(game) + "/stream").header("content-type", "application/json");
    let answer = server.send(request.body(Body::from(body.to_string())).unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/event-stream"));
    let text = String::from_utf8(answer.body).unwrap();
    let event = |event: &str| {
        let (name, data) = event.split_once('\n').unwrap();
        let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        (name.strip_prefix("event: ").unwrap().to_owned(), data)
    };
    text.split_terminator("\n\n").filter(|event| !event.starts_with(':')).map(event).collect()
}

fn without_timing(mut answer: Value) -> Value {
    let stats = answer["stats"].as_object_mut().unwrap();
    stats.retain(|name, _| name == "nodes");
    answer
}

#[tokio::test]
async fn each_move_is_measured_against_the_best_of_its_position() {
    let answer = review(&Server::default(), "chess", json!({ "record": MATE, "nodes": 3000 })).await;
    let plies = answer["plies"].as_array().unwrap();
    let of = |name: &str| plies.iter().map(|ply| ply[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("ply"), [0, 1, 2, 3]);
    assert_eq!(of("side"), ["white", "black", "white", "black"]);
    assert_eq!((of("move")[3].clone(), of("label")[3].clone()), (json!("d8h4"), json!("Qh4#")));
    for ply in plies {
        let number = |name: &str| ply[name].as_f64().unwrap();
        let loss = number("best_expected") - number("expected");
        assert!((number("loss") - loss).abs() < 1e-9 && loss >= 0.0, "{ply}");
        assert_eq!(ply["verdict"], Verdict::of(number("loss")).name());
    }
    let allowed = &plies[2];
    assert_eq!((&allowed["verdict"], &allowed["score"]["plies"]), (&json!("blunder"), &json!(2)));
    assert_eq!((&allowed["expected"], &allowed["allows_win"]), (&json!(0.0), &json!(1)));
    assert!([0, 1, 3].iter().all(|ply| plies[*ply]["allows_win"].is_null()), "{answer}");
    let mate = &plies[3];
    assert_eq!((&mate["best"], &mate["loss"], &mate["plies_lost"]), (&json!("d8h4"), &json!(0.0), &json!(0)));
    assert_eq!((&mate["pv"], &mate["pv_labels"]), (&json!(["d8h4"]), &json!(["Qh4#"])));
    assert_eq!(answer["turning_points"][0]["ply"], 2);
    assert_eq!(answer["sides"]["black"]["verdicts"]["blunder"], 0);
    assert_eq!(answer["outcome"], json!({ "winner": "black", "reason": "checkmate" }));
    assert_eq!(answer["deterministic"], true);
}

#[tokio::test]
async fn a_stream_has_an_event_for_each_ply_and_the_rest_of_the_plain_answer() {
    let server = Server::default();
    let body = json!({ "record": MATE, "nodes": 1000 });
    let plain = without_timing(review(&server, "chess", body.clone()).await);
    let mut events = events(&server, "chess", &body).await;
    let (last, summary) = events.pop().unwrap();
    assert_eq!(last, "summary");
    assert!(events.iter().all(|(name, _)| name == "ply"));
    let mut plies: Vec<Value> = events.into_iter().map(|(_, ply)| ply).collect();
    assert_eq!(plies[0]["ply"], 3, "the last ply is judged first");
    plies.reverse();
    let mut whole = json!({ "plies": plies });
    whole.as_object_mut().unwrap().extend(without_timing(summary).as_object().unwrap().clone());
    assert_eq!(whole, plain);
}

#[tokio::test]
async fn moves_records_and_ranges_ask_about_the_same_game() {
    let server = Server::default();
    let by_moves = review(&server, "chess", json!({ "moves": "f3 e5 g4 Qh4#", "nodes": 500 })).await;
    let by_record = review(&server, "chess", json!({ "record": MATE, "format": "pgn", "nodes": 500 })).await;
    assert_eq!(without_timing(by_moves), without_timing(by_record));
    let range = json!({ "record": MATE, "nodes": 500, "plies": { "from": 1, "to": 2 } });
    let part = review(&server, "chess", range).await;
    assert_eq!(
        part["plies"].as_array().unwrap().iter().map(|ply| ply["ply"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 2]
    );
    // A claimable draw does not end the game; only the rules do.
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(3);
    let drawn = review(&server, "chess", json!({ "moves": there_and_back, "nodes": 300 })).await;
    assert_eq!((&drawn["outcome"], &drawn["claimable"]["reason"]), (&Value::Null, &json!("threefold repetition")));
}

/// A game of random moves, which are not known to be good.
fn random_game<P: Position + Notation>(start: P, plies: usize, rng: &mut Rng) -> (Vec<P>, Vec<String>) {
    let (mut positions, mut names) = (vec![start], Vec::new());
    while names.len() < plies {
        let position = positions.last().unwrap();
        if position.outcome().is_some() {
            break;
        }
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mv = legal[rng.below(legal.len())];
        names.push(position.move_text(mv));
        positions.push(position.after(mv));
    }
    (positions, names)
}

/// Whether the game is searched exactly, including distances.
fn has_exact_distances(game: &str) -> bool {
    CATALOGUE.find(game).unwrap().strongest() == Algorithm::AlphaBeta
}

/// Reviews the game, and compares each loss with the result of searching the whole tree.
async fn assert_exact<P: Evaluate + Notation>(server: &Server, game: &str, start: P, plies: usize, rng: &mut Rng) {
    let (positions, names) = random_game(start, plies, rng);
    let body = json!({ "state": positions[0].state(), "moves": names });
    let answer = review(server, game, body).await;
    for (ply, position) in answer["plies"].as_array().unwrap().iter().zip(&positions) {
        let values: Vec<(String, Score)> =
            oracle::move_values(position, 64).into_iter().map(|(mv, score)| (position.move_text(mv), score)).collect();
        let expected = |score: Score| ExpectedScore::FIXED.of(score, true);
        let best = values.iter().map(|(_, score)| *score).max().unwrap();
        let (_, own) = values.iter().find(|(name, _)| *name == ply["move"]).unwrap();
        assert_eq!(ply["loss"], json!(expected(best) - expected(*own)), "{game}: {}: {ply}", position.state());
        assert_eq!(ply["verdict"], Verdict::of(expected(best) - expected(*own)).name());
        assert_eq!(ply["only_move"], values.len() == 1);
        let allows_win = best >= Score::ZERO && *own < Score::ZERO;
        assert_eq!(ply["allows_win"].is_u64(), allows_win, "{game}: {}: {ply}", position.state());
        // In other games, a win is proven, but there may be a shorter one.
        if has_exact_distances(game) {
            let is_same_end = best.is_proven() && own.is_proven() && (best > Score::ZERO) == (*own > Score::ZERO);
            let lost = is_same_end.then(|| best.plies().unwrap().abs_diff(own.plies().unwrap()));
            assert_eq!(ply["plies_lost"], json!(lost), "{game}: {}: {ply}", position.state());
            let allowed = allows_win.then(|| own.plies().unwrap() - 1);
            assert_eq!(ply["allows_win"], json!(allowed), "{game}: {}: {ply}", position.state());
        }
    }
}

/// A position of a random game with this many plies left, if the game lasts until the last square.
fn late<P: Position + Notation>(start: &P, plies: usize, rng: &mut Rng) -> P {
    loop {
        let (positions, names) = random_game(start.clone(), plies, rng);
        if names.len() == plies && positions[plies].outcome().is_none() {
            return positions.into_iter().last().unwrap();
        }
    }
}

#[tokio::test]
async fn verdicts_are_exact_where_the_limit_proves_them() {
    let (server, mut rng) = (Server::default(), Rng(7));
    for _ in 0..10 {
        let start = TicTacToe::parse(TicTacToe::ABOUT.start()).unwrap();
        assert_exact(&server, "tic-tac-toe", start, 9, &mut rng).await;
        let start = ConnectFour::parse(ConnectFour::ABOUT.start()).unwrap();
        assert_exact(&server, "connect-four", late(&start, 32, &mut rng), 42, &mut rng).await;
        let start = Othello::parse(Othello::ABOUT.start()).unwrap();
        assert_exact(&server, "othello", late(&start, 54, &mut rng), 64, &mut rng).await;
        // Values come from the table of four pieces, which other tests compare with the rules.
        let start = Checkers::parse("B:W18,K30:BK3,11").unwrap();
        assert_exact(&server, "checkers", start, 12, &mut rng).await;
    }
}

#[tokio::test]
async fn a_move_that_allows_a_forced_win_says_so_in_every_game() {
    let (server, mut rng, mut marked) = (Server::default(), Rng(14), 0);
    for game in CATALOGUE.iter() {
        let mut position = game.start();
        let mut names = Vec::new();
        while names.len() < 80 && position.side_to_move().is_some() {
            let legal = position.move_names();
            names.push(legal[rng.below(legal.len())].clone());
            position.play_named(&names[names.len() - 1]).unwrap();
        }
        let last = names.len() - 1;
        let body = json!({ "moves": names, "nodes": 300, "plies": { "from": last.saturating_sub(24) } });
        for ply in review(&server, game.id, body).await["plies"].as_array().unwrap() {
            let is_lost = |score: &str| ply[score]["outcome"] == "loss";
            assert_eq!(ply["allows_win"].is_u64(), is_lost("score") && !is_lost("best_score"), "{}: {ply}", game.id);
            if let (Some(allowed), Some(plies)) = (ply["allows_win"].as_u64(), ply["score"]["plies"].as_u64()) {
                assert_eq!(allowed, plies - 1, "{}: {ply}", game.id);
            }
            marked += usize::from(ply["allows_win"].is_u64());
        }
    }
    assert!(marked > 10, "{marked}");
}

#[tokio::test]
async fn a_review_is_the_same_alone_and_beside_any_other_search() {
    let moves = "f5 d6 c3 d3 c4 f4 c5 b3 c2 b4 e3 e6";
    let body = json!({ "moves": moves, "nodes": 1500 });
    let alone = without_timing(review(&Server::new(1, 16), "othello", body.clone()).await);
    let server = Server::new(1, 16);
    // Between the review's plies, the only worker runs other searches: warm, exact, and at a level.
    let others = async {
        for turn in 0..12 {
            let search = match turn % 3 {
                0 => json!({ "time_ms": 5, "moves": moves }),
                1 => json!({ "depth": 3 }),
                _ => json!({ "level": 2, "seed": turn }),
            };
            server.post("/v1/games/othello/search", search.to_string()).await;
        }
    };
    let (first, second, ()) =
        tokio::join!(review(&server, "othello", body.clone()), review(&server, "othello", body.clone()), others);
    assert_eq!(without_timing(first), alone);
    assert_eq!(without_timing(second), alone);
    let exact = json!({ "moves": "4 4 4 4 4 2 3 3", "depth": 7 });
    let first = without_timing(review(&server, "connect-four", exact.clone()).await);
    assert_eq!(without_timing(review(&server, "connect-four", exact).await), first);
}

#[tokio::test]
async fn a_review_is_the_same_with_any_tables_and_without_a_server() {
    let body = json!({ "moves": "e4 e5 Nf3 Nc6 Bb5", "nodes": 20_000 });
    let with_tables = async |bytes| {
        let pool = SearchPool::new(1, 16, bytes);
        let service = Service::new(CATALOGUE, pool, Server::CAPS, Server::MAX_BODY_BYTES, Server::BODY_TIMEOUT);
        without_timing(review(&Server { service: Arc::new(service) }, "chess", body.clone()).await)
    };
    let answer = with_tables(0).await;
    assert_eq!(with_tables(64 << 20).await, answer);
    let (stop, limits, body) = (Stop::default(), Limits::new(Server::CAPS), body.to_string());
    let chess = CATALOGUE.find("chess").unwrap();
    let read = operations::read(Operation::Review, chess, body.as_bytes(), &limits, &stop);
    let done = read.unwrap().finish(&mut Engine::new(0), &stop, None).unwrap();
    assert_eq!(without_timing(serde_json::from_str(&done.text).unwrap()), answer);
}

#[tokio::test]
async fn a_review_costs_its_plies_times_its_limit() {
    let server =
        Server::with_caps(Caps { max_review_plies: 50, max_review_ms: 20_000, ..Caps::new(100_000_000, 5_000) });
    let caps = server.get("/v1").await.json()["caps"].clone();
    assert_eq!((&caps["max_review_plies"], &caps["max_review_ms"]), (&json!(50), &json!(20_000)));
    let bones = |plies: usize, more: Value| {
        let mut body = json!({ "state": "9000", "moves": vec!["1"; plies] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let per_100_ms = server.get("/v1/games/bones").await.json()["review"]["nodes"].as_u64().unwrap();
    for (plies, more, at, says) in [
        (2000, json!({ "time_ms": 1000 }), "time_ms", "2000 plies at about 1000 ms each would take 2000000 ms"),
        (2000, json!({ "time_ms": 1000 }), "time_ms", "limit for a review is 20000 ms"),
        (21, json!({ "time_ms": 1000 }), "time_ms", "21 plies"),
        (40, json!({ "nodes": 6 * per_100_ms }), "nodes", "40 plies at about 600 ms each would take 24000 ms"),
        (51, json!({ "nodes": 100 }), "plies", "51 plies; a review judges at most 50"),
        (51, json!({ "depth": 3 }), "plies", "51 plies; a review judges at most 50"),
    ] {
        let answer = ask(&server, "bones", &bones(plies, more)).await;
        let detail = answer.assert_problem(422, "limit_exceeded", Some(at));
        assert!(detail.contains(says), "{detail}");
    }
    for (plies, more) in [
        (20, json!({ "time_ms": 1000 })),
        (50, json!({ "depth": 4 })),
        (2000, json!({ "time_ms": 1000, "plies": { "from": 1981 } })),
        (2000, json!({ "nodes": 100, "plies": { "from": 30, "to": 79 } })),
    ] {
        review(&server, "bones", bones(plies, more)).await;
    }
}

#[tokio::test]
async fn a_review_that_could_not_be_done_in_time_is_refused_at_once() {
    // The only worker has four minutes for reviews, and each of these takes two. A stream's answer begins when its
    // review is admitted.
    let server = Server::endless(1, 16);
    let body = json!({ "moves": "e4 e5 Nf3 Nc6", "time_ms": 30_000 });
    let stream = || async {
        let request = Request::post(path("chess") + "/stream").header("content-type", "application/json");
        let request = request.header(HOST, "plyd").body(Body::from(body.to_string())).unwrap();
        router(&server.service).oneshot(request).await.unwrap()
    };
    let reviews = [stream().await, stream().await];
    assert!(reviews.iter().all(|answer| answer.status() == 200));
    let short = json!({ "moves": "e4", "time_ms": 30_000 });
    let answer = ask(&server, "chess", &short).await;
    answer.assert_problem(503, "overloaded", None);
    assert_eq!(answer.header("retry-after"), "30");
    drop(reviews);
    clock::settle().await;
    until(&server.service, "plyd_pool_busy_workers", 0.0).await;
    review(&server, "chess", json!({ "moves": "e4", "nodes": 100 })).await;
}

#[tokio::test]
async fn wrong_games_and_limits_are_refused_where_they_are_wrong() {
    let server = Server::default();
    for (game, body, code, at) in [
        ("chess", json!({}), "invalid_body", "moves"),
        ("chess", json!({ "moves": [] }), "invalid_body", "moves"),
        ("chess", json!({ "record": "*" }), "invalid_body", "record"),
        ("chess", json!({ "moves": "e4 e5 Ke3" }), "illegal_move", "moves[2]"),
        ("chess", json!({ "moves": "f3 e5 g4 Qh4# a3" }), "illegal_move", "moves[4]"),
        ("tic-tac-toe", json!({ "moves": "a1 a2 b1 b2 c1 c2" }), "illegal_move", "moves[5]"),
        ("chess", json!({ "record": "1. e4 e5 2. Qh9" }), "invalid_record", "record"),
        ("chess", json!({ "record": "1. e4", "moves": "e4" }), "invalid_body", "moves"),
        ("chess", json!({ "record": "1. e4", "state": "startpos" }), "invalid_body", "state"),
        ("chess", json!({ "moves": "e4", "format": "pgn" }), "invalid_body", "format"),
        ("chess", json!({ "record": "1. e4", "format": "sgf" }), "invalid_body", "format"),
        ("chess", json!({ "state": "8/8 w", "moves": "e4" }), "invalid_state", "state"),
        ("chess", json!({ "moves": "e4", "depth": 0 }), "invalid_body", "depth"),
        ("chess", json!({ "moves": "e4", "nodes": 0 }), "invalid_body", "nodes"),
        ("chess", json!({ "moves": "e4", "time_ms": 90_000 }), "limit_exceeded", "time_ms"),
        ("chess", json!({ "moves": "e4", "multi_pv": 2 }), "invalid_body", "multi_pv"),
        ("chess", json!({ "moves": "e4", "plies": { "to": 1 } }), "invalid_body", "plies.to"),
        ("chess", json!({ "moves": "e4", "plies": { "from": 9 } }), "invalid_body", "plies.from"),
        ("chess", json!({ "moves": "e4 e5", "plies": { "from": 1, "to": 0 } }), "invalid_body", "plies.from"),
        ("chess", json!({ "moves": "e4", "plies": { "of": 1 } }), "invalid_body", "plies.of"),
        ("chess", json!({ "moves": "e4", "plies": 3 }), "invalid_body", "plies"),
        ("chess", json!({ "moves": "e4", "plies": [] }), "invalid_body", "plies"),
        ("chess", json!({ "moves": "e4 e5", "plies": [0, 1] }), "invalid_body", "plies"),
    ] {
        let answer = ask(&server, game, &body).await;
        answer.assert_problem(422, code, Some(at));
    }
    let place = ask(&server, "chess", &json!({ "record": "1. e4 e5\n2. Qh9" })).await.json();
    assert_eq!(["line", "column", "ply"].map(|name| place[name].as_u64()), [Some(2), Some(4), Some(2)], "{place}");
}

#[tokio::test]
async fn a_limit_that_ends_before_any_move_was_looked_at_judges_nothing() {
    let answer = review(&Server::default(), "chess", json!({ "moves": "e4", "nodes": 1 })).await;
    let ply = &answer["plies"][0];
    for name in ["score", "expected", "best_expected", "loss", "verdict", "plies_lost"] {
        assert_eq!(ply[name], Value::Null, "{ply}");
    }
    assert_eq!((&ply["depth"], &answer["sides"]["white"]["accuracy"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn an_interactive_search_waits_for_one_ply_at_most() {
    let server = Arc::new(Server::endless(1, 16));
    let body = json!({ "moves": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5", "nodes": 1500 });
    let judged = async || metric(&server.service, "plyd_search_nodes_total{game=\"chess\"}").await;
    let hold = || hold(&server.service.pool, Instant::now() + Duration::from_secs(600));
    let mut held = hold();
    (&mut held.begun).await.unwrap();
    let review = {
        let (server, body) = (Arc::clone(&server), body.clone());
        tokio::spawn(async move { review(&server, "chess", body).await })
    };
    until(&server.service, "plyd_pool_queue_depth{priority=\"batch\"}", 1.0).await;
    let mut waits = 0;
    while !review.is_finished() {
        // The next search is in the queue before the worker becomes free.
        let next = hold();
        let before = judged().await;
        drop(held.release);
        held.job.await.unwrap();
        held = next;
        (&mut held.begun).await.unwrap();
        // The worker is occupied, so no other ply is judged in the meantime.
        assert!(judged().await - before <= 1500.0);
        waits += 1;
    }
    assert!(waits >= 12, "{waits}");
    assert_eq!(review.await.unwrap()["plies"].as_array().unwrap().len(), 12);
}

#[tokio::test]
async fn a_review_ends_with_its_client() {
    let open = open_with(LISTENER, Server::endless(1, 4)).await;
    let body = json!({ "moves": "e4 e5", "time_ms": 50_000 }).to_string();
    let rounds = async {
        for (operation, accept) in [("review", "application/json"), ("review/stream", "text/event-stream")].repeat(3) {
            until(&open.service, "plyd_pool_busy_workers", 0.0).await;
            let head = format!(
                "POST /v1/games/chess/{operation} HTTP/1.1\r\nhost: plyd\r\naccept: {accept}\r\ncontent-type: \
                 application/json\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            let client = open.send(head).await;
            until(&open.service, "plyd_pool_busy_workers", 1.0).await;
            drop(client);
            let next = open.service.pool.run(Instant::now() + Duration::from_secs(60), |_, _, _| ());
            next.await.unwrap_or_else(|error| panic!("{operation}: the only worker is busy: {error:?}"));
        }
    };
    clock::with_timeout(pin!(rounds)).await;
    assert_eq!(metric(&open.service, "plyd_pool_cancelled_total{stage=\"running\"}").await, 6.0);
}

const WAITING: &str = "plyd_pool_queue_depth{priority=\"batch\"}";

/// A server behind a trusted proxy, which is this test and names the clients.
async fn behind_proxy(server: Server) -> Open {
    let trusted_proxies: Vec<Network> = vec!["127.0.0.0/8".parse().unwrap()];
    open_with(plyd::http::Listener { trusted_proxies, ..LISTENER }, server).await
}

/// Sends a request of this client, whose connection ends with the answer.
async fn post_as(open: &Open, client: u8, path: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: plyd\r\nx-forwarded-for: 192.0.2.{client}\r\nconnection: close\r\ncontent-type: \
         application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    open.send(head + &body).await
}

#[tokio::test]
async fn a_short_review_overtakes_the_long_ones_of_any_number_of_clients() {
    let open = behind_proxy(Server::endless(1, 16)).await;
    let held = hold(&open.service.pool, Instant::now() + clock::TIMEOUT);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(10);
    let long = json!({ "moves": moves, "nodes": 2000 });
    let mut reviews = Vec::new();
    for client in 1..=20 {
        reviews.push(tokio::spawn(rest(post_as(&open, client, &path("chess"), &long).await)));
    }
    until(&open.service, WAITING, 20.0).await;
    let short = post_as(&open, 99, &path("chess"), &json!({ "moves": "e4 e5", "nodes": 500 })).await;
    until(&open.service, WAITING, 21.0).await;
    drop(held.release);
    let answer = rest(short).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(reviews.iter().all(|review| !review.is_finished()), "none of the long ones went first");
    reviews.into_iter().for_each(|review| review.abort());
}

#[tokio::test]
async fn a_fifth_review_of_a_client_is_refused_and_an_item_of_a_batch_waits() {
    let open = behind_proxy(Server::endless(1, 16)).await;
    let held = hold(&open.service.pool, Instant::now() + clock::TIMEOUT);
    let body = json!({ "moves": "e4 e5 Nf3 Nc6", "time_ms": 250 });
    let mut reviews = Vec::new();
    for number in 1..=4 {
        reviews.push(post_as(&open, 1, &(path("chess") + "/stream"), &body).await);
        until(&open.service, WAITING, f64::from(number)).await;
    }
    let refused = rest(post_as(&open, 1, &path("chess"), &body).await).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\"overloaded\""), "{refused}");
    // Each of the four takes a second, and they take turns, so the first one ends with the others.
    assert!(refused.contains("\r\nretry-after: 4\r\n"), "{refused}");
    let others = post_as(&open, 2, &path("chess"), &json!({ "moves": "e4", "nodes": 100 })).await;
    until(&open.service, WAITING, 5.0).await;
    let item = json!({ "op": "review", "game": "chess", "moves": "e4", "nodes": 100 });
    let batch = post_as(&open, 1, "/v1/batch", &json!({ "items": [item] })).await;
    until(&open.service, WAITING, 6.0).await;
    drop(held.release);
    assert!(rest(others).await.starts_with("HTTP/1.1 200"));
    reviews.pop();
    let answer = rest(batch).await;
    assert!(answer.contains("\"status\":200"), "{answer}");
}
