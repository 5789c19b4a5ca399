//! Groups of connected stones. They are merged pair by pair, so a winding chain takes no longer than a straight one.

use super::bridges::Bridges;
use super::cells::{AROUND, Cell, Cells, PLACES, Step, Word, offset};

/// A side's stones in groups: a disjoint-set forest (Tarjan 1975), and a circular list of each group's members.
pub(super) struct Groups {
    /// The parent of each stone in the forest; a root is its own parent.
    nearer: [u16; PLACES],
    /// The next stone of the group, in a circle.
    next: [u16; PLACES],
}

impl Groups {
    /// Chains: groups of adjacent stones.
    pub(super) fn touching<W: Word, const H: usize>(stones: &Cells<W, H>) -> Self {
        let mut groups = Self { nearer: [0; PLACES], next: [0; PLACES] };
        stones.members().for_each(|stone| {
            let place = stone.place();
            (groups.nearer[place], groups.next[place]) = (place as u16, place as u16);
        });
        for step in &AROUND[..3] {
            groups.join(&stones.moved(*step).and(stones), *step);
        }
        groups
    }

    /// Also merges chains that are a bridge apart.
    pub(super) fn bridged<W: Word, const H: usize>(mut self, stones: &Cells<W, H>, bridges: &Bridges<W, H>) -> Self {
        for (step, ends) in bridges.upwards() {
            self.join(&stones.moved(step).and(stones).and(ends), step);
        }
        self
    }

    /// Merges each of these stones with the stone one step before it.
    fn join<W: Word, const H: usize>(&mut self, stones: &Cells<W, H>, step: Step) {
        stones.members().for_each(|stone| {
            let place = stone.place();
            let [one, other] = [place, place.wrapping_add_signed(-offset(step))].map(|place| self.foremost(place));
            if one != other {
                self.nearer[one] = other as u16;
                self.next.swap(one, other); // Two circles become one.
            }
        });
    }

    /// The root of a stone's group, with path halving.
    fn foremost(&mut self, mut place: usize) -> usize {
        while usize::from(self.nearer[place]) != place {
            let nearer = self.nearer[usize::from(self.nearer[place])];
            self.nearer[place] = nearer;
            place = usize::from(nearer);
        }
        place
    }

    /// The indexes of all stones in a stone's group.
    pub(super) fn of(&self, stone: Cell) -> impl Iterator<Item = usize> {
        let first = stone.place();
        let next = move |place: &usize| Some(usize::from(self.next[*place])).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }
}
