//! Tests of judgements against exhaustive play.

use std::collections::HashMap;

use super::super::moves::Move;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::{Rng, moves};
use plyd_search::Score;
use plyd_search::hooks::{Candidates, Judge, Judgement};
use plyd_search::position::{Outcome, Position};

/// The value of the game by plain minimax, with each position solved once.
fn solve(position: &Hex, known: &mut HashMap<u64, Score>) -> Score {
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

/// A judgement and the candidates after it, without limits.
fn judged(judge: &mut dyn Judge<Hex>, position: &Hex) -> (Judgement, Option<(Candidates, Vec<Move>)>) {
    let judgement = judge.judge(position, &mut || Ok(())).expect("no limit").expect("no swap is ahead");
    let mut listed = Vec::new();
    let candidates = judge.candidates(position, &mut listed);
    (judgement, candidates.map(|candidates| (candidates, listed)))
}

/// Wins and losses are real and come in time, and the complete lists of candidates leave out no move that wins alone.
#[test]
fn judgements_hold_in_exhaustive_play() {
    let (mut proven, mut forced) = (0, 0);
    let few = |position: &Hex| !position.swap && position.most_plies_left() <= 10;
    for position in random_positions(900, 5, 61).filter(few) {
        let known = &mut HashMap::new();
        let value = solve(&position, known);
        let (judgement, listed) = judged(&mut *position.judge_of_board(1), &position);
        let context = || format!("{judgement:?} of {}, worth {value:?}", position.state());
        match judgement {
            Judgement::Win(plies) => assert!(value >= Score::win_in(plies), "{}", context()),
            Judgement::Loss(plies) => assert!(value <= Score::loss_in(plies), "{}", context()),
            Judgement::Value(_) => {}
        }
        proven += u32::from(!matches!(judgement, Judgement::Value(_)));
        let (candidates, listed) = listed.expect("the judgement is remembered");
        assert!(listed.iter().all(|mv| moves(&position).contains(mv)), "{}", context());
        let mut wins = |mv: &Move| -solve(&position.after(*mv), known) > Score::ZERO;
        if candidates != Candidates::Partial && listed.len() < moves(&position).len() {
            assert_eq!(listed.iter().any(&mut wins), value > Score::ZERO, "{} has {listed:?}", context());
            forced += 1;
        }
        if let Judgement::Win(_) = judgement {
            assert!(wins(&listed[0]), "{} by {:?}", context(), listed[0]);
        }
    }
    assert!(proven > 200 && forced > 20, "{proven}, {forced}");
}

/// Boards full of scattered stones have the most connections. Judging one still takes a bounded number of nodes.
#[test]
fn judging_takes_bounded_time() {
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
        position.judge_of_board(1).judge(&position, &mut visit).expect("no limit");
        assert!(visits < 1_200, "{visits} in {}", position.state());
    }
}
