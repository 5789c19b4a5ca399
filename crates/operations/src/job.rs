//! A request that was read, and the steps in which it is answered.

use std::time::Duration;

use plyd_search::{Engine, Instant, Stop, Trail};
use plyd_wire::{Problem, to_json};
use serde::Serialize;

/// A request that was read. It is answered in one or more steps, between which the thread may do other work.
pub trait Job: Send {
    /// What the next step is expected to need.
    fn cost(&self) -> Cost;

    /// The request in canonical form, if its answer depends on nothing else. Equal requests then have equal answers,
    /// unless [`Done::repeatable`] says otherwise.
    fn canonical(&self) -> Option<&str> {
        None
    }

    /// Does the next step. If `parts` is given, it receives the parts of the answer, and the answer does not repeat
    /// them.
    ///
    /// # Errors
    /// If there is no answer within the limits.
    fn run(self: Box<Self>, turn: Turn<'_>, parts: Parts<'_>) -> Result<Step, Problem>;
}

/// Receives the parts of an answer as soon as they are ready.
pub type Parts<'a> = Option<&'a mut dyn FnMut(Part)>;

/// What a step may use.
pub struct Turn<'a> {
    /// The engine of the thread.
    pub engine: &'a mut Engine,
    /// Raised if nobody waits for the answer any more.
    pub stop: &'a Stop,
    /// How long the step waited for its turn.
    pub queued: Duration,
}

/// What a step is expected to need.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// The kind of thread that it needs.
    pub place: Place,
    /// Steps of the same class are expected to take equally long.
    pub class: u64,
    /// The time by which it has to begin, if that is earlier than the deadline.
    pub begin_by: Option<Instant>,
    /// The time by which it ends, or is refused.
    pub deadline: Option<Instant>,
    /// The latest positions of its game. A thread that searched one of them is preferred.
    pub trail: Trail,
    /// About how many bytes the answer has; 0 if that is not known in advance.
    pub bytes: usize,
    /// For one step of many: the expected time of all remaining steps.
    pub left: Option<Duration>,
}

/// The kinds of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The thread for work of some milliseconds.
    #[default]
    Short,
    /// A thread that searches.
    Search,
}

/// The outcome of a step. Reading a request is the first step.
pub enum Step {
    /// A part of the work is done, and this is the rest of it.
    Again(Box<dyn Job>, Option<Searched>),
    /// The answer.
    Done(Done),
}

/// A part of an answer.
#[derive(Debug)]
pub struct Part {
    /// The event that carries it in a stream.
    pub event: &'static str,
    /// Its JSON.
    pub json: String,
}

/// An answer.
#[derive(Debug)]
pub struct Done {
    /// The answer, in the operation's media type.
    pub text: String,
    /// Whether the same request has the same answer again, apart from times.
    pub repeatable: bool,
    /// The search that found it, if it needed one.
    pub searched: Option<Searched>,
}

/// The facts about a search that metrics and traces record.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// The game's id.
    pub game: &'static str,
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// What ended it.
    pub stopped_by: &'static str,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// The nodes that it visited.
    pub nodes: u64,
}

impl Step {
    /// The first step of this job.
    pub(crate) fn of(job: impl Job + 'static) -> Self {
        Self::Again(Box::new(job), None)
    }

    /// The job that is left, if there is one.
    #[must_use]
    pub fn job(&self) -> Option<&dyn Job> {
        if let Self::Again(job, _) = self { Some(&**job) } else { None }
    }

    /// The cost of what is left to do.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.job().map(Job::cost).unwrap_or_default()
    }

    /// The search that this step did, if it did one.
    #[must_use]
    pub const fn searched(&self) -> Option<&Searched> {
        match self {
            Self::Again(_, searched) => searched.as_ref(),
            Self::Done(done) => done.searched.as_ref(),
        }
    }

    /// Does all further steps on this thread.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn finish(mut self, engine: &mut Engine, stop: &Stop, mut parts: Parts<'_>) -> Result<Done, Problem> {
        loop {
            match self {
                Self::Done(done) => return Ok(done),
                Self::Again(job, _) => {
                    let parts = parts.as_mut().map(|parts| &mut **parts as &mut dyn FnMut(Part));
                    self = job.run(Turn { engine, stop, queued: Duration::ZERO }, parts)?;
                }
            }
        }
    }
}

impl Part {
    pub(crate) fn new(event: &'static str, report: &impl Serialize) -> Self {
        Self { event, json: to_json(report) }
    }
}

impl Done {
    /// An answer in JSON that is the same for each equal request.
    pub(crate) fn json(report: &impl Serialize) -> Self {
        Self { text: to_json(report), repeatable: true, searched: None }
    }
}
