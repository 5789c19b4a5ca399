//! Tests of distances and potentials against their definitions.

use std::collections::{HashSet, VecDeque};
use std::fmt::Debug;

use super::super::bridges::Bridges;
use super::super::cells::{Cell, Cells, MAX_NARROW_SIZE, SHORT, TALL, Word};
use super::super::groups::Groups;
use super::super::moves::Move;
use super::super::paths::MAX_DISTANCE;
use super::super::potential::Potential;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use crate::testing::moves;
use plyd_search::Evaluate;
use plyd_search::position::{Position, Side};

/// The smallest number of stones that connect a side's edges, by breadth-first search over cells; with bridges if
/// `bridged`.
fn reference_distance(position: &Hex, side: Side, bridged: bool) -> usize {
    let (size, free) = (position.size, position.free());
    let edges = Cells::edges(size, side);
    let own = position.stones[side.index()].or(&edges[0]).or(&edges[1]);
    let bridges = Bridges::<u32, TALL>::over(free);
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
        let near = if bridged { bridges.neighbours(&one) } else { one.neighbours() };
        near.and(&own).members().for_each(|next| queue.push_front((distance, next)));
        near.and(&free).members().for_each(|next| queue.push_back((distance + 1, next)));
    }
    edges[1].members().map(|cell| far[index(cell)]).min().unwrap().min(MAX_DISTANCE)
}

fn assert_paths<W: Word + Debug, const H: usize>(position: &Hex) {
    let bridges = Bridges::<W, H>::over(position.free().narrow());
    for side in [Side::First, Side::Second] {
        let chains = Groups::touching(&position.own::<W, H>(side));
        let (paths, state) = (position.paths(side, chains, &bridges), position.state());
        assert_eq!(
            position.distance(side, bridges.empty()),
            reference_distance(position, side, false),
            "{side:?} in {state}"
        );
        assert_eq!(paths.distance, reference_distance(position, side, true), "{side:?} in {state}");
        assert_eq!(paths.shortest.is_empty(), paths.distance == 0, "{side:?} in {state}");
        assert_eq!(paths.shortest.without(&paths.longer), Cells::NONE, "{side:?} in {state}");
        for cell in position.free().members() {
            let mut next = position.clone();
            next.put(side, next.mv(cell));
            let nearer = reference_distance(&next, side, true) < paths.distance;
            assert!(nearer || !paths.shortest.has(cell), "{cell:?} of {side:?} in {state}");
        }
    }
}

