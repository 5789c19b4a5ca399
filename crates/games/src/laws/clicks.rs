//! A law of boards, for clients that do not know the game: every move can be clicked, and its cells and label identify
//! it.

use std::collections::HashSet;

use super::{Extent, Fault, Rng, describe, ensure, reread};
use crate::answer::{Description, NamedMove};
use crate::board::{Area, Content, Layout, RowColumn};
use crate::game::Game;

const GAMES: u64 = 10;
/// Limit for games that begin in the middle. Random play from the start has to end by itself.
const LONG_GAME: usize = 1000;

/// What a click tells a client: the cells, and the label if several moves have the same cells. Without a board, it is
/// the move's name.
type Click = (Vec<RowColumn>, Option<String>);

fn click(game: &Game, mv: &NamedMove) -> Click {
    match game.about.layout {
        Some(_) => (mv.cells.clone(), mv.label.clone()),
        None => (Vec::new(), Some(mv.name.clone())),
    }
}

/// Plays random games, and then replays each from cells and labels alone.
pub(super) fn clicks(game: &Game, _: Extent) -> Result<u32, Fault> {
    let mut moves = 0;
    for seed in 0..GAMES {
        let examples = game.about.state_examples;
        let start = examples[seed as usize % examples.len()];
        let (clicks, end) = random_game(game, start, seed)?;
        let mut position = reread(game, start)?;
        for clicked in &clicks {
            let described = describe(&*position);
            let mut meant = described.legal_moves.iter().filter(|mv| click(game, mv) == *clicked);
            let (one, other) = (meant.next(), meant.next());
            let played = one.filter(|_| other.is_none()).map(|mv| position.play_named(&mv.name));
            let state = &described.standing.state;
            ensure(matches!(played, Some(Ok(_))), state, || format!("{clicked:?} does not tell which move is meant"))?;
        }
        let found = position.state();
        ensure(found == end, start, || format!("the same clicks lead to {found:?}, and not to {end:?}"))?;
        moves += clicks.len() as u32;
    }
    Ok(moves)
}

/// The clicks of a random game, and its last state. Checks the board and the moves of every position.
fn random_game(game: &Game, start: &str, seed: u64) -> Result<(Vec<Click>, String), Fault> {
    let (mut rng, mut position, mut clicks) = (Rng(seed), reread(game, start)?, Vec::new());
    loop {
        let described = describe(&*position);
        board(game, &described)?;
        distinct_moves(game, &described)?;
        let cut_short = clicks.len() == LONG_GAME && start != game.about.start();
        if described.legal_moves.is_empty() || cut_short {
            return Ok((clicks, described.standing.state));
        }
        let chosen = &described.legal_moves[rng.below(described.legal_moves.len())];
        clicks.push(click(game, chosen));
        let (state, played) = (&described.standing.state, position.play_named(&chosen.name));
        ensure(played.is_ok(), state, || format!("the legal move {:?} cannot be played", chosen.name))?;
    }
}

/// Checks that a board is a matrix of known letters, and that its coordinates fit.
fn board(game: &Game, described: &Description) -> Result<(), Fault> {
    let (about, state) = (&game.about, &described.standing.state);
    let rows = described.board.as_deref().unwrap_or_default();
    let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    let shown = |holds: bool, what: &str| ensure(holds, state, || what.to_owned());
    let layouts = [about.layout, described.layout].map(|layout| layout.is_some());
    shown(layouts == [described.board.is_some(); 2], "a board needs a layout, and a layout a board")?;
    shown(rows.iter().all(|row| row.len() == width), "the rows of the board differ in length")?;
    shown([0, width].contains(&described.files.len()), "expected a file for each column, or none")?;
    shown([0, height].contains(&described.ranks.len()), "expected a rank for each row, or none")?;
    let has_points = described.layout == Some(Layout::Points);
    shown(described.lines.is_empty() != has_points, "lines are for points, and points need lines")?;
    let ends = described.lines.iter().flatten();
    shown(ends.clone().all(|[row, column]| *row < height && *column < width), "a line leads off the board")?;
    areas(described)?;
    let may_be_absent = matches!(described.layout, Some(Layout::Cells | Layout::Hexes));
    shown(may_be_absent || described.absent.is_empty(), "only boards of cells and hexes have absent cells")?;
    for [row, column] in &described.absent {
        let is_empty = rows.get(*row).and_then(|row| row.get(*column)) == Some(&None);
        ensure(is_empty, state, || format!("the absent cell [{row}, {column}] is not an empty cell of the matrix"))?;
    }
    for [row, column] in &described.marks {
        let is_cell = *row < height && *column < width && !described.absent.contains(&[*row, *column]);
        ensure(is_cell, state, || format!("the mark [{row}, {column}] is not a cell of the board"))?;
    }
    let hands = described.hands.iter().flatten().flatten().copied();
    let letters = rows.iter().flatten().flatten().filter_map(|content| match content {
        Content::Letter(letter) => Some(*letter),
        Content::Number(_) => None,
    });
    for letter in letters.chain(hands) {
        let is_known = about.pieces.iter().any(|piece| piece.letter == letter);
        ensure(is_known, state, || format!("ABOUT names no piece {letter:?}"))?;
    }
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let is_cell = !has_points || is_point(described, [row, column]);
        ensure(is_cell || rows[row][column].is_none(), state, || format!("no line meets [{row}, {column}]"))?;
    }
    Ok(())
}

