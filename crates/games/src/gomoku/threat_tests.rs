//! Tests of the threat search: shapes by trying every stone, and wins confirmed by alpha-beta and by every reply.

use std::collections::BTreeSet;

use super::super::testing::{self, Rng, random_position, search};
use super::Gomoku;
use super::geometry::{Geometry, Rows, Rule, Square};
use super::shapes::{Shape, Shapes, Span};
use super::threats::Attack;
use crate::notation::Notation;
use plyd_search::hooks::{Candidates, Effort, ThreatSearch, Threats};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Algorithm, Engine, Limits, Question, Score, StoppedBy, Technique};

fn empty(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Geometry { width, height, in_a_row, rule: Rule::Free }, Side::First)
}

fn exactly(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Geometry { width, height, in_a_row, rule: Rule::Exactly }, Side::First)
}

/// A position with stones near each other, and without a winning row.
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

/// A span with a stone in its centre, square by square.
#[derive(Clone, Copy)]
struct Slow {
    row: u32,
    rows: Rows,
    own: u64,
    blocked: u64,
}

impl Slow {
    /// The number of squares next to the centre that matter.
    fn reach(self) -> u32 {
        self.row - u32::from(self.rows == Rows::AtLeast)
    }

    /// Whether a row goes through the centre.
    fn has_row(self) -> bool {
        let first = (0..=self.reach()).take_while(|steps| self.own >> (self.reach() - steps) & 1 != 0).count();
        let last = (0..=self.reach()).take_while(|steps| self.own >> (self.reach() + steps) & 1 != 0).count();
        let length = (first + last - 1) as u32;
        if self.rows == Rows::AtLeast { length >= self.row } else { length == self.row }
    }

    /// The positions after another stone.
    fn next(self) -> impl Iterator<Item = (u32, Self)> {
        let free = move |square: &u32| (self.own | self.blocked) >> square & 1 == 0;
        (0..2 * self.reach() + 1).filter(free).map(move |square| (square, Self { own: self.own | 1 << square, ..self }))
    }

    /// The squares that complete a row through the centre.
    fn completions(self) -> BTreeSet<u32> {
        self.next().filter(|(_, next)| next.has_row()).map(|(square, _)| square).collect()
    }

    fn four(self) -> Shape {
        match self.completions().len() {
            0 => Shape::Nothing,
            1 => Shape::Four,
            _ => Shape::OpenFour,
        }
    }

    fn shape(self) -> Shape {
        let next = self.next().map(|(_, next)| next.four()).max().unwrap_or(Shape::Nothing);
        match self.four() {
            _ if self.has_row() => Shape::Row,
            Shape::Nothing if next == Shape::OpenFour => Shape::Three,
            Shape::Nothing if next == Shape::Four => Shape::ClosedThree,
            shape => shape,
        }
    }
}

#[test]
fn shapes_are_what_trying_every_stone_finds() {
    let mut rng = Rng(21);
    for (row, rows) in (3..=9).flat_map(|row| [(row, Rows::AtLeast), (row, Rows::Exactly)]) {
        let shapes = Shapes::of(row as u8, rows);
        for _ in 0..20_000 {
            let slow = Slow { row, rows, own: 0, blocked: 0 };
            let (squares, centre) = (2 * slow.reach() + 1, 1_u64 << slow.reach());
            let own = rng.below(1 << squares) as u64 & !centre;
            let blocked = rng.below(1 << squares) as u64 & rng.below(1 << squares) as u64 & !own & !centre;
            let (span, slow) = (Span { own, blocked }, Slow { own: own | centre, blocked, ..slow });
            let found = shapes.of_span(span, slow.reach() as u8);
            let threats = |shape: Shape| if shape < Shape::ClosedThree { Shape::Nothing } else { shape };
            assert_eq!(threats(found), slow.shape(), "{rows:?} {row}: {own:b} {blocked:b}");
            if slow.shape().is_four() {
                let centred = |square| 1_u64 << (square + row - 1 - slow.reach());
                let bits = slow.completions().into_iter().fold(0_u64, |bits, square| bits | centred(square));
                assert_eq!(shapes.completions(span, slow.reach() as u8), bits, "{rows:?} {row}: {own:b} {blocked:b}");
            }
        }
    }
}

