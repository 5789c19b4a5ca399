//! Questions that are answered on the thread that reads them, since that takes less than handing them over.

use std::cell::Cell;
use std::time::Duration;

use crate::pool::{JobSpec, PoolError, SearchPool};
use crate::search::{Engine, Stop};

/// Bytes of the table of each thread that reads requests. A tree that is searched at once has too few positions for two
/// of them to want one entry.
const TABLE_BYTES: usize = 1 << 20;

thread_local! {
    static ENGINE: Cell<Option<Engine>> = const { Cell::new(None) };
}

/// Runs `work` on this thread if it is proven to be short, else on a worker of the pool.
///
/// # Errors
/// Those of the pool.
pub(super) async fn run<T: Send + 'static>(
    is_short: bool,
    pool: &SearchPool,
    spec: JobSpec,
    work: impl FnOnce(&mut Engine, &Stop, Duration) -> T + Send + 'static,
) -> Result<T, PoolError> {
    if !is_short {
        return pool.run(spec, work).await;
    }
    // A panic loses the engine, which may be in any state then.
    let mut engine = ENGINE.take().unwrap_or_else(|| Engine::new(TABLE_BYTES));
    let result = work(&mut engine, &Stop::default(), Duration::ZERO);
    ENGINE.set(Some(engine));
    Ok(result)
}
