//! The limits of a server.

/// The published limits of a server. A number above its cap is refused, never silently lowered.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Nodes of a search. This is also the limit of searches that set none.
    pub max_nodes: u64,
    /// Milliseconds of a request, including waiting. This is also the limit of searches that set none.
    pub max_time_ms: u64,
    /// Whether searches may use a game's book.
    pub book: bool,
    /// Whether searches that end by time may reuse results of earlier ones.
    pub warm: bool,
    /// Threads that a search may ask for.
    pub max_threads: u64,
    /// Plies that a review may judge.
    pub max_review_plies: usize,
    /// Milliseconds that the searches of a review may take together.
    pub max_review_ms: u64,
}

impl Default for Caps {
    fn default() -> Self {
        Self::new(Self::MAX_NODES, Self::MAX_TIME_MS)
    }
}

impl Caps {
    /// Caps with these limits, one thread for each search, the default limits of reviews, and both books and warm
    /// searches allowed.
    #[must_use]
    pub const fn new(max_nodes: u64, max_time_ms: u64) -> Self {
        Self {
            max_nodes,
            max_time_ms,
            book: true,
            warm: true,
            max_threads: 1,
            max_review_plies: Self::MAX_REVIEW_PLIES,
            max_review_ms: Self::MAX_REVIEW_MS,
        }
    }

    /// The default of [`Self::max_nodes`].
    pub const MAX_NODES: u64 = 1_000_000_000;
    /// The default of [`Self::max_time_ms`].
    pub const MAX_TIME_MS: u64 = 10_000;
    /// The default size of a transposition table in bytes. Answers that are limited by nodes may depend on it.
    pub const TABLE_BYTES: usize = 64 << 20;
    /// The time limit for a position or a record, in milliseconds. With the network's time, that is within a second.
    pub const SHORT_TIME_MS: u64 = 900;
    /// The default of the largest body of a request, except for batches and records.
    pub const MAX_BODY_BYTES: usize = 64 << 10;
    /// Moves that a request may play from its state.
    pub const MAX_MOVES: usize = 2000;
    /// The largest number of lines that a request may ask for.
    pub const MAX_MULTI_PV: u64 = 500;
    /// Root moves that a request may name. No board has more moves.
    pub const MAX_SEARCH_MOVES: usize = 500;
    /// Moves that a request may ask to judge.
    pub const MAX_GRADE_CANDIDATES: usize = 64;
    /// Bytes of the text of such a move.
    pub const MAX_CANDIDATE_BYTES: usize = 100;
    /// Items of a batch, enough for every position of a long game of chess.
    pub const MAX_BATCH_ITEMS: usize = 600;
    /// Bytes of a batch's body.
    pub const MAX_BATCH_BYTES: usize = 1 << 20;
    /// Milliseconds of a batch, including waiting. Items that have no worker by then are refused.
    pub const MAX_BATCH_TIME_MS: u64 = 60_000;
    /// Milliseconds that a request may ask to wait for a worker before its own time starts.
    pub const MAX_WAIT_MS: u64 = 10_000;
    /// Milliseconds of a player's clock: a year.
    pub const MAX_CLOCK_MS: u64 = 366 * 86_400_000;
    /// Bytes of a request that reads or writes a record.
    pub const MAX_RECORD_BYTES: usize = 256 << 10;
    /// Moves of a record.
    pub const MAX_RECORD_PLIES: usize = Self::MAX_MOVES;
    /// The default of [`Self::max_review_plies`].
    pub const MAX_REVIEW_PLIES: usize = 600;
    /// The default of [`Self::max_review_ms`].
    pub const MAX_REVIEW_MS: u64 = 120_000;
    /// The largest seed. Every JSON parser reads it exactly.
    pub const MAX_SEED: u64 = (1 << 53) - 1;
    /// The deepest tree that a request may ask for.
    pub const MAX_TREE_DEPTH: u64 = 12;
    /// The most nodes that an answer may list.
    pub const MAX_TREE_NODES: u64 = 5_000;
}
