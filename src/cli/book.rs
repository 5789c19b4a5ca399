//! `plyd book`: making a game's book: hours of solving that may be broken off and taken up again.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::game;
use super::progress::Progress;
use crate::catalogue::{Game, Ledger};
use crate::games::Catalogue;
use crate::memory;
use crate::search::Table;

/// Which book to make.
#[derive(Clone, Debug, Args)]
pub struct BookOptions {
    /// The game's id
    pub game: String,
    /// Plies from the start of the game to the positions of the book
    #[arg(long)]
    pub plies: u32,
    /// Where to write the book
    #[arg(long)]
    pub output: PathBuf,
    /// Where to keep what is solved, and to find what an earlier run solved
    #[arg(long)]
    pub work: PathBuf,
    /// Transposition table, in MiB
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..))]
    pub table_mb: u32,
}

/// Makes a book. How far it has come stands on standard error: a bar on a terminal, else a line for every position
/// that is solved.
///
/// # Errors
/// A sentence, when there is no such game or book, or a file cannot be read or written.
pub(super) fn book(catalogue: Catalogue, options: &BookOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let table_bytes = (options.table_mb as usize) << 20;
    memory::check("the transposition table", table_bytes + table_bytes / 16)?;
    let mut table = Table::new(table_bytes);
    let book = make(game, options.plies, &mut table, &options.work)
        .map_err(|error| format!("{}: {error}", options.work.display()))?;
    let book = book.ok_or_else(|| format!("{} may go on for too long after {} plies", game.id, options.plies))?;
    fs::write(&options.output, book).map_err(|error| format!("{}: {error}", options.output.display()))
}

/// Makes the book of the positions so many plies after the start of a game; `None` where the game may go on for too
/// long after them. What is solved is kept in the file `work`, and what stands there is not solved again.
///
/// # Errors
/// Those of the file.
fn make(game: &Game, plies: u32, table: &mut Table, work: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = File::options().read(true).append(true).create(true).open(work)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    // A last line that was not written whole counts for nothing, and goes.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    let known = text[..whole].lines().filter_map(entry).collect();
    game.solve_stage(plies, table, &mut WorkFile { file, known, started: Instant::now(), progress: None })
}

fn entry(line: &str) -> Option<(u64, i8)> {
    let (key, value) = line.split_once(' ')?;
    Some((key.parse().ok()?, value.parse().ok()?))
}

/// One line for each entry: key and value.
struct WorkFile {
    file: File,
    known: HashMap<u64, i8>,
    started: Instant,
    /// From the first position on that is solved, when it is known how many there are.
    progress: Option<Progress>,
}

impl Ledger for WorkFile {
    fn known(&self, key: u64) -> Option<i8> {
        self.known.get(&key).copied()
    }

    fn note(&mut self, key: u64, value: i8, done: usize, all: usize) -> io::Result<()> {
        let progress = self.progress.get_or_insert_with(|| {
            let progress = Progress::of(all as u64);
            progress.skip(done as u64 - 1);
            progress
        });
        progress.reach(done as u64);
        if !progress.is_shown() {
            eprintln!("{done} of {all} after {:.0?}: {value}", self.started.elapsed());
        }
        writeln!(self.file, "{key} {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;

    #[test]
    fn a_book_that_was_broken_off_is_finished_without_solving_anything_twice() {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        let work = std::env::temp_dir().join(format!("plyd-book-{}", std::process::id()));
        let make = || make(game, 2, &mut Table::new(0), &work).unwrap().expect("a game of nine plies");
        let whole = make();
        let text = std::fs::read_to_string(&work).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        // A wrong value that is taken over shows that nothing solved it again; half a line does not count.
        let (key, _) = lines[0].split_once(' ').unwrap();
        let half = &lines[1][..lines[1].len() - 1];
        std::fs::write(&work, format!("{key} 99\n{half}")).unwrap();
        let resumed = make();
        std::fs::remove_file(&work).unwrap();
        let differing = whole.iter().zip(&resumed).filter(|(one, other)| one != other).count();
        assert_eq!((whole.len(), differing), (resumed.len(), 1));
    }
}
