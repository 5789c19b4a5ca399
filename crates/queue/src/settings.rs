//! Refuses streams and consumers that somebody else has created with settings that lose jobs or answers.

use async_nats::jetstream::{consumer, stream};
use serde::Serialize;
use serde_json::Value;

/// The settings of a stream that matter, as the server names them.
const OF_STREAM: [&str; 16] = [
    "subjects",
    "retention",
    "storage",
    "persist_mode",
    "discard",
    "discard_new_per_subject",
    "max_msgs_per_subject",
    "max_msgs",
    "max_bytes",
    "max_age",
    "max_msg_size",
    "no_ack",
    "sealed",
    "deny_delete",
    "deny_purge",
    "allow_direct",
];

/// The same for a consumer.
const OF_CONSUMER: [&str; 8] = [
    "filter_subject",
    "deliver_policy",
    "replay_policy",
    "headers_only",
    "ack_policy",
    "ack_wait",
    "max_deliver",
    "backoff",
];

/// Compares a stream with the one that would have been created.
pub(crate) fn check_stream(found: &stream::Config, wanted: &stream::Config) -> Result<(), String> {
    check(&format!("stream {}", wanted.name), found, wanted, &OF_STREAM)
}

/// Compares a consumer with the one that would have been created.
pub(crate) fn check_consumer(found: &consumer::Config, wanted: &consumer::Config) -> Result<(), String> {
    let name = wanted.durable_name.as_deref().unwrap_or_default();
    check(&format!("consumer {name}"), found, wanted, &OF_CONSUMER)
}

fn check(what: &str, found: &impl Serialize, wanted: &impl Serialize, names: &[&str]) -> Result<(), String> {
    let (found, wanted) = (serde_json::to_value(found), serde_json::to_value(wanted));
    let (found, wanted) = (found.expect("settings are plain data"), wanted.expect("settings are plain data"));
    let refuses_new = wanted["discard"] == "new";
    let differs = |name: &&&str| {
        let (found, wanted) = (&found[**name], &wanted[**name]);
        match **name {
            // Nothing is lost if a full stream refuses new messages.
            "max_bytes" if refuses_new => false,
            // Answers may be kept for longer.
            "max_age" if !is_unset(wanted) => !is_unset(found) && found.as_u64() < wanted.as_u64(),
            _ => found != wanted && !(is_unset(found) && is_unset(wanted)),
        }
    };
    let Some(name) = names.iter().find(differs) else { return Ok(()) };
    let shown = |value: &Value| if is_unset(value) { "unset".to_owned() } else { value.to_string() };
    let (found, wanted) = (shown(&found[*name]), shown(&wanted[*name]));
    Err(format!("the {what} has settings that could lose jobs: {name} is {found}, expected {wanted}"))
}

/// Whether a setting has no effect. The server writes some of these as -1, and leaves others out.
fn is_unset(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is_set) => !is_set,
        Value::Number(number) => number.as_i64().is_some_and(|number| number <= 0),
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(_) => false,
    }
}
