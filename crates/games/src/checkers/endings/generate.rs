//! Generation of the endgame database by retrograde analysis.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::rules::Checkers;
use super::index::{Class, ENTRIES, STORED, index_of};
use super::{DRAWN, LOST, is_win};
use plyd_search::position::Position;

/// Solves all positions and compresses the table. Takes a minute and a half.
#[must_use]
pub fn generate() -> Vec<u8> {
    let mut table = solve_all();
    fill_unused(&mut table);
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&table[..STORED]).and_then(|()| packer.finish()).expect("memory takes whatever is written")
}

/// Every entry, including positions where a capture is forced.
fn solve_all() -> Vec<u8> {
    let mut table = vec![DRAWN; ENTRIES];
    let mut moves = Vec::new();
    let mut longest = 0;
    let mut classes = Class::all();
    while let Some(class) = classes.first().copied() {
        let pair: Vec<Class> = classes.extract_if(.., |other| [class, class.turned()].contains(other)).collect();
        longest = longest.max(solve(&pair, longest, &mut table, &mut moves));
    }
    table
}

/// Solves these classes. The classes that captures and promotions lead to have to be solved before. Wins and losses are
/// found in order of their distance. Returns the largest entry.
fn solve(classes: &[Class], longest_known: u8, table: &mut [u8], moves: &mut Vec<<Checkers as Position>::Move>) -> u8 {
    let (mut entry, mut last) = (LOST, LOST);
    // A position with entry `n`, unless it is lost already, has a move to a position with entry `n - 1`, in these
    // classes or in those solved before. So no entry can be larger than the largest known one plus 1.
    while entry <= longest_known.max(last) + 1 {
        for class in classes {
            for index in class.indices() {
                if table[index] == DRAWN
                    && let Some(position) = class.position(index)
                    && entry_is(entry, &position, table, moves)
                {
                    table[index] = entry;
                    last = entry;
                }
            }
        }
        entry += 1;
    }
    last
}

/// Whether a position has this entry, given all smaller entries.
fn entry_is(entry: u8, position: &Checkers, table: &[u8], moves: &mut Vec<<Checkers as Position>::Move>) -> bool {
    moves.clear();
    position.legal_moves(moves);
    let mut after = moves.iter().map(|mv| after(position, *mv, table));
    if is_win(entry) {
        after.any(|reply| reply == entry - 1)
    } else {
        after.all(|reply| is_win(reply) && reply < entry)
    }
}

/// The entry of the position after a move. A side without pieces has lost.
fn after(position: &Checkers, mv: <Checkers as Position>::Move, table: &[u8]) -> u8 {
    let next = position.after(mv);
    if next.by_colour().contains(&0) { LOST } else { table[index_of(&next).1] }
}

/// Replaces meaningless entries by the one before them, so that the table compresses better.
fn fill_unused(table: &mut [u8]) {
    for class in Class::all() {
        let mut previous = DRAWN;
        for index in class.indices() {
            if class.position(index).is_none_or(|position| position.capturers() != 0) {
                table[index] = previous;
            }
            previous = table[index];
        }
    }
}
