//! The laws over all files.

use std::num::NonZero;
use std::slice;
use std::thread;

use plyd_games::RULES;
use plyd_games::catalogue::Game;
use plyd_games::laws::{Extent, LAWS};

use crate::files;

/// The laws that play games from the first example.
const FROM_THE_START: [&str; 3] = [
    "the start goes on, is the first player's turn, and reads back to itself",
    "random games end, and every position in them is consistent",
    "cells and labels alone play whole random games",
];

/// Games with more moves than this take seconds to describe.
const MOVES_MAX: usize = 300;

/// The game `rules` with these files as examples of states, before its own or after them.
fn game(names: &[String], is_start: bool) -> Game {
    let mut game = RULES;
    let files = names.iter().map(|name| &*files::start_text(name).leak());
    let own = game.about.state_examples.iter().copied();
    let mut examples: Vec<&'static str> = own.chain(files).collect();
    if is_start {
        examples.reverse();
    }
    game.about.state_examples = examples.leak();
    game
}

fn keep(game: &Game, from_the_start: bool) {
    for law in LAWS.iter().filter(|law| from_the_start == FROM_THE_START.contains(&law.name)) {
        law.check(game, Extent::Sample).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn each_file_keeps_the_laws_of_rules_and_notation() {
    let (names, cores) = (files::names(), thread::available_parallelism().map_or(1, NonZero::get));
    // Other tests end long before this one.
    thread::scope(|scope| {
        for first in 0..cores {
            let own = names.iter().skip(first).step_by(cores);
            scope.spawn(move || {
                for name in own.filter(|name| files::start(name).count_moves() <= MOVES_MAX) {
                    keep(&game(slice::from_ref(name), true), true);
                }
            });
        }
    });
}

/// The laws of search draw their positions from the first examples, so that a few files at a time are enough.
#[test]
fn all_files_keep_the_laws_of_search() {
    for some in files::names().chunks(6) {
        keep(&game(some, false), false);
    }
}
