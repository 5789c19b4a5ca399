//! One game that is judged ply by ply.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::to_raw_value;

use super::judged::Heading;
use super::options::ReviewOptions;
use super::table::Table;
use crate::ProgressBar;
use crate::play::look_of_stdout;
use crate::record::counted;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Record};
use plyd_games::review::Judgement;
use plyd_operations::{Limits, Review, read_review};
use plyd_search::Stop;
use plyd_wire::{GameOrigin, Problem, PuzzleReport, ReviewReport, State, from_json, to_json};

/// A game that was judged, with its plies in order.
pub(super) struct Reviewed {
    run: Review,
    judged: Vec<Judgement>,
    origin: GameOrigin,
    /// The sides whose plies are shown.
    shown: [bool; 2],
}

impl Reviewed {
    /// Judges the moves of a game.
    ///
    /// # Errors
    /// A sentence, if the review is not possible within its limits.
    pub(super) fn of(
        game: &'static Game,
        record: &Record,
        heading: &Heading,
        options: &ReviewOptions,
        bar: &ProgressBar,
    ) -> Result<Self, String> {
        let mut run = read(game, record, options)?;
        let shown = options.player.as_ref().map_or([true; 2], |player| heading.sides_of(game, player));
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
        Ok(Self { run, judged, origin: heading.origin.clone(), shown })
    }

    /// The table for people.
    pub(super) fn table(&self, options: &ReviewOptions) -> String {
        let Self { run, judged, shown, .. } = self;
        Table { run, judged, shown: *shown, look: look_of_stdout(options.color) }.text()
    }

    /// The annotated record and what is not in it, or the puzzles. Nothing if neither is wanted.
    ///
    /// # Errors
    /// A sentence, if the record's format cannot express the game.
    pub(super) fn text(&self, options: &ReviewOptions) -> Result<(String, Vec<String>), String> {
        let Self { run, origin, .. } = self;
        if options.puzzles {
            let puzzles = run.puzzles.iter().flatten().filter(|puzzle| self.is_shown(puzzle.ply));
            let lines = puzzles.map(|puzzle| {
                let report = PuzzleReport::new(run.game, &run.moves, origin, puzzle);
                puzzle_line(run.game, &to_json(&report))
            });
            return Ok((lines.collect::<Result<_, _>>()?, Vec::new()));
        }
        let annotated = run.annotated(&Stop::default()).map_err(|problem| problem.to_string())?;
        let (text, lost) = annotated.unwrap_or_default();
        Ok((text, lost.iter().filter_map(|lost| counted(lost.count, lost.what)).collect()))
    }

    /// The answer of the service, without the plies that are not shown.
    ///
    /// # Errors
    /// As [`Reviewed::text`].
    pub(super) fn report(&self) -> Result<ReviewReport, String> {
        let Self { run, judged, .. } = self;
        let summary = run.summary(&Stop::default()).map_err(|problem| problem.to_string())?;
        let plies = judged.iter().filter(|judged| self.is_shown(judged.ply));
        let plies = plies.map(|judged| to_raw_value(&run.report(judged.clone())).expect("answers are plain data"));
        Ok(ReviewReport { plies: plies.collect(), summary })
    }

    fn is_shown(&self, ply: usize) -> bool {
        self.shown[self.run.moves.moves()[ply].side.index()]
    }
}

/// The fields of a puzzle that EPD has.
#[derive(Deserialize)]
struct PuzzleFields {
    state: String,
    moves: [String; 1],
    solution: Vec<String>,
    label: Option<String>,
    source: SourceFields,
    mistake: String,
}

#[derive(Deserialize)]
struct SourceFields {
    game_index: Option<usize>,
    players: [Option<String>; 2],
    ply: usize,
}

/// A puzzle as one line: EPD in chess and its variants, otherwise the JSON of the answer.
///
/// # Errors
/// A sentence, if the JSON is not a puzzle of this game.
pub fn puzzle_line(game: &Game, json: &str) -> Result<String, String> {
    if game.record_formats()[0] != Format::Pgn {
        return Ok(format!("{json}\n"));
    }
    let wrong = |error: &dyn ToString| format!("not a puzzle: {}", error.to_string());
    let puzzle: PuzzleFields = serde_json::from_str(json).map_err(|error| wrong(&error))?;
    let mut position = game.parse(&puzzle.state).map_err(|invalid| wrong(&invalid.0))?;
    position.play_named(&puzzle.moves[0]).map_err(|illegal| wrong(&Problem::from(illegal)))?;
    let state = position.state();
    // EPD has the fields of a FEN before its counters.
    let fields: Vec<&str> = state.split(' ').take_while(|field| field.parse::<u32>().is_err()).collect();
    let best = puzzle.label.as_ref().or(puzzle.solution.first()).ok_or_else(|| wrong(&"it has no solution"))?;
    let SourceFields { game_index, players, ply } = puzzle.source;
    let index = game_index.map_or(String::new(), |index| format!("game {}, ", index + 1));
    let names = players.iter().any(Option::is_some).then(|| {
        let [white, black] = players.each_ref().map(|name| epd_text(name.as_deref().unwrap_or("?")));
        format!(" c0 \"{white} - {black}\";")
    });
    let mistake = epd_text(&puzzle.mistake);
    let names = names.unwrap_or_default();
    Ok(format!("{} bm {best}; id \"{index}ply {ply}\";{names} c1 \"mistake: {mistake}\";\n", fields.join(" ")))
}

/// A text as a string of EPD may have it: it cannot contain quotation marks, and many readers end it at a semicolon.
fn epd_text(text: &str) -> String {
    text.replace('"', "'").replace(';', ",").replace(char::is_control, " ")
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
    Ok(read.of_record(record, options.annotate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    #[test]
    fn a_puzzle_of_chess_is_a_line_of_epd_with_all_that_the_state_has() {
        for (game, state, written) in [
            ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 5 41", "4k3/8/8/8/8/8/8/R4K2 b - -"),
            ("chess", "4k3/8/8/8/8/8/8/1R2K3 b B - 5 41 chess960", "3k4/8/8/8/8/8/8/1R2K3 w B -"),
            ("three-check", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 5 41", "4k3/8/8/8/8/8/8/R4K2 b - - 2+3"),
            ("crazyhouse", "4k3/8/8/8/8/8/8/R3K3[Qn] w Q - 5 41", "4k3/8/8/8/8/8/8/R4K2[Qn] b - -"),
        ] {
            let mv = if state.contains(" b ") { "Kd8" } else { "Kf1" };
            let json = format!(
                r#"{{"state":"{state}","moves":["{mv}"],"solution":["e8d7"],"label":"Kd7","source":{{"ply":9,"players":[null,null]}},"mistake":"Kf1"}}"#
            );
            let line = puzzle_line(CATALOGUE.find(game).unwrap(), &json).unwrap();
            assert_eq!(line, format!("{written} bm Kd7; id \"ply 9\"; c1 \"mistake: Kf1\";\n"));
        }
    }
}
