//! Spellings that several games share: fields of a state, names of sides, and moves that differ from their names in
//! case or marks.

use std::borrow::Cow;

use plyd_search::position::Side;

/// Longer texts than this many bytes are not read as a spelling of a move. A capture of twenty men is shorter.
pub(crate) const SPELLING_MAX: usize = 128;

/// Marks that may be between two squares of a move.
pub(crate) const BETWEEN: [char; 8] = ['-', 'x', 'X', ':', '×', '–', '*', ' '];

/// The fields of a state, which are separated by white space, or by `_` as in URLs.
pub(crate) fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == '_').filter(|field| !field.is_empty())
}

/// The side with this name, in upper or lower case.
pub(crate) fn side<T: ToString>(text: &str, names: [T; 2]) -> Option<Side> {
    let [first, second] = names.map(|name| text.eq_ignore_ascii_case(&name.to_string()));
    if first { Some(Side::First) } else { second.then_some(Side::Second) }
}

/// The text of a move without surrounding white space and without comments such as `!?`.
pub(crate) fn bare(text: &str) -> &str {
    text.trim().trim_end_matches(['!', '?'])
}

/// Whether a character has no width. Pages and messengers put such characters into the text that people copy.
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// A text without such characters.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_invisible) {
        return text.into();
    }
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// A text with `-` for every dash and letters for figurines, without marks that have no width, a move number before it,
/// white space around its marks, and judgements after it. `None` if that changes nothing.
pub(crate) fn plain(text: &str) -> Option<String> {
    if text.len() > SPELLING_MAX {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for c in without_judgements(without_number(visible(text).trim())).chars() {
        match c {
            c if is_dash(c) => plain.push('-'),
            c => match FIGURINES.iter().find(|(figurines, _)| figurines.contains(&c)) {
                Some((_, letter)) => plain.push_str(letter),
                None => plain.push(c),
            },
        }
    }
    let plain = without_spaces(&plain);
    (plain != text).then_some(plain)
}

/// Whether a character is a dash of any length.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

/// Whether a character can be the mark between two squares.
pub(crate) fn is_mark(c: char) -> bool {
    BETWEEN.contains(&c) && c != '*' && c != ' ' || is_dash(c)
}

/// The chessmen of Unicode, and the letters that stand for them.
const FIGURINES: [([char; 2], &str); 6] =
    [(['♔', '♚'], "K"), (['♕', '♛'], "Q"), (['♖', '♜'], "R"), (['♗', '♝'], "B"), (['♘', '♞'], "N"), (['♙', '♟'], "")];

pub(crate) fn is_figurine(c: char) -> bool {
    FIGURINES.iter().any(|(figurines, _)| figurines.contains(&c))
}

/// Signs that judge a move or a position. They are not part of any move.
const JUDGEMENTS: [char; 23] =
    ['!', '?', '‼', '⁇', '⁈', '⁉', '±', '∓', '⩲', '⩱', '∞', '□', '⇄', '⇆', '→', '↑', '⟳', '⨀', '⊕', '△', '∆', '⌓', '≈'];

/// Judgements of several signs, the longer ones first.
const EVALUATIONS: [&str; 9] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "="];

/// Whether a word is a judgement, or a separate mark of check.
pub(crate) fn is_judgement(word: &str) -> bool {
    // Most words are moves.
    if word.is_empty() || word.starts_with(char::is_alphanumeric) {
        return false;
    }
    let dashed = || word.chars().map(|c| if is_dash(c) { '-' } else { c });
    word.chars().all(|c| JUDGEMENTS.contains(&c))
        || ["+", "++", "#"].contains(&word)
        || EVALUATIONS.iter().any(|evaluation| dashed().eq(evaluation.chars()))
}

/// A text without the judgements at its end, which may be glued to the move: `Nf3+-`, `e4=`.
pub(crate) fn without_judgements(text: &str) -> &str {
    let mut text = text;
    loop {
        let signs = text.trim_end_matches(JUDGEMENTS).trim_end();
        // A separate word may be a mark of check or a judgement.
        let apart = signs.rsplit_once(char::is_whitespace).filter(|(_, word)| is_judgement(word));
        let glued = || EVALUATIONS.iter().find_map(|evaluation| without_evaluation(signs, evaluation));
        let shorter = apart.map(|(before, _)| before.trim_end()).or_else(glued).unwrap_or(signs);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// The move before a judgement of several signs, with any dash.
fn without_evaluation<'a>(text: &'a str, evaluation: &str) -> Option<&'a str> {
    let mut rest = text;
    for sign in evaluation.chars().rev() {
        rest = rest.strip_suffix(|c: char| c == sign || sign == '-' && is_dash(c))?;
    }
    let is_before = |c: char| c.is_alphanumeric() || ['+', '#', ')'].contains(&c) || JUDGEMENTS.contains(&c);
    rest.ends_with(is_before).then_some(rest)
}

