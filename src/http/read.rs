//! Where requests are read: at once if they are small, on a worker if not.

use std::time::{Duration, Instant};

use super::Service;
use super::error::Problem;
use crate::pool::Terms;
use crate::request::Refusal;

/// Bytes of a request that can be read within a millisecond, whatever they say. The slowest are trees; see RELIABILITY.md.
const SMALL: usize = 2 << 10;

impl Service {
    /// Reads a request of so many bytes, which came at that time. What is small is read where it is, so that most of what is wrong is refused without a
    /// worker; what is larger would hold up the connections of others.
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
        // One kind for each size, by factors of two, and none that a search is of.
        let likeness = u64::from(bytes.ilog2());
        Ok(self.pool.run(Terms { deadline, likeness }, move |_, _, _| reader()).await??)
    }
}
