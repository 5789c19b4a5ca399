//! `plyd search`, `plyd position`, `plyd grade` and `plyd draw`: the answers of the service without a server.

use std::fmt::Write;
use std::io::{self, IsTerminal};

use clap::{Arg, Args, Command};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::caps::CapOptions;
use crate::play::{ColorWhen, explain, look_of_stdout, shown};
use crate::{game, paint, visible, write_out};
use plyd_drawing::{Look, draw_board, ending, hands};
use plyd_games::Catalogue;
use plyd_games::answer::Answer;
use plyd_games::catalogue::{AnyPosition, Game};
use plyd_games::excerpt::{MAX_CHARS, ellipsized};
use plyd_operations::{Form, Limits, Operation, read, read_search};
use plyd_search::{Engine, Stop};
use plyd_wire::{Caps, Problem, from_query, json_of_query, to_json};

/// The position of a request.
#[derive(Clone, Debug, Args, Serialize)]
pub struct PositionOptions {
    /// The game's id, such as tic-tac-toe
    #[serde(skip)]
    pub game: String,
    /// The rules of the game, as JSON, if the game is rules
    #[arg(long)]
    pub rules: Option<String>,
    /// The position in the game's notation; by default the start of the game
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
    /// Start on a board of this size instead, such as 13 or 13x13, in games that have several
    #[arg(long)]
    pub size: Option<String>,
    /// Moves to play from there, separated by commas or white space
    #[arg(long)]
    pub moves: Option<String>,
}

/// A position to describe.
#[derive(Clone, Debug, Args, Serialize)]
pub struct DescribeOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// Print the position in words instead of JSON: the board, whose turn it is, the rules and the legal moves
    #[arg(long)]
    #[serde(skip)]
    pub text: bool,
}

/// The limits of a search, and its algorithm.
#[derive(Clone, Debug, Args, Serialize)]
pub struct LimitOptions {
    /// Plies to look ahead
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Maximum number of nodes to visit, in each search if there are several
    #[arg(long, allow_hyphen_values = true)]
    pub nodes: Option<String>,
    /// Maximum time to take, in milliseconds
    #[arg(long, allow_hyphen_values = true)]
    pub time_ms: Option<String>,
    /// Algorithm: alpha-beta, minimax, textbook, or selective if the game has it
    #[arg(long)]
    pub algorithm: Option<String>,
}

/// The fields of a search request. The parser of requests checks their values.
#[derive(Clone, Debug, Args, Serialize)]
pub struct SearchOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// How far to search
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitOptions,
    /// Play like an opponent of this strength, from 1 to 10; replaces --depth, --nodes, --algorithm, --multi-pv and
    /// --tie-break
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<String>,
    /// Play at this Elo rating instead of a level, in games whose levels have ratings
    #[arg(long, allow_hyphen_values = true)]
    pub elo: Option<String>,
    /// Number of best moves to give exact scores for, or all
    #[arg(long, allow_hyphen_values = true)]
    pub multi_pv: Option<String>,
    /// Choice among equally good moves: first or random
    #[arg(long)]
    pub tie_break: Option<String>,
    /// Seed for a random tie break or for a level's choices
    #[arg(long, allow_hyphen_values = true)]
    pub seed: Option<String>,
    /// The only moves to consider, separated by commas or white space
    #[arg(long)]
    pub search_moves: Option<String>,
    /// Techniques to switch off in an exact search, separated by commas; `plyd match --help` lists them
    #[arg(long)]
    pub without: Option<String>,
    /// Order of moves in an exact search: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Print the service's JSON answer even on a terminal, where the default is an answer in words
    #[arg(long)]
    #[serde(skip)]
    pub json: bool,
    /// Limits
    #[command(flatten)]
    #[serde(skip)]
    pub caps: CapOptions,
}

/// The fields of a request for grades.
#[derive(Clone, Debug, Args, Serialize)]
pub struct GradeOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// The moves to judge, in any notation that records have
    #[arg(required = true, value_name = "MOVE")]
    pub candidates: Vec<String>,
    /// How far to search
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitOptions,
    /// Curve that converts scores to expected results: engine or people
    #[arg(long)]
    pub curve: Option<String>,
    /// Value all legal moves, so that each candidate has a rank
    #[arg(long)]
    #[serde(skip)]
    pub rank: bool,
    /// Tell what each candidate does on the board
    #[arg(long)]
    #[serde(skip)]
    pub facts: bool,
    /// Print the position and the grades in words instead of JSON
    #[arg(long)]
    #[serde(skip)]
    pub text: bool,
    /// Limits
    #[command(flatten)]
    #[serde(skip)]
    pub caps: CapOptions,
}

