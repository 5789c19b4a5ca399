//! When a search ends.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Instant;
use crate::score::Value;

/// The limits of a search; the first one reached ends it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies to look ahead. 0 evaluates only.
    pub depth: u32,
    /// Most nodes to visit, quiescence nodes included; obeyed exactly.
    pub nodes: u64,
    /// The time to end at; polled every [`POLL_INTERVAL`](Limits::POLL_INTERVAL) nodes.
    pub deadline: Option<Instant>,
    /// The time after which no iteration starts, because it would probably not end before the deadline.
    pub soft_deadline: Option<Instant>,
}

impl Limits {
    /// Nodes between two polls of the clock and the stop flag: some tens of microseconds where nodes are cheap, some
    /// milliseconds where they are dear and the machine is busy.
    pub const POLL_INTERVAL: u64 = 256;

    /// A depth and nothing else.
    pub const fn depth(depth: u32) -> Self {
        Self { depth, nodes: u64::MAX, deadline: None, soft_deadline: None }
    }
}

/// A limit ended the search, and its [`Meter`](crate::meter::Meter) knows which. An empty type, so that the results of
/// nodes are returned in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// What part of a search found, most often the value of a node, unless a limit ended it first.
pub(crate) type Searched<T = Value> = Result<T, Interrupted>;

impl From<StoppedBy> for Interrupted {
    fn from(_: StoppedBy) -> Self {
        Self
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoppedBy {
    /// The depth asked for was finished.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The deadline passed, or somebody raised the [`Stop`] flag.
    Time,
    /// The result is proven: looking further cannot change it.
    Solved,
}

impl StoppedBy {
    /// Its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Time => "time",
            Self::Solved => "solved",
        }
    }
}

impl fmt::Display for StoppedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Depth => "the depth limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Time => "the time was up",
            Self::Solved => "the result was proven",
        })
    }
}

impl Error for StoppedBy {}

/// A flag that ends a search from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks every search that holds this flag to end.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Checks that the flag is not raised and the deadline has not passed. Any work that grows with its input calls this
    /// from time to time.
    ///
    /// # Errors
    /// [`StoppedBy::Time`] if not.
    pub fn check(&self, deadline: Option<Instant>) -> Result<(), StoppedBy> {
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.is_raised() || late() { Err(StoppedBy::Time) } else { Ok(()) }
    }
}
