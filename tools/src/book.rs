//! `plyd-tools book`: the values of all positions of one stage of a game. It takes hours. It can be interrupted and
//! resumed.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use plyd_games::ConnectFour;
use plyd_search::exact::value;
use plyd_search::{Evaluate, Score, Table};

/// Options of `book`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id
    game: Game,
    /// Plies from the start of the game to the positions of the book
    #[arg(long)]
    plies: u32,
    /// Where to write the book
    #[arg(long)]
    output: PathBuf,
    /// Where to keep solved positions, and to find those of an earlier run
    #[arg(long)]
    work: PathBuf,
    /// Transposition table, in MiB
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..))]
    table_mb: u32,
}

/// Games with a book.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    ConnectFour,
}

/// Largest distance that an entry can hold.
const PLIES_MAX: u32 = 127;

/// Makes a book. Reports every solved position on standard error.
///
/// # Errors
/// If the game may last too long after this number of plies, or a file cannot be read or written.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let mut table = Table::new((options.table_mb as usize) << 20);
    let book = match options.game {
        Game::ConnectFour => solved(&ConnectFour::default(), options.plies, &mut table, &options.work)?,
    };
    crate::write(&options.output, book)
}

/// The bytes of the book of the positions `plies` plies after `start`. Solved positions are
/// stored in the file `work`, and are not solved again.
///
/// # Errors
/// If the game may last too long after this number of plies, or the file cannot be read or written.
fn solved<P: Evaluate>(start: &P, plies: u32, table: &mut Table, work: &Path) -> io::Result<Vec<u8>> {
    let plies_left = start.plies_left().checked_sub(plies).filter(|left| *left <= PLIES_MAX);
    let plies_left =
        plies_left.ok_or_else(|| io::Error::other(format!("the game may last too long after {plies} plies")))?;
    let mut work = WorkFile::open(work).map_err(crate::of_file(work))?;
    let (stage, started) = (stage(start, plies), Instant::now());
    let mut entries = Vec::with_capacity(stage.len());
    for (position, done) in stage.iter().zip(1..) {
        let key = position.table_key().hash();
        let value = match work.known.get(&key) {
            Some(value) => *value,
            None => {
                // The table is reused, because neighbouring positions have much in common.
                let value = encoded(value(position, table));
                eprintln!("{done} of {} after {:.0?}: {value}", stage.len(), started.elapsed());
                writeln!(work.file, "{key} {value}")?;
                value
            }
        };
        entries.push((key, value));
    }
    Ok(written(plies_left, entries))
}

/// The unfinished positions `plies` plies after `start`, one for each [key](Evaluate::table_key), in the order in which play
/// reaches them.
fn stage<P: Evaluate>(start: &P, plies: u32) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for position in &positions {
            moves.clear();
            position.legal_moves(&mut moves);
            next.extend(
                moves
                    .iter()
                    .map(|mv| position.after(*mv))
                    .filter(|position| position.outcome().is_none() && seen.insert(position.table_key().hash())),
            );
        }
        positions = next;
    }
    positions
}

/// The encoding of a value in an entry.
fn encoded(score: Score) -> i8 {
    let plies = score.plies().map_or(0, |plies| i8::try_from(plies).expect("a game of at most 127 plies"));
    if score < Score::ZERO { -plies } else { plies }
}

/// The bytes of a book with these entries.
fn written(plies_left: u32, mut entries: Vec<(u64, i8)>) -> Vec<u8> {
    entries.sort_unstable();
    let mut bytes = vec![u8::try_from(plies_left).expect("a game of at most 127 plies")];
    for (key, value) in entries {
        bytes.extend(key.to_le_bytes());
        bytes.push(value.cast_unsigned());
    }
    bytes
}

/// The work file: one line for each entry, with key and value.
struct WorkFile {
    file: File,
    known: HashMap<u64, i8>,
}

impl WorkFile {
    fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        // Removes an incomplete last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        Ok(Self { file, known: text[..whole].lines().filter_map(entry).collect() })
    }
}

fn entry(line: &str) -> Option<(u64, i8)> {
    let (key, value) = line.split_once(' ')?;
    Some((key.parse().ok()?, value.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use plyd_games::TicTacToe;

    use super::*;

    fn work(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("plyd-book-{name}-{}", std::process::id()))
    }

    fn book_of_tic_tac_toe(work: &Path) -> Vec<u8> {
        solved(&TicTacToe::default(), 2, &mut Table::new(0), work).expect("a game of nine plies")
    }

    #[test]
    fn a_book_that_was_broken_off_is_finished_without_solving_anything_twice() {
        let work = work("resumed");
        let whole = book_of_tic_tac_toe(&work);
        let text = std::fs::read_to_string(&work).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        // A wrong value in the file is kept, which shows that nothing is solved again. An incomplete line is ignored.
        let (key, _) = lines[0].split_once(' ').unwrap();
        let half = &lines[1][..lines[1].len() - 1];
        std::fs::write(&work, format!("{key} 99\n{half}")).unwrap();
        let resumed = book_of_tic_tac_toe(&work);
        std::fs::remove_file(&work).unwrap();
        let differing = whole.iter().zip(&resumed).filter(|(one, other)| one != other).count();
        assert_eq!((whole.len(), differing), (resumed.len(), 1));
    }

    #[test]
    fn a_book_has_the_value_of_every_position_of_its_stage_by_key() {
        let work = work("read");
        let bytes = book_of_tic_tac_toe(&work);
        std::fs::remove_file(&work).unwrap();
        let mut table = Table::new(0);
        let entry = |position: &TicTacToe| (position.table_key().hash(), encoded(value(position, &mut table)));
        let stage = stage(&TicTacToe::default(), 2);
        let mut expected: Vec<(u64, i8)> = stage.iter().map(entry).collect();
        expected.sort_unstable();
        let read = |entry: &[u8]| (u64::from_le_bytes(*entry.first_chunk().unwrap()), entry[8].cast_signed());
        assert_eq!(bytes[1..].chunks(9).map(read).collect::<Vec<_>>(), expected);
        assert_eq!(u32::from(bytes[0]), stage[0].plies_left());
        assert_eq!([Score::win_in(127), Score::ZERO, Score::loss_in(9)].map(encoded), [127, 0, -9]);
    }

    #[test]
    fn a_game_that_may_last_too_long_has_no_book() {
        let work = work("none");
        let error = solved(&plyd_games::Chess::default(), 2, &mut Table::new(0), &work).unwrap_err();
        assert!(error.to_string().contains("too long after 2 plies") && !work.exists(), "{error}");
    }
}
