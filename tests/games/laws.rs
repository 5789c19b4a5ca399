//! Laws over the whole catalogue: a game is tested before its author writes a test.

use std::collections::HashSet;

use crate::common::Rng;
use crate::common::catalogue::{answer, describe, legal_moves, question, random_positions, reread};
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd::search::{Algorithm, Techniques, TieBreak};
use serde_json::Value;

/// Longer than any game that a random mover plays; the longest here are chess and checkers.
const LONGEST_GAME: usize = 2000;

#[test]
fn ids_are_names_and_occur_once() {
    let mut seen = HashSet::new();
    for game in CATALOGUE {
        assert!(game.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", game.id);
        assert!(seen.insert(game.id), "{} stands twice in the catalogue", game.id);
    }
}

#[test]
fn the_facts_are_complete_and_their_examples_hold() {
    for game in CATALOGUE {
        let about = &game.about;
        for text in
            [about.title, about.summary, about.rules, about.state_notation, about.move_notation, about.score_unit]
        {
            assert!(!text.is_empty(), "{}", game.id);
        }
        assert!(about.default_depth <= about.max_depth && about.max_minimax_depth <= about.max_depth, "{}", game.id);
        assert!(about.default_depth >= 1 && about.max_minimax_depth >= 1, "{}", game.id);
        assert_ne!(about.players[0], about.players[1]);
        let mut moves = HashSet::new();
        for example in about.state_examples {
            let position = game.parse(example).unwrap_or_else(|error| panic!("{}: {example}: {error}", game.id));
            moves.extend(legal_moves(&*position));
        }
        for example in about.move_examples {
            assert!(moves.contains(*example), "{}: no example position has the move {example}", game.id);
        }
    }
}

#[test]
fn the_start_is_not_over_and_is_its_own_canonical_form_or_reads_back_to_itself() {
    for game in CATALOGUE {
        let start = game.start();
        let described = describe(&*start);
        assert_eq!(described["over"], false, "{}", game.id);
        assert_eq!(described["to_move"], game.about.players[0], "{}", game.id);
        assert_eq!(describe(&*reread(game, &*start)), described, "{}", game.id);
    }
}

#[test]
fn random_games_end_and_on_the_way_every_position_keeps_its_promises() {
    for game in CATALOGUE {
        let mut strangers: HashSet<String> = HashSet::from(["".into(), " ".into(), "a".into(), "0".into(), "é".into()]);
        for seed in 0..6 {
            let mut rng = Rng(seed);
            let mut position = game.start();
            let mut plies = 0;
            loop {
                let described = describe(&*position);
                let moves = legal_moves(&*position);
                assert_eq!(described["over"].as_bool().unwrap(), moves.is_empty(), "{}: {}", game.id, position.state());
                assert_eq!(described["outcome"].is_null(), !moves.is_empty(), "{}", game.id);
                assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{}: moves have one name", game.id);
                let again = reread(game, &*position);
                assert_eq!(again.state(), position.state(), "{}", game.id);
                if moves.is_empty() {
                    break;
                }
                assert_eq!(legal_moves(&*again), moves, "{}: {}", game.id, position.state());
                for stranger in strangers.iter().filter(|name| !moves.contains(name)).take(20) {
                    let refused = reread(game, &*position).play_named(stranger);
                    assert!(refused.is_err(), "{}: {stranger:?} at {}", game.id, position.state());
                }
                strangers.extend(moves.iter().cloned());
                let chosen = rng.below(moves.len());
                for (index, name) in
                    moves.iter().enumerate().filter(|(index, _)| *index == chosen || rng.below(8) == *index)
                {
                    let mut next = reread(game, &*position);
                    next.play_named(name).unwrap_or_else(|illegal| panic!("{}: {}", game.id, illegal.0));
                    let listed: Value = described["legal_moves"][index]["state"].clone();
                    assert_eq!(describe(&*next)["state"], listed, "{}: {name}", game.id);
                }
                position.play_named(&moves[chosen]).unwrap();
                plies += 1;
                assert!(plies < LONGEST_GAME, "{}: a random game goes on and on", game.id);
            }
        }
    }
}

/// Every game with every algorithm that it has.
fn algorithms() -> impl Iterator<Item = (&'static Game, Algorithm)> {
    CATALOGUE.iter().flat_map(|game| game.algorithms().iter().map(move |algorithm| (game, *algorithm)))
}

/// The games that have a selective search.
fn selective_games() -> impl Iterator<Item = &'static Game> {
    algorithms().filter(|(_, algorithm)| *algorithm == Algorithm::Selective).map(|(game, _)| game)
}

