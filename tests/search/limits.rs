//! Limits end a search where they should, and what was finished before remains valid.

use std::time::{Duration, Instant};

use crate::common::trees::RandomTree;
use plyd::games::Chess;
use plyd::notation::Notation;
use plyd::search::{Algorithm, Analysis, Limits, Question, Stop, StoppedBy, Table, Technique, Techniques, search};

fn root() -> RandomTree {
    // A tree that no iteration solves early.
    RandomTree::new(40)
}

fn run(limits: Limits, stop: &Stop) -> Analysis<u8> {
    // And no proof is attempted.
    let techniques = Techniques::ALL.without(Technique::Proof);
    search(&root(), &Question { techniques, ..Question::new(limits) }, &mut Table::new(0), stop, &mut |_| ())
}

fn unlimited(depth: u32) -> Analysis<u8> {
    run(Limits::depth(depth), &Stop::default())
}

#[test]
fn the_node_limit_is_obeyed_exactly_and_keeps_the_last_finished_iteration() {
    let whole = unlimited(7);
    assert_eq!((whole.depth, whole.stopped_by), (7, StoppedBy::Depth), "the tree fits this test");
    for nodes in 1..400 {
        let cut = run(Limits { nodes, ..Limits::depth(7) }, &Stop::default());
        let visited = cut.stats.all_nodes();
        assert_eq!((visited, cut.stopped_by), (nodes, StoppedBy::Nodes));
        assert_eq!(cut.iterations.len(), cut.depth as usize);
        match cut.iterations.last() {
            Some(last) => {
                let same = &whole.iterations[last.depth as usize - 1];
                assert_eq!((&cut.lines, last.nodes), (&same.lines, same.nodes));
            }
            None => assert_eq!((cut.depth, cut.lines[0].pv.len()), (0, 1)),
        }
    }
}

#[test]
fn a_selective_search_keeps_what_an_unfinished_iteration_found_better() {
    let chess = Chess::parse("8/pkp2nQ1/1p1p2P1/4nP2/P5r1/8/1P6/1K6 w - - 3 43").unwrap();
    let mut better = 0;
    for nodes in (500..8_000).step_by(500) {
        let limits = Limits { nodes, ..Limits::depth(64) };
        let cut = |multi_pv| {
            let question = Question { algorithm: Algorithm::Selective, multi_pv, ..Question::new(limits) };
            search(&chess, &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ())
        };
        let found = cut(1);
        let last = &found.iterations.last().unwrap().lines[0];
        assert_eq!(found.depth as usize, found.iterations.len());
        assert!(found.lines.len() == 1 && found.lines[0].pv.len() <= found.depth as usize);
        if found.best == Some(last.pv[0]) {
            assert_eq!(found.lines[0], *last);
        } else {
            better += 1;
        }
        let several = cut(2);
        assert_eq!(several.lines, several.iterations.last().unwrap().lines, "values of several are those of one depth");
    }
    assert!(better > 0);
}

#[test]
fn a_raised_stop_flag_ends_the_search_within_the_poll_interval() {
    let stop = Stop::default();
    stop.raise();
    let cut = run(Limits::depth(60), &stop);
    assert_eq!(cut.stopped_by, StoppedBy::Time);
    assert!(cut.stats.all_nodes() <= Limits::POLL_INTERVAL);
    assert!(cut.best.is_some());
}

#[test]
fn a_passed_deadline_ends_the_search_within_the_poll_interval() {
    let deadline = Some(Instant::now());
    let cut = run(Limits { deadline, ..Limits::depth(60) }, &Stop::default());
    assert_eq!(cut.stopped_by, StoppedBy::Time);
    assert!(cut.stats.all_nodes() <= Limits::POLL_INTERVAL);
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let deadline = Some(Instant::now() + Duration::from_secs(600));
    let limited = run(Limits { nodes: 1_000_000, deadline, ..Limits::depth(5) }, &Stop::default());
    let free = unlimited(5);
    assert_eq!((limited.lines, limited.stats), (free.lines, free.stats));
}

#[test]
fn progress_hears_of_every_finished_iteration() {
    let mut heard = Vec::new();
    let found =
        search(&root(), &Question::new(Limits::depth(5)), &mut Table::new(0), &Stop::default(), &mut |iteration| {
            heard.push((iteration.depth, iteration.lines[0].clone()));
        });
    assert_eq!(heard.iter().map(|(depth, _)| *depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(heard.last().unwrap().1, found.lines[0]);
    let nodes: u64 = found.iterations.iter().map(|iteration| iteration.nodes).sum();
    assert_eq!(nodes, found.stats.nodes, "iterations split the total");
}
