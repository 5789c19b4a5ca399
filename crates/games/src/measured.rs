//! Measurements of the games. The numbers are in `measured.in`, which `plyd-tools` writes.

use plyd_search::expected_score::ExpectedScore;

/// The measurements of a game.
pub(crate) struct Measured {
    /// The expected result of a score.
    pub(crate) expected_score: ExpectedScore,
    /// See [`Levels::mean_losses`](plyd_search::level::Levels::mean_losses).
    pub(crate) mean_losses: &'static [f64],
}

/// A fitted curve (scale, its standard error, games, nodes of each search), and the mean losses of the levels.
const fn fitted(scale: f64, error: f64, games: u32, nodes: u64, mean_losses: &'static [f64]) -> Measured {
    Measured { expected_score: ExpectedScore::fitted(scale, error, games, nodes), mean_losses }
}

/// The mean losses of the levels in a game whose scores are all proven.
const fn proven(mean_losses: &'static [f64]) -> Measured {
    Measured { expected_score: ExpectedScore::FIXED, mean_losses }
}

include!("measured.in");
