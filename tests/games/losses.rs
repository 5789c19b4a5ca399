//! Levels lose what they are said to lose: no careless move exceeds the slack, and the mean loss is the published one.

use std::time::Instant;

use super::levels::{CAPS, Extent, after, ask_level, games, name, safe_moves, starts};
use crate::common::Rng;
use crate::common::catalogue::{answer, answer_to, question, random_positions_from};
use plyd::catalogue::{AnyPosition, Game, Question};
use plyd::operations;
use plyd::search::{Algorithm, Score};
use plyd::wire::{SearchRequest, from_query};
use serde_json::Value;

#[test]
fn no_move_loses_more_than_the_slack_against_the_best_of_a_full_search() {
    slack_is_kept(Extent::Sample);
}

/// Searches two plies exactly, with and without the level's handicap. A deeper search would take too long, because it
/// has to value every root move.
pub(super) fn slack_is_kept(extent: Extent) {
    // If every score is proven, levels give nothing away.
    for game in fitted() {
        let levels = game.about.levels.unwrap();
        let mut lost = 0;
        let positions = random_positions_from(starts(game), game, 77, 36);
        for (index, position) in positions.iter().enumerate() {
            let number = 1 + (index % if extent == Extent::Full { 6 } else { 4 }) as u8;
            let safe = safe_moves(&**position);
            let sifted = number >= 3 && !safe.is_empty();
            let full = Question {
                closed_forms: false,
                search_moves: sifted.then(|| position.find_moves(&safe).unwrap()),
                multi_pv: 500,
                ..question(Algorithm::AlphaBeta, 2)
            };
            let handicap = levels.handicap(number, index as u64, game.about.expected_score);
            let weak = answer(position.duplicate(), Question { handicap, ..full.clone() });
            if weak["book"] == true {
                continue; // Drawn from openings that a deeper search has found.
            }
            let full = answer(position.duplicate(), full);
            let lines = full["lines"].as_array().unwrap();
            let context = format!("{} level {number}: {}", game.id, position.state());
            let same = lines.iter().find(|line| line["move"] == weak["move"]).expect(&context);
            assert_eq!(same["score"]["value"], weak["score"]["value"], "{context}");
            // A proven score without a distance, such as a margin, counts as an estimate here, as it does for a level.
            let promised = |answer: &Value| promised(game, answer, !answer["score"]["plies"].is_null());
            let loss = promised(&full) - promised(&weak);
            assert!((0.0..=handicap.unwrap().slack + 1e-9).contains(&loss), "{context}: {loss}");
            lost += i32::from(loss > 0.0);
        }
        assert!(lost > 0, "{}: no level ever gives anything away", game.id);
    }
}

#[test]
fn mean_losses_fall_from_level_to_level() {
    for game in games() {
        let levels = game.about.levels.unwrap();
        assert!(levels.mean_losses.is_sorted_by(|weaker, stronger| weaker >= stronger), "{}", game.id);
        if let [weakest, .., strongest] = levels.mean_losses {
            assert_eq!(levels.mean_losses.len(), levels.each.len(), "{}", game.id);
            assert!(weakest > strongest, "{}", game.id);
        }
    }
}

#[test]
fn moves_lose_about_what_is_published() {
    moves_lose_as_published(Extent::Sample);
}

/// Compares the published losses with a sample of moves from a level's games against itself, judged by short searches.
/// The sample of a single game is small, and rare losses may be missing from it, so the bound for the mean of all games
/// is tighter.
pub(super) fn moves_lose_as_published(extent: Extent) {
    for level in [1, 5] {
        let (mut apart, mut variance) = (0.0, 0.0);
        for game in fitted() {
            let Some(published) = game.about.levels.unwrap().mean_losses.get(usize::from(level) - 1) else { continue };
            let losses = losses(game, level, extent.of(80));
            let count = losses.len() as f64;
            let mean = losses.iter().sum::<f64>() / count;
            // The variance of a mean.
            let own = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (count - 1.0) / count;
            let bound = 3.0 * own.sqrt() + 0.08;
            let context = format!("{} level {level}: {mean:.3}, published {published}", game.id);
            assert!((mean - published).abs() <= bound, "{context}, at most {bound:.3} apart");
            apart += mean - published;
            variance += own;
        }
        let count = fitted().filter(|game| !game.about.levels.unwrap().mean_losses.is_empty()).count() as f64;
        let (apart, bound) = (apart / count, 3.0 * variance.sqrt() / count + 0.02);
        assert!(apart.abs() <= bound, "level {level}: {apart:.3} apart in the mean of the games, at most {bound:.3}");
    }
}

/// Games whose scores have an expected score.
fn fitted() -> impl Iterator<Item = &'static Game> {
    games().filter(|game| game.about.expected_score.fit.is_some())
}

/// The losses, in expected score, of this many moves of a level in undecided positions.
fn losses(game: &Game, level: u8, wanted: usize) -> Vec<f64> {
    let mut losses = Vec::new();
    for seed in 0.. {
        let (mut rng, mut position) = (Rng(seed), game.start());
        for ply in 0..60 {
            if losses.len() == wanted {
                return losses;
            }
            let names = position.move_names();
            if names.is_empty() {
                break;
            }
            let mut played = names[rng.below(names.len())].clone();
            // After two random plies, one ply in seven is judged.
            if ply >= 2 {
                played = name(&ask_level(game, &*position, level, rng.below(1 << 30) as u64)).to_owned();
                if ply % 7 == 6 && names.len() > 1 {
                    losses.extend(loss(game, &*position, &played));
                }
            }
            position = after(&*position, &played);
        }
    }
    losses
}

/// The loss of a move compared with the best one; `None` if the game is decided.
fn loss(game: &Game, position: &dyn AnyPosition, mv: &str) -> Option<f64> {
    let promise = |search_moves| {
        let request: SearchRequest = from_query(game, "nodes=10000&warm=false").unwrap();
        let (question, echo) = operations::question(&request, game, &CAPS, Instant::now()).unwrap();
        let answer = answer_to(position.duplicate(), (Question { search_moves, ..question }, echo));
        promised(game, &answer, !answer["score"]["outcome"].is_null())
    };
    let best = promise(None);
    let undecided = (0.1..=0.9).contains(&best);
    undecided.then(|| (best - promise(Some(position.find_moves(&[mv.to_owned()]).unwrap()))).max(0.0))
}

/// The expected score of an answer.
fn promised(game: &Game, answer: &Value, proven: bool) -> f64 {
    let value = answer["score"]["value"].as_i64().unwrap() as i32;
    game.about.expected_score.of(Score::heuristic(value), proven)
}
