//! The search for threats against slower ways: shapes told by trying every stone, wins that alpha-beta and every reply
//! confirm.

use std::collections::BTreeSet;

use super::super::proofs::{self, Rng, random_position};
use super::Gomoku;
use super::frame::{Frame, Square};
use super::shapes::{Shape, Shapes, Span};
use super::threats::Attack;
use crate::notation::Notation;
use plyd_search::hooks::{Effort, ThreatSearch, Threats};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Algorithm, Limits, Question, Score, Stop, StoppedBy, Table, Technique, search};

fn empty(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Frame { width, height, in_a_row }, Side::First)
}

/// Stones that stand near each other, where nobody has a row.
fn crowded(board: &Gomoku, most: usize, rng: &mut Rng) -> Gomoku {
    loop {
        let mut position = board.clone();
        for _ in 0..rng.below(most + 1) {
            let mut moves = Vec::new();
            position.push_candidates(&mut moves);
            if moves.len() > 12 {
                moves.truncate(12);
            }
            position.play_unchecked(moves[rng.below(moves.len())]);
            if position.is_final() {
                break;
            }
        }
        if !position.is_final() {
            return position;
        }
    }
}

fn find(position: &Gomoku, side: Side, thorough: bool, nodes: u64) -> (Threats, Vec<Square>) {
    let mut attack = Attack::new(position);
    let found = attack.find(position, side, Effort { nodes, thorough }, &mut |_| Ok(())).unwrap();
    (found, attack.line().to_vec())
}

/// The squares where another stone completes a row that holds the middle.
fn completions(row: u32, own: u64, blocked: u64) -> BTreeSet<u32> {
    let has_row = |own: u64| (0..row).any(|first| own >> first & ((1 << row) - 1) == (1 << row) - 1);
    let free = |square: &u32| (own | blocked) >> square & 1 == 0;
    (0..2 * row - 1).filter(free).filter(|square| has_row(own | 1 << square)).collect()
}

fn slow_shape(row: u32, span: Span) -> Shape {
    let own = span.own | 1 << (row - 1);
    let free: Vec<u32> = (0..2 * row - 1).filter(|square| (own | span.blocked) >> square & 1 == 0).collect();
    let has_row = (0..row).any(|first| own >> first & ((1 << row) - 1) == (1 << row) - 1);
    let best_of = |own: u64| match completions(row, own, span.blocked).len() {
        0 => Shape::Nothing,
        1 => Shape::Four,
        _ => Shape::OpenFour,
    };
    let next = free.iter().map(|square| best_of(own | 1 << square)).max().unwrap_or(Shape::Nothing);
    match best_of(own) {
        _ if has_row => Shape::Row,
        Shape::Nothing if next == Shape::OpenFour => Shape::Three,
        Shape::Nothing if next == Shape::Four => Shape::ClosedThree,
        shape => shape,
    }
}

#[test]
fn shapes_are_what_trying_every_stone_finds() {
    let mut rng = Rng(21);
    for row in 3..=9 {
        let shapes = Shapes::of(row as u8);
        let squares = 2 * row - 1;
        for _ in 0..20_000 {
            let middle = 1_u64 << (row - 1);
            let own = rng.below(1 << squares) as u64 & !middle;
            let blocked = rng.below(1 << squares) as u64 & rng.below(1 << squares) as u64 & !own & !middle;
            let span = Span { own, blocked };
            let (found, slow) = (shapes.of_span(span, row as u8 - 1), slow_shape(row, span));
            let forces = |shape: Shape| if shape < Shape::ClosedThree { Shape::Nothing } else { shape };
            assert_eq!(forces(found), slow, "{row}: {own:b} {blocked:b}");
            if slow == Shape::Four || slow == Shape::OpenFour {
                let bits =
                    completions(row, own | middle, blocked).into_iter().fold(0, |bits, square| bits | 1 << square);
                assert_eq!(shapes.completions(span), bits, "{row}: {own:b} {blocked:b}");
            }
        }
    }
}

#[test]
fn a_win_by_threats_is_one_that_alpha_beta_finds_in_as_many_plies_at_most() {
    let mut rng = Rng(23);
    let (mut confirmed, mut long) = (0, 0);
    let shapes = [(5, 5, 4), (6, 6, 4), (6, 5, 4), (4, 4, 3), (5, 6, 5), (7, 7, 5), (9, 4, 4), (6, 6, 3), (8, 3, 5)];
    for index in 0..900 {
        let (width, height, in_a_row) = shapes[index % shapes.len()];
        let position = crowded(&empty(width, height, in_a_row), 16, &mut rng);
        let (Threats::Win(plies), _) = find(&position, position.side_to_move(), index % 3 > 0, 3_000) else { continue };
        let mut question = Question::new(Limits::depth(plies));
        question.limits.nodes = 60_000;
        let exact = search(&position, &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ());
        if exact.stopped_by == StoppedBy::Nodes {
            continue;
        }
        let so = exact.score > Score::ZERO && exact.score.plies().is_some_and(|least| least <= plies);
        assert!(so, "{}: {plies} plies are claimed, {:?} found", position.state(), exact.score);
        confirmed += 1;
        long += u32::from(plies > 3);
    }
    assert!(confirmed > 200 && long > 40, "{confirmed}, {long} of them longer than an open four");
}

