//! Records with random changes are refused, or are read, written and read again as the same game.

use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;
use plyd_games::record::{Format, Record};
use plyd_search::Stop;

use super::{random_moves, write};
use crate::testing::Rng;

/// Pieces of text that have a meaning in one of the formats.
const PIECES: [&str; 112] = [
    "(",
    ")",
    "{",
    "}",
    ";",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "%",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "2-0",
    "$3",
    "!?",
    "1.",
    "...",
    " ",
    ",",
    "--",
    "pass",
    "[A \"b\"]\n",
    "[Result \"1-0\"]\n",
    "[SetUp \"1\"]\n",
    "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]\n",
    "[FEN \"W:WK2:B7,8,17,18:H3\"]\n",
    "[FEN \"B:W18:BK3\"]\n",
    "[Variant \"normal\"]",
    "{a [%clk 1] b}",
    "{ a } b }",
    "; c } d\n",
    "%x\n",
    "(;",
    ";B[]",
    ";W[aa]",
    ";B[resign]",
    ";W[swap-pieces]",
    "C[a\\]\n b]",
    "AB[aa][bb]",
    "AW[cc:dd]",
    "PL[W]",
    "RU[swap]",
    "RU[x]",
    "RE[B+3]",
    "RE[?]",
    "SZ[5]",
    "GM[4]",
    "TR[aa]",
    "N[x]",
    "PB[ a\t]",
    "é",
    "\r",
    "½-½",
    "\u{85}",
    "\u{1}",
    "\u{1b}[2J",
    "–",
    "±",
    "+-",
    "♘f3",
    "1115",
    "12",
    "0.",
    "\n\n1. ",
    "/FEN \"W:W31:B20\"/",
    "RE[-3.0:r]",
    "BO[8 ---------------------------O*------*O--------------------------- O]",
    "W[PA]",
    ":s",
    ":rb",
    "8,8,0\n",
    "\nname\n",
    "PW[b]",
    "{[%clk 0:00:01.5]}",
    "{[%csl Ga1] [%cal Ra1b2]}",
    "(1. e4 $1 {a} e5)",
    "(32-28",
    "BL[3.5]",
    "LB[aa:x]",
    "(;W[bb]BM[1])",
    "BM[2]DO[]",
    "*a\n",
    "&a\n",
    "#a\n",
    "\n変化：1手\n",
    "変化：3手\n   3 ",
    "\n 2 投了\n",
    "1 千日手\n",
    "まで2手で先手の勝ち\n",
    "手合割：角落ち\n",
    "手合割：その他\n",
    "先手の持駒：飛　歩二\n",
    "後手番\n",
    "手数＝7\n",
    "開始日時：2026/1/2 3:04\n",
    "持ち時間：10分\n",
    "   ( 0:05/00:00:05)",
    "同　歩(33)",
    "先手：？\n",
    "備考：a\n",
    "N+a\n",
    "$EVENT:a\n",
    "$START_TIME:2026/1/2\n",
    "$TIME_LIMIT:00:10+00\n",
    "PI82HI\n",
    "P-00AL\n",
    "\nT5\n",
    "\n%TORYO\n",
    "\n'*a\n",
];

/// A text with some pieces inserted, removed or doubled.
fn mutant(text: &str, rng: &mut Rng) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(4) {
        let at = rng.below(text.len() + 1);
        let end = (at + rng.below(12)).min(text.len());
        match rng.below(4) {
            0 | 1 => drop(text.splice(at..at, PIECES[rng.below(PIECES.len())].chars())),
            2 => drop(text.drain(at..end)),
            _ => {
                let part: Vec<char> = text[at..end].to_vec();
                let to = rng.below(text.len() + 1);
                drop(text.splice(to..to, part));
            }
        }
    }
    text.into_iter().collect()
}

fn read(game: &Game, text: &str, format: Format) -> Option<Record> {
    game.read_record(text, Some(format), 0, None, &Stop::default()).ok()
}

#[test]
fn mutants_are_refused_or_come_back() {
    let mut rng = Rng(4);
    for game in CATALOGUE.iter().filter(|game| game.record_formats().len() > 1) {
        for format in game.record_formats() {
            let (mut accepted, texts) = (0, 150);
            for number in 0..texts {
                let moves = random_moves(game, number % 12, &mut rng);
                let bare = Record { moves, ..read(game, "", Format::Moves).expect("no moves are a record") };
                let text = mutant(&write(game, &bare, format), &mut rng);
                let Some(found) = read(game, &text, format) else { continue };
                accepted += 1;
                let written = write(game, &found, format);
                let mut held = found.annotations.clone();
                held.keep_held_by(format, &found.tags);
                let again =
                    read(game, &written, format).unwrap_or_else(|| panic!("{text:?} is written as {written:?}"));
                assert_eq!(
                    (&again.state, &again.moves, &again.comments, &again.annotations, &again.standing),
                    (&found.state, &found.moves, &found.comments, &held, &found.standing),
                    "{text:?} is written as {written:?}"
                );
                let lost = found.tags.iter().find(|tag| !again.tags.contains(tag));
                assert_eq!(lost, None, "{text:?} is written as {written:?}");
                assert!(found.result.is_none() || found.result == again.result, "{text:?} is written as {written:?}");
                assert_eq!(write(game, &again, format), written);
            }
            assert!(accepted > 1, "{} in {}: {accepted}", game.id, format.name());
        }
    }
}
