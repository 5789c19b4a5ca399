//! Reads a record in any format.

use std::time::Instant;

use plyd_search::Stop;

use super::replay::Limits;
use super::{Convention, Format, Record, RecordError, RecordFault, detect, lists, movetext, sgf};
use crate::game::Game;

impl Game {
    /// The formats of the game's records. The last one is [`Format::Moves`], which every game has.
    #[must_use]
    pub fn record_formats(&self) -> Vec<Format> {
        self.records.iter().map(Convention::format).chain([Format::Moves]).collect()
    }

    /// Reads the first game of a text, which is work for a worker. If no format is given, it is recognised from the
    /// text.
    ///
    /// Moves are read as by [`play_named`](crate::game::AnyPosition::play_named), so a record may leave out forced
    /// passes. A game may continue after a draw that a player could have claimed.
    ///
    /// # Errors
    /// [`RecordFault`] for anything that is not a record of the game, for a result that contradicts the end of the
    /// game, and for moves after that end; or the limit that ended the reading.
    pub fn read_record(
        &self,
        text: &str,
        format: Option<Format>,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<Record, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let limits = Limits { deadline, stop };
        let format = format.map_or_else(|| detect::format_of(self, text), Ok)?;
        if format == Format::Moves {
            return lists::read_moves(self, text, limits);
        }
        match self.convention(format) {
            Some(Convention::Transcript { unit, pass }) => lists::read_transcript(self, text, *unit, *pass, limits),
            Some(convention @ (Convention::Pgn { .. } | Convention::Pdn { .. })) => {
                movetext::read(self, convention, text, limits)
            }
            Some(Convention::Sgf { game, words, .. }) => sgf::read(self, *game, words, text, limits),
            None => Err(RecordFault::at(text, 0, None, self.lacks(format)).into()),
        }
    }

    /// How the game's records use a format, if they do.
    pub(super) fn convention(&self, format: Format) -> Option<&'static Convention> {
        self.records.iter().find(|convention| convention.format() == format)
    }

    /// The error message for a format that the game does not have.
    pub(super) fn lacks(&self, format: Format) -> String {
        format!("{} has no records in {}, expected {}", self.id, format.name(), self.listed_formats())
    }

    /// The formats of the game's records, for error messages.
    pub(super) fn listed_formats(&self) -> String {
        match &self.record_formats()[..] {
            [only] => only.name().to_owned(),
            several => format!("one of {}", several.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")),
        }
    }
}
