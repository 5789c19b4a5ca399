//! Learning what the surroundings of moves are worth: softmax regression of the moves that were played (Adagrad; Duchi,
//! Hazan and Singer 2011).

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::POLICIES;
use plyd_games::tools::network::{Choice, encoded_patterns};

use super::record::{self, Record};
use crate::chunks::{self, mean};

/// The largest step size. It shrinks in the second half.
const STEP: f32 = 0.3;
/// The initial sum of squared gradients of every weight. It keeps those of rarely seen patterns from moving much.
const RESERVE: f32 = 20.0;
/// Gradients below this are left out.
const NEGLIGIBLE: f32 = 1e-4;

/// Options of `policy`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: String,
    /// Folders of chunks
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// File for the weights; by default the game's
    #[arg(long)]
    output: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 3)]
    passes: u32,
}

/// Learns, and writes the weights.
///
/// # Errors
/// If the game has no such weights, or a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let learner = POLICIES.iter().find(|learner| learner.game == options.game);
    let learner = learner.ok_or_else(|| io::Error::other(format!("{} has no weights of patterns", options.game)))?;
    let (mut records, held_out) = chunks::split_all(&options.folders, record::read)?;
    let see = |record: &Record| (learner.see)(&record.state, &record.mv);
    let mut policy = Policy { weights: vec![0.0; learner.patterns], squares: vec![RESERVE; learner.patterns] };
    let report = |policy: &Policy, name: &str| {
        let losses = held_out.iter().filter_map(|record| Some(policy.loss(&see(record)?)));
        let (losses, best): (Vec<f32>, Vec<f32>) = losses.map(|(loss, best)| (loss, f32::from(u8::from(best)))).unzip();
        let (loss, best) = (mean(losses.into_iter()), mean(best.into_iter()));
        eprintln!("{name}: held out {loss:.4}; the move played comes first in {:.1} %", 100.0 * best);
    };
    eprintln!("{} positions, {} held out", records.len(), held_out.len());
    report(&policy, "by hand");
    for pass in 0..options.passes {
        chunks::shuffle(&mut records, u64::from(pass));
        for (number, record) in records.iter().enumerate() {
            let done = (pass as f32 + number as f32 / records.len() as f32) / options.passes as f32;
            let share = 0.02 + 0.98 * (2.0 - 2.0 * done).min(1.0);
            if let Some(choice) = see(record) {
                policy.learn(&choice, share * STEP);
            }
        }
        report(&policy, &format!("pass {pass}"));
    }
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from(learner.path));
    crate::write(&output, encoded_patterns(&policy.weights))
}

/// The weights in logits, and the sum of squared gradients of each.
struct Policy {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Policy {
    /// The probability of each move.
    fn probabilities(&self, choice: &Choice) -> Vec<f32> {
        let logit = |(patterns, by_hand): &(Vec<u32>, f32)| {
            by_hand + patterns.iter().map(|pattern| self.weights[*pattern as usize]).sum::<f32>()
        };
        let logits: Vec<f32> = choice.moves.iter().map(logit).collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let weights: Vec<f32> = logits.into_iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// The cross-entropy, and whether no move is likelier than the one that was played.
    fn loss(&self, choice: &Choice) -> (f32, bool) {
        let probabilities = self.probabilities(choice);
        let played = probabilities[choice.played];
        (-played.max(f32::MIN_POSITIVE).ln(), probabilities.into_iter().all(|other| other <= played))
    }

    /// One step of gradient descent.
    fn learn(&mut self, choice: &Choice, step: f32) {
        let probabilities = self.probabilities(choice);
        for (number, (patterns, _)) in choice.moves.iter().enumerate() {
            let gradient = probabilities[number] - f32::from(u8::from(number == choice.played));
            if gradient.abs() < NEGLIGIBLE {
                continue;
            }
            for pattern in patterns {
                let (weight, squares) = (&mut self.weights[*pattern as usize], &mut self.squares[*pattern as usize]);
                *squares += gradient * gradient;
                *weight -= step * gradient / squares.sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two moves, the one with pattern 1 is played three times out of four.
    #[test]
    fn it_learns_how_often_a_pattern_is_chosen() {
        let mut policy = Policy { weights: vec![0.0; 3], squares: vec![1.0; 3] };
        let choice = |played| Choice { moves: vec![(vec![0, 1], 0.0), (vec![0, 2], 0.0)], played };
        for number in 0..20_000 {
            policy.learn(&choice(usize::from(number % 4 == 0)), 0.1);
        }
        let first = policy.probabilities(&choice(0))[0];
        assert!((first - 0.75).abs() < 0.05, "{first}");
        assert!(policy.loss(&choice(0)).1 && !policy.loss(&choice(1)).1);
    }
}