#[test]
fn a_win_by_threats_is_one_that_alpha_beta_finds_in_as_many_plies_at_most() {
    let mut rng = Rng(23);
    let (mut confirmed, mut long) = (0, 0);
    let shapes = [(5, 5, 4), (6, 6, 4), (6, 5, 4), (4, 4, 3), (5, 6, 5), (7, 7, 5), (9, 4, 4), (6, 6, 3), (8, 3, 5)];
    let mut confirmed_exact = 0;
    for index in 0..900 {
        let (width, height, in_a_row) = shapes[index / 2 % shapes.len()];
        let exact = index % 2 == 1;
        let board = if exact { exactly(width, height, in_a_row) } else { empty(width, height, in_a_row) };
        let position = crowded(&board, 16, &mut rng);
        let (Threats::Win(plies), _) = find(&position, position.side_to_move(), index % 3 > 0, 3_000) else { continue };
        let mut question = Question::new(Limits::depth(plies));
        question.limits.nodes = 60_000;
        let found = search(&position, &question, &mut Engine::new(1 << 20));
        if found.stopped_by == StoppedBy::Nodes {
            continue;
        }
        let so = found.score > Score::ZERO && found.score.plies().is_some_and(|least| least <= plies);
        assert!(so, "{}: {plies} plies are claimed, {:?} found", position.state(), found.score);
        confirmed += 1;
        confirmed_exact += u32::from(exact);
        long += u32::from(plies > 3);
    }
    assert!(confirmed - confirmed_exact > 100 && confirmed_exact > 100, "{confirmed}, {confirmed_exact} by exact rows");
    assert!(long > 40, "{long} of them longer than an open four");
}

/// Follows the line of a win by fours. Every other reply has to lose immediately.
#[test]
fn the_line_of_a_win_is_legal_and_ends_in_a_row_whatever_is_replied() {
    let mut rng = Rng(24);
    let (mut fours, mut others) = (0, 0);
    for index in 0..480 {
        let boards = [
            empty(15, 15, 5),
            empty(9, 9, 5),
            empty(8, 8, 4),
            empty(20, 20, 6),
            exactly(15, 15, 5),
            exactly(9, 9, 4),
            exactly(8, 8, 4),
            exactly(20, 20, 6),
        ];
        let board = boards[index % boards.len()].clone();
        let root = crowded(&board, 40, &mut rng);
        let side = root.side_to_move();
        let thorough = index % 3 == 0;
        let (Threats::Win(plies), line) = find(&root, side, thorough, 4_000) else { continue };
        assert_eq!(line.len(), plies as usize, "{}", root.state());
        let mut position = root.clone();
        for mv in &line {
            assert!(testing::moves(&position).contains(mv), "{}", root.state());
            if position.side_to_move() != side {
                for reply in testing::moves(&position).into_iter().filter(|reply| reply != mv) {
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
    assert!(fours > 5 && others > 5, "{fours} by fours, {others} by threes too");
}

#[test]
fn wins_by_threats_lead_the_answer_with_their_whole_line() {
    // A stone that makes a double three.
    let position = Gomoku::parse("15/15/15/3O11/15/8X6/8X6/5XX8/15/8O6/11O3/15/3O11/15/15 X 5");
    let position = position.unwrap_or_else(|error| panic!("{error:?}"));
    let mut question = Question::new(Limits::depth(1));
    question.algorithm = Algorithm::Selective;
    let answer = search(&position, &question, &mut Engine::new(1 << 20));
    let plies = answer.score.plies().expect("it is won");
    assert!(answer.score > Score::ZERO && answer.proven && answer.stopped_by == StoppedBy::Solved, "{answer:?}");
    assert_eq!(answer.lines[0].pv.len(), plies as usize);
    let end = answer.lines[0].pv.iter().fold(position.clone(), |position, mv| position.after(*mv));
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
    question.techniques = question.techniques.without(Technique::Threats);
    let without = search(&position, &question, &mut Engine::new(1 << 20));
    assert_eq!((without.proven, without.lines[0].pv.len()), (false, 1));
}

#[test]
fn complete_lists_leave_out_only_moves_that_lose_soon() {
    assert_complete_lists(200);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn many_complete_lists_leave_out_only_moves_that_lose_soon() {
    assert_complete_lists(1200);
}

fn assert_complete_lists(positions: usize) {
    let mut rng = Rng(25);
    let mut forced = 0;
    for index in 0..positions {
        let boards =
            [empty(7, 7, 5), empty(6, 6, 4), empty(8, 5, 4), exactly(7, 7, 5), exactly(6, 6, 4), exactly(8, 5, 4)];
        let board = boards[index % boards.len()].clone();
        let position =
            if index % 2 == 0 { crowded(&board, 14, &mut rng) } else { random_position(&board, 14, &mut rng) };
        let mut moves = Vec::new();
        let candidates = position.push_candidates(&mut moves);
        let legal = testing::moves(&position);
        assert!(moves.iter().all(|mv| legal.contains(mv)), "{}", position.state());
        if candidates == Candidates::Partial {
            continue;
        }
        forced += 1;
        let value = |mv: &Square| -testing::analyse(&position.after(*mv), Algorithm::AlphaBeta, 3).score;
        let best = moves.iter().map(value).max().expect("a complete list has moves");
        for mv in legal.iter().filter(|mv| !moves.contains(mv)) {
            let left = value(mv);
            let loses = left.is_proven() && left < Score::ZERO;
            let is_won = best.is_proven() && best > Score::ZERO && best >= left;
            assert!(loses || is_won, "{} {}", position.state(), position.move_text(*mv));
        }
    }
    assert!(forced > positions / 10, "{forced}");
}
