//! Answers to jobs: what the service would answer, without its times, so that equal jobs have equal answers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use plyd_games::Catalogue;
use plyd_operations::{Limits, Queued, answer_all};
use plyd_search::{Engine, Stop};
use plyd_wire::{BatchResult, Caps, Code, Problem, from_json};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// The answer to a job: the status and the JSON that the service would answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// An answer as it is stored.
#[derive(Deserialize)]
struct Stored<'a> {
    status: u16,
    #[serde(borrow)]
    body: &'a RawValue,
}

impl Answer {
    /// The answer to a job that took its worker down each time.
    pub(crate) fn gave_up(deliveries: u64) -> Self {
        let detail = format!("{deliveries} workers took this job, and none of them answered it");
        Problem::new(Code::GaveUp, detail).into()
    }

    /// Replaces an answer that is larger than a queue keeps.
    pub(crate) fn too_large(most: usize) -> Self {
        let detail = format!("the answer is larger than {most} bytes; ask for less, such as fewer items in a batch");
        Problem::new(Code::TooLarge, detail).into()
    }

    /// Replaces a stored answer that cannot be read.
    pub(crate) fn unreadable(why: &str) -> Self {
        Problem::new(Code::Unreadable, format!("the stored answer cannot be read: {why}")).into()
    }

    /// The answer to a job that panicked.
    pub(crate) fn bug() -> Self {
        Problem::new(Code::Internal, "internal error; see the worker's log").into()
    }

    /// The answer to a game that cannot be read.
    pub(crate) fn unreadable_game(why: String) -> Self {
        Problem::new(Code::InvalidRecord, why).at("record").into()
    }

    /// The answer to a job that is too large.
    pub(crate) fn job_too_large(bytes: usize, most: usize) -> Self {
        Problem::new(Code::BodyTooLarge, format!("the job is {bytes} bytes long; the limit is {most}")).into()
    }

    /// Reads what [`Answer::stored`] has written.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, String> {
        let Stored { status, body } = serde_json::from_slice(stored).map_err(|error| error.to_string())?;
        // The answer would be printed as several lines.
        if body.get().contains(['\n', '\r']) {
            return Err("expected JSON on a single line, found a line break".to_owned());
        }
        Ok(Self { status, body: body.get().to_owned() })
    }

    /// The text to store.
    pub(crate) fn stored(&self) -> String {
        BatchResult::new(self.status, &self.body).element()
    }

    /// The line to print: the digits of the batch's hash, the index of the job, where it comes from, and the answer.
    pub(crate) fn line(&self, batch: &str, index: usize, source: Option<&str>) -> String {
        let source = source.map_or(String::new(), |source| format!(",\"source\":{source}"));
        format!("{{\"batch\":\"{batch}\",\"index\":{index}{source},{}\n", &self.stored()[1..])
    }

    pub(crate) const fn is_failure(&self) -> bool {
        self.status != 200
    }
}

impl From<Problem> for Answer {
    fn from(problem: Problem) -> Self {
        Self { status: problem.code.status(), body: problem.json(None) }
    }
}

/// Answers jobs within limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answerer {
    pub(crate) catalogue: Catalogue,
    pub(crate) caps: Caps,
    pub(crate) table_bytes: usize,
}

impl Answerer {
    /// Answers a job. Returns `None` if the job was stopped, because the answer would be incomplete. Creates the engine
    /// if there is none. A panic drops the engine.
    pub(crate) fn answer(&self, job: &[u8], engine: &mut Option<Engine>, stop: &Stop) -> Option<Answer> {
        if job.len() > Caps::MAX_BATCH_BYTES {
            return Some(Answer::job_too_large(job.len(), Caps::MAX_BATCH_BYTES));
        }
        let mut own = engine.take().unwrap_or_else(|| Engine::new(self.table_bytes));
        let Ok(answered) = catch_unwind(AssertUnwindSafe(|| self.body(job, &mut own, stop))) else {
            return Some(Answer::bug());
        };
        *engine = Some(own);
        (!stop.is_raised()).then(|| answered.map_or_else(Answer::from, |body| Answer { status: 200, body }))
    }

    fn body(&self, job: &[u8], engine: &mut Engine, stop: &Stop) -> Result<String, Problem> {
        from_json::<IgnoredAny>(job)?;
        let job = std::str::from_utf8(job).expect("JSON is UTF-8").trim_start_matches('\u{feff}');
        let limits = Limits { is_repeatable: true, ..Limits::new(self.caps) };
        match Queued::find(job, self.catalogue, Caps::MAX_BODY_BYTES)? {
            Queued::Item(item) => Ok(item.read(&limits, stop)?.finish(engine, stop, None)?.text),
            Queued::Batch(body) => {
                let mut results = Vec::new();
                let mut keep = |_, result: BatchResult| results.push(result.element());
                answer_all(body.as_bytes(), self.catalogue, &limits, (engine, stop), None, &mut keep)?;
                Ok(BatchResult::array(&results))
            }
        }
    }
}
