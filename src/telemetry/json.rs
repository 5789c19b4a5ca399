//! The log as JSON: one flat object a line.
//!
//! The fields of an event and of the spans around it stand side by side. Where two have one name, the inner one stands.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::line_writer::LineWriter;

/// Writes each event as a line.
pub(super) struct JsonLines {
    writer: LineWriter,
}

impl JsonLines {
    pub(super) const fn new(writer: LineWriter) -> Self {
        Self { writer }
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for JsonLines {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        span.extensions_mut().insert(fields);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        for span in context.event_scope(event).into_iter().flatten() {
            if let Some(outer) = span.extensions().get::<Fields>() {
                let new = outer.0.iter().filter(|(name, _)| !fields.has(name)).cloned().collect::<Vec<_>>();
                fields.0.extend(new);
            }
        }
        let mut line = begin(*event.metadata().level());
        for (name, value) in &fields.0 {
            let _ = write!(line, ",\"{name}\":{value}");
        }
        line.push_str("}\n");
        // Never fails: what cannot be written is counted.
        let _ = self.writer.clone().write_all(line.as_bytes());
    }
}

/// A line with fields that are known at run time only.
pub(super) fn line(level: Level, message: &str, fields: &Map<String, Value>) -> String {
    let mut line = begin(level);
    let _ = write!(line, ",\"message\":{}", Value::from(message));
    for (name, value) in fields {
        let _ = write!(line, ",{}:{value}", Value::from(name.as_str()));
    }
    line.push_str("}\n");
    line
}

/// The start of an object, with time and level.
fn begin(level: Level) -> String {
    let mut line = String::with_capacity(512);
    line.push_str("{\"timestamp\":\"");
    // Only a clock without a date has no time.
    let _ = SystemTime.format_time(&mut Writer::new(&mut line));
    let _ = write!(line, "\",\"level\":\"{level}\"");
    line
}

/// Fields in their order, each value as JSON.
#[derive(Default)]
struct Fields(Vec<(&'static str, String)>);

impl Fields {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| *known == name)
    }

    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.retain(|(known, _)| *known != field.name());
        self.0.push((field.name(), value.into().to_string()));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.set(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use prometheus::IntCounter;
    use tracing::field::Empty;
    use tracing::{info, info_span, subscriber};
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    struct Lines(mpsc::Sender<String>);

    impl std::io::Write for Lines {
        fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
            self.0.send(String::from_utf8(line.to_vec()).unwrap()).unwrap();
            Ok(line.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_flat_and_of_two_fields_with_one_name_has_the_inner_one() {
        let (told, lines) = mpsc::channel();
        let writer = LineWriter::start(Lines(told), IntCounter::new("lost", "lost").unwrap()).unwrap();
        subscriber::with_default(tracing_subscriber::registry().with(JsonLines::new(writer)), || {
            let outer = info_span!("request", id = "7", path = "/\"\n", trace = Empty, depth = 1);
            outer.record("trace", "abc");
            let _outer = outer.entered();
            let _inner = info_span!("search", depth = 2).entered();
            info!(depth = 3, ok = true, share = 0.5, change = -4, "an \"answer\"");
        });
        let line = lines.recv().unwrap();
        let (start, rest) = line.split_once("Z\",").unwrap();
        assert!(start.starts_with("{\"timestamp\":\"20"), "{line}");
        let fields = r#""level":"INFO","message":"an \"answer\"","depth":3,"ok":true,"share":0.5,"change":-4"#;
        assert_eq!(rest, format!("{fields},{}\n", r#""id":"7","path":"/\"\n","trace":"abc"}"#));
        serde_json::from_str::<Value>(&line).unwrap();
    }
}