/// Minimax is given up beyond this many nodes; wide games then are held at lower depths only.
const MINIMAX_NODES: u64 = 150_000;

#[test]
fn alpha_beta_equals_minimax_in_score_and_move() {
    for game in CATALOGUE {
        let mut compared = 0;
        for (index, position) in random_positions(game, 11, 60).iter().enumerate() {
            for depth in 0..=game.about.max_minimax_depth.min(4) {
                let ask = |algorithm| {
                    let mut question = question(algorithm, depth);
                    question.multi_pv = if index % 3 == 0 { 500 } else { 1 };
                    question.limits.nodes = MINIMAX_NODES;
                    answer(reread(game, &**position), question)
                };
                let minimax = ask(Algorithm::Minimax);
                if minimax["stopped_by"] == "nodes" {
                    break;
                }
                let alpha_beta = ask(Algorithm::AlphaBeta);
                let context = format!("{}: {} at depth {depth}", game.id, position.state());
                assert_eq!(alpha_beta["score"]["value"], minimax["score"]["value"], "{context}");
                let lines = |answer: &Value| -> Vec<Value> {
                    let lines = answer["lines"].as_array().unwrap().iter();
                    lines.map(|line| serde_json::json!([line["move"], line["score"]])).collect()
                };
                assert_eq!(lines(&alpha_beta), lines(&minimax), "{context}");
                compared += 1;
            }
        }
        assert!(compared >= 10, "{}: only {compared} searches were compared", game.id);
    }
}

