//! Errors of records.

use std::fmt;

use plyd_search::StoppedBy;
use serde::Serialize;

/// The text is not a record of the game. As JSON, it is the place without the detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The number of moves before the fault, if it is among the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// What was found, and what was expected.
    #[serde(skip)]
    pub detail: String,
    /// The tag `Variant`, if it names no variant of this game.
    #[serde(skip)]
    pub(super) variant: Option<String>,
    /// The ids of the games that have this variant, if they are [known](RecordError::naming).
    #[serde(skip)]
    pub candidates: Vec<String>,
}

impl RecordFault {
    /// A fault at a byte of the text.
    pub(super) fn at(text: &str, offset: usize, ply: Option<usize>, detail: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Self {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: 1 + line.chars().count(),
            ply,
            detail: detail.into(),
            variant: None,
            candidates: Vec::new(),
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

impl std::error::Error for RecordFault {}

/// Parts of a record that are wrong but were read.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    /// The first warnings, each with its offset in the text and the number of moves before it.
    first: Vec<(usize, Option<usize>, String)>,
    more: usize,
}

impl Warnings {
    /// The most warnings that are listed. Finding the line of each one reads the text again.
    const MOST: usize = 20;

    pub(super) fn add(&mut self, offset: usize, ply: Option<usize>, detail: impl FnOnce() -> String) {
        if self.first.len() < Self::MOST {
            self.first.push((offset, ply, detail()));
        } else {
            self.more += 1;
        }
    }

    /// The warnings with their lines and columns in the text.
    pub(super) fn placed(self, text: &str) -> Vec<RecordFault> {
        let Self { first, more } = self;
        let rest = first
            .last()
            .filter(|_| more > 0)
            .map(|(offset, ply, _)| (*offset, *ply, format!("{more} more warnings like these follow")));
        first.into_iter().chain(rest).map(|(offset, ply, detail)| RecordFault::at(text, offset, ply, detail)).collect()
    }
}

/// Why no record was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The text is wrong.
    Fault(RecordFault),
    /// The text has fewer games than were asked for: this many.
    NoSuchGame(usize),
    /// The deadline passed, or the stop flag was raised.
    Stopped(StoppedBy),
}

impl RecordError {
    /// The same error, with this number of moves before the fault.
    pub(super) fn after(self, ply: usize) -> Self {
        match self {
            Self::Fault(fault) => Self::Fault(RecordFault { ply: Some(ply), ..fault }),
            other => other,
        }
    }
}

impl From<RecordFault> for RecordError {
    fn from(fault: RecordFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoppedBy> for RecordError {
    fn from(stopped: StoppedBy) -> Self {
        Self::Stopped(stopped)
    }
}

/// The game cannot be written in this format, or the draft is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteFault {
    /// The field of the draft: `format`, `state`, `moves[3]`, `tags.White`, `result`, `comments.12`,
    /// `variations.3[0].moves[1]`.
    pub field: String,
    /// What was found, and what was expected.
    pub detail: String,
    /// For a move: the moves that the text may mean, or the nearest legal ones.
    pub candidates: Vec<String>,
}

impl WriteFault {
    pub(super) fn new(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: field.into(), detail: detail.into(), candidates: Vec::new() }
    }
}

impl fmt::Display for WriteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.detail)
    }
}

impl std::error::Error for WriteFault {}

/// Why no record was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The game cannot be written.
    Fault(WriteFault),
    /// The deadline passed, or the stop flag was raised.
    Stopped(StoppedBy),
}

impl From<WriteFault> for WriteError {
    fn from(fault: WriteFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<StoppedBy> for WriteError {
    fn from(stopped: StoppedBy) -> Self {
        Self::Stopped(stopped)
    }
}
