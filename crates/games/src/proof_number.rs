//! What proof-number searches share: the numbers of a node, and the positions that they remember (Allis, van der Meulen
//! and van den Herik 1994). The searches are depth-first (Nagai 2002): a node is searched until one of its numbers
//! reaches a limit, and what was found is remembered.

/// The most memory for remembered positions, in bytes.
const ENTRIES_BYTES: usize = 8 << 20;
/// The number of positions for which there is room at first.
const ENTRIES_MIN: usize = 1 << 10;
/// The number of places where an entry may be stored.
const PROBES: usize = 4;
/// A proof or disproof number that can never become 0. Open positions have smaller numbers.
pub(super) const INFINITE: u32 = 1 << 28;

/// About how many nodes still have to be solved to prove that the side to move wins, and to prove that it does not. One
/// of the two is 0 once that is known.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// The side to move wins.
    pub(super) const WON: Self = Self { proof: 0, disproof: INFINITE };
    /// The side to move does not win.
    pub(super) const LOST: Self = Self { proof: INFINITE, disproof: 0 };
    /// Nothing is known about the position.
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    /// The limits of a search that goes on until the position is solved.
    pub(super) const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Whether one of the numbers has reached its limit.
    pub(super) const fn reach(self, limits: Self) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// The children of a node that are not solved, each as its search names it.
pub(super) struct OpenChildren<C> {
    next: Option<Next<C>>,
    disproof: u32,
}

/// The child that is searched next: the one that is most easily disproved.
pub(super) struct Next<C> {
    pub(super) child: C,
    numbers: Numbers,
    /// The disproof number of the second best child.
    second: u32,
}

impl<C> OpenChildren<C> {
    pub(super) const fn new() -> Self {
        Self { next: None, disproof: 0 }
    }

    /// Adds a child. Its numbers are the other side's.
    pub(super) fn add(&mut self, child: C, numbers: Numbers) {
        // A position that can be reached in several ways counts several times, so the sum may overflow.
        self.disproof = self.disproof.saturating_add(numbers.proof);
        match &mut self.next {
            Some(best) if best.numbers.disproof <= numbers.disproof => {
                best.second = best.second.min(numbers.disproof);
            }
            best => {
                let second = best.as_ref().map_or(INFINITE, |best| best.numbers.disproof);
                *best = Some(Next { child, numbers, second });
            }
        }
    }

    /// The numbers of the node, and the child to search next. `None` without children: the side to move does not win.
    pub(super) fn choose(self) -> Option<(Numbers, Next<C>)> {
        let next = self.next?;
        Some((Numbers { proof: next.numbers.disproof, disproof: self.disproof.min(INFINITE - 1) }, next))
    }
}

impl<C> Next<C> {
    /// The limits of the child's search, from the limits of the node and its numbers.
    pub(super) fn limits(&self, limits: Numbers, node: Numbers) -> Numbers {
        // The child's numbers are the other side's, so proof and disproof change places.
        Numbers {
            proof: limits.disproof - (node.disproof - self.numbers.proof),
            disproof: limits.proof.min(self.second.saturating_add(1 + self.second / 4)),
        }
    }
}

/// A position that a search remembers.
pub(super) trait Entry {
    fn key(&self) -> u64;

    /// The nodes that were searched below the position.
    fn work(&self) -> u32;
}

/// Entries by key. The table grows as entries are stored.
pub(super) struct Entries<E> {
    places: Vec<Option<E>>,
    stored: usize,
}

impl<E> Default for Entries<E> {
    fn default() -> Self {
        Self { places: Vec::new(), stored: 0 }
    }
}

impl<E: Entry + Clone> Entries<E> {
    const MOST: usize = 1 << (ENTRIES_BYTES / size_of::<Option<E>>()).ilog2();

    pub(super) fn get(&self, key: u64) -> Option<&E> {
        let first = key as usize & self.places.len().wrapping_sub(1);
        let places = self.places.get(first & !(PROBES - 1)..)?;
        places.iter().take(PROBES).flatten().find(|entry| entry.key() == key)
    }

    /// Stores an entry. It replaces the position's earlier entry, or else takes an empty place, or else replaces the
    /// entry that took the least work.
    pub(super) fn store(&mut self, entry: E) {
        if 2 * self.stored >= self.places.len() && self.places.len() < Self::MOST {
            let size = (2 * self.places.len()).max(ENTRIES_MIN);
            let old = std::mem::replace(&mut self.places, vec![None; size]);
            self.stored = 0;
            old.into_iter().flatten().for_each(|entry| self.store(entry));
        }
        let first = entry.key() as usize & (self.places.len() - 1) & !(PROBES - 1);
        let places = &mut self.places[first..first + PROBES];
        let rank = |place: &Option<E>| match place {
            Some(known) if known.key() == entry.key() => 0,
            None => 1,
            Some(known) => known.work().saturating_add(2),
        };
        let place = places.iter_mut().min_by_key(|place| rank(place)).expect("several places");
        self.stored += usize::from(place.is_none());
        *place = Some(entry);
    }
}
