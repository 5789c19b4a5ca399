//! Exact solving, held against labels that another program proved: the score, its distance, and a variation that reaches the end.

use plyd::games::ConnectFour;
use plyd::notation::Notation;
use plyd::position::Position;
use plyd::search::{Limits, Request, Score, Stop, StoppedBy, Table, search};

/// Lines of `tests/solved/connect-four.txt` of this kind: columns played, score in stones left.
fn labelled(kind: &str) -> Vec<(&'static str, i32)> {
    let rows = include_str!("solved/connect-four.txt").lines().filter(|line| !line.starts_with('#'));
    let found: Vec<_> = rows
        .filter_map(|row| {
            let mut fields = row.split(" | ");
            let [kind_of, columns, score] = [(); 3].map(|()| fields.next().expect("three fields"));
            (kind_of == kind).then(|| (columns, score.parse().expect("a number")))
        })
        .collect();
    assert!(!found.is_empty(), "no position is {kind}");
    found
}

/// The score of a win counts the winner's stones that are left, its last one included.
fn stones_left(discs: usize, score: Score) -> i32 {
    let left = score.plies().map_or(0, |plies| 22 - (discs as i32 + plies as i32 + 1) / 2);
    if score < Score::ZERO { -left } else { left }
}

fn solve(kind: &str) {
    let mut table = Table::new(64 << 20);
    let (mut nodes, mut worst) = (0, 0);
    let positions = labelled(kind);
    for (columns, score) in &positions {
        let position = ConnectFour::parse(columns).expect("a position");
        let analysis = search(&position, &Request::new(Limits::depth(42)), &mut table, &Stop::default(), &mut |_| ());
        assert_eq!(stones_left(columns.len(), analysis.score), *score, "{columns}: {:?}", analysis.score);
        assert!(analysis.proven && analysis.stopped_by == StoppedBy::Solved, "{columns}");
        let pv = &analysis.lines[0].pv;
        let end = pv.iter().fold(position, |position, column| position.after(*column));
        let plies = analysis.score.plies().map_or(42 - columns.len(), |plies| plies as usize);
        assert_eq!((pv.len(), end.outcome().is_some()), (plies, true), "{columns}: the variation");
        nodes += analysis.stats.nodes;
        worst = worst.max(analysis.stats.nodes);
    }
    println!("{kind}: {} positions, mean nodes {}, worst {worst}", positions.len(), nodes / positions.len() as u64);
}

#[test]
fn positions_near_the_end_have_their_scores() {
    solve("end easy");
    solve("late");
}

#[test]
fn positions_with_a_short_win_have_their_scores() {
    solve("middle easy");
    solve("begin easy");
}

#[test]
#[ignore = "some seconds in release"]
fn positions_of_the_middle_have_their_scores() {
    solve("middle medium");
}

#[test]
#[ignore = "a minute in release"]
fn positions_of_the_beginning_have_their_scores() {
    solve("begin medium");
    solve("begin hard");
}

#[test]
#[ignore = "many minutes in release"]
fn the_opening_has_its_published_scores() {
    solve("opening");
}
