//! Exact solving, compared with labels that another program proved: the score, its distance, and a variation that
//! reaches the end.

use std::time::Duration;

use plyd::games::ConnectFour;
use plyd::notation::Notation;
use plyd::position::Position;
use plyd::search::{Analysis, Evaluate, Limits, Question, Stop, StoppedBy, Table, Technique, Techniques, search};

use crate::common::labels::{labelled, stones_left};
use crate::common::{Rng, random_position};

type Column = <ConnectFour as Position>::Move;

/// The answer of a search to the end, which has to be proven, with a variation that reaches the end.
fn solved(position: &ConnectFour, techniques: Techniques, table: &mut Table) -> Analysis<Column> {
    let state = position.state();
    let request = Question { techniques, ..Question::new(Limits::depth(42)) };
    let analysis = search(position, &request, table, &Stop::default(), &mut |_| ());
    assert!(analysis.proven && analysis.stopped_by == StoppedBy::Solved, "{state}");
    let pv = &analysis.lines[0].pv;
    let end = pv.iter().fold(*position, |position, column| position.after(*column));
    let plies = analysis.score.plies().unwrap_or_else(|| position.plies_left()) as usize;
    // A variation may end where the book begins.
    let whole = (pv.len(), end.outcome().is_some()) == (plies, true);
    assert!(whole || analysis.booked && (1..plies).contains(&pv.len()), "{state}: the variation");
    analysis
}

const NO_BOOK: Techniques = Techniques::ALL.without(Technique::Book);

fn solve(kind: &str, techniques: Techniques) {
    let mut table = Table::new(64 << 20);
    let (mut nodes, mut worst) = (0, 0);
    let positions = labelled(kind);
    for (columns, score) in &positions {
        let position = ConnectFour::parse(columns).expect("a position");
        let analysis = solved(&position, techniques, &mut table);
        assert_eq!(stones_left(columns.len(), analysis.score), *score, "{columns}: {:?}", analysis.score);
        nodes += analysis.stats.nodes;
        worst = worst.max(analysis.stats.nodes);
    }
    println!("{kind}: {} positions, mean nodes {}, worst {worst}", positions.len(), nodes / positions.len() as u64);
}

#[test]
fn positions_near_the_end_have_their_scores() {
    solve("end easy", NO_BOOK);
    solve("late", NO_BOOK);
}

#[test]
fn positions_with_a_short_win_have_their_scores() {
    solve("middle easy", NO_BOOK);
    solve("begin easy", NO_BOOK);
}

#[test]
#[ignore = "some seconds in release"]
fn positions_of_the_middle_have_their_scores() {
    solve("middle medium", NO_BOOK);
}

#[test]
#[ignore = "some seconds in release"]
fn positions_of_the_beginning_have_their_scores() {
    solve("begin medium", NO_BOOK);
    solve("begin hard", NO_BOOK);
}

#[test]
fn the_opening_has_its_published_scores_by_the_book() {
    solve("opening", Techniques::ALL);
}

#[test]
#[ignore = "a minute in release"]
fn every_position_after_9_to_14_plies_is_solved() {
    let (mut table, mut rng) = (Table::new(64 << 20), Rng(9));
    let mut costs: Vec<(u64, Duration)> = (0..600)
        .map(|number| {
            let position = random_position(&ConnectFour::default(), 9 + number % 6, &mut rng);
            let analysis = solved(&position, Techniques::ALL, &mut table);
            (analysis.stats.nodes, analysis.elapsed)
        })
        .collect();
    costs.sort_unstable();
    let at = |share: f64| costs[(share * costs.len() as f64).ceil() as usize - 1];
    println!("p50 {:?}, p90 {:?}, p99 {:?}, worst {:?}", at(0.5), at(0.9), at(0.99), at(1.0));
}
