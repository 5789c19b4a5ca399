//! Chess by the UCI protocol, as a GUI uses it.

use std::time::Duration;

use crate::conversation::Conversation;

fn begin() -> Conversation {
    Conversation::begin(&["uci"])
}

/// The word after another one.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|other| *other != word).nth(1)
}

/// Runs a search. Returns the lines of information and the move.
pub(crate) fn search(engine: &mut Conversation, position: &str, go: &str) -> (Vec<String>, String) {
    engine.say(&format!("position {position}"));
    engine.say(go);
    let mut heard = engine.hear_until("bestmove");
    let best = heard.pop().unwrap()["bestmove ".len()..].to_owned();
    (heard, best)
}

/// White can mate on the back rank in one move.
const MATE_IN_1: &str = "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
/// Two rooks mate in two moves.
const MATE_IN_2: &str = "fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

#[test]
fn it_says_who_it_is_what_can_be_set_and_when_it_is_ready() {
    let mut engine = begin();
    engine.say("uci");
    let said = engine.hear_until("uciok");
    assert_eq!(said[0], format!("id name plyd {}", env!("CARGO_PKG_VERSION")));
    for option in [
        "Hash type spin default 64 min 1 max 32768",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin",
        "UCI_Variant type combo default chess var chess var crazyhouse var antichess var atomic var 3check",
        "UCI_Chess960 type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1260 min 1260 max 2970",
        "UCI_ShowWDL type check default false",
        "Clear Hash type button",
    ] {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}: {said:?}");
    }
    assert!(!said.iter().any(|line| line.contains("Ponder")), "{said:?}");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    engine.say("quit");
    assert!(engine.end().1.success());
}

#[test]
fn every_iteration_has_an_info_line_and_a_move_ends_the_search() {
    let mut engine = begin();
    let (told, best) = search(&mut engine, "startpos moves e2e4 e7e5", "go depth 4");
    assert_eq!(told.iter().map(|line| after(line, "depth").unwrap()).collect::<Vec<_>>(), ["1", "2", "3", "4"]);
    for line in &told {
        for word in ["seldepth", "multipv", "nodes", "nps", "time"] {
            after(line, word).and_then(|text| text.parse::<u64>().ok()).unwrap_or_else(|| panic!("{word}: {line}"));
        }
        assert!(line.contains(" score cp ") && line.contains(" pv "), "{line}");
    }
    assert_eq!(after(told.last().unwrap(), "pv"), Some(&*best));
    // Limits on nodes are exact.
    let (told, _) = search(&mut engine, "startpos", "go nodes 5000");
    assert!(after(told.last().unwrap(), "nodes").unwrap().parse::<u64>().unwrap() <= 5000, "{told:?}");
    let (_, best) = search(&mut engine, "startpos", "go searchmoves a2a3 h2h3 depth 2");
    assert!(["a2a3", "h2h3"].contains(&&*best), "{best}");
}

#[test]
fn mates_are_counted_in_moves_of_either_side() {
    let mut engine = begin();
    for (position, go, score, best) in [
        (MATE_IN_1, "go depth 3", "score mate 1 ", Some("d1d8")),
        (MATE_IN_2, "go depth 6", "score mate 2 ", None),
        (MATE_IN_2, "go mate 2", "score mate 2 ", None),
        // The same with the other side to move, which has one square, and then none.
        ("fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1 moves a2a7 h8g8", "go depth 3", "score mate 1 ", Some("b1b8")),
        ("fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1 moves a2a7", "go depth 6", "score mate -1 ", Some("h8g8")),
    ] {
        let (told, found) = search(&mut engine, position, go);
        assert!(told.last().unwrap().contains(score), "{position}: {told:?}");
        assert!(best.is_none_or(|best| best == found), "{position}: {found}");
    }
}

