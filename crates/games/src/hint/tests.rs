//! Every fact is checked against plain minimax of the same depth, or against another search.

use plyd_games::CATALOGUE;
use plyd_games::answer::MoveIndex;
use plyd_games::catalogue::{AnyPosition, Game, Question};
use plyd_games::hint::{Fact, Found, Hint, LINES, Reason, Stage, Threat, hint, reasons};
use plyd_games::notation::ScoreKind;
use plyd_search::{Algorithm, Engine, Limits, Question as Search, Score, Stop};

use crate::laws::Rng;

/// An unfinished position after some random moves, with its game's past.
fn random_position(game: &Game, rng: &mut Rng) -> Box<dyn AnyPosition> {
    loop {
        let mut position = game.start();
        for _ in 0..rng.below(60) {
            match position.count_moves() {
                0 => break,
                count => position.play(MoveIndex(rng.below(count))),
            }
        }
        if position.count_moves() > 0 {
            return position;
        }
    }
}

fn has(found: &Found, wanted: &Fact) -> bool {
    found.facts.iter().any(|Reason { fact, .. }| fact == wanted)
}

fn question(depth: u32) -> Question {
    Question { multi_pv: LINES, closed_forms: false, ..Search::new(Limits::depth(depth)) }
}

fn ask(game: &Game, position: &dyn AnyPosition, question: &Question) -> Hint {
    hint(game, position, question, game.about.expected_score, (&mut Engine::new(1 << 20), &Stop::default()))
}

/// The score of each legal move, by plain minimax of this depth.
fn minimax(position: &dyn AnyPosition, depth: u32) -> Vec<Score> {
    let value = |index| {
        let question = Question {
            algorithm: Algorithm::Minimax,
            search_moves: Some(vec![MoveIndex(index)]),
            multi_pv: 1,
            ..question(depth)
        };
        position.duplicate().prepare(question)(&mut Engine::new(0), &Stop::default(), None).analysis.score
    };
    (0..position.count_moves()).map(value).collect()
}

/// The depth to which plain minimax looks at this position within some ten thousand nodes.
fn depth_of(position: &dyn AnyPosition) -> u32 {
    match position.count_moves() {
        0..=8 => 4,
        9..=24 => 3,
        25..=90 => 2,
        _ => 1,
    }
}

