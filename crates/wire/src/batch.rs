//! Batch requests. Each item names its operation and its game, and its other fields are the body of that request.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::caps::Caps;
use super::problem::{Code, Problem};

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
    pub fn items(self) -> Result<impl Iterator<Item = &'a str>, Problem> {
        let Items { kept, beyond } = self.items;
        if beyond > 0 {
            let detail = format!("{} items, at most {} come in one batch", kept.len() + beyond, Caps::MAX_BATCH_ITEMS);
            return Err(Problem::new(Code::LimitExceeded, detail).at("items"));
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
