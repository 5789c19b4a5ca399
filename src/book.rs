//! Making a game's book: hours of solving that may be broken off and taken up again.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Instant;

use crate::catalogue::{Game, Ledger};
use crate::search::Table;

/// Makes the book of the positions so many plies after the start of a game; `None` where the game may go on for too long after them. What is
/// solved is kept in the file `work`, and what stands there is not solved again. A line on standard error tells of each position.
///
/// # Errors
/// Those of the file.
pub fn make(game: &Game, plies: u32, table: &mut Table, work: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = File::options().read(true).append(true).create(true).open(work)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    // A last line that was not written whole counts for nothing, and goes.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)?;
    let known = text[..whole].lines().filter_map(entry).collect();
    game.solve_stage(plies, table, &mut WorkFile { file, known, started: Instant::now() })
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
}

impl Ledger for WorkFile {
    fn known(&self, key: u64) -> Option<i8> {
        self.known.get(&key).copied()
    }

    fn note(&mut self, key: u64, value: i8, done: usize, all: usize) -> io::Result<()> {
        eprintln!("{done} of {all} after {:.0?}: {value}", self.started.elapsed());
        writeln!(self.file, "{key} {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn a_book_that_was_broken_off_is_finished_without_solving_anything_twice() {
        let game = games::find("tic-tac-toe").unwrap();
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
