//! Learning: logistic regression of the games' results and of the scores of their searches.

use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::tools::LEARNERS;
use plyd_games::tools::network::encoded;

use super::record::{self, Record};
use super::trainer::{self, Example, Loss, Network, probability};
use crate::chunks::{self, mean};

/// Options of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: String,
    /// Folders of chunks
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// File for the network; by default the game's
    #[arg(long)]
    output: Option<PathBuf>,
    /// Passes over all positions
    #[arg(long, default_value_t = 8)]
    passes: u32,
    /// Weight of the game's result in the target; the rest is the search's score
    #[arg(long, default_value_t = 0.3)]
    result: f32,
    /// Largest step size
    #[arg(long, default_value_t = 0.1)]
    step: f32,
    /// How far a vector has to be seen before it moves much
    #[arg(long, default_value_t = 50.0)]
    reserve: f32,
}

/// Learns, and writes the weights.
///
/// # Errors
/// If there is no such network, or a file cannot be read or written.
pub(crate) fn learn(options: &Options) -> io::Result<()> {
    let learner = LEARNERS.iter().find(|learner| learner.game == options.game);
    let learner = learner.ok_or_else(|| io::Error::other(format!("{} has no small network", options.game)))?;
    let (mut examples, mut held_out) = chunks::split_all(&options.folders, record::read)?;
    for records in [&mut examples, &mut held_out] {
        records.retain(|record| (learner.see)(&record.state).is_some());
    }
    let unit = best_unit(&examples, |record| record.score as f32);
    let target = |record: &Record| {
        options.result * record.points as f32 + (1.0 - options.result) * probability(record.score as f32 / unit)
    };
    let example = |record: &Record| {
        let seen = (learner.see)(&record.state)?;
        let prior = seen.prior as f32 / learner.unit as f32;
        Some(Example { seen, prior, target: target(record) })
    };
    eprintln!("{} positions, {} held out; a logit is {unit} of the search's score", examples.len(), held_out.len());
    let prior = best_unit(&examples, |record| (learner.see)(&record.state).map_or(0.0, |seen| seen.prior as f32));
    eprintln!("and {prior} of the value by hand; the network's unit is {}", learner.unit);
    let report = |network: &Network, name: &str, loss: f64| {
        let of = |value: &dyn Fn(&Example) -> f32, target: &dyn Fn(&Record) -> f32| {
            let loss = |record| Some(Loss::Logistic.of(value(&example(record)?), target(record)).0);
            mean(held_out.iter().filter_map(loss))
        };
        let (prior, whole) = (|it: &Example| it.prior, |it: &Example| it.prior + network.output(&it.seen));
        let points = |record: &Record| record.points as f32;
        eprintln!(
            "{name}: {loss:.5}; held out: targets {:.5}, {:.5} by hand, results {:.5}, {:.5} by hand",
            of(&whole, &target),
            of(&prior, &target),
            of(&whole, &points),
            of(&prior, &points),
        );
    };
    let how =
        trainer::Options { loss: Loss::Logistic, passes: options.passes, step: options.step, reserve: options.reserve };
    let images: Vec<u32> = (0..learner.vectors as u32).collect();
    let mut network = Network::new(images.clone(), learner.constant.clone(), learner.stages, how);
    network.train(&mut examples, example, |network, pass, loss| report(network, &format!("pass {pass}"), loss));
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from(learner.path));
    crate::write(&output, encoded(&network.finished(), &images, 1))
}

/// What of this value is a logit, so that it predicts the results best.
fn best_unit(examples: &[Record], value: impl Fn(&Record) -> f32) -> f32 {
    let few: Vec<(f32, f32)> =
        examples.iter().step_by(20).map(|record| (value(record), record.points as f32)).collect();
    let loss = |unit: f32| mean(few.iter().map(|(value, points)| Loss::Logistic.of(value / unit, *points).0));
    let units = (1..200).map(|unit| 10.0 * unit as f32);
    units.min_by(|one, two| loss(*one).total_cmp(&loss(*two))).expect("there are units")
}
