//! Simple opponents, which play like people who have just learnt the game. Levels are measured against them.

use plyd::catalogue::{AnyPosition, MoveIndex};
use plyd::position::Side;
use plyd::search::{Stop, mix};

/// Wins immediately if possible; otherwise stops the opponent from doing so; otherwise moves at random.
pub(crate) fn beginner(position: &dyn AnyPosition, seed: &mut u64) -> MoveIndex {
    let own = position.side_to_move();
    let successors = position.successors();
    let wins_at_once = |position: &dyn AnyPosition| {
        let side = position.side_to_move();
        side.is_some() && position.successors().iter().any(|next| next.winner() == side)
    };
    if let Some(index) = successors.iter().position(|next| next.winner() == own) {
        return MoveIndex(index);
    }
    let is_safe = |next: &dyn AnyPosition| match next.side_to_move() {
        None => next.winner().is_none(),
        side => side == own || !wins_at_once(next),
    };
    let safe: Vec<usize> = (0..successors.len()).filter(|index| is_safe(&*successors[*index])).collect();
    if safe.is_empty() { drawn(&(0..successors.len()).collect::<Vec<_>>(), seed) } else { drawn(&safe, seed) }
}

/// Gomoku: completes five; otherwise stops five and four; otherwise extends the longest own line that can still become
/// five.
pub(crate) fn line_builder(position: &dyn AnyPosition, seed: &mut u64) -> MoveIndex {
    let (own, board) = (position.side_to_move().unwrap(), position.stones().rows);
    let urgency = |row: usize, column: usize| {
        let [own, other] = [own, own.other()].map(|side| longest(&board, side, row, column));
        match (own, other) {
            (5.., _) => 9,
            (_, 5..) => 8,
            (_, 4) => 7,
            (length, _) => length,
        }
    };
    best_cells(position, seed, |_, row, column| urgency(row, column))
}

/// Hex: plays on a shortest path between its edges.
pub(crate) fn path_builder(position: &dyn AnyPosition, seed: &mut u64) -> MoveIndex {
    let (side, mut board) = (position.side_to_move().unwrap(), position.stones().rows);
    if side == Side::Second {
        board = (0..board.len()).map(|column| board.iter().map(|row| row[column]).collect()).collect();
    }
    let from_top = distances(&board, side);
    board.reverse();
    board.iter_mut().for_each(|row| row.reverse());
    let from_bottom = distances(&board, side);
    let last = board.len() - 1;
    best_cells(position, seed, |size, row, column| {
        let (row, column) = if side == Side::First { (row, column) } else { (column, row) };
        let length = from_top[row][column] + from_bottom[last - row][last - column];
        2 * size * size - length.min(2 * size * size)
    })
}

/// One of the moves to the empty cells that have the highest value, which may depend on the board's size, row and
/// column.
fn best_cells(position: &dyn AnyPosition, seed: &mut u64, value: impl Fn(usize, usize, usize) -> usize) -> MoveIndex {
    let board = position.stones().rows;
    let mut values = Vec::new();
    // The moves of a game of stones are its empty cells, from one corner of the board to the other.
    for mv in position.describe(None, &Stop::default()).unwrap().legal_moves {
        let [row, column] = mv.cells[0].map(usize::from);
        values.push(value(board.len(), row, column));
    }
    let best = values.iter().max().unwrap();
    let equal: Vec<usize> = (0..values.len()).filter(|index| values[*index] == *best).collect();
    drawn(&equal, seed)
}

/// The length of the row that a stone here would make on a line with room for five; 0 if there is no such line.
fn longest(board: &[Vec<Option<Side>>], side: Side, row: usize, column: usize) -> usize {
    let run = |by: (isize, isize), wanted: &dyn Fn(Option<Side>) -> bool| {
        let cell = |step: isize| {
            let row = board.get(row.checked_add_signed(by.0 * step)?)?;
            row.get(column.checked_add_signed(by.1 * step)?).copied()
        };
        (1..).map_while(|step| cell(step).filter(|cell| wanted(*cell))).count()
    };
    let in_line = |by: (isize, isize)| {
        let back = (-by.0, -by.1);
        let of = |wanted: &dyn Fn(Option<Side>) -> bool| 1 + run(by, wanted) + run(back, wanted);
        let room = of(&|cell| cell != Some(side.other()));
        if room < 5 { 0 } else { of(&|cell| cell == Some(side)) }
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().map(in_line).max().unwrap()
}

/// The number of stones that the side still needs from the top row to each cell, including that cell.
fn distances(board: &[Vec<Option<Side>>], side: Side) -> Vec<Vec<usize>> {
    let size = board.len();
    let far = 2 * size * size;
    let cost = |row: usize, column: usize| match board[row][column] {
        None => 1,
        Some(owner) if owner == side => 0,
        Some(_) => far,
    };
    let mut found = vec![vec![far; size]; size];
    for (column, distance) in found[0].iter_mut().enumerate() {
        *distance = cost(0, column);
    }
    loop {
        let before = found.clone();
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            for (down, right) in [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)] {
                let near = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                if let Some((row_near, column_near)) = near.filter(|near| near.0 < size && near.1 < size) {
                    let by = found[row_near][column_near] + cost(row, column);
                    found[row][column] = found[row][column].min(by);
                }
            }
        }
        if found == before {
            return found;
        }
    }
}

/// A random one of these indices.
fn drawn(indices: &[usize], seed: &mut u64) -> MoveIndex {
    *seed = mix(*seed);
    MoveIndex(indices[(*seed % indices.len() as u64) as usize])
}
