//! Expected results: the share of the points that a score promises, in a unit that means the same in every game.

use crate::score::Score;

/// The logistic curve from a game's scores to expected results, from 0 (lost) through ½ to 1 (won).
///
/// A heuristic score of `scale` promises 73 % of the points. A proven score promises exactly 0, ½ or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedScore {
    /// The score that promises e / (e + 1) of the points.
    pub scale: f64,
    /// The games that the curve was fitted to; `None` if every score is proven, or nothing was measured.
    pub fit: Option<Fit>,
}

/// How a curve was fitted: to games of the strongest search against itself, from random openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The number of games.
    pub games: u32,
    /// Nodes of each search.
    pub nodes: u64,
    /// The standard error of the scale.
    pub error: f64,
}

impl ExpectedScore {
    /// The curve of a game whose scores are all proven: only the sign of a score counts.
    pub const FIXED: Self = Self { scale: 1.0, fit: None };

    /// A fitted curve: its scale with the standard error, from this many games at this many nodes.
    pub const fn fitted(scale: f64, error: f64, games: u32, nodes: u64) -> Self {
        Self { scale, fit: Some(Fit { games, nodes, error }) }
    }

    /// The expected result of a score for the side to move; `proven` says that no heuristic had a part in it.
    pub fn of(&self, score: Score, proven: bool) -> f64 {
        if proven || score.is_proven() {
            return f64::midpoint(1.0, f64::from(score.cmp(&Score::ZERO) as i8));
        }
        1.0 / (1.0 + (-f64::from(score.value()) / self.scale).exp())
    }

    /// The same rounded to four decimals, so that moves are judged by the published numbers.
    pub fn published(&self, score: Score, proven: bool) -> f64 {
        (self.of(score, proven) * 1e4).round() / 1e4
    }

    /// The lowest heuristic score that promises at most `loss` less than this one.
    pub(crate) fn lowest(&self, best: Score, loss: f64) -> Score {
        if loss == 0.0 {
            return best; // Rounding would take something from it.
        }
        let least = self.of(best, false) - loss;
        if least <= 0.0 {
            return Score::heuristic(-Score::STATIC_MAX);
        }
        let fall = self.scale * (f64::from(best.value()) / self.scale - (least / (1.0 - least)).ln());
        best.minus(fall as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURVE: ExpectedScore = ExpectedScore::fitted(200.0, 4.0, 1000, 2000);

    #[test]
    fn a_scale_promises_73_percent_and_the_opponent_the_rest() {
        let of = |value| CURVE.of(Score::heuristic(value), false);
        assert!((of(200) - 0.731).abs() < 0.001, "{}", of(200));
        assert!((of(150) + of(-150) - 1.0).abs() < 1e-12);
        assert!(of(Score::STATIC_MAX) > 0.999 && of(-Score::STATIC_MAX) < 0.001);
    }

    #[test]
    fn what_is_proven_is_exact() {
        for (score, expected) in [(3, 1.0), (0, 0.5), (-1, 0.0)] {
            assert_eq!(ExpectedScore::FIXED.of(Score::points(score), true), expected);
        }
        assert_eq!(CURVE.of(Score::win_in(9), false), 1.0);
        assert_eq!(CURVE.of(Score::loss_in(9), false), 0.0);
        assert_eq!(CURVE.of(Score::ZERO, false), 0.5);
    }

    #[test]
    fn the_lowest_score_loses_no_more_than_asked() {
        for best in [-400, -30, 0, 77, 500] {
            let best = Score::heuristic(best);
            assert_eq!(CURVE.lowest(best, 0.0), best);
            for loss in [0.01, 0.1] {
                let lowest = CURVE.lowest(best, loss);
                let lost = |score| CURVE.of(best, false) - CURVE.of(score, false);
                assert!(lost(lowest) <= loss && lost(lowest.just_below()) > loss, "{best:?} {loss}: {lowest:?}");
            }
        }
        assert_eq!(CURVE.lowest(Score::ZERO, 0.6), Score::heuristic(-Score::STATIC_MAX), "anything goes");
    }
}
