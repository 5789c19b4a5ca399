//! Games in which pieces only take their neighbours, as in Clobber: groups of pieces that do not touch never meet, so a
//! position is known by its groups, wherever they are, and a group of one side's pieces alone is nothing.

use plyd_search::mix;

use super::board::Offset;
use super::position::Ruled;
use super::set::Set;
use super::spec::{Stuck, Wins};
use super::table::{Condition, Ending, Kind, Rules};

/// Whether the rules are those of such a game, the same for both sides.
pub(super) fn has_parts<const W: usize>(rules: &Rules<W>) -> bool {
    let ends_when_stuck =
        matches!(&rules.ends[..], [Ending { when: Condition::Stuck(Stuck::Next), wins: Wins::Last | Wins::Next }]);
    let plain = rules.place.is_none() && rules.after.is_empty() && rules.opening.is_empty() && rules.turn == [1, 1];
    let takes_neighbours = |kind: &Kind<W>| {
        let indifferent = kind.becomes.is_none() && kind.prefer.is_empty() && kind.worth.is_none();
        kind.hops.is_empty()
            && !kind.one_by_one
            && indifferent
            && kind
                .rays
                .iter()
                .all(|ray| ray.takes && !ray.moves && ray.range == 1 && (rules.all - ray.ends).is_empty())
    };
    let offsets = |kind: &Kind<W>| {
        let mut offsets: Vec<Offset> = kind.rays.iter().map(|ray| ray.direction.offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    };
    let [first, second] = [0, 1].map(|side| rules.kinds[side].first().map(offsets).unwrap_or_default());
    let both_ways = first.iter().all(|offset| first.contains(&offset.map(|by| -by)));
    let single = rules.kinds.iter().all(|kinds| kinds.len() == 1);
    ends_when_stuck
        && plain
        && single
        && rules.kinds.iter().flatten().all(takes_neighbours)
        && first == second
        && both_ways
}

impl<const W: usize> Ruled<W> {
    /// A hash of the groups that have pieces of both sides, seen from the side to move.
    pub(super) fn parts_hash(&self) -> u64 {
        let [own, other] = [self.side, self.side.other()].map(|side| self.pieces[side.index()]);
        let rays = &self.rules.kinds[0][0].rays;
        let (mut left, mut sum) = (own | other, 0_u64);
        while let Some(cell) = left.members().next() {
            let mut part = Set::of(cell);
            loop {
                let wider = rays.iter().fold(part, |all, ray| all | ray.direction.step(part)) & left;
                if wider == part {
                    break;
                }
                part |= wider;
            }
            left = left - part;
            if part.meets(own) && part.meets(other) {
                let corner = self.corner(part);
                let hash = [own & part, other & part]
                    .iter()
                    .fold(0, |hash, set| set.moved(-corner).0.iter().fold(hash, |hash, word| mix(hash ^ word)));
                sum = sum.wrapping_add(hash);
            }
        }
        mix(sum ^ self.rules.digest)
    }

    /// How far a part is from the first row and column, in cells.
    fn corner(&self, part: Set<W>) -> i16 {
        let columns = self.rules.grid.columns;
        let least = part.members().fold([usize::MAX; 2], |[row, column], cell| {
            let cell = usize::from(cell);
            [row.min(cell / columns), column.min(cell % columns)]
        });
        (least[0] * columns + least[1]) as i16
    }
}
