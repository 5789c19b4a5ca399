//! Groups of connected stones. They are merged pair by pair, so a winding chain takes no longer than a straight one.

use super::cells::{AROUND, Cell, Cells, INDEX_COUNT, Step, Word, offset};

/// A side's stones in groups: a disjoint-set forest (Tarjan 1975), and a circular list of each group's members.
pub(super) struct Groups {
    /// The parent of each stone in the forest; a root is its own parent.
    parent: [u16; INDEX_COUNT],
    /// The next stone of the group, in a circle.
    next: [u16; INDEX_COUNT],
}

impl Groups {
    /// Chains: groups of adjacent stones.
    pub(super) fn touching<W: Word, const H: usize>(stones: &Cells<W, H>) -> Self {
        let mut groups = Self { parent: [0; INDEX_COUNT], next: [0; INDEX_COUNT] };
        stones.members().for_each(|stone| {
            let index = stone.index();
            (groups.parent[index], groups.next[index]) = (index as u16, index as u16);
        });
        for step in &AROUND[..3] {
            groups.union(&stones.moved(*step).and(stones), *step);
        }
        groups
    }

    /// The set, and all groups of these stones that touch it.
    pub(super) fn joined<W: Word, const H: usize>(&self, mut set: Cells<W, H>, stones: &Cells<W, H>) -> Cells<W, H> {
        for stone in set.neighbours().and(stones).members() {
            if !set.has(stone) {
                self.of(stone).for_each(|index| set.insert(index));
            }
        }
        set
    }

    /// Merges each of these stones with the stone one step before it.
    fn union<W: Word, const H: usize>(&mut self, stones: &Cells<W, H>, step: Step) {
        stones.members().for_each(|stone| {
            let index = stone.index();
            let [one, other] = [index, index.wrapping_add_signed(-offset(step))].map(|index| self.find_root(index));
            if one != other {
                self.parent[one] = other as u16;
                self.next.swap(one, other); // Two circles become one.
            }
        });
    }

    /// The root of a stone's group, with path halving.
    fn find_root(&mut self, mut index: usize) -> usize {
        while usize::from(self.parent[index]) != index {
            let parent = self.parent[usize::from(self.parent[index])];
            self.parent[index] = parent;
            index = usize::from(parent);
        }
        index
    }

    /// The indexes of all stones in a stone's group.
    pub(super) fn of(&self, stone: Cell) -> impl Iterator<Item = usize> {
        let first = stone.index();
        let next = move |index: &usize| Some(usize::from(self.next[*index])).filter(|next| *next != first);
        std::iter::successors(Some(first), next)
    }
}
