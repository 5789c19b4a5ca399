//! Answers to jobs: what the service would answer, without its times, so that equal jobs have equal answers.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use plyd_games::Catalogue;
use plyd_search::{Engine, Stop};
use plyd_wire::{
    BatchRequest, BatchResult, Caps, Code, Item, Job, Operation, PositionRequest, Problem, Refusal, ReviewReport,
    ReviewRequest, SearchRequest, from_json,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Fields that would make an answer depend on the time or on earlier searches.
const UNREPEATABLE: [&str; 4] = ["time_ms", "clock", "warm", "threads"];

/// The answer to a job: the status and the JSON that the service would answer.
#[derive(Clone, Debug)]
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
        Self::own_problem(500, "gave_up", &format!("{deliveries} workers took this job, and none of them answered"))
    }

    /// The answer in place of one that is larger than a queue keeps.
    pub(crate) fn too_large(most: usize) -> Self {
        let detail = format!("the answer is larger than {most} bytes; ask for less, such as fewer items in a batch");
        Self::own_problem(413, "too_large", &detail)
    }

    /// The answer in place of a stored one that cannot be read.
    pub(crate) fn unreadable(why: &str) -> Self {
        Self::own_problem(500, "unreadable", &format!("the stored answer cannot be read: {why}"))
    }

    /// A problem that the service does not have.
    fn own_problem(status: u16, code: &str, detail: &str) -> Self {
        let (kind, title) = (format!("urn:plyd:problem:{code}"), code.replace('_', " "));
        let body = json!({ "type": kind, "title": title, "status": status, "code": code, "detail": detail });
        Self { status, body: body.to_string() }
    }

    /// The answer to a job that panicked.
    pub(crate) fn bug() -> Self {
        Problem::new(Code::Internal, "an internal error; the worker's log has it").into()
    }

    /// The answer to a job that is too large.
    pub(crate) fn job_too_large(bytes: usize, most: usize) -> Self {
        Problem::new(Code::BodyTooLarge, format!("the job has {bytes} bytes, at most {most} are accepted")).into()
    }

    /// Reads what [`Answer::stored`] has written.
    pub(crate) fn read(stored: &[u8]) -> Result<Self, String> {
        let Stored { status, body } = serde_json::from_slice(stored).map_err(|error| error.to_string())?;
        // It would be printed as several lines.
        if body.get().contains(['\n', '\r']) {
            return Err("expected JSON on one line, found a line end".to_owned());
        }
        Ok(Self { status, body: body.get().to_owned() })
    }

    /// The text to store.
    pub(crate) fn stored(&self) -> String {
        BatchResult::new(self.status, &self.body).element()
    }

    /// The line to print.
    pub(crate) fn line(&self, index: usize) -> String {
        BatchResult::new(self.status, &self.body).line(index)
    }

    pub(crate) const fn is_failure(&self) -> bool {
        self.status != 200
    }
}

impl From<Result<String, Problem>> for Answer {
    fn from(answered: Result<String, Problem>) -> Self {
        answered.map_or_else(Self::from, |body| Self { status: 200, body })
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
}

impl Answerer {
    /// Answers a job. `None` if it was stopped, because then the answer is incomplete.
    pub(crate) fn answer(&self, job: &[u8], engine: &mut Engine, stop: &Stop) -> Option<Answer> {
        if job.len() > Caps::MAX_BATCH_BYTES {
            return Some(Answer::job_too_large(job.len(), Caps::MAX_BATCH_BYTES));
        }
        let answered = read(job).map_err(Problem::from).and_then(|job| match job {
            Job::Item(item) => self.item(&item, engine, stop),
            Job::Batch(body) => self.batch(&body, engine, stop),
        });
        (!stop.is_raised()).then(|| answered.into())
    }

    /// The answers to a batch, in order.
    fn batch(&self, body: &str, engine: &mut Engine, stop: &Stop) -> Result<String, Problem> {
        let [before, comma, after] = BatchResult::ARRAY;
        let mut results = Vec::new();
        for (index, item) in from_json::<BatchRequest>(body.as_bytes())?.items()?.enumerate() {
            let answered = Item::read(item).map_err(Problem::from).and_then(|item| self.item(&item, engine, stop));
            if stop.is_raised() {
                break;
            }
            let answered = answered.map_err(|problem| problem.within(&format!("items[{index}]")));
            results.push(Answer::from(answered).stored());
        }
        Ok(format!("{before}{}{after}", results.join(comma)))
    }

    fn item(&self, item: &Item, engine: &mut Engine, stop: &Stop) -> Result<String, Problem> {
        let game = self.catalogue.find(&item.game).map_err(|unknown| Problem::unknown_game(&unknown).at("game"))?;
        let (body, caps) = (item.body.as_bytes(), &self.caps);
        let max_bytes = item.operation.max_bytes(Caps::MAX_BODY_BYTES);
        if body.len() > max_bytes {
            return Err(Problem::item_too_large(body.len(), max_bytes));
        }
        check_repeatable(body)?;
        match item.operation {
            Operation::Position => Ok(untimed(&from_json::<PositionRequest>(body)?.report(game, None, stop)?)),
            Operation::Search => {
                let prepared = from_json::<SearchRequest>(body)?.prepare(game, caps, Instant::now(), None)?;
                Ok(untimed(&prepared.run(engine, stop, Duration::ZERO, None)))
            }
            Operation::Review => {
                let mut run = from_json::<ReviewRequest>(body)?.prepare(game, caps, None, stop)?.begin();
                let mut plies = Vec::with_capacity(run.left());
                run.finish(stop, None, &mut |ply| plies.push(ply));
                // They were judged from the last one to the first.
                plies.reverse();
                Ok(untimed(&ReviewReport::new(plies, run.summary(None, stop)?)))
            }
        }
    }
}

fn read(job: &[u8]) -> Result<Job, Refusal> {
    from_json::<IgnoredAny>(job)?;
    let text = std::str::from_utf8(job).expect("JSON is UTF-8");
    Job::read(text.trim_start_matches('\u{feff}'))
}

/// Refuses fields that would make the answer depend on when the job runs.
fn check_repeatable(body: &[u8]) -> Result<(), Problem> {
    // If the body cannot be read, its own parser has a better error.
    let fields: HashMap<String, Option<IgnoredAny>> = serde_json::from_slice(body).unwrap_or_default();
    let Some(name) = UNREPEATABLE.into_iter().find(|name| fields.get(*name).is_some_and(Option::is_some)) else {
        return Ok(());
    };
    let expected = "expected limits such as depth, nodes or level";
    let detail = format!("{name} would make the answer depend on when the job runs; {expected}");
    Err(Problem::new(Code::InvalidBody, detail).at(name))
}

/// A report without its times.
fn untimed(report: &impl Serialize) -> String {
    let mut body = serde_json::to_value(report).expect("answers are plain data");
    if let Some(Value::Object(stats)) = body.get_mut("stats") {
        for name in ["elapsed_us", "queued_us", "nodes_per_second"] {
            stats.shift_remove(name);
        }
        for iteration in stats.get_mut("iterations").and_then(Value::as_array_mut).into_iter().flatten() {
            iteration.as_object_mut().and_then(|fields| fields.shift_remove("elapsed_us"));
        }
    }
    body.to_string()
}
