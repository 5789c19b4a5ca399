//! Where requests are read: at once if they are small, at the desk if not.

use std::time::{Duration, Instant};

use super::Service;
use super::error::Problem;
use crate::pool::Terms;
use crate::wire::Refusal;

/// Bytes of a request that can be read within a millisecond, whatever they say: so many of a tree take 0.2 ms, of a
/// game of chess some 0.6, without link-time optimisation.
const SMALL: usize = 2 << 10;

impl Service {
    /// Reads a request of so many bytes, which came at that time. What is small is read where it is, so that most of
    /// what is wrong is refused without its thread; what is larger would hold up the connections of others.
    ///
    /// # Errors
    /// The reader's, and those of admission.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        bytes: usize,
        arrived: Instant,
        reader: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        if bytes <= SMALL {
            return Ok(reader()?);
        }
        let deadline = arrived + Duration::from_millis(self.caps.max_time_ms);
        Ok(self.desk.run(terms(bytes, deadline), move |_, _, _| reader()).await??)
    }

    /// The same for what gives way to others, and waits for room until `ends`.
    ///
    /// # Errors
    /// The reader's, and those of the pool.
    pub(super) async fn read_patiently<T: Send + 'static>(
        &self,
        bytes: usize,
        ends: Instant,
        reader: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        if bytes <= SMALL {
            return Ok(reader()?);
        }
        Ok(self.desk.run_patiently(terms(bytes, ends), move |_, _, _| reader()).await??)
    }
}

/// One kind of job for each size, by factors of two.
fn terms(bytes: usize, deadline: Instant) -> Terms {
    Terms { deadline, cost_class: u64::from(bytes.ilog2()) }
}
