//! Tests of proofs: against exhaustive play within their carriers, and published results.

use std::collections::HashMap;

use super::super::analyst::Analyst;
use super::super::moves::Move;
use super::hsearch::{Ends, Known, bits, line};
use super::prover::solve;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::{after, moves, search};
use plyd_search::hooks::{ProofResult, Prover};
use plyd_search::position::Position;
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score};

/// The winner by proof-number search, without limits.
fn proven(prover: &mut dyn Prover<Hex>, position: &Hex) -> ProofResult {
    prover.prove(position, u64::MAX, &mut || Ok(())).expect("no limit")
}

/// The first moves of a board that win.
fn winning_openings(size: u8) -> String {
    let start = empty(size, false);
    let wins = |mv: &Move| {
        let next = start.after(*mv);
        matches!(proven(&mut *next.prover_of_board(), &next), ProofResult::Loss(_))
    };
    let names: Vec<String> = moves(&start).into_iter().filter(wins).map(|mv| start.move_text(mv)).collect();
    names.join(" ")
}

/// The winning openings of 6x6 are the published ones; those of smaller boards were compared with alpha-beta.
#[test]
fn openings_win_as_published() {
    assert_eq!(winning_openings(3), "c1 a2 b2 c2 a3");
    assert_eq!(winning_openings(4), "d1 c2 b3 a4");
    assert_eq!(winning_openings(5), "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5");
    let six = "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6";
    assert_eq!(winning_openings(6), six);
}

/// The winner is right, in time, and needs no cell outside of the carrier.
#[test]
fn proofs_hold_in_exhaustive_play() {
    let few = |position: &Hex| !position.swap && position.most_plies_left() <= 11;
    let mut searched = 0;
    for position in random_positions(2_000, 6, 81).filter(few) {
        let mut analyst = Analyst::<1>::new(position.size.into());
        let known = &mut HashMap::new();
        let value = solve(&position, known);
        let result = proven(&mut analyst, &position);
        let context = || format!("{result:?} of {}, worth {value:?}", position.state());
        match result {
            ProofResult::Win(plies) => assert!(value >= Score::win_in(plies), "{}", context()),
            ProofResult::Loss(plies) => assert!(value < Score::ZERO && value <= Score::loss_in(plies), "{}", context()),
            ProofResult::Open => panic!("{}", context()),
        }
        let carrier = analyst.entries.get(position.key()).expect("just proven").carrier;
        let side = if value > Score::ZERO { position.side } else { position.side.other() };
        let size = u32::from(position.size);
        let edges = [0, 1].map(|edge| line(size, side, edge));
        let ends = Ends { size, edges, from: edges[0], to: edges[1] };
        let (own, open) = (bits(position.carrier(&position.stones[side.index()])), bits(carrier));
        let holds = match result {
            ProofResult::Win(_) => ends.semi(own, open, 0, &mut Known::new()),
            _ => ends.full(own, open, &mut Known::new()),
        };
        assert!(holds.is_some(), "{} within {carrier:?}", context());
        searched += 1;
    }
    assert!(searched > 300, "{searched}");
}

/// A search answers with the whole line of a proven win.
#[test]
fn proven_wins_are_shown_to_their_end() {
    let mut complete = 0;
    for (index, position) in random_positions(60, 7, 82).filter(|position| !position.swap_ahead()).enumerate() {
        let mut question = Question::new(Limits { nodes: 20_000, ..Limits::depth(position.plies_left()) });
        question.algorithm = Algorithm::Selective;
        let found = search(&position, &question, &mut Engine::new(1 << 20));
        if !found.proven {
            continue;
        }
        let mut end = position.clone();
        for mv in &found.lines[0].pv {
            assert!(moves(&end).contains(mv), "{index}: {}", position.state());
            end.play_unchecked(*mv);
        }
        complete += u32::from(end.is_final());
    }
    assert!(complete > 20, "{complete}");
}

/// Positions two to eight plies before connections alone decide a game of 11x11. Each line begins with whether the side
/// to move wins, as proved by searches of two seconds.
const LATE: &str = include_str!("late.txt");

/// The winner of a late position is named in nine of ten cases and proven in half, within the nodes of about 200 ms.
#[test]
#[ignore = "seconds in release; run by .ci/nightly"]
fn late_winners_are_named_and_mostly_proven() {
    let (mut count, mut named, mut proven) = (0, 0, 0);
    for line in LATE.lines() {
        let (wins, played) = line.split_once(' ').expect("a result and moves");
        let position = after(&empty(11, false), played);
        let mut question = Question::new(Limits { nodes: 50_000, ..Limits::depth(position.plies_left()) });
        question.algorithm = Algorithm::Selective;
        let found = search(&position, &question, &mut Engine::new(1 << 24));
        let is_right = (found.score > Score::ZERO) == (wins == "wins");
        assert!(is_right || !found.proven, "{line}");
        count += 1;
        named += u32::from(is_right);
        proven += u32::from(found.proven);
    }
    assert!(named * 10 >= count * 9 && proven * 2 >= count, "{named} named and {proven} proven of {count}");
}
