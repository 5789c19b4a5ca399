//! The neighbours of each cell, and the bridges from it, by index.

use super::cells::AROUND;

/// A bridge: the cell at its other end, and its two cells.
pub(super) type Bridge = [u16; 3];

/// The links from a cell; at most six of each kind.
#[derive(Clone, Copy, Default)]
struct Around {
    neighbours: [u16; 6],
    neighbour_count: u8,
    bridges: [Bridge; 6],
    bridge_count: u8,
}

/// The links of a board of one size.
pub(super) struct Links(Vec<Around>);

impl Links {
    pub(super) fn of(size: usize) -> Self {
        let step = |from: usize, (down, right): (isize, isize)| {
            let row = (from / size).checked_add_signed(down).filter(|row| *row < size)?;
            let column = (from % size).checked_add_signed(right).filter(|column| *column < size)?;
            Some((row * size + column) as u16)
        };
        let around = |from: usize| {
            let mut links = Around::default();
            for (one, other) in AROUND.into_iter().zip(AROUND.into_iter().cycle().skip(1)) {
                if let Some(near) = step(from, one) {
                    links.neighbours[usize::from(links.neighbour_count)] = near;
                    links.neighbour_count += 1;
                }
                let end = (one.0 + other.0, one.1 + other.1);
                if let (Some(end), Some(one), Some(other)) = (step(from, end), step(from, one), step(from, other)) {
                    links.bridges[usize::from(links.bridge_count)] = [end, one, other];
                    links.bridge_count += 1;
                }
            }
            links
        };
        Self((0..size * size).map(around).collect())
    }

    pub(super) fn neighbours(&self, cell: usize) -> &[u16] {
        let around = &self.0[cell];
        &around.neighbours[..usize::from(around.neighbour_count)]
    }

    pub(super) fn bridges(&self, cell: usize) -> &[Bridge] {
        let around = &self.0[cell];
        &around.bridges[..usize::from(around.bridge_count)]
    }
}
