//! Problems, which are all error answers (RFC 9457). One table has their status and code.

use plyd_games::UnknownGame;
use plyd_games::excerpt::{MAX_CHARS, excerpt, shortened};
use serde::Serialize;

use super::record::NoRecord;
use super::refusal::{Place, Refusal, RefusalKind};
use super::tree::NoTree;

/// The code of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The body is not JSON.
    InvalidJson,
    /// A malformed request, for example its path, or a body that was cut off.
    BadRequest,
    /// No key, or an unknown one.
    Unauthorized,
    /// No such game.
    UnknownGame,
    /// No such path.
    NotFound,
    /// The path has other methods.
    MethodNotAllowed,
    /// No representation fits `Accept`.
    NotAcceptable,
    /// The body came too slowly.
    RequestTimeout,
    /// The body is larger than the published limit.
    BodyTooLarge,
    /// The body is not declared as JSON in UTF-8.
    UnsupportedMediaType,
    /// `Expect` is not `100-continue`.
    ExpectationFailed,
    /// An unknown, missing, doubled or mistyped field or parameter.
    InvalidBody,
    /// Not a position of this game.
    InvalidState,
    /// A move that cannot be played.
    IllegalMove,
    /// A record of a game that cannot be read.
    InvalidRecord,
    /// A number above its published cap.
    LimitExceeded,
    /// The client has too many requests waiting or streams open, or sends requests too often.
    QuotaExceeded,
    /// No worker was free in time, or there was no memory. Nothing was searched.
    Overloaded,
    /// The server is about to stop.
    ShuttingDown,
    /// A bug.
    Internal,
}

impl Code {
    /// Every code with its status and its name, in the order of the variants.
    pub const TABLE: [(Self, u16, &'static str); 20] = [
        (Self::InvalidJson, 400, "invalid_json"),
        (Self::BadRequest, 400, "bad_request"),
        (Self::Unauthorized, 401, "unauthorized"),
        (Self::UnknownGame, 404, "unknown_game"),
        (Self::NotFound, 404, "not_found"),
        (Self::MethodNotAllowed, 405, "method_not_allowed"),
        (Self::NotAcceptable, 406, "not_acceptable"),
        (Self::RequestTimeout, 408, "request_timeout"),
        (Self::BodyTooLarge, 413, "body_too_large"),
        (Self::UnsupportedMediaType, 415, "unsupported_media_type"),
        (Self::ExpectationFailed, 417, "expectation_failed"),
        (Self::InvalidBody, 422, "invalid_body"),
        (Self::InvalidState, 422, "invalid_state"),
        (Self::IllegalMove, 422, "illegal_move"),
        (Self::InvalidRecord, 422, "invalid_record"),
        (Self::LimitExceeded, 422, "limit_exceeded"),
        (Self::QuotaExceeded, 429, "quota_exceeded"),
        (Self::Overloaded, 503, "overloaded"),
        (Self::ShuttingDown, 503, "shutting_down"),
        (Self::Internal, 500, "internal"),
    ];

    /// The HTTP status.
    #[must_use]
    pub const fn status(self) -> u16 {
        Self::TABLE[self as usize].1
    }

    /// The name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].2
    }
}

/// An error answer. Its texts are shortened to a line when it is created.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The code, which has a status.
    pub code: Code,
    /// A sentence for people.
    pub detail: String,
    path: Option<String>,
    candidates: Vec<String>,
    place: Option<Box<Place>>,
}

/// The JSON body, as in openapi.yaml.
#[derive(Serialize)]
struct Body<'a> {
    r#type: String,
    title: String,
    status: u16,
    code: &'static str,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    candidates: &'a [String],
    #[serde(flatten)]
    place: Option<&'a Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

impl Problem {
    /// A problem with this code and sentence.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: excerpt(detail.into()), path: None, candidates: Vec::new(), place: None }
    }

    /// The problem for a game that the catalogue does not have. Its list of games is cut after a whole name.
    #[must_use]
    pub fn unknown_game(unknown: &UnknownGame) -> Self {
        const MORE: &str = ", …";
        let mut detail = unknown.to_string();
        let start = shortened(&detail, MAX_CHARS - MORE.len());
        if start.len() < detail.len()
            && let Some(comma) = start.rfind(", ")
        {
            detail.truncate(comma);
            detail.push_str(MORE);
        }
        Self::new(Code::UnknownGame, detail)
    }

    /// The problem for a body above its route's limit. `declared` is the `Content-Length`; without it, the size is
    /// unknown.
    #[must_use]
    pub fn body_too_large(declared: Option<usize>, max_bytes: usize) -> Self {
        let detail = match declared {
            Some(bytes) => format!("the body has {bytes} bytes, at most {max_bytes} are read"),
            None => format!("the body has more than the {max_bytes} bytes that are read"),
        };
        Self::new(Code::BodyTooLarge, detail)
    }

    /// The problem if the time limit ended while the answer was computed.
    #[must_use]
    pub fn out_of_time() -> Self {
        Self::new(Code::Overloaded, "the time budget was spent before the answer was done")
    }

    /// The problem for an item of a batch that is larger than its request alone may be.
    #[must_use]
    pub fn item_too_large(bytes: usize, max_bytes: usize) -> Self {
        // The cost of an answer grows with the size of its request.
        let detail =
            format!("the item has {bytes} bytes, at most {max_bytes} are read, as many as of its request alone");
        Self::new(Code::BodyTooLarge, detail)
    }

    /// Adds the path of the invalid field.
    #[must_use]
    pub fn at(self, path: impl Into<String>) -> Self {
        Self { path: Some(excerpt(path.into())), ..self }
    }

    /// Puts `parent` before the path, for an item of a batch.
    #[must_use]
    pub fn within(self, parent: &str) -> Self {
        let path = self.path.as_ref().map_or_else(|| parent.to_owned(), |path| format!("{parent}.{path}"));
        self.at(path)
    }

    /// The problem as JSON, with the id of the request if there is one.
    #[must_use]
    pub fn json(&self, request_id: Option<&str>) -> String {
        let code = self.code.name();
        let body = Body {
            r#type: format!("urn:plyd:problem:{code}"),
            title: code.replace('_', " "),
            status: self.code.status(),
            code,
            detail: &self.detail,
            path: self.path.as_deref(),
            candidates: &self.candidates,
            place: self.place.as_deref(),
            request_id,
        };
        serde_json::to_string(&body).unwrap_or_default()
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal.kind {
            RefusalKind::InvalidJson => Code::InvalidJson,
            RefusalKind::InvalidBody => Code::InvalidBody,
            RefusalKind::InvalidState => Code::InvalidState,
            RefusalKind::IllegalMove => Code::IllegalMove,
            RefusalKind::InvalidRecord => Code::InvalidRecord,
            RefusalKind::LimitExceeded => Code::LimitExceeded,
        };
        let Refusal { candidates, place, .. } = refusal;
        Self { candidates, place, path: refusal.path.map(excerpt), ..Self::new(code, refusal.detail) }
    }
}

impl From<NoRecord> for Problem {
    fn from(none: NoRecord) -> Self {
        match none {
            NoRecord::Refused(refusal) => refusal.into(),
            NoRecord::Stopped => Self::out_of_time(),
        }
    }
}

impl From<NoTree> for Problem {
    fn from(none: NoTree) -> Self {
        match none {
            NoTree::TooLarge(refusal) => refusal.into(),
            NoTree::Unfinished => Self::out_of_time(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_order_of_the_variants() {
        for (place, (code, ..)) in Code::TABLE.into_iter().enumerate() {
            assert_eq!(code as usize, place, "{code:?}");
        }
    }
}
