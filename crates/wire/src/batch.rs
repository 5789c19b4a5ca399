//! Batch requests. Each item names its operation and its game, and its other fields are the body of that request.

use std::fmt;

use plyd_games::catalogue::nearest;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::fields::{found, quoted, shorten};
use super::refusal::{Refusal, RefusalKind};

/// A batch. Its items are not parsed yet, because each may have its own error.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest<'a> {
    #[serde(borrow)]
    items: Items<'a>,
}

/// The items up to the limit. Those beyond it are counted, but not stored.
#[derive(Debug)]
struct Items<'a> {
    kept: Vec<&'a RawValue>,
    beyond: usize,
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The operation.
    pub operation: Operation,
    /// The game's id.
    pub game: String,
    /// The body that the same request has outside of a batch.
    pub body: String,
}

/// The operation of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// See [`super::request::SearchRequest`].
    Search,
    /// See [`super::request::PositionRequest`].
    Position,
    /// See [`super::review::ReviewRequest`].
    Review,
}

impl Operation {
    /// The largest item in bytes, if a body may have as many as given. A review may be as large as a record.
    #[must_use]
    pub const fn max_bytes(self, max_body_bytes: usize) -> usize {
        match self {
            Self::Search | Self::Position => max_body_bytes,
            Self::Review => Caps::MAX_RECORD_BYTES,
        }
    }
}

/// The answer to one item, as the fields of a JSON object: the status and the body that the request would have alone.
pub struct BatchResult(String);

impl BatchResult {
    /// The text before the results of a batch, between two results, and after the last one.
    pub const ARRAY: [&'static str; 3] = ["{\"results\":[", ",", "]}"];

    /// The result with this status and this JSON body.
    #[must_use]
    pub fn new(status: u16, body: &str) -> Self {
        Self(format!("\"status\":{status},\"body\":{body}"))
    }

    /// The result as an element of the array.
    #[must_use]
    pub fn element(&self) -> String {
        format!("{{{}}}", self.0)
    }

    /// The result as a line of NDJSON, with the item's index.
    #[must_use]
    pub fn line(&self, index: usize) -> String {
        format!("{{\"index\":{index},{}}}\n", self.0)
    }
}

impl<'a> BatchRequest<'a> {
    /// The JSON of the items, in order.
    ///
    /// # Errors
    /// If there are more than [`Caps::MAX_BATCH_ITEMS`].
    pub fn items(self) -> Result<impl Iterator<Item = &'a str>, Refusal> {
        let Items { kept, beyond } = self.items;
        if beyond > 0 {
            let detail = format!("{} items, at most {} come in one batch", kept.len() + beyond, Caps::MAX_BATCH_ITEMS);
            return Err(Refusal::new(RefusalKind::LimitExceeded, detail).at("items"));
        }
        Ok(kept.into_iter().map(RawValue::get))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Items<'de>, A::Error> {
                let mut items = Items { kept: Vec::new(), beyond: 0 };
                while items.kept.len() < Caps::MAX_BATCH_ITEMS {
                    let Some(item) = seq.next_element()? else { return Ok(items) };
                    items.kept.push(item);
                }
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    items.beyond += 1;
                }
                Ok(items)
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

impl Item {
    /// Parses the operation and the game of an item.
    ///
    /// # Errors
    /// A refusal, whose path is relative to the item.
    pub fn read(item: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::of(item)?;
        let operation = fields.operation(&OPERATIONS)?;
        let game = fields.take("game", "\"chess\"")?;
        Ok(Self { operation, game, body: fields.json() })
    }
}

/// A job of a queue: the body of a request, with its operation.
#[derive(Debug)]
pub enum Job {
    /// As an item of a batch.
    Item(Item),
    /// The body of a batch.
    Batch(String),
}

impl Job {
    /// Parses the operation of a job.
    ///
    /// # Errors
    /// As [`Item::read`].
    pub fn read(job: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::of(job)?;
        let [search, position, review] = OPERATIONS.map(|(name, operation)| (name, Some(operation)));
        match fields.operation(&[search, position, review, ("batch", None)])? {
            None => Ok(Self::Batch(fields.json())),
            Some(operation) => {
                let game = fields.take("game", "\"chess\"")?;
                Ok(Self::Item(Item { operation, game, body: fields.json() }))
            }
        }
    }
}

/// The operations of items, by name.
const OPERATIONS: [(&str, Operation); 3] =
    [("search", Operation::Search), ("position", Operation::Position), ("review", Operation::Review)];

impl Fields {
    /// The fields of this text.
    fn of(item: &str) -> Result<Self, Refusal> {
        let expected = || wrong(format!("expected an object with op and game, found {}", shorten(item)));
        serde_json::from_str(item).map_err(|_| expected())
    }

