//! Sequential tests for matches.

use crate::tally::{Tally, variance};

/// A sequential probability ratio test (Wald 1945) of two hypotheses about the strength of the first player.
///
/// The test works on pairs of games and uses the normal approximation, as testing tools of chess engines do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The two hypotheses as Elo of the first player. The lower one comes first.
    pub elo: [f64; 2],
}

/// The bound on the log-likelihood ratio for α = β = 0.05: ln(0.95 / 0.05).
const CLEAR: f64 = 2.944_438_979_166_44;
/// The variance of fewer pairs than this cannot be estimated.
const MIN_PAIRS: u32 = 8;

impl Sequential {
    /// The log-likelihood ratio of the second hypothesis to the first.
    #[must_use]
    pub fn log_odds(&self, tally: &Tally) -> f64 {
        let [low, high] = self.elo.map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
        // Half a pair is added for each kind of result, because pairs that all ended alike do not prove a variance of
        // 0.
        let variance = variance(tally.pairs.map(|count| f64::from(count) + 0.5));
        f64::from(tally.played_pairs()) * (high - low) * (2.0 * tally.score() - low - high) / (2.0 * variance)
    }

    /// Whether the test has ended.
    #[must_use]
    pub fn is_clear(&self, tally: &Tally) -> bool {
        tally.played_pairs() >= MIN_PAIRS && self.log_odds(tally).abs() >= CLEAR
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Match, Player};
    use plyd_games::CATALOGUE;

    const UNTIL: Sequential = Sequential { elo: [0.0, 50.0] };

    /// Wins and losses, by how many of its two games a pair won.
    fn tally(none: u32, one: u32, both: u32) -> Tally {
        Tally { wins: one + 2 * both, draws: 0, losses: one + 2 * none, pairs: [none, 0, one, 0, both] }
    }

    #[test]
    fn the_answer_is_clear_only_once_enough_pairs_lean_one_way() {
        assert!(UNTIL.is_clear(&tally(5, 10, 25)) && UNTIL.log_odds(&tally(5, 10, 25)) > 0.0);
        assert!(UNTIL.is_clear(&tally(25, 10, 5)) && UNTIL.log_odds(&tally(25, 10, 5)) < 0.0);
        assert!(!UNTIL.is_clear(&tally(9, 20, 11)), "nearly even");
        assert!(!UNTIL.is_clear(&tally(0, 0, 2)), "too few");
    }

    #[test]
    fn pairs_that_all_end_alike_make_it_clear_too() {
        let row = Sequential { elo: [0.0, 147.0] };
        assert!(row.is_clear(&tally(0, 0, 8)) && row.log_odds(&tally(0, 0, 8)) > 0.0);
        assert!(row.is_clear(&tally(8, 0, 0)) && row.log_odds(&tally(8, 0, 0)) < 0.0);
        assert!(row.is_clear(&tally(0, 12, 0)), "a game won and a game lost, every time: half of the points");
    }

    #[test]
    fn a_match_ends_when_it_is_clear() {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        let players = ["depth=9", "random"].map(|text| Player::parse(game, text).unwrap());
        let played =
            Match { game, second_game: None, players, pairs: 1000, opening_plies: 1, seed: 3, until: Some(UNTIL) }
                .play(&|_| ());
        assert!(played.games() < 200 && UNTIL.is_clear(&played), "{played:?}");
    }
}
