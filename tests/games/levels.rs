//! Guarantees that every level of every game gives.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::time::Instant;

use super::losses;
use crate::common::Rng;
use crate::common::catalogue::{answer, answer_to, describe, question, random_positions};
use plyd::catalogue::{AnyPosition, Game};
use plyd::games::CATALOGUE;
use plyd::level::Levels;
use plyd::notation::ScoreKind;
use plyd::operations;
use plyd::search::Algorithm;
use plyd::wire::{Caps, SearchRequest, from_query};
use serde_json::Value;

pub(super) const CAPS: Caps = Caps::new(u64::MAX, 86_400_000);

/// Longer random games are left out, because a random mover does not finish a heap of a billion bones.
const LONG: usize = 1_000;

/// The states that random games start from. Gomoku's boards are small, so that each move can be tried with all replies.
pub(super) fn starts(game: &'static Game) -> &'static [&'static str] {
    match game.id {
        "gomoku" => &["3/3/3 X 3", "5/5/5/5/5 X 4", "6/6/6/6/6/6 X 4"],
        _ => game.about.state_examples,
    }
}

/// How much is tested. At the highest levels a move takes a million nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Sample,
    Full,
}

impl Extent {
    /// The share of `full` that is tested.
    pub(super) fn of(self, full: usize) -> usize {
        if self == Self::Full { full } else { full.div_ceil(4) }
    }

    /// The highest level that is tested.
    fn highest(self) -> u8 {
        if self == Self::Full { 10 } else { 6 }
    }
}

/// Games with levels.
pub(super) fn games() -> impl Iterator<Item = &'static Game> {
    CATALOGUE.iter().filter(|game| game.about.levels.is_some())
}

/// The answer to a request written as a query.
fn ask(game: &Game, position: &dyn AnyPosition, query: &str) -> Value {
    let request: SearchRequest = from_query(game, query).unwrap();
    answer_to(position.duplicate(), operations::question(&request, game, &CAPS, Instant::now()).unwrap())
}

pub(super) fn ask_level(game: &Game, position: &dyn AnyPosition, level: u8, seed: u64) -> Value {
    ask(game, position, &format!("level={level}&seed={seed}"))
}

pub(super) fn name(answer: &Value) -> &str {
    answer["move"].as_str().unwrap()
}

pub(super) fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    let mut next = position.duplicate();
    next.play_named(mv).unwrap();
    next
}

/// The moves that win in one ply.
fn wins_at_once(position: &dyn AnyPosition) -> Vec<String> {
    let side = position.side_to_move();
    let wins = |mv: &String| side.is_some() && after(position, mv).winner() == side;
    position.move_names().into_iter().filter(wins).collect()
}

/// The moves that neither lose immediately nor let the opponent win immediately.
pub(super) fn safe_moves(position: &dyn AnyPosition) -> Vec<String> {
    let own = position.side_to_move();
    let is_safe = |mv: &String| {
        let next = after(position, mv);
        // In some games the loser makes the last move.
        let is_lost = next.winner().is_some_and(|winner| Some(winner) != own);
        !is_lost && (next.side_to_move() == own || wins_at_once(&*next).is_empty())
    };
    position.move_names().into_iter().filter(is_safe).collect()
}

/// Number of empty cells, in a game that fills a board.
fn plies_left(position: &dyn AnyPosition) -> usize {
    let board = describe(position)["board"].take();
    board.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).filter(|cell| cell.is_null()).count()
}

/// Positions from won random games, this many plies before the end. The games begin at the examples in turn.
fn before_the_end(game: &'static Game, plies: usize, wanted: usize) -> Vec<Box<dyn AnyPosition>> {
    let mut found = Vec::new();
    for (seed, state) in (0..400).zip(starts(game).iter().cycle()) {
        let mut rng = Rng(seed);
        let mut met = vec![game.parse(state).unwrap()];
        while met.last().unwrap().side_to_move().is_some() && met.len() < LONG {
            let position = met.last().unwrap();
            let moves = position.move_names();
            met.push(after(&**position, &moves[rng.below(moves.len())]));
        }
        if met.last().unwrap().winner().is_some() && met.len() > plies {
            found.push(met.swap_remove(met.len() - 1 - plies));
        }
        if found.len() == wanted {
            break;
        }
    }
    found
}

