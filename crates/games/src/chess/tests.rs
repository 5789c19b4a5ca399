//! Laws of the whole game, over seeded random positions.

use super::{Chess, see};
use crate::notation::Notation;
use crate::testing::{self, Rng, compiled, moves, names, random_game, search, search_after};
use plyd_games::catalogue::AnyPosition;
use plyd_search::position::{Outcome, Position, Side, Visit};
use plyd_search::{Algorithm, Analysis, Draws, Engine, Evaluate, History, Limits, Question, Score};

fn position(state: &str) -> Chess {
    Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

/// Every position of a random game with at most this number of plies. Draws that can be claimed do not end it.
fn positions_of_game(rng: &mut Rng, plies: usize) -> Vec<Chess> {
    let mut positions = Vec::new();
    random_game(&Chess::default(), plies, rng, |position| positions.push(position.clone()));
    positions
}

/// Positions of random games, up to the first draw that could be claimed.
pub(super) fn random_game_positions(games: u64) -> Vec<Chess> {
    let mut positions = Vec::new();
    for game in 0..games {
        positions
            .extend(positions_of_game(&mut Rng(game), 400).into_iter().take_while(|here| here.outcome().is_none()));
    }
    positions
}

/// The last positions of unfinished random games of these lengths.
fn random_positions(seed: u64, count: usize, plies: std::ops::Range<usize>) -> Vec<Chess> {
    let mut rng = Rng(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let length = plies.start + rng.below(plies.len());
        let last = random_game(&Chess::default(), length, &mut rng, |_| ());
        if last.outcome().is_none() {
            positions.push(last);
        }
    }
    positions
}

fn searched(root: &Chess, algorithm: Algorithm, depth: u32) -> Analysis<cozy_chess::Move> {
    let request = Question { algorithm, ..Question::new(Limits::depth(depth)) };
    search(root, &request, &mut Engine::new(0))
}

#[test]
fn states_and_moves_survive_being_written_and_read() {
    let mut rng = Rng(1);
    for _ in 0..60 {
        for here in positions_of_game(&mut rng, 300) {
            let state = here.state();
            let back = position(&state);
            assert_eq!((back.state(), back.key(), back.outcome()), (state.clone(), here.key(), here.outcome()));
            let (moves, names) = (moves(&here), names(&here));
            assert_eq!(testing::moves(&back), moves, "{state}");
            let index = rng.below(moves.len().max(1));
            if let Some(mv) = moves.get(index) {
                assert_eq!(here.find_move(&names[index]), Some(*mv), "{state}");
                assert_eq!(names.iter().filter(|name| **name == names[index]).count(), 1, "{state}");
            }
        }
    }
}

#[test]
fn counting_ordering_and_noisy_moves_agree_with_the_list() {
    let mut rng = Rng(2);
    let mut promotions = 0;
    for _ in 0..150 {
        for here in positions_of_game(&mut rng, 400) {
            let moves = moves(&here);
            assert_eq!(here.count_legal_moves(&mut Vec::new()), moves.len() as u64, "{}", here.state());
            assert_eq!(here.is_final(), moves.is_empty());
            let mut ordered = moves.clone();
            here.order(&mut ordered);
            let loses = |here: &Chess, mv: cozy_chess::Move| {
                let [piece, victim] = [mv.from, mv.to].map(|square| here.board.piece_on(square));
                victim.is_some_and(|victim| see::loses(&here.board, mv, piece.unwrap(), victim))
            };
            let men = |position: &Chess| position.board.occupied().len();
            let noisy = |mv: &cozy_chess::Move| match mv.promotion {
                None => men(&here.after(*mv)) < men(&here) && !loses(&here, *mv),
                Some(into) => into == cozy_chess::Piece::Queen,
            };
            let mut listed = Vec::new();
            here.noisy_moves(&mut listed);
            assert!(listed.iter().all(noisy), "{}", here.state());
            assert_eq!(listed.len(), moves.iter().filter(|mv| noisy(mv)).count(), "{}", here.state());
            promotions += listed.iter().filter(|mv| mv.promotion.is_some()).count();
            let text = |mv: &cozy_chess::Move| mv.to_string();
            let sorted = |moves: &[cozy_chess::Move]| {
                let mut texts: Vec<String> = moves.iter().map(text).collect();
                texts.sort();
                texts
            };
            assert_eq!(sorted(&ordered), sorted(&moves), "{}", here.state());
        }
    }
    assert!(promotions > 100, "{promotions}");
}

#[test]
fn a_list_too_long_for_the_stack_is_ordered_too() {
    let many = position("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1");
    let moves = moves(&many);
    assert_eq!(moves.len(), 218);
    let mut ordered = moves.clone();
    many.order(&mut ordered);
    assert!(moves.iter().all(|mv| ordered.contains(mv)));
}

#[test]
fn keys_are_equal_exactly_where_the_rule_of_repetition_sees_one_position() {
    let key = |state: &str| position(state).key();
    // A double step leaves no trace if nothing can capture it.
    let idle = key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_eq!(idle, key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    assert_eq!(idle, key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 40 33"));
    assert_ne!(idle, key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"));
    assert_ne!(idle, key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQk - 0 1"));
    assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));

    let mut game = Chess::default();
    let mut past = vec![Visit::of(&game)];
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        game.play(game.find_move(text).expect(text)).unwrap();
        assert_eq!(History::of(&game, &past, Draws::Claimed).outcome(), None);
        past.push(Visit::of(&game));
    }
    let drawn = Some((Outcome::Draw, "threefold repetition"));
    assert_eq!(History::of(&game, &past, Draws::Claimed).outcome(), drawn, "the start came three times");
}

/// Compares alpha-beta with minimax in the first `count` positions that fit. Minimax's quiescence has a full window and
/// may visit millions of captures, so deeper searches need quieter positions.
fn assert_equals_minimax(depth: u32, count: usize, positions: &[Chess], fits: impl Fn(&Chess) -> bool) {
    let mut checked = 0;
    for root in positions.iter().filter(|root| fits(root)).take(count) {
        let [pruned, plain] =
            [Algorithm::AlphaBeta, Algorithm::Minimax].map(|algorithm| searched(root, algorithm, depth));
        let context = format!("{} at depth {depth}", root.state());
        assert_eq!(pruned.score, plain.score, "{context}");
        if pruned.depth == depth {
            assert_eq!(pruned.best, plain.best, "{context}");
        }
        checked += 1;
    }
    assert_eq!(checked, count, "depth {depth}");
}

/// Compares positions of each kind, fewer of them at higher depths.
fn alpha_beta_equals_minimax_in(counts: [usize; 4]) {
    assert_equals_minimax(1, counts[0], &random_positions(3, 200, 4..160), |_| true);
    let is_even = |root: &Chess| root.evaluate().value().abs() < 1000;
    assert_equals_minimax(2, counts[1], &random_positions(3, 400, 4..160), is_even);
    assert_equals_minimax(3, counts[2], &random_positions(4, 900, 4..160), |root| moves(root).len() <= 25);
    assert_equals_minimax(4, counts[3], &random_positions(5, 2000, 250..500), |root| moves(root).len() <= 12);
}

#[test]
fn alpha_beta_equals_minimax() {
    alpha_beta_equals_minimax_in([40, 5, 2, 3]);
}

#[test]
#[ignore = "more of the same, minutes; run by .ci/nightly"]
fn alpha_beta_equals_minimax_in_many_positions() {
    alpha_beta_equals_minimax_in([200; 4]);
}

#[test]
fn twins_are_worth_the_same_at_every_depth() {
    twins_are_worth_the_same(3);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn twins_are_worth_the_same_at_depth_3_in_every_position() {
    twins_are_worth_the_same(1);
}

/// To depth 2, and to depth 3 in one of `share` positions.
fn twins_are_worth_the_same(share: usize) {
    let mut mirrored = 0;
    for (index, root) in random_positions(6, 30, 2..200).into_iter().enumerate() {
        let twins = root.twins();
        mirrored += usize::from(twins.len() == 3);
        for twin in twins {
            assert_eq!(twin.evaluate(), root.evaluate(), "{} and {}", root.state(), twin.state());
            for depth in 0..=if index.is_multiple_of(share) { 3 } else { 2 } {
                let [here, there] = [&root, &twin].map(|root| searched(root, Algorithm::AlphaBeta, depth).score);
                assert_eq!(here, there, "{} and {} at depth {depth}", root.state(), twin.state());
            }
        }
    }
    assert!(mirrored > 4, "{mirrored}");
}

#[test]
fn the_start_is_even_but_for_the_move() {
    let (white, black) = (Chess::default(), Chess::default().twins().remove(0));
    assert_eq!(white.evaluate(), black.evaluate());
    assert!((1..50).contains(&white.evaluate().value()));
}

#[test]
fn a_lead_that_cannot_win_is_worth_little() {
    let value = |state: &str| position(state).evaluate().value();
    assert!(value("4k3/8/8/3R4/8/8/8/4K3 w - - 0 1") > 400);
    assert!(value("4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1") < 150);
    assert!(value("4k3/8/8/3R4/8/3b4/8/4K3 w - - 0 1") < 100);
    // The bare king belongs in a corner.
    assert!(value("k7/8/1K6/3R4/8/8/8/8 w - - 0 1") > value("8/8/8/2k5/8/1K6/3R4/8 w - - 0 1") + 30);
}

#[test]
fn fifty_moves_are_a_draw_that_play_may_go_on_through() {
    let last_but_one = position("7k/8/8/5QK1/8/8/8/8 b - - 99 90");
    let drawn = last_but_one.after(last_but_one.find_move("h8g8").unwrap());
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    assert_eq!(searched(&drawn, Algorithm::AlphaBeta, 3).score, Score::ZERO);
    let after = drawn.after(drawn.find_move("f5c8").unwrap());
    assert_eq!((after.outcome(), after.is_final()), (Some(Outcome::Draw), false));
    // The search sees the coming draw, and the mate that comes before it.
    assert_eq!(searched(&last_but_one, Algorithm::AlphaBeta, 4).score, Score::ZERO);
    let mate = position("7k/8/6K1/5Q2/8/8/8/8 w - - 99 90");
    assert_eq!(searched(&mate, Algorithm::AlphaBeta, 2).score, Score::win_in(1));
}

#[test]
fn the_mover_can_have_the_distance_of_its_mate() {
    let found = searched(&position("8/8/8/8/3k4/2R5/8/K6Q w - - 0 1"), Algorithm::Selective, 9);
    let plies = found.score.plies().expect("mate in six");
    assert!(found.score > Score::ZERO && plies >= 11 && plies % 2 == 1, "{plies} plies");
}

#[test]
#[ignore = "more of what tests/games/strength.rs plays; run by .ci/nightly"]
fn depth_two_beats_a_random_mover() {
    let mut rng = Rng(7);
    let (mut points, mut losses, games) = (0.0, 0, 100);
    for game in 0..games {
        let own = if game % 2 == 0 { Side::First } else { Side::Second };
        let mut here = Chess::default();
        let mut played = compiled(&here);
        let outcome = loop {
            if let Some((outcome, _)) = played.standing().outcome {
                break outcome;
            }
            let mv = if here.side_to_move() == own {
                let request = Question::new(Limits::depth(2));
                search_after(&*played, &here, &request, &mut Engine::new(0)).best.unwrap()
            } else {
                let moves = moves(&here);
                moves[rng.below(moves.len())]
            };
            played.play_named(&here.move_text(mv)).unwrap();
            here.play_unchecked(mv);
        };
        match outcome {
            Outcome::Win(winner) if winner == own => points += 1.0,
            Outcome::Win(_) => losses += 1,
            _ => points += 0.5,
        }
    }
    println!("{points} of {games}, {losses} lost");
    assert!(points >= 97.0 && losses == 0, "{points} of {games}, {losses} lost");
}

/// The position after these moves, and the same position of the library, which knows the game so far.
fn game_of(state: &str, moves: &[&str]) -> (Chess, Box<dyn AnyPosition>) {
    let mut here = position(state);
    let mut played = compiled(&here);
    for text in moves {
        here.play(here.find_move(text).expect(text)).unwrap();
        played.play_named(text).unwrap();
    }
    (here, played)
}

#[test]
fn who_is_ahead_does_not_go_back_to_where_the_game_has_been() {
    let there_and_back = ["b1c1", "a2b2", "c1b1", "b2a2"];
    let (here, played) = game_of("6k1/5ppp/8/8/8/8/r4PPP/1R1R2K1 w - - 0 1", &there_and_back);
    let ask = |algorithm, search_moves: Option<&str>| {
        let search_moves = search_moves.map(|text| vec![here.find_move(text).unwrap()]);
        let question = Question { algorithm, search_moves, ..Question::new(Limits::depth(3)) };
        search_after(&*played, &here, &question, &mut Engine::new(1 << 20))
    };
    // Returning to an earlier position of the game is not a draw by the rules, but it leads nowhere.
    let back = ask(Algorithm::Selective, Some("b1c1"));
    assert_eq!((back.score, back.proven), (Score::ZERO, false));
    assert!(ask(Algorithm::AlphaBeta, Some("b1c1")).score.value() > 300);
    let best = ask(Algorithm::Selective, None);
    assert!(best.score.value() > 300 && best.best != back.best, "{best:?}");
}

#[test]
fn no_game_that_a_side_thinks_won_by_a_pawn_is_drawn_by_repetition() {
    let (mut rng, mut decided) = (Rng(9), 0);
    for start in random_positions(23, 8, 10..30) {
        let mut here = start;
        let mut played = compiled(&here);
        let mut thought = [Score::ZERO; 2];
        for _ in 0..200 {
            if let Some((_, reason)) = played.standing().outcome {
                let pawn = thought.iter().any(|score| score.value() >= 100);
                assert!(reason != "threefold repetition" || !pawn, "{thought:?} at {}", here.state());
                break;
            }
            let limits = Limits { nodes: 300 + rng.below(300) as u64, ..Limits::depth(30) };
            let question = Question { algorithm: Algorithm::Selective, ..Question::new(limits) };
            let found = search_after(&*played, &here, &question, &mut Engine::new(1 << 18));
            thought[here.side_to_move().index()] = found.score;
            let mv = found.best.unwrap();
            played.play_named(&here.move_text(mv)).unwrap();
            here.play_unchecked(mv);
        }
        decided += u32::from(matches!(here.outcome(), Some(Outcome::Win(_))));
    }
    assert!(decided > 3, "{decided}");
}
