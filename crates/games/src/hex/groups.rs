//! Stones that belong together. They are joined pair by pair, so that a chain that winds across the whole board takes
//! no longer than one in a line.

use super::bridges::Bridges;
use super::cells::{AROUND, Cell, Cells, PLACES, Step, Word, offset};

/// A side's stones in groups: a disjoint-set forest (Tarjan 1975), and the members of each set in a circle.
pub(super) struct Groups {
    /// For each stone, one of its group that is nearer to the one that stands for all; that one has itself.
    nearer: [u16; PLACES],
    /// For each stone the next of its group, around and back to itself.
    next: [u16; PLACES],
}

impl Groups {
    /// Chains: stones that touch belong together.
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

    /// Chains that are a bridge apart belong together too.
    pub(super) fn bridged<W: Word, const H: usize>(mut self, stones: &Cells<W, H>, bridges: &Bridges<W, H>) -> Self {
        for (step, ends) in bridges.upwards() {
            self.join(&stones.moved(step).and(stones).and(ends), step);
        }
        self
    }

    /// Joins each of these stones to the one that is a step before it.
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

    /// The stone that stands for this one's group; the way there is halved.
    fn foremost(&mut self, mut place: usize) -> usize {
        while usize::from(self.nearer[place]) != place {
            let nearer = self.nearer[usize::from(self.nearer[place])];
            self.nearer[place] = nearer;
            place = usize::from(nearer);
        }
        place
    }

    /// The places of all stones of this one's group.
    pub(super) fn of(&self, stone: Cell) -> impl Iterator<Item = usize> {
        let first = stone.place();
        let next = move |place: &usize| Some(usize::from(self.next[*place])).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }
}
