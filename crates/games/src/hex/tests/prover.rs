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
        let judged = position.prover_of_board().judge(&position, &mut || Ok(())).expect("no limit");
        // With few empty cells a look finds most winners, so open must-play regions are rare and searched for longer.
        let is_forced = matches!(listed, Some((Candidates::Forced(_), _)));
        if !is_forced && (number >= 900 || position.most_plies_left() > 10) {
            continue;
        }
        let known = &mut HashMap::new();
        let value = solve(&position, known);
        let context = || format!("{result:?} and {judged:?} of {}, worth {value:?}", position.state());
        for result in [result, judged] {
            match result {
                ProofResult::Win(plies) => assert!(value >= Score::win_in(plies), "{}", context()),
                ProofResult::Loss(plies) => assert!(value <= Score::loss_in(plies), "{}", context()),
                ProofResult::Open => {}
            }
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

/// Positions of 11x11 that the side to move wins by connections with ladders, with cells that stones capture, with unions
/// that leave out several cells (the first one), or with captured regions (the last two). Another engine proved them.
const CLOSE: [&str; 9] = [
    "a2 b3 i3 j1 j4 i6 h6 i5 h5 h4 f6 i4 g4 g5 e5 f5 d7 e6 d6 d8 e7 e8 g7 g8 f8 e10 f4 g2 e9 d10 c10 d9 b9 c8 f9 f10 b8 c7 g9",
    "a2 c9 e8 e7 f7 g5 e5 f6 h5 h4 i4 i3 k2 k1 j2 j3 k3 j1 i2 j4 k4 i1 h2 j5 k5 h1 g2 f2 g1 j6 k6 j7 k7 j8",
    "i11 i10 c9 b11 d10 d9 d7 e5 f5 e6 f6 e7 g7 f7 g6 f9 e8 d8 b8",
    "j1 i3 f5 f6 d7 d8 c8 c9 k2 j4 g3 g4 e4 e5 a10",
    "a11 c8 d8 e6 f6 f5 g5 g4 h4 e9 f9 f8 g8 h3 i3 g7 i6 h7 i7 h8 i8 j1 i2 i1 h2 h11",
    "f11 e7 g6 g5 h5 h4 i4 j2 i3 f8 h7 g9 i8 h8 f9 g8 e8 f7 d8 d6 e6 d7 c6 e4 d4 c7",
    "k6 h4 i4 i3 k2 k1 j2 j1 i2 i1 g2 f5 d6 d7 e6 e8 g7 f9 h8 g8 h7 h9 g9 f10 g10 g6 f7 e4 c5 d5 c6 d3 c3 c1",
    "k9 j11 i4 i3 g4 h2 f3 f6 e6 e7 c8 c9 d8 d9 j5 e8 i7 h9 g8 f10 e9 d11 d10 c11 b10 b9 c10 h4 g5 h5 g6 g7",
    "a10 a11 c9 c10 e9 d9 f7 f6 h5 h4 i4 j2 i3 i2 g3 h3 g5 g4 e5 f4 d4 d5 e4 f5 e7 d3",
];

#[test]
fn a_close_look_finds_what_a_quick_one_misses() {
    for names in CLOSE {
        let mut position = empty(11, false);
        names.split(' ').for_each(|name| position.play_unchecked(position.find_move(name).expect("legal")));
        let mut prover = position.prover_of_board();
        let (result, _) = examined(&mut *prover, &position);
        assert_eq!(result, ProofResult::Open, "{names}");
        let judged = prover.judge(&position, &mut || Ok(())).expect("no limit");
        assert!(matches!(judged, ProofResult::Win(_)), "{judged:?} after {names}");
        // What was found is known from then on, and its line begins with a move of the connection.
        assert_eq!(examined(&mut *prover, &position).0, judged);
        let line = prover.line(&position, &mut || Ok(()));
        assert!(line.first().is_some_and(|mv| moves(&position).contains(mv)), "{names}");
    }
}
