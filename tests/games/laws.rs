//! The laws for all games of the catalogue, and for small games with every other layout. So a new game is tested even
//! before it has its own tests.

use crate::common::layouts;
use plyd::catalogue::Question;
use plyd::games::CATALOGUE;
use plyd::games::laws::{self, Extent, LAWS, Law};
use plyd::search::{Algorithm, Engine, Limits, Score, Stop};

fn law(name: &str) -> &'static Law {
    LAWS.iter().find(|law| law.name == name).unwrap_or_else(|| panic!("there is no law that {name}"))
}

/// Checks that every game keeps the law, with at least this number of comparisons if the law applies to it.
fn hold(name: &str, least: u32) {
    let tests_plyd = PLYD.contains(&name);
    for game in CATALOGUE.iter().filter(|game| !tests_plyd || SAMPLE.contains(&game.id)) {
        let compared = law(name).check(game, Extent::Sample).unwrap_or_else(|broken| panic!("{broken}"));
        let concerned = match name {
            SELECTIVE => game.algorithms().contains(&Algorithm::Selective),
            SYMMETRY => !game.start().twins().is_empty(),
            _ => true,
        };
        assert!(!concerned || compared >= least, "{}: only {compared} comparisons", game.id);
    }
}

const FIRST_MOVE: &str = "a limit before the first iteration still gives a legal move";
const NODE_LIMIT: &str = "no algorithm exceeds its node limit";
const REPEATS: &str = "the same question has the same answer apart from timing";
const SYMMETRY: &str = "symmetric positions have the same score at every depth";
const SELECTIVE: &str = "claims of the selective search are true";

/// Laws about plyd rather than about a game. Among plyd's games, it is enough to check these laws for [`SAMPLE`]. Other
/// people's games are checked against them too, because their rules may draw random numbers.
const PLYD: [&str; 3] = [FIRST_MOVE, NODE_LIMIT, REPEATS];
/// One game without a selective search, one with a positional one, and one with a tactical one.
const SAMPLE: [&str; 3] = ["kalah", "checkers", "chess"];

/// A test for each law, so that they run in parallel, and a test that no law is missing.
macro_rules! laws {
    ($($test:ident, $name:expr, $least:literal;)*) => {
        $(#[test]
        fn $test() {
            hold($name, $least);
        })*

        #[test]
        fn every_law_is_held() {
            let names: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

laws! {
    facts, "the facts are complete and their examples hold", 1;
    start, "the start goes on, is the first player's turn, and reads back to itself", 1;
    random_games, "random games end, and every position in them is consistent", 6;
    clicks, "cells and labels alone play whole random games", 10;
    first_move, FIRST_MOVE, 2;
    node_limit, NODE_LIMIT, 2;
    repeats, REPEATS, 2;
    symmetry, SYMMETRY, 1;
    minimax, "alpha-beta equals minimax in score and moves, and proves at least as much", 10;
    techniques, "no technique changes a move or a score, or proves anything false", 10;
    selective_claims, SELECTIVE, 1;
}

#[test]
fn games_of_every_layout_keep_them_too() {
    for game in layouts::GAMES {
        for law in LAWS {
            law.check(game, Extent::Sample).unwrap_or_else(|broken| panic!("{broken}"));
        }
    }
}

#[test]
#[ignore = "more of the same, a quarter of an hour; run by .ci/nightly"]
fn every_game_keeps_every_law_in_full() {
    for game in CATALOGUE.iter().chain(layouts::GAMES) {
        laws::check(game).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

/// Alpha-beta cuts off lines on which minimax finds static values.
#[test]
fn alpha_beta_may_prove_what_minimax_does_not() {
    let kalah = layouts::GAMES.iter().find(|game| game.id == "tiny-kalah").unwrap();
    let proves = |algorithm| {
        let question = Question { algorithm, ..Question::new(Limits::depth(4)) };
        let position = kalah.parse("0,0,2,3,3,0 O").unwrap();
        let answer = position.prepare(question)(&mut Engine::new(0), &Stop::default(), None).analysis;
        (answer.score, answer.proven)
    };
    assert_eq!((proves(Algorithm::AlphaBeta), proves(Algorithm::Minimax)), ((Score::ZERO, true), (Score::ZERO, false)));
}
