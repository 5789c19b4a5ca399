//! Shortens texts that are repeated in problems, headers, the log, pictures and a terminal.

use std::borrow::Cow;

/// At most this many characters of a request's text are repeated.
pub const MAX_CHARS: usize = 200;

/// How many characters are kept from the start of a longer text. The rest comes from its end, where a problem says what
/// was expected.
const FROM_START: usize = 120;
const FROM_END: usize = MAX_CHARS - FROM_START - 1;

/// A word that a cut would divide is left out, if it is no longer than this.
const WORD_MAX: usize = 40;

/// A text of at most [`MAX_CHARS`] characters. The middle of a longer text becomes an ellipsis, between two words.
#[must_use]
pub fn excerpt(text: String) -> String {
    // Each character has at least one byte.
    if text.len() <= MAX_CHARS || text.chars().nth(MAX_CHARS).is_none() {
        return text;
    }
    let start = text.char_indices().nth(FROM_START).map_or(text.len(), |(at, _)| at);
    let end = text.char_indices().nth_back(FROM_END - 1).map_or(0, |(at, _)| at);
    let (before, after) = (&text[..start], &text[end..]);
    let (spaces_before, spaces_after) = (before.rfind(' '), after.find(' '));
    let before = spaces_before.map_or(before, |at| if before.len() - at > WORD_MAX { before } else { &before[..=at] });
    let after = spaces_after.map_or(after, |at| if at > WORD_MAX { after } else { &after[at..] });
    format!("{before}…{after}")
}

/// The first characters of a text, at most `most`.
#[must_use]
pub fn shortened(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// A text of at most `most` characters. A longer one is cut and ends in an ellipsis.
#[must_use]
pub fn ellipsized(text: &str, most: usize) -> Cow<'_, str> {
    if shortened(text, most).len() == text.len() {
        return text.into();
    }
    format!("{}…", shortened(text, most.saturating_sub(1))).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_text_has_the_given_number_of_characters() {
        assert_eq!((shortened("knight", 6), shortened("knight", 3), shortened("éé", 1)), ("knight", "kni", "é"));
        let ellipsized = |most| super::ellipsized("knight", most);
        assert_eq!((ellipsized(6).as_ref(), ellipsized(3).as_ref(), ellipsized(0).as_ref()), ("knight", "kn…", "…"));
    }

    #[test]
    fn the_middle_of_a_long_text_is_cut_between_two_words() {
        let names: Vec<String> = (100..140).map(|number| format!("`name_{number}`")).collect();
        let cut = excerpt(format!("unknown field, expected one of {}", names.join(", ")));
        assert!(cut.chars().count() <= MAX_CHARS, "{cut}");
        let (before, after) = cut.split_once(" … ").unwrap();
        assert!(before.ends_with("`,") && after.starts_with("`name_"), "{cut}");
    }

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
