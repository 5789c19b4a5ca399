//! Answers requests about positions.

use plyd_games::catalogue::Game;
use plyd_search::{Instant, Stop};

use super::position::PositionReport;
use super::problem::Problem;
use super::request::PositionRequest;

impl PositionRequest {
    /// Describes the position on a worker, by `due` if there is such a time.
    ///
    /// # Errors
    /// As [`Self::position`], or that the time is over.
    pub fn report(self, game: &Game, due: Option<Instant>, stop: &Stop) -> Result<PositionReport, Problem> {
        let described = self.position(game)?.describe(due, stop).map_err(|_| Problem::out_of_time())?;
        Ok(PositionReport::new(game, described))
    }
}
