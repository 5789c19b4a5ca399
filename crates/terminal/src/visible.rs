//! Text of strangers, such as names and comments of records, on a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Stderr, Write};

/// Replaces each character that a terminal would obey, and each character that changes the direction of the text after
/// it, by an escape such as `\u202e`. Line breaks and tabs stay.
///
/// The escapes are the ones that JSON uses, so a JSON text keeps its value.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return text.into();
    }
    let mut seen = String::with_capacity(text.len() + 5);
    for c in text.chars() {
        if is_unseen(c) {
            let _ = write!(seen, "\\u{:04x}", u32::from(c));
        } else {
            seen.push(c);
        }
    }
    seen.into()
}

/// Whether a character is a command for a terminal, or sets the direction of the text around it (Unicode's
/// Bidi_Control).
fn is_unseen(c: char) -> bool {
    let is_command = c.is_control() && !matches!(c, '\n' | '\t');
    is_command || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Passes texts through [`visible()`] and writes them.
#[derive(Debug)]
pub struct Visible<W>(pub W);

impl<W: Write> Write for Visible<W> {
    /// Formatting writes whole strings, so no character is split between two calls.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(visible(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard error, for messages. Write with `writeln!`, because `eprintln!` panics if standard error is closed.
#[must_use]
pub fn stderr() -> Visible<Stderr> {
    Visible(io::stderr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_directions_are_escaped_and_all_else_stays() {
        for (text, seen) in [
            ("An\u{202e}na", "An\\u202ena"),
            ("\u{1b}[2J\u{9b}1m\u{7f}\r\u{0}", "\\u001b[2J\\u009b1m\\u007f\\u000d\\u0000"),
            ("\u{61c}\u{200e}\u{200f}", "\\u061c\\u200e\\u200f"),
            ("\u{202a}\u{202b}\u{202c}\u{202d}", "\\u202a\\u202b\\u202c\\u202d"),
            ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u2066\\u2067\\u2068\\u2069"),
            // Persian needs a joiner, and so do many pictures.
            ("José\t王\n می\u{200c}خواهم 👩\u{200d}🚀 \u{feff}", "José\t王\n می\u{200c}خواهم 👩\u{200d}🚀 \u{feff}"),
        ] {
            assert_eq!(visible(text), seen);
            let mut written = Visible(Vec::new());
            write!(written, "{text}").unwrap();
            assert_eq!(String::from_utf8(written.0).unwrap(), seen);
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({ "White": "An\u{202e}na \u{9b} \u{1b} \\ \u{200f}" });
        let text = value.to_string();
        let seen = visible(&text);
        assert!(text.contains('\u{202e}') && !seen.contains('\u{202e}'), "{seen}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&seen).unwrap(), value);
    }
}
