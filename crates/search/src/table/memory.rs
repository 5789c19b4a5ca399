//! The memory of the transposition table. The file is long because its tests know the layout.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use prefetch_index::prefetch_index;

use super::entry::TableEntry;

/// A table of results, reused from search to search. Every entry carries the generation in which it was written, and
/// entries of other generations are ignored. Clearing the table just starts a new generation; memory is wiped only when
/// all generation numbers have been used.
///
/// In an exact search an entry serves only its own depth, unless its result holds at other depths too. So scores stay
/// exactly depth-limited minimax values.
pub struct Table {
    memory: Arc<Memory>,
    /// Entries in use, a power of two: small searches stay in a small, warm part.
    used: usize,
    /// Entries that may have been written since the last wipe.
    touched: usize,
    /// From 1 on: memory that was never written has generation 0.
    generation: u64,
    /// XORed into every key, so that games whose results must not mix can share a table.
    salt: u64,
}

/// Memory that several threads may search in. Each entry is two words that are read and written separately, so the
/// first one is stored as check XOR second: an entry whose words come from two threads fails the check (Hyatt and Mann
/// 2002).
struct Memory {
    /// For each entry, the key with its low bits replaced by the generation, and the [packed](TableEntry::pack) result:
    /// four entries to a cache line. The allocator gives zeros without touching the memory.
    entries: Box<[[AtomicU64; 2]]>,
    /// A byte of every entry's key. Most probes miss, and the tags, unlike the entries, fit the processor's cache.
    tags: Box<[AtomicU8]>,
}

/// Entries that every search begins with: 64 KiB.
const SMALLEST: usize = 1 << GENERATION_BITS;
const GENERATION_BITS: u32 = 12;
const GENERATIONS: u64 = 1 << GENERATION_BITS;

impl Memory {
    fn read(&self, index: usize) -> [u64; 2] {
        self.entries[index].each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    fn write(&self, index: usize, packed: [u64; 2]) {
        for (word, value) in self.entries[index].iter().zip(packed) {
            word.store(value, Ordering::Relaxed);
        }
    }

    fn tag(&self, index: usize) -> u8 {
        self.tags[index].load(Ordering::Relaxed)
    }
}

impl Table {
    /// A table of at most `bytes`, at least 64 KiB, plus a sixteenth of that for the tags. The system provides memory
    /// only when it is first touched.
    ///
    /// # Panics
    /// If the system refuses the memory.
    pub fn new(bytes: usize) -> Self {
        Self::try_new(bytes).expect("the system has memory for a table")
    }

    /// As [`Table::new`]; `None` if the system refuses the memory.
    pub fn try_new(bytes: usize) -> Option<Self> {
        let entries = Self::capacity(bytes);
        let memory = Memory { entries: try_zeroed_slice_box(entries).ok()?, tags: try_zeroed_slice_box(entries).ok()? };
        Some(Self { memory: Arc::new(memory), used: SMALLEST, touched: SMALLEST, generation: 1, salt: 0 })
    }

