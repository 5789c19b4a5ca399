//! The texts in blocks.

use plyd_games::excerpt::ellipsized;
use plyd_search::Score;

/// How many characters of a name fit into a picture.
pub(super) const NAME_MAX: usize = 16;

/// A score as textbooks write it: a number, or a win or loss with its distance from the root in plies.
pub(super) fn score_text(score: Score) -> String {
    match score.plies() {
        Some(plies) if score > Score::ZERO => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => score.value().to_string().replace('-', "\u{2212}"),
    }
}

/// The text without control characters, line breaks and direction marks, shortened to `most` characters.
pub(super) fn shown(text: &str, most: usize) -> String {
    let printable = |char: char| {
        let turns = matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let breaks = matches!(char, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}');
        if char.is_control() || turns || breaks { '\u{fffd}' } else { char }
    };
    ellipsized(text, most).chars().map(printable).collect()
}
