//! Why a request is refused.

use std::fmt;

use plyd_games::catalogue::IllegalMove;

/// The kinds of refusal that a request itself can earn. Names and meanings are those of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The body is not JSON.
    InvalidJson,
    /// An unknown, missing, doubled or mistyped field.
    InvalidBody,
    /// Not a position of this game.
    InvalidState,
    /// A move that cannot be played.
    IllegalMove,
    /// A number above its published cap.
    LimitExceeded,
}

/// A refusal: its kind, a sentence saying what is wrong and what was expected, and the field to blame if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind.
    pub kind: RefusalKind,
    /// For people.
    pub detail: String,
    /// `state`, `moves[3]`, a query parameter's name.
    pub path: Option<String>,
}

impl Refusal {
    pub(super) fn new(kind: RefusalKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), path: None }
    }

    /// A move that cannot be played.
    pub(super) fn illegal(illegal: IllegalMove) -> Self {
        Self::new(RefusalKind::IllegalMove, illegal.0)
    }

    /// What the JSON reader says, at the field that it was reading. It puts the blame for a doubled field on the whole
    /// object, and adds the place in the text, which the path makes needless.
    pub(super) fn of_reader(path: &str, message: &str) -> Self {
        let detail = message.rsplit_once(" at line ").map_or(message, |(what, _)| what);
        let field = |before| detail.strip_prefix(before).and_then(|rest| rest.strip_suffix('`'));
        let refusal = Self::new(RefusalKind::InvalidBody, detail);
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{path}: {}", self.detail),
            None => f.write_str(&self.detail),
        }
    }
}

impl std::error::Error for Refusal {}
