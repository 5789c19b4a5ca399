//! Which move a typed text means, and what it could have meant.

use crate::catalogue::AnyPosition;
use crate::games::answer::{Description, NamedMove};
use crate::games::nearest;

use super::command::Command;

/// What a typed text stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<'a> {
    /// This move.
    Move(&'a NamedMove),
    /// None, or one of several: a sentence that says what could be meant.
    Unclear(String),
}

/// So many moves are named at most where one is asked for.
const MOST_NAMED: usize = 12;

/// Finds the legal move that a text means: by its name, by whatever else the game reads as it, by its label, by the
/// cells that it touches; at last without regard to case and to what stands between. Text in quotes is a name as it
/// is.
#[must_use]
pub fn meaning<'a>(position: &dyn AnyPosition, described: &'a Description, typed: &str) -> Meaning<'a> {
    let moves = &described.legal_moves;
    let quoted: Option<String> = serde_json::from_str(typed).ok();
    let exact = |mv: &&NamedMove| mv.name == quoted.as_deref().unwrap_or(typed);
    if let Some(mv) = moves.iter().find(exact) {
        return Meaning::Move(mv);
    }
    let same = only(moves.iter().filter(|mv| mv.label.as_deref() == Some(typed)));
    let read = || position.find_moves(&[typed.to_owned()]).ok().and_then(|found| moves.get(found[0].0));
    if let Some(mv) = same.or_else(read) {
        return Meaning::Move(mv);
    }
    let wanted = loosened(typed);
    let ways: Vec<(String, &NamedMove)> =
        moves.iter().flat_map(|mv| ways(described, mv).into_iter().map(move |way| (way, mv))).collect();
    let found = |fits: &dyn Fn(&str) -> bool| {
        let mut found: Vec<&'a NamedMove> =
            ways.iter().filter(|(way, _)| !wanted.is_empty() && fits(way)).map(|(_, mv)| *mv).collect();
        found.dedup_by_key(|mv| &mv.name);
        found
    };
    let whole = found(&|way| way == wanted);
    if let [mv] = whole[..] {
        return Meaning::Move(mv);
    }
    let begun = if whole.is_empty() { found(&|way| way.starts_with(&wanted)) } else { whole };
    Meaning::Unclear(if begun.is_empty() { unknown(position, moves, typed) } else { could_be(typed, &begun) })
}

/// A move as it is shown: its name and, where a person writes it otherwise, how.
#[must_use]
pub(super) fn shown(name: &str, label: Option<&str>) -> String {
    match label.filter(|label| *label != name) {
        Some(label) => format!("{name} ({label})"),
        None => name.to_owned(),
    }
}

/// What may be typed for a move, loosened: its name, its label, the cells that it touches.
fn ways(described: &Description, mv: &NamedMove) -> Vec<String> {
    let cell =
        |[row, column]: [usize; 2]| Some(format!("{}{}", described.files.get(column)?, described.ranks.get(row)?));
    let cells: Option<String> = mv.cells.iter().map(|at| cell(*at)).collect();
    let texts = [Some(mv.name.clone()), mv.label.clone(), cells];
    texts.into_iter().flatten().map(|text| loosened(&text)).filter(|way| !way.is_empty()).collect()
}

/// Letters and digits alone, without regard to case.
fn loosened(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

fn could_be(typed: &str, moves: &[&NamedMove]) -> String {
    let named = moves.iter().take(MOST_NAMED).map(|mv| shown(&mv.name, mv.label.as_deref()));
    let more = if moves.len() > MOST_NAMED { ", …" } else { "" };
    let is = if moves.len() == 1 { "is the beginning of" } else { "could be" };
    format!("{} {is} {}{more}", quote(typed), named.collect::<Vec<_>>().join(", "))
}

/// Neither a move nor the beginning of one.
fn unknown(position: &dyn AnyPosition, moves: &[NamedMove], typed: &str) -> String {
    let mut names: Vec<&str> = moves.iter().map(|mv| mv.name.as_str()).collect();
    names.extend(moves.iter().filter_map(|mv| mv.label.as_deref()));
    // An iterator's items would have to live as long as the commands' words.
    for word in Command::words() {
        names.push(word);
    }
    let near = nearest(typed, &names);
    let refused = position.find_moves(&[typed.to_owned()]).err().map_or_else(String::new, |(_, illegal)| illegal.0);
    let meant = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    format!("{refused}{meant}")
}

fn quote(typed: &str) -> String {
    format!("{:?}", typed.chars().take(40).collect::<String>())
}