/// Checks that areas consist of cells of the board and do not overlap, and that only layouts with edges have borders.
fn areas(described: &Description) -> Result<(), Fault> {
    let (state, areas) = (&described.standing.state, &described.areas);
    let rows = described.board.as_deref().unwrap_or_default();
    let has_squares = matches!(described.layout, Some(Layout::Squares | Layout::Cells));
    let has_edges = has_squares || described.layout == Some(Layout::Hexes);
    ensure(described.borders.is_none() || has_edges, state, || "borders are for squares, cells and hexes".to_owned())?;
    ensure(areas.is_empty() || has_squares, state, || "areas are for squares and cells".to_owned())?;
    let mut taken = HashSet::new();
    for Area { corners: [from, to], .. } in areas {
        let is_there = rows.get(to[0]).is_some_and(|row| to[1] < row.len());
        let ordered = from[0] <= to[0] && from[1] <= to[1];
        ensure(is_there && ordered, state, || format!("{from:?} to {to:?} is not an area of the board"))?;
        let cells = (from[0]..=to[0]).flat_map(|row| (from[1]..=to[1]).map(move |column| [row, column]));
        for cell in cells {
            ensure(taken.insert(cell), state, || format!("two areas have the cell {cell:?}"))?;
        }
    }
    Ok(())
}

/// Checks that every move lies on the board, and that no two share cells and label.
fn distinct_moves(game: &Game, described: &Description) -> Result<(), Fault> {
    let state = &described.standing.state;
    let rows = described.board.as_deref().unwrap_or_default();
    let mut clicks = HashSet::new();
    for mv in &described.legal_moves {
        for cell in &mv.cells {
            let is_there = rows.get(cell[0]).is_some_and(|row| cell[1] < row.len());
            let has_points = described.layout == Some(Layout::Points);
            let is_cell = is_there && !described.absent.contains(cell) && (!has_points || is_point(described, *cell));
            ensure(is_cell, state, || format!("{} touches {cell:?}, which is not a cell of the board", mv.name))?;
        }
        let can_be_told = game.about.layout.is_none() || !mv.cells.is_empty() || mv.label.is_some();
        ensure(can_be_told, state, || format!("{} has neither cells nor a label", mv.name))?;
        let is_new = clicks.insert(click(game, mv));
        ensure(is_new, state, || format!("another move has the cells and the label of {}", mv.name))?;
    }
    Ok(())
}

fn is_point(described: &Description, cell: RowColumn) -> bool {
    described.lines.iter().any(|line| is_on(cell, *line))
}

/// Whether a point lies on a line between two others.
fn is_on(point: RowColumn, [from, to]: [RowColumn; 2]) -> bool {
    let [[row, column], from, to] = [point, from, to].map(|point| point.map(usize::cast_signed));
    let within = |at: isize, one: isize, other: isize| (one.min(other)..=one.max(other)).contains(&at);
    let cross = (row - from[0]) * (to[1] - from[1]) - (column - from[1]) * (to[0] - from[0]);
    cross == 0 && within(row, from[0], to[0]) && within(column, from[1], to[1])
}
