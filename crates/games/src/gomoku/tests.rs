//! Tests of gomoku: incremental state compared with a full recount, notation, laws of search, small solved boards.

use super::super::testing::{self, Rng, random_game, random_position, search};
use super::Gomoku;
use super::geometry::{DIRECTIONS, Geometry, Rows, Rule, Square};
use super::pattern::{Pattern, Threat};
use super::shapes::{Shapes, Span};
use super::weights::SQUARE_VALUES;
use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side, perft};
use plyd_search::{Algorithm, Engine, Evaluate, Limits, Question, Score};

fn parse(state: &str) -> Gomoku {
    Gomoku::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn empty(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Geometry { width, height, in_a_row, rule: Rule::Free }, Side::First)
}

fn exactly(width: u8, height: u8, in_a_row: u8) -> Gomoku {
    Gomoku::empty(Geometry { width, height, in_a_row, rule: Rule::Exactly }, Side::First)
}

fn renju(width: u8, height: u8) -> Gomoku {
    Gomoku::empty(Geometry { width, height, in_a_row: 5, rule: Rule::Renju }, Side::First)
}

/// Boards of many sizes, including the usual one.
fn boards() -> impl Iterator<Item = Gomoku> {
    let shapes =
        [(15, 15, 5), (3, 3, 3), (4, 3, 3), (5, 9, 4), (19, 3, 7), (6, 6, 5), (20, 20, 5), (3, 8, 8), (20, 20, 20)];
    let exact = [(15, 15, 5), (4, 4, 3), (6, 5, 3), (7, 7, 4), (6, 6, 5), (20, 20, 5), (12, 3, 6), (20, 20, 20)];
    let free = shapes.into_iter().map(|(width, height, in_a_row)| empty(width, height, in_a_row));
    let renju_boards = [(15, 15), (6, 6), (5, 7), (20, 20)];
    free.chain(exact.into_iter().map(|(width, height, in_a_row)| exactly(width, height, in_a_row)))
        .chain(renju_boards.into_iter().map(|(width, height)| renju(width, height)))
}

/// The [`Span`] of a square, square by square.
fn span(position: &Gomoku, side: Side, square: Square, (dx, dy): (i8, i8)) -> Span {
    let Geometry { width, height, .. } = position.geometry;
    let (x, y) = position.geometry.column_row(square);
    let reach = i32::from(position.geometry.reach());
    let mut span = Span { own: 0, blocked: 0 };
    for steps in (-reach..=reach).filter(|steps| *steps != 0) {
        let (x, y) = (i32::from(x) + steps * i32::from(dx), i32::from(y) + steps * i32::from(dy));
        let on_board = (0..i32::from(width)).contains(&x) && (0..i32::from(height)).contains(&y);
        let bit = 1 << (steps + reach);
        match on_board.then(|| position.stone(position.geometry.square(x as u8, y as u8))) {
            Some(None) => {}
            Some(Some(stone)) if stone == side => span.own |= bit,
            _ => span.blocked |= bit,
        }
    }
    span
}

/// Compares incremental state with a full recount.
fn assert_consistent(position: &Gomoku) {
    for side in [Side::First, Side::Second] {
        let shapes = Shapes::of(position.geometry.in_a_row, position.geometry.rule.rows(side));
        let mut value = 0;
        for square in (0..position.geometry.area() as u16).map(Square) {
            let pattern = DIRECTIONS.into_iter().zip(0..).fold(Pattern::NONE, |pattern, (step, direction)| {
                if position.stone(square).is_some() {
                    return pattern;
                }
                pattern.with(direction, shapes.of_span(span(position, side, square, step), position.geometry.reach()))
            });
            assert_eq!(position.pattern(side, square), pattern, "{} {}", position.state(), position.move_text(square));
            for threat in [Threat::Three, Threat::Four, Threat::DoubleFour, Threat::Row] {
                assert_eq!(position.threat_squares(side, threat).contains(square), pattern.threat() == Some(threat));
            }
            let other = position.pattern(side.other(), square).class();
            value += i32::from(SQUARE_VALUES[pattern.class().index()][other.index()]);
        }
        assert_eq!(position.value[side.index()], value, "{}", position.state());
    }
}

