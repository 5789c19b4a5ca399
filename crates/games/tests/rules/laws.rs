//! The laws over all files.

use plyd_games::RULES;
use plyd_games::catalogue::Game;
use plyd_games::laws::{Extent, LAWS, Law};

use crate::files;

/// The game `rules` with every file as an example of a state.
fn game() -> Game {
    let mut game = RULES;
    let states = files::names().iter().map(|name| &*files::start_text(name).leak()).collect::<Vec<_>>();
    let first = states.iter().position(|state| state.contains("\"Tic-tac-toe\"")).unwrap();
    let mut states = states;
    states.swap(0, first);
    game.about.state_examples = states.leak();
    game
}

/// The random positions come from the first examples, so that a game of each kind needs several rounds.
fn hold(part: usize) {
    let whole = game();
    let (start, others) = whole.about.state_examples.split_first().unwrap();
    for some in others.chunks(7).skip(part).step_by(4) {
        let mut game = whole;
        game.about.state_examples = [&[*start], some].concat().leak();
        for law in LAWS {
            check(law, &game);
        }
    }
}

fn check(law: &Law, game: &Game) {
    law.check(game, Extent::Sample).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn a_quarter_of_the_files_keeps_them() {
    hold(0);
}

#[test]
fn another_quarter_of_the_files_keeps_them() {
    hold(1);
}

#[test]
fn a_third_quarter_of_the_files_keeps_them() {
    hold(2);
}

#[test]
fn the_last_quarter_of_the_files_keeps_them() {
    hold(3);
}