#[test]
fn every_game_but_the_tree_has_ten_levels_within_its_limits() {
    for game in CATALOGUE {
        let Some(levels) = game.about.levels else {
            assert_eq!(game.id, "tree");
            continue;
        };
        assert_eq!((levels.get(0), levels.get(11)), (None, None));
        assert!(levels.each.iter().all(|level| (1..=game.about.max_depth).contains(&level.depth)), "{}", game.id);
        assert!(levels.each.is_sorted_by_key(|level| level.depth), "{}", game.id);
        assert_eq!(levels.each[Levels::COUNT - 1].careless, 0.0, "{}: the last is full strength", game.id);
        let shares = levels.each.iter().flat_map(|level| [level.careless, level.slack]);
        assert!(shares.into_iter().all(|share| (0.0..=1.0).contains(&share)), "{}", game.id);
    }
}

#[test]
fn a_level_answers_one_legal_line_and_the_same_again() {
    answers_again(Extent::Sample);
}

fn answers_again(extent: Extent) {
    for game in games() {
        for (position, level) in
            random_positions(game, 5, extent.of(20)).iter().zip((1..=extent.highest().min(8)).cycle())
        {
            let answer = ask_level(game, &**position, level, 9);
            let context = format!("{} level {level}: {}", game.id, position.state());
            assert!(answer["depth"].as_u64() > Some(0), "{context}: the budget is too small to look at all");
            assert!(position.move_names().iter().any(|mv| mv == name(&answer)), "{context}");
            assert_eq!((&answer["level"], &answer["seed"]), (&level.into(), &9.into()));
            assert!(["level", "solved"].contains(&answer["stopped_by"].as_str().unwrap()), "{context}: {answer}");
            assert_eq!(answer["deterministic"], true);
            assert_eq!(answer["stats"]["minimax_nodes"], Value::Null);
            let [line] = &answer["lines"].as_array().unwrap()[..] else { panic!("{context}: {answer}") };
            assert_eq!((&line["move"], &line["score"]), (&answer["move"], &answer["score"]), "{context}");
            let again = ask_level(game, &**position, level, 9);
            assert_eq!((&again["lines"], &again["depth"]), (&answer["lines"], &answer["depth"]), "{context}");
        }
    }
}

#[test]
fn low_levels_draw_from_the_seed() {
    for game in games() {
        for level in 1..=2 {
            let moves: HashSet<String> =
                (0..40).map(|seed| name(&ask_level(game, &*game.start(), level, seed)).to_owned()).collect();
            assert!(moves.len() > 1, "{} level {level} always plays {moves:?}", game.id);
        }
    }
}

/// Row and column of a cell such as `c7`, from 0.
fn cell(name: &str) -> [i32; 2] {
    let (column, row) = name.split_at(1);
    [row.parse::<i32>().unwrap() - 1, i32::from(column.as_bytes()[0] - b'a')]
}

#[test]
fn no_level_plays_far_from_the_action() {
    for (id, size) in [("gomoku", 15), ("hex", 11)] {
        let game = CATALOGUE.find(id).ok().unwrap();
        for (level, seed) in (1..=8).flat_map(|level| [(level, 0), (level, 1)]) {
            let (mut position, mut stones): (_, Vec<[i32; 2]>) = (game.start(), Vec::new());
            for _ in 0..8 {
                let answer = ask_level(game, &*position, level, seed);
                let at = cell(name(&answer));
                let steps = |from: &[i32; 2]| (from[0] - at[0]).abs().max((from[1] - at[1]).abs());
                let near = stones.iter().map(steps).min().is_some_and(|steps| steps <= 3);
                // In Hex, a stone far from the others can be the best move, because it stops a chain or leads one to
                // the edge.
                let may_be_far = id == "hex" || stones.is_empty();
                let inside = at.iter().all(|it| (*it).min(size - 1 - it) >= 2);
                let context = format!("{id} level {level}: {} in {}", name(&answer), position.state());
                assert!(near || may_be_far && inside, "{context}");
                stones.push(at);
                position = after(&*position, name(&answer));
            }
        }
    }
}

