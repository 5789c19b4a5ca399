//! Plays the moves of a record one by one.

use std::time::Instant;

use plyd_search::{Draws, Stop};

use super::{Format, MAX_PLIES, Record, RecordError, RecordFault, Skipped};
use crate::game::{AnyPosition, Game};
use crate::record::results;

/// When to give up.
#[derive(Clone, Copy)]
pub(super) struct Limits<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) stop: &'a Stop,
}

/// A record while it is read: the game so far.
pub(super) struct Replay<'a> {
    text: &'a str,
    limits: Limits<'a>,
    position: Box<dyn AnyPosition>,
    record: Record,
}

impl<'a> Replay<'a> {
    /// Starts a game at this position.
    pub(super) fn from(mut position: Box<dyn AnyPosition>, format: Format, text: &'a str, limits: Limits<'a>) -> Self {
        position.set_draws(Draws::Automatic);
        let standing = position.standing();
        let record = Record {
            format,
            state: standing.state.clone(),
            moves: Vec::new(),
            tags: Vec::new(),
            result: None,
            standing,
            comments: std::collections::BTreeMap::new(),
            skipped: Skipped::default(),
            more: 0,
        };
        Self { text, limits, position, record }
    }

    /// Starts a game at its usual start.
    pub(super) fn from_start(game: &Game, format: Format, text: &'a str, limits: Limits<'a>) -> Self {
        Self::from(game.start(), format, text, limits)
    }

    /// The number of moves so far.
    pub(super) fn ply(&self) -> usize {
        self.record.moves.len()
    }

    /// The position after the moves so far.
    pub(super) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Plays the move with this text, which is at this offset of the record.
    ///
    /// # Errors
    /// [`RecordFault`] if the move cannot be played, or the record is too long; or the limit that ended the reading.
    pub(super) fn play(&mut self, name: &str, offset: usize) -> Result<(), RecordError> {
        self.limits.stop.check(self.limits.deadline)?;
        if self.ply() >= MAX_PLIES {
            return Err(self
                .fault(offset, format!("the record goes on after {MAX_PLIES} plies, expected its end"))
                .into());
        }
        let played = self.position.play_named(name).map_err(|illegal| self.fault(offset, illegal.detail))?;
        // Because of a forced pass before it, the last move can exceed the limit.
        if self.ply() + played.len() > MAX_PLIES {
            return Err(self.fault(offset, format!("the record has more than {MAX_PLIES} plies")).into());
        }
        self.record.moves.extend(played);
        Ok(())
    }

    /// A fault in a move, or between moves.
    pub(super) fn fault(&self, offset: usize, detail: impl Into<String>) -> RecordFault {
        RecordFault::at(self.text, offset, Some(self.ply()), detail)
    }

    /// Adds a comment after the moves so far.
    pub(super) fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let lines = self.record.comments.entry(self.record.moves.len()).or_default();
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(comment);
    }

    pub(super) fn skipped(&mut self) -> &mut Skipped {
        &mut self.record.skipped
    }

    /// Ends the record. Its result is at this offset.
    ///
    /// # Errors
    /// [`RecordFault`] if the result contradicts the end of the game.
    pub(super) fn finish(
        mut self,
        tags: Vec<(String, String)>,
        result: Option<(results::Score, usize)>,
        more: usize,
    ) -> Result<Record, RecordFault> {
        let standing = self.position.standing();
        if let Some((score, offset)) = result
            && let Some(expected) = results::contradicted(score, &standing)
        {
            let (score, expected) = (score.name(), expected.name());
            let reason = standing.outcome.map_or("", |(_, reason)| reason);
            let detail = format!("the result is {score}, but the game ended by {reason}, expected {expected}");
            return Err(self.fault(offset, detail));
        }
        self.record.result = result.map(|(score, _)| score.name().to_owned());
        self.record.standing = standing;
        self.record.tags = tags;
        self.record.more = more;
        Ok(self.record)
    }
}
