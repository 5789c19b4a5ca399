//! `plyd rules`: checks rules of a game, and says what each word of them means.

use std::fmt::Write;
use std::fs;
use std::io::{self, IsTerminal, Read};

use clap::Args;
use plyd_drawing::draw_board;
use plyd_games::RULES;
use plyd_operations::{Limits, Operation};
use plyd_search::Stop;
use plyd_wire::Caps;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::ask::{answer, parsed};
use crate::play::{ColorWhen, look_of_stdout};
use crate::{paint, visible, write_out};

/// The rules to check.
#[derive(Clone, Debug, Args)]
pub struct RulesOptions {
    /// A file with the rules as JSON; - for standard input
    pub file: String,
    /// Seed of the random games
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Print the service's JSON answer even on a terminal, where the default is an answer in words
    #[arg(long)]
    pub json: bool,
}

/// Checks rules.
///
/// # Errors
/// A sentence, if the file or the rules in it cannot be read.
pub(crate) fn rules(options: &RulesOptions) -> Result<(), String> {
    let text = read(&options.file).map_err(|error| format!("{}: {error}", options.file))?;
    let rules: &RawValue =
        serde_json::from_str(&text).map_err(|error| format!("{}: not JSON: {error}", options.file))?;
    let body = format!(r#"{{"rules":{rules},"seed":{}}}"#, options.seed);
    let answer = answer(Operation::CheckRules, &RULES, &body, &Limits::new(Caps::default()));
    let answer = answer.map_err(|problem| format!("{}: {problem}", options.file))?;
    if options.json || !io::stdout().is_terminal() {
        return write_out(&answer);
    }
    paint(&in_words(&parsed(&answer)?, rules))
}

fn read(file: &str) -> io::Result<String> {
    let mut text = String::new();
    match file {
        "-" => io::stdin().read_to_string(&mut text)?,
        // More than any rules have, so that a wrong file is not read as a whole.
        file => fs::File::open(file)?.take(Caps::MAX_BODY_BYTES as u64).read_to_string(&mut text)?,
    };
    Ok(text)
}

/// The answer for a person: the start, the sentences, and what was tried.
fn in_words(report: &Value, rules: &RawValue) -> String {
    let look = look_of_stdout(ColorWhen::Auto);
    let start = RULES.parse(&format!(r#"{{"rules":{rules}}}"#)).expect("rules that were read");
    let described = start.describe(None, &Stop::default()).expect("nothing limits it");
    let board = draw_board(&RULES.about, &described, &[], false, look).map(|canvas| canvas.text(look.color));
    let mut text = String::new();
    for (list, mark) in [("words", ""), ("warnings", "warning: ")] {
        for word in report[list].as_array().into_iter().flatten() {
            let field = |name: &str| word[name].as_str().unwrap_or_default();
            let _ = writeln!(text, "{mark}{}: {}", field("path"), field("text"));
        }
    }
    let counts = report["perft"].as_array().into_iter().flatten();
    let counts: Vec<String> =
        counts.map(|count| count.as_u64().map_or("too many".to_owned(), |count| count.to_string())).collect();
    let moves = report["game"]["moves"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let moves = moves.collect::<Vec<_>>().join(" ");
    let end = match &report["game"]["outcome"] {
        Value::Null => "it did not end".to_owned(),
        outcome => {
            let winner = outcome["winner"].as_str().map_or("nobody".to_owned(), str::to_owned);
            format!("{winner} won: {}", outcome["reason"].as_str().unwrap_or_default())
        }
    };
    let _ = writeln!(text, "\nmoves in 1 to 4 plies: {}\na random game: {moves}; {end}", counts.join(", "));
    format!("{}\n{}", board.unwrap_or_default(), visible(&text))
}
