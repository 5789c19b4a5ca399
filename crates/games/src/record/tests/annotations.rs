//! Clocks, judgements, drawings and variations.

use plyd_games::CATALOGUE;
use plyd_games::record::{
    Annotations, Format, Lost, MAX_DRAWINGS, MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES, MAX_VARIATIONS, Record,
    WriteError,
};
use plyd_search::Stop;
use serde_json::{Value, json};

use super::{read, write};

fn chess(text: &str) -> Record {
    read(CATALOGUE.find("chess").unwrap(), text, Some(Format::Pgn))
}

/// The annotations as JSON.
fn shown(annotations: &Annotations) -> Value {
    serde_json::to_value(annotations).unwrap()
}

#[test]
fn annotations_of_every_kind_are_read() {
    let found = chess(
        "{[%csl Ge4]} 1. e4 $14 {[%clk 1:30:00] [%cal Ge2e4,Rd1h5]} e5!? ({before} 1... c5 $1 {good [%clk 0:59:59.5]} \
         2. Nf3 (2. Nc3 ± {[%csl Yc3]})) 2. Nf3 *",
    );
    let expected = json!({
        "clocks": {"0": 5_400_000},
        "nags": {"0": [14], "1": [5]},
        "drawings": {
            "0": [{"shape": "square", "colour": "green", "cell": "e4"}],
            "1": [
                {"shape": "arrow", "colour": "green", "cell": "e2", "to": "e4"},
                {"shape": "arrow", "colour": "red", "cell": "d1", "to": "h5"},
            ],
        },
        "variations": {"1": [{
            "moves": ["c7c5", "g1f3"],
            "comments": {"0": "before", "1": "good"},
            "clocks": {"0": 3_599_500},
            "nags": {"0": [1]},
            "variations": {"1": [{
                "moves": ["b1c3"],
                "nags": {"0": [16]},
                "drawings": {"1": [{"shape": "square", "colour": "yellow", "cell": "c3"}]},
            }]},
        }]},
    });
    assert_eq!(shown(&found.annotations), expected);
    assert_eq!((found.skipped.counts().iter().map(|(_, count)| count).sum::<usize>(), found.warnings.len()), (0, 0));
}

