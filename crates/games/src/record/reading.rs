//! Reads a record in any format.

use plyd_search::{Instant, Stop};

use super::limits::Limits;
use super::replay::Source;
use super::{
    Convention, Format, Games, Part, Record, RecordError, RecordFault, detect, ggf, hexworld, kifu, lists, movetext,
    psq, sgf, wrapping,
};
use crate::game::Game;
use crate::notation::ScoreKind;

/// For games whose records in the manner of PGN have nothing special.
pub(super) const PLAIN: Convention = Convention::Plain { has_points: false, numbered: None, kind: &[] };
/// For games that are won by points.
const PLAIN_WITH_POINTS: Convention = Convention::Plain { has_points: true, numbered: None, kind: &[] };

impl Game {
    /// The formats of the game's records, its own ones first. Every game has [`Format::Moves`], and [`Format::Pgn`] or
    /// [`Format::Pdn`].
    #[must_use]
    pub fn record_formats(&self) -> Vec<Format> {
        let is_own = |convention: &&Convention| !matches!(convention, Convention::Plain { .. });
        let plain = self.plain().map(Convention::format);
        self.records.iter().filter(is_own).map(Convention::format).chain([Format::Moves]).chain(plain).collect()
    }

    /// Reads one of the games of a text, which is work for a worker. The index counts from 0. If no format is given, it
    /// is recognised from the text.
    ///
    /// Moves are read as by [`play_named`](crate::game::AnyPosition::play_named), so a record may leave out forced
    /// passes. A game may continue after a draw if there is a legal move. Markup around the record, and marks without
    /// width, are ignored.
    ///
    /// # Errors
    /// [`RecordFault`] for anything that is not a record of the game, and for moves after the end of the game; the number
    /// of games if there are too few; or the limit that ended the reading.
    pub fn read_record(
        &self,
        text: &str,
        format: Option<Format>,
        index: usize,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<Record, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if let Some(offset) = text.find('\0').filter(|_| is_utf16(text)) {
            let detail = "the text looks like UTF-16, because U+0000 is every second character; expected UTF-8";
            return Err(RecordFault::at(text, offset, None, detail).into());
        }
        let limits = Limits::new(deadline, stop);
        limits.check()?;
        let unwrapped = wrapping::unwrapped(text);
        let record = self.read_unwrapped(&unwrapped.text, format, index, limits);
        let mut record = record.map_err(|error| unwrapped.error(error))?;
        record.warnings = record.warnings.into_iter().map(|warning| unwrapped.placed(warning)).collect();
        Ok(record)
    }

    fn read_unwrapped(
        &self,
        text: &str,
        format: Option<Format>,
        index: usize,
        limits: Limits<'_>,
    ) -> Result<Record, RecordError> {
        let format = format.map_or_else(|| detect::format_of(self, text, limits), Ok)?;
        let (mut wanted, mut games) = (None, 0);
        for part in Games::within(self, format, text, limits) {
            if games == index {
                wanted = Some(part);
            } else if let Some(fault) = part.fault {
                return Err(fault);
            }
            games += 1;
        }
        let Some(Part { range, fault }) = wanted else { return Err(RecordError::NoSuchGame(games)) };
        let source = Source { text: &text[..range.end], start: range.start, limits };
        let record = self.read_part(format, source)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Record { games, more: games - index - 1, ..record }),
        }
    }

    fn read_part(&self, format: Format, source: Source<'_>) -> Result<Record, RecordError> {
        if format == Format::Moves {
            return lists::read_moves(self, source);
        }
        match self.convention(format) {
            Some(Convention::Transcript { unit, pass }) => lists::read_transcript(self, source, *unit, *pass),
            Some(convention @ (Convention::Pgn { .. } | Convention::Pdn { .. } | Convention::Plain { .. })) => {
                movetext::read(self, convention, source)
            }
            Some(Convention::Sgf { game, words, .. }) => sgf::read(self, *game, words, source),
            Some(Convention::Ggf { game }) => ggf::read(self, game, source),
            Some(Convention::Psq) => psq::read(self, source),
            Some(Convention::HexWorld) => hexworld::read(self, source),
            Some(Convention::Kif { starts }) => kifu::read_kif(self, starts, source),
            Some(Convention::Csa) => kifu::read_csa(self, source),
            None => Err(RecordFault::at(source.text, 0, None, self.lacks(format)).into()),
        }
    }

    /// How the game's records use a format, if they do.
    pub(super) fn convention(&self, format: Format) -> Option<&'static Convention> {
        let own = self.records.iter().find(|convention| convention.format() == format);
        own.or_else(|| self.plain().filter(|_| format == Format::Pgn))
    }

    /// How records in the manner of PGN are read and written in a game that has neither PGN nor PDN.
    pub(super) fn plain(&self) -> Option<&'static Convention> {
        match self.records.iter().find(|convention| convention.is_movetext()) {
            Some(plain @ Convention::Plain { .. }) => Some(plain),
            Some(_) => None,
            None if self.about.score == ScoreKind::Margin => Some(&PLAIN_WITH_POINTS),
            None => Some(&PLAIN),
        }
    }

    /// The error message for a format that the game does not have.
    pub(super) fn lacks(&self, format: Format) -> String {
        format!("{} has no record format {}, expected {}", self.id, format.name(), self.listed_formats())
    }

    /// The formats of the game's records, for error messages.
    pub(super) fn listed_formats(&self) -> String {
        match &self.record_formats()[..] {
            [only] => only.name().to_owned(),
            several => format!("one of {}", several.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Whether a text is UTF-16 that was decoded as if each byte were a character.
fn is_utf16(text: &str) -> bool {
    let mut chars = text.trim_start_matches(['\u{ff}', '\u{fe}', '\u{fffd}']).chars();
    let [first, second] = [chars.next(), chars.next()];
    first.is_some() && (first == Some('\0')) != (second == Some('\0'))
}