#[test]
fn incremental_state_equals_a_full_recount() {
    let mut rng = Rng(1);
    for board in boards() {
        for _ in 0..2 {
            random_game(&board, 400, &mut rng, |position| {
                // Large boards are compared only now and then, for speed.
                if position.geometry.area() <= 100 || position.key().is_multiple_of(8) {
                    assert_consistent(position);
                }
            });
        }
    }
}

#[test]
fn an_open_three_is_worth_more_than_two_closed_ones() {
    // X has just moved. It has either an open three and three scattered stones, or two threes at the edge.
    let [open, closed] = ["f8 g8 h8 a1 a15 o15", "a1 b1 c1 a15 b15 c15"].map(|stones| {
        let mut position = Gomoku::empty(Gomoku::default().geometry, Side::Second);
        let mut put = |side, stones: &str| {
            for square in stones.split(' ') {
                position.put(side, position.find_move(square).unwrap());
            }
        };
        put(Side::First, stones);
        put(Side::Second, "o1 m3 o5 m13 o8");
        -position.evaluate().value()
    });
    assert!(open > closed, "{open}, {closed}");
}

/// Stones in the middle. The side to move has as many stones as the other, or one fewer.
const OPENINGS: [&str; 7] = ["h8", "g7", "i9", "h8 i9", "h8 h9 i7", "h8 g9 i9 g7", "h8 i8 i9 g7 h10"];

fn opening(moves: &str) -> Gomoku {
    moves.split(' ').fold(Gomoku::default(), |board, text| board.after(board.find_move(text).unwrap()))
}

/// Number of steps from a square to the nearest stone.
fn steps_to_a_stone(position: &Gomoku, square: Square) -> u8 {
    let (x, y) = position.geometry.column_row(square);
    let stones = (0..position.geometry.area() as u16).map(Square).filter(|at| position.stone(*at).is_some());
    let steps = stones.map(|at| position.geometry.column_row(at)).map(|at| at.0.abs_diff(x).max(at.1.abs_diff(y)));
    steps.min().unwrap()
}

#[test]
fn a_reply_in_the_opening_is_worth_more_near_a_stone_than_in_a_corner() {
    for text in OPENINGS {
        let position = opening(text);
        let value = |square: &Square| -position.after(*square).evaluate().value();
        let moves = testing::moves(&position);
        let best =
            |near: bool| moves.iter().filter(|mv| (steps_to_a_stone(&position, **mv) <= 2) == near).map(value).max();
        let corner = ["a1", "a15", "o1", "o15"].map(|corner| value(&position.find_move(corner).unwrap()));
        let corner = corner.into_iter().max().unwrap();
        assert!(best(true) >= best(false), "{text}: {:?} near, {:?} far", best(true), best(false));
        assert!(best(true).unwrap() > corner + 30, "{text}: {:?} near, {corner} in a corner", best(true));
    }
}

#[test]
fn the_least_depth_answers_near_a_stone_in_the_opening() {
    for text in OPENINGS {
        let position = opening(text);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Selective] {
            let answer = testing::analyse(&position, algorithm, 1);
            let steps = steps_to_a_stone(&position, answer.best.unwrap());
            assert!(steps <= 2, "{text}: {} by {algorithm:?}", position.move_text(answer.best.unwrap()));
        }
    }
}

#[test]
fn moves_are_every_empty_square_once_from_the_centre_out() {
    for board in boards() {
        let moves = testing::moves(&board);
        let mut squares: Vec<u16> = moves.iter().map(|square| square.0).collect();
        let ring = |square: &Square| {
            let ((x, y), Geometry { width, height, .. }) = (board.geometry.column_row(*square), board.geometry);
            x.min(width - 1 - x).min(y).min(height - 1 - y)
        };
        assert!(moves.windows(2).all(|pair| ring(&pair[0]) >= ring(&pair[1])));
        squares.sort_unstable();
        assert!(squares.into_iter().eq(0..board.geometry.area() as u16), "{}", board.state());
    }
    let start = Gomoku::default();
    assert_eq!(start.move_text(testing::moves(&start)[0]), "h8");
}

