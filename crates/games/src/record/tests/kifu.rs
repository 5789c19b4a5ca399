//! Records of shogi, minishogi and xiangqi: KIF, CSA's format, and the manner of PGN.

use std::collections::BTreeMap;

use plyd_games::CATALOGUE;
use plyd_games::record::{Annotations, Draft, Format, Lost, Record, WriteError};
use plyd_search::Stop;
use serde_json::json;

use super::{fault, read, write};

fn found(game: &str, text: &str) -> Record {
    read(CATALOGUE.find(game).unwrap(), text, None)
}

fn shogi(text: &str) -> Record {
    found("shogi", text)
}

fn tags(record: &Record) -> String {
    record.tags.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn warnings(record: &Record) -> Vec<String> {
    record.warnings.iter().map(|warning| warning.detail.clone()).collect()
}

/// A game with whatever KIF has, as plyd writes it.
const KIF: &str = "\
#KIF version=2.0 encoding=UTF-8
開始日時：2026/11/29 10:00:00
棋戦：Café杯
持ち時間：10分+30秒
手合割：平手
先手：Anna
後手：Ben
手数----指手---------消費時間--
*よろしく
*お願いします
   1 ７六歩(77)   ( 0:12/00:00:12)
   2 ３四歩(33)   ( 0:03/00:00:03)
*a quiet start
   3 ２二角成(88)   ( 1:02/00:01:14)
   4 同　銀(31)   ( 0:00/00:00:03)
   5 ４五角打
   6 投了
まで5手で先手の勝ち

変化：4手
   4 ５二金(61)
*better not
";

#[test]
fn kif_is_read_and_written_with_all_that_it_holds() {
    let text = KIF.to_owned() + "\n変化：3手\n   3 ２六歩(27)\n   4 ４四歩(43)\n\n変化：4手\n   4 ８四歩(83)\n";
    let game = shogi(&text);
    assert_eq!((game.format, game.moves.join(" ")), (Format::Kif, "7g7f 3c3d 8h2b+ 3a2b B*4e".to_owned()));
    assert_eq!(
        tags(&game),
        "Date=2026.11.29 Time=10:00:00 Event=Café杯 TimeControl=600+1x30 Black=Anna White=Ben Termination=resignation"
    );
    assert_eq!((game.result.as_deref(), game.standing.outcome), (Some("1-0"), None));
    let comments = [(0, "よろしく\nお願いします"), (2, "a quiet start")];
    assert_eq!(game.comments, comments.map(|(ply, text)| (ply, text.to_owned())).into());
    let expected = json!({
        "clocks": {"0": 588_000, "1": 597_000, "2": 526_000, "3": 597_000},
        "variations": {
            "2": [{"moves": ["2g2f", "4c4d"], "variations": {"1": [{"moves": ["8c8d"]}]}}],
            "3": [{"moves": ["6a5b"], "comments": {"1": "better not"}}],
        },
    });
    assert_eq!(serde_json::to_value(&game.annotations).unwrap(), expected);
    assert_eq!((game.skipped.counts().map(|(_, count)| count), warnings(&game).len()), ([0; 6], 0));
    assert_eq!(write(CATALOGUE.find("shogi").unwrap(), &game, Format::Kif), text);
}

#[test]
fn kif_of_other_programs_is_read() {
    // Marks of sides, plain digits, no head of columns, half-width spaces, signs of variations, no totals of time.
    let game = shogi(
        "# ---- Kifu for Windows V7 棋譜ファイル ----\r\n# x\r\n対局日: 2026/1/2(金)\r\n手合割：平手　　\r\n先手：\r\n\
         備考：なし\r\n1 ▲7六歩(77)   ( 0:16/00:00:00)+\r\n&しおり\r\n２ △３4歩(33)\r\n 3 2二角不成(88)\r\n\
         4 同 銀(31)\r\n5 切れ負け ( 0:09/00:00:00)\r\nまで4手で時間切れにより後手の勝ち\r\n",
    );
    assert_eq!(game.moves.join(" "), "7g7f 3c3d 8h2b 3a2b");
    assert_eq!(tags(&game), "Date=2026.01.02 備考=なし Termination=time forfeit");
    assert_eq!(game.result.as_deref(), Some("0-1"));
    let skipped: Vec<_> = game.skipped.counts().into_iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(skipped, [("commands", 2), ("lines", 1), ("properties", 1)]);
    // Without 打 or an origin, the move has to be the only one.
    let alone = shogi("1 ７六歩\n2 ３四歩\n3 ６六歩\n");
    assert_eq!(alone.moves, ["7g7f", "3c3d", "6g6f"]);
    let two = fault("shogi", "1 ５八金", None);
    assert!(two.contains("4i5h") && two.contains("6i5h") || two.contains("G4i") && two.contains("G6i"), "{two}");
}

#[test]
fn handicaps_are_known_by_name() {
    let shogi = CATALOGUE.find("shogi").unwrap();
    for (name, state, mv) in [
        ("平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "７六歩(77)"),
        ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "３四歩(33)"),
        ("角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "６二銀(71)"),
        ("二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "６二銀(71)"),
        ("右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "５二玉(51)"),
        ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "５二玉(51)"),
    ] {
        let game = read(shogi, &format!("手合割：{name}\n   1 {mv}\n   2 投了\n"), None);
        assert_eq!(game.state, state, "{name}");
        let winner = if name == "平手" { "先手" } else { "上手" };
        assert!(write(shogi, &game, Format::Kif).ends_with(&format!("まで1手で{winner}の勝ち\n")), "{name}");
        assert_eq!(read(shogi, &write(shogi, &game, Format::Csa), None).state, state, "{name}");
    }
    let unknown = fault("shogi", "手合割：歩三兵\n", None);
    assert!(
        unknown.starts_with("line 1, column 1: 手合割: \"歩三兵\" is not a start of shogi, expected 平手, "),
        "{unknown}"
    );
    assert!(fault("shogi", "手合割：5五将棋\n", None).contains("is not a start of shogi"));
    assert!(fault("minishogi", "手合割：平手\n", None).ends_with("is not a start of minishogi, expected 5五将棋"));
    assert!(fault("shogi", "手合割：その他\n", None).ends_with("expected a board"));
}

#[test]
fn games_begin_from_boards() {
    let minishogi = CATALOGUE.find("minishogi").unwrap();
    let text = "\
#KIF version=2.0 encoding=UTF-8
手合割：その他
後手の持駒：歩　角
  ５ ４ ３ ２ １
+---------------+
| ・ ・ ・v玉 ・|一
| ・ ・ ・ ・v銀|二
| ・ ・ 全 ・ ・|三
| ・ ・ ・ ・ ・|四
| 玉 ・ ・ 飛 ・|五
+---------------+
先手の持駒：金二
手数＝6
後手番
手数----指手---------消費時間--
   1 １一玉(21)
   2 ２二金打
";
    let game = read(minishogi, text, None);
    assert_eq!((game.state.as_str(), game.moves.join(" ")), ("3k1/4s/2+S2/5/K2R1 w 2Gbp 7", "2a1a G*2b".to_owned()));
    // Hands come in the order of SFEN.
    let canonical = text.replace("歩　角", "角　歩");
    assert!(write(minishogi, &game, Format::Kif).starts_with(canonical.split("手数----").next().unwrap()));
    let csa = "P-91OU\nP+19OU00KI00KI\nP-28FU00AL\n-\n-2829TO\n";
    let csa = shogi(csa);
    assert_eq!(csa.state, "k8/9/9/9/9/9/9/7p1/8K w 2G2r2b2g4s4n4l17p 1");
    assert_eq!(shogi("PI82HI22KA\n-\n").state, "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_eq!(shogi("P+59OU\nP-51OU\nP-00FU\n+\n").state, "4k4/9/9/9/9/9/9/9/4K4 b p 1");
    for (text, says) in [
        ("後手の持駒：飛\n1 ７六歩(77)", "there is no board"),
        ("|v玉|\n", "the board has 1 rows of at most 1 cells, expected 9 of 9"),
        ("| x|\n", "is not a piece of a board"),
        ("先手の持駒：玉\n", "is not a piece in hand"),
    ] {
        assert!(
            fault("shogi", text, Some(Format::Kif)).contains(says),
            "{text}: {}",
            fault("shogi", text, Some(Format::Kif))
        );
    }
}

/// A game in CSA's format, as plyd writes it.
const CSA: &str = "\
'CSA encoding=UTF-8
V2.2
N+Anna
N-Ben
$EVENT:Café杯
$START_TIME:2026/11/29 10:00:00
$TIME_LIMIT:00:10+30
PI
+
'*hello
+7776FU
T12
-3334FU
T3
'*a quiet start
+8822UM
-3122GI
+0045KA
%TORYO
";

#[test]
fn csa_is_read_and_written_with_all_that_it_holds() {
    let game = shogi(CSA);
    assert_eq!((game.format, game.moves.join(" ")), (Format::Csa, "7g7f 3c3d 8h2b+ 3a2b B*4e".to_owned()));
    assert_eq!(
        tags(&game),
        "Black=Anna White=Ben Event=Café杯 Date=2026.11.29 Time=10:00:00 TimeControl=600+1x30 Termination=resignation"
    );
    assert_eq!(game.result.as_deref(), Some("1-0"));
    assert_eq!(game.annotations.clocks, [(0, 588_000), (1, 597_000)].into());
    assert_eq!(game.comments, [(0, "hello".to_owned()), (2, "a quiet start".to_owned())].into());
    assert_eq!(write(CATALOGUE.find("shogi").unwrap(), &game, Format::Csa), CSA);
    // Several statements on a line, a position without a name, other comments, and a second game.
    let two = shogi("'x\nPI\n+\n+7776FU,T1,-3334FU\n'y\n%CHUDAN\n/\nPI\n-\n%+ILLEGAL_ACTION\n");
    assert_eq!((two.moves.len(), two.games, two.more, two.result.as_deref()), (2, 2, 1, Some("*")));
    assert_eq!(two.comments, [(0, "x".to_owned()), (2, "y".to_owned())].into());
    assert_eq!(two.skipped.commands, 1);
    // Minishogi has the same format on its own board.
    let mini = found("minishogi", "PI\n+\n+3534GI\n-3132GI\n");
    assert_eq!(mini.moves, ["3e3d", "3a3b"]);
}

#[test]
fn a_game_keeps_its_facts_from_one_format_to_another() {
    let shogi = CATALOGUE.find("shogi").unwrap();
    let csa = read(shogi, CSA, None);
    let kif = read(shogi, &write(shogi, &csa, Format::Kif), None);
    assert_eq!(
        (kif.format, &kif.moves, &kif.result, &kif.comments),
        (Format::Kif, &csa.moves, &csa.result, &csa.comments)
    );
    assert_eq!(kif.annotations, csa.annotations);
    let mut sorted = [kif.tags.clone(), csa.tags.clone()];
    sorted.iter_mut().for_each(|tags| tags.sort());
    assert_eq!(sorted[0], sorted[1]);
    assert_eq!(write(shogi, &kif, Format::Csa).lines().count(), CSA.lines().count());
    let pgn = read(shogi, &write(shogi, &kif, Format::Pgn), None);
    assert_eq!((pgn.format, &pgn.moves, &pgn.annotations), (Format::Pgn, &csa.moves, &csa.annotations));
    assert!(write(shogi, &pgn, Format::Pgn).contains("1. 7g7f {[%clk 0:09:48]} 1... 3c3d "), "{pgn:?}");
}

#[test]
fn endings_are_read_and_written() {
    let shogi = CATALOGUE.find("shogi").unwrap();
    for (kif, csa, termination, result) in [
        ("投了", "TORYO", "resignation", "0-1"),
        ("切れ負け", "TIME_UP", "time forfeit", "0-1"),
        ("反則負け", "ILLEGAL_MOVE", "rules infraction", "0-1"),
        ("反則勝ち", "-ILLEGAL_ACTION", "rules infraction", "1-0"),
        ("入玉勝ち", "KACHI", "entering king", "1-0"),
        ("詰み", "TSUMI", "checkmate", "0-1"),
        ("千日手", "SENNICHITE", "repetition", "1/2-1/2"),
        ("持将棋", "JISHOGI", "impasse", "1/2-1/2"),
        ("引き分け", "HIKIWAKE", "agreement", "1/2-1/2"),
        ("中断", "CHUDAN", "unterminated", "*"),
    ] {
        // Black is to move.
        let game = read(shogi, &format!("1 ７六歩(77)\n2 ３四歩(33)\n3 {kif}\n"), None);
        let tag = format!("Termination={termination}");
        assert_eq!((tags(&game), game.result.as_deref()), (tag.clone(), Some(result)), "{kif}");
        let text = write(shogi, &game, Format::Csa);
        assert!(text.ends_with(&format!("\n%{csa}\n")), "{text}");
        let again = read(shogi, &text, None);
        assert_eq!((tags(&again), again.result.as_deref()), (tag.clone(), Some(result)), "{csa}");
        let text = write(shogi, &again, Format::Kif);
        assert!(text.contains(&format!("\n   3 {kif}\nまで2手で")), "{text}");
        // The last line alone says the result, too.
        let last = text.lines().last().unwrap();
        let by_last = read(shogi, &format!("1 ７六歩(77)\n2 ３四歩(33)\n{last}\n"), None);
        assert_eq!((by_last.result.as_deref(), warnings(&by_last).len()), (Some(result), 0), "{last}");
    }
    let both = read(shogi, "1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち\n", None);
    assert_eq!((both.result.as_deref(), warnings(&both).len()), (Some("1-0"), 1));
    assert!(warnings(&read(shogi, "1 ７六歩(77)\nまで1手\n", None))[0].contains("does not say who won"));
}

#[test]
fn what_these_formats_cannot_hold_is_said() {
    let shogi = CATALOGUE.find("shogi").unwrap();
    let moves = ["7g7f", "3c3d"].map(str::to_owned);
    let tags = |pairs: &[[&str; 2]]| pairs.iter().map(|pair| pair.map(str::to_owned).into()).collect::<Vec<_>>();
    let refused = |draft: &Draft<'_>, format| match shogi.write_record(draft, format, None, &Stop::default()) {
        Err(WriteError::Fault(fault)) => fault.field,
        other => panic!("{other:?}"),
    };
    for (pairs, result, format, field) in [
        (&[["Termination", "resignation"]][..], Some("0-1"), Format::Kif, ""),
        (&[["Termination", "resignation"]], Some("1-0"), Format::Kif, "tags.Termination"),
        (&[["Termination", "an earthquake"]], Some("0-1"), Format::Csa, "tags.Termination"),
        (&[["Termination", "forfeit"]], Some("0-1"), Format::Csa, "tags.Termination"),
        (&[], Some("1-0"), Format::Csa, "result"),
        (&[["棋戦", "a"]], None, Format::Kif, "tags.棋戦"),
        (&[["備考", "a"]], None, Format::Csa, "tags.備考"),
        (&[["備考", "a\nb"]], None, Format::Kif, "tags.備考"),
        (&[["Black", " a"]], None, Format::Kif, "tags.Black"),
        (&[["先手の持駒", "飛"]], None, Format::Kif, "tags.先手の持駒"),
        (&[["FEN", "4k4/9/9/9/9/9/9/9/4K4 b p 1"]], None, Format::Kif, "tags.FEN"),
        (&[["Result", "1-0"]], Some("0-1"), Format::Csa, "tags.Result"),
    ] {
        let tags = tags(pairs);
        let draft = Draft { tags: &tags, result, ..Draft::new("startpos", &moves) };
        if !field.is_empty() {
            assert_eq!(refused(&draft, format), field, "{pairs:?}");
        }
    }
    let later = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 3";
    assert_eq!(refused(&Draft::new(later, &moves), Format::Csa), "state");
    // A result without a reason is in the last line of KIF, and a resignation in CSA's format.
    let won = Draft { result: Some("0-1"), ..Draft::new("startpos", &moves) };
    let written = |format| shogi.write_record(&won, format, None, &Stop::default()).unwrap();
    assert!(written(Format::Kif).ends_with("   2 ３四歩(33)\nまで2手で後手の勝ち\n"), "{}", written(Format::Kif));
    assert!(written(Format::Csa).ends_with("-3334FU\n%TORYO\n"));
    let clocks = [(0, 59_000), (1, 58_500)].into();
    let mut annotations = Annotations { clocks, nags: [(0, vec![1])].into(), ..Annotations::default() };
    annotations.variations = BTreeMap::from([(1, vec![shogi_variation()])]);
    let lost = |format, pairs: &[[&str; 2]]| annotations.lost_in(format, &tags(pairs));
    let all = |clocks, others: &[Lost]| {
        [&[Lost { what: "clocks", count: clocks }, Lost { what: "nags", count: 1 }], others].concat()
    };
    assert_eq!(lost(Format::Kif, &[["TimeControl", "60"]]), all(2, &[]));
    assert_eq!(lost(Format::Kif, &[["TimeControl", "60+2"]]), all(3, &[]));
    assert_eq!(lost(Format::Csa, &[]), all(2, &[Lost { what: "variations", count: 1 }]));
}

/// A variation with a clock, which KIF has only in the main line.
fn shogi_variation() -> plyd_games::record::Variation {
    let annotations = Annotations { clocks: [(0, 50_000)].into(), ..Annotations::default() };
    plyd_games::record::Variation { moves: vec!["8c8d".to_owned()], annotations, ..Default::default() }
}

#[test]
fn faults_of_japanese_records_have_places() {
    for (text, says) in [
        ("1 ７六歩(77)\n3 ３四歩(33)\n", "line 2, column 1, ply 1: the move has the number 3, expected 2"),
        ("1 同　歩(77)\n", "line 1, column 3, ply 0: 同 is the square of the move before, but there is none"),
        ("1 ７五歩(77)\n", "line 1, column 3, ply 0: \"７五歩(77)\" cannot be played here"),
        ("1 ７六歩(77)\n2 投了\n3 ３四歩(33)\n", "line 3, column 1, ply 1: the game is over here"),
        ("1 ７六歩(77) good\n", "line 1, column 10, ply 1: \"good\" is not a time"),
        ("1 ７六歩(77)\nそして\n", "line 2, column 1, ply 1: \"そして\" is not a move"),
        ("先手：A\nそして\n", "line 2, column 1: \"そして\" is neither a header nor a move"),
        ("▲７六歩 △３四歩\n", "line 1, column 1: this is KI2, "),
        ("1 ７六歩(77)\n変化：4手\n4 ３四歩(33)\n", "line 2, column 1, ply 1: the line before has no move 4"),
        ("V2.2\nPI\n+\n-3334FU\n", "line 4, column 1, ply 0: it is the other side's turn, expected +"),
        ("V2.2\nPI\n+\n+7775FU\n", "line 4, column 1, ply 0: \"+7775FU\" cannot be played here"),
        ("V2.2\nPI\n+\n%X\n", "line 4, column 1, ply 0: \"%X\" is not how a game ends, expected %TORYO, "),
        ("V2.2\nPI\n+\n%TORYO\n+7776FU\n", "line 5, column 1, ply 0: the game is over here"),
        ("V2.2\nP1 * \n", "line 2, column 1: \"P1 *\" is malformed, expected 9 cells"),
        ("V2.2\nPI55HI\n", "line 2, column 1: \"PI55HI\" is malformed, expected a piece of the usual start"),
        ("V2.2\nP+55XX\n", "line 2, column 1: \"P+55XX\" is malformed, expected squares and pieces"),
        ("V2.2\nP+55HI\n+\n", "line 2, column 1: black has 0 kings, expected 1"),
        ("V2.2\nPI\n+\n+7776FU\nTx\n", "line 5, column 1, ply 1: \"Tx\" is not a time"),
    ] {
        let said = fault("shogi", text, None);
        assert!(said.starts_with(says), "{text}: {said}");
    }
}

#[test]
fn xiangqi_has_records_of_its_own_programs() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
    for text in [
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]\n[Format \"WXF\"]\n[Result \"1-0\"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 1-0",
        "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 1-0",
        "[Game \"Chinese Chess\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r\"]\n\n1. C2.5 h8+7 2. N2+3 r9.8 1-0",
    ] {
        let game = found("xiangqi", text);
        assert_eq!((game.format, game.moves.join(" ")), (Format::Pgn, moves.join(" ")), "{text}");
        assert_eq!((game.result.as_deref(), warnings(&game).len()), (Some("1-0"), 0), "{text}");
    }
    let xiangqi = CATALOGUE.find("xiangqi").unwrap();
    let moves = moves.map(str::to_owned);
    let tags = [("Red".to_owned(), "A".to_owned())];
    let draft = Draft { tags: &tags, result: Some("1/2-1/2"), ..Draft::new("startpos", &moves) };
    let text = xiangqi.write_record(&draft, Format::Pgn, None, &Stop::default()).unwrap();
    let expected = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                    [Red \"A\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 1/2-1/2\n";
    assert_eq!(text, expected);
    assert_eq!(found("xiangqi", &text).players(&xiangqi.about), [Some("A".to_owned()), None]);
}

#[test]
fn shogi_has_records_in_the_manner_of_pgn() {
    for (game, text, moves) in [
        (
            "shogi",
            "[Game \"shogi\"]\n\n1. 7g7f {a} 3c3d (1... 8c8d) 2. 8h2b+ 3a2b 3. B*4e 1-0",
            "7g7f 3c3d 8h2b+ 3a2b B*4e",
        ),
        ("shogi", "[A \"b\"]\n\n1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e 1-0", "7g7f 3c3d 8h2b+ 3a2b B*4e"),
        ("minishogi", "[A \"b\"]\n\n1. 3e3d 3a3b *", "3e3d 3a3b"),
    ] {
        let game = found(game, text);
        assert_eq!((game.format, game.moves.join(" ").as_str()), (Format::Pgn, moves), "{text}");
    }
    // A list may have moves as Japanese records have them.
    let list = shogi("７六歩 ３四歩 +8822UM");
    assert_eq!((list.format, list.moves.join(" ").as_str()), (Format::Moves, "7g7f 3c3d 8h2b+"));
}