#[test]
fn distances_equal_a_search_and_cells_of_shortest_paths_shorten_them() {
    for position in random_positions(120, 16, 21) {
        assert_paths::<u32, TALL>(&position);
        if position.size <= MAX_NARROW_SIZE {
            assert_paths::<u16, SHORT>(&position);
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
    let bridges = Bridges::<u32, TALL>::over(position.free());
    assert_eq!(
        position.paths(Side::First, Groups::touching(&Cells::<u32, TALL>::NONE), &bridges).distance,
        MAX_DISTANCE
    );
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

/// The potential by definition, cell by cell: distances level by level, from the number of ways into each cell.
fn least_potential(position: &Hex, side: Side) -> (usize, Vec<Move>) {
    let (size, free) = (position.size, position.free());
    let stones = position.stones[side.index()];
    let single = |cell| {
        let mut one = Cells::<u32, TALL>::NONE;
        one.toggle(cell);
        one
    };
    let edges = Cells::edges(size, side);
    let connected = edges.map(|edge| edge.flooded(&stones));
    let mut unconnected = stones.without(&connected[0]).without(&connected[1]);
    let mut chains = Vec::new();
    while let Some(stone) = unconnected.members().next() {
        let chain = single(stone).flooded(&unconnected);
        unconnected = unconnected.without(&chain);
        chains.push(chain.neighbours().and(&free));
    }
    let distances = connected.map(|edge| {
        let mut far: Vec<Option<usize>> = vec![None; 1 << 10];
        let index = |cell: Cell| usize::from(cell.row) << 5 | usize::from(cell.column);
        edge.neighbours().and(&free).members().for_each(|cell| far[index(cell)] = Some(1));
        for distance in 2..MAX_DISTANCE {
            let reached = far.clone();
            let is_reached = |cell: &Cell| reached[index(*cell)].is_some();
            for cell in free.members().filter(|cell| reached[index(*cell)].is_none()) {
                let near = single(cell).neighbours().and(&free);
                let direct = near.members().filter(is_reached).count();
                let by_chains = chains.iter().filter(|chain| chain.has(cell)).map(|chain| {
                    let from: Vec<_> = chain.members().filter(is_reached).collect();
                    match from.as_slice() {
                        [one] => usize::from(!near.has(*one)),
                        from => from.len(),
                    }
                });
                if direct + by_chains.sum::<usize>() >= 2 {
                    far[index(cell)] = Some(distance);
                }
            }
        }
        move |cell| far[index(cell)]
    });
    let [from, to] = &distances;
    let potentials: Vec<_> = free
        .members()
        .filter_map(|cell| Some((from(cell)? + to(cell)?, position.mv(cell))))
        .filter(|(potential, _)| *potential < MAX_DISTANCE)
        .collect();
    let least = potentials.iter().map(|(potential, _)| *potential).min().unwrap_or(MAX_DISTANCE);
    (least, potentials.into_iter().filter(|(potential, _)| *potential == least).map(|(_, mv)| mv).collect())
}

#[test]
fn potentials_equal_their_definition() {
    let mut seen = HashSet::new();
    for position in random_positions(100, 16, 41) {
        for side in [Side::First, Side::Second] {
            let (least, cells) = least_potential(&position, side);
            let tall = potential::<u32, TALL>(&position, side);
            let found: Vec<Move> = tall.cells.members().map(|cell| position.mv(cell)).collect();
            assert_eq!((tall.least, found), (least, cells.clone()), "{side:?} in {}", position.state());
            if position.size <= MAX_NARROW_SIZE {
                let short = potential::<u16, SHORT>(&position, side);
                assert_eq!((short.least, short.cells.count() as usize), (least, cells.len()), "{}", position.state());
            }
            seen.insert(least);
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
    // On an empty board every cell is on a best path, unless the side edges are in the way.
    assert_eq!(potential::<u32, TALL>(&empty(11, false), Side::First).least, 12);
}

fn potential<W: Word, const H: usize>(position: &Hex, side: Side) -> Potential<W, H> {
    position.potential(side, &Groups::touching(&position.own::<W, H>(side)), &position.free().narrow())
}

/// Worst cases: the most chains that one side or both can have; chains that wind across the whole board; stones a
/// bridge apart in a zigzag across the whole board.
#[test]
fn boards_full_of_chains_and_of_long_ones_are_walked_too() {
    let third = |cell: Cell| (cell.column + 2 * cell.row) % 3;
    let shapes: [&dyn Fn(Cell) -> Option<Side>; 4] = [
        &|cell| (third(cell) == 1).then_some(Side::First),
        &|cell| [None, Some(Side::First), Some(Side::Second)][usize::from(third(cell))],
        &|Cell { row, column }| match (row, row % 4) {
            (1 | 19, _) => None,
            (_, 0 | 2) => Some(Side::First),
            (_, 1) if column == 1 => Some(Side::First),
            (_, 3) if column == 19 => Some(Side::First),
            _ => (3..=17).contains(&column).then_some(Side::Second),
        },
        &|Cell { row, column }| (row % 3 != 0 && column % 3 == row % 3).then_some(Side::First),
    ];
    for shape in shapes {
        let mut position = empty(19, false);
        for cell in Cells::board(19).members() {
            shape(cell).into_iter().for_each(|side| position.put(side, position.mv(cell)));
        }
        for side in [Side::First, Side::Second] {
            assert_eq!(potential::<u32, TALL>(&position, side).least, least_potential(&position, side).0);
        }
        assert_paths::<u32, TALL>(&position);
    }
}
