//! Tests of the prover against exhaustive play.

use std::collections::HashMap;

use super::super::moves::Move;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::{Rng, moves};
use plyd_search::Score;
use plyd_search::hooks::{Candidates, ProofResult, Prover};
use plyd_search::position::{Outcome, Position};

/// The value of the game by plain minimax, with each position solved once.
pub(super) fn solve(position: &Hex, known: &mut HashMap<u64, Score>) -> Score {
    if let Some(Outcome::Win(side)) = position.outcome() {
        return Score::of(Outcome::Win(side), position.side_to_move());
    }
    if let Some(value) = known.get(&position.key()) {
        return *value;
    }
    let replies = moves(position).into_iter().map(|mv| -solve(&position.after(mv), known).from_table(1));
    let value = replies.max().expect("a move");
    known.insert(position.key(), value);
    value
}

/// What a look finds, and the candidates after it, without limits.
fn examined(prover: &mut dyn Prover<Hex>, position: &Hex) -> (ProofResult, Option<(Candidates, Vec<Move>)>) {
    let result = prover.examine(position, true, &mut || Ok(())).expect("no limit");
    let mut listed = Vec::new();
    let candidates = prover.candidates(position, &mut listed);
    (result, candidates.map(|candidates| (candidates, listed)))
}

/// Wins and losses are real and come in time. If there is a winning move, the list of candidates has one.
#[test]
fn results_hold_in_exhaustive_play() {
    let (mut proven, mut forced) = (0, 0);
    let few = |position: &Hex| !position.swap && position.most_plies_left() <= 12;
    for (number, position) in random_positions(8_000, 5, 61).filter(few).enumerate() {
        let (result, listed) = examined(&mut *position.prover_of_board(), &position);
        // With few empty cells a look finds most winners, so open must-play regions are rare and searched for longer.
        let is_forced = matches!(listed, Some((Candidates::Forced(_), _)));
        if !is_forced && (number >= 900 || position.most_plies_left() > 10) {
            continue;
        }
        let known = &mut HashMap::new();
        let value = solve(&position, known);
        let context = || format!("{result:?} of {}, worth {value:?}", position.state());
        match result {
            ProofResult::Win(plies) => assert!(value >= Score::win_in(plies), "{}", context()),
            ProofResult::Loss(plies) => assert!(value <= Score::loss_in(plies), "{}", context()),
            ProofResult::Open => {}
        }
        proven += u32::from(result != ProofResult::Open);
        let Some((candidates, listed)) = listed else { continue };
        assert!(listed.iter().all(|mv| moves(&position).contains(mv)), "{}", context());
        let mut worth = |mv: &Move| -solve(&position.after(*mv), known).from_table(1);
        if let Candidates::Forced(plies) = candidates {
            let wins = listed.iter().any(|mv| worth(mv) > Score::ZERO);
            assert_eq!(wins, value > Score::ZERO, "{} has {listed:?}", context());
            assert!(wins || value <= Score::loss_in(plies), "{} has {listed:?}", context());
            forced += 1;
        }
        if let ProofResult::Win(_) = result {
            assert!(worth(&listed[0]) > Score::ZERO, "{} by {:?}", context(), listed[0]);
        }
    }
    assert!(proven > 200 && forced > 5, "{proven}, {forced}");
}

/// Boards full of scattered stones have the most connections. A look still takes a bounded number of nodes.
#[test]
fn a_look_takes_bounded_time() {
    let mut rng = Rng(5);
    for (size, stones) in [(11, 40), (14, 80), (19, 60), (19, 150), (19, 250)] {
        let mut position = empty(size, false);
        while position.stones_placed() < stones {
            let all = moves(&position);
            let next = position.after(all[rng.below(all.len())]);
            if !next.is_final() {
                position = next;
            }
        }
        let mut visits = 0;
        let mut visit = || {
            visits += 1;
            Ok(())
        };
        position.prover_of_board().examine(&position, true, &mut visit).expect("no limit");
        assert!(visits < 1_500, "{visits} in {}", position.state());
    }
}
