//! The memory of the transposition table.

use prefetch_index::prefetch_index;

use super::entry::{Bound, TableEntry};
use crate::Score;

/// A table of results, reused from search to search. Every entry carries the generation it was written in, and entries
/// of other generations do not count. So clearing the table starts a generation, and wipes a 2,047th of the touched
/// memory: enough that no entry is left when its generation's number comes again.
///
/// An entry serves a search of its own depth only, unless its result holds at every depth. So scores stay exactly
/// depth-limited minimax values.
pub struct Table {
    /// Packed [entries](RawEntry). Plain numbers, so that the allocator gives zeros without touching the memory.
    entries: Vec<[u64; 2]>,
    /// A byte of every entry's key. Most probes miss, and the tags, unlike the entries, fit the processor's cache.
    tags: Vec<u8>,
    /// Entries in use, a power of two: small searches stay in a small, warm part.
    used: usize,
    /// Entries that may have been written since the sweep began.
    touched: usize,
    generation: u64,
    sweep: Sweep,
}

/// Wipes the table bit by bit: from its first entry to those that had been touched when it began.
struct Sweep {
    next: usize,
    end: usize,
}

/// 16 bytes when packed, four to a cache line.
#[derive(Clone, Copy)]
struct RawEntry {
    /// The key, its low bits, which the index of the entry has, replaced by the generation. No search has generation 0.
    check: u64,
    score: i32,
    /// The best move's slot; [`NO_SLOT`] if there is none.
    best: u16,
    depth: u8,
    /// The bound, and whether the result is complete.
    flags: u8,
}

impl RawEntry {
    fn pack(self) -> [u64; 2] {
        let small = u64::from(self.best) | u64::from(self.depth) << 16 | u64::from(self.flags) << 24;
        [self.check, u64::from(self.score.cast_unsigned()) << 32 | small]
    }

    const fn unpack([check, rest]: [u64; 2]) -> Self {
        let score = ((rest >> 32) as u32).cast_signed();
        Self { check, score, best: rest as u16, depth: (rest >> 16) as u8, flags: (rest >> 24) as u8 }
    }
}

const NO_SLOT: u16 = u16::MAX;
const BOUND: u8 = 0b011;
const COMPLETE: u8 = 0b100;
/// Entries that every search begins with: 64 KiB.
const SMALLEST: usize = 1 << GENERATION_BITS;
const GENERATION_BITS: u32 = 12;
const GENERATIONS: u64 = 1 << GENERATION_BITS;
/// Generations that a sweep takes. An entry is wiped by the sweep under way when it is written, or by the next one: in
/// time, since a number of a generation comes again after [`GENERATIONS`]` - 1`.
const SWEEP_GENERATIONS: usize = (GENERATIONS as usize - 1) / 2;

