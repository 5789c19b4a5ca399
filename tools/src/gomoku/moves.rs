//! Scores of moves: multinomial logistic regression of the searches' choices among all squares with a shape.

use plyd_games::tools::gomoku::{self as learning, PAIRS};

use super::record::Record;
use super::solve::solve;
use crate::chunks::mean;

/// The score of one logit.
const UNIT: f64 = 200.0;
/// Strength of the regularisation towards the scores in use.
const NEAR: f64 = 1.0;
/// Steps until convergence, and the largest change of a logit in one step.
const STEPS: usize = 6;
const LONGEST_STEP: f64 = 2.0;

/// A choice: the number of squares for each pair of classes, and the pair that was chosen.
struct Choice {
    counts: Vec<(usize, f64)>,
    chosen: usize,
}

impl Choice {
    fn of(record: &Record) -> Option<Self> {
        let position = learning::position(&record.stones);
        let chosen = learning::pair(&position, learning::square(record.best));
        let counts = learning::square_counts(&position).into_iter().map(|(pair, count)| (pair, f64::from(count)));
        (learning::has_choice(&position) && chosen > 0).then(|| Self { counts: counts.collect(), chosen })
    }

    /// The probability that each pair is chosen.
    fn probabilities(&self, logits: &[f64]) -> Vec<(usize, f64)> {
        let largest = self.counts.iter().map(|(pair, _)| logits[*pair]).fold(f64::MIN, f64::max);
        let weight = |(pair, count): &(usize, f64)| (*pair, count * (logits[*pair] - largest).exp());
        let weights: Vec<(usize, f64)> = self.counts.iter().map(weight).collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.into_iter().map(|(pair, weight)| (pair, weight / sum)).collect()
    }

    fn loss(&self, logits: &[f64]) -> f64 {
        let chosen = self.probabilities(logits).into_iter().find(|(pair, _)| *pair == self.chosen);
        -chosen.map_or(f64::MIN_POSITIVE, |(_, probability)| probability.max(f64::MIN_POSITIVE)).ln()
    }
}

/// The scores that these records lead to.
pub(crate) fn learn(records: &[Record], held_out: &[Record]) -> Vec<u16> {
    let choices: Vec<Choice> = records.iter().filter_map(Choice::of).collect();
    let held_out: Vec<Choice> = held_out.iter().filter_map(Choice::of).collect();
    let said = |logits: &[f64]| mean(held_out.iter().map(|choice| choice.loss(logits)));
    let old: Vec<f64> = learning::move_scores().into_iter().map(|score| f64::from(score) / UNIT).collect();
    eprintln!("{} choices, {} held out: {:.5}", choices.len(), held_out.len(), said(&old));
    let mut logits = old.clone();
    for _ in 0..STEPS {
        logits = newton_step(&logits, &old, &choices);
        eprintln!("held out {:.5}", said(&logits));
    }
    scores(&logits)
}

/// Converts logits to scores. The smallest is 1, because 0 is for the first pair, which has no shape.
fn scores(logits: &[f64]) -> Vec<u16> {
    let least = logits[1..].iter().copied().fold(f64::MAX, f64::min);
    let score = |logit: &f64| 1 + (UNIT * (logit - least)).round() as u16;
    std::iter::once(0).chain(logits[1..].iter().map(score)).collect()
}

fn newton_step(logits: &[f64], old: &[f64], choices: &[Choice]) -> Vec<f64> {
    let mut gradient: Vec<f64> = logits.iter().zip(old).map(|(logit, old)| NEAR * (logit - old)).collect();
    let mut hessian = vec![vec![0.0; PAIRS]; PAIRS];
    for (index, row) in hessian.iter_mut().enumerate() {
        row[index] = NEAR;
    }
    for choice in choices {
        gradient[choice.chosen] -= 1.0;
        let probabilities = choice.probabilities(logits);
        for (pair, probability) in &probabilities {
            gradient[*pair] += probability;
            hessian[*pair][*pair] += probability;
            for (column, other) in &probabilities {
                hessian[*pair][*column] -= probability * other;
            }
        }
    }
    let step = solve(hessian, gradient);
    let bounded = |step: f64| step.clamp(-LONGEST_STEP, LONGEST_STEP);
    logits.iter().zip(step).map(|(logit, step)| logit - bounded(step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_more_often_scores_more_and_no_shape_scores_nothing() {
        let counts = vec![(1, 4.0), (2, 2.0), (3, 1.0)];
        let choice = |chosen| Choice { counts: counts.clone(), chosen };
        let choices: Vec<Choice> = [1, 2, 2, 3, 3, 3, 3].into_iter().cycle().take(7000).map(choice).collect();
        let old = vec![0.0; PAIRS];
        let logits = (0..STEPS).fold(old.clone(), |logits, _| newton_step(&logits, &old, &choices));
        let shares = choices[0].probabilities(&logits);
        assert!(
            shares.iter().zip([1.0, 2.0, 4.0]).all(|((_, share), times)| (share - times / 7.0).abs() < 0.01),
            "{shares:?}"
        );
        let scores = scores(&logits);
        assert!(
            scores[0] == 0 && scores[1] < scores[2] && scores[2] < scores[3] && scores[1] > 0,
            "{:?}",
            &scores[..4]
        );
    }
}
