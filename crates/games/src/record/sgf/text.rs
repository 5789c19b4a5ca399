//! Values in SGF: escapes, and line breaks that are not part of the text.

/// A value of several lines, with escapes resolved. White space within a line becomes single spaces, and empty lines
/// are dropped.
pub(super) fn lines(value: &str) -> String {
    let mut text = String::new();
    for line in unescaped(value).split(['\n', '\r']) {
        for (index, word) in line.split_whitespace().enumerate() {
            if !text.is_empty() {
                text.push(if index == 0 { '\n' } else { ' ' });
            }
            text.push_str(word);
        }
    }
    text
}

/// A value of one line, with escapes resolved. Other white space becomes spaces.
pub(in crate::record) fn line(value: &str) -> String {
    unescaped(value).chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect()
}

/// A text with its special characters escaped.
pub(in crate::record) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Resolves backslashes. A backslash before a line break removes the line break.
fn unescaped(value: &str) -> String {
    let (mut text, mut chars) = (String::with_capacity(value.len()), value.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(first @ ('\n' | '\r')) => {
                    chars.next_if(|second| matches!(second, '\n' | '\r') && *second != first);
                }
                Some(other) => text.push(other),
                None => {}
            },
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_soft_breaks_are_read_and_written() {
        for (value, text) in
            [("a\\\nb\\\r\nc", "abc"), ("a\\]\\\\\\:b", "a]\\:b"), (" a  b \n\n\tc\r\n", "a b\nc"), ("a\\", "a")]
        {
            assert_eq!(lines(value), text, "{value:?}");
            assert_eq!(lines(&escaped(text)), text);
        }
        assert_eq!(line(" a\n\tb"), " a  b");
    }
}
