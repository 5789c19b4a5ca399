//! Reads a game in SGF.

use std::mem;

use super::marks::NodeMarks;
use super::names::{self, ANNOTATIONS, OF_NODES, OF_PLAYERS, OWN, tag_of};
use super::start::{Board, Start, letters};
use super::text::line;
use super::tree::{Property, Tree, Value};
use crate::game::{AnyPosition, Game};
use crate::record::branches::Branches;
use crate::record::fault::Warnings;
use crate::record::replay::{Replay, Source};
use crate::record::results::Score;
use crate::record::{Format, Record, RecordError, RecordFault, SgfWord, Skipped};
use crate::spelling::shown;
use plyd_search::position::Side;

/// Reads a game of a collection.
pub(in crate::record) fn read(
    game: &Game,
    number: u8,
    words: &[SgfWord],
    source: Source<'_>,
) -> Result<Record, RecordError> {
    let text = source.text;
    let mut contents = Contents::read(source, number, Tree::read(source)?)?;
    contents.exchange_colours();
    contents.keep_swapped_sides(words);
    let Contents { start, events, mut tags, result, skipped, warnings, mut branches, is_exchanged } = contents;
    let first = events.iter().find_map(|event| match event {
        Event::Move { side, .. } => Some(*side),
        _ => None,
    });
    let is_used = |word: &&SgfWord| events.iter().any(|event| event.word(words) == Some(*word));
    let used: Vec<&SgfWord> = words.iter().filter(is_used).collect();
    let (position, has_rule) = start.position(game, text, first, &used)?;
    if has_rule {
        tags.retain(|(name, _)| name != "RU");
    }
    let board = Board::of(&*position);
    let cell = |text: &str| board.cell(&line(text)).map(|cell| board.name(cell));
    let mut skipped = skipped;
    branches.rename_cells(&cell, &mut skipped);
    let mut replay = Replay::from(position, Format::Sgf, source).warned(warnings).with_branches(branches);
    *replay.skipped() = skipped;
    let (mut resigned, mut watch) = (None, source.limits.watch());
    // The number of plies before each move of the text.
    let mut plies = Vec::new();
    for event in events {
        watch.step()?;
        if let Event::Move { .. } = event {
            plies.push(replay.ply());
        }
        match event {
            Event::Marks { marks, side } => marks.add_to(replay.here(), side, Some(&cell)),
            Event::Move { offset, .. } if resigned.is_some() => {
                return Err(replay.fault(offset, "the game is over: a side has resigned").into());
            }
            Event::Move { side, value, offset } => match word(value).as_str() {
                RESIGN | FORFEIT => resigned = Some((Score::Win(side.other()), offset)),
                // The players exchange colours, and the stones stay.
                SWAP_SIDES => replay.skipped().properties += 1,
                _ => play(&mut replay, &board, words, (side, value, offset))?,
            },
        }
    }
    if let (Some((by_move, offset)), Some((score, _))) = (resigned, result)
        && by_move != score
    {
        let (by_move, given) = (by_move.name(), score.name());
        replay.warn(offset, || format!("a side resigns, but the result is {given}; {by_move} counts"));
    }
    replay.branches().count_plies(&plies);
    replay.play_variations(&|position, word| {
        let value = &text[word.offset..word.offset + word.length];
        let side = word.side.map(|side| if is_exchanged { side.other() } else { side });
        play_beside(position, &board, words, (side.unwrap_or(Side::First), value))
    })?;
    let mut record = replay.finish(Vec::new(), resigned.or(result));
    record.annotations.sort_drawings();
    // When the game is written again, the tag has to agree with the result.
    if let Some((_, value)) = tags.iter_mut().find(|(name, _)| name == "RE")
        && let Some(score) = record.result.as_deref().and_then(Score::read)
        && names::score(value) != Some(score)
    {
        names::result(score).clone_into(value);
    }
    record.tags = tags;
    Ok(record)
}

const RESIGN: &str = "resign";
const FORFEIT: &str = "forfeit";
const SWAP_SIDES: &str = "swap-sides";

/// Plays a move of this side.
fn play(
    replay: &mut Replay<'_>,
    board: &Board,
    words: &[SgfWord],
    (side, value, offset): (Side, &str, usize),
) -> Result<(), RecordError> {
    let found = moves(replay.position(), board, words, (side, value));
    for name in found.map_err(|detail| replay.fault(offset, detail))? {
        replay.play(&name, offset)?;
    }
    Ok(())
}

