//! Boards for somebody who knows no game: every move can be clicked, and cells and label alone tell which it is.

use std::collections::HashSet;

use crate::common::Rng;
use crate::common::layouts;
use plyd::catalogue::{AnyPosition, Game};
use plyd::games::CATALOGUE;
use plyd::games::answer::{Description, NamedMove};
use plyd::games::board::{Content, Layout, RowColumn};
use plyd::search::Stop;

/// Longer than any game that a random mover plays from the start.
const LONGEST_GAME: usize = 1000;

fn described(position: &dyn AnyPosition) -> Description {
    position.describe(None, &Stop::default()).unwrap()
}

/// What a click can say: where, and which of those there.
type Click = (Vec<RowColumn>, Option<String>);

fn click(mv: &NamedMove) -> Click {
    (mv.cells.clone(), mv.label.clone())
}

/// Whether a point lies on a line between two others.
fn is_on(point: RowColumn, [from, to]: [RowColumn; 2]) -> bool {
    let [[row, column], from, to] = [point, from, to].map(|place| place.map(usize::cast_signed));
    let within = |at: isize, one: isize, other: isize| (one.min(other)..=one.max(other)).contains(&at);
    let cross = (row - from[0]) * (to[1] - from[1]) - (column - from[1]) * (to[0] - from[0]);
    cross == 0 && within(row, from[0], to[0]) && within(column, from[1], to[1])
}

fn assert_board(game: &Game, position: &Description) {
    let (about, state) = (&game.about, &position.standing.state);
    let board = position.board.as_deref().unwrap_or_default();
    let (rows, columns) = (board.len(), board.first().map_or(0, Vec::len));
    assert_eq!(position.board.is_some(), about.layout.is_some(), "{}: {state}", game.id);
    assert!(board.iter().all(|row| row.len() == columns), "{}: {state}", game.id);
    let hands = position.hands.iter().flatten().flatten();
    let on_board = board.iter().flatten().flatten().filter_map(|content| match content {
        Content::Letter(letter) => Some(letter),
        Content::Number(_) => None,
    });
    for letter in on_board.chain(hands) {
        assert!(about.pieces.iter().any(|piece| piece.letter == *letter), "{}: nobody knows {letter:?}", game.id);
    }
    assert!([0, columns].contains(&position.files.len()), "{}: {:?}", game.id, position.files);
    assert!([0, rows].contains(&position.ranks.len()), "{}: {:?}", game.id, position.ranks);
    assert_eq!(position.lines.is_empty(), about.layout != Some(Layout::Points), "{}: {state}", game.id);
    for [row, column] in position.lines.iter().flatten() {
        assert!(*row < rows && *column < columns, "{}: a line to [{row}, {column}]", game.id);
    }
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let is_point = position.lines.iter().any(|line| is_on([row, column], *line));
        let is_cell = about.layout != Some(Layout::Points) || is_point;
        assert!(is_cell || board[row][column].is_none(), "{}: something on no point in {state}", game.id);
    }
}

fn assert_moves(game: &Game, position: &Description) {
    let (layout, state) = (game.about.layout, &position.standing.state);
    let board = position.board.as_deref().unwrap_or_default();
    let mut clicks = HashSet::new();
    for mv in &position.legal_moves {
        let context = format!("{}: {} in {state}", game.id, mv.name);
        for [row, column] in &mv.cells {
            assert!(board.get(*row).is_some_and(|cells| *column < cells.len()), "{context}: [{row}, {column}]");
            let is_point = position.lines.iter().any(|line| is_on([*row, *column], *line));
            assert!(layout != Some(Layout::Points) || is_point, "{context}: [{row}, {column}] is no point");
        }
        if layout.is_some() {
            assert!(!mv.cells.is_empty() || mv.label.is_some(), "{context}: a pass without a label");
            assert!(clicks.insert(click(mv)), "{context}: another move has these cells and this label");
        }
    }
}

/// Plays a random game, to its end if it is from the start, and gives its clicks; holds every position on the way to
/// the laws.
fn random_game(game: &Game, start: &str, seed: u64) -> (Vec<Click>, String) {
    let (mut rng, mut position, mut clicks) = (Rng(seed), game.parse(start).unwrap(), Vec::new());
    loop {
        let described = described(&*position);
        assert_board(game, &described);
        assert_moves(game, &described);
        let goes_on_and_on = clicks.len() == LONGEST_GAME && start != game.about.start();
        if described.legal_moves.is_empty() || goes_on_and_on {
            return (clicks, described.standing.state);
        }
        let chosen = &described.legal_moves[rng.below(described.legal_moves.len())];
        clicks.push(if game.about.layout.is_some() { click(chosen) } else { (Vec::new(), Some(chosen.name.clone())) });
        position.play_named(&chosen.name).unwrap();
        assert!(clicks.len() <= LONGEST_GAME, "{}: a random game goes on and on", game.id);
    }
}

/// Every move of random games can be clicked, and a client that sees only cells and labels plays them again to the same
/// end.
fn assert_clickable(game: &Game, games: u64) {
    for seed in 0..games {
        let start = game.about.state_examples[seed as usize % game.about.state_examples.len()];
        let (clicks, end) = random_game(game, start, seed);
        let mut position = game.parse(start).unwrap();
        for (cells, label) in clicks {
            let legal = described(&*position).legal_moves;
            let is_meant = |mv: &&NamedMove| match game.about.layout {
                Some(_) => mv.cells == cells && mv.label == label,
                None => Some(&mv.name) == label.as_ref(),
            };
            let meant: Vec<&NamedMove> = legal.iter().filter(is_meant).collect();
            assert_eq!(meant.len(), 1, "{}: {cells:?} {label:?} in {}", game.id, position.state());
            position.play_named(&meant[0].name).unwrap();
        }
        assert_eq!(described(&*position).standing.state, end, "{}", game.id);
    }
}

#[test]
fn cells_and_labels_alone_play_whole_random_games_of_the_catalogue() {
    for game in CATALOGUE {
        assert_clickable(game, 10);
    }
}

#[test]
fn they_do_in_games_of_every_other_layout_too() {
    for game in layouts::GAMES {
        assert_clickable(game, 40);
    }
}

#[test]
fn letters_have_one_meaning_and_symbols_one_character() {
    for game in CATALOGUE.with(layouts::GAMES) {
        let letters: HashSet<char> = game.about.pieces.iter().map(|piece| piece.letter).collect();
        assert_eq!(letters.len(), game.about.pieces.len(), "{}", game.id);
        for piece in game.about.pieces {
            assert_eq!(piece.symbol.chars().count(), 1, "{}: {piece:?}", game.id);
        }
    }
}

/// The cells of a move, and its label.
fn clicked(game: &str, state: &str, name: &str) -> Click {
    let catalogue = CATALOGUE.with(layouts::GAMES);
    let game = catalogue.find(game).unwrap();
    let position = described(&*game.parse(state).unwrap());
    click(position.legal_moves.iter().find(|mv| mv.name == name).expect(name))
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
        ("drops", ".... X", "G*b1", &[[1, 1]], Some("general")),
        ("chess", both, "e1g1", &[[7, 4], [7, 6]], Some("O-O")),
        ("chess", both, "e1c1", &[[7, 4], [7, 2]], Some("O-O-O")),
        ("chess", both, "a1a8", &[[7, 0], [0, 0]], Some("Rxa8+")),
    ] {
        assert_eq!(clicked(game, state, name), (cells.to_vec(), label.map(str::to_owned)), "{game}: {name}");
    }
}
