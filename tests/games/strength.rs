//! Playing strength, as far as a test can hold it: every game that people play beats a random mover, deeper play beats
//! shallower.

use plyd::cli::arena::{Match, Player, Tally};
use plyd::games::CATALOGUE;

/// Games with room for skill, and from how many plies on a search sees what random moves allow.
const GAMES: [(&str, u32); 16] = [
    ("connect-four", 2),
    ("gomoku", 2),
    ("othello", 2),
    ("checkers", 2),
    ("chess", 2),
    ("draughts", 2),
    ("russian-draughts", 4),
    ("brazilian-draughts", 4),
    ("kalah", 3),
    ("oware", 2),
    ("nine-mens-morris", 2),
    ("breakthrough", 2),
    ("ataxx", 2),
    ("dots-and-boxes", 2),
    ("ultimate-tic-tac-toe", 2),
    ("hex", 2),
];

fn play(game: &str, first: &str, second: &str, pairs: u32, opening_plies: u32) -> Tally {
    let game = CATALOGUE.find(game).unwrap();
    let players = [first, second].map(|text| Player::parse(game, text).unwrap());
    Match { game, players, pairs, opening_plies, seed: 1, until: None }.play(&|_| ())
}

#[test]
fn a_few_plies_score_97_of_100_against_a_random_mover_without_a_loss() {
    for (game, depth) in GAMES {
        let tally = play(game, &format!("depth={depth}"), "random", 50, 0);
        assert_eq!((tally.games(), tally.losses), (100, 0), "{game}: {tally:?}");
        assert!(2 * tally.wins + tally.draws >= 194, "{game}: {tally:?}");
    }
}

#[test]
fn level_1_tries_to_win_and_level_n_plus_2_beats_level_n() {
    for (game, _) in GAMES {
        let random = play(game, "level=1", "random", 15, 2);
        assert!(random.score() > 0.6, "{game}, level 1 against random moves: {random:?}");
        for below in 1..=3 {
            let tally = play(game, &format!("level={}", below + 2), &format!("level={below}"), 15, 2);
            assert!(tally.score() > 0.55, "{game}, level {} against level {below}: {tally:?}", below + 2);
        }
    }
}

#[test]
fn two_plies_more_win_most_games() {
    for (game, deep, shallow, pairs) in [
        ("connect-four", 6, 4, 60),
        ("gomoku", 3, 1, 15),
        ("othello", 4, 2, 20),
        ("checkers", 6, 4, 40),
        ("chess", 3, 1, 15),
        ("draughts", 4, 2, 20),
        ("russian-draughts", 4, 2, 20),
        ("brazilian-draughts", 4, 2, 20),
        ("kalah", 4, 2, 40),
        ("oware", 4, 2, 40),
        ("nine-mens-morris", 4, 2, 20),
        ("breakthrough", 4, 2, 20),
        ("ataxx", 4, 2, 10),
        ("dots-and-boxes", 4, 2, 40),
        ("ultimate-tic-tac-toe", 4, 2, 20),
    ] {
        let tally = play(game, &format!("depth={deep}"), &format!("depth={shallow}"), pairs, 2);
        assert!(tally.score() > 0.55, "{game}: {tally:?}");
    }
}
