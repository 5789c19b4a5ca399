//! Electrical resistance between a side's edges (Shannon's machine; Anshelevich 2002): each empty cell is a resistor,
//! solids conduct, and virtual connections are wires like those between neighbours.

use super::carriers::Carrier;
use super::hsearch::{Connections, EDGES, SOLIDS};
use super::links::Links;
use plyd_search::hooks::log2;

/// Sweeps of successive over-relaxation, and its factor. The currents are then right to about a hundredth.
const SWEEPS: usize = 24;
const RELAXATION: f32 = 1.6;
/// The conductance between a solid and a cell; that between two cells is 1.
const FROM_SOLID: f32 = 2.0;

/// The circuit of one side.
pub(super) struct Circuit<const N: usize> {
    cells: usize,
    /// For each solid, the first solid of those connected with it.
    first: [u8; SOLIDS],
    /// For each first solid: the cells to which it or another one of its solids is connected.
    reached: [Carrier<N>; SOLIDS],
    solids: usize,
    /// Voltages of cells, and then of solids.
    voltage: Vec<f32>,
    /// For each cell, its wires: to cells, then to solids.
    wires: Vec<u16>,
    /// For each cell, the ends of both kinds in `wires`.
    ends: Vec<[u16; 2]>,
    /// The current through each cell, from 0 to 1 of the whole.
    pub(super) flow: Vec<f32>,
    /// The current of the whole circuit at a voltage of one: its conductance.
    pub(super) conductance: f32,
}

impl<const N: usize> Circuit<N> {
    pub(super) fn new(size: usize) -> Self {
        let cells = size * size;
        Self {
            cells,
            first: [0; SOLIDS],
            reached: [Carrier::NONE; SOLIDS],
            solids: EDGES,
            voltage: vec![0.0; cells + SOLIDS],
            wires: Vec::with_capacity(cells * (12 + SOLIDS)),
            ends: vec![[0; 2]; cells],
            flow: vec![0.0; cells],
            conductance: 0.0,
        }
    }

    /// Computes currents and conductance. The edges have no full connection.
    pub(super) fn solve(&mut self, links: &Links, connections: &Connections<N>, empty: &Carrier<N>) {
        self.wire(links, connections, empty);
        for _ in 0..SWEEPS {
            self.sweep(empty);
        }
        let inflow = |edge: usize, high: f32| -> f32 {
            self.reached[edge].members().map(|cell| (high - self.voltage[cell]).abs() * FROM_SOLID).sum()
        };
        self.conductance = (inflow(0, 1.0) + inflow(1, 0.0)) / 2.0;
        let scale = if self.conductance > 0.0 { 0.5 / self.conductance } else { 0.0 };
        for cell in empty.members() {
            let here = self.voltage[cell];
            let (near, solid) = self.wires_of(cell);
            let current = |wires: &[u16], conductance: f32| -> f32 {
                wires.iter().map(|to| (here - self.voltage[usize::from(*to)]).abs() * conductance).sum()
            };
            self.flow[cell] = scale * (current(near, 1.0) + current(solid, FROM_SOLID));
        }
    }

    fn wires_of(&self, cell: usize) -> (&[u16], &[u16]) {
        let from = if cell == 0 { 0 } else { usize::from(self.ends[cell - 1][1]) };
        let [near, solid] = self.ends[cell].map(usize::from);
        (&self.wires[from..near], &self.wires[near..solid])
    }

    /// Joins solids that are connected, and lists the wires of each cell.
    fn wire(&mut self, links: &Links, connections: &Connections<N>, empty: &Carrier<N>) {
        self.solids = connections.solids();
        for solid in 0..self.solids {
            self.first[solid] = solid as u8;
            self.reached[solid] = Carrier::NONE;
        }
        for one in 0..self.solids {
            for other in 0..one {
                let (high, low) = (self.first[one].max(self.first[other]), self.first[one].min(self.first[other]));
                // The edges stay apart.
                if high != low && !(high == 1 && low == 0) && connections.joins(one, other) {
                    self.first[..self.solids].iter_mut().filter(|first| **first == high).for_each(|first| *first = low);
                }
            }
        }
        self.voltage[self.cells..].fill(0.5);
        self.voltage[self.cells] = 1.0;
        self.voltage[self.cells + 1] = 0.0;
        self.wires.clear();
        for cell in 0..self.cells {
            let from = self.wires.len();
            if empty.has(cell) {
                let is_empty = |cell: u16| empty.has(usize::from(cell));
                self.wires.extend(links.neighbours(cell).iter().filter(|near| is_empty(**near)));
                let bridges = links.bridges(cell).iter().filter(|bridge| bridge.iter().all(|cell| is_empty(*cell)));
                self.wires.extend(bridges.map(|[end, _, _]| end));
                let near = self.wires.len();
                for solid in 0..self.solids {
                    let first = usize::from(self.first[solid]);
                    if connections.reaches(solid, cell) && !self.reached[first].has(cell) {
                        self.reached[first].insert(cell);
                        self.wires.push((self.cells + first) as u16);
                    }
                }
                self.ends[cell] = [near as u16, self.wires.len() as u16];
                self.voltage[cell] = 0.5;
            } else {
                self.ends[cell] = [from as u16; 2];
            }
        }
    }

    /// One sweep over all cells and solids but the edges.
    fn sweep(&mut self, empty: &Carrier<N>) {
        for cell in empty.members() {
            let (near, solid) = self.wires_of(cell);
            let sum = |wires: &[u16]| -> f32 { wires.iter().map(|to| self.voltage[usize::from(*to)]).sum() };
            let conductance = near.len() as f32 + FROM_SOLID * solid.len() as f32;
            if conductance > 0.0 {
                let mean = (sum(near) + FROM_SOLID * sum(solid)) / conductance;
                self.voltage[cell] += RELAXATION * (mean - self.voltage[cell]);
            }
        }
        for solid in EDGES..self.solids {
            let count = self.reached[solid].count();
            if usize::from(self.first[solid]) == solid && count > 0 {
                let sum: f32 = self.reached[solid].members().map(|cell| self.voltage[cell]).sum();
                self.voltage[self.cells + solid] = sum / count as f32;
            }
        }
    }

    /// The logarithm of the conductance to base 2, in 1/256.
    pub(super) fn log2(&self) -> i32 {
        const UNIT: f32 = 65_536.0;
        log2((self.conductance * UNIT) as u32 + 1) as i32 - 16 * 256
    }
}
