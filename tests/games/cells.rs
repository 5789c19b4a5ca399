//! Boards as people see them. The laws check that every move can be clicked.

use crate::common::catalogue::{answer, describe, question, random_positions};
use crate::common::layouts;
use plyd::catalogue::Question;
use plyd::games::CATALOGUE;
use plyd::games::board::RowColumn;
use plyd::search::{Algorithm, Stop};
use serde_json::{Value, json};

/// The cells of a move, and its label.
fn clicked(game: &str, state: &str, name: &str) -> (Vec<RowColumn>, Option<String>) {
    let catalogue = CATALOGUE.with(layouts::GAMES);
    let position = catalogue.find(game).unwrap().parse(state).unwrap();
    let described = position.describe(None, &Stop::default()).unwrap();
    let mv = described.legal_moves.into_iter().find(|mv| mv.name == name).expect(name);
    (mv.cells, mv.label)
}

#[test]
fn cells_are_where_people_look() {
    let passing = format!("XO{} O", "-".repeat(62));
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (game, state, name, cells, label) in [
        ("tic-tac-toe", ".../.../... X", "a1", &[[2, 0]][..], None),
        ("bones", "5:3 max", "2", &[[0, 0]], Some("take 2")),
        ("connect-four", "444", "4", &[[2, 3]], None),
        ("gomoku", "4/4/4 X 3", "d1", &[[2, 3]], None),
        ("othello", "---------------------------OX------XO--------------------------- X", "f5", &[[4, 5]], None),
        ("othello", &passing, "pass", &[], Some("pass")),
        ("checkers", "W:W22,24,31:B1,11,18", "22x15x8", &[[5, 2], [3, 4], [1, 6]], None),
        ("checkers", "B:W21,22,K30:B1,2", "1-5", &[[0, 1], [1, 0]], None),
        ("tiny-hex", "......... X", "a3", &[[2, 0]], None),
        ("three-mens-morris", "X.OOX.XO. X", "a3-b3", &[[0, 0], [0, 1]], None),
        ("tiny-kalah", "2,2,0,2,2,0 X", "1", &[[1, 1]], None),
        ("tiny-kalah", "1,2,1,2,2,0 O", "1", &[[0, 2]], None),
        ("tiny-dots-and-boxes", ".......|.. X", "4", &[[1, 2]], None),
        ("ultimate-tic-tac-toe", "9/9/9/9/4X4/9/9/9/9 O 5", "d6", &[[3, 3]], None),
        ("nim", "3,5,7 max", "2:3", &[[0, 1]], Some("take 3 from heap 2")),
        ("drops", ".... X", "G*b1", &[[1, 1]], Some("general")),
        ("ataxx", "x5o/7/7/7/7/7/o5x x 0 1", "b7", &[[0, 1]], None),
        ("ataxx", "x5o/7/7/7/7/7/o5x x 0 1", "a7a5", &[[0, 0], [2, 0]], None),
        ("dots-and-boxes", "0/00/0/00/0 0,0 A", "b1b2", &[[3, 2]], None),
        ("chess", both, "e1g1", &[[7, 4], [7, 6]], Some("O-O")),
        ("chess", both, "e1c1", &[[7, 4], [7, 2]], Some("O-O-O")),
        ("chess", both, "a1a8", &[[7, 0], [0, 0]], Some("Rxa8+")),
    ] {
        assert_eq!(clicked(game, state, name), (cells.to_vec(), label.map(str::to_owned)), "{game}: {name}");
    }
}

/// The texts of a list.
fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_labels_of_a_line_lead_where_its_names_lead() {
    let mut labelled = Vec::new();
    for game in CATALOGUE {
        for position in random_positions(game, 7, 12) {
            let root = position.duplicate();
            let asked = Question { multi_pv: 3, closed_forms: false, ..question(Algorithm::AlphaBeta, 3) };
            let found = answer(position, asked);
            for line in found["lines"].as_array().unwrap() {
                let names = texts(&line["pv"]);
                let labels = line.get("pv_labels").map(texts);
                assert_eq!(root.labels(&names), labels, "{}: {line}", game.id);
                let (mut by_name, mut by_label, mut has_labels) = (root.duplicate(), root.duplicate(), false);
                for (ply, name) in names.iter().enumerate() {
                    let described = describe(&*by_name);
                    let moves = described["legal_moves"].as_array().unwrap();
                    let label = moves.iter().find(|mv| mv["move"] == **name).unwrap().get("label");
                    has_labels |= label.is_some();
                    let written = labels.as_ref().map_or(name, |labels| &labels[ply]);
                    assert_eq!(label.unwrap_or(&json!(name)), written, "{}: {line}", game.id);
                    assert_eq!(by_label.play_named(written), by_name.play_named(name), "{}: {line}", game.id);
                    assert_eq!(by_label.state(), by_name.state());
                }
                assert_eq!(labels.is_some(), has_labels, "{}: {line}", game.id);
                labelled.extend(has_labels.then_some(game.id));
            }
        }
    }
    labelled.dedup();
    for game in ["bones", "chess", "nim"] {
        assert!(labelled.contains(&game), "{labelled:?}");
    }
    for game in ["tic-tac-toe", "tree", "connect-four", "gomoku"] {
        assert!(!labelled.contains(&game), "{labelled:?}");
    }
}