/// Checks all facts of a hint by its depth. Returns their codes.
fn check(game: &Game, position: &dyn AnyPosition) -> Vec<String> {
    let depth = depth_of(position);
    let told = ask(game, position, &question(depth));
    let state = position.state();
    let found = told.found.as_ref().expect("the game is not over");
    let MoveIndex(best) = found.answer.index.expect("a move was found");
    let scores = minimax(position, depth);
    let book = position.book_moves();
    let is_tried = |index: usize| book.is_empty() || book.contains(&MoveIndex(index));
    let top = (0..scores.len()).filter(|index| is_tried(*index)).map(|index| scores[index]).max();
    let top = top.expect("there is a move");
    assert_eq!(scores[best], top, "{state}");
    assert_eq!(found.is_booked, !book.is_empty(), "{state}");
    let others: Vec<Score> = (0..scores.len()).filter(|index| *index != best).map(|index| scores[index]).collect();
    // What is proven holds at any depth.
    let deeper = || {
        let question = Question { multi_pv: 1, ..question(depth + 1) };
        let engine = &mut Engine::new(1 << 20);
        position.duplicate().prepare(question)(engine, &Stop::default(), None).analysis.score
    };
    for Reason { fact, .. } in &found.facts {
        match fact {
            Fact::OnlyMove => assert_eq!(scores.len(), 1, "{state}"),
            Fact::ForcedCapture => {
                let opponent = position.standing().to_move.other();
                let count = |position: &dyn AnyPosition| {
                    position.stones().rows.concat().into_iter().filter(|owner| *owner == Some(opponent)).count()
                };
                for index in 0..position.count_moves() {
                    let mut after = position.duplicate();
                    after.play(MoveIndex(index));
                    assert!(count(&*after) < count(position), "{state}");
                }
            }
            Fact::Book => assert!(book.contains(&MoveIndex(best)), "{state}"),
            Fact::WinsIn { plies } => assert_eq!(top, Score::win_in(*plies), "{state}"),
            Fact::LosesIn { plies } => assert_eq!(top, Score::loss_in(*plies), "{state}"),
            Fact::WinsBy { points } => assert_eq!([top, deeper()].map(Score::value), [*points; 2], "{state}"),
            Fact::LosesBy { points } => assert_eq!([top, deeper()].map(Score::value), [-points; 2], "{state}"),
            Fact::KeepsDraw => assert_eq!([top, deeper()], [Score::ZERO; 2], "{state}"),
            Fact::PreventsWinIn { plies } => {
                assert!(others.iter().all(|score| *score <= Score::loss_in(*plies)), "{state}");
                assert!(top > Score::loss_in(depth), "{state}");
            }
            Fact::Gains { points } => {
                let described = position.describe(None, &Stop::default()).unwrap();
                assert_eq!(top.value() - described.evaluation.value(), *points, "{state}");
            }
            Fact::Threatens { mv, then, .. } => {
                let mut after = position.duplicate();
                after.play(MoveIndex(best));
                let passed = after.passed().expect("a pass is possible");
                let scores = minimax(&*passed, depth);
                let best = *scores.iter().max().expect("there is a move");
                let index = passed.move_names().iter().position(|name| name == mv).expect("it is legal");
                assert_eq!(scores[index], best, "{state}");
                match then {
                    Threat::WinsIn(plies) => assert_eq!(best, Score::win_in(*plies), "{state}"),
                    Threat::Gains(points) => assert_eq!(best.value() - top.value(), *points, "{state}"),
                }
            }
            Fact::BestBy { expected } => {
                let second = *others.iter().max().expect("there is a second move");
                assert!(second <= top && *expected > 0.0, "{state}");
                let lines = &found.answer.analysis.lines;
                assert_eq!(lines[1].score, second, "{state}");
                let by_curve = |index: usize| game.about.expected_score.of(lines[index].score, lines[index].proven);
                assert!((by_curve(0) - by_curve(1) - expected).abs() < 2e-4, "{state}");
            }
            Fact::BestByPoints { points } => {
                assert_eq!(game.about.score, ScoreKind::Given);
                let second = others.iter().max().expect("there is a second move");
                assert_eq!(top.value() - second.value(), *points, "{state}");
            }
            Fact::EqualTo { moves, .. } => {
                let names = position.move_names();
                let index = |name: &String| names.iter().position(|other| other == name).expect("it is legal");
                assert!(moves.iter().all(|name| index(name) != best && scores[index(name)] == top), "{state}");
            }
            // Each game checks its own.
            Fact::Motif(_) => {}
        }
    }
    check_stages(&told, position);
    found.facts.iter().map(|fact| serde_json::to_value(fact).unwrap()["code"].as_str().unwrap().to_owned()).collect()
}

/// The first stage leaves more than one move possible, if there is more than one, and names none.
fn check_stages(told: &Hint, position: &dyn AnyPosition) {
    let found = told.found.as_ref().expect("the game is not over");
    assert!(found.facts_of(Stage::Place).all(|reason| !reason.fact.gives_away()));
    let count = position.count_moves();
    let starts = |index| position.cells(MoveIndex(index)).first().copied();
    let possible = (0..count).filter(|index| starts(*index).is_some_and(|cell| found.place.contains(&cell))).count();
    assert!(found.place.is_empty() || possible > 1 || count == 1, "{}", position.state());
    assert!(found.place.is_empty() || found.place.contains(&found.cells[0]), "{}", position.state());
    for stage in [Stage::Place, Stage::Move, Stage::Line] {
        let text = told.text(stage);
        let name = found.label.as_deref().unwrap_or(found.name());
        assert_eq!(text.contains(&format!(" is {name}.")), stage > Stage::Place, "{text}");
    }
}

