//! Properties of the evaluation that hold for any sensible weights.

use super::super::Chess;
use super::super::tests::random_game_positions;
use super::evaluate;
use crate::notation::Notation;

fn value(state: &str) -> i32 {
    evaluate(&Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}")).board)
}

#[test]
fn swapped_colours_and_mirrored_wings_have_the_same_value() {
    let mut mirrored = 0;
    for here in random_game_positions(30) {
        let twins = here.twins();
        mirrored += usize::from(twins.len() == 3);
        for twin in twins {
            assert_eq!(evaluate(&twin.board), evaluate(&here.board), "{} and {}", here.state(), twin.state());
        }
    }
    assert!(mirrored > 1000, "{mirrored}");
}

#[test]
fn an_updated_accumulator_equals_a_refreshed_one() {
    let positions = random_game_positions(20);
    let refreshed: Vec<i32> = positions
        .iter()
        .map(|here| {
            std::thread::scope(|scope| {
                scope.spawn(|| evaluate(&here.board)).join().expect("an evaluation does not panic")
            })
        })
        .collect();
    for jump in [1, 7, 501] {
        for (here, refreshed) in positions.iter().zip(&refreshed).step_by(jump) {
            assert_eq!(evaluate(&here.board), *refreshed, "{}", here.state());
        }
    }
    assert!(positions.len() > 2000, "{}", positions.len());
}

#[test]
fn piece_values_have_the_usual_order() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(value(start).abs() < 60, "{}", value(start));
    let without = |state: &str| value(start) - value(state);
    let values = [
        without("rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1"),
        without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
        without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
        without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
    ];
    assert!(values.is_sorted() && values[0] > 30, "{values:?}");
}

#[test]
fn heuristic_values_stay_below_wins() {
    for state in [
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/7k/K7 b - - 0 1",
        "4k3/PPPPPPPP/8/8/8/8/8/QQQQ3K b - - 0 1",
        "NNNNNNNN/NNNNNNN1/8/8/4k3/8/8/7K b - - 0 1",
    ] {
        let here = Chess::parse(state).unwrap();
        for here in here.twins().into_iter().chain([here]) {
            assert!(evaluate(&here.board).abs() < 60_000, "{state}: {}", evaluate(&here.board));
        }
    }
}

#[test]
fn leads_that_do_not_win_are_worth_little() {
    // A rook's pawn and the bishop that does not control the corner do not win; the other bishop would.
    assert!(value("k7/8/8/8/8/8/P7/K1B5 w - - 0 1").abs() < 60);
    assert!(value("k7/8/8/8/8/8/P7/KB6 w - - 0 1") > 150);
    // Bishops of opposite colours, a pawn ahead.
    let [opposite, same] =
        ["6k1/5p2/4b3/8/8/4B3/P4P2/6K1 w - - 0 1", "6k1/5p2/5b2/8/8/4B3/P4P2/6K1 w - - 0 1"].map(value);
    assert!((1..100).contains(&opposite) && same > opposite, "{same} and {opposite}");
    // Bishop and knight mate in a corner of the bishop's colour.
    assert!(value("7k/8/5K2/8/4N3/4B3/8/8 w - - 0 1") > value("k7/8/2K5/8/4N3/4B3/8/8 w - - 0 1") + 50);
}
