//! Random games of a file and of the native game end alike, with the same moves at each ply.

use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::board::RowColumn;
use plyd_games::catalogue::{AnyPosition, MoveIndex};
use plyd_search::mix;

use crate::files;

/// The legal moves by the cells that they touch. Games may list them in different orders, and draw their boards the
/// other way round.
fn by_cells(position: &dyn AnyPosition, is_turned: bool, size: [usize; 2]) -> BTreeMap<Vec<RowColumn>, MoveIndex> {
    let turn =
        |[row, column]: RowColumn| if is_turned { [size[0] - 1 - row, size[1] - 1 - column] } else { [row, column] };
    let all = (0..position.count_moves()).map(MoveIndex);
    all.map(|mv| (position.cells(mv).into_iter().map(turn).collect(), mv)).collect()
}

/// Plays games of both, and returns how they ended: wins of the first and of the second side, and draws.
fn play_both(file: &str, native: &str, state: Option<&str>, is_turned: bool, games: u64) -> [u32; 3] {
    let mut ends = [0; 3];
    for seed in 0..games {
        let game = CATALOGUE.find(native).unwrap();
        let mut theirs = state.map_or_else(|| game.start(), |state| game.parse(state).unwrap());
        let mut ours = files::start(file);
        let board = ours.board().unwrap();
        let size = [board.len(), board[0].len()];
        for ply in 0_u64.. {
            let (mine, other) = (by_cells(&*ours, false, size), by_cells(&*theirs, is_turned, size));
            let state = theirs.state();
            assert!(mine.keys().eq(other.keys()), "{file}, game {seed}, {state}: {:?} {:?}", mine.keys(), other.keys());
            assert_eq!(mine.len(), theirs.count_moves(), "{file}, game {seed}, {state}");
            assert_eq!(ours.winner(), theirs.winner(), "{file}, game {seed}, {state}");
            if mine.is_empty() {
                ends[ours.winner().map_or(2, plyd_search::position::Side::index)] += 1;
                break;
            }
            let chosen = mine.keys().nth((mix(seed << 32 | ply) % mine.len() as u64) as usize).unwrap();
            ours.play(mine[chosen]);
            theirs.play(other[chosen]);
        }
    }
    ends
}

/// How many games `cargo test` plays; all 300 are played by .ci/nightly.
const SAMPLE: u64 = 40;

fn all(games: u64) {
    for (file, native, state, is_turned) in [
        ("tic-tac-toe", "tic-tac-toe", None, false),
        ("connect-four", "connect-four", None, false),
        ("breakthrough", "breakthrough", None, false),
        ("othello", "othello", None, false),
        ("hex", "hex", None, false),
        ("ataxx", "ataxx", None, false),
        ("gomoku", "gomoku", None, false),
        ("checkers", "checkers", None, true),
    ] {
        let ends = play_both(file, native, state, is_turned, games);
        assert!(ends[0] > 0 && ends[1] > 0, "{file}: {ends:?}");
    }
}

#[test]
fn random_games_end_as_in_the_native_game() {
    all(SAMPLE);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn three_hundred_random_games_end_as_in_the_native_game() {
    all(300);
}