#[test]
fn three_in_a_row_on_3x3_is_tic_tac_toe() {
    let counts = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    for (count, depth) in counts.into_iter().zip(1..) {
        assert_eq!(perft(&empty(3, 3, 3), depth), count, "depth {depth}");
    }
}

/// The value of a board by a full search.
fn solve(board: &Gomoku) -> Option<Score> {
    let analysis = search(board, &Question::new(Limits::depth(400)), &mut Engine::new(1 << 24));
    analysis.proven.then_some(analysis.score)
}

#[test]
fn small_boards_have_their_known_values() {
    assert_eq!(solve(&empty(3, 3, 3)), Some(Score::ZERO));
    for (width, height) in [(4, 3), (3, 4), (4, 4)] {
        for board in [empty(width, height, 3), exactly(width, height, 3)] {
            let value = solve(&board).unwrap();
            assert!(value > Score::ZERO && value.is_proven(), "{}: {value:?}", board.state());
        }
    }
}

#[test]
fn four_in_a_row_on_4x4_is_a_draw() {
    for board in [empty(4, 4, 4), exactly(4, 4, 4)] {
        assert_eq!(solve(&board), Some(Score::ZERO), "{}", board.state());
    }
}

#[test]
fn more_than_enough_in_a_row_wins_too() {
    let mut position = parse("15/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/OO1O1O9/9O5 X 5");
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!((position.outcome(), position.reason()), (Some(Outcome::Win(Side::First)), "five in a row"));
    assert_eq!(testing::moves(&position), []);
}

#[test]
fn an_overline_wins_nothing_where_exactly_five_win() {
    let state = "15/15/15/15/15/15/15/3XXX1XX6/15/15/15/15/15/OO1O1O9/9O5 X 5 exactly";
    let mut position = parse(state);
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!(
        (position.outcome(), position.state()),
        (None, state.replace("3XXX1XX6", "3XXXXXX6").replace(" X ", " O "))
    );
    // Stones may be listed in any order.
    assert_eq!(parse(&position.state()), position);
    // Five in another line through the same square do win.
    let mut position = parse("15/15/15/6X8/6X8/6X8/6X8/3XXX1XX6/15/15/15/O1O1O1O8/15/OO1O1O9/9O5 X 5 exactly");
    position.play(position.find_move("g8").unwrap()).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
}

/// Whether a side has a winning row, by the lengths of its runs of stones.
fn has_row(position: &Gomoku, side: Side, rows: Rows) -> bool {
    let Geometry { width, height, in_a_row, .. } = position.geometry;
    let (width, height) = (i32::from(width), i32::from(height));
    let own = |x: i32, y: i32| {
        let on_board = (0..width).contains(&x) && (0..height).contains(&y);
        on_board && position.stone(position.geometry.square(x as u8, y as u8)) == Some(side)
    };
    let wins = |x: i32, y: i32, (dx, dy): (i32, i32)| {
        let run = (0..).take_while(|steps| own(x + steps * dx, y + steps * dy)).count();
        let starts = !own(x - dx, y - dy);
        starts && if rows == Rows::Exactly { run == usize::from(in_a_row) } else { run >= usize::from(in_a_row) }
    };
    let steps = DIRECTIONS.map(|(dx, dy)| (i32::from(dx), i32::from(dy)));
    (0..width * height).any(|at| steps.into_iter().any(|step| wins(at % width, at / width, step)))
}

