//! The past of a game, as far as it decides repetitions.

/// Which positions another visit would draw.
///
/// A value must depend on the position alone, or no table could hold it. So repeats inside the tree are not scored; only
/// those that the game itself has prepared are, and this is the same for the whole search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    twice: Vec<u64>,
    drawn: bool,
}

impl History {
    /// The history of a game from the [keys](crate::position::Position::key) of all its positions, the present one last.
    ///
    /// ```
    /// use plyd_search::History;
    /// let history = History::of(&[1, 2, 1, 3]);
    /// assert!(history.completes_threefold(1) && !history.completes_threefold(2) && !history.is_drawn());
    /// assert!(History::of(&[1, 2, 1, 2, 1]).is_drawn());
    /// ```
    #[must_use]
    pub fn of(keys: &[u64]) -> Self {
        let mut sorted = keys.to_vec();
        sorted.sort_unstable();
        let mut twice: Vec<u64> = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        twice.dedup();
        let drawn = keys.last().is_some_and(|last| keys.iter().filter(|key| *key == last).count() >= 3);
        Self { twice, drawn }
    }

    /// Whether the present position has occurred for the third time.
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        self.drawn
    }

    /// Whether reaching this position now would be (at least) its third occurrence.
    #[must_use]
    pub fn completes_threefold(&self, key: u64) -> bool {
        self.twice.binary_search(&key).is_ok()
    }

    /// Whether no position has occurred twice: the usual case, in which nodes need no look.
    #[must_use]
    pub const fn is_clear(&self) -> bool {
        self.twice.is_empty()
    }
}
