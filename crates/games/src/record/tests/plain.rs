//! Records in the manner of PGN, in games that have neither PGN nor PDN.

use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::{Game, MoveIndex};
use plyd_games::record::{Annotations, Draft, Format, Mark, Note, Record, WriteError};
use plyd_search::Stop;

use super::{fault, random_moves, read, write};
use crate::testing::Rng;

fn found(game: &str, text: &str) -> Record {
    read(CATALOGUE.find(game).unwrap(), text, None)
}

fn warnings(found: &Record) -> Vec<&str> {
    found.warnings.iter().map(|warning| warning.detail.as_str()).collect()
}

/// The moves of a game that starts anywhere.
fn moves_from(game: &Game, state: &str, plies: usize, rng: &mut Rng) -> Vec<String> {
    let (mut position, mut moves) = (game.parse(state).unwrap(), Vec::new());
    while moves.len() < plies && position.count_moves() > 0 {
        let index = rng.below(position.count_moves());
        moves.push(position.move_names().swap_remove(index));
        position.play(MoveIndex(index));
    }
    moves
}

/// A text with what could end a comment, a variation or a game.
const COMMENT: &str = "so * far, 1-0 (or 2. d4) $3 34-30 \"x\"";

#[track_caller]
fn assert_same(game: &Game, text: &str, format: Format, draft: &Draft<'_>) {
    let again = read(game, text, Some(format));
    assert_eq!(again.moves, draft.moves, "{}: {text}", game.id);
    assert_eq!(again.state, game.parse(draft.state).unwrap().state(), "{}: {text}", game.id);
    assert_eq!(&again.comments, draft.comments, "{}: {text}", game.id);
    let lost = draft.tags.iter().find(|tag| !again.tags.contains(tag));
    assert_eq!((lost, again.games), (None, 1), "{}: {text}", game.id);
    if let Some(result) = draft.result {
        assert_eq!(again.result.as_deref(), Some(result), "{}: {text}", game.id);
    }
    assert_eq!(again.warnings, [], "{}: {text}", game.id);
    let is_file = matches!(format, Format::Pgn | Format::Pdn);
    assert!(!is_file || read(game, text, None).format == format, "{}: {text}", game.id);
}

/// What is written is read back equal: in every format, whatever that format holds, from every example of a state.
#[test]
fn whatever_is_written_is_read_back_equal_in_every_game() {
    let mut rng = Rng(45);
    for game in CATALOGUE.iter() {
        for (state, plies) in game.about.state_examples.iter().zip([0, 1, 9, 40, 150].into_iter().cycle()) {
            let moves = moves_from(game, state, plies, &mut rng);
            let is_over = read_end(game, state, &moves);
            let comments = BTreeMap::from([(0, COMMENT.to_owned()), (moves.len(), format!("{COMMENT}\nand more"))]);
            let tags = ["White", "Black", "Event"].map(|tag| (tag.to_owned(), "An\"na; {b} \\ (c) *".to_owned()));
            let result = Some("1-0").filter(|_| !is_over);
            for format in game.record_formats() {
                let full = Draft {
                    state,
                    moves: &moves,
                    tags: &tags,
                    result,
                    comments: &comments,
                    annotations: &Annotations::NONE,
                };
                let none = BTreeMap::new();
                let fewer = [full, Draft { comments: &none, ..full }, Draft { comments: &none, tags: &[], ..full }];
                let bare = Draft { comments: &none, tags: &[], result: None, ..full };
                let mut written = 0;
                for draft in fewer.into_iter().chain([bare]) {
                    match game.write_record(&draft, format, None, &Stop::default()) {
                        Ok(text) => {
                            written += 1;
                            assert_same(game, &text, format, &draft);
                        }
                        Err(WriteError::Fault(fault)) => {
                            let is_lack = !matches!(format, Format::Pgn | Format::Pdn);
                            assert!(is_lack, "{} in {}: {fault}", game.id, format.name());
                        }
                        Err(other) => panic!("{other:?}"),
                    }
                }
                assert!(written > 0 || *state != game.about.start(), "{} in {}", game.id, format.name());
            }
        }
    }
}