#[test]
fn a_game_ends_with_the_first_row_of_the_winning_length() {
    let (mut rng, mut rows, mut overlines) = (Rng(6), 0, 0);
    for board in boards() {
        for _ in 0..if board.geometry.area() > 100 { 3 } else { 60 } {
            random_game(&board, 400, &mut rng, |position| {
                let rule = position.geometry.rule;
                let found = [Side::First, Side::Second].map(|side| has_row(position, side, rule.rows(side)));
                assert_eq!(
                    found,
                    [Side::First, Side::Second].map(|side| position.has_row(side)),
                    "{}",
                    position.state()
                );
                let longer = [Side::First, Side::Second].map(|side| has_row(position, side, Rows::AtLeast));
                rows += u32::from(found.contains(&true));
                overlines += u32::from(!found.contains(&true) && longer.contains(&true));
            });
        }
    }
    assert!(rows > 200 && overlines > 50, "{rows} rows, {overlines} overlines");
}

#[test]
fn the_examples_are_positions_and_the_first_is_the_start() {
    let about = Gomoku::ABOUT;
    assert_eq!(parse(about.state_examples[0]), Gomoku::default());
    for state in about.state_examples {
        assert_eq!(&parse(state).state(), state);
    }
    for mv in about.move_examples {
        assert!(Gomoku::default().find_move(mv).is_some(), "{mv}");
    }
}

#[test]
fn moves_are_named_by_file_and_rank_and_by_nothing_else() {
    let position = parse("20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/X19 O 5");
    for name in ["a2", "i9", "t20", "t1", "j10"] {
        assert_eq!(position.find_move(name).map(|mv| position.move_text(mv)).as_deref(), Some(name));
    }
    for name in ["I9", "i09", " i9\n"] {
        assert_eq!(position.find_move(name).map(|mv| position.move_text(mv)).as_deref(), Some("i9"), "{name}");
    }
    for name in ["", "a", "a1", "a0", "a21", "u1", "a+2", "a2b", "2a", "a-2", "a99999999999", "é2", "aé"] {
        assert_eq!(position.find_move(name), None, "{name}");
    }
}

#[test]
fn invalid_states_are_refused_with_a_reason() {
    for (state, says) in [
        ("", "expected the rows of a board, the side to move and the length of"),
        ("3/3/3 X", "expected the rows of a board"),
        ("3/3/3 X 3 3", "the rule is \"3\", expected `exactly`, `renju`, or nothing for free style"),
        ("3/3/3 X 3 renjuuuuuuuuuuuuuuuuuuuuuuuuuuuuu", "the rule is \"renjuuuuuuuuuuuu\", expected"),
        ("3/3/3 X 3 exactly exactly", "expected the rows of a board"),
        ("3/3/3 X exactly", "the length of a winning row is \"\", expected"),
        ("3/3/3 exactly", "the length of a winning row is \"\", expected"),
        ("4/4/4 X 4 renju", "the length of a winning row is 4, expected 5 in renju"),
        ("XXX/OO1/O2 X 3 exactly", "X is to move but has 3 in a row"),
        ("3/3 X 3", "2 rows, expected 3 to 20"),
        ("2/2/2 X 3", "row 1 has 2 cells, expected 3 to 20"),
        ("21/21/21 X 3", "row 1 has 21 cells, expected 3 to 20"),
        ("3/4/3 X 3", "row 2 has 4 cells, expected 3"),
        ("3/3/9999999999999999999999999 X 3", "row 3 has 18446744073709551615 cells, expected 3"),
        ("3/1?1/3 X 3", "cell 2 of row 2 is '?'"),
        ("3/3/3 Y 3", "\"Y\", expected X or O"),
        ("3/3/3 X 2", "the length of a winning row is \"2\", expected 3 to 3 on a board of 3x3"),
        ("3/3/3 X 4", "a winning row is \"4\""),
        ("3/3/3 X 99999999999999999999999", "\"9999999999999999\", expected 3 to 3"),
        ("3/3/3 X five", "a winning row is \"five\""),
        ("5/5/5 X 6", "expected 3 to 5 on a board of 5x3"),
        ("3/1X1/3 X 3", "it is O's turn"),
        ("3/XX1/3 O 3", "2 X and 0 O"),
        ("3/O2/3 X 3", "0 X and 1 O"),
        ("XXX/OOO/3 X 3", "both X and O have 3 in a row"),
        ("XXX/OO1/O2 X 3", "X is to move but has 3 in a row"),
        ("OOO/XX1/XX1 X 3", "it is O's turn"),
        ("OOO/XX1/XX1 O 3", "O is to move but has 3 in a row"),
        ("3/3/3 X \u{0663}", "the length of a winning row is"),
    ] {
        match Gomoku::parse(state) {
            Err(error) => assert!(error.0.contains(says), "{state}: {error}"),
            Ok(position) => panic!("{state} is read as {}", position.state()),
        }
    }
}

