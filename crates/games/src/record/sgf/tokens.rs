//! The tokens of SGF.

use crate::record::limits::{Limits, Watch};
use crate::record::{RecordError, RecordFault};
use crate::spelling::quoted;

/// A token of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::record) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// The name of a property.
    Name(&'a str),
    /// A value, with its escapes unresolved.
    Value(&'a str),
}

/// Reads tokens one by one. Each byte of the text is read once.
pub(in crate::record) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    watch: Watch<'a>,
}

impl<'a> Tokens<'a> {
    /// The tokens from this byte on.
    pub(in crate::record) const fn of(text: &'a str, at: usize, limits: Limits<'a>) -> Self {
        Self { text, at, watch: limits.watch() }
    }

    /// The next token and its offset; `None` at the end.
    ///
    /// # Errors
    /// [`RecordFault`] if a value is not closed, or the text is not a token; or the limit that ended the reading.
    pub(in crate::record) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, RecordError> {
        self.watch.step()?;
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ';' => (Token::Node, 1),
            '[' => {
                let end =
                    value_end(&rest[1..]).ok_or_else(|| self.fault(start, "this value is never closed with ]"))?;
                (Token::Value(&rest[1..=end]), end + 2)
            }
            c if c.is_ascii_alphabetic() => {
                let name = &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).len()];
                (Token::Name(name), name.len())
            }
            c => {
                let detail = format!("expected a node or a property, found {}", quoted(&c.to_string()));
                return Err(self.fault(start, detail).into());
            }
        };
        self.at = start + length;
        Ok(Some((start, token)))
    }

    fn fault(&self, offset: usize, detail: impl Into<String>) -> RecordFault {
        RecordFault::at(self.text, offset, None, detail)
    }
}

/// The length of a value, up to the first bracket that is not escaped.
fn value_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_tokens() {
        use Token::*;
        let (mut tokens, mut found) =
            (Tokens::of("(; C [a\\] ( \\\\]\n;B[aa] [bb])", 0, Limits::default()), Vec::new());
        while let Some((_, token)) = tokens.next().unwrap() {
            found.push(token);
        }
        let c = Value("a\\] ( \\\\");
        assert_eq!(found, [Open, Node, Name("C"), c, Node, Name("B"), Value("aa"), Value("bb"), Close]);
        for (text, says) in
            [("[a\\]", "this value is never closed"), ("é", "expected a node or a property, found \"é\"")]
        {
            let read = Tokens::of(text, 0, Limits::default()).next();
            assert!(matches!(read, Err(RecordError::Fault(fault)) if fault.detail.contains(says)), "{text}");
        }
    }
}