/// Whether the rules end the game with these moves.
fn read_end(game: &Game, state: &str, moves: &[String]) -> bool {
    let mut position = game.parse(state).unwrap();
    moves.iter().for_each(|name| drop(position.play_named(name).unwrap()));
    position.standing().outcome.is_some()
}

#[test]
fn annotated_games_are_read_back_equal_in_every_game() {
    let mut rng = Rng(46);
    for game in CATALOGUE.iter() {
        for state in game.about.state_examples {
            let moves = moves_from(game, state, 30, &mut rng);
            let mut notes = BTreeMap::new();
            for ply in 0..moves.len() {
                let mut position = game.parse(state).unwrap();
                moves[..ply].iter().for_each(|name| drop(position.play_named(name).unwrap()));
                let better = moves_from(game, &position.state(), rng.below(4), &mut rng);
                let mark = [None, Some(Mark::Good), Some(Mark::Blunder)][rng.below(3)];
                notes.insert(ply, Note { mark, eval: Some("0.25".to_owned()), better });
            }
            let comments = BTreeMap::from([(1.min(moves.len()), COMMENT.to_owned())]);
            let draft = Draft {
                state,
                moves: &moves,
                tags: &[],
                result: None,
                comments: &comments,
                annotations: &Annotations::NONE,
            };
            for format in game.record_formats().into_iter().map(Some).chain([None]) {
                let (text, _) = game.write_annotated(&draft, &notes, format, None, &Stop::default()).unwrap();
                let again = read(game, &text, None);
                assert_eq!(again.moves, moves, "{}: {text}", game.id);
                let given = |line: &&str| !line.starts_with("plyd: ");
                let kept = |comment: &String| comment.lines().filter(given).collect::<Vec<_>>().join("\n");
                let kept: BTreeMap<_, _> = again.comments.iter().map(|(ply, text)| (*ply, kept(text))).collect();
                let kept: BTreeMap<_, _> = kept.into_iter().filter(|(_, text)| !text.is_empty()).collect();
                assert_eq!(kept, comments, "{}: {text}", game.id);
                assert_eq!(again.state, game.parse(state).unwrap().state(), "{}: {text}", game.id);
            }
        }
    }
}

#[test]
fn every_game_reads_tags_results_comments_variations_and_glyphs() {
    let mut rng = Rng(47);
    for game in CATALOGUE.iter() {
        let [first, second] = <[String; 2]>::try_from(random_moves(game, 2, &mut rng)).unwrap();
        let has_pdn = game.record_formats().contains(&Format::Pdn);
        let text = format!(
            "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. {first} $1 {{one * 1-0}} (1. {first}) {second} ; two *\n *\n"
        );
        let found = read(game, &text, None);
        assert_eq!(found.format, if has_pdn { Format::Pdn } else { Format::Pgn }, "{}", game.id);
        assert_eq!(found.moves, [first.clone(), second], "{text}");
        assert_eq!((found.tags.len(), found.result.as_deref()), (4, Some("*")), "{text}");
        assert_eq!((found.comments[&1].as_str(), found.comments[&2].as_str()), ("one * 1-0", "two *"), "{text}");
        let Annotations { nags, variations, .. } = &found.annotations;
        assert_eq!((&nags[&0][..], &variations[&0][0].moves[..]), (&[1][..], &[first][..]), "{text}");
    }
}

#[test]
fn lists_with_numbers_stay_lists() {
    for (game, text, format) in [
        ("othello", "1. d3 c3 2. c4", Format::Moves),
        ("connect-four", "1. 4 4 2. 3", Format::Moves),
        ("connect-four", "4435", Format::Transcript),
        ("connect-four", "1. 4 4 2. 3 *", Format::Pgn),
        ("connect-four", "4 4 3 1/2-1/2", Format::Pgn),
        ("nim", "1. 1-1 2-3", Format::Moves),
        ("hex", "1. a2 swap 2. f6 *", Format::Pgn),
        ("kalah", "[A \"b\"] 1. 3 6 1", Format::Pgn),
        ("mill", "1. d6 f4 {centre} 2. d2 b4", Format::Pgn),
    ] {
        assert_eq!(found(game, text).format, format, "{text}");
    }
}

