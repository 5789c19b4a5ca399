//! What `moves` change beyond the position: repetitions and move counts in positions and searches, and playing on after
//! draws that have to be claimed.

use crate::common::catalogue::{answer, describe, question};
use plyd::catalogue::AnyPosition;
use plyd::games::CATALOGUE;
use plyd::search::{Algorithm, Draws};

fn played(game: &str, state: &str, moves: &[&str]) -> Box<dyn AnyPosition> {
    played_by(Draws::Claimed, game, state, moves)
}

fn played_by(draws: Draws, game: &str, state: &str, moves: &[&str]) -> Box<dyn AnyPosition> {
    let mut position = CATALOGUE.find(game).unwrap().parse(state).unwrap();
    position.set_draws(draws);
    for mv in moves {
        position.play_named(mv).unwrap_or_else(|illegal| panic!("{mv}: {}", illegal.detail));
    }
    position
}

/// Checks that the position is drawn for this reason, in its description and in a search.
#[track_caller]
fn assert_drawn(position: &dyn AnyPosition, reason: &str) {
    let described = describe(position);
    assert_eq!(described["outcome"], serde_json::json!({"winner": null, "reason": reason}));
    assert!(described["legal_moves"].as_array().unwrap().is_empty());
    let searched = answer(position.duplicate(), question(Algorithm::AlphaBeta, 2));
    assert_eq!((&searched["move"], &searched["score"]["outcome"]), (&serde_json::json!(null), &"draw".into()));
    assert_eq!(searched["score"]["plies"], 0);
}

const QUEEN_AGAINST_ROOK: &str = "7k/8/8/8/8/8/r7/1Q5K w - - 0 1";
const BACK_AND_FORTH: [&str; 4] = ["h1g1", "h8g8", "g1h1", "g8h8"];

#[test]
fn the_third_occurrence_draws_and_play_may_go_on_through_it() {
    let twice = played("chess", QUEEN_AGAINST_ROOK, &BACK_AND_FORTH);
    assert_eq!(describe(&*twice)["over"], false);
    let thrice = played("chess", QUEEN_AGAINST_ROOK, &BACK_AND_FORTH.repeat(2));
    assert_drawn(&*thrice, "threefold repetition");
    let mut beyond = thrice.duplicate();
    beyond.play_named("b1a2").unwrap();
    assert_eq!(describe(&*beyond)["over"], false, "over speaks of the last position only");
    let mut checkers = vec!["12-16", "17-13", "16-12", "13-17"];
    checkers.extend(checkers.clone());
    let kings = "B:WK17:BK12";
    assert_drawn(&*played("checkers", kings, &checkers), "threefold repetition");
}

#[test]
fn a_move_that_completes_a_repetition_is_worth_a_draw() {
    // Black is a queen down and can repeat a position that has occurred twice.
    let mut moves = BACK_AND_FORTH.repeat(2);
    moves.pop();
    let position = played("chess", QUEEN_AGAINST_ROOK, &moves);
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
        let mut only = question(algorithm, 2);
        only.search_moves = Some(position.find_moves(&["g8h8".to_owned()]).unwrap());
        let found = answer(position.duplicate(), only);
        assert_eq!((&found["score"]["value"], &found["score"]["outcome"]), (&0.into(), &"draw".into()));
    }
    let without_past = played("chess", &position.state(), &[]);
    let mut only = question(Algorithm::AlphaBeta, 2);
    only.search_moves = Some(position.find_moves(&["g8h8".to_owned()]).unwrap());
    assert_ne!(answer(without_past, only)["score"]["value"], 0, "the state alone knows no past");
}

#[test]
fn fifty_moves_without_progress_draw() {
    let late = played("chess", "7k/8/8/8/8/8/r7/1Q5K w - - 99 80", &[]);
    assert_eq!(describe(&*late)["over"], false);
    let drawn = played("chess", "7k/8/8/8/8/8/r7/1Q5K w - - 99 80", &["h1g1"]);
    assert_eq!(describe(&*drawn)["outcome"]["winner"], serde_json::json!(null));
    assert_eq!(describe(&*drawn)["over"], true);
    let searched = answer(late, question(Algorithm::AlphaBeta, 3));
    assert_eq!(searched["move"], "b1a2", "only a capture keeps the win");
}

#[test]
fn a_position_that_is_here_for_the_second_time_is_worth_what_it_is_worth() {
    let chess = CATALOGUE.find("chess").unwrap();
    let start = chess.start();
    let twice = played("chess", &start.state(), &["g1f3", "g8f6", "f3g1", "f6g8"]);
    let value = &describe(&*start)["evaluation"];
    assert_ne!(value, 0);
    assert_eq!(&describe(&*twice)["evaluation"], value);
    let searched = answer(twice, question(Algorithm::AlphaBeta, 0));
    assert_eq!((&searched["score"]["value"], &searched["score"]["outcome"]), (value, &serde_json::json!(null)));
    assert_eq!(searched["stopped_by"], "depth");
}

/// A game of Oware in which both `c` and `a` repeat a position, which ends the game.
const CIRCLE: [&str; 11] = ["A", "d", "B", "a", "C", "e", "D", "f", "E", "b", "F"];
const CIRCLE_FROM: &str = "1,0,0,0,0,0,22/1,0,0,1,0,0,23 south";

