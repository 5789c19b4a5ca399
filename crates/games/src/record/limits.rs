//! When reading gives up.

use plyd_search::{Instant, Stop, StoppedBy};

/// When to give up; by default never.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits<'a> {
    deadline: Option<Instant>,
    stop: Option<&'a Stop>,
}

impl<'a> Limits<'a> {
    pub(super) const fn new(deadline: Option<Instant>, stop: &'a Stop) -> Self {
        Self { deadline, stop: Some(stop) }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// [`StoppedBy::Time`] if the deadline has passed, or the flag is raised.
    pub(super) fn check(self) -> Result<(), StoppedBy> {
        self.stop.map_or(Ok(()), |stop| stop.check(self.deadline))
    }

    /// The same limits, for a loop of small steps.
    pub(super) const fn watch(self) -> Watch<'a> {
        Watch { limits: self, steps: 0 }
    }
}

/// Checks the limits at the first of many small steps and at every 256th one, because a look at the clock takes as long
/// as several steps.
#[derive(Clone, Debug)]
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    steps: u8,
}

impl Watch<'_> {
    /// Counts a step.
    ///
    /// # Errors
    /// As [`Limits::check`].
    pub(super) fn step(&mut self) -> Result<(), StoppedBy> {
        let is_due = self.steps == 0;
        self.steps = self.steps.wrapping_add(1);
        if is_due { self.limits.check() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watch_sees_a_limit_at_its_first_step_and_within_256_others() {
        let stop = Stop::default();
        let mut watch = Limits::new(None, &stop).watch();
        assert_eq!((0..1000).try_for_each(|_| watch.step()), Ok(()));
        stop.raise();
        assert_eq!((0..256).try_for_each(|_| watch.step()), Err(StoppedBy::Time));
        assert_eq!(Limits::new(None, &stop).watch().step(), Err(StoppedBy::Time));
        assert_eq!(Limits::new(Some(Instant::now()), &Stop::default()).watch().step(), Err(StoppedBy::Time));
        assert_eq!(Limits::default().watch().step(), Ok(()));
    }
}
