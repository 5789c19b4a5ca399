//! Refusals of requests.

use std::fmt;

use plyd_games::catalogue::IllegalMove;
use plyd_games::nearest;
use serde::Serialize;

/// Kinds of invalid requests, named as in the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The body is not JSON.
    InvalidJson,
    /// An unknown, missing, duplicate or mistyped field.
    InvalidBody,
    /// Not a position of this game.
    InvalidState,
    /// A move that cannot be played.
    IllegalMove,
    /// A record that cannot be read.
    InvalidRecord,
    /// A number above its published cap.
    LimitExceeded,
}

/// A refused request: the kind of error, a sentence that says what is wrong and what was expected, and the path of the
/// invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind, which determines the status and the code.
    pub kind: RefusalKind,
    /// A sentence for people.
    pub detail: String,
    /// For example `state`, `moves[3]`, or the name of a query parameter.
    pub path: Option<String>,
    /// For a move that cannot be played: the moves that the text may mean, or the nearest legal ones.
    pub candidates: Vec<String>,
    /// For a record: where the fault is in its text.
    pub place: Option<Box<Place>>,
}

/// A place in the text of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The number of moves before this place, if it is among the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
}

impl Refusal {
    pub(super) fn new(kind: RefusalKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), path: None, candidates: Vec::new(), place: None }
    }

    /// A move that cannot be played.
    pub(super) fn illegal(illegal: IllegalMove) -> Self {
        let IllegalMove { detail, candidates } = illegal;
        Self { candidates, ..Self::new(RefusalKind::IllegalMove, detail) }
    }

    /// An error of the JSON parser at this path. The parser reports duplicate fields at the whole object. It also adds
    /// the position in the text, which is redundant with the path.
    pub(super) fn of_reader(path: &str, message: &str) -> Self {
        let detail = message.rsplit_once(" at line ").map_or(message, |(what, _)| what);
        let field = |before| detail.strip_prefix(before).and_then(|rest| rest.strip_suffix('`'));
        let meant = near_field(detail).map_or(String::new(), |near| format!("; did you mean {near}?"));
        let refusal = Self::new(RefusalKind::InvalidBody, format!("{detail}{meant}"));
        match (field("duplicate field `"), field("missing field `")) {
            (Some(field), _) => Self::new(RefusalKind::InvalidBody, format!("{field} is given twice")).at(field),
            (None, Some(field)) if path == "." => refusal.at(field),
            (None, None) if path == "." => refusal,
            _ => refusal.at(path),
        }
    }

    pub(super) fn at(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }
}

/// The known field or word whose spelling is nearest to an unknown one, from the parser's list.
fn near_field(detail: &str) -> Option<&str> {
    let unknown = detail.strip_prefix("unknown field `").or_else(|| detail.strip_prefix("unknown variant `"))?;
    let (unknown, known) = unknown.split_once("`, expected ")?;
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    nearest(unknown, &known)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            // Some sentences begin with the name of the field.
            Some(path) if !self.detail.starts_with(&format!("{path} ")) => write!(f, "{path}: {}", self.detail),
            _ => f.write_str(&self.detail),
        }
    }
}

impl std::error::Error for Refusal {}
