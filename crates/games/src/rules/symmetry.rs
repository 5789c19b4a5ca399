//! Symmetries of a board that change nothing in the rules, found by comparing the compiled rules with their images.

use plyd_search::mix;

use super::board::Offset;
use super::position::Ruled;
use super::set::Set;
use super::table::{CONTENTS, Condition, Image, Kind, Ray, Rules, SIDES, Symmetries};

/// Only positions with at most so many pieces, or so many empty cells, are compared with their images: few others have
/// an image that a search meets too.
const COMPARED_MAX: u32 = 10;

/// Larger boards have no symmetries here, because no search gets far enough for them to matter.
const CELLS_MAX: usize = 64;

/// A turn or a reflection: where the offsets to the right and upwards go.
#[derive(Clone, Copy)]
struct Turn([Offset; 2]);

impl Turn {
    fn of(self, [right, up]: Offset) -> Offset {
        let Self([a, b]) = self;
        [right * a[0] + up * b[0], right * a[1] + up * b[1]]
    }
}

impl Symmetries {
    pub(super) fn new<const W: usize>(rules: &Rules<W>) -> Self {
        let grid = &rules.grid;
        if grid.size() > CELLS_MAX {
            return Self::default();
        }
        let neighbours = grid.neighbours();
        let mut images = Vec::new();
        for turn in neighbours.iter().flat_map(|one| neighbours.iter().map(|other| Turn([*one, *other]))) {
            let keeps_neighbours = neighbours.iter().all(|offset| neighbours.contains(&turn.of(*offset)));
            let is_identity = turn.0 == [[1, 0], [0, 1]];
            if keeps_neighbours && !is_identity && turn.keeps_offsets(rules) {
                images.extend(turn.image(rules).filter(|image| keeps_areas(rules, turn, image)));
            }
        }
        let number = |cell: usize, content: usize| mix(rules.digest ^ (cell * CONTENTS + content) as u64);
        let numbers = match images.len() {
            0 => Vec::new(),
            _ => (0..grid.size()).map(|cell| std::array::from_fn(|content| number(cell, content))).collect(),
        };
        Self { images, numbers }
    }
}

impl Turn {
    /// The image of each cell, if the board is its own image.
    fn image<const W: usize>(self, rules: &Rules<W>) -> Option<Image> {
        let grid = &rules.grid;
        let offset = |cell: u8| {
            let [row, column] = grid.place(cell);
            [column as i8, -(row as i8)]
        };
        let turned: Vec<(u8, Offset)> = rules.all.members().map(|cell| (cell, self.of(offset(cell)))).collect();
        let least = |at: usize, offsets: &mut dyn Iterator<Item = Offset>| offsets.map(|it| it[at]).min();
        let shift = [0, 1].map(|at| {
            let before = least(at, &mut rules.all.members().map(offset));
            let after = least(at, &mut turned.iter().map(|(_, it)| *it));
            before.zip(after).map_or(0, |(before, after)| before - after)
        });
        let mut image: Image = (0..grid.size() as u8).collect();
        for (cell, [right, up]) in turned {
            let (column, row) = (right + shift[0], -(up + shift[1]));
            let place = [usize::try_from(row).ok()?, usize::try_from(column).ok()?];
            if !grid.has(place) {
                return None;
            }
            image[usize::from(cell)] = grid.cell(place);
        }
        Some(image)
    }

    /// Whether all directions of the rules are the same as before, apart from the cells where they matter.
    fn keeps_offsets<const W: usize>(self, rules: &Rules<W>) -> bool {
        let near: Vec<Offset> = rules.near.iter().map(|direction| direction.offset).collect();
        let falls = rules.place.as_ref().is_some_and(|placing| placing.spec.lowest);
        let swaps = self.0[0][0] == 0;
        let shapes = rules.place.as_ref().and_then(|placing| placing.spec.shape);
        near.iter().all(|offset| near.contains(&self.of(*offset)))
            && (!falls || self.of([0, 1]) == [0, 1])
            && (!swaps || shapes.is_none_or(|shapes| shapes.iter().all(|[columns, rows]| columns == rows)))
    }
}

fn imaged<const W: usize>(image: &[u8], cells: Set<W>) -> Set<W> {
    cells.members().map(|cell| image[usize::from(cell)]).collect()
}

