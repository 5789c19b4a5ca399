//! The games in files.

use std::fs;

use plyd_games::RULES;
use plyd_games::catalogue::AnyPosition;

const FOLDER: &str = "src/rules/games";

/// The names of all files.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

/// The state in which a game starts, without `at`.
pub(crate) fn start_text(name: &str) -> String {
    let rules = fs::read_to_string(format!("{FOLDER}/{name}.json")).unwrap();
    format!("{{\"rules\": {rules}}}")
}

/// A state of the game, or its start.
pub(crate) fn read(rules: &str, at: Option<&str>) -> Result<Box<dyn AnyPosition>, String> {
    let at = at.map_or_else(String::new, |at| format!(", \"at\": {at:?}"));
    RULES.parse(&format!("{{\"rules\": {rules}{at}}}")).map_err(|error| error.to_string())
}

pub(crate) fn start(name: &str) -> Box<dyn AnyPosition> {
    RULES.parse(&start_text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
