//! Writes a game with the marks of a review: verdicts, evaluations, and better lines as variations.

use std::collections::BTreeMap;

use plyd_search::{Draws, Instant, Stop};

use super::line::Line;
use super::notes::{Note, Notes, SpelledNote};
use super::reading::PLAIN;
use super::{Convention, Draft, Format, WriteError, movetext, sgf};
use crate::game::Game;

impl Game {
    /// The format in which a game is annotated: the wanted one if it has marks and variations, otherwise the first of
    /// the game's formats that does.
    #[must_use]
    pub fn annotated_format(&self, wanted: Option<Format>) -> Option<Format> {
        let has_marks = |format: &Format| matches!(format, Format::Pgn | Format::Pdn | Format::Sgf);
        wanted.filter(has_marks).or_else(|| self.record_formats().into_iter().find(has_marks))
    }

    /// Writes a game with notes by ply, which is work for a worker. A game that its format cannot express is written in the
    /// manner of PGN, without its tags.
    ///
    /// # Errors
    /// As [`Game::write_record`].
    pub fn write_annotated(
        &self,
        draft: &Draft<'_>,
        notes: &BTreeMap<usize, Note>,
        format: Option<Format>,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<String, WriteError> {
        let written = self.annotated_format(format).and_then(|format| {
            let convention = self.convention(format)?;
            Some(self.line(draft, format, deadline, stop).and_then(|line| {
                let notes = self.spelled(&line, notes, convention.spelling());
                match convention {
                    Convention::Sgf { game, points, words } => {
                        Ok(sgf::write(self, *game, *points, words, &line, &notes)?)
                    }
                    convention => movetext::write(self, convention, &line, &notes, deadline, stop),
                }
            }))
        });
        match written {
            // Some states cannot be written in SGF.
            None | Some(Err(WriteError::Fault(_))) => {
                let line = self.line(&Draft { tags: &[], ..*draft }, Format::Moves, deadline, stop)?;
                let notes = self.spelled(&line, notes, Format::Moves);
                movetext::write(self, self.plain().unwrap_or(&PLAIN), &line, &notes, deadline, stop)
            }
            Some(written) => written,
        }
    }

    /// The notes with their lines spelled. A line ends before its first move that is not legal.
    fn spelled(&self, line: &Line<'_>, notes: &BTreeMap<usize, Note>, format: Format) -> Notes {
        let Ok(mut position) = self.parse(&line.start.state) else { return Notes::new() };
        position.set_draws(Draws::Automatic);
        let mut spelled = Notes::new();
        for (mv, ply) in line.moves.iter().zip(0..) {
            if let Some(note) = notes.get(&ply) {
                let mut other = position.duplicate();
                let better = note.better.iter().map_while(|name| other.play_spelled(name, format).ok()).flatten();
                let (mark, eval) = (note.mark, note.eval.clone().filter(|_| format == Format::Pgn));
                let better = better.collect();
                spelled.insert(ply, SpelledNote { mark, eval, better });
            }
            if position.play_named(&mv.name).is_err() {
                break;
            }
        }
        spelled
    }
}
