//! The one place that decides how much of a request the service repeats, in problems, headers and the log.

/// Characters of a request that are repeated at most.
pub const MAX_CHARS: usize = 200;

/// Characters kept from the start of a longer text. The rest is kept from its end, where a problem says what was expected.
const FROM_START: usize = 120;
const FROM_END: usize = MAX_CHARS - FROM_START - 1;

/// A text of at most [`MAX_CHARS`] characters: a longer one has an ellipsis for its middle.
#[must_use]
pub fn excerpt(text: String) -> String {
    // Every character has a byte at least.
    if text.len() <= MAX_CHARS || text.chars().nth(MAX_CHARS).is_none() {
        return text;
    }
    let start = text.char_indices().nth(FROM_START).map_or(text.len(), |(at, _)| at);
    let end = text.char_indices().nth_back(FROM_END - 1).map_or(0, |(at, _)| at);
    format!("{}…{}", &text[..start], &text[end..])
}

/// The first [`MAX_CHARS`] characters of a text.
#[must_use]
pub fn shortened(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARS).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_limit_is_whole_and_a_longer_one_keeps_both_ends() {
        for short in ["", "knight", &"é".repeat(MAX_CHARS)] {
            assert_eq!(excerpt(short.to_owned()), short);
        }
        for middle in ["x", "é", "\u{7f}", "棋"] {
            let cut = excerpt(format!("there is no {}, only chess", middle.repeat(60_000)));
            assert_eq!(cut.chars().count(), MAX_CHARS, "{cut}");
            assert!(cut.starts_with("there is no ") && cut.ends_with(", only chess") && cut.contains('…'), "{cut}");
        }
    }
}