/// Plays a move of this side in a variation. A side that gives up there plays nothing.
fn play_beside(
    position: &mut dyn AnyPosition,
    board: &Board,
    words: &[SgfWord],
    (side, value): (Side, &str),
) -> Result<Vec<String>, String> {
    if [RESIGN, FORFEIT].contains(&word(value).as_str()) {
        return Ok(Vec::new());
    }
    let mut played = Vec::new();
    for name in moves(position, board, words, (side, value))? {
        played.extend(position.play_named(&name).map_err(|illegal| illegal.detail)?);
    }
    Ok(played)
}

/// The text of a move, after a pass that the record leaves out.
fn moves(
    position: &dyn AnyPosition,
    board: &Board,
    words: &[SgfWord],
    (side, value): (Side, &str),
) -> Result<Vec<String>, String> {
    let value = line(value);
    let mut names = Vec::new();
    let standing = position.standing();
    if standing.to_move != side {
        let only = Some(position.move_names()).filter(|names| names.len() == 1);
        let pass = only.and_then(|mut names| names.pop()).filter(|name| words.iter().any(|word| word.name == *name));
        let Some(pass) = pass.filter(|_| standing.outcome.is_none()) else {
            if let Some((_, reason)) = standing.outcome {
                return Err(format!("the game is over: {reason}"));
            }
            let turn = if side == Side::First { "W" } else { "B" };
            return Err(format!("it is the other side's turn, expected {turn}"));
        };
        names.push(pass);
    }
    let folded = word(&value);
    let name = if let Some(known) = words.iter().find(|known| known.values.contains(&folded.as_str())) {
        known.name.to_owned()
    } else if letters(value.trim()).is_some() {
        let cell = board.cell(&value).ok_or_else(|| format!("{} is not on the board", shown(&value)))?;
        board.name(cell)
    } else {
        value.trim().to_owned()
    };
    names.push(name);
    Ok(names)
}

/// A value in the form in which it is compared with words.
fn word(value: &str) -> String {
    value.trim().to_ascii_lowercase()
}

/// An event of the main line, in the order of the nodes.
enum Event<'a> {
    Move {
        side: Side,
        value: &'a str,
        offset: usize,
    },
    /// What the node of a move of this side says, or a node without a move.
    Marks {
        marks: NodeMarks,
        side: Option<Side>,
    },
}

impl Event<'_> {
    /// The word that this move is, if it is not a point.
    fn word<'w>(&self, words: &'w [SgfWord]) -> Option<&'w SgfWord> {
        let Event::Move { value, .. } = self else { return None };
        let value = word(value);
        words.iter().find(|known| known.values.contains(&value.as_str()))
    }
}

/// The properties of the main line.
struct Contents<'a> {
    start: Start<'a>,
    events: Vec<Event<'a>>,
    tags: Vec<(String, String)>,
    result: Option<(Score, usize)>,
    skipped: Skipped,
    warnings: Warnings,
    branches: Branches,
    /// Whether the colours of the moves are exchanged.
    is_exchanged: bool,
}

impl<'a> Contents<'a> {
    fn read(source: Source<'_>, number: u8, mut tree: Tree<'a>) -> Result<Self, RecordError> {
        let (text, mut watch) = (source.text, source.limits.watch());
        let (skipped, warnings) = (tree.skipped, mem::take(&mut tree.warnings));
        let branches = mem::take(&mut tree.variations).branches;
        let (start, events, tags, result) = (Start::default(), Vec::new(), Vec::new(), None);
        let mut contents = Self { start, events, tags, result, skipped, warnings, branches, is_exchanged: false };
        let mut has_moves = false;
        for node in tree.properties.chunk_by(|one, other| one.node == other.node) {
            let (mut mv, mut marks, mut has_marks) = (None, NodeMarks::default(), false);
            for property in node.iter().filter(|property| !property.is_replaced) {
                watch.step()?;
                let (name, values) = (&*property.name, tree.values(property));
                let fault = |detail: &str| RecordFault::at(text, property.offset, None, format!("{name}: {detail}"));
                match name {
                    "B" | "W" => {
                        let side = if name == "B" { Side::First } else { Side::Second };
                        let &[(offset, value)] = values else { return Err(fault("expected one move").into()) };
                        if mv.replace(Event::Move { side, value, offset }).is_some() {
                            return Err(fault("the node has two moves, expected one").into());
                        }
                    }
                    "C" if values.len() != 1 => return Err(fault("expected one comment").into()),
                    "AB" | "AW" | "AE" | "PL" if has_moves || name == "AE" => {
                        let detail = "the board changes without a move; after the start, only moves are allowed";
                        return Err(fault(detail).into());
                    }
                    _ => match marks.read(name, values.iter().map(|(_, value)| *value)) {
                        Some(unread) => {
                            has_marks = true;
                            contents.skipped.properties += unread;
                        }
                        None => contents.read_fact(text, number, (property, values))?,
                    },
                }
            }
            has_moves |= mv.is_some();
            let side = mv.as_ref().and_then(|mv| if let Event::Move { side, .. } = mv { Some(*side) } else { None });
            let marks = has_marks.then_some(Event::Marks { marks, side });
            contents.events.extend([mv, marks].into_iter().flatten());
        }
        Ok(contents)
    }

