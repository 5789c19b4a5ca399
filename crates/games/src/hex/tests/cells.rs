//! Tests of sets of cells against loops over the cells.

use super::super::bridges::Bridges;
use super::super::cells::{AROUND, Cell, Cells, MAX_SIZE, MIN_SIZE};
use crate::testing::Rng;
use plyd_search::position::Side;

fn random_set(size: u8, rng: &mut Rng) -> Cells {
    let mut cells = Cells::NONE;
    Cells::board(size).members().filter(|_| rng.below(3) == 0).for_each(|cell| cells.toggle(cell));
    cells
}

/// The cell after a step, on the board or its border.
fn step(cell: Cell, (down, right): (isize, isize), size: u8) -> Option<Cell> {
    let on = |at: u8, by: isize| at.checked_add_signed(by as i8).filter(|at| *at <= size + 1);
    Some(Cell { row: on(cell.row, down)?, column: on(cell.column, right)? })
}

#[test]
fn neighbours_and_bridges_equal_a_walk_over_the_cells() {
    let mut rng = Rng(1);
    for size in (MIN_SIZE as u8..=MAX_SIZE as u8).cycle().take(200) {
        let board = Cells::board(size);
        let set = random_set(size, &mut rng);
        let edge = Cells::edges(size, [Side::First, Side::Second][rng.below(2)])[rng.below(2)];
        let (set, empty) = (set.or(&edge), random_set(size, &mut rng).without(&set));
        let (near, far) = (set.neighbours(), Bridges::over(empty).neighbours(&set));
        let (mut expected, mut bridged) = (Cells::NONE, Cells::NONE);
        let add = |cells: &mut Cells, cell: Cell| {
            if !cells.has(cell) {
                cells.toggle(cell);
            }
        };
        for cell in set.members() {
            for (one, two) in AROUND.into_iter().zip(AROUND.into_iter().cycle().skip(1)) {
                let [over, other] = [one, two].map(|around| step(cell, around, size));
                over.into_iter().for_each(|over| add(&mut expected, over));
                let open = [over, other].iter().all(|over| over.is_some_and(|over| empty.has(over)));
                let end = step(cell, (one.0 + two.0, one.1 + two.1), size);
                end.filter(|_| open).into_iter().for_each(|end| add(&mut bridged, end));
            }
        }
        assert_eq!(near.and(&board), expected.and(&board), "{size}: {set:?}");
        assert_eq!(far.and(&board), expected.or(&bridged).and(&board), "{size}: {set:?} over {empty:?}");
        let edges = [Side::First, Side::Second].map(|side| Cells::edges(size, side)).concat();
        let border = edges.iter().fold(Cells::NONE, |all, edge| all.or(edge));
        assert_eq!(far.and(&border), expected.or(&bridged).and(&border), "{size}: {set:?} over {empty:?}");
    }
}

#[test]
fn floods_and_members_equal_a_walk_over_the_cells() {
    let mut rng = Rng(2);
    for size in (MIN_SIZE as u8..=MAX_SIZE as u8).cycle().take(100) {
        let (within, seed) = (random_set(size, &mut rng), random_set(size, &mut rng));
        let mut reached: Vec<Cell> = seed.members().collect();
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            let near = AROUND.into_iter().filter_map(|around| step(from, around, size));
            for cell in near {
                if within.has(cell) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        for cell in Cells::board(size).members() {
            let near = AROUND.into_iter().filter_map(|around| step(cell, around, size));
            let near = near.filter(|near| within.has(*near)).count();
            let [once, twice] = within.neighbour_counts();
            assert_eq!(
                (within.touches(cell), once.has(cell), twice.has(cell)),
                (near > 0, near > 0, near > 1),
                "{cell:?}"
            );
        }
        assert_eq!(within.has_several(), within.count() > 1);
        let flooded = seed.flooded(&within);
        assert_eq!(flooded.count() as usize, reached.len());
        assert!(reached.iter().all(|cell| flooded.has(*cell)) && flooded.members().all(|cell| reached.contains(&cell)));
    }
}
