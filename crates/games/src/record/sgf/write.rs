//! Writes a game in SGF, FF 4.

use std::collections::HashMap;

use super::names::{self, property_of};
use super::start::{Board, rule_word};
use super::text::escaped;
use crate::game::{Game, SpelledMove};
use crate::record::line::{Branch, Line};
use crate::record::nags::sgf_property;
use crate::record::results::Score;
use crate::record::{Drawing, Points, SgfWord, WriteFault};
use crate::spelling::shown;
use plyd_search::position::Side;

/// Nodes on each line of the text.
const NODES_IN_A_LINE: usize = 10;

/// Writes a game.
///
/// # Errors
/// [`WriteFault`] for states that properties cannot express, and for tags that contradict the game or cannot be
/// properties.
pub(in crate::record) fn write(
    game: &Game,
    number: u8,
    points: Points,
    words: &[SgfWord],
    line: &Line<'_>,
) -> Result<String, WriteFault> {
    let start = game.parse(&line.start.state).map_err(|error| WriteFault::new("state", error.0))?;
    let board = Board::of(&*start);
    let point = |cell| match points {
        Points::Letters => Board::letters(cell),
        Points::Names => board.name(cell),
    };
    let mut text = format!("(;FF[4]CA[UTF-8]GM[{number}]SZ[{}]", size(board.size()));
    let (properties, rule) = set_up(game, line, point)?;
    text.push_str(&properties);
    // A move that exists only under a certain rule already implies the rule.
    let mut spoken_rules = line.moves.iter().filter_map(|mv| words.iter().find(|word| word.name == mv.name)?.rule);
    let is_told = rule.is_empty() || spoken_rules.any(|told| told == rule);
    match line.tags.iter().find(|(name, _)| name == "RU") {
        None if !rule.is_empty() => text.push_str(&format!("RU[{}]", escaped(&rule))),
        Some((_, given)) if !is_told || is_rule(game, line, given) => {
            let detail = format!("the rule is {}, but the state already names the rule at its end", shown(given));
            return Err(WriteFault::new("tags.RU", detail));
        }
        _ => {}
    }
    text.push_str(&tags(line)?);
    let spoken: HashMap<&str, &str> = words.iter().map(|word| (word.name, word.values[0])).collect();
    let node = |mv: &SpelledMove| {
        let value = match spoken.get(mv.name.as_str()) {
            Some(word) => (*word).to_owned(),
            None => board.cell_named(&mv.name).map(&point)?,
        };
        let side = if mv.side == Side::First { 'B' } else { 'W' };
        Some(format!(";{side}[{value}]"))
    };
    let named = |cell: &str| board.cell_named(cell).map(&point);
    let mut writer = Writer { text, node: &node, point: &named };
    writer.branch(line.main(), "")?;
    writer.text.push_str(")\n");
    Ok(writer.text)
}

/// Writes branches of the tree.
struct Writer<'a> {
    text: String,
    /// A node with a move; `None` if the move is not on the board.
    node: &'a dyn Fn(&SpelledMove) -> Option<String>,
    /// The point of the cell with this name.
    point: &'a dyn Fn(&str) -> Option<String>,
}

impl Writer<'_> {
    /// Writes the main line or a variation. `path` leads to its fields, such as `variations.3[0].`.
    fn branch(&mut self, branch: Branch<'_>, path: &str) -> Result<(), WriteFault> {
        let has_root = path.is_empty();
        if !has_root && (branch.comments.contains_key(&0) || branch.notes.drawings.contains_key(&0)) {
            self.text.push(';');
        }
        self.notes(branch, 0, path)?;
        // Variations follow the rest of the line, as the other branches of the node before.
        let mut replaced = Vec::new();
        for (mv, index) in branch.moves.iter().zip(0..) {
            if has_root && index % NODES_IN_A_LINE == 0 {
                self.text.push('\n');
            }
            if branch.variations.contains_key(&index) {
                replaced.push(index);
                self.text.push('(');
            }
            let written = (self.node)(mv).ok_or_else(|| {
                WriteFault::new(format!("{path}moves[{index}]"), format!("{} is not on the board", shown(&mv.name)))
            })?;
            self.text.push_str(&written);
            self.notes(branch, index + 1, path)?;
        }
        for index in replaced.into_iter().rev() {
            for (variation, number) in branch.variations_at(index).zip(0..) {
                self.text.push_str(")\n(");
                self.branch(variation, &format!("{path}variations.{index}[{number}]."))?;
            }
            self.text.push(')');
        }
        Ok(())
    }

    /// Writes what is said after this number of moves.
    fn notes(&mut self, branch: Branch<'_>, moves: usize, path: &str) -> Result<(), WriteFault> {
        let notes = branch.notes;
        if let Some(last) = moves.checked_sub(1) {
            for (name, value) in notes.nags.get(&last).into_iter().flatten().filter_map(|nag| sgf_property(*nag)) {
                self.text.push_str(&format!("{name}[{value}]"));
            }
            if let Some(ms) = notes.clocks.get(&last) {
                let side = if branch.moves[last].side == Side::First { 'B' } else { 'W' };
                self.text.push_str(&format!("{side}L[{}]", seconds(*ms)));
            }
        }
        let mut drawings: Vec<&Drawing> = notes.drawings.get(&moves).into_iter().flatten().collect();
        // A node has a property once.
        drawings.sort_by_key(|drawing| drawing.shape.property());
        for group in drawings.chunk_by(|one, other| one.shape == other.shape) {
            self.text.push_str(group[0].shape.property());
            for Drawing { cell, to, text, .. } in group {
                let on_board = |cell: &str| {
                    (self.point)(cell).ok_or_else(|| {
                        let field = format!("{path}drawings.{moves}");
                        WriteFault::new(field, format!("{} is not on the board", shown(cell)))
                    })
                };
                let to = to.as_deref().map(on_board).transpose()?.or_else(|| text.as_deref().map(escaped));
                let to = to.map_or(String::new(), |to| format!(":{to}"));
                self.text.push_str(&format!("[{}{to}]", on_board(cell)?));
            }
        }
        if let Some(comment) = branch.comments.get(&moves).filter(|comment| !comment.trim().is_empty()) {
            self.text.push_str(&format!("C[{}]", escaped(comment)));
        }
        Ok(())
    }
}

