//! The forms in which answers are printed.

use plyd_games::CATALOGUE;
use plyd_terminal::{Heading, JudgedGame, Totals, puzzle_line};
use plyd_wire::GameOrigin;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;

/// How to print the answers of a batch. All but the first form are of reviews, by the code of `plyd review`.
#[derive(Debug)]
pub(crate) enum Form {
    /// A line of JSON for each.
    Lines,
    /// A summary at the end.
    Summary(Box<Totals>),
    /// The annotated records.
    Annotated,
    /// The puzzles, one on each line.
    Puzzles,
}

/// What a job's source says about its game.
#[derive(Debug, Default, Deserialize)]
struct SourceFields {
    game_index: Option<usize>,
    #[serde(default)]
    players: [Option<String>; 2],
}

/// The parts of a review that are asked for.
#[derive(Debug, Deserialize)]
struct ReviewFields {
    game: String,
    record: Option<String>,
    puzzles: Option<Vec<Value>>,
}

impl Form {
    /// The text of an answer to a review.
    ///
    /// # Errors
    /// A sentence, if the answer is not a review, or has nothing in this form.
    pub(crate) fn of_review(&mut self, answer: &Answer, source: Option<&str>) -> Result<String, String> {
        if let Self::Summary(totals) = self {
            let SourceFields { game_index, players } = fields(source);
            let heading = Heading { origin: GameOrigin { game_index, players }, result: None };
            totals.add(&heading, &JudgedGame::read(CATALOGUE, &answer.body)?);
            return Ok(String::new());
        }
        let review = serde_json::from_str(&answer.body).map_err(|error| format!("not a review: {error}"))?;
        let ReviewFields { game, record, puzzles } = review;
        match self {
            Self::Annotated => record.ok_or_else(|| missing("--annotate")),
            _ => {
                let game = CATALOGUE.find(&game).map_err(|unknown| unknown.to_string())?;
                let SourceFields { game_index, players } = fields(source);
                let line = |mut puzzle: Value| {
                    // The job had moves only.
                    puzzle["source"]["game_index"] = json!(game_index);
                    puzzle["source"]["players"] = json!(players);
                    puzzle_line(game, &puzzle.to_string())
                };
                puzzles.ok_or_else(|| missing("--puzzles"))?.into_iter().map(line).collect()
            }
        }
    }
}

fn fields(source: Option<&str>) -> SourceFields {
    source.and_then(|source| serde_json::from_str(source).ok()).unwrap_or_default()
}

fn missing(option: &str) -> String {
    format!("the jobs do not ask for this; use {option} with submit, too")
}