#[test]
fn what_is_read_is_written_in_every_format_that_holds_it() {
    for (game, text) in [
        (
            "chess",
            "1. e4 $14 {[%clk 1:30:00.25] [%cal Ge2e4] [%csl Ra1]} e5!? ({x} 1... c5 $1 {y} 2. Nf3 (2. Nc3 ±)) (1... d5) 2. Nf3 *",
        ),
        ("chess", "1. e4 {[%csl Ga1,Ga2,Ga3,Ga4,Ga5,Ga6,Ga7,Ga8,Gb1,Gb2]} (1. d4 ; a } b\n) e5 ( ; } c\n 1... c5) *"),
        ("draughts", "1. 32-28! {[%clk 0:10:00]} 19-23 (1... 18-23 2. 31-27 (2. 34-29x34 23x34)) 2. 28x19 14x23 *"),
        (
            "hex",
            "(;GM[11]SZ[5];B[a3]BL[30.5]TE[2]TR[a1][b2](;W[b2]WL[29]DO[]C[x];B[c3])(;W[c3]C[y]AR[a1:b2](;B[d4]LB[a1:\\]:])(;C[before];B[e4])))",
        ),
        ("othello", "(;GM[2];B[fe]MA[aa];W[ff](;B[ef])(;B[dc]C[x]))"),
    ] {
        let game = CATALOGUE.find(game).unwrap();
        let found = read(game, text, None);
        for format in game.record_formats() {
            let mut held = found.annotations.clone();
            held.keep_held_by(format, &found.tags);
            let bare = Record { comments: [].into(), ..found.clone() };
            let has_comments = matches!(format, Format::Pgn | Format::Pdn | Format::Sgf);
            let draft = if has_comments { found.draft() } else { bare.draft() };
            let Ok(written) = game.write_record(&draft, format, None, &Stop::default()) else {
                assert!(format.is_bare() || format == Format::HexWorld, "{text}");
                continue;
            };
            let again = read(game, &written, Some(format));
            assert_eq!((&again.moves, &again.annotations), (&found.moves, &held), "{written}");
            assert_eq!(
                held == found.annotations,
                found.annotations.lost_in(format, &found.tags).is_empty(),
                "{written}"
            );
            assert_eq!(has_comments, !held.variations.is_empty(), "{written}");
            assert_eq!((again.skipped.variations, again.warnings.len()), (0, 0), "{written}");
            if has_comments {
                assert_eq!(again.comments, found.comments, "{written}");
                assert_eq!(write(game, &again, format), written);
            }
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_counted() {
    let found =
        chess("1. e4 $14 $1 {[%clk 0:01:00] [%csl Ga1]} (1. d4 {[%clk 0:02:00]} (1. c4)) e5 {[%clk 0:01:00]} *");
    let lost = |what, count| Lost { what, count };
    assert_eq!(found.annotations.lost_in(Format::Pgn, &[]), []);
    assert_eq!(found.annotations.lost_in(Format::Sgf, &[]), [lost("nags", 1), lost("drawings", 1)]);
    let all = [lost("clocks", 2), lost("nags", 2), lost("variations", 2), lost("drawings", 1)];
    assert_eq!(found.annotations.lost_in(Format::Moves, &[]), all);
    let hex = read(CATALOGUE.find("hex").unwrap(), "(;GM[11];B[a3]TR[a1][b1])", None);
    assert_eq!(hex.annotations.lost_in(Format::Pgn, &[]), [lost("drawings", 2)]);
}

#[test]
fn a_variation_that_cannot_be_played_is_left_out_with_a_warning() {
    let found =
        chess("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 {a}) 2... Kd3 {b} (2... d6)) (1... d5) 2. Nf3 (2. -- {c}) () *");
    assert_eq!(found.moves.join(" "), "e2e4 e7e5 g1f3");
    assert_eq!(shown(&found.annotations), json!({"variations": {"1": [{"moves": ["d7d5"]}]}}));
    assert_eq!((found.skipped.variations, found.skipped.comments), (5, 3));
    let warnings: Vec<_> = found.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings[0].starts_with("line 1, column 44: this variation is left out: \"Kd3\""), "{warnings:?}");
    assert!(
        warnings[1].contains("null move") && warnings[2].contains("no moves") && warnings.len() == 3,
        "{warnings:?}"
    );
}

#[test]
fn variations_in_trees_belong_to_the_side_that_plays_them() {
    let hex = CATALOGUE.find("hex").unwrap();
    let found =
        read(hex, "(;GM[11];B[a3](;W[b2];B[c3](;W[d4];B[resign])(;B[d5])(;W[e5]TR[zz]N[x]BL[1]))(;W[c5]))", None);
    assert_eq!(shown(&found.annotations), json!({"variations": {"1": [{"moves": ["c5"]}], "3": [{"moves": ["e5"]}]}}));
    assert_eq!(
        (found.moves.join(" "), found.skipped.variations, found.skipped.properties),
        ("a3 b2 c3 d4".to_owned(), 1, 3)
    );
    assert!(found.warnings[0].detail.ends_with("it is the other side's turn, expected W"), "{:?}", found.warnings);
    // White begins, so the colours are exchanged in variations too.
    let found = read(hex, "(;GM[11];W[a3]WL[9](;B[b2])(;B[c5];W[d5]WL[8]))", None);
    assert_eq!(
        shown(&found.annotations),
        json!({"clocks": {"0": 9000}, "variations": {"1": [{"moves": ["c5", "d5"], "clocks": {"1": 8000}}]}})
    );
}

#[test]
fn numbers_in_variations_are_moves_where_they_can_be() {
    let found = chess("1. e4 e5 (1 ... c5 2 Nf3 d6 3 d4) *");
    assert_eq!(shown(&found.annotations), json!({"variations": {"1": [{"moves": ["c7c5", "g1f3", "d7d6", "d2d4"]}]}}));
    let checkers = read(CATALOGUE.find("checkers").unwrap(), "1. 11-15 (1. 1216 2419) 23-19 *", None);
    assert_eq!(shown(&checkers.annotations), json!({"variations": {"0": [{"moves": ["12-16", "24-19"]}]}}));
}

#[test]
fn limits_of_annotations_are_kept_and_told() {
    let game = |inside: String| chess(&format!("1. e4 {inside} *"));
    let count = |found: &Record| found.annotations.variations.get(&0).map_or(0, Vec::len);
    let all = game("(1. d4)".repeat(MAX_VARIATIONS));
    assert_eq!((count(&all), all.warnings.len()), (MAX_VARIATIONS, 0));
    let more = game("(1. d4)".repeat(MAX_VARIATIONS + 2));
    assert_eq!((count(&more), more.skipped.variations, more.warnings.len()), (MAX_VARIATIONS, 2, 1));
    let nested = |depth: usize| game("(1. d4 ".repeat(depth) + &")".repeat(depth));
    assert_eq!(nested(MAX_VARIATION_DEPTH).skipped.variations, 0);
    assert_eq!(nested(MAX_VARIATION_DEPTH + 3).skipped.variations, 3);
    let turns = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_VARIATION_MOVES / 8);
    let long = game(format!("(1. {turns}) (1. {turns}) (1. d4 $1 {{lost}}) (1. d4)"));
    assert_eq!((count(&long), long.skipped.variations, long.skipped.comments, long.warnings.len()), (2, 2, 1, 1));
    let drawn = game("{[%csl Ga1]}".repeat(MAX_DRAWINGS + 3));
    assert_eq!((drawn.annotations.drawings[&1].len(), drawn.skipped.commands), (MAX_DRAWINGS, 3));
    let twice = game("{[%clk 0:01:00]} {[%clk 0:02:00] [%emt 1]} $1 $1 $999 Q".replace('Q', ""));
    assert_eq!((twice.annotations.clocks[&0], twice.skipped.commands), (120_000, 2));
    assert_eq!((&twice.annotations.nags[&0][..], twice.skipped.annotations), (&[1][..], 1));
}

#[test]
fn wrong_annotations_are_refused_by_field() {
    let chess = CATALOGUE.find("chess").unwrap();
    let found = self::chess("1. e4 {[%clk 0:01:00] [%cal Ga1a2]} (1. d4 d5 (1... c5)) *");
    let changed = |change: &dyn Fn(&mut Annotations)| {
        let mut record = found.clone();
        change(&mut record.annotations);
        match chess.write_record(&record.draft(), Format::Moves, None, &Stop::default()) {
            Err(WriteError::Fault(fault)) => fault.field,
            other => panic!("{other:?}"),
        }
    };
    for (field, change) in [
        (
            "clocks.1",
            (&|all: &mut Annotations| {
                all.clocks.insert(1, 0);
            }) as &dyn Fn(&mut Annotations),
        ),
        ("clocks.0", &|all| {
            all.clocks.insert(0, u64::MAX);
        }),
        ("nags.1", &|all| drop(all.nags.insert(1, vec![1]))),
        ("drawings.2", &|all| drop(all.drawings.insert(2, vec![]))),
        ("drawings.1[0].cell", &|all| all.drawings.get_mut(&1).unwrap()[0].cell = "é".to_owned()),
        ("drawings.1[0].to", &|all| all.drawings.get_mut(&1).unwrap()[0].to = None),
        ("drawings.1[0].text", &|all| all.drawings.get_mut(&1).unwrap()[0].text = Some("a".to_owned())),
        ("variations.0[0].moves[1]", &|all| all.variations.get_mut(&0).unwrap()[0].moves[1] = "e1e8".to_owned()),
        ("variations.0[0].moves", &|all| all.variations.get_mut(&0).unwrap()[0].moves.clear()),
        ("variations.0[0].comments.3", &|all| {
            drop(all.variations.get_mut(&0).unwrap()[0].comments.insert(3, String::new()));
        }),
        ("variations.0[0].variations.1[0].moves[0]", &|all| {
            let outer = &mut all.variations.get_mut(&0).unwrap()[0].annotations;
            outer.variations.get_mut(&1).unwrap()[0].moves[0] = "d2d4".to_owned();
        }),
    ] {
        assert_eq!(changed(change), field);
    }
}

#[test]
fn move_numbers_in_variations_may_have_dashes() {
    let draughts = CATALOGUE.find("draughts").unwrap();
    let found = read(draughts, "1- 32-28 19-24 2- 37-32 (2- 35-30 24x35 3- 33-29) 14-19 *", Some(Format::Pdn));
    assert_eq!(found.moves, ["32-28", "19-24", "37-32", "14-19"]);
    let moves = json!(["35-30", "24x35x30", "33-29"]);
    assert_eq!(shown(&found.annotations), json!({"variations": {"2": [{"moves": moves}]}}));
}

#[test]
fn annotations_as_json_are_hardly_longer_than_their_text() {
    let units =
        ["(d4)", "(1. d4 $1 {a})", "$1 $2 ", "{[%csl Ga1,Ga2,Ga3]}", "{[%clk 1]}", "(", "(Nf3 Nf6 Ng1 Ng8 ", "(1 "];
    for unit in units {
        let count = (1 << 16) / unit.len();
        let is_open = unit.starts_with('(') && !unit.contains(')');
        let text = format!("1. e4 {}{} *", unit.repeat(count), ")".repeat(if is_open { count } else { 0 }));
        let length = shown(&chess(&text).annotations).to_string().len();
        // The limits hold for any length, so a longer text has no longer answer.
        assert!(length < 2 * text.len(), "{unit}: {length}");
    }
}
