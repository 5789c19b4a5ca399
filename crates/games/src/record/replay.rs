//! Plays the moves of a record one by one.

use plyd_search::Draws;

use super::branches::{Branches, Play};
use super::fault::Warnings;
use super::limits::Limits;
use super::place::Place;
use super::results::Score;
use super::{Annotations, Format, MAX_PLIES, Record, RecordError, RecordFault, Skipped};
use crate::game::AnyPosition;

/// The game to be read.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    /// The text up to the end of the game. It includes earlier games, so that lines can be counted.
    pub(super) text: &'a str,
    /// Where the game begins.
    pub(super) start: usize,
    pub(super) limits: Limits<'a>,
}

/// A record while it is read: the game so far.
pub(super) struct Replay<'a> {
    source: Source<'a>,
    warnings: Warnings,
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    record: Record,
    /// The number of moves before those of the last text that was played.
    before_last: usize,
    branches: Branches,
}

impl<'a> Replay<'a> {
    /// Starts a game at this position.
    pub(super) fn from(mut position: Box<dyn AnyPosition>, format: Format, source: Source<'a>) -> Self {
        position.set_draws(Draws::Automatic);
        let standing = position.standing();
        let record = Record {
            format,
            state: standing.state.clone(),
            moves: Vec::new(),
            tags: Vec::new(),
            result: None,
            standing,
            opening: None,
            ended_at: None,
            comments: std::collections::BTreeMap::new(),
            annotations: Annotations::default(),
            skipped: Skipped::default(),
            warnings: Vec::new(),
            games: 1,
            more: 0,
        };
        let start = position.duplicate();
        Self {
            source,
            warnings: Warnings::default(),
            start,
            position,
            record,
            before_last: 0,
            branches: Branches::default(),
        }
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
        self.source.limits.check()?;
        if self.ply() >= MAX_PLIES {
            return Err(self.fault(offset, format!("the record has more than {MAX_PLIES} plies")).into());
        }
        if self.record.ended_at.is_none() && self.position.has_ended() {
            self.record.ended_at = Some(self.ply());
        }
        let played = self.position.play_named(name).map_err(|illegal| self.fault(offset, illegal.detail))?;
        // Because of a forced pass before it, the last move can exceed the limit.
        if self.ply() + played.len() > MAX_PLIES {
            return Err(self.fault(offset, format!("the record has more than {MAX_PLIES} plies")).into());
        }
        self.before_last = self.ply();
        self.record.moves.extend(played);
        Ok(())
    }

    /// Opens a variation in place of the last move of the innermost open variation, or of the main line.
    pub(super) fn open(&mut self, offset: usize) {
        self.branches.open(offset, self.before_last, &mut self.record.skipped);
    }

    /// As [`Replay::open`], in place of the move after this number of moves of the innermost open variation, or of the main
    /// line.
    pub(super) fn open_at(&mut self, offset: usize, before: usize) {
        self.branches.open_at(offset, Some(before), &mut self.record.skipped);
    }

    /// The variations.
    pub(super) fn branches(&mut self) -> &mut Branches {
        &mut self.branches
    }

    /// The place of the next annotation.
    pub(super) fn here(&mut self) -> Place<'_> {
        self.branches.here(self.record.moves.len(), &mut self.record.skipped)
    }

    /// Sets the variations that were read before the first move.
    pub(super) fn with_branches(mut self, branches: Branches) -> Self {
        self.branches = branches;
        self
    }

    /// Plays the variations, after the main line. `play` plays the move that a word stands for.
    ///
    /// # Errors
    /// The limit that ended the reading.
    pub(super) fn play_variations(&mut self, play: &Play<'_>) -> Result<(), RecordError> {
        let Self { source, warnings, start, record, branches, .. } = self;
        branches.play(start.duplicate(), &record.moves, play, (source.limits, warnings, &mut record.skipped))
    }

    /// A fault in a move, or between moves.
    pub(super) fn fault(&self, offset: usize, detail: impl Into<String>) -> RecordFault {
        RecordFault::at(self.source.text, offset, Some(self.ply()), detail)
    }

    pub(super) fn skipped(&mut self) -> &mut Skipped {
        &mut self.record.skipped
    }

    /// Adds a warning about a part that is wrong but was read.
    pub(super) fn warn(&mut self, offset: usize, detail: impl FnOnce() -> String) {
        let ply = Some(self.ply());
        self.warnings.add(offset, ply, detail);
    }

    /// Sets the warnings that were found before the first move.
    pub(super) fn warned(mut self, warnings: Warnings) -> Self {
        self.warnings = warnings;
        self
    }

    /// Ends the record. Its result is at this offset. If the rules contradict it, the result by the rules counts.
    pub(super) fn finish(mut self, tags: Vec<(String, String)>, result: Option<(Score, usize)>) -> Record {
        let standing = self.position.standing();
        let by_rules = Score::of(&standing);
        let result = result.map(|(score, offset)| {
            if by_rules == Score::Open || score == by_rules {
                return score;
            }
            let reason = standing.outcome.map_or("", |(_, reason)| reason);
            let (given, right) = (score.name(), by_rules.name());
            self.warn(offset, || format!("the result is {given}, but the rules give {right} ({reason}), which counts"));
            by_rules
        });
        self.record.result = result.map(|score| score.name().to_owned());
        self.record.standing = standing;
        self.record.opening = self.position.opening();
        self.record.tags = tags;
        let main = std::mem::take(&mut self.branches.main);
        (self.record.comments, self.record.annotations) = (main.comments, main.annotations);
        self.record.warnings = self.warnings.placed(self.source.text);
        self.record
    }
}
