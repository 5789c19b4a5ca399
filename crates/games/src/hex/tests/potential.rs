//! Tests of virtual connections and potentials against their definitions.

use std::collections::HashSet;

use super::super::cells::{Cell, Cells, MAX_NARROW_SIZE, SHORT, TALL, Word};
use super::super::moves::Move;
use super::super::paths::MAX_DISTANCE;
use super::super::potential::LEVELS;
use super::{Hex, empty, random_positions};
use crate::notation::Notation;
use plyd_search::position::{Position, Side};

/// The potential by definition, cell by cell: distances level by level, from the number of ways into each cell.
fn potentials(position: &Hex, side: Side) -> Option<(usize, [Vec<Move>; LEVELS])> {
    let filled = position.connected::<u32, TALL>();
    let (size, free) = (position.size, *filled.bridges.empty());
    let stones = filled.own[side.index()];
    let single = |cell| {
        let mut one = Cells::<u32, TALL>::NONE;
        one.toggle(cell);
        one
    };
    let edges = Cells::edges(size, side);
    let connected = edges.map(|edge| edge.flooded(&stones));
    if connected[0].neighbours().meets(&connected[1]) {
        return None;
    }
    let mut unconnected = stones.without(&connected[0]).without(&connected[1]);
    let mut chains = Vec::new();
    while let Some(stone) = unconnected.members().next() {
        let chain = single(stone).flooded(&unconnected);
        unconnected = unconnected.without(&chain);
        chains.push(chain.neighbours().and(&free));
    }
    let edges = [0, 1]
        .map(|edge| filled.bridges.neighbours(&connected[edge]).or(&filled.ziggurats[side.index()][edge]).and(&free));
    let distances = edges.map(|edge| {
        let mut far: Vec<Option<usize>> = vec![None; 1 << 10];
        let index = |cell: Cell| usize::from(cell.row) << 5 | usize::from(cell.column);
        edge.members().for_each(|cell| far[index(cell)] = Some(1));
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
    let sums: Vec<_> = free.members().filter_map(|cell| Some((from(cell)? + to(cell)?, position.mv(cell)))).collect();
    let least = sums.iter().map(|(sum, _)| *sum).min().unwrap_or(MAX_DISTANCE).min(MAX_DISTANCE);
    let up_to =
        |most: usize| sums.iter().filter(|(sum, _)| *sum <= most.min(MAX_DISTANCE)).map(|(_, mv)| *mv).collect();
    Some((least, std::array::from_fn(|level| up_to(least + level))))
}

fn found<W: Word, const H: usize>(position: &Hex, side: Side) -> Option<(usize, [Vec<Move>; LEVELS])> {
    let potential = position.potential(side, &position.connected::<W, H>())?;
    Some((potential.least, potential.cells.map(|cells| cells.members().map(|cell| position.mv(cell)).collect())))
}

#[test]
fn potentials_equal_their_definition() {
    let mut seen = HashSet::new();
    for position in random_positions(200, 16, 41) {
        for side in [Side::First, Side::Second] {
            let expected = potentials(&position, side);
            assert_eq!(found::<u32, TALL>(&position, side), expected, "{side:?} in {}", position.state());
            if position.size <= MAX_NARROW_SIZE {
                assert_eq!(found::<u16, SHORT>(&position, side), expected, "{side:?} in {}", position.state());
            }
            seen.insert(expected.map(|(least, _)| least));
        }
    }
    assert!(seen.len() > 8 && seen.contains(&None), "{seen:?}");
}

/// A chain of X on one column from the last row up, with this head; O holds every other cell but those named.
fn only(size: u8, head: Cell, open: &[Cell]) -> Hex {
    let mut position = empty(size, false);
    for cell in Cells::board(size).members() {
        let mv = position.mv(cell);
        if cell.column == head.column && cell.row >= head.row {
            position.put(Side::First, mv);
        } else if !open.contains(&cell) {
            position.put(Side::Second, mv);
        }
    }
    position.side = Side::Second;
    position
}

/// Whether X connects its edges, whatever is played in the few empty cells.
fn x_wins(position: &Hex) -> bool {
    if position.is_final() {
        return position.has_won(Side::First);
    }
    let mut next = position.free().members().map(|cell| x_wins(&position.after(position.mv(cell))));
    if position.side == Side::First { next.any(|won| won) } else { next.all(|won| won) }
}

#[test]
fn a_ziggurat_connects_its_stone_to_the_edge_and_needs_each_of_its_cells() {
    let head = Cell { row: 3, column: 3 };
    let at = |row, column| Cell { row, column };
    let right = [at(3, 4), at(2, 3), at(2, 4), at(2, 5), at(1, 3), at(1, 4), at(1, 5), at(1, 6)];
    let left = [at(3, 2), at(2, 4), at(2, 3), at(2, 2), at(1, 5), at(1, 4), at(1, 3), at(1, 2)];
    for open in [right, left] {
        let position = only(6, head, &open);
        let ends = |position: &Hex| position.connected::<u32, TALL>().ziggurats[0][0];
        assert!(x_wins(&position) && ends(&position).has(head), "{}", position.state());
        assert_eq!(found::<u16, SHORT>(&position, Side::First), None, "{}", position.state());
        for closed in open {
            let rest: Vec<_> = open.into_iter().filter(|cell| *cell != closed).collect();
            let position = only(6, head, &rest);
            assert!(!x_wins(&position) && !ends(&position).has(head), "{}", position.state());
        }
    }
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
            assert_eq!(found::<u32, TALL>(&position, side), potentials(&position, side));
        }
    }
}
