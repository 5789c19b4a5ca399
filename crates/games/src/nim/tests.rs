//! Tests of Nim: rules, perft of another program, and the closed form compared with full search.

use std::collections::HashMap;

use super::super::testing::{self, Rng, after, analyse, moves, random_game, random_position, search};
use super::Nim;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score, StoppedBy};

fn read(state: &str) -> Nim {
    Nim::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

/// All positions with this number of heaps of at most `most` objects each.
fn all(heaps: usize, most: u16) -> impl Iterator<Item = Vec<u16>> {
    let sizes = most + 1;
    (0..usize::from(sizes).pow(heaps as u32)).map(move |mut number| {
        let mut next = || {
            let size = number % usize::from(sizes);
            number /= usize::from(sizes);
            size as u16
        };
        (0..heaps).map(|_| next()).collect()
    })
}

/// The value of a position for its side to move, by full search: the fastest win or the slowest loss.
fn searched(position: &Nim, known: &mut HashMap<(Vec<u16>, bool), Score>) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of(outcome, position.side_to_move());
    }
    let mut heaps = position.heaps().to_vec();
    heaps.sort_unstable();
    let entry = (heaps, position.is_misere());
    if let Some(score) = known.get(&entry) {
        return *score;
    }
    let values = moves(position).into_iter().map(|mv| -searched(&position.after(mv), known).from_table(1));
    let best = values.max().expect("a move");
    known.insert(entry, best);
    best
}

#[test]
fn the_rules_make_as_many_games_as_the_oracle() {
    assert_eq!([1, 2, 3, 4, 5].map(|depth| perft(&read("3,5,7 max"), depth)), [15, 176, 1588, 10_986, 58_982]);
    // The last rows of the same table: 360,360 games have the largest possible length.
    assert_eq!(perft(&read("1,2,3 max"), 6), 60);
}

#[test]
fn the_closed_form_equals_a_full_search() {
    let mut known = HashMap::new();
    let sizes =
        all(3, 4).chain(all(4, 5)).chain(all(1, 40)).chain(all(2, 12)).filter(|heaps| heaps.iter().any(|n| *n > 0));
    for heaps in sizes {
        for misere in [false, true] {
            let position = Nim::new(&heaps, misere, Side::First);
            assert_eq!(position.solved(), Some(searched(&position, &mut known)), "{}", position.state());
        }
    }
}

#[test]
fn a_full_search_of_all_triples_up_to_four_agrees_with_boutons_rule() {
    for heaps in all(3, 4).filter(|heaps| heaps.iter().any(|heap| *heap > 0)) {
        for misere in [false, true] {
            let position = Nim::new(&heaps, misere, Side::First);
            let question = Question { closed_forms: false, ..Question::new(Limits::depth(position.left())) };
            let found = search(&position, &question, &mut Engine::new(1 << 20));
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let only_ones = misere && heaps.iter().all(|heap| *heap <= 1);
            assert_eq!(found.score > Score::ZERO, (sum != 0) != only_ones, "{}", position.state());
            assert_eq!((Some(found.score), found.stopped_by), (position.solved(), StoppedBy::Solved));
            let known = analyse(&position, Algorithm::AlphaBeta, 1);
            assert_eq!((known.score, known.best), (found.score, found.best), "{}", position.state());
        }
    }
}

#[test]
fn large_heaps_are_answered_at_once_and_only_sums_of_zero_are_lost() {
    let position = read("333,334,333 max");
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
        let found = analyse(&position, algorithm, 15);
        assert_eq!((found.score, found.proven), (Score::win_in(667), true));
        assert_eq!(position.move_text(found.best.unwrap()), "2:334");
        assert!(found.stats.nodes < 1100, "{}", found.stats.nodes);
    }
    assert_eq!(read("500,500 min").solved(), Some(Score::loss_in(1000)));
    assert_eq!(read("500,500 min misere").solved(), Some(Score::loss_in(999)));
}

#[test]
fn where_a_depth_is_named_the_whole_tree_is_searched() {
    let ask = |algorithm, depth| {
        let question = Question { algorithm, closed_forms: false, ..Question::new(Limits::depth(depth)) };
        search(&read("1,2,3 max"), &question, &mut Engine::new(0))
    };
    let whole = ask(Algorithm::Minimax, 6);
    assert_eq!((whole.score, whole.proven), (Score::loss_in(6), true));
    assert_eq!(whole.stats.nodes, 1 + 6 + 26 + 76 + 138 + 140 + 60);
    assert_eq!(ask(Algorithm::AlphaBeta, 6).score, whole.score);
    let short = ask(Algorithm::AlphaBeta, 3);
    assert_eq!((short.score, short.proven), (Score::ZERO, false), "the end lies beyond three plies");
}

