//! Xiangqi by the UCCI protocol, as a GUI uses it. `uci` tests what the protocols have in common.

use crate::conversation::Conversation;
use crate::uci::after;

fn begin() -> Conversation {
    Conversation::begin(&["ucci"])
}

/// Runs a search. Returns the lines of information and the last line.
fn search(engine: &mut Conversation, position: &str, go: &str) -> (Vec<String>, String) {
    engine.say(&format!("position {position}"));
    answer(engine, go)
}

/// The same in the position as it is.
fn answer(engine: &mut Conversation, go: &str) -> (Vec<String>, String) {
    engine.say(go);
    let mut told = Vec::new();
    loop {
        let line = engine.hear();
        if line.starts_with("bestmove ") || line == "nobestmove" {
            return (told, line);
        }
        told.push(line);
    }
}

/// Red can mate with a rook.
const MATE_IN_1: &str = "fen 3k5/9/9/9/R8/9/R8/9/9/4K4 w - - 0 1";
/// Red can mate in three plies.
const MATE_IN_3: &str = "fen 4k4/9/9/R8/9/9/R8/9/9/3K5 w - - 0 1";

#[test]
fn it_says_who_it_is_what_can_be_set_and_goodbye() {
    let mut engine = begin();
    engine.say("ucci");
    let said = engine.hear_until("ucciok");
    assert_eq!(said[0], format!("id name plyd {}", env!("CARGO_PKG_VERSION")));
    let options: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("option ")).collect();
    assert_eq!(
        options,
        [
            "usemillisec type check default true",
            "hashsize type spin default 64 min 1 max 32768",
            "threads type spin default 1 min 1 max 256",
            "MultiPV type spin default 1 min 1 max 500",
            "Level type spin default 0 min 0 max 10",
            "Move_Overhead type spin default 30 min 0 max 5000",
            "UCCI_ShowWDL type check default false",
            "clearhash type button",
            "newgame type button",
        ]
    );
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    engine.say("quit");
    let (heard, status) = engine.end();
    assert!(status.success());
    assert_eq!(heard, ["bye"]);
}

#[test]
fn moves_count_ranks_from_0_and_scores_are_numbers() {
    let mut engine = begin();
    let start = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    for position in ["startpos moves h2e2 h9g7", &format!("{start} moves h2e2 h9g7")] {
        let (told, best) = search(&mut engine, position, "go depth 3");
        let last = told.last().unwrap();
        let best = best.strip_prefix("bestmove ").unwrap();
        assert_eq!((after(last, "depth"), after(last, "pv")), (Some("3"), Some(best)), "{told:?}");
        assert!(after(last, "score").unwrap().parse::<i32>().is_ok(), "{last}");
        // Red's men are on the ranks 0 to 3.
        assert!(best.as_bytes()[1] < b'4', "{best}");
    }
    for (position, score) in [
        (MATE_IN_1, "999999"),
        (MATE_IN_3, "999997"),
        (&format!("{MATE_IN_3} moves a6e6"), "-999998"),
        (&format!("{MATE_IN_1} moves a5d5"), "-1000000"),
    ] {
        let (told, best) = search(&mut engine, position, "go depth 6");
        assert_eq!(after(told.last().unwrap(), "score"), Some(score), "{position}: {told:?}");
        assert_eq!(best == "nobestmove", score == "-1000000", "{position}: {best}");
    }
}

#[test]
fn banned_moves_are_not_played_in_their_position() {
    let mut engine = begin();
    engine.say(&format!("position {MATE_IN_1}"));
    engine.say("banmoves a5d5 a3d3");
    let (_, best) = answer(&mut engine, "go depth 2");
    assert!(best.starts_with("bestmove ") && !["bestmove a5d5", "bestmove a3d3"].contains(&&*best), "{best}");
    let (_, best) = search(&mut engine, MATE_IN_1, "go depth 2");
    assert!(["bestmove a5d5", "bestmove a3d3"].contains(&&*best), "the next position has no banned moves: {best}");
    engine.say("banmoves a5d5 z9");
    let (told, best) = answer(&mut engine, "go searchmoves a5d5 depth 2");
    assert!(told[0].starts_with("info string banmoves: ignoring \"z9\""), "{told:?}");
    assert_eq!(best, "nobestmove", "no other move may be searched");
}

#[test]
fn options_have_no_labels() {
    let mut engine = begin();
    for line in ["setoption hashsize 16", "setoption usemillisec true", "setoption newgame", "setoption clearhash"] {
        engine.say(line);
    }
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    for (line, says) in [
        ("setoption", "setoption: expected an option"),
        ("setoption hashsize", "hashsize: expected a whole number from 1 to 32768, found nothing"),
        ("setoption newgame now", "newgame: expected no value, found \"now\""),
        ("setoption ponder true", "there is no option \"ponder\"; the options are usemillisec, hashsize,"),
        ("probe fen 9/9 w", "there is no command \"probe\""),
        ("ponderhit", "plyd does not ponder"),
        ("ucinewgame", "there is no command \"ucinewgame\""),
    ] {
        engine.say(line);
        let said = engine.hear();
        assert!(said.starts_with("info string ") && said.contains(says), "{line}: {said}");
    }
}

#[test]
fn a_new_game_forgets_the_one_before() {
    let mut engine = begin();
    let mut nodes = Vec::new();
    for before in ["isready", "isready", "setoption newgame"] {
        engine.say(before);
        if before == "isready" {
            engine.hear_until("readyok");
        }
        let (told, _) = search(&mut engine, "startpos", "go depth 5");
        nodes.push(after(told.last().unwrap(), "nodes").unwrap().to_owned());
    }
    assert_ne!(nodes[0], nodes[1], "it goes on from the search before");
    assert_eq!(nodes[0], nodes[2]);
}

/// A search that has no limit would take longer than a test waits for a line.
#[test]
fn clocks_limit_a_search() {
    let mut engine = begin();
    for go in [
        "go time 200",
        "go time 200 movestogo 1 opptime 3600000 oppmovestogo 1",
        "go time 200 increment 0 opptime 3600000 oppincrement 10",
        "go time 0 increment 100",
        "go movetime 50",
        "go nodes 1000",
    ] {
        for position in ["startpos", "startpos moves h2e2"] {
            let (told, best) = search(&mut engine, position, go);
            assert!(best.starts_with("bestmove "), "{position} {go}: {told:?} {best}");
            assert!(told.iter().all(|line| !line.starts_with("info string")), "{go}: {told:?}");
        }
    }
    // Seconds.
    engine.say("setoption usemillisec false");
    let (told, _) = search(&mut engine, "startpos", "go time 1");
    let time: u64 = after(told.last().unwrap(), "time").unwrap().parse().unwrap();
    assert!(time >= 50, "a second, and not a millisecond: {told:?}");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.hear_until("info depth 1 ");
    engine.say("stop");
    engine.hear_until("bestmove");
}
