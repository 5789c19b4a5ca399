//! `plyd-tools curves`: the curves from scores to expected results, fitted to games of plyd against itself.

use std::io;

use clap::Args;
use plyd_games::catalogue::Game;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Engine, Score};

use crate::chunks::mean;
use crate::measured::{self, Measured};
use crate::self_play::{Draws, QuickGame, Searched, opening};

/// Options of `curves`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id; every game if not given
    game: Option<String>,
    /// Number of games for each
    #[arg(long, default_value_t = 400)]
    games: u32,
    /// Nodes for each move
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Write the curves to the games' file
    #[arg(long)]
    write: bool,
}

/// A game begins with at least `MIN_OPENING_PLIES` random plies, and with fewer than `MORE_OPENING_PLIES` further ones.
const MIN_OPENING_PLIES: u64 = 2;
const MORE_OPENING_PLIES: u64 = 7;
/// A game that lasts longer is left out.
const PLIES_MAX: usize = 600;
const TABLE_BYTES: usize = 16 << 20;
/// The games are divided into this many parts. Each is left out once, to see how much the scale depends on it.
const PARTS: usize = 20;

/// A searched position: the score for its side to move, and the points that this side got in the end.
struct Example {
    score: Score,
    points: f64,
}

/// Prints the line of each game's curve, and writes them all if asked.
///
/// # Errors
/// If there is no such game, or the file cannot be written.
pub(crate) fn fit(options: &Options) -> io::Result<()> {
    let games = crate::chosen(options.game.as_deref())?;
    let mut measured = Vec::new();
    for game in games {
        let mut engine = Engine::new(TABLE_BYTES);
        let played: Vec<Vec<Example>> =
            (0..options.games).map(|number| play(game, options.nodes, number, &mut engine)).collect();
        let all = || played.iter().flatten();
        if all().next().is_none() {
            println!("{}: every score is proven", game.id);
            continue;
        }
        let scale = scale(&all());
        let parts: Vec<f64> = (0..PARTS)
            .map(|left_out| {
                let kept = played.iter().enumerate().filter(|(number, _)| number % PARTS != left_out);
                self::scale(&kept.flat_map(|(_, game)| game))
            })
            .collect();
        let mean = parts.iter().sum::<f64>() / PARTS as f64;
        let variance = parts.iter().map(|part| (part - mean).powi(2)).sum::<f64>() * (1.0 - 1.0 / PARTS as f64);
        println!(
            "{}: ExpectedScore::fitted({scale:.1}, {:.1}, {}, {}) from {} positions, squared error {:.3}",
            game.id,
            variance.sqrt(),
            options.games,
            options.nodes,
            all().count(),
            squared_error(all(), scale),
        );
        let tenths = |number: f64| (10.0 * number).round() / 10.0;
        let curve = ExpectedScore::fitted(tenths(scale), tenths(variance.sqrt()), options.games, options.nodes);
        measured.push(Measured { id: game.id, curve: Some(curve), mean_losses: None });
    }
    if options.write { measured::write(&measured) } else { Ok(()) }
}

/// The heuristic scores in a game, until a search proves its result.
fn play(game: &Game, nodes: u64, number: u32, engine: &mut Engine) -> Vec<Example> {
    let mut draws = Draws::of_game(0, u64::from(number));
    let start = opening(game, MIN_OPENING_PLIES + draws.below(MORE_OPENING_PLIES), &mut draws);
    let Some(played) = QuickGame::play(game, start, nodes, PLIES_MAX, engine, |_| false) else { return Vec::new() };
    let example = |Searched { position, score, .. }: &Searched| {
        Some(Example { score: *score, points: played.points(position.side_to_move()?) })
    };
    played.searched.iter().filter_map(example).collect()
}

/// The scale with the smallest squared error, by golden-section search in its logarithm. The error is bounded, so a few
/// games that were won from a lost position do not dominate it.
fn scale<'a>(examples: &(impl Iterator<Item = &'a Example> + Clone)) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.1_f64.ln(), 1e5_f64.ln());
    while high - low > 1e-4 {
        let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)];
        let error = |logarithm: f64| squared_error(examples.clone(), logarithm.exp());
        if error(left) < error(right) { high = right } else { low = left }
    }
    f64::midpoint(low, high).exp()
}

/// The mean squared error of the expected results with this scale.
fn squared_error<'a>(examples: impl Iterator<Item = &'a Example>, scale: f64) -> f64 {
    let curve = ExpectedScore { scale, fit: None };
    mean(examples.map(|example| (curve.of(example.score, false) - example.points).powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_scores_that_keep_their_promise_is_found() {
        // With a score equal to the scale, 731 of a thousand games are won, and with twice the scale 881.
        let examples: Vec<Example> = [(30, 731), (60, 881), (-30, 269), (0, 500)]
            .into_iter()
            .flat_map(|(score, won)| {
                let score = Score::heuristic(score);
                (0..1000).map(move |game| Example { score, points: f64::from(u8::from(game < won)) })
            })
            .collect();
        let found = scale(&examples.iter());
        assert!((found - 30.0).abs() < 0.5, "{found}");
    }
}
