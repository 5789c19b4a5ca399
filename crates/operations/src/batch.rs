//! Many requests in one. Each item names its operation and its game; its other fields are the body of that request.

use plyd_games::catalogue::Game;
use plyd_games::{Catalogue, RULES, nearest};
use plyd_search::{Engine, Instant, Stop};
use plyd_wire::fields::{Pairs, found, shorten};
use plyd_wire::{BatchRequest, BatchResult, Caps, Code, Problem, from_json, to_json};
use serde_json::value::RawValue;

use crate::job::Step;
use crate::limits::Limits;
use crate::operation::Operation;
use crate::read::read;
use crate::rules::is_object;

/// The JSON of a batch's items, in order, and the rules that they share.
///
/// # Errors
/// If the body is not a batch, or has more than [`Caps::MAX_BATCH_ITEMS`] items.
pub fn items(body: &[u8]) -> Result<(Option<&str>, impl Iterator<Item = &str>), Problem> {
    let BatchRequest { rules, items } = from_json(body)?;
    if items.len() > Caps::MAX_BATCH_ITEMS {
        let detail = format!("the batch has {} items; the limit is {}", items.len(), Caps::MAX_BATCH_ITEMS);
        return Err(Problem::new(Code::LimitExceeded, detail).at("items"));
    }
    Ok((rules.map(RawValue::get), items.into_iter().map(RawValue::get)))
}

/// One item of a batch.
pub struct Item {
    operation: Operation,
    /// The game.
    pub game: &'static Game,
    /// The body that the same request has outside of a batch.
    body: String,
}

impl Item {
    /// Finds the operation and the game of an item, and checks its size. `rules` are those of the batch.
    ///
    /// # Errors
    /// A problem whose path is relative to the item.
    pub fn find(item: &str, rules: Option<&str>, catalogue: Catalogue, max_bytes: usize) -> Result<Self, Problem> {
        let mut fields = NamedFields::of(item)?;
        let operation = fields.operation(&[])?.expect("there is no other");
        Self::of(operation, fields, rules, catalogue, max_bytes)
    }

    fn of(
        operation: Operation,
        mut fields: NamedFields,
        rules: Option<&str>,
        catalogue: Catalogue,
        max_body_bytes: usize,
    ) -> Result<Self, Problem> {
        let find = |name: String| catalogue.find(&name).map_err(|unknown| Problem::from(unknown).at("game"));
        let game = if operation.names_game() { find(fields.take("game", "\"chess\"")?)? } else { &RULES };
        if let Some(rules) = rules.filter(|_| game.id == RULES.id && !fields.have_rules()) {
            fields.0.0.push(("rules".to_owned(), RawValue::from_string(rules.to_owned()).expect("a field of JSON")));
        }
        let (body, largest) = (fields.json(), operation.max_bytes(max_body_bytes));
        if body.len() > largest {
            return Err(Problem::item_too_large(body.len(), largest));
        }
        Ok(Self { operation, game, body })
    }

    /// Reads the request.
    ///
    /// # Errors
    /// A problem whose path is relative to the item.
    pub fn read(&self, limits: &Limits, stop: &Stop) -> Result<Step, Problem> {
        read(self.operation, self.game, self.body.as_bytes(), limits, stop)
    }
}

/// Answers the items of a batch on this thread, in order and each as if it were a request, until the stop flag is raised.
/// Calls `on_result` with the index and the result of each item. `id` is the request's id, which problems repeat.
///
/// # Errors
/// If the body is not a batch.
pub fn answer_all(
    body: &[u8],
    catalogue: Catalogue,
    limits: &Limits,
    (engine, stop): (&mut Engine, &Stop),
    id: Option<&str>,
    on_result: &mut dyn FnMut(usize, BatchResult),
) -> Result<(), Problem> {
    let (rules, items) = items(body)?;
    for (index, item) in items.enumerate() {
        let limits = Limits { arrived: Instant::now(), ..*limits };
        let answered = match limits.latest.is_some_and(|latest| latest <= limits.arrived) {
            true => Err(Problem::out_of_time()),
            false => Item::find(item, rules, catalogue, Caps::MAX_BODY_BYTES)
                .and_then(|item| item.read(&limits, stop)?.finish(engine, stop, None)),
        };
        if stop.is_raised() {
            break;
        }
        on_result(index, result_of(index, answered.map(|done| done.text), id));
    }
    Ok(())
}

