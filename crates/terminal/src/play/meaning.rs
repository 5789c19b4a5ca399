//! Finds the move that a typed text means.

use plyd_games::answer::{Description, NamedMove};
use plyd_games::board::RowColumn;
use plyd_games::catalogue::AnyPosition;
use plyd_games::excerpt::shortened;
use plyd_games::nearest;

use super::command::Command;

/// How many moves a suggestion names at most.
const MAX_NAMED: usize = 12;

/// Finds the legal move that a text means.
///
/// The text is tried as the name of a move, as its label, and with the game's parser. Then it is compared with names,
/// labels and cells without regard to case and punctuation. Text in quotes is an exact name.
///
/// # Errors
/// A sentence with suggestions, if the text means no move or several.
pub fn meaning<'a>(
    position: &dyn AnyPosition,
    described: &'a Description,
    typed: &str,
) -> Result<&'a NamedMove, String> {
    let moves = &described.legal_moves;
    let quoted: Option<String> = serde_json::from_str(typed).ok();
    let exact = |mv: &&NamedMove| mv.name == quoted.as_deref().unwrap_or(typed);
    if let Some(mv) = moves.iter().find(exact) {
        return Ok(mv);
    }
    let same = only(moves.iter().filter(|mv| mv.label.as_deref() == Some(typed)));
    let read = || position.find_moves(&[typed.to_owned()]).ok().and_then(|found| moves.get(found[0].0));
    if let Some(mv) = same.or_else(read) {
        return Ok(mv);
    }
    let wanted = normalised(typed);
    let spellings: Vec<(String, &NamedMove)> =
        moves.iter().flat_map(|mv| spellings(described, mv).into_iter().map(move |text| (text, mv))).collect();
    let found = |fits: &dyn Fn(&str) -> bool| {
        let mut found: Vec<&'a NamedMove> =
            spellings.iter().filter(|(text, _)| !wanted.is_empty() && fits(text)).map(|(_, mv)| *mv).collect();
        found.dedup_by_key(|mv| &mv.name);
        found
    };
    let whole = found(&|text| text == wanted);
    if let [mv] = whole[..] {
        return Ok(mv);
    }
    let begun = if whole.is_empty() { found(&|text| text.starts_with(&wanted)) } else { whole };
    Err(if begun.is_empty() { unknown(position, moves, typed) } else { could_be(typed, &begun) })
}

/// The name of a move, and its label if that differs.
#[must_use]
pub(crate) fn shown(name: &str, label: Option<&str>) -> String {
    match label.filter(|label| *label != name) {
        Some(label) => format!("{name} ({label})"),
        None => name.to_owned(),
    }
}

/// The name of a cell; `None` if its row or column has none.
pub(super) fn cell_name(described: &Description, [row, column]: RowColumn) -> Option<String> {
    Some(format!("{}{}", described.files.get(column)?, described.ranks.get(row)?))
}

/// The normalised texts that mean a move: its name, its label and its cells.
fn spellings(described: &Description, mv: &NamedMove) -> Vec<String> {
    let cells: Option<String> = mv.cells.iter().map(|at| cell_name(described, *at)).collect();
    let texts = [Some(mv.name.clone()), mv.label.clone(), cells];
    texts.into_iter().flatten().map(|text| normalised(&text)).filter(|text| !text.is_empty()).collect()
}

/// Whether a text that is not a move looks like a command, such as `resign`: one or more words without digits.
pub(super) fn is_words(text: &str) -> bool {
    text.chars().count() > 3 && text.chars().all(|c| c.is_alphabetic() || c == ' ')
}

/// Letters and digits only, in lower case.
fn normalised(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

fn could_be(typed: &str, moves: &[&NamedMove]) -> String {
    let named = moves.iter().take(MAX_NAMED).map(|mv| shown(&mv.name, mv.label.as_deref()));
    let more = if moves.len() > MAX_NAMED { ", …" } else { "" };
    let is = if moves.len() == 1 { "is the beginning of" } else { "could be" };
    format!("{} {is} {}{more}", quote(typed), named.collect::<Vec<_>>().join(", "))
}

/// The sentence for a text that no move begins with.
fn unknown(position: &dyn AnyPosition, moves: &[NamedMove], typed: &str) -> String {
    let words = words(moves);
    let near = nearest(typed, &words.iter().map(String::as_str).collect::<Vec<_>>());
    let meant = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    if is_words(typed) {
        return format!("{} is neither a move nor a command{meant}", quote(typed));
    }
    let refused = position.find_moves(&[typed.to_owned()]).err();
    refused.map_or_else(String::new, |(_, illegal)| illegal.detail) + &meant
}

/// What can be typed: the names and labels of moves, and the commands.
pub(super) fn words(moves: &[NamedMove]) -> Vec<String> {
    let named = moves.iter().flat_map(|mv| [Some(mv.name.clone()), mv.label.clone()]);
    named.flatten().chain(Command::described().map(|(word, _)| word)).collect()
}

fn quote(typed: &str) -> String {
    format!("{:?}", shortened(typed, 40))
}
