//! Playing strength: every game beats simple opponents, and deeper searches beat shallower ones.
//!
//! The short matches of `cargo test` have fixed seeds and are deterministic, so they are golden values rather than
//! measurements. They fail if a change makes play much worse, and say nothing about small differences. The long matches
//! of `.ci/nightly` are measurements.

use crate::players::{beginner, line_builder, path_builder};
use plyd::catalogue::Game;
use plyd::games::CATALOGUE;
use plyd_terminal::arena::{Match, Player, Tally};

/// Games in which skill matters, because their levels use static evaluation and the default search does not reach the
/// end.
fn games() -> impl Iterator<Item = &'static str> {
    let has_room = |game: &&Game| {
        let about = &game.about;
        about.expected_score.fit.is_some() && about.default_depth < about.max_depth
    };
    CATALOGUE.iter().filter(has_room).map(|game| game.id)
}

/// The depth at which a search begins to punish random moves.
fn depth_against_random(game: &str) -> u32 {
    match game {
        "russian-draughts" | "brazilian-draughts" => 4,
        "kalah" => 3,
        _ => 2,
    }
}

/// Two depths, and the number of pairs of games that distinguish them; `None` if that would take minutes.
fn two_plies_apart(game: &str) -> Option<(u32, u32, u32)> {
    match game {
        "chess" | "gomoku" => Some((3, 1, 15)),
        "checkers" => Some((6, 4, 40)),
        "connect-four" => Some((6, 4, 60)),
        "atomic" | "dots-and-boxes" | "kalah" => Some((4, 2, 40)),
        "hex" => None,
        _ => Some((4, 2, 20)),
    }
}

/// A player, given by its settings or by the name of a simple player.
fn player(game: &Game, text: &str) -> Player {
    match text {
        "beginner" => Player::Function(beginner),
        "line builder" => Player::Function(line_builder),
        "path builder" => Player::Function(path_builder),
        settings => Player::parse(game, settings).unwrap(),
    }
}

fn play(game: &str, first: &str, second: &str, pairs: u32, opening_plies: u32) -> Tally {
    let game = CATALOGUE.find(game).unwrap();
    let players = [first, second].map(|text| player(game, text));
    Match { game, second_game: None, players, pairs, opening_plies, seed: 1, until: None }.play(&|_| ())
}

fn against_a_random_mover(pairs: u32) {
    for game in games() {
        let tally = play(game, &format!("depth={}", depth_against_random(game)), "random", pairs, 0);
        assert_eq!((tally.games(), tally.losses), (2 * pairs, 0), "{game}: {tally:?}");
        assert!(100 * (2 * tally.wins + tally.draws) >= 97 * 4 * pairs, "{game}: {tally:?}");
    }
}

fn levels_apart(pairs: u32, highest: u8) {
    for game in games() {
        let random = play(game, "level=1", "random", pairs, 2);
        assert!(random.score() > 0.6, "{game}, level 1 against random moves: {random:?}");
        for below in 1..=highest - 2 {
            let tally = play(game, &format!("level={}", below + 2), &format!("level={below}"), pairs, 2);
            assert!(tally.score() > 0.55, "{game}, level {} against level {below}: {tally:?}", below + 2);
        }
    }
}

/// In each match, the player may lose one game more than the share allows, because the matches of `cargo test` are
/// short.
fn against_simple_players(pairs: u32) {
    let luck = 1.0 / f64::from(2 * pairs);
    for game in games() {
        let random = play(game, "level=3", "random", pairs, 2);
        assert!(random.score() >= 0.95 - luck, "{game}, level 3 against random moves: {random:?}");
        let beginner = play(game, "level=5", "beginner", pairs, 2);
        assert!(beginner.score() >= 0.9 - luck, "{game}, level 5 against a beginner: {beginner:?}");
    }
    for (game, builder) in [("gomoku", "line builder"), ("hex", "path builder")] {
        let tally = play(game, "level=8", builder, pairs, 2);
        assert!(tally.score() >= 0.8 - luck, "{game}, level 8 against a {builder}: {tally:?}");
    }
}

/// `sample` says how many of a game's pairs to play.
fn depths_apart(sample: impl Fn(&str, u32) -> u32) {
    for game in games() {
        let Some((deep, shallow, pairs)) = two_plies_apart(game) else { continue };
        let pairs = sample(game, pairs);
        if pairs == 0 {
            continue;
        }
        let tally = play(game, &format!("depth={deep}"), &format!("depth={shallow}"), pairs, 2);
        assert!(tally.score() > 0.55, "{game}: {tally:?}");
    }
}

#[test]
fn a_few_plies_score_97_of_100_against_a_random_mover_without_a_loss() {
    against_a_random_mover(8);
}

#[test]
fn level_1_tries_to_win_and_level_3_beats_it() {
    levels_apart(4, 3);
}

#[test]
fn a_beginner_loses_to_level_5_and_random_moves_to_level_3() {
    against_simple_players(4);
}

#[test]
fn two_plies_more_win_most_games() {
    // A pair of games of chess takes as long as ten pairs of other games, and a single pair would show nothing.
    depths_apart(|game, pairs| if game == "chess" { 0 } else { pairs.div_ceil(8) });
}

#[test]
#[ignore = "more of the same, minutes; run by .ci/nightly"]
fn all_of_it_holds_in_whole_matches() {
    against_a_random_mover(50);
    levels_apart(15, 5);
    against_simple_players(20);
    depths_apart(|_, pairs| pairs);
}