#[test]
fn no_technique_changes_a_score_or_a_line_of_any_game() {
    let all = Techniques::ALL;
    let sets = [
        Techniques { table: false, ..all },
        Techniques { pvs: false, ..all },
        Techniques { move_memory: false, ..all },
        Techniques { mate_distance_pruning: false, ..all },
        Techniques { static_bounds: false, ..all },
        Techniques { proof: false, ..all },
        Techniques { book: false, ..all },
        Techniques { aspiration: false, ..all },
        Techniques::NONE,
    ];
    for game in CATALOGUE {
        for (index, position) in random_positions(game, 47, 24).iter().enumerate() {
            for depth in 1..=game.about.default_depth.min(6) {
                let ask = |techniques| {
                    let mut question = question(Algorithm::AlphaBeta, depth);
                    (question.techniques, question.multi_pv) = (techniques, 1 + index % 3);
                    question.limits.nodes = MINIMAX_NODES;
                    answer(reread(game, &**position), question)
                };
                let expected = ask(all);
                if expected["stopped_by"] == "nodes" {
                    break;
                }
                for techniques in sets {
                    let found = ask(techniques);
                    if found["stopped_by"] == "nodes" {
                        continue;
                    }
                    let context = format!("{}: {} at depth {depth}, {techniques:?}", game.id, position.state());
                    assert_eq!(found["score"], expected["score"], "{context}");
                    let moves = |answer: &Value| -> Vec<Value> {
                        let lines = answer["lines"].as_array().unwrap().iter();
                        lines.map(|line| serde_json::json!([line["move"], line["score"]])).collect()
                    };
                    assert_eq!(moves(&found), moves(&expected), "{context}");
                }
            }
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_score_at_every_depth() {
    for game in CATALOGUE {
        for position in random_positions(game, 23, 25) {
            for depth in 0..=3 {
                let ask = |position| {
                    let mut question = question(Algorithm::AlphaBeta, depth);
                    question.limits.nodes = MINIMAX_NODES;
                    answer(position, question)
                };
                let found = ask(reread(game, &*position));
                if found["stopped_by"] == "nodes" {
                    break;
                }
                for twin in position.twins() {
                    let state = twin.state();
                    assert_eq!(ask(twin)["score"], found["score"], "{}: {} and {state}", game.id, position.state());
                }
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer_apart_from_timing() {
    fn without_timing(mut answer: Value) -> Value {
        let stats = answer["stats"].as_object_mut().unwrap();
        for field in ["elapsed_us", "queued_us", "nodes_per_second"] {
            assert!(stats.remove(field).is_some());
        }
        for iteration in stats["iterations"].as_array_mut().unwrap() {
            iteration.as_object_mut().unwrap().remove("elapsed_us");
        }
        answer
    }
    for (game, algorithm) in algorithms() {
        for position in random_positions(game, 31, 5) {
            let ask = || {
                let mut question = question(algorithm, game.about.default_depth.min(5));
                (question.tie_break, question.limits.nodes) = (TieBreak::Random(7), 20_000);
                without_timing(answer(reread(game, &*position), question))
            };
            assert_eq!(ask(), ask(), "{}: {}", game.id, position.state());
        }
    }
}

#[test]
fn a_limit_before_the_first_iteration_still_gives_a_legal_move() {
    for (game, algorithm) in algorithms() {
        let mut question = question(algorithm, game.about.max_depth_of(algorithm).min(3));
        question.limits.nodes = 1;
        let answer = answer(game.start(), question);
        assert_eq!((&answer["depth"], &answer["stopped_by"]), (&0.into(), &"nodes".into()), "{}", game.id);
        let moves = legal_moves(&*game.start());
        assert!(moves.contains(&answer["move"].as_str().unwrap().to_owned()), "{}", game.id);
        assert_eq!(answer["stats"]["nodes"], 1);
    }
}

/// Alpha-beta sees the same winner within the plies that the selective search named, at the latest; without plies, the same value.
#[test]
fn what_the_selective_search_claims_is_so() {
    for game in selective_games() {
        let mut confirmed = 0;
        for position in random_positions(game, 61, 150) {
            let mut selective = question(Algorithm::Selective, game.about.max_depth);
            selective.limits.nodes = 8_000;
            let claim = answer(reread(game, &*position), selective);
            assert!(legal_moves(&*position).contains(&claim["move"].as_str().unwrap().to_owned()));
            if claim["score"]["outcome"].is_null() {
                continue;
            }
            assert_eq!(claim["stopped_by"], "solved", "{}: {}", game.id, position.state());
            let plies = claim["score"]["plies"].as_u64();
            let mut exact = question(Algorithm::AlphaBeta, plies.map_or(game.about.max_depth, |plies| plies as u32));
            exact.limits.nodes = MINIMAX_NODES;
            let found = answer(reread(game, &*position), exact);
            if found["stopped_by"] == "nodes" {
                continue;
            }
            let context = format!("{}: {}: {} and {}", game.id, position.state(), claim["score"], found["score"]);
            assert_eq!(found["score"]["outcome"], claim["score"]["outcome"], "{context}");
            match plies {
                Some(plies) => {
                    assert!(found["score"]["plies"].as_u64().is_some_and(|least| least <= plies), "{context}");
                }
                None => assert_eq!(found["score"]["value"], claim["score"]["value"], "{context}"),
            }
            confirmed += 1;
        }
        println!("{}: {confirmed} claims confirmed", game.id);
        assert!(confirmed >= 5, "{}: only {confirmed} claims were confirmed", game.id);
    }
}

#[test]
fn no_algorithm_visits_more_nodes_than_it_may() {
    for (game, algorithm) in algorithms() {
        for (index, position) in random_positions(game, 71, 6).iter().enumerate() {
            let mut question = question(algorithm, game.about.max_depth_of(algorithm));
            question.limits.nodes = 100 + 1000 * index as u64;
            let answer = answer(reread(game, &**position), question.clone());
            let stats = &answer["stats"];
            let [nodes, leaves, interior, cutoffs, quiescence] =
                ["nodes", "leaves", "interior", "table_cutoffs", "quiescence_nodes"]
                    .map(|n| stats[n].as_u64().unwrap());
            assert_eq!(nodes, leaves + interior + cutoffs, "{} {algorithm:?}", game.id);
            assert!(nodes + quiescence <= question.limits.nodes, "{} {algorithm:?}", game.id);
        }
    }
}