#[test]
fn numbers_without_dots_are_moves_where_moves_are_numbers() {
    for (game, text, moves) in [
        ("connect-four", "1. 4 4\n1 3 2. 2 *", "4 4 1 3 2"),
        ("connect-four", "4 4 1 3 *", "4 4 1 3"),
        ("kalah", "1. 3 6\n2. 1 2 3. 1-0", "3 6 1 2"),
        ("bones", "1. 3 1 2. 1 3 *", "3 1 1 3"),
        ("tree", "1. 1 2 *", "1 2"),
        ("othello", "[A \"b\"] 1 f5 d6 2 c3", "f5 d6 c3"),
        ("othello", "[A \"b\"] 1 f5 1 d6 2 c3", "f5 d6 c3"),
    ] {
        assert_eq!(found(game, text).moves.join(" "), moves, "{text}");
    }
    assert!(
        fault("tic-tac-toe", "[A \"b\"] 1. 1 5 *", None).contains("counted from 0 it is b3, counted from 1 it is a3")
    );
    assert!(fault("tic-tac-toe", "[A \"b\"] 1 2 b2 *", None).contains("\"2\" is not the name of a cell"));
    assert!(fault("othello", "[A \"b\"] 1. f5 2 d6", None).contains("\"2\""));
    let several = "1. 4 4 2. 3\n\n1. 5 5 *\n\n4 1 1 0-1";
    let game = CATALOGUE.find("connect-four").unwrap();
    for (moves, index) in ["4 4 3", "5 5", "4 1 1"].into_iter().zip(0..) {
        let found = game.read_record(several, Some(Format::Pgn), index, None, &Stop::default()).unwrap();
        assert_eq!((found.moves.join(" ").as_str(), found.games), (moves, 3));
    }
}

#[test]
fn names_that_are_no_words_are_quoted() {
    let tree = CATALOGUE.find("tree").unwrap();
    let names =
        ["a b", "1.", "{", "*", "1-0", "ep", "e4!", "x", "-", "say \"no\" \\", "%", "\n", "$1", "12", "(", "é,"];
    let leaves: Vec<String> = names.iter().map(|name| format!("{}:1", serde_json::to_string(name).unwrap())).collect();
    let state = format!("{{\"children\":{{{}}}}}", leaves.join(","));
    for name in names {
        let (moves, comments) = ([name.to_owned()], BTreeMap::new());
        let draft = Draft {
            state: &state,
            moves: &moves,
            tags: &[],
            result: None,
            comments: &comments,
            annotations: &Annotations::NONE,
        };
        let text = tree.write_record(&draft, Format::Pgn, None, &Stop::default()).unwrap();
        assert_eq!(read(tree, &text, None).moves, moves, "{text}");
    }
    assert!(fault("chess", "1. \"e4\" *", None).contains("expected a tag, a comment or a move, found \""));
}

