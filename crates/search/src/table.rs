//! The transposition table: what is known of positions that several lines of play reach.

use prefetch_index::prefetch_index;

use super::score::{Score, Window};
use super::table_key::{HORIZON, TableKey};

/// A table of results, reused from search to search and made fresh in O(1): every entry carries the generation it was
/// written in, and entries of other generations are not there.
///
/// An entry serves a search of its own depth only, or one that its result holds for whatever the depth, so that scores stay
/// exactly depth-limited minimax values.
pub struct Table {
    /// Packed [entries](Entry): only of plain numbers does the system give zeros without touching the memory.
    entries: Vec<[u64; 2]>,
    /// A byte of every entry's key. Most positions that are asked for are not there, and the tags say so from the processor's cache, where the
    /// entries are too many for it.
    tags: Vec<u8>,
    /// Entries in use, a power of two: small searches stay in a small, warm part.
    used: usize,
    /// Entries that any generation may have written.
    touched: usize,
    generation: u64,
}

/// 16 bytes when packed, four to a cache line.
#[derive(Clone, Copy)]
struct Entry {
    /// The key, its low bits replaced by the generation: the entry's place tells those. Generation 0 is nobody's.
    check: u64,
    score: i32,
    /// The best move's slot; [`NO_SLOT`] if there is none.
    best: u16,
    depth: u8,
    /// The bound, and whether the result is complete.
    flags: u8,
}

impl Entry {
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
/// Where every search begins: 64 KiB.
const SMALLEST: usize = 1 << GENERATION_BITS;
const GENERATION_BITS: u32 = 12;
const GENERATIONS: u64 = 1 << GENERATION_BITS;

/// A space of the table: results of one do not meet those of another, for either kind would overwrite the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space(u64);

impl Space {
    /// What is searched to some depth, on the way to the end of the game.
    pub(super) const DEEPENING: Self = Self(0);
    /// What is searched to the end of the game.
    pub(super) const PROOF: Self = Self(0x5bd1_e995_9d1b_54a5);

    /// The key of a position's result in this space.
    pub(super) const fn key(self, key: TableKey) -> u64 {
        key.number() ^ self.0
    }
}

/// How a stored score relates to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// What the best value that a search found says, if it was asked for values between `floor` and `ceiling`.
    pub(super) fn of(best: Score, floor: Score, ceiling: Score) -> Self {
        match best {
            best if best >= ceiling => Self::Lower,
            best if best > floor => Self::Exact,
            _ => Self::Upper,
        }
    }
}

/// A result, told from its own position: distances count from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) depth: u32,
    /// No static evaluation had a part in it: at this depth or deeper, it is the value of the game.
    pub(super) complete: bool,
    /// The best move's [slot](super::Evaluate::slot).
    pub(super) best: Option<u16>,
}

