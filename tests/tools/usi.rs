//! Shogi by the USI protocol, as a GUI uses it. `uci` tests what the protocols have in common.

use std::time::Duration;

use crate::conversation::Conversation;
use crate::uci::{after, search};

fn begin() -> Conversation {
    Conversation::begin(&["usi"])
}

/// Black can mate in three plies, with a pawn and two golds.
const MATE_IN_3: &str = "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b 2G 1";

#[test]
fn it_says_who_it_is_what_can_be_set_and_when_it_is_ready() {
    let mut engine = begin();
    engine.say("usi");
    let said = engine.hear_until("usiok");
    assert_eq!(said[0], format!("id name plyd {}", env!("CARGO_PKG_VERSION")));
    let options: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("option ")).collect();
    assert_eq!(
        options,
        [
            "name USI_Hash type spin default 64 min 1 max 32768",
            "name Threads type spin default 1 min 1 max 256",
            "name USI_MultiPV type spin default 1 min 1 max 500",
            "name Level type spin default 0 min 0 max 10",
            "name Move_Overhead type spin default 30 min 0 max 5000",
            "name USI_Variant type combo default shogi var shogi var minishogi",
            "name USI_ShowWDL type check default false",
            "name Clear_Hash type button",
        ]
    );
    engine.say("setoption name USI_Hash value 16");
    engine.say("usinewgame");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    engine.say("quit");
    assert!(engine.end().1.success());
}

#[test]
fn moves_are_read_and_told_in_usi() {
    let mut engine = begin();
    let (told, best) = search(&mut engine, "startpos moves 7g7f 3c3d", "go depth 3");
    let last = told.last().unwrap();
    assert_eq!((after(last, "depth"), after(last, "pv")), (Some("3"), Some(&*best)), "{told:?}");
    assert!(last.contains(" score cp "), "{last}");
    for (position, wanted) in [
        ("startpos moves 7g7f 3c3d", "8h2b+"),
        ("startpos moves 7g7f 3c3d 8h2b+ 3a2b", "B*5e"),
        ("sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3 moves 8h2b+", "3a2b"),
    ] {
        let (told, best) = search(&mut engine, position, &format!("go searchmoves {wanted} depth 2"));
        assert_eq!(best, wanted, "{position}: {told:?}");
    }
}

#[test]
fn mates_are_counted_in_plies() {
    let mut engine = begin();
    for (position, go, score) in [
        ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go depth 3", "score mate 1 "),
        (MATE_IN_3, "go depth 6", "score mate 3 "),
        (MATE_IN_3, "go mate 3", "score mate 3 "),
        (&format!("{MATE_IN_3} moves 5d5c+"), "go depth 6", "score mate -2 "),
    ] {
        let (told, _) = search(&mut engine, position, go);
        assert!(told.last().unwrap().contains(score), "{position} {go}: {told:?}");
    }
    let (told, _) = search(&mut engine, MATE_IN_3, "go mate 2");
    assert!(told.iter().all(|line| !line.contains("mate")), "two plies are not enough: {told:?}");
}

#[test]
fn who_has_no_move_resigns() {
    let mut engine = begin();
    let mated = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b";
    let (told, best) = search(&mut engine, mated, "go btime 1000 wtime 1000");
    assert_eq!((told.last().unwrap().as_str(), best.as_str()), ("info depth 0 score mate 0", "resign"));
    engine.say("position sfen 9/9 b - 1");
    assert!(engine.hear().starts_with("info string position: "));
    engine.say("go depth 1");
    assert_eq!(engine.hear_until("bestmove").last().unwrap(), "bestmove resign");
    engine.say("position fen 9/9 b - 1");
    assert!(engine.hear().contains("expected startpos or sfen"));
}

#[test]
fn minishogi_is_a_variant() {
    let mut engine = begin();
    for name in ["USI_Variant", "UCI_Variant"] {
        engine.say(&format!("setoption name {name} value minishogi"));
        let (told, best) = search(&mut engine, "startpos moves 1e1d", "go depth 2");
        // White moves down, from the ranks a and b.
        assert!(["a", "b"].contains(&&best[1..2]), "{told:?} {best}");
        engine.say(&format!("setoption name {name} value shogi"));
        let (_, best) = search(&mut engine, "startpos moves 1g1f", "go depth 2");
        assert!(["a", "b", "c"].contains(&&best[1..2]), "{best}");
    }
    engine.say("setoption name USI_Variant value chess");
    assert!(engine.hear().ends_with("USI_Variant: expected one of shogi, minishogi, found \"chess\""));
}

/// A search that has no limit would take longer than a test waits for a line.
#[test]
fn clocks_and_byo_yomi_limit_a_search() {
    let mut engine = begin();
    for go in [
        "go btime 0 wtime 0 byoyomi 200",
        "go byoyomi 100",
        "go btime 100 wtime 3600000",
        "go btime 100 wtime 3600000 binc 10 winc 10000",
        "go movetime 50",
        "go nodes 1000",
        "go btime 0 wtime 0",
    ] {
        let (told, best) = search(&mut engine, "startpos", go);
        assert!(best.len() == 4, "{go}: {told:?} {best}");
    }
    // It is White's turn, who has less time.
    let (_, best) = search(&mut engine, "startpos moves 7g7f", "go btime 3600000 wtime 100");
    assert_eq!(best.len(), 4);
}

#[test]
fn a_draw_by_repetition_is_played_on() {
    let mut engine = begin();
    let there_and_back = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let (told, best) = search(&mut engine, &format!("startpos moves {there_and_back}"), "go depth 2");
    assert_eq!(best.len(), 4, "{told:?} {best}");
}

#[test]
fn commands_of_the_gui_at_the_end_of_a_game_need_no_answer() {
    let mut engine = begin();
    engine.say("go infinite");
    engine.hear_until("info depth 1 ");
    engine.say("stop");
    engine.hear_until("bestmove");
    engine.say("gameover win");
    assert!(engine.is_silent_for(Duration::from_millis(100)));
    for (line, says) in [
        ("ponderhit", "plyd does not ponder"),
        ("setoption name USI_Ponder value true", "there is no option \"USI_Ponder\"; the options are USI_Hash,"),
        ("uci", "there is no command \"uci\""),
    ] {
        engine.say(line);
        assert!(engine.hear().contains(says), "{line}");
    }
}
