//! `plyd-tools names`: the list of chess openings that the binary contains.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Chess;
use plyd_games::Notation;
use plyd_games::opening::{Opening, OpeningNames};
use plyd_search::position::Position;

/// Options of `names`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The folder of the files a.tsv to e.tsv of github.com/lichess-org/chess-openings
    source: PathBuf,
    /// Where to write the list
    #[arg(long)]
    output: PathBuf,
}

/// Reads the lists of names and lines, plays the lines, and writes the names by position.
///
/// # Errors
/// If a file cannot be read or written, or a line cannot be played.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let mut named: HashMap<u64, Opening> = HashMap::new();
    for file in ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"] {
        let path = options.source.join(file);
        let text = fs::read_to_string(&path).map_err(crate::of_file(&path))?;
        for line in text.lines().skip(1) {
            let (key, opening) = read(line).ok_or_else(|| io::Error::other(format!("{file}: {line}")))?;
            // The shorter line, if two lines lead to the same position.
            match named.get(&key) {
                Some(known) if known.plies <= opening.plies => {}
                _ => drop(named.insert(key, opening)),
            }
        }
    }
    eprintln!("{} positions have names", named.len());
    crate::write(&options.output, OpeningNames::bytes(named.into_iter().collect()))
}

/// The position and the opening of a line: code, name and moves, with tabs between them.
fn read(line: &str) -> Option<(u64, Opening)> {
    let [code, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let mut position = Chess::parse(Chess::ABOUT.start()).ok()?;
    let mut plies = 0;
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        position.play_unchecked(position.find_move(word)?);
        plies += 1;
    }
    // The list is made once, so its names may stay in memory.
    Some((position.key(), Opening { code: code.to_owned(), name: name.to_owned().leak(), plies }))
}