/// The fields of a tree request.
#[derive(Clone, Debug, Args, Serialize)]
pub struct DrawOptions {
    /// The position
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionOptions,
    /// Plies to look ahead; by default 3
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<String>,
    /// Maximum number of nodes to draw; by default 300
    #[arg(long, allow_hyphen_values = true)]
    pub max_nodes: Option<String>,
    /// Algorithm: textbook, alpha-beta or minimax
    #[arg(long)]
    pub algorithm: Option<String>,
    /// Order of moves: given, reversed, best or worst
    #[arg(long)]
    pub order: Option<String>,
    /// Output: a picture, a graph for Graphviz, or the service's JSON answer
    #[arg(long, value_parser = ["svg", "dot", "json"], default_value = "svg")]
    #[serde(skip)]
    pub format: String,
}

/// Describes a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn position(catalogue: Catalogue, options: &DescribeOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let fields = fields(game, options, &[("text", options.text)])?;
    let answer = answer(Operation::Position, game, &to_json(&fields), &Limits::new(DRAW_CAPS));
    let answer = answer.map_err(|problem| by_option::<DescribeOptions>(&problem))?;
    write_out(&if options.text { text(&parsed(&answer)?) } else { answer })
}

/// Judges moves of a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn grade(catalogue: Catalogue, options: &GradeOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let mut fields =
        fields(game, options, &[("facts", options.facts), ("rank", options.rank), ("text", options.text)])?;
    fields.insert("candidates".to_owned(), options.candidates.clone().into());
    let answer = answer(Operation::Grade, game, &to_json(&fields), &Limits::new(options.caps.caps(1)));
    let answer = answer.map_err(|problem| by_option::<GradeOptions>(&problem))?;
    if !options.text {
        return write_out(&answer);
    }
    let report: Value = parsed(&answer)?;
    let candidates = report["candidates"].as_array().into_iter().flatten();
    write_out(&(text(&report) + "\n" + &candidates.map(in_a_line).collect::<String>()))
}

/// The fields of a request, with these extras if they are wanted.
fn fields(game: &Game, options: &impl Serialize, extras: &[(&str, bool)]) -> Result<Map<String, Value>, String> {
    let mut fields: Map<String, Value> = parsed(&json_of_query(game, &query(options)))?;
    let extras: Vec<&str> = extras.iter().filter(|(_, wanted)| *wanted).map(|(name, _)| *name).collect();
    if !extras.is_empty() {
        fields.insert("with".to_owned(), extras.into());
    }
    Ok(fields)
}

pub(crate) fn parsed<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// The position in words, from an answer that has them.
fn text(report: &Value) -> String {
    let parts =
        ["board", "turn", "rules", "moves"].map(|part| report["text"][part].as_str().unwrap_or_default().trim_end());
    parts.join("\n\n") + "\n"
}

/// The grade of a move in a line: `a3: good, expected score 0.012 lower than after the best move`.
fn in_a_line(candidate: &Value) -> String {
    let word = |name: &str| candidate[name].as_str().unwrap_or_default();
    let rank = candidate["rank"].as_u64().map_or(String::new(), |rank| format!(", rank {rank}"));
    let facts = candidate["facts"].as_array().into_iter().flatten().filter_map(|fact| fact["text"].as_str());
    let facts: String = facts.map(|text| format!(". {}", text.trim_end_matches('.'))).collect();
    let loss = candidate["loss"].as_f64().filter(|loss| *loss > 0.0);
    let loss = loss.map_or(String::new(), |loss| format!(", expected score {loss} lower than after the best move"));
    match candidate["legal"].as_bool() {
        Some(true) => format!("{}: {}{loss}{rank}{facts}\n", word("given"), word("verdict")),
        _ => format!("{}: illegal, {}\n", word("given"), word("reason")),
    }
}

/// The answer that the service would give to this request.
pub(crate) fn answer(
    operation: Operation,
    game: &'static Game,
    json: &str,
    limits: &Limits,
) -> Result<String, Problem> {
    let stop = Stop::default();
    let mut text = read(operation, game, json.as_bytes(), limits, &stop)
        .and_then(|step| step.finish(&mut Engine::new(Caps::TABLE_BYTES), &stop, None))?
        .text;
    if operation.media_type() == "application/json" {
        text.push('\n');
    }
    Ok(text)
}

