//! Tests of distances against their definition, and of wins in one ply.

use std::collections::VecDeque;
use std::fmt::Debug;

use super::super::cells::{Cell, Cells, MAX_NARROW_SIZE, SHORT, TALL, Word};
use super::super::moves::Move;
use super::super::paths::MAX_DISTANCE;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::moves;
use plyd_search::Evaluate;
use plyd_search::position::{Position, Side};

/// The smallest number of stones that connect a side's edges, by breadth-first search over cells.
fn reference_distance(position: &Hex, side: Side) -> usize {
    let (size, free) = (position.size, position.free());
    let edges = Cells::edges(size, side);
    let own = position.stones[side.index()].or(&edges[0]).or(&edges[1]);
    let mut far = vec![usize::MAX; 1 << 10];
    let index = |cell: Cell| usize::from(cell.row) << 5 | usize::from(cell.column);
    let mut queue: VecDeque<_> = edges[0].members().map(|cell| (0, cell)).collect();
    while let Some((distance, cell)) = queue.pop_front() {
        if far[index(cell)] <= distance {
            continue;
        }
        far[index(cell)] = distance;
        let mut one = Cells::NONE;
        one.toggle(cell);
        let near = one.neighbours();
        near.and(&own).members().for_each(|next| queue.push_front((distance, next)));
        near.and(&free).members().for_each(|next| queue.push_back((distance + 1, next)));
    }
    edges[1].members().map(|cell| far[index(cell)]).min().unwrap().min(MAX_DISTANCE)
}

fn assert_distances<W: Word + Debug, const H: usize>(position: &Hex) {
    for side in [Side::First, Side::Second] {
        let found = position.distance(side, &position.free().narrow::<W, H>());
        assert_eq!(found, reference_distance(position, side), "{side:?} in {}", position.state());
    }
}

#[test]
fn distances_equal_a_search() {
    for position in random_positions(120, 16, 21) {
        assert_distances::<u32, TALL>(&position);
        if position.size <= MAX_NARROW_SIZE {
            assert_distances::<u16, SHORT>(&position);
        }
    }
}

/// A board whose only path winds back and forth: it needs more stones than the cap.
#[test]
fn the_longest_paths_are_capped() {
    let rows: Vec<String> = (0..19)
        .map(|row| match row % 4 {
            1 => "O".repeat(18) + "1",
            3 => "1".to_owned() + &"O".repeat(18),
            _ => "19".to_owned(),
        })
        .collect();
    let mut position = empty(19, false);
    for (row, text) in rows.iter().enumerate() {
        let cells = text.replace("19", &".".repeat(19)).replace('1', ".");
        for (column, _) in cells.chars().enumerate().filter(|(_, cell)| *cell == 'O') {
            position.put(Side::Second, Move((19 * row + column) as u16));
        }
    }
    assert_eq!(position.outcome(), None);
    assert_eq!(position.distance(Side::First, &position.free()), MAX_DISTANCE);
    let mut all = moves(&position);
    position.order(&mut all);
    assert_eq!(all.len(), moves(&position).len());
}

#[test]
fn cells_that_win_at_once_are_those_that_do() {
    let mut seen = [0; 3];
    for position in random_positions(400, 9, 31) {
        for side in [Side::First, Side::Second] {
            let wins = position.winning_cells(side);
            for cell in position.free().members() {
                let mut next = position.clone();
                next.put(side, next.mv(cell));
                assert_eq!(wins.has(cell), next.has_won(side), "{cell:?} for {side:?} in {}", position.state());
            }
            seen[wins.count().min(2) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|cases| *cases > 50), "{seen:?}");
}