#[test]
fn several_lines_are_listed_best_first() {
    let mut engine = begin();
    engine.say("setoption name multipv value 3");
    let (told, best) = search(&mut engine, "startpos", "go depth 3");
    let last = &told[told.len() - 3..];
    let numbers: Vec<_> = last.iter().map(|line| after(line, "multipv").unwrap()).collect();
    let moves: Vec<_> = last.iter().map(|line| after(line, "pv").unwrap()).collect();
    let scores: Vec<i32> = last.iter().map(|line| after(line, "cp").unwrap().parse().unwrap()).collect();
    assert_eq!((numbers.as_slice(), told.len()), (&["1", "2", "3"][..], 9));
    assert!(moves[0] == best && moves[1] != moves[0] && moves[2] != moves[1] && moves[2] != moves[0], "{moves:?}");
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn an_infinite_search_answers_only_after_stop() {
    let mut engine = begin();
    // The last info line of a search that ends by itself.
    let (told, _) = search(&mut engine, MATE_IN_1, "go depth 60");
    let last = format!("info depth {} ", after(told.last().unwrap(), "depth").unwrap());
    engine.say("ucinewgame");
    // A search that ends by itself, and one that does not.
    for position in [MATE_IN_1, "startpos"] {
        engine.say(&format!("position {position}"));
        engine.say("go infinite");
        if position == MATE_IN_1 {
            engine.hear_until(&last);
            assert!(engine.is_silent_for(Duration::from_millis(300)), "it is still to wait");
            engine.say("isready");
            assert_eq!(engine.hear(), "readyok");
        } else {
            engine.hear_until("info depth 1 ");
            engine.say("isready");
            engine.hear_until("readyok");
        }
        engine.say("stop");
        engine.hear_until("bestmove");
    }
    // With a clock beyond fifty moves, there is a draw that nobody has claimed.
    engine.say("position fen 8/8/8/8/8/k7/8/K6R w - - 101 90");
    engine.say("go depth 2");
    assert_ne!(engine.hear_until("bestmove").last().unwrap(), "bestmove (none)");
    // Nothing is running, so the engine says nothing.
    engine.say("stop");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
}

#[test]
fn each_of_two_searches_has_its_move_after_any_commands_between() {
    let mut engine = begin();
    engine.say("go infinite");
    engine.say("position startpos moves e2e4");
    engine.say("setoption name Hash value 2");
    engine.say("go depth 2");
    let (first, second) = (engine.hear_until("bestmove"), engine.hear_until("bestmove"));
    // A move of White, and then one of Black.
    for (heard, ranks) in [(first, ['1', '2']), (second, ['7', '8'])] {
        let best = heard.last().unwrap();
        assert!(best["bestmove ".len() + 1..].starts_with(ranks), "{best}");
    }
}

#[test]
fn errors_are_reported_and_end_nothing() {
    let mut engine = begin();
    for (line, says) in [
        ("hello", "there is no command \"hello\""),
        ("\u{0}\u{1b}[2J", "there is no command"),
        ("position", "position: expected startpos or fen"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position: white has no king"),
        ("position startpos moves e2e4 e2e4", "position: move 2: \"e2e4\" cannot be played here"),
        ("position startpos moves 0000", "position: move 1: \"0000\" cannot be played here"),
        ("setoption name Colour value red", "there is no option \"Colour\""),
        ("setoption name Hash value huge", "Hash: expected a whole number from 1 to 32768, found \"huge\""),
        ("setoption name Threads value 0", "Threads: expected a whole number from 1 to 256, found \"0\""),
        ("setoption Hash 3", "setoption: expected name"),
        ("ponderhit", "ponderhit: plyd does not ponder"),
    ] {
        engine.say(line);
        let said = engine.hear();
        assert!(said.starts_with("info string ") && said.contains(says), "{line}: {said}");
    }
    engine.say_bytes(b"\xff\xfe\xfd\n");
    assert!(engine.hear().starts_with("info string there is no command"));
    engine.say(&"x".repeat(1 << 20));
    assert!(engine.hear().starts_with("info string ignored a line of more than 65536 bytes"));
    // After a position that cannot be read, there is nothing to search.
    engine.say("go depth 2");
    assert_eq!(engine.hear_until("bestmove").last().unwrap(), "bestmove (none)");
    // The valid parts of a command are used.
    let (told, best) = search(&mut engine, "startpos", "go fast depth 2 nodes x searchmoves e2e5 d2d4");
    assert_eq!(best, "d2d4");
    for says in ["no limit \"fast\"", "nodes: expected", "searchmoves: ignoring \"e2e5\""] {
        assert!(told.iter().any(|line| line.starts_with("info string") && line.contains(says)), "{says}: {told:?}");
    }
    // A search ends even if none of its limits can be read.
    search(&mut engine, "startpos", "go depth x");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
}

/// If the engine searched the previous position instead, its move would answer another question.
#[test]
fn nothing_is_searched_after_a_position_that_cannot_be_read() {
    let mut engine = begin();
    let long = format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(4000));
    for (line, says) in [
        ("position startpos e2e4", "position: expected moves after startpos, found \"e2e4\""),
        ("position", "position: expected startpos or fen, found nothing"),
        ("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "position: expected startpos or fen"),
        ("position startpos moves e2e4 e2e4", "position: move 2: \"e2e4\""),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
        ("position fen", "position: "),
        ("Position startpos", "there is no command \"Position\""),
        ("engine: position startpos moves e2e4", "there is no command \"engine:\""),
        (&*long, "ignored a line of more than 65536 bytes"),
    ] {
        let (_, best) = search(&mut engine, "startpos", "go depth 1");
        assert_eq!(best.len(), 4, "a position that can be read is searched");
        engine.say(line);
        assert!(engine.hear().contains(says), "{line:.80}");
        for go in ["go depth 1", "go infinite", "go wtime 1000 btime 1000"] {
            engine.say(go);
            let heard = engine.hear_until("bestmove");
            assert_eq!(heard.last().unwrap(), "bestmove (none)", "{line:.80}");
            assert!(heard.len() == 2 && heard[0].starts_with("info string go: not searching"), "{heard:?}");
            assert!(heard[0].contains(says), "{heard:?}");
        }
    }
    // Other unreadable lines do not change the position.
    engine.say("position startpos moves e2e4");
    engine.say("hello");
    engine.say("go depth 1");
    assert_ne!(engine.hear_until("bestmove").last().unwrap(), "bestmove (none)");
}

#[test]
fn a_byte_order_mark_before_a_line_is_skipped() {
    let mut engine = begin();
    engine.say_bytes("\u{feff}".as_bytes());
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
}

#[test]
fn castling_is_the_kings_two_steps() {
    let mut engine = begin();
    let position = "startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7";
    let (_, best) = search(&mut engine, position, "go searchmoves e1g1 depth 2");
    assert_eq!(best, "e1g1");
    let (_, best) = search(&mut engine, &format!("{position} e1g1"), "go searchmoves e8g8 depth 2");
    assert_eq!(best, "e8g8");
    // The king takes its rook, as GUIs write castling if they know Chess960.
    let (_, best) = search(&mut engine, &format!("{position} e1h1"), "go searchmoves e8h8 depth 2");
    assert_eq!(best, "e8g8");
}

#[test]
fn castling_is_the_king_onto_its_rook_in_chess960() {
    let mut engine = begin();
    engine.say("setoption name UCI_Chess960 value true");
    let usual = "startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7";
    // Castling rights name files of rooks, or mean the outermost rooks. Castling may also be written with the king's
    // target, unless that is a single step.
    for (position, given, best) in [
        (usual.to_owned(), "e1h1", "e1h1"),
        (usual.to_owned(), "e1g1", "e1h1"),
        (format!("{usual} e1h1"), "e8h8", "e8h8"),
        ("fen 6k1/8/8/8/8/8/8/RK2R3 w EA - 0 1".to_owned(), "b1e1", "b1e1"),
        ("fen 6k1/8/8/8/8/8/8/RK2R3 w KQ - 0 1".to_owned(), "b1a1", "b1a1"),
        ("fen 6k1/8/8/8/8/8/8/RK2R3 w KQ - 0 1".to_owned(), "b1c1", "b1c1"),
        ("fen 6k1/8/8/8/8/8/8/RK2R3 w KQ - 0 1 moves b1a1 g8f7".to_owned(), "e1e7", "e1e7"),
        // Rights are lost, and there is a draw that nobody has claimed.
        ("fen 6k1/8/8/8/8/8/8/RK2R3 w EA - 100 90".to_owned(), "b1e1", "b1e1"),
    ] {
        let (told, found) = search(&mut engine, &position, &format!("go searchmoves {given} depth 2"));
        assert_eq!(found, best, "{position}: {told:?}");
    }
    let (told, best) = search(&mut engine, "fen 6k1/8/8/8/8/8/8/RK2R3 w IA - 0 1", "go depth 1");
    assert!(told[0].contains("the castling rights are \"IA\", expected letters of KQkq"), "{told:?}");
    assert_eq!(best, "(none)");
    engine.say("setoption name UCI_Chess960 value false");
    let (_, best) = search(&mut engine, usual, "go searchmoves e1h1 depth 2");
    assert_eq!(best, "e1g1");
    engine.say("setoption name UCI_Chess960 value yes");
    assert!(engine.hear().contains("UCI_Chess960: expected true or false, found \"yes\""));
}

/// Sets the option `UCI_Variant`.
fn set_variant(engine: &mut Conversation, name: &str) {
    engine.say(&format!("setoption name UCI_Variant value {name}"));
}

#[test]
fn a_variant_is_played_by_its_rules() {
    let mut engine = begin();
    for (name, position, go, score, best) in [
        // Drops, in upper and lower case, and written by either side.
        ("crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5", "go searchmoves p@e4 depth 1", " cp ", "P@e4"),
        ("crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5 P@e4", "go searchmoves P@e6 depth 1", " cp ", "P@e6"),
        ("Crazyhouse", "fen r5k1/5ppp/8/8/8/8/5PPP/6K1[Rn] w - - 0 1", "go searchmoves R@e8 depth 1", " cp ", "R@e8"),
        ("ZH", "fen 6k1/5ppp/8/8/8/8/5PPP/6K1/R w - - 0 1", "go mate 1", " mate 1 ", ""),
        // A win by the opponent's reply, and a forced loss by one's own move.
        ("antichess", "fen 1r6/8/8/8/8/8/8/R7 w - - 0 1", "go mate 1", " mate 1 ", ""),
        ("antichess", "fen 1r6/8/8/8/8/8/8/1R6 b - - 0 1", "go depth 2", " mate -1 ", "b8b1"),
        ("antichess", "fen 8/6P1/8/8/8/2k5/8/8 w - - 0 1", "go searchmoves g7g8k depth 1", " cp ", "g7g8k"),
        ("atomic", "fen 4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "go depth 2", " mate 1 ", "d1d7"),
        ("3check", "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1", "go depth 2", " mate 1 ", "a1a8"),
        ("three-check", "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0", "go depth 2", " mate 1 ", "a1a8"),
        ("koth", "fen 4k3/8/8/8/8/4K3/8/8 w - - 0 1", "go depth 2", " mate 1 ", ""),
        ("horde", "startpos moves a4a5", "go depth 2", " cp ", ""),
        ("RacingKings", "fen 8/K7/8/8/8/8/k7/8 w - - 0 1", "go depth 2", " mate 1 ", ""),
        ("chess", MATE_IN_1, "go depth 2", " mate 1 ", "d1d8"),
    ] {
        set_variant(&mut engine, name);
        let (told, found) = search(&mut engine, position, go);
        let last = told.last().unwrap();
        assert!(last.contains(score) && (best.is_empty() || best == found), "{name} {position}: {told:?} {found}");
        assert_eq!(after(last, "pv"), Some(&*found), "{name} {position}");
    }
}

#[test]
fn another_variant_begins_at_its_own_start_and_knows_nothing_of_the_game_before() {
    let mut engine = begin();
    let mut nodes = Vec::new();
    for name in ["racingkings", "racingkings", "chess", "racingkings"] {
        set_variant(&mut engine, name);
        engine.say("go depth 4");
        let told = engine.hear_until("bestmove");
        nodes.push(after(&told[told.len() - 2], "nodes").unwrap().to_owned());
        // White's pieces are on the four files of the right in racing kings.
        let from = told.last().unwrap().as_bytes()["bestmove ".len()];
        assert!(name == "chess" || (b'e'..=b'h').contains(&from), "{told:?}");
    }
    assert_ne!(nodes[0], nodes[1], "the same game goes on");
    assert_eq!(nodes[0], nodes[3]);
    set_variant(&mut engine, "suicide");
    let expected = "UCI_Variant: expected one of chess, crazyhouse, antichess, atomic, 3check, kingofthehill, horde, \
                    racingkings, found \"suicide\"";
    assert!(engine.hear().contains(expected));
}

#[test]
fn an_unclaimed_draw_of_a_variant_continues_with_its_checks_and_pockets() {
    let mut engine = begin();
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    for (name, position, score, best) in [
        ("3check", "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 100 90", " mate 1 ", "a1a8"),
        ("3check", "fen 4k3/8/8/8/8/8/8/R3K3 w Q - 3+3 100 90", " cp ", ""),
        ("crazyhouse", &*format!("startpos moves {there_and_back}"), " cp ", ""),
        ("crazyhouse", &*format!("fen 4k1n1/8/8/8/8/8/8/4K1N1[Q] w - - 0 1 moves {there_and_back}"), " cp ", ""),
        ("kingofthehill", "fen 4k3/8/8/8/8/4K3/8/8 w - - 100 90", " mate 1 ", ""),
    ] {
        set_variant(&mut engine, name);
        let (told, found) = search(&mut engine, position, "go depth 1");
        assert!(told[0].contains("a draw can be claimed"), "{name} {position}: {told:?}");
        assert!(told.last().unwrap().contains(score), "{name} {position}: {told:?}");
        assert!(found.len() == 4 && (best.is_empty() || best == found), "{name} {position}: {found}");
    }
}

#[test]
fn what_a_variant_lacks_is_said() {
    let mut engine = begin();
    set_variant(&mut engine, "atomic");
    engine.say("setoption name UCI_LimitStrength value true");
    let (told, best) = search(&mut engine, "startpos", "go depth 1");
    let expected = "UCI_LimitStrength: Atomic chess has no Elo ratings; use Level instead";
    assert!(told[0].contains(expected) && best.len() == 4, "{told:?} {best}");
    engine.say("setoption name UCI_LimitStrength value false");
    engine.say("setoption name UCI_Chess960 value true");
    let (told, best) = search(&mut engine, "startpos", "go depth 1");
    assert!(told[0].contains("position: Atomic chess has no Chess960; set UCI_Chess960 to false"), "{told:?}");
    assert_eq!(best, "(none)");
    set_variant(&mut engine, "chess");
    let (told, best) = search(&mut engine, "startpos", "go depth 1");
    assert_eq!(best.len(), 4, "{told:?}");
}

#[test]
fn an_elo_limits_the_search_unless_the_gui_is_stricter() {
    let mut engine = begin();
    engine.say("setoption name UCI_LimitStrength value true");
    engine.say("setoption name UCI_Elo value 1919");
    // A position beyond the book.
    let position = "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 5 8";
    let nodes = |told: &[String]| after(told.last().unwrap(), "nodes").unwrap().parse::<u64>().unwrap();
    let depth = |told: &[String]| after(told.last().unwrap(), "depth").unwrap().parse::<u32>().unwrap();
    let (told, _) = search(&mut engine, position, "go movetime 60000");
    assert!(nodes(&told) <= 12_000, "{told:?}");
    let (told, _) = search(&mut engine, position, "go depth 1");
    assert_eq!(depth(&told), 1, "{told:?}");
    let (told, _) = search(&mut engine, position, "go nodes 400");
    assert!(nodes(&told) <= 400, "{told:?}");
    engine.say("setoption name UCI_Elo value 2800");
    let (told, _) = search(&mut engine, position, "go movetime 60000");
    assert!((22_000..=200_000).contains(&nodes(&told)), "{told:?}");
    for value in ["1259", "2971", "strong"] {
        engine.say(&format!("setoption name UCI_Elo value {value}"));
        assert!(engine.hear().contains("UCI_Elo: expected a whole number from 1260 to 2970"));
    }
    engine.say("setoption name UCI_LimitStrength value false");
    let (told, _) = search(&mut engine, position, "go depth 6");
    assert_eq!(depth(&told), 6);
}

#[test]
fn a_finished_game_has_no_move_and_an_unclaimed_draw_continues() {
    let mut engine = begin();
    let mated = "fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (told, best) = search(&mut engine, mated, "go depth 3");
    assert_eq!((told.last().unwrap().as_str(), best.as_str()), ("info depth 0 score mate 0", "(none)"));
    let (told, best) = search(&mut engine, "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3");
    assert_eq!((told.last().unwrap().as_str(), best.as_str()), ("info depth 0 score cp 0", "(none)"));
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    for position in [&format!("startpos moves {there_and_back}"), "fen 7k/8/8/5QK1/8/8/8/8 w - - 100 90"] {
        let (_, best) = search(&mut engine, position, "go depth 2");
        assert_eq!(best.len(), 4, "{position}: {best}");
    }
}

#[test]
fn clocks_are_kept_and_an_empty_one_still_gives_a_move() {
    let mut engine = begin();
    for go in [
        "go wtime 1 btime 1",
        "go wtime -50 btime -50 winc 0 binc 0",
        "go wtime 0 btime 0 movestogo 1",
        "go wtime 200 btime 200",
        "go movetime 0",
        "go movetime 50",
        "go wtime 9223372036854775807 btime 9223372036854775807 winc 9223372036854775807 movetime 20",
    ] {
        // Without its default limit, it would search for longer than a test waits for a line.
        let (_, best) = search(&mut engine, "startpos", go);
        assert_eq!(best.len(), 4, "{go}: {best}");
    }
}

#[test]
fn the_end_of_input_ends_a_search_with_its_move() {
    let mut engine = begin();
    engine.say("go infinite");
    engine.hear_until("info depth 2 ");
    let (heard, status) = engine.end();
    assert!(status.success());
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{heard:?}");
}

#[test]
fn a_level_plays_a_legal_move_at_once() {
    let mut engine = begin();
    engine.say("setoption name Level value 1");
    engine.say("ucinewgame");
    let (told, best) = search(&mut engine, "startpos", "go");
    assert_eq!(best.len(), 4, "{told:?}");
    let nodes: u64 = after(told.last().unwrap(), "nodes").unwrap().parse().unwrap();
    assert!(nodes <= 200, "{told:?}");
}

#[test]
fn threads_search_together_and_the_last_line_counts_the_nodes_of_all() {
    let mut engine = begin();
    let mut total = |threads: u32| {
        engine.say(&format!("setoption name Threads value {threads}"));
        engine.say("ucinewgame");
        let (told, best) = search(&mut engine, "startpos", "go depth 11");
        let [.., of_one, of_all] = &told[..] else { panic!("{told:?}") };
        let [of_one, of_all] = [of_one, of_all].map(|line| after(line, "nodes").unwrap().parse::<u64>().unwrap());
        assert_eq!(best, after(told.last().unwrap(), "pv").unwrap());
        (of_one, of_all)
    };
    let (before, alone) = total(1);
    assert!(before < alone, "a line for each iteration");
    let (of_one, of_all) = total(3);
    assert!(of_one < of_all, "{of_one} and {of_all}");
    assert_eq!(total(1), (before, alone), "nothing is left of the helpers");
}

#[test]
fn a_search_continues_from_the_previous_one_within_a_game() {
    let mut engine = begin();
    let mut nodes = |commands: &[&str]| {
        commands.iter().for_each(|command| engine.say(command));
        let (told, _) = search(&mut engine, "startpos moves d2d4 d7d5", "go depth 6");
        after(told.last().unwrap(), "nodes").unwrap().parse::<u64>().unwrap()
    };
    let [first, again] = [nodes(&["ucinewgame"]), nodes(&[])];
    assert!(again < first, "{again} and {first}");
    assert_eq!(nodes(&["ucinewgame"]), first, "another game begins anew");
    let level = &["setoption name Level value 9"];
    assert_eq!(nodes(level), nodes(level), "a level plays as it does everywhere");
}

#[test]
fn chances_are_told_on_request() {
    let mut engine = begin();
    let (told, _) = search(&mut engine, "startpos", "go depth 3");
    assert!(told.iter().all(|line| !line.contains(" wdl ")), "{told:?}");
    engine.say("setoption name UCI_ShowWDL value true");
    let (told, _) = search(&mut engine, "startpos", "go depth 3");
    for line in &told {
        let words = line.split(' ').skip_while(|word| *word != "wdl").skip(1).take(3);
        let chances: Vec<u32> = words.map(|word| word.parse().unwrap()).collect();
        assert_eq!((chances.len(), chances.iter().sum()), (3, 1000), "{line}");
    }
    let (told, _) = search(&mut engine, MATE_IN_1, "go depth 3");
    assert!(told.last().unwrap().contains(" score mate 1 wdl 1000 0 0 "), "{told:?}");
}

#[test]
fn a_search_after_clear_hash_is_as_the_first_one() {
    let mut engine = begin();
    let mut nodes = Vec::new();
    for before in ["isready", "isready", "setoption name Clear Hash"] {
        engine.say(before);
        if before == "isready" {
            engine.hear_until("readyok");
        }
        let (told, _) = search(&mut engine, "startpos", "go depth 7");
        nodes.push(after(told.last().unwrap(), "nodes").unwrap().to_owned());
    }
    assert_ne!(nodes[0], nodes[1], "it goes on from the search before");
    assert_eq!(nodes[0], nodes[2]);
}