/// The sentence of a problem, with the fields of the request named as the options that give them: `--time-ms is 0`
/// instead of `time_ms is 0`.
pub(crate) fn by_option<T: Args>(problem: &Problem) -> String {
    let command = T::augment_args(Command::new(""));
    let option = |field: &str| {
        let mut options = command.get_arguments().filter_map(Arg::get_long);
        options.find(|option| option.replace('-', "_") == field)
    };
    let (sentence, mut before) = (problem.to_string(), "");
    let words = sentence.split(' ').enumerate().map(|(place, word)| {
        let field = word.split(['[', ':', ',', ';']).next().unwrap_or(word);
        let begins = place == 0 && problem.path.as_ref().is_some_and(|path| path.starts_with(field));
        // Most other words are meant as words, such as `moves`.
        let is_field = begins || field.contains('_') || ["with", "set"].contains(&before);
        before = word;
        match option(field).filter(|_| is_field) {
            Some(option) => format!("--{option}{}", &word[field.len()..]),
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Searches a position.
///
/// # Errors
/// A sentence, if the request is wrong.
pub(crate) fn search(catalogue: Catalogue, options: &SearchOptions) -> Result<(), String> {
    let limits = Limits::new(options.caps.caps(1));
    let game = game(catalogue, &options.position.game)?;
    let query = query(options);
    if options.json || !io::stdout().is_terminal() {
        let answer = answer(Operation::Search, game, &json_of_query(game, &query), &limits);
        return write_out(&answer.map_err(|problem| by_option::<SearchOptions>(&problem))?);
    }
    let search = from_query(game, &query).and_then(|request| read_search(request, game, &limits));
    let search = search.map_err(|problem| by_option::<SearchOptions>(&problem))?;
    let answer = search.answer(&mut Engine::new(Caps::TABLE_BYTES), &Stop::default());
    paint(&in_words(game, &answer, look_of_stdout(ColorWhen::Auto)))
}

/// An answer for a person: the board after the move, in colours if the terminal shows them, or the state if the game
/// has no board. Then the move, its value, the lines, and the statistics.
fn in_words(game: &Game, answer: &Answer, look: Look) -> String {
    let (about, found) = (&game.about, &answer.analysis);
    let describe = |position: &dyn AnyPosition| position.describe(None, &Stop::default()).expect("nothing limits it");
    let mut position = game.parse(&answer.standing.state).expect("a canonical state");
    let mut described = describe(&*position);
    let chosen = answer.index.map(|index| described.legal_moves[index.0].clone());
    if let Some(index) = answer.index {
        position.play(index);
        described = describe(&*position);
    }
    let cells = chosen.as_ref().map_or(&[][..], |mv| &mv.cells);
    let board = match draw_board(about, &described, cells, false, look) {
        Some(canvas) => canvas.text(look.color) + &hands(about, &described, look),
        None => visible(&ellipsized(&described.standing.state, MAX_CHARS)).into_owned() + "\n",
    };
    let (mover, mut text) = (about.players[answer.standing.to_move.index()], String::new());
    match (chosen, answer.standing.outcome) {
        (Some(mv), _) => {
            let _ = writeln!(text, "{mover} plays {}", shown(&mv.name, mv.label.as_deref()));
            text += &explain::search(about, answer);
        }
        (None, Some(outcome)) => text += &ending(about, outcome),
        (None, None) => {
            let worth = explain::worth(about, answer, found.score, found.proven);
            let _ = writeln!(text, "{mover} to move: {worth}");
        }
    }
    format!("{board}\n{}\n", visible(text.trim_end()))
}

/// Draws the tree of a position.
///
/// # Errors
/// A sentence, if the request is wrong or asks for too much.
pub(crate) fn draw(catalogue: Catalogue, options: &DrawOptions) -> Result<(), String> {
    let game = game(catalogue, &options.position.game)?;
    let form = match options.format.as_str() {
        "dot" => Form::Dot,
        "json" => Form::Json,
        _ => Form::Svg,
    };
    let answer = answer(Operation::Tree(form), game, &json_of_query(game, &query(options)), &Limits::new(DRAW_CAPS));
    write_out(&answer.map_err(|problem| by_option::<DrawOptions>(&problem))?)
}

/// Trees have their own limits, and no tree within them takes a minute.
const DRAW_CAPS: Caps = Caps { book: false, ..Caps::new(u64::MAX, 60_000) };

/// The query string of options that are fields of a request.
pub(crate) fn query(options: &impl Serialize) -> String {
    let fields = serde_json::to_value(options).expect("options are plain data");
    let fields = fields.as_object().into_iter().flatten();
    let given = fields.filter_map(|(name, value)| Some((name, value.as_str()?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;
    use plyd_games::catalogue::Question;
    use plyd_search::Limits as SearchLimits;

    #[test]
    fn an_answer_in_words_has_the_hands_after_the_move() {
        let game = CATALOGUE.find("crazyhouse").unwrap();
        let position = game.parse("6k1/5ppp/8/8/8/8/5PPP/6K1[RP] w - - 0 1").unwrap();
        let question = Question::new(SearchLimits::depth(1));
        let answer = position.prepare(question)(&mut Engine::new(1 << 20), &Stop::default(), None);
        let words = in_words(game, &answer, Look::PLAIN);
        assert!(words.contains("white has in hand: P\nblack has in hand: nothing\n\nwhite plays R@"), "{words}");
    }
}
