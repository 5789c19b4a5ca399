//! The tokens of PGN and PDN.

use crate::record::RecordFault;
use crate::spelling::quoted;

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[White "Carlsen"]`, with escapes resolved.
    Tag { name: &'a str, value: String },
    /// The text of `{…}`, or after `;`.
    Comment(&'a str),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// `$5`, or a separate `!?`.
    Annotation,
    /// A move number, or its dots.
    Number,
    /// Anything else: a move or a result.
    Word(&'a str),
    /// A line that begins with `%`.
    Line,
}

/// Reads tokens one by one. Each byte of the text is read once.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Characters that end a word.
const STOPS: [char; 9] = ['{', '}', '(', ')', '[', ']', ';', '$', '"'];

impl<'a> Tokens<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and its offset; `None` at the end.
    ///
    /// # Errors
    /// [`RecordFault`] if a token is not closed, or the text is not a token.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, RecordFault> {
        let rest = &self.text[self.at..];
        let rest = rest.trim_start();
        let start = self.text.len() - rest.len();
        self.at = start;
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let begins_line = self.text[..start].bytes().next_back().is_none_or(|byte| byte == b'\n' || byte == b'\r');
        let (token, length) = match first {
            '%' if begins_line => (Token::Line, line_end(rest)),
            ';' => (Token::Comment(&rest[1..line_end(rest)]), line_end(rest)),
            '{' => {
                let end = rest.find('}').ok_or_else(|| self.fault("a comment begins here, expected its end: }"))?;
                (Token::Comment(&rest[1..end]), end + 1)
            }
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '[' => self.tag(rest)?,
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                if digits == 0 {
                    return Err(self.fault("$ begins an annotation, expected a number after it"));
                }
                (Token::Annotation, 1 + digits)
            }
            '!' | '?' => (Token::Annotation, rest.len() - rest.trim_start_matches(['!', '?']).len()),
            '.' | '…' => (Token::Number, rest.len() - rest.trim_start_matches(['.', '…']).len()),
            '}' | ']' | '"' | '<' | '>' => {
                return Err(self.fault(format!("{first} is not expected here, but a tag, a comment or a move")));
            }
            _ => match number(rest) {
                Some(length) => (Token::Number, length),
                None => {
                    let end = rest.find(|c: char| c.is_whitespace() || STOPS.contains(&c)).unwrap_or(rest.len());
                    (Token::Word(&rest[..end]), end)
                }
            },
        };
        self.at += length;
        Ok(Some((start, token)))
    }

    /// Reads a tag. Returns the tag and its length.
    fn tag(&self, rest: &'a str) -> Result<(Token<'a>, usize), RecordFault> {
        let inner = rest[1..].trim_start();
        let is_name = |c: char| c.is_ascii_alphanumeric() || NAME_MARKS.contains(&c);
        let (name, after) = inner.split_at(inner.len() - inner.trim_start_matches(is_name).len());
        let opened = after.trim_start().strip_prefix('"').filter(|_| !name.is_empty());
        let opened =
            opened.ok_or_else(|| self.fault(r#"a tag begins here, expected a form such as [White "name"]"#))?;
        let unended = || self.fault(format!("the tag {} begins here, expected its end: \"]", quoted(name)));
        let (mut value, mut chars) = (String::new(), opened.char_indices());
        let after = loop {
            match chars.next().ok_or_else(unended)? {
                // Some programs do not escape quotes in a value. The last quote is the one before the bracket.
                (at, '"') => match opened[at + 1..].trim_start().strip_prefix(']') {
                    Some(after) => break after,
                    None => value.push('"'),
                },
                (_, '\\') => match chars.next().ok_or_else(unended)?.1 {
                    c @ ('"' | '\\') => value.push(c),
                    c if c.is_control() => return Err(unended()),
                    c => value.extend(['\\', c]),
                },
                (_, c) if c.is_control() => return Err(unended()),
                (_, c) => value.push(c),
            }
        };
        Ok((Token::Tag { name, value }, rest.len() - after.len()))
    }

    fn fault(&self, detail: impl Into<String>) -> RecordFault {
        RecordFault::at(self.text, self.at, None, detail)
    }
}

/// Marks that are allowed in names of tags.
pub(super) const NAME_MARKS: [char; 6] = ['_', '+', '#', '=', ':', '-'];

fn line_end(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

/// The length of a move number: digits, followed by dots unless the word ends after the digits.
fn number(text: &str) -> Option<usize> {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - after.len();
    let dots = after.len() - after.trim_start_matches(['.', '…']).len();
    let ends = after.chars().next().is_none_or(|c| c.is_whitespace() || STOPS.contains(&c));
    (digits > 0 && !text.starts_with('0') && (dots > 0 || ends)).then_some(digits + dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let (mut tokens, mut found) = (Tokens::of(text), Vec::new());
        while let Some((_, token)) = tokens.next().unwrap() {
            found.push(token);
        }
        found
    }

    #[test]
    fn texts_are_cut_into_tokens() {
        use Token::*;
        let tag = |name, value: &str| Tag { name, value: value.to_owned() };
        for (text, found) in [
            (r#"[ White  "a \"b\" \\ c" ]"#, vec![tag("White", r#"a "b" \ c"#)]),
            (r#"[Path "C:\dir"]"#, vec![tag("Path", r"C:\dir")]),
            (r#"[A "the "king"" ]"#, vec![tag("A", r#"the "king""#)]),
            ("1.e4 1... e5 12 Nf3", vec![Number, Word("e4"), Number, Word("e5"), Number, Word("Nf3")]),
            ("1. … e5 2 . d4", vec![Number, Number, Word("e5"), Number, Number, Word("d4")]),
            ("11-15 22x15x8 1-0 1/2-1/2 *", ["11-15", "22x15x8", "1-0", "1/2-1/2", "*"].map(Word).to_vec()),
            (
                "e4!?{a ( 1-0 ; }(d4)$12 !?",
                vec![Word("e4!?"), Comment("a ( 1-0 ; "), Open, Word("d4"), Close, Annotation, Annotation],
            ),
            (
                "e4;one }\nd4 % e5\r\n%two\n;",
                vec![Word("e4"), Comment("one }"), Word("d4"), Word("%"), Word("e5"), Line, Comment("")],
            ),
            ("0000 012.", vec![Word("0000"), Word("012.")]),
        ] {
            assert_eq!(tokens(text), found, "{text}");
        }
    }

    #[test]
    fn unclosed_tokens_are_refused_where_they_begin() {
        for (text, says) in [
            ("e4 {never", "line 1, column 4: a comment begins here"),
            ("\n[White \"a", "line 2, column 1: the tag \"White\" begins here, expected its end"),
            ("[White \"a\nb\"]", "the tag \"White\" begins here"),
            ("[White \"a\" b]", "the tag \"White\" begins here"),
            ("[%clk 1]", "a tag begins here, expected a form"),
            ("[White a]", "a tag begins here, expected a form"),
            ("[\"a\"]", "a tag begins here, expected a form"),
            ("e4 $", "column 4: $ begins an annotation"),
            ("é }", "column 3: } is not expected here"),
            ("<1>", "< is not expected here"),
        ] {
            let mut tokens = Tokens::of(text);
            let fault = loop {
                match tokens.next() {
                    Ok(token) => assert!(token.is_some(), "{text}"),
                    Err(fault) => break fault.to_string(),
                }
            };
            assert!(fault.contains(says), "{text}: {fault}");
        }
    }
}