#[test]
fn text_is_read_back_over_random_games() {
    let mut rng = Rng(3);
    for board in boards() {
        for _ in 0..3 {
            random_game(&board, 400, &mut rng, testing::assert_text_is_read_back);
        }
    }
}

#[test]
fn keys_tell_positions_sizes_and_rows_apart() {
    let mut keys = std::collections::HashSet::new();
    for board in boards() {
        assert!(keys.insert(board.key()), "{}", board.state());
    }
    for first in testing::moves(&Gomoku::default()) {
        let after = Gomoku::default().after(first);
        assert!(keys.insert(after.key()));
        assert!(testing::moves(&after).into_iter().all(|second| keys.insert(after.after(second).key())));
    }
    // The order of moves makes no difference.
    let [one, two] = ["h8 a1 i9", "i9 a1 h8"].map(|moves| {
        let play = |position: Gomoku, mv: &str| position.after(position.find_move(mv).unwrap());
        moves.split(' ').fold(Gomoku::default(), play)
    });
    assert_eq!((one.key(), &one), (two.key(), &two));
}

#[test]
fn alpha_beta_has_the_scores_of_minimax() {
    alpha_beta_is_minimax_in(70);
}

#[test]
#[ignore = "more of the same; run by .ci/nightly"]
fn alpha_beta_has_the_scores_of_minimax_in_many_positions() {
    alpha_beta_is_minimax_in(200);
}

/// Compares the scores in this number of positions, on all boards in turn except the widest of renju.
fn alpha_beta_is_minimax_in(positions: usize) {
    let mut rng = Rng(4);
    for index in 0..positions {
        let board = boards().nth(index % 20).unwrap();
        let position = random_position(&board, 40, &mut rng);
        testing::assert_alpha_beta_is_minimax(&position, 1..=2);
        if position.geometry.area() <= 45 {
            testing::assert_alpha_beta_is_minimax(&position, [3]);
        }
    }
}

#[test]
fn boards_turned_and_mirrored_have_the_same_scores() {
    let mut rng = Rng(5);
    for index in 0..60 {
        let board = boards().nth(index % 20).unwrap();
        let position = random_position(&board, 60, &mut rng);
        testing::assert_twins_agree(&position, 0..=if position.geometry.area() <= 225 { 3 } else { 2 });
        assert_eq!(position.twins().len(), if position.geometry.width == position.geometry.height { 7 } else { 3 });
    }
}

#[test]
fn two_plies_are_enough_against_random_play() {
    testing::assert_two_plies_beat_a_random_mover(&Gomoku::default());
}

#[test]
fn wins_at_once_are_seen_on_boards_of_every_shape() {
    let mut rng = Rng(31);
    for board in boards() {
        let games = if u32::from(board.geometry.width) * u32::from(board.geometry.height) > 100 { 2 } else { 40 };
        testing::assert_wins_at_once_are_seen(&board, games, &mut rng);
    }
    for board in [empty(7, 7, 4), exactly(7, 7, 4)] {
        let met = testing::assert_wins_at_once_are_seen(&board, 40, &mut rng);
        assert!(met > 40, "{met}");
    }
}
