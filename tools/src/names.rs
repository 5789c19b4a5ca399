//! `plyd-tools names`: the list of chess openings that the binary contains, and the main moves of these openings.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use plyd_games::Chess;
use plyd_games::Notation;
use plyd_games::opening::{Opening, OpeningNames};
use plyd_search::Evaluate;
use plyd_search::position::Position;

/// Options of `names`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The folder of the files a.tsv to e.tsv of github.com/lichess-org/chess-openings
    source: PathBuf,
    /// Where to write the list
    #[arg(long)]
    output: PathBuf,
    /// Where to write the main moves
    #[arg(long)]
    main_moves: PathBuf,
}

/// A position has a main move if at least this many lines go on with it. With fewer, the choice would be an accident of the
/// list.
const LINES_MIN: u32 = 5;

/// Reads the lists of names and lines, plays the lines, and writes the names and the main moves by position.
///
/// # Errors
/// If a file cannot be read or written, or a line cannot be played.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    let mut named: HashMap<u64, Opening> = HashMap::new();
    let mut played = Played::default();
    for file in ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"] {
        let path = options.source.join(file);
        let text = fs::read_to_string(&path).map_err(crate::of_file(&path))?;
        for line in text.lines().skip(1) {
            let read = read(line, &mut played).ok_or_else(|| io::Error::other(format!("{file}: {line}")))?;
            let (key, opening) = read;
            // The shorter line, if two lines lead to the same position.
            match named.get(&key) {
                Some(known) if known.plies <= opening.plies => {}
                _ => drop(named.insert(key, opening)),
            }
        }
    }
    eprintln!("{} positions have names", named.len());
    crate::write(&options.output, OpeningNames::bytes(named.into_iter().collect()))?;
    let main = played.main_moves();
    eprintln!("{} positions have main moves", main.len());
    let bytes = main.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes()));
    crate::write(&options.main_moves, bytes.collect::<Vec<u8>>())
}

/// How many lines go on with each move, by position and the move's slot.
#[derive(Debug, Default)]
struct Played(HashMap<u64, Vec<(u16, u32)>>);

impl Played {
    fn add(&mut self, key: u64, slot: u16) {
        let moves = self.0.entry(key).or_default();
        match moves.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, lines)) => *lines += 1,
            None => moves.push((slot, 1)),
        }
    }

    /// By position, the move with which the most lines go on; the first in the list if several have as many.
    fn main_moves(&self) -> Vec<(u64, u16)> {
        let main = |moves: &[(u16, u32)]| moves.iter().rev().max_by_key(|(_, lines)| *lines).copied();
        let found = self.0.iter().filter_map(|(key, moves)| Some((*key, main(moves)?)));
        let mut found: Vec<(u64, u16)> =
            found.filter(|(_, (_, lines))| *lines >= LINES_MIN).map(|(key, (slot, _))| (key, slot)).collect();
        found.sort_unstable();
        found
    }
}

/// The position and the opening of a line: code, name and moves, with tabs between them.
fn read(line: &str, played: &mut Played) -> Option<(u64, Opening)> {
    let [code, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let mut position = Chess::parse(Chess::ABOUT.start()).ok()?;
    let mut plies = 0;
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        let mv = position.find_move(word)?;
        played.add(position.key(), Chess::slot(mv) as u16);
        position.play_unchecked(mv);
        plies += 1;
    }
    // The list is made once, so its names may stay in memory.
    Some((position.key(), Opening { code: code.to_owned(), name: name.to_owned().leak(), plies }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_move_has_the_most_lines_and_at_least_five() {
        let mut played = Played::default();
        for (key, slot, lines) in [(7, 1, 5), (7, 2, 6), (3, 4, 4), (5, 9, 5), (5, 8, 5)] {
            (0..lines).for_each(|_| played.add(key, slot));
        }
        assert_eq!(played.main_moves(), [(5, 9), (7, 2)]);
    }
}
