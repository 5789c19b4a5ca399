//! Where to look for a move, without giving it away.

use crate::answer::MoveIndex;
use crate::board::RowColumn;
use crate::game::AnyPosition;

/// The cell that the best move starts from, if other moves start there too. Otherwise, and if a piece is dropped from the
/// hand, every cell in the same quarter of the board that a move starts from. If there is only one, the half of the board
/// or the whole board is used instead. The quarters are fixed, because the middle of a region around the best move would
/// give the move away.
pub(super) fn of(position: &dyn AnyPosition, best: MoveIndex) -> Vec<RowColumn> {
    let starts: Vec<Option<RowColumn>> =
        (0..position.count_moves()).map(|index| position.cells(MoveIndex(index)).first().copied()).collect();
    let Some(own) = starts[best.0] else { return Vec::new() };
    let all = starts.iter().flatten();
    let is_drop = position.cells(best).len() == 1;
    if !is_drop && all.clone().filter(|cell| **cell == own).count() > 1 {
        return vec![own];
    }
    let size = |axis: usize| all.clone().map(|cell| cell[axis] + 1).max().unwrap_or(1);
    let halves = [size(0), size(1)];
    let is_same_half =
        |cell: &RowColumn, axis: usize| (2 * cell[axis] < halves[axis]) == (2 * own[axis] < halves[axis]);
    let region = |axes: &[usize]| {
        let mut cells: Vec<RowColumn> =
            all.clone().filter(|cell| axes.iter().all(|axis| is_same_half(cell, *axis))).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let regions = [region(&[0, 1]), region(&[0]), region(&[])];
    let [.., everywhere] = &regions;
    regions.iter().find(|cells| cells.len() > 1).unwrap_or(everywhere).clone()
}