    /// Removes a field, whose value is a string.
    fn take(&mut self, name: &str, example: &str) -> Result<String, Refusal> {
        let mut found = self.0.extract_if(.., |(field, _)| field == name);
        let value = match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            (None, _) => return Err(wrong(format!("missing field `{name}`, such as {example}")).at(name)),
            (Some(_), Some(_)) => return Err(wrong(format!("{name} is given twice")).at(name)),
        };
        let not_text = |_| wrong(format!("expected a string such as {example}, found {}", shorten(value.get())));
        serde_json::from_str::<String>(value.get()).map_err(|error| not_text(error).at(name))
    }

    /// Removes the operation, which is one of these.
    fn operation<T: Copy>(&mut self, known: &[(&str, T)]) -> Result<T, Refusal> {
        let asked = self.take("op", "\"search\"")?;
        if let Some((_, operation)) = known.iter().find(|(name, _)| *name == asked) {
            return Ok(*operation);
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let (last, others) = names.split_last().expect("there are operations");
        let meant = nearest(&asked, &names).map_or(String::new(), |near| format!("; did you mean {near}?"));
        let found = found(&quoted(&asked));
        Err(wrong(format!("expected `{}` or `{last}`, found {found}{meant}", others.join("`, `"))).at("op"))
    }

    /// The fields that are left, as an object.
    fn json(&self) -> String {
        let fields: Vec<String> = self.0.iter().map(|(name, value)| format!("{}:{value}", quoted(name))).collect();
        format!("{{{}}}", fields.join(","))
    }
}

fn wrong(detail: String) -> Refusal {
    Refusal::new(RefusalKind::InvalidBody, detail)
}

/// The fields of an object. Duplicates are kept, because the parser of the body refuses them.
struct Fields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Item, Refusal> {
        Item::read(json)
    }

    #[test]
    fn all_fields_but_operation_and_game_are_the_body() {
        let item = read(r#"{"state":[1, 2],"op":"search","depth":3,"game":"tree","depth":4}"#).unwrap();
        assert_eq!((item.operation, item.game.as_str()), (Operation::Search, "tree"));
        assert_eq!(item.body, r#"{"state":[1, 2],"depth":3,"depth":4}"#);
    }

    #[test]
    fn a_job_can_be_a_batch() {
        let job = Job::read(r#"{"items":[{"op":"position","game":"nim"}],"op":"batch"}"#);
        assert!(matches!(job, Ok(Job::Batch(body)) if body == r#"{"items":[{"op":"position","game":"nim"}]}"#));
        assert!(matches!(Job::read(r#"{"op":"review","game":"nim"}"#), Ok(Job::Item(_))));
        let refusal = Job::read(r#"{"op":"tree"}"#).unwrap_err();
        assert_eq!(refusal.detail, "expected `search`, `position`, `review` or `batch`, found \"tree\"");
        let refusal = Job::read(r#"{"op":"bacth"}"#).unwrap_err();
        assert!(refusal.detail.ends_with("; did you mean batch?"), "{}", refusal.detail);
    }

    #[test]
    fn errors_of_an_item_name_the_field() {
        for (json, path, says) in [
            ("[]", None, "expected an object"),
            ("null", None, "expected an object"),
            ("{}", Some("op"), "missing field"),
            (r#"{"op":"search"}"#, Some("game"), "missing field"),
            (r#"{"op":"tree","game":"chess"}"#, Some("op"), "expected `search`, `position` or `review`"),
            (r#"{"op":7,"game":"chess"}"#, Some("op"), "expected a string"),
            (r#"{"op":"search","op":"search","game":"chess"}"#, Some("op"), "given twice"),
            (r#"{"op":"search","game":null}"#, Some("game"), "expected a string"),
        ] {
            let refusal = read(json).unwrap_err();
            assert_eq!(refusal.path.as_deref(), path, "{json}");
            assert!(refusal.detail.contains(says), "{json}: {}", refusal.detail);
        }
    }
}