/// A time in seconds, with as many decimals as it needs.
fn seconds(ms: u64) -> String {
    let (seconds, thousandths) = (ms / 1000, ms % 1000);
    if thousandths == 0 {
        seconds.to_string()
    } else {
        format!("{seconds}.{thousandths:03}").trim_end_matches('0').to_owned()
    }
}

fn size([columns, rows]: [usize; 2]) -> String {
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}

/// The properties that describe the state, apart from the size of the board; and the state's words for rules.
fn set_up(game: &Game, line: &Line<'_>, point: impl Fn([usize; 2]) -> String) -> Result<(String, String), WriteFault> {
    let state = line.start.state.as_str();
    let words_after = |base: &str| state.strip_prefix(base).filter(|words| words.is_empty() || words.starts_with(' '));
    let mut text = String::new();
    let words = match words_after(&game.start().state()) {
        Some(words) => words,
        None => {
            let position = game.parse(state).map_err(|error| WriteFault::new("state", error.0))?;
            let stones = position.stones().rows;
            let base = game.set_up(&stones, line.start.to_move).and_then(|base| Some(game.parse(&base).ok()?.state()));
            let words = base.as_deref().and_then(words_after);
            let words = words.ok_or_else(|| {
                WriteFault::new("state", "sgf cannot start from this state, expected one that follows from its stones")
            })?;
            for (name, side) in [("AB", Side::First), ("AW", Side::Second)] {
                let rows = stones.iter().zip(0..);
                let cells = rows
                    .flat_map(|(row, index)| row.iter().zip(0..).map(move |(cell, column)| (*cell, [index, column])));
                let values: String = cells
                    .filter(|(cell, _)| *cell == Some(side))
                    .map(|(_, cell)| format!("[{}]", point(cell)))
                    .collect();
                if !values.is_empty() {
                    text.push_str(&format!("{name}{values}"));
                }
            }
            let is_empty = text.is_empty();
            if !is_empty || line.start.to_move == Side::Second {
                text.push_str(if line.start.to_move == Side::First { "PL[B]" } else { "PL[W]" });
            }
            words
        }
    };
    Ok((text, words.trim().to_owned()))
}

/// The tags as properties, with the result.
fn tags(line: &Line<'_>) -> Result<String, WriteFault> {
    let fault = |name: &str, detail: String| {
        WriteFault::new(format!("tags.{}", name.chars().take(40).collect::<String>()), detail)
    };
    let (mut text, mut has_result, mut how) = (String::new(), false, "");
    let is_given = |name: &str| line.tags.iter().any(|(other, _)| other == name);
    for (name, value) in line.tags {
        if name == "Result" {
            if Score::read(value) != Some(line.result) {
                return Err(fault(name, format!("the result is {}, expected {}", shown(value), line.result.name())));
            }
            continue;
        }
        if name == "RE" {
            if names::score(value) != Some(line.result) {
                let expected = names::result(line.result);
                return Err(fault(name, format!("the result is {}, expected {expected}", shown(value))));
            }
            has_result = true;
        }
        if name == names::TERMINATION && !is_given("RE") {
            how = names::how_it_ended(value, line.result).map_err(|detail| fault(name, detail))?;
            continue;
        }
        if name == names::TIME_CONTROL && !is_given("TM") && !is_given("OT") {
            text.push_str(&names::times(value).map_err(|detail| fault(name, detail))?);
            continue;
        }
        let property = property_of(name).ok_or_else(|| {
            fault(name, "this is not a property of sgf, expected capital letters or a known tag of pgn".to_owned())
        })?;
        if let Some(c) = value.chars().find(|c| c.is_control()) {
            return Err(fault(name, format!("the value contains {c:?}, expected a single line")));
        }
        let value = if property == "DT" { names::date(value) } else { value.into() };
        text.push_str(&format!("{property}[{}]", escaped(&value)));
    }
    if !has_result && line.result != Score::Open {
        text.push_str(&format!("RE[{}{how}]", names::result(line.result)));
    }
    Ok(text)
}

/// Whether a state of this game may end with the word `rule`, but this state does not. A reader would add the word to
/// the state.
fn is_rule(game: &Game, line: &Line<'_>, rule: &str) -> bool {
    rule_word(rule).is_some_and(|word| game.parse(&format!("{} {word}", line.start.state)).is_ok())
}