#[test]
fn the_last_object_wins_and_in_misere_play_loses() {
    for (state, winner) in [("0,1 max", Side::First), ("0,1 min misere", Side::First), ("1 max misere", Side::Second)] {
        let position = read(state);
        let end = position.after(moves(&position)[0]);
        assert_eq!((end.outcome(), end.reason()), (Some(Outcome::Win(winner)), "the last object was taken"));
        assert!(moves(&end).is_empty());
    }
}

#[test]
fn empty_heaps_keep_their_numbers() {
    let position = after(&read("3,5,7 max"), "2:5 3:1");
    assert_eq!(position.state(), "3,0,6 max");
    assert_eq!(position.board().unwrap()[0].len(), 3);
    assert!(position.find_move("2:1").is_none() && position.find_move("3:6").is_some());
    for name in ["3:6", "3-6", "03:06", "3: 6", "take 6 from heap 3", "Take 6 from 3", "take 6"] {
        assert_eq!(position.find_move(name).map(|mv| position.move_text(mv)).as_deref(), Some("3:6"), "{name}");
    }
    assert_eq!(position.meanings("take 3").len(), 2, "the first heap or the third");
    for stranger in
        ["0:1", "1:0", "4:1", "1:4", "1:+1", "1", "1:", ":1", "256:1", "257:1", "take 4 from heap 1", "take"]
    {
        assert!(position.find_move(stranger).is_none(), "{stranger}");
    }
}

#[test]
fn every_position_of_random_games_reads_back() {
    let mut rng = Rng(5);
    for index in 0..60 {
        let start = read(Nim::ABOUT.state_examples[index % 4]);
        let end = random_game(&start, 100, &mut rng, testing::assert_text_is_read_back);
        assert!(end.is_final());
    }
}

#[test]
fn alpha_beta_equals_minimax() {
    let mut rng = Rng(7);
    for index in 0..200 {
        let misere = if index % 2 == 0 { "" } else { " misere" };
        let position = random_position(&read(&format!("3,5,7 max{misere}")), 8, &mut rng);
        for depth in 1..=3 {
            let ask = |algorithm| {
                let question = Question { algorithm, closed_forms: false, ..Question::new(Limits::depth(depth)) };
                search(&position, &question, &mut Engine::new(1 << 16))
            };
            let (fast, slow) = (ask(Algorithm::AlphaBeta), ask(Algorithm::Minimax));
            assert_eq!((fast.score, fast.best), (slow.score, slow.best), "{} to {depth}", position.state());
        }
    }
}

#[test]
fn heaps_in_any_order_share_an_entry_with_either_side_to_move() {
    let number = |state: &str| read(state).table_key().hash();
    let one = number("3,5,7 max");
    assert!(["7,3,5 min", "5,7,3 max", "5,0,7,3 min"].iter().all(|state| number(state) == one));
    assert!(["3,5,7 max misere", "3,5,6 max", "3,5,7,1 max", "3,3,7,7 max"].iter().all(|state| number(state) != one));
    let mut rng = Rng(12);
    for _ in 0..60 {
        let position = random_position(&read("3,5,7 max"), 8, &mut rng);
        testing::assert_twins_agree(&position, 0..=3);
    }
}

#[test]
fn states_are_read_in_short_and_wrong_ones_say_why() {
    assert_eq!(Nim::parse("3,5,7"), Nim::parse("3,5,7 max"));
    let full = format!("{}981 max", "1,".repeat(19));
    assert_eq!(read(&full).state(), full, "20 heaps with 1000 together");
    let many = format!("{}1 max", "1,".repeat(20));
    for (state, says) in [
        ("", "heap 1 is \"\", expected a whole number from 0 to 1000"),
        ("3,,7 max", "heap 2 is \"\""),
        ("3,-5 max", "heap 2 is \"-5\""),
        ("3,5,1001 max", "heap 3 is \"1001\""),
        ("99999999999999999999", "heap 1 is \"99999999999999999999\""),
        ("500,501 max", "the heaps have 1001 objects in all, expected at most 1000"),
        (&many, "there are 21 heaps, expected 1 to 20"),
        ("3,5,7 X", "the side to move is \"X\", expected max or min"),
        ("3,5,7 max normal", "after the side to move comes \"normal\", expected misere"),
        ("3,5,7 max misere 1", "nothing after misere"),
    ] {
        let error = Nim::parse(state).expect_err(state);
        assert!(error.0.contains(says), "{state}: {error}");
    }
}