/// Follows the line of a win by fours: every other reply lets a row be completed at once.
#[test]
fn the_line_of_a_win_is_legal_and_ends_in_a_row_whatever_is_replied() {
    let mut rng = Rng(24);
    let (mut fours, mut others) = (0, 0);
    for index in 0..800 {
        let board = [empty(15, 15, 5), empty(9, 9, 5), empty(8, 8, 4), empty(19, 19, 6)][index % 4].clone();
        let root = crowded(&board, 40, &mut rng);
        let side = root.side_to_move();
        let thorough = index % 3 == 0;
        let (Threats::Win(plies), line) = find(&root, side, thorough, 4_000) else { continue };
        assert_eq!(line.len(), plies as usize, "{}", root.state());
        let mut position = root.clone();
        for mv in &line {
            assert!(proofs::moves(&position).contains(mv), "{}", root.state());
            if position.side_to_move() != side {
                for reply in proofs::moves(&position).into_iter().filter(|reply| reply != mv) {
                    let next = position.after(reply);
                    assert_eq!(next.outcome(), None, "{} {}", root.state(), root.move_text(reply));
                    let (found, _) = find(&next, side, thorough, 20_000);
                    let Threats::Win(left) = found else {
                        panic!("{}: {} is an answer", position.state(), root.move_text(reply))
                    };
                    assert!(thorough || left == 1, "{}", position.state());
                }
            }
            position.play_unchecked(*mv);
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(side)), "{}", root.state());
        *(if thorough { &mut others } else { &mut fours }) += u32::from(plies > 3);
    }
    assert!(fours > 10 && others > 10, "{fours} by fours, {others} by threes too");
}

#[test]
fn wins_by_threats_lead_the_answer_with_their_whole_line() {
    // A stone that makes two open threes at once.
    let position = Gomoku::parse("15/15/15/3O11/15/8X6/8X6/5XX8/15/8O6/11O3/15/3O11/15/15 X 5");
    let position = position.unwrap_or_else(|error| panic!("{error:?}"));
    let mut question = Question::new(Limits::depth(1));
    question.algorithm = Algorithm::Selective;
    let answer = search(&position, &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ());
    let plies = answer.score.plies().expect("it is won");
    assert!(answer.score > Score::ZERO && answer.proven && answer.stopped_by == StoppedBy::Solved, "{answer:?}");
    assert_eq!(answer.lines[0].pv.len(), plies as usize);
    let end = answer.lines[0].pv.iter().fold(position.clone(), |position, mv| position.after(*mv));
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
    question.techniques = question.techniques.without(Technique::Threats);
    let without = search(&position, &question, &mut Table::new(1 << 20), &Stop::default(), &mut |_| ());
    assert_eq!((without.proven, without.lines[0].pv.len()), (false, 1));
}

#[test]
fn what_is_said_to_be_a_complete_list_leaves_out_only_what_loses_soon() {
    let mut rng = Rng(25);
    let mut forced = 0;
    for index in 0..600 {
        let board = [empty(7, 7, 5), empty(6, 6, 4), empty(8, 5, 4)][index % 3].clone();
        let position =
            if index % 2 == 0 { crowded(&board, 14, &mut rng) } else { random_position(&board, 14, &mut rng) };
        let mut moves = Vec::new();
        let complete = position.push_candidates(&mut moves);
        let legal = proofs::moves(&position);
        assert!(moves.iter().all(|mv| legal.contains(mv)), "{}", position.state());
        if !complete {
            continue;
        }
        forced += 1;
        let value = |mv: &Square| -proofs::analyse(&position.after(*mv), Algorithm::AlphaBeta, 3).score;
        let best = moves.iter().map(value).max().expect("a complete list has moves");
        for mv in legal.iter().filter(|mv| !moves.contains(mv)) {
            let left = value(mv);
            let loses = left.is_proven() && left < Score::ZERO;
            let is_won = best.is_proven() && best > Score::ZERO && best >= left;
            assert!(loses || is_won, "{} {}", position.state(), position.move_text(*mv));
        }
    }
    assert!(forced > 60, "{forced}");
}