/// Whether areas and moves are their own images.
fn keeps_areas<const W: usize>(rules: &Rules<W>, turn: Turn, image: &[u8]) -> bool {
    let keeps = |cells: Set<W>| imaged(image, cells & rules.all) == cells & rules.all;
    let keeps_kind = |kind: &Kind<W>| {
        let rays = |rays: &[Ray<W>]| same_rays(rays, turn, image, rules.all);
        let hops = kind.hops.iter().all(|hop| {
            let to = turn.of(hop.direction.offset);
            kind.hops.iter().any(|other| {
                other.direction.offset == to
                    && (other.group, other.over_any, other.takes, other.again, other.straight)
                        == (hop.group, hop.over_any, hop.takes, hop.again, hop.straight)
            })
        });
        hops && rays(&kind.rays)
            && kind.blocks.iter().flatten().all(|block| rays(block))
            && kind.becomes.as_ref().is_none_or(|(_, area)| keeps(*area))
            && keeps(kind.prefer)
    };
    let keeps_end = |when: &Condition<W>| match when {
        Condition::Connect { areas, .. } => areas.iter().all(|areas| {
            let mut left = areas.clone();
            areas.iter().all(|area| {
                let found = left.iter().position(|other| *other == imaged(image, *area));
                found.map(|index| left.swap_remove(index)).is_some()
            })
        }),
        Condition::Reach { area, .. } => area.iter().all(|area| keeps(*area)),
        _ => true,
    };
    rules.kinds.iter().flatten().all(keeps_kind)
        && rules.hostile.iter().all(|area| keeps(*area))
        && rules.opening.iter().flat_map(|ply| &ply.area).all(|area| keeps(*area))
        && rules.ends.iter().all(|end| keeps_end(&end.when))
}

fn same_rays<const W: usize>(rays: &[Ray<W>], turn: Turn, image: &[u8], all: Set<W>) -> bool {
    let mut left: Vec<&Ray<W>> = rays.iter().collect();
    rays.iter().all(|ray| {
        let to = turn.of(ray.direction.offset);
        let avoided = imaged(image, all - ray.ends);
        let same = |other: &&Ray<W>| {
            other.direction.offset == to
                && (other.range, other.moves, other.takes) == (ray.range, ray.moves, ray.takes)
                && (other.by_line.is_some(), other.block) == (ray.by_line.is_some(), ray.block)
                && all - other.ends == avoided
        };
        left.iter().position(same).map(|index| left.swap_remove(index)).is_some()
    })
}

impl<const W: usize> Ruled<W> {
    /// The hash that a position shares with its images, if it is compared with them.
    pub(super) fn shared_hash(&self) -> Option<u64> {
        let Symmetries { images, numbers } = &self.rules.symmetries;
        if images.is_empty() {
            return None;
        }
        let pieces = self.pieces[0] | self.pieces[1] | self.blocked;
        let occupied = pieces.count();
        if occupied > COMPARED_MAX && self.rules.all.count() - occupied > COMPARED_MAX {
            return None;
        }
        let cells: Vec<(usize, usize)> = pieces.members().map(|cell| (usize::from(cell), self.content(cell))).collect();
        let own = cells.iter().fold(0, |hash, (cell, content)| hash ^ numbers[*cell][*content]);
        let hash = images.iter().fold(own, |least, image| {
            let of = cells.iter().fold(0, |hash, (cell, content)| hash ^ numbers[usize::from(image[*cell])][*content]);
            least.min(of)
        });
        Some(mix(hash ^ self.counts_key()))
    }

    fn content(&self, cell: u8) -> usize {
        match SIDES.into_iter().find(|side| self.pieces[side.index()].contains(cell)) {
            Some(side) => 2 * side.index() + usize::from(self.second_kind.contains(cell)),
            None => CONTENTS - 1,
        }
    }

    /// The images of a position.
    pub(super) fn images(&self) -> Vec<Self> {
        let image = |image: &Image| Self {
            pieces: self.pieces.map(|cells| imaged(image, cells)),
            second_kind: imaged(image, self.second_kind),
            blocked: imaged(image, self.blocked),
            ..self.clone()
        };
        self.rules.symmetries.images.iter().map(image).collect()
    }
}