/// A text without the move number at its beginning: `1.`, `1…`, `1)` or `1.)`. `1:` and `1-` are numbers only before
/// white space and something that is not a digit, because `1- 6` is a move.
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() == text.len() {
        return text;
    }
    let dotless = after.trim_start_matches(['.', '…']);
    let rest = dotless.strip_prefix(')').unwrap_or(dotless);
    if rest.len() < after.len() {
        return rest.trim_start();
    }
    let rest = after.strip_prefix(is_colon_or_dash).filter(|rest| rest.starts_with(char::is_whitespace));
    let rest = rest.map(str::trim_start).filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// Whether a word of a list is a move number: digits followed by dots, a parenthesis, or both.
pub(crate) fn is_number(word: &str) -> bool {
    let is_closed = word.ends_with(['.', '…', ')']);
    word.starts_with(|c: char| c.is_ascii_digit()) && is_closed && without_number(word).is_empty()
}

/// The number and the rest of a word such as `1:`, `1-` or `1- 11-15`. The rest is empty or comes after white space.
///
/// The word may also be a move, or the beginning of one.
pub(crate) fn open_number(word: &str) -> Option<(u32, &str)> {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let value = number(&word[..word.len() - after.len()])?;
    let rest = after.strip_prefix(is_colon_or_dash)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| (value, rest.trim_start()))
}

pub(crate) const fn is_colon_or_dash(c: char) -> bool {
    c == ':' || is_dash(c)
}

/// A text without the white space around the marks between two squares.
fn without_spaces(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        joined.push_str(word);
        let is_apart = |next: &&str| !word.ends_with(BETWEEN) && !next.starts_with(BETWEEN);
        if words.peek().is_some_and(is_apart) {
            joined.push(' ');
        }
    }
    joined
}

/// A name from a request, quoted and shortened for error messages.
pub(crate) fn quoted(name: &str) -> String {
    quoted_start(name, 40)
}

/// The beginning of a part of a state, quoted for error messages.
pub(crate) fn shown(part: &str) -> String {
    quoted_start(part, 16)
}

fn quoted_start(text: &str, most: usize) -> String {
    format!("{:?}", text.chars().take(most).collect::<String>())
}

/// The text of a move without what may differ between its spellings: case, marks between two squares, leading zeros,
/// and the amount of white space.
///
/// Marks are removed only between a digit and a letter, so that `-4` does not become `4`, nor `1-0` `10`.
pub(crate) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text.trim();
    while let Some(next) = rest.chars().next() {
        let last_is_digit = folded.ends_with(|c: char| c.is_ascii_digit());
        let after_marks = rest.trim_start_matches(BETWEEN);
        let after_zeros = rest.trim_start_matches('0');
        if last_is_digit && after_marks.len() < rest.len() && after_marks.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            rest = after_marks;
        } else if !last_is_digit && next == '0' && after_zeros.starts_with(|c: char| c.is_ascii_digit()) {
            rest = after_zeros;
        } else if next.is_whitespace() {
            folded.push(' ');
            rest = rest.trim_start();
        } else {
            folded.push(next.to_ascii_lowercase());
            rest = &rest[next.len_utf8()..];
        }
    }
    folded
}

/// A number in plain digits, possibly with leading zeros.
pub(crate) fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The column and number of each square in a text such as `a2-b3`, `A2B3` or `d6xb4`; `None` for other texts.
pub(crate) fn squares(text: &str) -> Option<Vec<(u8, u32)>> {
    let mut squares = Vec::new();
    let mut rest = text.trim();
    while let Some(column) = rest.chars().next() {
        let column = column.to_ascii_lowercase();
        let digits = rest.get(1..)?;
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = number(&digits[..digits.len() - after.len()])?;
        squares.push((column.is_ascii_lowercase().then(|| column as u8 - b'a')?, number));
        rest = after.trim_start_matches(BETWEEN);
        if rest.is_empty() && !after.is_empty() {
            return None;
        }
    }
    (!squares.is_empty()).then_some(squares)
}