/// Results are by first and second player. Edax and PlayOK put Black's tag and points first in Othello; Edax's `1-0` is a
/// win of Black. A file with White's tag first may mean White's result first.
#[test]
fn results_are_by_first_and_second_player_also_where_black_begins() {
    let tags = "[Black \"Anna\"]\n[White \"Ben\"]\n";
    let exchanged = "[White \"Ben\"]\n[Black \"Anna\"]\n";
    let told = "the result is read as a win of X, because Black begins and its points come first; since the file names \
                White first, it may mean the opposite";
    for (game, text, result, tag, warned) in [
        ("othello", format!("{tags}[Result \"34-30\"]\n\n1. f5 d6 34-30"), "1-0", "34-30", None),
        ("othello", format!("{tags}[Result \"30-34\"]\n\n1. f5 d6"), "0-1", "30-34", None),
        ("othello", format!("{tags}[Result \"32-32\"]\n\n1. f5 d6 *"), "1/2-1/2", "32-32", Some("the result is *")),
        ("othello", format!("{tags}[Result \"1-0\"]\n\n1. f5 d6 {{Anna wins 38-26}} 1-0"), "1-0", "1-0", None),
        ("othello", format!("{exchanged}[Result \"1-0\"]\n\n1. f5 d6 1-0"), "1-0", "1-0", Some(told)),
        ("othello", format!("{exchanged}[Result \"1/2-1/2\"]\n\n1. f5 d6 1/2-1/2"), "1/2-1/2", "1/2-1/2", None),
        ("gomoku", format!("{tags}[Result \"0-1\"]\n\n1. h8 h9 0-1"), "0-1", "0-1", None),
        ("gomoku", format!("{exchanged}[Result \"34-30\"]\n\n1. h8 h9 *"), "*", "*", Some("Result: the result is")),
        ("kalah", format!("{exchanged}[Result \"25-23\"]\n\n1. 3 25-23"), "1-0", "25-23", None),
        ("tic-tac-toe", format!("{exchanged}[Result \"1-0\"]\n\n1. b2 1-0"), "1-0", "1-0", None),
    ] {
        let found = found(game, &text);
        let value = found.tags.iter().find(|(tag, _)| tag == "Result").map(|(_, value)| value.as_str());
        assert_eq!((found.result.as_deref(), value), (Some(result), Some(tag)), "{text}");
        let warnings = warnings(&found);
        let as_expected = match warned {
            Some(says) => warnings.len() == 1 && warnings[0].contains(says),
            None => warnings.is_empty(),
        };
        assert!(as_expected, "{text}: {warnings:?}");
        let about = &CATALOGUE.find(game).unwrap().about;
        let is_black_first = Format::Pgn.colours(about)[0] == "Black";
        let players = found.players(about).map(Option::unwrap);
        assert_eq!(players, if is_black_first { ["Anna", "Ben"] } else { ["Ben", "Anna"] }, "{text}");
        let written = write(CATALOGUE.find(game).unwrap(), &found, Format::Pgn);
        let again = read(CATALOGUE.find(game).unwrap(), &written, None);
        assert_eq!((again.result, again.warnings.len()), (found.result, 0), "{written}");
    }
}

/// A game as PlayOK writes it: Black first, discs as the result, `--` for a pass.
#[test]
fn games_of_othello_on_playok_are_read_to_their_end() {
    let text = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2020.05.05\"]\n[Round \"-\"]\n[Black \"anna\"]\n[White \"ben\"]\n\
                [Result \"38-26\"]\n[Time \"11:24:48\"]\n[TimeControl \"300\"]\n\n\
                1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g3 5. e6 c6 6. c5 e7 7. f6 g4 8. g5 h4 9. e8\n\
                d7 10. d2 b5 11. d8 e3 12. e2 f2 13. h6 h5 14. h3 b4 15. g6 e1 16. g1 f7 17. f8\n\
                g7 18. a5 f1 19. d1 c1 20. b1 c2 21. h8 g2 22. a4 b3 23. a3 a6 24. a7 b6 25. c7\n\
                c8 26. b2 b7 27. a8 b8 28. h1 h2 29. -- g8 30. h7 a2 31. a1 38-26\n";
    let found = found("othello", text);
    assert_eq!((found.moves.len(), found.moves[56].as_str()), (61, "pass"));
    assert_eq!((found.result.as_deref(), found.warnings.len()), (Some("1-0"), 0));
    assert!(found.standing.outcome.is_some());
    assert_eq!(found.tags.iter().find(|(tag, _)| tag == "Result").unwrap().1, "38-26");
}

