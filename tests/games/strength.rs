//! Playing strength, as far as a test can hold it: every game that people play beats a random mover, deeper play beats
//! shallower.

use plyd::catalogue::Game;
use plyd::cli::arena::{Match, Player, Tally};
use plyd::games::CATALOGUE;

/// Games with room for skill: their levels go by a static value, and the usual search does not see their end.
fn games() -> impl Iterator<Item = &'static str> {
    let has_room = |game: &&Game| {
        let about = &game.about;
        about.levels.is_some_and(|levels| levels.won > 0) && about.default_depth < about.max_depth
    };
    CATALOGUE.iter().filter(has_room).map(|game| game.id)
}

/// From how many plies on a search sees what random moves allow.
fn depth_against_random(game: &str) -> u32 {
    match game {
        "russian-draughts" | "brazilian-draughts" => 4,
        "kalah" => 3,
        _ => 2,
    }
}

/// The depths that play each other, and how many pairs of games tell them apart; none where that takes minutes.
fn two_plies_apart(game: &str) -> Option<(u32, u32, u32)> {
    match game {
        "chess" | "gomoku" => Some((3, 1, 15)),
        "checkers" => Some((6, 4, 40)),
        "connect-four" => Some((6, 4, 60)),
        "dots-and-boxes" | "kalah" => Some((4, 2, 40)),
        "hex" => None,
        _ => Some((4, 2, 20)),
    }
}

fn play(game: &str, first: &str, second: &str, pairs: u32, opening_plies: u32) -> Tally {
    let game = CATALOGUE.find(game).unwrap();
    let players = [first, second].map(|text| Player::parse(game, text).unwrap());
    Match { game, players, pairs, opening_plies, seed: 1, until: None }.play(&|_| ())
}

#[test]
fn a_few_plies_score_97_of_100_against_a_random_mover_without_a_loss() {
    for game in games() {
        let tally = play(game, &format!("depth={}", depth_against_random(game)), "random", 50, 0);
        assert_eq!((tally.games(), tally.losses), (100, 0), "{game}: {tally:?}");
        assert!(2 * tally.wins + tally.draws >= 194, "{game}: {tally:?}");
    }
}

#[test]
fn level_1_tries_to_win_and_level_n_plus_2_beats_level_n() {
    for game in games() {
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
    for game in games() {
        let Some((deep, shallow, pairs)) = two_plies_apart(game) else { continue };
        let tally = play(game, &format!("depth={deep}"), &format!("depth={shallow}"), pairs, 2);
        assert!(tally.score() > 0.55, "{game}: {tally:?}");
    }
}