#[test]
fn a_win_in_one_is_never_missed() {
    wins_are_taken(Extent::Sample);
}

fn wins_are_taken(extent: Extent) {
    for game in games() {
        let mut taken = 0;
        for (position, level) in before_the_end(game, 1, 40).iter().zip((1..=extent.highest()).cycle()) {
            let wins = wins_at_once(&**position);
            if wins.is_empty() {
                continue; // In Othello and Kalah the loser may make the last move.
            }
            let answer = ask_level(game, &**position, level, 3);
            assert!(wins.iter().any(|mv| mv == name(&answer)), "{} level {level}: {}", game.id, position.state());
            taken += 1;
        }
        // In antichess the loser always makes the last move.
        assert!(taken >= 12 || game.id == "antichess", "{}: only {taken} positions", game.id);
    }
}

#[test]
fn a_loss_in_one_is_never_walked_into_from_level_3_on() {
    losses_are_avoided(Extent::Sample);
}

fn losses_are_avoided(extent: Extent) {
    for game in games() {
        let mut avoided = 0;
        for position in before_the_end(game, 2, extent.of(120)) {
            let safe = safe_moves(&*position);
            if !wins_at_once(&*position).is_empty() || safe.is_empty() {
                continue;
            }
            let level = 3 + avoided % (extent.highest() - 2);
            let answer = ask_level(game, &*position, level, 3);
            assert!(safe.iter().any(|mv| mv == name(&answer)), "{} level {level}: {}", game.id, position.state());
            avoided += 1;
        }
        assert!(avoided >= 4, "{}: only {avoided} positions", game.id);
    }
}

#[test]
fn a_level_moves_where_no_candidate_is_safe() {
    let hex = CATALOGUE.find("hex").unwrap();
    for state in ["2XXO/2OO1/O3X/X4/4X O", "2XX1/1X1OO/3OX/1O1X1/O3X O", "3X1/XO3/O1XO1/1X2O/X2O1 X"] {
        let position = hex.parse(state).unwrap();
        for level in 3..=10 {
            let answer = ask_level(hex, &*position, level, 3);
            assert!(safe_moves(&*position).iter().any(|mv| mv == name(&answer)), "level {level}: {state}");
        }
    }
}

#[test]
fn a_proven_win_is_kept_and_comes_nearer_with_every_move() {
    wins_come_nearer(Extent::Sample);
}

fn wins_come_nearer(extent: Extent) {
    for game in games() {
        let mut kept = 0;
        let highest = extent.highest().clamp(7, 9);
        // Lower levels of Hex look two plies ahead, and those of shogi can lose sight of mates that go on without a check. At
        // every level, shogi's search for mates may then find a mate by checks that takes as long as the one promised.
        let is_shogi = matches!(game.id, "shogi" | "minishogi");
        let lowest = if is_shogi || game.id == "hex" { 9 } else { 5 };
        let nearer = if is_shogi { 0 } else { 2 };
        for (position, number) in before_the_end(game, 3, 200).into_iter().zip((lowest..=highest.max(lowest)).cycle()) {
            let (mut rng, mut position) = (Rng(1), position);
            let mut promised = None;
            while position.side_to_move().is_some() {
                let answer = ask_level(game, &*position, number, 5);
                let plies = answer["score"]["plies"].as_u64().filter(|_| answer["score"]["outcome"] == "win");
                if let Some(promised) = promised {
                    let context = format!("{} level {number}: {}", game.id, position.state());
                    assert!(
                        plies.is_some_and(|plies| plies + nearer <= promised),
                        "{context}: {plies:?} after {promised}"
                    );
                    kept += 1;
                }
                if plies.is_none() {
                    break;
                }
                promised = plies;
                position = after(&*position, name(&answer));
                let replies = position.move_names();
                if !replies.is_empty() {
                    position = after(&*position, &replies[rng.below(replies.len())]);
                }
            }
        }
        // Margins have no distance, and in gomoku only the highest levels prove wins in three plies.
        let may_be_none = game.about.score == ScoreKind::Margin || game.id == "gomoku" && extent == Extent::Sample;
        assert!(kept >= 2 || may_be_none, "{}: only {kept} wins had to be kept", game.id);
    }
}

