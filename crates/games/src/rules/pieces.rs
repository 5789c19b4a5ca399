//! The words of pieces: how they move, and what they become.

use std::collections::BTreeMap;

use super::area::Area;
use super::betza;
use super::board::Grid;
use super::json::{At, InvalidRules, Json, OneOrMore, Words, each};
use super::spec::{Again, Moves, Piece, Then};

/// The most ways to move of a piece.
const MOVES_MAX: usize = 16;
const WORTH_MAX: u16 = 2000;

pub(super) fn letter(at: &At, text: &str) -> Result<char, InvalidRules> {
    let mut letters = text.chars();
    let only = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none());
    only.ok_or_else(|| at.wrong("the name of a piece is one letter"))
}

pub(super) fn pieces(at: &At, grid: &Grid) -> Result<BTreeMap<char, Piece>, InvalidRules> {
    let mut pieces = BTreeMap::new();
    for (text, at) in at.fields()? {
        pieces.insert(letter(&at, text)?, piece(&at, grid)?);
    }
    if pieces.is_empty() {
        return Err(at.wrong("expected at least one piece for each side"));
    }
    Ok(pieces)
}

fn piece(at: &At, grid: &Grid) -> Result<Piece, InvalidRules> {
    let words = at.words(&["moves", "becomes", "side", "worth", "prefer"])?;
    let becomes = |at: &At| {
        let areas = at.fields()?.into_iter();
        areas.map(|(text, at)| Ok((letter(&at, text)?, Area::read(&at, grid)?))).collect()
    };
    Ok(Piece {
        becomes: words.read("becomes", becomes)?.unwrap_or_default(),
        moves: OneOrMore(words.read("moves", |at| each(at, MOVES_MAX, |at| moves(at, grid)))?.unwrap_or_default()),
        prefer: words.read("prefer", |at| Area::read(at, grid))?.unwrap_or_default(),
        side: words.read("side", |at| at.number(1, 2))?.map(|side| side as u8),
        worth: words.read("worth", |at| at.number(1, WORTH_MAX))?,
    })
}

fn steps(at: &At, grid: &Grid) -> Result<String, InvalidRules> {
    let text = at.text()?;
    betza::read(text, grid).map_err(|detail| at.wrong(detail))?;
    Ok(text.to_owned())
}

fn moves(at: &At, grid: &Grid) -> Result<Moves, InvalidRules> {
    if let Json::Text(_) = at.json {
        return steps(at, grid).map(Moves::Betza);
    }
    let words = at.words(&["step", "by", "then", "avoids", "jump", "over", "takes", "again", "straight"])?;
    if words.get("jump").is_some() {
        at.words(&["jump", "over", "takes", "again", "straight"])?;
        return jump(at, &words, grid);
    }
    let words = at.words(&["step", "by", "then", "avoids"])?;
    let step = words.get("step").ok_or_else(|| at.wrong("expected \"step\" or \"jump\""))?;
    let by = words.read("by", |at| at.one_of(&["line"]))?.is_some();
    let then = words.read("then", |at| {
        let words = at.words(&["block"])?;
        let at = words.get("block").ok_or_else(|| at.wrong("expected {\"block\": \"empty\"} or steps"))?;
        let block = if at.text()? == "empty" { "empty".to_owned() } else { steps(at, grid)? };
        Ok(Then { block })
    })?;
    let avoids = words.read("avoids", |at| Area::read(at, grid))?.unwrap_or_default();
    let text = steps(step, grid)?;
    let has_other_atoms = text.chars().any(|letter| letter.is_ascii_uppercase() && !"WFK".contains(letter));
    if by && (grid.is_hex() || has_other_atoms || text.contains(|letter: char| letter.is_ascii_digit())) {
        return Err(step.wrong("by line goes with the steps W, F and K of squares"));
    }
    Ok(match (by, &then, avoids.is_empty()) {
        (false, None, true) => Moves::Betza(text),
        _ => Moves::Step { avoids, by, step: text, then },
    })
}

fn jump(at: &At, words: &Words, grid: &Grid) -> Result<Moves, InvalidRules> {
    let directions = words.get("jump").expect("it is a jump");
    let text = directions.text()?;
    let atoms = betza::read(text, grid).map_err(|detail| directions.wrong(detail))?.concat();
    if atoms.iter().any(|step| step.range > 1) {
        return Err(directions.wrong("a jump has at most 15 directions and no range"));
    }
    if text.contains(['m', 'c']) {
        return Err(directions.wrong("a jump has no m or c; use \"takes\""));
    }
    let over = words.read("over", |at| at.one_of(&["enemy", "any"]))?.unwrap_or(0) == 1;
    let again = words.read("again", |at| Ok([Again::Must, Again::May][at.one_of(&["must", "may"])?]))?;
    let (straight, takes) = (words.flag("straight")?, words.read("takes", At::flag)?);
    if !takes.unwrap_or(!over) && !straight && again.is_some() {
        return Err(at.wrong("jumps that take nothing must be straight or not repeat"));
    }
    // Only jumps that go on can turn.
    let (straight, takes) = (straight && again.is_some(), takes.filter(|takes| *takes == over));
    Ok(Moves::Jump { again, jump: text.to_owned(), over, straight, takes })
}
