//! SGF properties that correspond to tags, and results.

use std::borrow::Cow;

use crate::record::results::Score;
use crate::spelling::shown;
use plyd_search::position::Side;

/// Properties that other formats have too, each as the property and the tag.
const SHARED: [[&str; 2]; 8] = [
    ["PB", "Black"],
    ["PW", "White"],
    ["EV", "Event"],
    ["PC", "Site"],
    ["DT", "Date"],
    ["RO", "Round"],
    ["AN", "Annotator"],
    ["ON", "Opening"],
];

/// Pairs of properties about the two players, for exchanging the colours.
pub(super) const OF_PLAYERS: [[&str; 2]; 3] = [["Black", "White"], ["BR", "WR"], ["BT", "WT"]];

/// Properties of the format itself. They follow from the game.
pub(super) const OWN: [&str; 9] = ["FF", "GM", "SZ", "CA", "ST", "AB", "AW", "AE", "PL"];

/// Properties that judge a move or a position.
pub(super) const ANNOTATIONS: [&str; 9] = ["BM", "DO", "IT", "TE", "DM", "GB", "GW", "UC", "HO"];

/// Properties of a node that are not facts about the game: marks, clocks, views, and the name of a node.
pub(super) const OF_NODES: [&str; 23] = [
    "AR", "CR", "DD", "FG", "IS", "KO", "LB", "LN", "MA", "MN", "N", "OB", "OW", "BL", "WL", "PM", "SL", "SQ", "TB",
    "TR", "TW", "V", "VW",
];

/// The tag for a property.
pub(in crate::record) fn tag_of(property: &str) -> &str {
    SHARED.iter().find(|[own, _]| *own == property).map_or(property, |[_, tag]| tag)
}

/// The property for a tag; `None` if it cannot be one.
pub(in crate::record) fn property_of(tag: &str) -> Option<&str> {
    let shared = SHARED.iter().find(|[_, shared]| *shared == tag).map(|[own, _]| *own);
    let is_free = |tag: &&str| {
        let is_name = tag.starts_with(|c: char| c.is_ascii_uppercase())
            && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let is_taken = SHARED.iter().any(|[own, _]| own == tag) || ["B", "W", "C"].contains(tag);
        is_name && !is_taken && ![&OWN[..], &ANNOTATIONS, &OF_NODES].iter().any(|names| names.contains(tag))
    };
    shared.or_else(|| Some(tag).filter(is_free))
}

/// The result in a property RE, such as `B+R`, `0` or `?`.
pub(in crate::record) fn score(text: &str) -> Option<Score> {
    let folded = text.trim().to_ascii_lowercase();
    match folded.as_str() {
        "0" | "draw" | "d" | "jigo" => Some(Score::Draw),
        "" | "?" | "void" => Some(Score::Open),
        "b" => Some(Score::Win(Side::First)),
        "w" => Some(Score::Win(Side::Second)),
        won if won.starts_with("b+") => Some(Score::Win(Side::First)),
        won if won.starts_with("w+") => Some(Score::Win(Side::Second)),
        _ => None,
    }
}

/// A result as SGF writes it.
pub(super) const fn result(score: Score) -> &'static str {
    match score {
        Score::Win(Side::First) => "B+",
        Score::Win(Side::Second) => "W+",
        Score::Draw => "Draw",
        Score::Open => "?",
    }
}

/// The tag of PGN that says how a game ended. SGF has this at the end of RE.
pub(in crate::record) const TERMINATION: &str = "Termination";

/// The tag of PGN for the clocks, which SGF has as TM and OT.
pub(super) const TIME_CONTROL: &str = "TimeControl";

/// What follows the winner in RE if a game ended like this: `R` for a resignation, `T` for a lost clock, otherwise
/// nothing.
///
/// # Errors
/// A sentence, if this is not known, or if nobody won although somebody resigned or lost on time.
pub(in crate::record) fn how_it_ended(termination: &str, score: Score) -> Result<&'static str, String> {
    let folded = termination.to_ascii_lowercase();
    let letter = match folded.as_str() {
        "normal" | "agreement" | "unterminated" => return Ok(""),
        _ if folded.contains("resign") => "R",
        _ if folded.contains("time") => "T",
        _ => {
            let expected = "expected normal, resignation, agreement, time forfeit or unterminated";
            return Err(format!("the game ended by {}, {expected}", shown(termination)));
        }
    };
    match score {
        Score::Win(_) => Ok(letter),
        Score::Draw | Score::Open => Err(format!("{} needs a winner", shown(termination))),
    }
}

/// The properties for a time control in seconds, as servers of Go write them: `300`, `300+3` with an increment, `300d3`
/// with a delay, `600+3x30` with periods of byo-yomi, or `1/30` for each move.
///
/// # Errors
/// A sentence, if it is anything else.
pub(super) fn times(control: &str) -> Result<String, String> {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok();
    let count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let [delay, plus] = ['d', '+'].map(|sign| control.split_once(sign));
    let periods = plus.and_then(|(seconds, more)| more.split_once('x').map(|(periods, each)| (seconds, periods, each)));
    match (control.strip_prefix("1/"), delay, periods, plus) {
        (Some(each), ..) if number(each) => Ok(format!("TM[0]OT[{each} simple]")),
        (_, Some((seconds, delay)), ..) if number(seconds) && number(delay) => {
            Ok(format!("TM[{seconds}]OT[{delay} delay]"))
        }
        (.., Some((seconds, periods, each)), _) if number(seconds) && count(periods) && number(each) => {
            Ok(format!("TM[{seconds}]OT[{periods}x{each} byo-yomi]"))
        }
        (.., Some((seconds, increment))) if number(seconds) && number(increment) => {
            Ok(format!("TM[{seconds}]OT[{increment} fischer]"))
        }
        _ if number(control) => Ok(format!("TM[{control}]")),
        _ => {
            let expected = "expected seconds such as 300, 300+3, 300d3, 600+3x30 or 1/30";
            Err(format!("{} cannot be written in sgf, {expected}", shown(control)))
        }
    }
}

/// A date as SGF has it, with dashes: `2026-11-29` for PGN's `2026.11.29`. Other texts stay as they are.
pub(super) fn date(text: &str) -> Cow<'_, str> {
    let mut parts = text.split('.');
    let mut is_part = |length| parts.next().is_some_and(|part| part.len() == length && part.parse::<u16>().is_ok());
    let is_date = is_part(4) && is_part(2) && is_part(2);
    if is_date && parts.next().is_none() { text.replace('.', "-").into() } else { text.into() }
}
