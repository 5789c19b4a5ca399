//! Ladders: connections along the second row of an edge.
//!
//! A stone on the second row with an empty cell below it threatens to join the edge. If the opponent takes that cell, the
//! stone's side goes on beside it, on the second row, with the same threat; so it comes to whatever waits at the end of
//! the ladder. If the opponent plays further ahead instead, the stone takes the cell below it.

use super::carriers::Carrier;

/// A full connection along an edge.
pub(super) struct Ladder<const N: usize> {
    /// The end where it begins.
    pub(super) from: usize,
    /// The end that it joins; `None` for the edge.
    pub(super) to: Option<usize>,
    pub(super) carrier: Carrier<N>,
}

/// The ladders along an edge, in both directions. `at` has the cell at a place, by its row from the edge and its place
/// along the edge, with its end; `None` beyond the board and for the opponent's stones. An empty cell is its own end.
pub(super) fn ladders<const N: usize>(
    size: usize,
    edge: usize,
    at: impl Fn(usize, usize) -> Option<(usize, usize)>,
) -> Vec<Ladder<N>> {
    let is_empty = |(cell, end): &(usize, usize)| cell == end;
    let mut found = Vec::new();
    for start in 0..size {
        let Some((_, from)) = at(1, start) else { continue };
        for forward in [true, false] {
            // The two cells of the first row below a cell of the second: the one ahead in the ladder's direction, or the
            // one behind.
            let below = |along: usize, ahead: bool| {
                let more = usize::from(ahead == forward);
                if edge == 0 { at(0, along + more) } else { at(0, (along + more).checked_sub(1)?) }
            };
            for ahead in [true, false] {
                let Some((low, _)) = below(start, ahead).filter(is_empty) else { continue };
                let mut carrier: Carrier<N> = [low].into_iter().collect();
                let mut along = start;
                loop {
                    along = if forward { along + 1 } else { along.wrapping_sub(1) };
                    let (Some(here), Some(low)) = (at(1, along), below(along, true)) else { break };
                    let is_near = start.abs_diff(along) == 1;
                    let mut add = |to, carrier| found.push(Ladder { from, to, carrier });
                    let mut with_low = carrier;
                    with_low.insert(low.0);
                    match (is_empty(&here), is_empty(&low)) {
                        // To a stone: it has the cell below it as a second way to the edge.
                        (false, true) => {
                            add(None, with_low);
                            if !is_near {
                                add(Some(here.1), with_low);
                            }
                            break;
                        }
                        (false, false) => {
                            add(None, carrier);
                            break;
                        }
                        // To a stone on the first row.
                        (true, false) => {
                            carrier.insert(here.0);
                            add(None, carrier);
                            break;
                        }
                        // To an empty cell, once it has a stone, and further on.
                        (true, true) => {
                            if !is_near {
                                add(Some(here.1), with_low);
                            }
                            carrier = with_low;
                            carrier.insert(here.0);
                        }
                    }
                }
            }
        }
    }
    found
}
