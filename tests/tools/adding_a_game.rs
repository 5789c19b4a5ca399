//! Adding a game changes the files that docs/guide/adding-a-game.md lists, and no others.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use plyd::games::CATALOGUE;

const GUIDE: &str = "docs/guide/adding-a-game.md";

/// Other texts have no reason to mention this game in particular, so a file that names it names every game.
const WITNESS: &str = "nine-mens-morris";

/// Results, lab notes and load tests name the games that were measured, and the page's tests name those that they play.
/// The page's forms for boards of other sizes, its modules for boards of another look, and the Python client's lists of
/// actions and of OpenSpiel's games are optional for each game. So are games written as rules in JSON, with their tests,
/// benches and templates.
const NOTES: [&str; 14] = [
    "docs/results/",
    "docs/lab/",
    "loadtest/",
    "page/test/",
    "page/src/games/",
    "page/src/play/variants.ts",
    "page/src/rules/templates.ts",
    "src/http/page/",
    "clients/python/src/plyd/env.py",
    "clients/python/src/plyd/open_spiel.py",
    "clients/python/tests/",
    "crates/games/benches/rules.rs",
    "crates/games/src/rules/games/",
    "crates/games/tests/rules/",
];

/// Built or installed files.
const NOT_OURS: [&str; 8] =
    [".git", "target", "node_modules", "dist", "corpus", "artifacts", "coverage", "__pycache__"];

/// The paths of the guide's list, for this game.
fn listed(id: &str) -> BTreeSet<String> {
    let guide = fs::read_to_string(GUIDE).unwrap();
    let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")).map(|row| row.split_once('`').unwrap().0);
    rows.map(|path| path.replace("ID", id).replace("FOLDER", &id.replace('-', "_"))).collect()
}

/// Whether one of the names occurs in the text as a word.
fn names(text: &str, names: &[String]) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    names.iter().any(|name| {
        let mut found = text.match_indices(name.as_str());
        found
            .any(|(at, _)| !is_word(text[..at].chars().next_back()) && !is_word(text[at + name.len()..].chars().next()))
    })
}

fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !NOT_OURS.contains(&name) {
                files(&path, found);
            }
        } else {
            found.push(path.strip_prefix("./").unwrap().to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn a_game_is_named_in_the_files_of_the_guide_and_in_no_other() {
    let mut all = Vec::new();
    files(Path::new("."), &mut all);
    all.retain(|path| path != file!() && !NOTES.iter().any(|folder| path.starts_with(folder)));
    let id = WITNESS;
    let game = CATALOGUE.find(id).unwrap();
    // In URLs, as a module, as a type, in prose.
    let spelt = [id.to_owned(), id.replace('-', "_"), id.replace('-', ""), game.about.title.to_lowercase()];
    let listed = listed(id);
    let mut naming = BTreeSet::new();
    for path in &all {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).to_lowercase();
        if names(path, &spelt) || names(&text, &spelt) {
            let folder = listed.iter().find(|entry| entry.ends_with('/') && path.starts_with(entry.as_str()));
            naming.insert(folder.unwrap_or(path).clone());
        }
    }
    assert_eq!(naming, listed, "the files that name {id}, and those of {GUIDE}");
}
