//! The result of a match, and the Elo difference that follows from it.

/// The result for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The number of pairs by half points: from 0 for two losses to 4 for two wins.
    pub pairs: [u32; 5],
}

impl Tally {
    pub(crate) fn add(&mut self, results: [u32; 2]) {
        for result in results {
            *[&mut self.losses, &mut self.draws, &mut self.wins][result as usize] += 1;
        }
        self.pairs[(results[0] + results[1]) as usize] += 1;
    }

    /// Games played.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Pairs of games played.
    #[must_use]
    pub fn played_pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// The first player's share of the points.
    #[must_use]
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Half the width of the score's 95 % interval. It is computed from the spread of pairs and not of games, because
    /// the two games from an opening are not independent.
    #[must_use]
    pub fn error(&self) -> f64 {
        1.96 * (variance(self.pairs.map(f64::from)) / f64::from(self.played_pairs())).sqrt()
    }

    /// The Elo difference and half the width of its 95 % interval; `None` if a score of 0 or 1 allows no estimate.
    #[must_use]
    pub fn elo(&self) -> Option<(f64, f64)> {
        let (mean, error) = (self.score(), self.error());
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        // The logistic curve at the ends of the interval, which must stay within (0, 1).
        let (low, high) = (elo((mean - error).max(1e-3)), elo((mean + error).min(1.0 - 1e-3)));
        (mean > 0.0 && mean < 1.0).then(|| (elo(mean), (high - low) / 2.0))
    }
}

/// The variance of a pair's share of the points, given how many pairs ended with 0, 1 … 4 half points.
pub(crate) fn variance(pairs: [f64; 5]) -> f64 {
    let count: f64 = pairs.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(points, count)| count * value(points as f64 / 4.0)).sum::<f64>() / count
    };
    let mean = mean_of(&|points| points);
    mean_of(&|points| (points - mean).powi(2))
}