impl Table {
    /// A table of at most `bytes`, at least 64 KiB, and a sixteenth of it for the tags. The system hands the memory out
    /// as it is touched.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let entries = Self::capacity(bytes);
        let (entries, tags) = (vec![[0; 2]; entries], vec![0; entries]);
        let sweep = Sweep { next: 0, end: SMALLEST };
        Self { entries, tags, used: SMALLEST, touched: SMALLEST, generation: 1, sweep }
    }

    /// The number of results that a table of at most `bytes` holds. Beyond it results are overwritten. Then more nodes
    /// are searched, and selective answers and those ended by a node limit may differ.
    #[must_use]
    pub const fn capacity(bytes: usize) -> usize {
        let entries = bytes / size_of::<[u64; 2]>();
        if entries < SMALLEST { SMALLEST } else { 1 << entries.ilog2() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.used = SMALLEST;
        self.generation = self.generation % (GENERATIONS - 1) + 1;
        let Sweep { next, end } = self.sweep;
        let wiped = (next + end.div_ceil(SWEEP_GENERATIONS)).min(end);
        self.entries[next..wiped].fill([0; 2]);
        self.sweep.next = wiped;
        if wiped == end {
            self.sweep = Sweep { next: 0, end: self.touched };
            self.touched = SMALLEST;
        }
    }

    /// Grows the part in use to this many results. Entries move to their new indices, so nothing is lost.
    pub(crate) fn grow(&mut self, results: u64) {
        let wanted = usize::try_from(results).unwrap_or(usize::MAX).checked_next_power_of_two();
        let wanted = wanted.map_or(self.entries.len(), |wanted| wanted.clamp(self.used, self.entries.len()));
        while self.used < wanted {
            let (old, new) = self.entries[..2 * self.used].split_at_mut(self.used);
            for (entry, twin) in old.iter().zip(new) {
                // The bit of the key that tells the two indices apart is in the check: it is above those of the
                // generation.
                let moves = entry[0] & (GENERATIONS - 1) == self.generation && entry[0] & self.used as u64 != 0;
                // Without a branch, which would be mispredicted every other time.
                *twin = if moves { *entry } else { [0; 2] };
            }
            // A tag without its entry does no harm, since the entry is checked too.
            self.tags.copy_within(..self.used, self.used);
            self.used *= 2;
        }
        self.touched = self.touched.max(self.used);
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.used - 1)
    }

    fn check(&self, key: u64) -> u64 {
        key & !(GENERATIONS - 1) | self.generation
    }

    const fn tag(key: u64) -> u8 {
        (key >> 56) as u8
    }

    /// Prefetches the memory of an entry that is about to be [probed](Self::probe) or stored.
    pub(crate) fn prefetch(&self, key: u64) {
        self.prefetch_tag(key);
        prefetch_index(&self.entries, self.index(key));
    }

    /// The same for an entry that is most likely not there.
    pub(crate) fn prefetch_tag(&self, key: u64) {
        prefetch_index(&self.tags, self.index(key));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        let index = self.index(key);
        if self.tags[index] != Self::tag(key) {
            return None;
        }
        let packed = self.entries[index];
        if packed[0] != self.check(key) {
            return None;
        }
        let entry = RawEntry::unpack(packed);
        let bound = match entry.flags & BOUND {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(TableEntry {
            score: Score::from_raw(entry.score),
            bound,
            depth: u32::from(entry.depth),
            complete: entry.flags & COMPLETE != 0,
            best: (entry.best != NO_SLOT).then_some(entry.best),
        })
    }

    /// Stores a result, always replacing: the newest is the likeliest to be asked for again.
    pub(crate) fn store(&mut self, key: u64, entry: TableEntry) {
        let Ok(depth) = u8::try_from(entry.depth) else { return };
        let flags = entry.bound as u8 | if entry.complete { COMPLETE } else { 0 };
        let index = self.index(key);
        let best = entry.best.unwrap_or(NO_SLOT);
        let raw = RawEntry { check: self.check(key), score: entry.score.raw(), best, depth, flags };
        self.tags[index] = Self::tag(key);
        self.entries[index] = raw.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, bound: Bound, depth: u32) -> TableEntry {
        TableEntry { score, bound, depth, complete: false, best: Some(3) }
    }

    #[test]
    fn a_stored_result_is_found_until_the_table_is_cleared() {
        let mut table = Table::new(0);
        table.clear();
        let result = TableEntry { complete: true, best: None, ..entry(Score::loss_in(4), Bound::Upper, 9) };
        table.store(77, result);
        assert_eq!(table.probe(77), Some(result));
        assert_eq!(table.probe(77 + SMALLEST as u64), None, "the same index is not the same position");
        for _ in 0..3 * GENERATIONS {
            table.clear();
            assert_eq!(table.probe(77), None);
        }
    }

    #[test]
    fn no_entry_outlives_its_generation_wherever_the_sweep_is() {
        let size = 1 << 20;
        let last = (size / size_of::<[u64; 2]>() - 1) as u64;
        for clears in (0..GENERATIONS).step_by(89) {
            let mut table = Table::new(size);
            for _ in 0..clears {
                table.clear();
            }
            let generation = table.generation;
            table.grow(u64::MAX);
            let keys = [0, SMALLEST as u64, last / 2, last].map(|key| key | 7 << 56);
            for key in keys {
                table.store(key, entry(Score::heuristic(1), Bound::Exact, 1));
            }
            for _ in 1..GENERATIONS {
                table.clear();
            }
            assert_eq!(table.generation, generation);
            table.used = table.entries.len();
            assert_eq!(keys.map(|key| table.probe(key)), [None; 4], "written after {clears} generations");
        }
    }

    #[test]
    fn a_table_grows_up_to_its_size_and_no_further() {
        let mut table = Table::new(1 << 20);
        table.clear();
        table.grow(1_000_000_000);
        assert_eq!(table.used, (1 << 20) / 16);
        table.grow(3);
        assert_eq!(table.used, (1 << 20) / 16, "a search never shrinks it");
        table.clear();
        assert_eq!(table.used, SMALLEST);
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = Table::new(1 << 20);
        table.clear();
        let key = |index: u64| index << 56 | index << 12 | index;
        for index in 0..200 {
            table.store(key(index), entry(Score::heuristic(index as i32), Bound::Exact, 3));
        }
        table.grow(u64::MAX);
        for index in 0..200 {
            assert_eq!(table.probe(key(index)), Some(entry(Score::heuristic(index as i32), Bound::Exact, 3)));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_taken_only_by_what_searches_touch() {
        let resident = || {
            let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
            statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let before = resident();
        let mut table = Table::new(2 << 30);
        for _ in 0..3 * GENERATIONS {
            table.clear();
            table.store(77, entry(Score::heuristic(1), Bound::Exact, 1));
        }
        // Other tests run beside this one, but none of them takes a quarter of this.
        assert!(resident().saturating_sub(before) < 512 << 20);
    }
}