/// The column and number of a text that is a single square.
pub(crate) fn square(text: &str) -> Option<(u8, u32)> {
    let text = bare(text);
    match squares(text.get(..SPELLING_MAX).unwrap_or(text))?[..] {
        [square] if text.len() <= SPELLING_MAX => Some(square),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_move_fold_to_one_text() {
        for (text, same) in [
            (" D6-D7xB4 ", "d6d7b4"),
            ("e2 - e4", "e2e4"),
            ("a02", "a2"),
            ("03", "3"),
            ("Take  3", "take 3"),
            ("take 03", "take 3"),
            ("0", "0"),
            ("10", "10"),
        ] {
            assert_eq!(folded(text), same, "{text}");
        }
        // Signs and numbers do not change.
        for text in ["-4", "1-0", "a-1", "x4", "+4", "4x", "3:7", "é"] {
            assert_eq!(folded(text), text);
        }
    }

    #[test]
    fn texts_of_people_and_programs_become_plain() {
        for (text, same) in [
            ("O–O", "O-O"),
            ("0−0−0", "0-0-0"),
            ("♘f3", "Nf3"),
            ("♞\u{fe0e}xe5", "Nxe5"),
            ("♙e4", "e4"),
            ("Nf6? ±", "Nf6"),
            ("Nf6‼", "Nf6"),
            ("Qh5+ +-", "Qh5+"),
            ("Qh5 + ⁉", "Qh5"),
            ("12. e4", "e4"),
            ("12…e5", "e5"),
            ("28 x 19", "28x19"),
            ("1- 6", "1-6"),
            ("O - O", "O-O"),
            ("Nf3+-", "Nf3"),
            ("Nf3−+", "Nf3"),
            ("Nf3+/=", "Nf3"),
            ("Nf3=∞", "Nf3"),
            ("Qh5+=", "Qh5"),
            ("e8=Q=", "e8=Q"),
            ("Nf3±→", "Nf3"),
            ("Nf3!?+/-", "Nf3"),
            ("e4\u{200b}", "e4"),
            ("\u{feff}e4\u{200e}!", "e4"),
            ("O\u{ad}-O", "O-O"),
            ("1) e4", "e4"),
            ("1)e4", "e4"),
            ("12.) e4", "e4"),
            ("1...) e5", "e5"),
            ("1: e4", "e4"),
            ("1- e4", "e4"),
            ("1: 3", "1:3"),
        ] {
            assert_eq!(plain(text).as_deref(), Some(same), "{text}");
        }
        for text in ["e4", "Qh5+", "e8=Q", "take 3", "1-6", "1:3", "1:", "", "e4!x", "--", "=", "+-"] {
            assert_eq!(plain(text), None, "{text}");
        }
        for word in ["±", "+-", "–+", "+/-", "=", "‼", "#", "□"] {
            assert!(is_judgement(word), "{word}");
        }
        for word in ["--", "-", "x", "", "e4!", "1-0"] {
            assert!(!is_judgement(word), "{word}");
        }
        assert!(["1.", "12...", "1…", "1)", "1.)"].into_iter().all(is_number));
        assert!(!["1", "1.e4", ".", "", "1.2", "1:", "1-", ")", "1)e4"].into_iter().any(is_number));
        assert_eq!(open_number("12- 11-15"), Some((12, "11-15")));
        assert_eq!(open_number("1:"), Some((1, "")));
        assert!(["1", "1-6", "1:3", "-", "a- 2", "1. 2"].into_iter().all(|word| open_number(word).is_none()));
    }

    #[test]
    fn squares_are_read_with_any_marks_between_them() {
        for text in ["a2b13", "A2-B13", "a02xb13", "a2 : b13", "a2×b13"] {
            assert_eq!(squares(text), Some(vec![(0, 2), (1, 13)]), "{text}");
        }
        for text in ["", "a", "2", "a2b", "a2-", "-a2", "a-2", "a+2", "é2", "a99999999999", "aé"] {
            assert_eq!(squares(text), None, "{text}");
        }
    }
}