/// Checks this many random positions of each game. Returns the codes of all facts.
fn check_games(positions: usize) -> Vec<String> {
    let mut codes = Vec::new();
    for game in CATALOGUE {
        let mut rng = Rng(20 + game.id.len() as u64);
        for _ in 0..positions {
            codes.extend(check(game, &*random_position(game, &mut rng)));
        }
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn facts_of_some_positions_agree_with_minimax() {
    let codes = check_games(6);
    for code in ["best_by", "equal_to", "wins_in", "loses_in", "prevents_win_in"] {
        assert!(codes.iter().any(|found| found == code), "{code} is not among {codes:?}");
    }
}

#[test]
#[ignore = "takes minutes; run by .ci/nightly"]
fn facts_of_200_positions_of_each_game_agree_with_minimax() {
    let codes = check_games(200);
    assert!(codes.len() >= 11, "{codes:?}");
}

#[test]
#[ignore = "takes minutes; run by .ci/nightly"]
fn proven_facts_of_the_default_search_hold_in_an_exact_search() {
    let mut proven = 0;
    for game in CATALOGUE {
        let mut rng = Rng(7 + game.id.len() as u64);
        for _ in 0..200 {
            let position = random_position(game, &mut rng);
            let limits = Limits { nodes: game.about.review_nodes.min(5000), ..Limits::depth(game.about.max_depth) };
            let default = Question { algorithm: game.strongest(), closed_forms: true, ..question(1) };
            let told = ask(game, &*position, &Question { limits, ..default });
            let found = told.found.expect("the game is not over");
            let MoveIndex(best) = found.answer.index.unwrap();
            let exact = |index: usize, depth: u32| {
                let question = Question { multi_pv: 1, search_moves: Some(vec![MoveIndex(index)]), ..question(depth) };
                position.duplicate().prepare(question)(&mut Engine::new(1 << 22), &Stop::default(), None).analysis.score
            };
            for Reason { fact, .. } in &found.facts {
                match *fact {
                    Fact::WinsIn { plies } if plies <= 5 => {
                        assert!(exact(best, plies) >= Score::win_in(plies), "{}", position.state());
                        proven += 1;
                    }
                    Fact::LosesIn { plies } if plies <= 4 => {
                        let others = 0..position.count_moves();
                        assert!(others.into_iter().all(|index| exact(index, plies) <= Score::loss_in(plies)));
                        proven += 1;
                    }
                    Fact::PreventsWinIn { plies } if plies <= 4 => {
                        let mut others = (0..position.count_moves()).filter(|index| *index != best);
                        assert!(others.all(|index| exact(index, plies) <= Score::loss_in(plies)));
                        proven += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(proven > 200, "{proven}");
}

/// The label of a hint's move after these moves, with few nodes, and its text.
fn after(id: &str, moves: &str) -> (String, Hint) {
    let game = CATALOGUE.find(id).unwrap();
    let mut position = game.start();
    for mv in moves.split_whitespace() {
        position.play_named(mv).unwrap();
    }
    let limits = Limits { nodes: 500, ..Limits::depth(game.about.max_depth) };
    let told = ask(game, &*position, &Question { algorithm: game.strongest(), limits, ..question(1) });
    let found = told.found.as_ref().unwrap();
    (found.label.clone().unwrap_or(found.name().to_owned()), told)
}

#[test]
fn in_known_openings_of_chess_a_hint_names_the_main_move() {
    for (opening, moves, main) in [
        ("King's Pawn Game", "e4 e5", "Nf3"),
        ("Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5", "a6"),
        ("Italian Game", "e4 e5 Nf3 Nc6 Bc4", "Bc5"),
        ("Petrov's Defense", "e4 e5 Nf3 Nf6", "Nxe5"),
        ("Sicilian Defense", "e4 c5", "Nf3"),
        ("Najdorf Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3", "a6"),
        ("French Defense", "e4 e6 d4 d5", "Nc3"),
        ("Caro-Kann Defense", "e4 c6", "d4"),
        ("Scandinavian Defense", "e4 d5", "exd5"),
        ("Alekhine Defense", "e4 Nf6", "e5"),
        ("Queen's Gambit", "d4 d5", "c4"),
        ("Queen's Gambit Declined", "d4 d5 c4 e6", "Nc3"),
        ("Slav Defense", "d4 d5 c4 c6", "Nf3"),
        ("Nimzo-Indian Defense", "d4 Nf6 c4 e6 Nc3", "Bb4"),
        ("King's Indian Defense", "d4 Nf6 c4 g6 Nc3 Bg7", "e4"),
        ("English Opening", "c4", "e5"),
        ("Dutch Defense", "d4 f5", "c4"),
    ] {
        let (named, told) = after("chess", moves);
        assert_eq!(named, main, "{opening}");
        assert!(has(told.found.as_ref().unwrap(), &Fact::Book), "{opening}");
        assert!(told.text(Stage::Move).starts_with(&format!("The main move of this opening is {main}. ")), "{opening}");
    }
}

#[test]
fn in_openings_of_other_games_a_hint_names_a_move_of_the_book() {
    for (id, moves) in
        [("othello", ""), ("othello", "f5"), ("othello", "f5 d6 c3"), ("checkers", ""), ("checkers", "11-15")]
    {
        let (_, told) = after(id, moves);
        let found = told.found.unwrap();
        assert!(found.is_booked && has(&found, &Fact::Book), "{id} {moves}: {:?}", found.facts);
    }
    let (opening, told) = after("connect-four", "");
    assert!(opening == "4" && !told.found.unwrap().is_booked, "its book has values, which the search uses");
}

#[test]
fn a_hint_outside_of_the_book_compares_all_moves() {
    for (id, moves) in [("chess", "a4 h5 a5 h4"), ("gomoku", ""), ("ataxx", "")] {
        let (_, told) = after(id, moves);
        assert!(!told.found.as_ref().unwrap().is_booked, "{id} {moves}");
        assert!(told.text(Stage::Move).starts_with("The best move that the search found is "), "{id} {moves}");
    }
}

#[test]
fn a_hint_names_mate_and_what_prevents_it() {
    let chess = CATALOGUE.find("chess").unwrap();
    let told = |state: &str, depth| ask(chess, &*chess.parse(state).unwrap(), &question(depth));
    let mate = told("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 3);
    assert!(has(mate.found.as_ref().unwrap(), &Fact::WinsIn { plies: 1 }));
    assert_eq!(mate.found.as_ref().unwrap().place, [[7, 3]], "the rook has other moves");
    assert!(mate.text(Stage::Place).starts_with("Look for a move from the marked cell. It wins immediately."));
    assert!(mate.text(Stage::Line).starts_with("The best move that the search found is Rd8#. It wins immediately."));
    let over = told("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", 3);
    assert_eq!(over.text(Stage::Place), "The game is over: checkmate.");
    assert!(over.found.is_none());
    let game = CATALOGUE.find("tic-tac-toe").unwrap();
    let block = ask(game, &*game.parse("X.X/.O./... O").unwrap(), &question(5)).found.unwrap();
    assert_eq!(block.name(), "b3");
    assert!(has(&block, &Fact::PreventsWinIn { plies: 2 }), "{:?}", block.facts);
}

#[test]
fn reasons_are_worded_with_pieces_labels_and_units() {
    let texts = |id: &str, state: &str, name: &str| -> Vec<String> {
        let game = CATALOGUE.find(id).unwrap();
        let position = game.parse(state).unwrap();
        let index = position.find_moves(&[name.to_owned()]).unwrap()[0];
        reasons(game, &*position, index).into_iter().map(|reason| reason.text).collect()
    };
    let fork = texts("chess", "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7");
    assert_eq!(fork, ["It forks the king on e8 and the rook on a8."]);
    let hangs = texts("chess", "4k3/8/3p4/8/8/5N2/4P3/4K3 w - - 0 1", "Ne5");
    assert_eq!(hangs, ["It leaves the knight on e5 hanging; taking it gains 3.2 pawns."]);
    let game = CATALOGUE.find("chess").unwrap();
    let told = ask(game, &*game.parse("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap(), &question(3));
    let line = told.text(Stage::Line);
    assert!(line.contains("Ra8#") && !line.contains("a1a8"), "{line}");
}

#[test]
fn a_win_comes_in_its_plies_if_no_line_was_skipped_and_within_them_otherwise() {
    let chess = CATALOGUE.find("chess").unwrap();
    let position = chess.parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
    let told = |question: &Question| ask(chess, &*position, question).text(Stage::Move);
    let exact = told(&question(3));
    assert!(exact.contains("It wins by force in 3 plies."), "{exact}");
    let selective = told(&Question { algorithm: Algorithm::Selective, ..question(6) });
    assert!(selective.contains("It wins by force within "), "{selective}");
    // The formula of this game knows the distance, but a depth of 1 has not tried every line of that length.
    let bones = CATALOGUE.find("bones").unwrap();
    let solved = Question { closed_forms: true, ..question(1) };
    let known = ask(bones, &*bones.parse("21").unwrap(), &solved).text(Stage::Move);
    assert!(known.contains("It wins by force within 11 plies."), "{known}");
}

#[test]
fn where_to_look_is_a_region_in_games_of_placement() {
    let game = CATALOGUE.find("tic-tac-toe").unwrap();
    let told = ask(game, &*game.parse("XX./OO./... X").unwrap(), &question(5));
    let found = told.found.unwrap();
    assert_eq!(found.name(), "c3");
    assert!(has(&found, &Fact::WinsIn { plies: 1 }) && found.place.len() > 1, "{:?}", found.place);
}