/// The moves of level 10, which has no slack, for this many seeds; `None` if one of its searches ends without a proof.
fn proven_draws(game: &Game, position: &dyn AnyPosition, seeds: u64) -> Option<HashSet<String>> {
    let answers = (0..seeds).map(|seed| ask_level(game, position, 10, seed));
    answers.map(|answer| (answer["stopped_by"] == "solved").then(|| name(&answer).to_owned())).collect()
}

#[test]
fn a_level_without_slack_draws_among_all_moves_of_equal_proven_value() {
    equals_are_drawn(Extent::Sample);
}

fn equals_are_drawn(extent: Extent) {
    let tic_tac_toe = CATALOGUE.find("tic-tac-toe").unwrap();
    let openings = proven_draws(tic_tac_toe, &*tic_tac_toe.start(), 100).expect("nine plies are soon proved");
    assert_eq!(openings.len(), 9, "each of the nine openings draws, and {openings:?} alone are played");
    for (game, plies, least) in [("tic-tac-toe", 0, extent.of(10)), ("connect-four", 22, extent.of(4))] {
        let (game, mut proved) = (CATALOGUE.find(game).unwrap(), 0);
        for position in random_positions(game, 41, extent.of(160)) {
            let longest = game.about.max_depth as usize;
            if longest - plies_left(&*position) < plies {
                continue;
            }
            let Some(drawn) = proven_draws(game, &*position, 50) else { continue };
            let mut question = question(Algorithm::AlphaBeta, game.about.max_depth);
            question.multi_pv = 500;
            let full = answer(position.duplicate(), question);
            let best = |line: &&Value| line["score"] == full["score"];
            let equal: HashSet<String> =
                full["lines"].as_array().unwrap().iter().filter(best).map(|line| name(line).to_owned()).collect();
            assert_eq!(drawn, equal, "{}: {}", game.id, position.state());
            proved += usize::from(equal.len() > 1);
        }
        assert!(proved >= least, "{}: equals in only {proved} positions", game.id);
    }
}

/// Plays a won endgame against the strongest defence that a shallow search finds.
#[track_caller]
fn assert_finished(game: &str, state: &str, level: u8, defence: &str, most_plies: usize) {
    let game = CATALOGUE.find(game).unwrap();
    let mut position = game.parse(state).unwrap();
    let side = position.side_to_move();
    for _ in 0..most_plies {
        let Some(to_move) = position.side_to_move() else { break };
        let query = if Some(to_move) == side { format!("level={level}&seed=8") } else { defence.to_owned() };
        position = after(&*position, name(&ask(game, &*position, &query)));
    }
    assert!(position.side_to_move().is_none(), "{} level {level}: still at {}", game.id, position.state());
    assert_eq!(position.winner(), side, "{} level {level}: {}", game.id, position.state());
}

#[test]
fn won_endings_are_finished() {
    endings_are_finished(8..=8);
    for level in 4..=10 {
        // Two in a row with room on both sides; a heap that can be reduced to four.
        assert_finished("connect-four", "7/7/7/7/2OO3/2XX3 X", level, "depth=8", 5);
        assert_finished("bones", "6:3 max", level, "depth=1", 5);
    }
}

fn endings_are_finished(levels: RangeInclusive<u8>) {
    for level in levels {
        assert_finished("tic-tac-toe", "X../O../... X", level, "depth=9", 5);
        assert_finished("chess", "8/8/8/4k3/8/8/8/KQ6 w - - 0 1", level, "depth=4", 60);
        assert_finished("chess", "8/8/8/4k3/8/8/8/KR6 w - - 0 1", level, "depth=4", 90);
        assert_finished("checkers", "B:WK32:BK10,K14", level, "depth=6", 60);
    }
}

#[test]
#[ignore = "more of the same and the highest levels, minutes; run by .ci/nightly"]
fn all_of_it_holds_in_full() {
    answers_again(Extent::Full);
    wins_are_taken(Extent::Full);
    losses_are_avoided(Extent::Full);
    losses::slack_is_kept(Extent::Full);
    losses::moves_lose_as_published(Extent::Full);
    wins_come_nearer(Extent::Full);
    equals_are_drawn(Extent::Full);
    endings_are_finished(9..=10);
}
