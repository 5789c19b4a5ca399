//! Batch requests. Each item names its operation and its game, and its other fields are the body of that request.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A batch. Its items are not parsed yet, because each may have its own error.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest<'a> {
    /// The rules of the items of `rules` that have none.
    #[serde(borrow)]
    pub rules: Option<&'a RawValue>,
    /// The JSON of the items, in order.
    #[serde(borrow)]
    pub items: Vec<&'a RawValue>,
}

/// The answer to one item, as the fields of a JSON object: the status and the body that the same request would get
/// outside of a batch.
pub struct BatchResult(String);

impl BatchResult {
    /// The text before the results of a batch, between two results, and after the last one.
    pub const ARRAY: [&'static str; 3] = ["{\"results\":[", ",", "]}"];

    /// A batch's answer with these elements.
    #[must_use]
    pub fn array(elements: &[String]) -> String {
        let [before, comma, after] = Self::ARRAY;
        format!("{before}{}{after}", elements.join(comma))
    }

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
