//! The worker for a job: one that has searched its game, if several are free.

use std::collections::VecDeque;

use crate::search::Trail;

/// Positions whose worker is remembered. Those that share a slot replace each other.
const SLOTS: usize = 1024;

/// The free workers, and the worker that searched a position last.
pub(super) struct Placement {
    /// The one that has been free longest comes first, so that games spread over the workers.
    free: VecDeque<usize>,
    /// A position's key and its worker.
    searched: Box<[(u64, usize)]>,
}

impl Placement {
    /// No worker is free yet.
    pub(super) fn new() -> Self {
        Self { free: VecDeque::new(), searched: vec![(0, 0); SLOTS].into() }
    }

    /// Takes a free worker, preferably one that searched a position of this trail.
    pub(super) fn choose(&mut self, trail: Trail) -> Option<usize> {
        // The position two plies before is the player's own last one.
        let known = [trail[2], trail[0], trail[1]].into_iter().filter_map(|key| self.worker_of(key));
        let preferred = known.filter_map(|worker| self.free.iter().position(|free| *free == worker)).next();
        self.free.remove(preferred.unwrap_or(0))
    }

    /// Remembers that the worker searches the first position of this trail.
    pub(super) fn searched(&mut self, worker: usize, trail: Trail) {
        if trail[0] != 0 {
            self.searched[trail[0] as usize % SLOTS] = (trail[0], worker);
        }
    }

    /// The worker has nothing to do, and may have been free already.
    pub(super) fn set_free(&mut self, worker: usize) {
        if !self.free.contains(&worker) {
            self.free.push_back(worker);
        }
    }

    /// The worker has found something to do by itself. It is free no more, if it was.
    pub(super) fn set_busy(&mut self, worker: usize) {
        self.free.retain(|free| *free != worker);
    }

    /// How many workers are free.
    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.free.len()
    }

    fn worker_of(&self, key: u64) -> Option<usize> {
        let (known, worker) = self.searched[key as usize % SLOTS];
        (key != 0 && known == key).then_some(worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_to_the_free_worker_that_knows_it_and_others_to_the_one_that_waits_for_it() {
        let mut placement = Placement::new();
        (0..3).for_each(|worker| placement.set_free(worker));
        placement.searched(2, [50, 0, 0]);
        placement.searched(1, [70, 0, 0]);
        assert_eq!(placement.choose([52, 51, 50]), Some(2), "two plies on");
        assert_eq!(placement.choose([52, 51, 50]), Some(0), "it is busy");
        placement.set_free(2);
        assert_eq!(placement.choose([71, 70, 0]), Some(1), "one ply on");
        placement.set_free(1);
        assert_eq!(placement.choose([9, 0, 0]), Some(2), "the one that has been free longest");
        placement.set_busy(1);
        assert_eq!(placement.choose([70, 0, 0]), None);
    }

    #[test]
    fn a_position_with_the_slot_of_another_replaces_it() {
        let mut placement = Placement::new();
        (0..2).for_each(|worker| placement.set_free(worker));
        placement.searched(1, [5, 0, 0]);
        placement.searched(0, [5 + SLOTS as u64, 0, 0]);
        assert_eq!(placement.choose([7, 6, 5]), Some(0), "nothing is known");
    }
}