    /// Exchanges the colours if White moves first, as in Little Golem's records. In plyd, the first side is Black.
    fn exchange_colours(&mut self) {
        let first = self.events.iter().find_map(|event| match event {
            Event::Move { side: Side::Second, offset, .. } => Some(Some(*offset)),
            Event::Move { .. } => Some(None),
            Event::Marks { .. } => None,
        });
        let Some(offset) = first.flatten().filter(|_| !self.start.is_set_up()) else { return };
        self.warnings.add(offset, None, || {
            "W moves first, so the colours of moves, players and result are exchanged".to_owned()
        });
        self.is_exchanged = true;
        // Clocks keep the colours of the text, and so does the side that marks are compared with.
        for event in &mut self.events {
            if let Event::Move { side, .. } = event {
                *side = side.other();
            }
        }
        self.result = self.result.map(|(score, offset)| (score.exchanged(), offset));
        for (name, value) in &mut self.tags {
            if let Some([one, other]) = OF_PLAYERS.iter().find(|names| names.contains(&name.as_str())) {
                *name = (if name == one { *other } else { *one }).to_owned();
            } else if name == "RE"
                && let Some(score) = names::score(value)
            {
                names::result(score.exchanged()).clone_into(value);
            }
        }
    }

    /// If the side that swaps also plays the next move, the players exchanged their colours and the stones stayed.
    fn keep_swapped_sides(&mut self, words: &[SgfWord]) {
        let mut next = None;
        for event in self.events.iter_mut().rev() {
            let is_swap = event.word(words).is_some_and(|word| word.rule.is_some());
            if let Event::Move { side, value, .. } = event {
                if is_swap && next == Some(*side) {
                    *value = SWAP_SIDES;
                }
                // A resignation is not a move.
                if ![RESIGN, FORFEIT].contains(&word(value).as_str()) {
                    next = Some(*side);
                }
            }
        }
    }

    /// Reads a property that is neither a move nor a comment.
    fn read_fact(
        &mut self,
        text: &str,
        number: u8,
        (property, values): (&Property<'a>, &[Value<'a>]),
    ) -> Result<(), RecordFault> {
        let (name, in_root) = (&*property.name, property.node == 1);
        let fault = |detail: &str| RecordFault::at(text, property.offset, None, format!("{name}: {detail}"));
        let value = line(values.first().map_or("", |(_, value)| value));
        if let Some(c) = value.chars().find(|c| c.is_control()) {
            return Err(fault(&format!("the value contains {c:?}, expected text")));
        }
        if ANNOTATIONS.contains(&name) {
            self.skipped.annotations += 1;
            return Ok(());
        }
        let is_of_start = ["AB", "AW", "PL"].contains(&name) || in_root && ["SZ", "RU"].contains(&name);
        if is_of_start && self.start.read(text, (property, values), &value)? && name != "RU" {
            return Ok(());
        }
        if !in_root || OF_NODES.contains(&name) || values.len() != 1 {
            self.skipped.properties += 1;
            return Ok(());
        }
        match name {
            "GM" if value.trim() != number.to_string() => {
                return Err(fault(&format!("the game is {}, expected {number}", shown(&value))));
            }
            "RE" => {
                let score = names::score(&value).unwrap_or_else(|| {
                    self.warnings.add(property.offset, None, || {
                        format!("RE: the result is {}, expected B+, W+, 0, ? or Void", shown(&value))
                    });
                    Score::Open
                });
                self.result = Some((score, property.offset));
            }
            _ => {}
        }
        if !OWN.contains(&name) {
            self.tags.push((tag_of(name).to_owned(), value));
        }
        Ok(())
    }
}
