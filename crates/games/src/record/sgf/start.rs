//! The position that a game in SGF starts from.

use std::collections::HashMap;

use super::text::line;
use super::tree::{Property, Value};
use crate::any_position::Stones;
use crate::game::{AnyPosition, Game};
use crate::record::{RecordFault, SgfWord};
use crate::spelling::shown;
use plyd_search::position::Side;

/// The start of the game, as given by properties.
#[derive(Debug, Default)]
pub(super) struct Start<'a> {
    /// SZ: columns and rows.
    size: Option<(usize, [usize; 2])>,
    /// AB and AW.
    stones: Vec<(usize, Side, &'a str)>,
    /// PL.
    side: Option<(usize, Side)>,
    /// RU.
    rule: Option<String>,
}

/// The most columns or rows that can be read, because SGF has 52 letters.
const SIZE_MAX: usize = 52;

impl<'a> Start<'a> {
    /// Reads a property, if it describes the start.
    ///
    /// # Errors
    /// [`RecordFault`] if its value is invalid.
    pub(super) fn read(
        &mut self,
        text: &str,
        (property, values): (&Property<'a>, &[Value<'a>]),
        value: &str,
    ) -> Result<bool, RecordFault> {
        let fault = |detail: &str| RecordFault::at(text, property.offset, None, format!("{}: {detail}", property.name));
        match &*property.name {
            "SZ" => {
                let (columns, rows) = value.split_once(':').unwrap_or((value, value));
                let count = |text: &str| text.trim().parse().ok().filter(|count| (1..=SIZE_MAX).contains(count));
                let (Some(columns), Some(rows)) = (count(columns), count(rows)) else {
                    return Err(fault(&format!(
                        "the size is {}, expected a number such as 11, or 11:11",
                        shown(value)
                    )));
                };
                self.size = Some((property.offset, [columns, rows]));
            }
            "AB" | "AW" => {
                let side = if property.name == "AB" { Side::First } else { Side::Second };
                self.stones.extend(values.iter().map(|(offset, value)| (*offset, side, *value)));
            }
            "PL" => {
                let side = match value.trim().to_ascii_lowercase().as_str() {
                    "b" | "black" | "1" => Side::First,
                    "w" | "white" | "2" => Side::Second,
                    _ => return Err(fault(&format!("the side to move is {}, expected B or W", shown(value)))),
                };
                self.side = Some((property.offset, side));
            }
            "RU" => self.rule = Some(value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether the properties give stones or a side to move.
    pub(super) fn is_set_up(&self) -> bool {
        !self.stones.is_empty() || self.side.is_some()
    }

    /// The position, and whether the property RU is one of the words. `first` is the side of the first move; `words`
    /// are the moves that are not points.
    ///
    /// # Errors
    /// [`RecordFault`] if the properties are not a position of this game.
    pub(super) fn position(
        &self,
        game: &Game,
        text: &str,
        first: Option<Side>,
        words: &[&SgfWord],
    ) -> Result<(Box<dyn AnyPosition>, bool), RecordFault> {
        // Without PL, the number of stones can tell the side to move.
        let first = first.unwrap_or(Side::First);
        let sides = match self.side {
            Some((_, side)) => vec![side],
            None => vec![first, first.other()],
        };
        let mut fault = None;
        for side in sides {
            let state = self.state(game, text, side)?;
            let with = |word: &str| game.parse(&format!("{state} {word}")).ok();
            if let Some(position) = self.rule.as_deref().and_then(rule_word).and_then(|word| with(&word)) {
                return Ok((position, true));
            }
            if let Some(position) = words.iter().find_map(|word| with(word.rule?)) {
                return Ok((position, false));
            }
            match game.parse(&state) {
                Ok(position) => return Ok((position, false)),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        let offset = [self.side.map(|(offset, _)| offset), self.stones.first().map(|(offset, ..)| *offset)];
        let offset = offset.into_iter().flatten().next().or(self.size.map(|(offset, _)| offset)).unwrap_or_default();
        let error = fault.map_or_else(String::new, |error| error.0);
        let detail = format!("the starting position is not one of this game: {error}");
        Err(RecordFault::at(text, offset, None, detail))
    }

    /// The state, without words for rules.
    fn state(&self, game: &Game, text: &str, side: Side) -> Result<String, RecordFault> {
        let start = game.start();
        let board = Board::of(&*start);
        let own = [board.files.len(), board.ranks.len()];
        let [columns, rows] = self.size.map_or(own, |(_, size)| size);
        if !self.is_set_up() && [columns, rows] == own {
            return Ok(game.about.start().to_owned());
        }
        let mut stones = vec![vec![None; columns]; rows];
        // The names of cells come from a board of this size, if there is one.
        let empty = game.set_up(&stones, Side::First).and_then(|state| game.parse(&state).ok());
        let board = empty.map_or(board, |empty| Board::of(&*empty));
        for (offset, side, value) in &self.stones {
            let fault = |detail: String| RecordFault::at(text, *offset, None, detail);
            let value = line(value);
            let [from, to] = match value.split_once(':') {
                Some((from, to)) => [from, to].map(|end| board.cell(end)),
                None => [board.cell(&value); 2],
            };
            let (Some(from), Some(to)) = (from, to) else {
                return Err(fault(format!("{} is not on the board", shown(&value))));
            };
            for row in from[0]..=to[0] {
                for column in from[1]..=to[1] {
                    let cell = stones.get_mut(row).and_then(|row: &mut Vec<Option<Side>>| row.get_mut(column));
                    let cell = cell.ok_or_else(|| fault(format!("{} is not on the board", shown(&value))))?;
                    if cell.replace(*side).is_some() {
                        return Err(fault(format!("{} already has a stone", shown(&value))));
                    }
                }
            }
        }
        game.set_up(&stones, side).ok_or_else(|| {
            let offset = self.stones.first().map_or(0, |(offset, ..)| *offset);
            RecordFault::at(text, offset, None, "this game always has the same start, expected none in the record")
        })
    }
}

/// The value of RU in lower case, if it can be a word in a state.
pub(super) fn rule_word(rule: &str) -> Option<String> {
    let word = rule.trim();
    let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word.then(|| word.to_ascii_lowercase())
}

/// The names of the cells of a board.
pub(super) struct Board {
    files: Vec<String>,
    ranks: Vec<String>,
    cells: HashMap<String, [usize; 2]>,
}

impl Board {
    pub(super) fn of(position: &dyn AnyPosition) -> Self {
        let Stones { files, ranks, .. } = position.stones();
        let mut cells = HashMap::new();
        for (rank, row) in ranks.iter().zip(0..) {
            for (file, column) in files.iter().zip(0..) {
                cells.insert(format!("{file}{rank}"), [row, column]);
            }
        }
        Self { files, ranks, cells }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> [usize; 2] {
        [self.files.len(), self.ranks.len()]
    }

    /// Row and column of a cell: two letters from the top left, or its name.
    pub(super) fn cell(&self, text: &str) -> Option<[usize; 2]> {
        let text = text.trim();
        match letters(text) {
            Some([column, row]) => (row < self.ranks.len() && column < self.files.len()).then_some([row, column]),
            None => self.cell_named(&text.to_ascii_lowercase()),
        }
    }

    /// Row and column of the cell of this name.
    pub(super) fn cell_named(&self, name: &str) -> Option<[usize; 2]> {
        self.cells.get(name).copied()
    }

    /// The name of a cell.
    pub(super) fn name(&self, [row, column]: [usize; 2]) -> String {
        format!("{}{}", self.files[column], self.ranks[row])
    }

    /// The two letters of a cell.
    pub(super) fn letters([row, column]: [usize; 2]) -> String {
        let letter = |index: usize| char::from(if index < 26 { b'a' } else { b'A' - 26 } + index as u8);
        [letter(column), letter(row)].into_iter().collect()
    }
}

/// The column and row that two letters stand for.
pub(super) fn letters(text: &str) -> Option<[usize; 2]> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    match text.as_bytes() {
        [column, row] => Some([index(*column)?.into(), index(*row)?.into()]),
        _ => None,
    }
}
