//! Trees as pictures: SVG for eyes, DOT for other programs.

mod block;
mod dot;
mod layout;
mod svg;

pub use block::Caption;
pub use dot::dot;
pub use svg::svg;

use plyd_search::Score;

/// Characters of a name that a picture has room for.
const NAME_MAX: usize = 16;

/// A score as books write it: a number, or who gets what in how many plies from the root.
fn score_text(score: Score) -> String {
    match score.plies() {
        Some(plies) if score > Score::ZERO => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => score.value().to_string().replace('-', "\u{2212}"),
    }
}

/// A text on one line, without what would change the direction or the end of it, cut to what there is room for.
fn shown(text: &str, most: usize) -> String {
    let printable = |char: char| {
        let turns = matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let breaks = matches!(char, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}');
        if char.is_control() || turns || breaks { '\u{fffd}' } else { char }
    };
    let count = text.chars().count();
    let kept = if count > most { most - 1 } else { count };
    let mut shown: String = text.chars().take(kept).map(printable).collect();
    if count > most {
        shown.push('…');
    }
    shown
}
