//! `plyd serve --rules`: files of rules as games.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use plyd_games::catalogue::Game;
use plyd_games::{Catalogue, rules};
use plyd_wire::Caps;

/// The most files.
const FILES_MAX: usize = 1000;

/// The catalogue with a game for each file of rules in a folder, in the order of their names.
///
/// # Errors
/// A sentence about the first file that is not the rules of a game, or that has the id of another game.
pub(super) fn add(catalogue: Catalogue, folder: &Path) -> Result<Catalogue, String> {
    let at = |path: &Path, error: &dyn std::fmt::Display| format!("--rules: {}: {error}", path.display());
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| at(folder, &error))?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort_unstable();
    match files.len() {
        0 => return Err(at(folder, &"there is no file whose name ends in .json")),
        FILES_MAX.. => return Err(at(folder, &format!("expected less than {FILES_MAX} files"))),
        _ => {}
    }
    let game = |path: &PathBuf| game(path).map_err(|error| at(path, &error));
    let catalogue = catalogue.with(&files.iter().map(game).collect::<Result<Vec<Game>, _>>()?);
    catalogue.check().map_err(|error| at(folder, &error))?;
    Ok(catalogue)
}

fn game(path: &Path) -> Result<Game, String> {
    let id = path.file_stem().unwrap_or_default().to_str().ok_or("the name of the file is not UTF-8")?;
    let mut text = String::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(Caps::MAX_BODY_BYTES as u64).read_to_string(&mut text).map_err(|error| error.to_string())?;
    rules::game(id, &text).map_err(|error| error.to_string())
}