#[test]
fn passes_and_further_moves_of_a_side_are_plies_with_numbers_of_their_own() {
    let ataxx = CATALOGUE.find("ataxx").unwrap();
    let passing = ataxx.about.state_examples.iter().map(|state| ataxx.parse(state).unwrap());
    let named: Vec<_> = passing.filter(|position| position.move_names() == ["0000"]).collect();
    for position in named {
        let text = format!("[FEN \"{}\"]\n[SetUp \"1\"]\n\n1. 0000 *", position.state());
        assert_eq!(found("ataxx", &text).moves, ["0000"]);
    }
    // South sows from its third house into its store, and moves again.
    let kalah = found("kalah", "1. 3 1 2. 2 {south again} *");
    let text = write(CATALOGUE.find("kalah").unwrap(), &kalah, Format::Pgn);
    assert!(text.ends_with("\n\n1. 3 1 2. 2 {south again} *\n"), "{text}");
    let boxes = found("dots-and-boxes", "1. a1b1 a1a2 2. a2b2 b1b2 2... b2c2 *");
    assert_eq!(boxes.moves.len(), 5);
}

#[test]
fn results_of_draughts_are_never_moves() {
    for (game, text, plies, result, tag) in [
        ("draughts", "[Result \"12-8\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 12-8", 2, "1-0", Some("12-8")),
        ("draughts", "[Result \"20-0\"]\n\n1. 32-28 19-23 20-0", 2, "1-0", Some("20-0")),
        ("draughts", "[Result \"0-0\"]\n\n1. 32-28 19-23 0-0", 2, "*", Some("0-0")),
        ("draughts", "1. 32-28 19-23 2-0", 2, "1-0", None),
        ("checkers", "[Result \"10-10\"]\n\n1. 11-15 23-19 10-10 {drawn}", 2, "1/2-1/2", Some("10-10")),
        ("draughts", "[FEN \"W:W12:B40\"]\n[Result \"12-8\"]\n\n1. 12-8 12-8", 1, "1-0", Some("12-8")),
    ] {
        let found = found(game, text);
        let value = found.tags.iter().find(|(tag, _)| tag == "Result").map(|(_, value)| value.as_str());
        assert_eq!((found.moves.len(), found.result.as_deref(), value), (plies, Some(result), tag), "{text}");
        assert_eq!(warnings(&found), [""; 0], "{text}");
    }
    // Without the tag, it is a move, also if that is illegal.
    assert!(fault("draughts", "1. 32-28 19-23 8-12", None).contains("\"8-12\" cannot be played here"));
    assert_eq!(found("draughts", "[FEN \"W:W12:B40\"]\n\n1. 12-8").moves, ["12-8"]);
    let games = found("draughts", "1. 32-28 20-0\n\n1. 33-29 0-0 1. 34-29 *");
    assert_eq!((games.games, games.result.as_deref()), (3, Some("1-0")));
    for (result, word) in [("1-0", "2-0"), ("1/2-1/2", "1-1"), ("0-1", "0-2"), ("*", "*")] {
        for (game, mv, word) in [("draughts", "32-28", word), ("russian-draughts", "c3-d4", result)] {
            let (moves, comments) = ([mv.to_owned()], BTreeMap::new());
            let draft = Draft {
                state: "startpos",
                moves: &moves,
                tags: &[],
                result: Some(result),
                comments: &comments,
                annotations: &Annotations::NONE,
            };
            let text = CATALOGUE.find(game).unwrap().write_record(&draft, Format::Pdn, None, &Stop::default()).unwrap();
            assert!(
                text.starts_with(&format!("[Result \"{word}\"]")) && text.ends_with(&format!(" {word}\n")),
                "{text}"
            );
            assert_eq!(found(game, &text).result.as_deref(), Some(result), "{text}");
        }
    }
}

#[test]
fn hexworld_has_no_draws() {
    let (moves, comments) = (["a2", "swap", "f6"].map(str::to_owned), BTreeMap::new());
    let hex = CATALOGUE.find("hex").unwrap();
    let state = hex.start_with("swap").unwrap().state();
    let draft = Draft {
        state: &state,
        moves: &moves,
        tags: &[],
        result: Some("1/2-1/2"),
        comments: &comments,
        annotations: &Annotations::NONE,
    };
    match hex.write_record(&draft, Format::HexWorld, None, &Stop::default()) {
        Err(WriteError::Fault(fault)) => assert_eq!(fault.field, "result"),
        other => panic!("{other:?}"),
    }
}