impl Known {
    /// The score, if it cuts off an exact search of this depth within this window.
    ///
    /// It does at its own depth; deeper too if it is complete; and at any depth that sees as far as its proven win or loss: a
    /// faster one would have been within sight then as well.
    pub(super) fn exact_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let holds = self.depth == depth
            || (self.complete && self.depth < depth)
            || self.score.plies().is_some_and(|plies| plies <= depth.min(self.depth));
        (holds && self.is_bound_outside(window)).then_some(self.score)
    }

    /// The same for the selective search, which asks for no exact depth: a deeper result is as good, and a win found for a side is one at
    /// any depth.
    ///
    /// Not a win beyond the [horizon](HORIZON): a rule that counts plies could come before it.
    pub(super) fn selective_cutoff(&self, depth: u32, window: Window) -> Option<Score> {
        let found_for_a_side = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > Score::ZERO,
            Bound::Upper => self.score < Score::ZERO,
        };
        let holds = match self.score.plies() {
            Some(plies) => plies <= HORIZON && (found_for_a_side || self.depth >= depth),
            None => self.depth >= depth || self.complete,
        };
        (holds && self.is_bound_outside(window)).then_some(self.score)
    }

    /// Whether the bound lies on its own side of the window.
    fn is_bound_outside(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

impl Table {
    /// A table of at most so many bytes, at least 64 KiB, and a sixteenth of it for the tags. The system hands the memory out as it is touched.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let entries = Self::results_in(bytes);
        let (entries, tags) = (vec![[0; 2]; entries], vec![0; entries]);
        Self { entries, tags, used: SMALLEST, touched: SMALLEST, generation: 1 }
    }

    /// How many results a table of at most so many bytes keeps. Once there are more, what it has forgotten shows: in how much is searched, and in
    /// selective answers and those that a number of nodes ended.
    #[must_use]
    pub const fn results_in(bytes: usize) -> usize {
        let entries = bytes / size_of::<[u64; 2]>();
        if entries < SMALLEST { SMALLEST } else { 1 << entries.ilog2() }
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.used = SMALLEST;
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.entries[..self.touched].fill([0; 2]);
            self.touched = SMALLEST;
            self.generation = 1;
        }
    }

    /// Makes room for so many results. Entries move to their places in the larger part, so nothing is lost.
    pub(super) fn grow(&mut self, results: u64) {
        let wanted = usize::try_from(results).unwrap_or(usize::MAX).checked_next_power_of_two();
        let wanted = wanted.map_or(self.entries.len(), |wanted| wanted.clamp(self.used, self.entries.len()));
        while self.used < wanted {
            let (old, new) = self.entries[..2 * self.used].split_at_mut(self.used);
            for (entry, twin) in old.iter().zip(new) {
                // The bit of the key that tells the two places apart is in the check: it is above those of the generation.
                let moves = entry[0] & (GENERATIONS - 1) == self.generation && entry[0] & self.used as u64 != 0;
                // Without a branch, which would be guessed wrong every other time.
                *twin = if moves { *entry } else { [0; 2] };
            }
            // A tag too many does no harm: the entry has the last word.
            self.tags.copy_within(..self.used, self.used);
            self.used *= 2;
        }
        self.touched = self.touched.max(self.used);
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.used - 1)
    }

    fn check(&self, key: u64) -> u64 {
        key & !(GENERATIONS - 1) | self.generation
    }

    const fn tag(key: u64) -> u8 {
        (key >> 56) as u8
    }

    /// Has the memory of a result fetched, to be there when it is [looked up](Self::probe) or kept.
    pub(super) fn prefetch(&self, key: u64) {
        self.prefetch_tag(key);
        prefetch_index(&self.entries, self.place(key));
    }

    /// The same for what is looked up and most likely not there.
    pub(super) fn prefetch_tag(&self, key: u64) {
        prefetch_index(&self.tags, self.place(key));
    }

    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        if self.tags[place] != Self::tag(key) {
            return None;
        }
        let packed = self.entries[place];
        if packed[0] != self.check(key) {
            return None;
        }
        let entry = Entry::unpack(packed);
        let bound = match entry.flags & BOUND {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(Known {
            score: Score::from_raw(entry.score),
            bound,
            depth: u32::from(entry.depth),
            complete: entry.flags & COMPLETE != 0,
            best: (entry.best != NO_SLOT).then_some(entry.best),
        })
    }

    /// Keeps a result in the place of whatever was there: the newest is the likeliest to be asked for again.
    pub(super) fn store(&mut self, key: u64, known: Known) {
        let Ok(depth) = u8::try_from(known.depth) else { return };
        let flags = known.bound as u8 | if known.complete { COMPLETE } else { 0 };
        let place = self.place(key);
        let best = known.best.unwrap_or(NO_SLOT);
        let entry = Entry { check: self.check(key), score: known.score.raw(), best, depth, flags };
        self.tags[place] = Self::tag(key);
        self.entries[place] = entry.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(score: Score, bound: Bound, depth: u32) -> Known {
        Known { score, bound, depth, complete: false, best: Some(3) }
    }

    #[test]
    fn what_is_stored_is_found_until_the_table_is_made_fresh() {
        let mut table = Table::new(0);
        table.begin();
        let result = Known { complete: true, best: None, ..known(Score::loss_in(4), Bound::Upper, 9) };
        table.store(77, result);
        assert_eq!(table.probe(77), Some(result));
        assert_eq!(table.probe(77 + SMALLEST as u64), None, "the same place is not the same position");
        for _ in 0..3 * GENERATIONS {
            table.begin();
            assert_eq!(table.probe(77), None);
        }
    }

    #[test]
    fn a_table_grows_up_to_its_size_and_no_further() {
        let mut table = Table::new(1 << 20);
        table.begin();
        table.grow(1_000_000_000);
        assert_eq!(table.used, (1 << 20) / 16);
        table.grow(3);
        assert_eq!(table.used, (1 << 20) / 16, "a search never shrinks it");
        table.begin();
        assert_eq!(table.used, SMALLEST);
    }

    #[test]
    fn growing_loses_nothing() {
        let mut table = Table::new(1 << 20);
        table.begin();
        let key = |place: u64| place << 56 | place << 12 | place;
        for place in 0..200 {
            table.store(key(place), known(Score::opinion(place as i32), Bound::Exact, 3));
        }
        table.grow(u64::MAX);
        for place in 0..200 {
            assert_eq!(table.probe(key(place)), Some(known(Score::opinion(place as i32), Bound::Exact, 3)));
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
            table.begin();
            table.store(77, known(Score::opinion(1), Bound::Exact, 1));
        }
        // Other tests run beside this one, but none of them takes a quarter of this.
        assert!(resident().saturating_sub(before) < 512 << 20);
    }

    #[test]
    fn a_result_serves_its_own_depth_or_what_it_proves() {
        let opinion = known(Score::opinion(12), Bound::Exact, 5);
        assert_eq!(opinion.exact_cutoff(5, Window::FULL), Some(Score::opinion(12)));
        assert_eq!(opinion.exact_cutoff(4, Window::FULL), None, "deeper is not the depth-limited value");
        assert_eq!(opinion.exact_cutoff(6, Window::FULL), None);
        let complete = Known { complete: true, ..opinion };
        assert_eq!(complete.exact_cutoff(6, Window::FULL), Some(Score::opinion(12)));
        assert_eq!(complete.exact_cutoff(4, Window::FULL), None);
        let win = known(Score::win_in(3), Bound::Exact, 5);
        assert_eq!(win.exact_cutoff(3, Window::FULL), Some(Score::win_in(3)));
        assert_eq!(win.exact_cutoff(2, Window::FULL), None, "out of sight");
    }

    #[test]
    fn a_bound_settles_only_its_side_of_the_window() {
        let window = Window { alpha: Score::opinion(0), beta: Score::opinion(10) };
        assert_eq!(known(Score::opinion(10), Bound::Lower, 2).exact_cutoff(2, window), Some(Score::opinion(10)));
        assert_eq!(known(Score::opinion(9), Bound::Lower, 2).exact_cutoff(2, window), None);
        assert_eq!(known(Score::opinion(0), Bound::Upper, 2).exact_cutoff(2, window), Some(Score::opinion(0)));
        assert_eq!(known(Score::opinion(1), Bound::Upper, 2).exact_cutoff(2, window), None);
    }
}