    /// The number of results that a table of at most `bytes` holds. Further results overwrite earlier ones; more nodes
    /// are then searched, and the answers of selective searches, and of searches that a node limit ends, may differ.
    pub const fn capacity(bytes: usize) -> usize {
        let entries = bytes / size_of::<[u64; 2]>();
        if entries < SMALLEST { SMALLEST } else { 1 << entries.ilog2() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.used = SMALLEST;
        self.generation += 1;
        if self.generation == GENERATIONS {
            (0..self.touched).for_each(|index| self.memory.write(index, [0; 2]));
            (self.touched, self.generation) = (SMALLEST, 1);
        }
    }

    /// Separates the results of the next searches from those with another salt.
    pub(crate) const fn set_salt(&mut self, salt: u64) {
        self.salt = salt;
    }

    /// The same table for another thread. Neither grows while both exist.
    pub(crate) fn share(&self) -> Self {
        Self { memory: Arc::clone(&self.memory), ..*self }
    }

    /// Grows the part in use to this many results, unless other threads search in it. Entries move to their new indices,
    /// so nothing is lost.
    pub(crate) fn grow(&mut self, results: u64) {
        let is_shared = Arc::strong_count(&self.memory) > 1;
        let most = if is_shared { self.used } else { self.memory.entries.len() };
        let wanted = usize::try_from(results).unwrap_or(usize::MAX).checked_next_power_of_two();
        let wanted = wanted.map_or(most, |wanted| wanted.clamp(self.used, most));
        while self.used < wanted {
            // The copy at the wrong index is never found, because the check contains the key bit in which the two
            // indices differ.
            for index in 0..self.used {
                self.memory.write(index + self.used, self.memory.read(index));
                self.memory.tags[index + self.used].store(self.memory.tag(index), Ordering::Relaxed);
            }
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
        prefetch_index(&self.memory.entries, self.index(key ^ self.salt));
    }

    /// The same for an entry that is probably not in the table.
    pub(crate) fn prefetch_tag(&self, key: u64) {
        prefetch_index(&self.memory.tags, self.index(key ^ self.salt));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        let key = key ^ self.salt;
        let index = self.index(key);
        if self.memory.tag(index) != Self::tag(key) {
            return None;
        }
        let [check, packed] = self.memory.read(index);
        (check ^ packed == self.check(key)).then(|| TableEntry::unpack(packed))
    }

    /// Stores a result, always replacing the old one: the newest result is the most likely to be needed again.
    pub(crate) fn store(&mut self, key: u64, entry: TableEntry) {
        let Some(packed) = entry.pack() else { return };
        let key = key ^ self.salt;
        let index = self.index(key);
        self.memory.tags[index].store(Self::tag(key), Ordering::Relaxed);
        self.memory.write(index, [self.check(key) ^ packed, packed]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use crate::score::Bound;

    fn entry(score: Score, bound: Bound, depth: u32) -> TableEntry {
        TableEntry { score, bound, depth, proven: false, best: Some(3) }
    }

    #[test]
    fn a_stored_result_is_found_until_the_table_is_cleared() {
        let mut table = Table::new(0);
        table.clear();
        let result = TableEntry { proven: true, best: None, ..entry(Score::loss_in(4), Bound::Upper, 9) };
        table.store(77, result);
        assert_eq!(table.probe(77), Some(result));
        assert_eq!(table.probe(77 + SMALLEST as u64), None, "the same index is not the same position");
        for _ in 0..3 * GENERATIONS {
            table.clear();
            assert_eq!(table.probe(77), None);
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

    #[test]
    fn no_entry_outlives_its_generation_in_a_table_that_has_grown() {
        let size = 1 << 20;
        let last = (size / size_of::<[u64; 2]>() - 1) as u64;
        let mut table = Table::new(size);
        table.grow(u64::MAX);
        let keys = [0, SMALLEST as u64, last / 2, last].map(|key| key | 7 << 56);
        keys.iter().for_each(|key| table.store(*key, entry(Score::heuristic(1), Bound::Exact, 1)));
        for _ in 0..2 * GENERATIONS {
            table.clear();
            table.used = table.memory.entries.len();
            assert_eq!(keys.map(|key| table.probe(key)), [None; 4]);
        }
    }

    #[test]
    fn results_of_another_salt_are_not_found() {
        let mut table = Table::new(0);
        table.set_salt(99);
        table.store(77, entry(Score::heuristic(1), Bound::Exact, 1));
        table.set_salt(98);
        assert_eq!(table.probe(77), None);
        table.set_salt(99);
        assert!(table.probe(77).is_some());
    }

    #[test]
    fn torn_table_entries_are_ignored() {
        let mut table = Table::new(0);
        table.store(77, entry(Score::heuristic(1), Bound::Exact, 1));
        let first = table.memory.read(77);
        table.store(77, entry(Score::heuristic(2), Bound::Exact, 2));
        let second = table.memory.read(77);
        table.memory.write(77, [first[0], second[1]]);
        assert_eq!(table.probe(77), None);
        assert!(table.share().probe(77).is_none());
        table.memory.write(77, second);
        assert!(table.share().probe(77).is_some(), "the memory is the same");
    }

    #[test]
    fn a_shared_table_keeps_its_size() {
        let mut table = Table::new(1 << 20);
        let mut other = table.share();
        for table in [&mut table, &mut other] {
            table.grow(u64::MAX);
            assert_eq!(table.used, SMALLEST);
        }
        drop(other);
        table.grow(u64::MAX);
        assert_eq!(table.used, (1 << 20) / 16);
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
        // Other tests run at the same time, but none of them takes a quarter of this.
        assert!(resident().saturating_sub(before) < 512 << 20);
    }
}