/// The result of the item with this index: its answer, or a problem that names the item and the request.
#[must_use]
pub fn result_of(index: usize, answered: Result<String, Problem>, id: Option<&str>) -> BatchResult {
    match answered.map_err(|problem| problem.within(&format!("items[{index}]"))) {
        Ok(json) => BatchResult::new(200, &json),
        Err(problem) => BatchResult::new(problem.code.status(), &problem.json(id)),
    }
}

/// A job of a queue: the body of a request, with its operation.
pub enum Queued {
    /// As an item of a batch.
    Item(Item),
    /// The body of a batch.
    Batch(String),
}

impl Queued {
    /// Finds the operation of a job.
    ///
    /// # Errors
    /// As [`Item::find`].
    pub fn find(job: &str, catalogue: Catalogue, max_body_bytes: usize) -> Result<Self, Problem> {
        let mut fields = NamedFields::of(job)?;
        match fields.operation(&[BATCH])? {
            None => Ok(Self::Batch(fields.json())),
            Some(operation) => Item::of(operation, fields, None, catalogue, max_body_bytes).map(Self::Item),
        }
    }
}

/// The operation that a job of a queue names if it is a whole batch.
const BATCH: &str = "batch";

/// The fields of an item. The parser of the body refuses duplicates.
struct NamedFields(Pairs<Box<RawValue>>);

impl NamedFields {
    /// The fields of this text.
    fn of(item: &str) -> Result<Self, Problem> {
        let expected = || wrong(format!("expected an object with op and game, found {}", shorten(item)));
        serde_json::from_str(item).map(Self).map_err(|_| expected())
    }

    /// Removes a field, whose value is a string.
    fn take(&mut self, name: &str, example: &str) -> Result<String, Problem> {
        let mut found = self.0.0.extract_if(.., |(field, _)| field == name);
        let value = match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            (None, _) => return Err(wrong(format!("missing field `{name}`, such as {example}")).at(name)),
            (Some(_), Some(_)) => return Err(wrong(format!("{name} is given twice")).at(name)),
        };
        let not_text = |_| wrong(format!("expected a string such as {example}, found {}", shorten(value.get())));
        serde_json::from_str::<String>(value.get()).map_err(|error| not_text(error).at(name))
    }

    /// Whether an item brings its rules, beside its state or in it.
    fn have_rules(&self) -> bool {
        self.0.0.iter().any(|(name, value)| name == "rules" || name == "state" && is_object(value))
    }

    /// Removes the name of the operation. Returns `None` if it is one of `others`, and fails if there is no such
    /// operation.
    fn operation(&mut self, others: &[&'static str]) -> Result<Option<Operation>, Problem> {
        let asked = self.take("op", "\"search\"")?;
        if let Some(operation) = Operation::OF_ITEMS.iter().find(|operation| operation.name() == asked) {
            return Ok(Some(*operation));
        }
        if others.contains(&&*asked) {
            return Ok(None);
        }
        let own = Operation::OF_ITEMS.iter().map(|operation| operation.name());
        let names: Vec<&str> = own.chain(others.iter().copied()).collect();
        let (last, before) = names.split_last().expect("there are operations");
        let meant = nearest(&asked, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
        let found = found(&to_json(&asked));
        Err(wrong(format!("expected `{}` or `{last}`, found {found}{meant}", before.join("`, `"))).at("op"))
    }

    /// The fields that are left, as an object.
    fn json(&self) -> String {
        let fields: Vec<String> = self.0.0.iter().map(|(name, value)| format!("{}:{value}", to_json(name))).collect();
        format!("{{{}}}", fields.join(","))
    }
}

fn wrong(detail: String) -> Problem {
    Problem::new(Code::InvalidBody, detail)
}
