//! The limits of a request, and classes of work that cost equally much.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use plyd_games::{CATALOGUE, Catalogue};
use plyd_search::Instant;
use plyd_wire::Caps;

/// The limits of a request.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The published limits.
    pub caps: Caps,
    /// When the request arrived. Its time limit counts from then.
    pub arrived: Instant,
    /// The end of the batch that the request is a part of.
    pub latest: Option<Instant>,
    /// How long a step for the short-jobs thread may take; `None` if nothing else waits for that thread.
    pub short_time: Option<Duration>,
    /// The games that problems may name.
    pub catalogue: Catalogue,
    /// The owner of the warm searches that it may reuse.
    pub owner: u64,
    /// Whether equal requests get exactly equal answers. Answers then don't say how long they took, and a field that
    /// makes the answer depend on when the request runs is refused.
    pub is_repeatable: bool,
}

impl Limits {
    /// The limits of a request that arrives now, with no limits but these caps, and all games.
    #[must_use]
    pub fn new(caps: Caps) -> Self {
        Self {
            caps,
            arrived: Instant::now(),
            latest: None,
            short_time: None,
            catalogue: CATALOGUE,
            owner: 0,
            is_repeatable: false,
        }
    }

    /// The end of a short step whose time begins at `begins`.
    pub(crate) fn due(&self, begins: Instant) -> Option<Instant> {
        let due = self.short_time.map(|time| begins + time);
        due.into_iter().chain(self.latest).min()
    }
}

/// The class of steps that have these facts in common.
pub fn class(facts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    facts.hash(&mut hasher);
    hasher.finish()
}
