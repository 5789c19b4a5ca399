//! Playing and finding moves that a request names.

use std::collections::HashSet;

use plyd_games::catalogue::{AnyPosition, Game, MoveIndex};
use plyd_games::record::listed_moves;
use plyd_games::rules::MOVES_MAX;
use plyd_search::MoveOrder;
use plyd_wire::MoveList;
use plyd_wire::fields::OrderName;
use plyd_wire::{Caps, Code, Problem};

/// Plays the moves. Returns their canonical names, including forced passes that the list leaves out.
///
/// # Errors
/// The first illegal move.
pub(crate) fn play(names: &[String], position: &mut dyn AnyPosition) -> Result<Vec<String>, Problem> {
    let mut played = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let path = || format!("moves[{index}]");
        let names = position.play_named(name).or_else(|illegal| {
            check_listing(position, &path())?;
            Err(Problem::from(illegal).at(path()))
        });
        played.extend(names?);
    }
    Ok(played)
}

/// Refuses a position with more moves than are listed: answers would leave some of them out.
pub(crate) fn check_listing(position: &dyn AnyPosition, path: &str) -> Result<(), Problem> {
    if !position.has_cut_moves() {
        return Ok(());
    }
    let detail = format!("the position has more than {MOVES_MAX} moves, or too many jumps to follow");
    Err(Problem::new(Code::TooManyMoves, detail).at(path))
}

/// The moves of this field in this position.
///
/// # Errors
/// An empty list, too many moves, a repeated move, or the first illegal one.
pub(crate) fn find(field: &str, moves: MoveList, position: &dyn AnyPosition) -> Result<Vec<MoveIndex>, Problem> {
    let names = split(moves, position);
    if names.is_empty() {
        let detail = "expected at least one move; omit the field to consider every move";
        return Err(Problem::new(Code::InvalidBody, detail).at(field));
    }
    if names.len() > Caps::MAX_SEARCH_MOVES {
        let detail = format!("{field} has {} moves; the limit is {}", names.len(), Caps::MAX_SEARCH_MOVES);
        return Err(Problem::new(Code::LimitExceeded, detail).at(field));
    }
    let mut given = HashSet::new();
    if let Some(index) = names.iter().position(|name| !given.insert(name)) {
        let detail = format!("{:?} is given twice", names[index]);
        return Err(Problem::new(Code::InvalidBody, detail).at(format!("{field}[{index}]")));
    }
    position.find_moves(&names).map_err(|(index, illegal)| Problem::from(illegal).at(format!("{field}[{index}]")))
}

/// The order of moves in this position.
///
/// # Errors
/// A move that is not legal there, or too many of them.
pub(crate) fn order(order: OrderName, position: &dyn AnyPosition) -> Result<MoveOrder<MoveIndex>, Problem> {
    match order {
        OrderName::Named(order) => Ok(order),
        OrderName::Listed(moves) => find("order", moves, position).map(MoveOrder::Listed),
    }
}

/// The names of the moves to play, split so that the first one is legal in this position. A text without separators may
/// be a transcript, such as `4435`.
///
/// # Errors
/// A list of more than [`Caps::MAX_MOVES`].
pub(crate) fn names(game: &Game, moves: MoveList, position: &dyn AnyPosition) -> Result<Vec<String>, Problem> {
    let is_text = matches!(moves, MoveList::Text(_));
    let names = split(moves, position);
    let transcript = match &names[..] {
        [lone] if is_text && !starts(position, lone) => game.transcript_moves(lone),
        _ => None,
    };
    let names = transcript.unwrap_or(names);
    if names.len() <= Caps::MAX_MOVES {
        return Ok(names);
    }
    let detail = format!("there are {} moves; the limit is {}", names.len(), Caps::MAX_MOVES);
    Err(Problem::new(Code::LimitExceeded, detail).at("moves"))
}

fn split(moves: MoveList, position: &dyn AnyPosition) -> Vec<String> {
    match moves {
        MoveList::Names(names) => names,
        MoveList::Text(text) if text.trim().is_empty() => Vec::new(),
        MoveList::Text(text) => split_text(position, &text),
    }
}

/// Splits a text at commas, at white space (omitting move numbers: `1. e4 e5`), or at every second white space (`take 2
/// take 3`, `e2 e4 e7 e5`). Uses the first of these ways that gives a legal first move. So only the first move is tried
/// in several ways, even if the text is long.
fn split_text(position: &dyn AnyPosition, text: &str) -> Vec<String> {
    let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
    let is_clear = !parts.iter().any(|part| part.contains(char::is_whitespace));
    // An empty part between two commas is reported as an error later.
    if is_clear || parts.iter().any(String::is_empty) {
        return parts;
    }
    let words = listed_moves(position, &parts.join(" "));
    if parts.len() > 1 && starts(position, &parts[0]) {
        return parts;
    }
    if let [first, second, ..] = &words[..]
        && !starts(position, first)
        && starts(position, &format!("{first} {second}"))
    {
        return words.chunks(2).map(|pair| pair.join(" ")).collect();
    }
    words
}

/// Whether this text is a legal move.
fn starts(position: &dyn AnyPosition, name: &str) -> bool {
    position.duplicate().play_named(name).is_ok()
}
