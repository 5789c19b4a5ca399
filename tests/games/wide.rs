//! Positions with more moves than in any other game: trees with a hundred thousand leaves.

use std::time::{Duration, Instant};

use crate::common::catalogue::question;
use plyd::catalogue::{AnyPosition, Question};
use plyd::games::CATALOGUE;
use plyd::games::answer::Answer;
use plyd::search::{Algorithm, Engine, Limits, Score, Stop, StoppedBy};

const LEAVES: u64 = 100_000;
/// This takes tens of milliseconds. It would take minutes if each move were compared with every other one.
const GENEROUS: Duration = Duration::from_secs(60);

/// A root of one ply, whose leaves are numbered out of order. 7919 is a prime.
fn wide() -> Box<dyn AnyPosition> {
    let leaves: Vec<String> = (0..LEAVES).map(|leaf| (leaf * 7919 % LEAVES).to_string()).collect();
    CATALOGUE.find("tree").unwrap().parse(&format!("[{}]", leaves.join(","))).unwrap()
}

fn ask(question: Question, stop: &Stop) -> (Answer, Duration) {
    let ready = wide().prepare(question);
    let started = Instant::now();
    let answer = ready(&mut Engine::new(0), stop, None);
    (answer, started.elapsed())
}

#[test]
fn a_hundred_thousand_root_moves_are_listed_in_order() {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
        for multi_pv in [1, 500, usize::MAX] {
            let (found, elapsed) = ask(Question { multi_pv, ..question(algorithm, 60) }, &Stop::default());
            assert!(elapsed < GENEROUS, "{elapsed:?} for {multi_pv} lines by {algorithm:?}");
            let values = found.analysis.lines.iter().map(|line| line.score);
            let best = (0..LEAVES).rev().take(multi_pv).map(|value| Score::points(value as i32));
            assert!(values.eq(best), "{multi_pv} lines by {algorithm:?}");
        }
    }
}

#[test]
fn limits_end_a_search_of_a_hundred_thousand_root_moves() {
    let raised = Stop::default();
    raised.raise();
    let deadline = Some(Instant::now());
    for (stop, deadline) in [(&raised, None), (&Stop::default(), deadline)] {
        let limits = Limits { deadline, ..Limits::depth(60) };
        let asked = Question { multi_pv: usize::MAX, count_minimax: true, ..Question::new(limits) };
        let (found, elapsed) = ask(asked, stop);
        assert!(elapsed < GENEROUS, "{elapsed:?}");
        assert_eq!((found.analysis.stopped_by, found.is_cut_by_time()), (StoppedBy::Time, true));
        assert_eq!(found.minimax_nodes, Some(Err(StoppedBy::Time)));
        assert!(found.analysis.stats.nodes < LEAVES);
    }
}
