//! One game that is judged ply by ply.

use std::time::Duration;

use serde_json::json;
use serde_json::value::to_raw_value;

use super::options::ReviewOptions;
use super::table::Table;
use crate::ProgressBar;
use crate::play::look_of_stdout;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Record};
use plyd_games::review::{Judgement, Puzzle};
use plyd_operations::{Limits, Review, read_review};
use plyd_search::Stop;
use plyd_wire::{PuzzleReport, ReviewReport, State, from_json, to_json};

/// A game that was judged, with its plies in order.
pub(super) struct Reviewed {
    pub(super) run: Review,
    pub(super) judged: Vec<Judgement>,
}

impl Reviewed {
    /// Judges the moves of a game.
    ///
    /// # Errors
    /// A sentence, if the review is not possible within its limits.
    pub(super) fn of(
        game: &'static Game,
        record: &Record,
        options: &ReviewOptions,
        bar: &ProgressBar,
    ) -> Result<Self, String> {
        let mut run = read(game, record, options)?;
        bar.set_length(run.left() as u64);
        let mut judged: Vec<Judgement> = Vec::with_capacity(run.left());
        while run.left() > 0 {
            let ply = run.judge_next(&Stop::default(), Duration::ZERO);
            judged.push(ply.map_err(|problem| problem.to_string())?);
            bar.inc(1);
        }
        while run.find_puzzle(&Stop::default(), Duration::ZERO) {}
        // The plies were judged from the end of the game to its beginning.
        judged.reverse();
        Ok(Self { run, judged })
    }

    /// The table for people.
    pub(super) fn table(&self, options: &ReviewOptions) -> String {
        Table { run: &self.run, judged: &self.judged, look: look_of_stdout(options.color) }.text()
    }

    /// The annotated record, or the puzzles. Nothing if neither is wanted.
    ///
    /// # Errors
    /// A sentence, if the record's format cannot express the game.
    pub(super) fn text(&self, options: &ReviewOptions) -> Result<String, String> {
        if options.puzzles {
            return Ok(puzzle_lines(&self.run));
        }
        Ok(self.run.annotated(&Stop::default()).map_err(|problem| problem.to_string())?.unwrap_or_default())
    }

    /// The answer of the service.
    ///
    /// # Errors
    /// As [`Reviewed::text`].
    pub(super) fn report(self) -> Result<ReviewReport, String> {
        let Self { run, judged } = self;
        let summary = run.summary(&Stop::default()).map_err(|problem| problem.to_string())?;
        let plies = judged.into_iter().map(|judged| to_raw_value(&run.report(judged)).expect("answers are plain data"));
        Ok(ReviewReport { plies: plies.collect(), summary })
    }
}

/// The puzzles of a review, one on each line.
fn puzzle_lines(run: &Review) -> String {
    let game = run.game;
    let is_chess = game.record_formats().contains(&Format::Pgn);
    let line = |puzzle: &Puzzle| {
        if !is_chess {
            let report = PuzzleReport::new(game, &run.moves, puzzle);
            return to_json(&report) + "\n";
        }
        // EPD has the first four fields of a FEN.
        let fields: Vec<&str> = puzzle.state.split(' ').take(4).collect();
        let best = puzzle.label.as_deref().unwrap_or(&puzzle.solution[0]);
        format!("{} bm {best}; id \"ply {}\";\n", fields.join(" "), puzzle.ply)
    };
    run.puzzles.iter().flatten().map(line).collect()
}

fn read(game: &'static Game, record: &Record, options: &ReviewOptions) -> Result<Review, String> {
    let body = json!({
        "state": State::new(&game.about, record.state.clone()),
        "moves": record.moves,
        "nodes": options.nodes,
        "depth": options.depth,
        "time_ms": options.time_ms,
        "plies": { "from": options.from, "to": options.to },
        "curve": options.curve,
        "puzzles": options.puzzles,
    });
    let limits = Limits::new(options.caps.caps(1));
    let read = from_json(body.to_string().as_bytes())
        .and_then(|request| read_review(request, game, &limits, &Stop::default()))
        .map_err(|problem| problem.to_string())?;
    Ok(if options.annotate { read.annotating(record.clone()) } else { read })
}