#[test]
fn a_return_that_ends_the_game_by_itself_is_a_win_that_no_level_misses() {
    let found = answer(played("oware", CIRCLE_FROM, &CIRCLE), question(Algorithm::AlphaBeta, 6));
    assert_eq!((&found["move"], &found["after"]["outcome"]["winner"]), (&"c".into(), &"north".into()), "{found}");
    assert_eq!(found["score"], serde_json::json!({"value": 999_999, "outcome": "win", "plies": 1}));
    assert_eq!(found["stopped_by"], "solved");
    let minimax = answer(played("oware", CIRCLE_FROM, &CIRCLE), question(Algorithm::Minimax, 6));
    assert_eq!((&minimax["move"], &minimax["score"]), (&found["move"], &found["score"]));
    let before = played("oware", CIRCLE_FROM, &CIRCLE[..10]);
    let mut only = question(Algorithm::AlphaBeta, 2);
    only.search_moves = Some(before.find_moves(&["F".to_owned()]).unwrap());
    let loses = answer(before, only);
    assert_eq!(loses["score"], serde_json::json!({"value": -999_998, "outcome": "loss", "plies": 2}));
}

#[test]
fn nobody_plays_on_after_a_return_that_ends_the_game_by_itself() {
    let mut over = played("oware", CIRCLE_FROM, &CIRCLE);
    assert!(over.play_named("c").is_ok());
    assert_eq!(describe(&*over)["over"], true);
    let refused = over.play_named("A").unwrap_err().detail;
    assert!(refused.contains("the game is over: the position came back"), "{refused}");
    // A player has to claim threefold repetition.
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let mut drawn = played("chess", &CATALOGUE.find("chess").unwrap().start().state(), &knights);
    assert_eq!(describe(&*drawn)["over"], true);
    assert!(drawn.play_named("g1f3").is_ok());
}

/// Positions in which a draw may be claimed and the game goes on, each with the reason.
fn claimable() -> [(Box<dyn AnyPosition>, &'static str); 5] {
    let kings = ["12-16", "17-13", "16-12", "13-17"];
    let fifty = "fifty moves without a capture or a pawn's move";
    [
        ("chess", QUEEN_AGAINST_ROOK, BACK_AND_FORTH.repeat(2), "threefold repetition"),
        ("chess", "7k/8/8/8/8/8/r7/1Q5K w - - 99 80", vec!["h1g1"], fifty),
        ("chess", "7k/8/8/8/8/8/r7/1Q5K w - - 120 80", vec![], fifty),
        ("checkers", "B:WK17:BK12", kings.repeat(2), "threefold repetition"),
        ("draughts", "W:WK46:BK5:H49", vec!["46-41"], "25 moves each by kings alone without a capture"),
    ]
    .map(|(game, state, moves, reason)| (played_by(Draws::Automatic, game, state, &moves), reason))
}

#[test]
fn unclaimed_draws_are_reported_and_do_not_end_the_game() {
    for (position, reason) in claimable() {
        let described = describe(&*position);
        assert_eq!(described["claimable"], serde_json::json!({"reason": reason}));
        assert_eq!((&described["over"], &described["outcome"]), (&false.into(), &serde_json::json!(null)));
        let found = answer(position.duplicate(), question(Algorithm::AlphaBeta, 3));
        let minimax = answer(position.duplicate(), question(Algorithm::Minimax, 3));
        assert!(found["move"].is_string(), "{reason}");
        assert_eq!((&found["move"], &found["score"]), (&minimax["move"], &minimax["score"]), "{reason}");
        let mut by_claims = position;
        by_claims.set_draws(Draws::Claimed);
        assert_drawn(&*by_claims, reason);
        assert_eq!(describe(&*by_claims)["claimable"], described["claimable"]);
    }
    let start = CATALOGUE.find("chess").unwrap().start();
    assert_eq!(describe(&*start)["claimable"], serde_json::json!(null));
}

#[test]
fn chess_ends_by_itself_at_the_fifth_occurrence_after_75_moves_and_in_a_dead_position() {
    let seventy_five = "seventy-five moves without a capture or a pawn's move";
    for (state, moves, reason) in [
        (QUEEN_AGAINST_ROOK, BACK_AND_FORTH.repeat(4), "fivefold repetition"),
        ("7k/8/8/8/8/8/r7/1Q5K w - - 149 99", vec!["h1g1"], seventy_five),
        ("7k/8/8/8/8/8/r7/1Q5K w - - 400 999", vec![], seventy_five),
        ("8/8/8/4k3/8/8/8/4K2B w - - 0 1", vec![], "insufficient material"),
    ] {
        let over = played_by(Draws::Automatic, "chess", state, &moves);
        assert_drawn(&*over, reason);
        assert_eq!(describe(&*over)["claimable"], serde_json::json!(null));
    }
    let mut mate = played_by(Draws::Automatic, "chess", "6k1/5ppp/8/8/8/8/8/3RK3 w - - 149 99", &[]);
    mate.play_named("d1d8").unwrap();
    assert_eq!(describe(&*mate)["outcome"]["reason"], "checkmate");
    let clock = played_by(Draws::Automatic, "chess", "7k/8/8/8/8/8/r7/1Q5K w - - 120 80", &["b1b2"]);
    assert_eq!(clock.state(), "7k/8/8/8/8/8/rQ6/7K b - - 121 80");
    let taken = played_by(Draws::Automatic, "chess", &clock.state(), &["a2b2"]);
    assert_eq!(taken.state(), "7k/8/8/8/8/8/1r6/7K w - - 0 81");
}
