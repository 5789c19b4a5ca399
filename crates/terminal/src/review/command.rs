//! The command, which reads the record, judges it ply by ply and prints the review.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use serde_json::value::to_raw_value;

use super::all::review_all;
use super::table::Table;
use crate::caps::CapOptions;
use crate::play::{ColorWhen, Look};
use crate::progress::Progress;
use crate::record::{RecordSource, warn};
use crate::{print, write_out};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Record};
use plyd_games::review::{Judgement, Puzzle};
use plyd_search::Stop;
use plyd_wire::{NoRecord, PreparedReview, ReviewReport, ReviewRequest, ReviewRun, State, from_json};

/// The game to judge, and the limits of each ply.
#[derive(Clone, Debug, Args)]
pub struct ReviewOptions {
    /// A record of the game
    #[command(flatten)]
    pub source: RecordSource,
    /// Most nodes to visit for each ply; about as many as in a tenth of a second if there is no limit
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long)]
    pub depth: Option<u64>,
    /// Most milliseconds for each ply
    #[arg(long)]
    pub time_ms: Option<u64>,
    /// The first ply to judge, given as the number of moves before it
    #[arg(long)]
    pub from: Option<u64>,
    /// The last ply to judge
    #[arg(long)]
    pub to: Option<u64>,
    /// With --all, write a line of JSON for each game to this file, and print the summary
    #[arg(long, value_name = "LINES", requires = "all", conflicts_with_all = ["json", "annotate", "puzzles"])]
    pub output: Option<PathBuf>,
    /// Continue an earlier run: judge only the games that are not in the output yet
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// With --all, how many games to judge at a time; by default as many as there are cores
    #[arg(long, requires = "all")]
    pub jobs: Option<NonZero<usize>>,
    /// Print the answer of the service instead of a table; with --all, a line for each game instead of a summary
    #[arg(long, conflicts_with_all = ["annotate", "puzzles"])]
    pub json: bool,
    /// Print the record with the marks of the review: verdicts, values and better lines
    #[arg(long)]
    pub annotate: bool,
    /// Print puzzles, one on each line: positions after mistakes in which one move is far better than all others. As EPD in
    /// chess, otherwise as JSON
    #[arg(long, conflicts_with = "annotate")]
    pub puzzles: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
    /// Limits
    #[command(flatten)]
    pub caps: CapOptions,
}

/// Judges the moves of a record, or of each record of a file.
///
/// # Errors
/// A sentence, if the record cannot be read or the review is not possible within its limits.
pub(crate) fn review(catalogue: Catalogue, options: &ReviewOptions) -> Result<(), String> {
    if options.source.all {
        return review_all(catalogue, options);
    }
    let (game, record) = options.source.load(catalogue)?;
    warn(&options.source.file, &record);
    let reviewed = Reviewed::of(game, &record, options, &|count| Progress::of(count as u64))?;
    if options.json {
        return print(&reviewed.report()?);
    }
    if options.annotate || options.puzzles {
        return write_out(&reviewed.text(options)?);
    }
    let Reviewed { run, judged } = &reviewed;
    write_out(&Table::new(run, judged, Look::of_stdout(options.color)).text())
}

/// A game that was judged, with its plies in order.
pub(super) struct Reviewed {
    run: ReviewRun,
    judged: Vec<Judgement>,
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
        bar: &dyn Fn(usize) -> Progress,
    ) -> Result<Self, String> {
        let mut run = prepare(game, record, options)?.begin();
        let bar = bar(run.left());
        let mut judged: Vec<Judgement> = Vec::with_capacity(run.left());
        while run.left() > 0 {
            judged.push(run.judge_next(&Stop::default(), None, Duration::ZERO));
            bar.step();
        }
        drop(bar);
        while run.has_candidates() {
            run.find_puzzle(&Stop::default(), None, Duration::ZERO);
        }
        // The plies were judged from the end of the game to its beginning.
        judged.reverse();
        Ok(Self { run, judged })
    }

    /// The annotated record, or the puzzles.
    ///
    /// # Errors
    /// A sentence, if the record's format cannot express the game.
    pub(super) fn text(&self, options: &ReviewOptions) -> Result<String, String> {
        if options.puzzles {
            return Ok(puzzle_lines(&self.run).into_iter().map(|line| line + "\n").collect());
        }
        Ok(self.run.annotated(None, &Stop::default()).map_err(failed)?.unwrap_or_default())
    }

    /// The answer of the service.
    ///
    /// # Errors
    /// As [`Reviewed::text`].
    pub(super) fn report(self) -> Result<ReviewReport, String> {
        let Self { run, judged } = self;
        let summary = run.summary(None, &Stop::default()).map_err(failed)?;
        let plies = judged.into_iter().map(|judged| to_raw_value(&run.report(judged)).expect("answers are plain data"));
        Ok(ReviewReport::new(plies.collect(), summary))
    }
}

/// Why there is no review.
fn failed(none: NoRecord) -> String {
    match none {
        NoRecord::Refused(refusal) => refusal.to_string(),
        NoRecord::Stopped => unreachable!("nothing stops it"),
    }
}

/// The puzzles of a review, one on each line.
fn puzzle_lines(run: &ReviewRun) -> Vec<String> {
    let game = run.prepared().game();
    let epd = |puzzle: &Puzzle| {
        // EPD has the first four fields of a FEN.
        let fields: Vec<&str> = puzzle.state.split(' ').take(4).collect();
        let best = puzzle.label.as_deref().unwrap_or(&puzzle.solution[0]);
        format!("{} bm {best}; id \"ply {}\";", fields.join(" "), puzzle.ply)
    };
    let report = |puzzle: &Puzzle| serde_json::to_string(&run.puzzle(puzzle)).expect("answers are plain data");
    let is_chess = game.record_formats().contains(&Format::Pgn);
    run.puzzles().iter().map(|puzzle| if is_chess { epd(puzzle) } else { report(puzzle) }).collect()
}

fn prepare(game: &'static Game, record: &Record, options: &ReviewOptions) -> Result<PreparedReview, String> {
    let body = json!({
        "state": State::new(&game.about, record.state.clone()),
        "moves": record.moves,
        "nodes": options.nodes,
        "depth": options.depth,
        "time_ms": options.time_ms,
        "plies": { "from": options.from, "to": options.to },
        "curve": "people",
        "puzzles": options.puzzles,
    });
    let request: ReviewRequest = from_json(body.to_string().as_bytes()).map_err(|refusal| refusal.to_string())?;
    let prepared = request.prepare(game, &options.caps.caps(1), None, &Stop::default()).map_err(failed)?;
    Ok(if options.annotate { prepared.annotating(record.clone()) } else { prepared })
}
