//! Writes a game with the marks of a review: verdicts, evaluations, and better lines as variations.

use std::collections::BTreeMap;

use plyd_search::{Draws, Instant, Stop};

use super::annotations::Variation;
use super::holds::Holds;
use super::line::Line;
use super::notes::Note;
use super::reading::PLAIN;
use super::spelled::Form;
use super::{Convention, Draft, Format, Lost, WriteError, WriteFault, kifu, movetext, sgf};
use crate::game::{AnyPosition, Game};

/// The author of a review's marks and lines, at the beginning of its comments.
const AUTHOR: &str = "plyd";

impl Game {
    /// The format in which a game is annotated: the wanted one if it has comments and variations, otherwise the first of
    /// the game's formats that does. The comments say the marks too.
    #[must_use]
    pub fn annotated_format(&self, wanted: Option<Format>) -> Option<Format> {
        let is_annotated = |format: &Format| matches!(format, Format::Pgn | Format::Pdn | Format::Sgf | Format::Kif);
        wanted.filter(is_annotated).or_else(|| self.record_formats().into_iter().find(is_annotated))
    }

    /// Writes a game with its annotations and notes by ply, which is work for a worker. Also returns how many annotations
    /// the format cannot hold. A game that its format cannot express is written in the manner of PGN, without its tags.
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
    ) -> Result<(String, Vec<Lost>), WriteError> {
        let plyd = self.additions(draft, notes)?;
        let draft = Draft { comments: &plyd.comments, annotations: &plyd.annotations, ..*draft };
        let evals: BTreeMap<usize, String> =
            notes.iter().filter_map(|(ply, note)| Some((*ply, note.eval.clone()?))).collect();
        let form = |format, holds| Form { format, holds, added: notes.len() };
        let written = self.annotated_format(format).and_then(|format| {
            let (convention, holds) = (self.convention(format)?, Holds::of(format, draft.tags));
            let written = self.line(&draft, form(format, holds), deadline, stop).and_then(|line| match convention {
                Convention::Sgf { game, points, words } => Ok(sgf::write(self, *game, *points, words, &line)?),
                Convention::Kif { starts } => Ok(kifu::write_kif(self, starts, &line)?),
                convention => {
                    let has_evals = matches!(convention, Convention::Pgn { .. });
                    let evals = if has_evals { evals } else { BTreeMap::new() };
                    movetext::write(self, convention, &Line { evals, ..line }, deadline, stop)
                }
            });
            Some((written, holds))
        });
        let (text, holds) = match written {
            // Some states cannot be written in SGF.
            None | Some((Err(WriteError::Fault(_)), _)) => {
                let draft = Draft { tags: &[], ..draft };
                let plain = self.plain().unwrap_or(&PLAIN);
                let line = self.line(&draft, form(plain.spelling(), Holds::Movetext), deadline, stop)?;
                (movetext::write(self, plain, &line, deadline, stop)?, Holds::Movetext)
            }
            Some((written, holds)) => (written?, holds),
        };
        Ok((text, draft.annotations.clone().fit(holds)))
    }

    /// The comments and annotations of the game, and those of the review. The review's name it as their author. What
    /// the game already has, for example from an earlier review, is not added again.
    fn additions(&self, draft: &Draft<'_>, notes: &BTreeMap<usize, Note>) -> Result<Variation, WriteError> {
        let (comments, annotations) = (draft.comments.clone(), draft.annotations.clone());
        let mut all = Variation { moves: Vec::new(), comments, annotations };
        let mut position = self.parse(draft.state).map_err(|error| WriteFault::new("state", error.0))?;
        position.set_draws(Draws::Automatic);
        let mut ply = 0;
        for name in draft.moves {
            if let Some(note) = notes.get(&ply) {
                all.add(ply, note, &*position);
            }
            // The writer reports a move that cannot be played.
            let Ok(played) = position.play_named(name) else { break };
            ply += played.len();
        }
        Ok(all)
    }
}

impl Variation {
    /// Adds what a review says about the move at this ply, which is played from this position.
    fn add(&mut self, ply: usize, note: &Note, position: &dyn AnyPosition) {
        if let Some(mark) = note.mark {
            let nags = self.annotations.nags.entry(ply).or_default();
            if let Err(place) = nags.binary_search(&mark.nag()) {
                nags.insert(place, mark.nag());
            }
            let (comment, said) = (self.comments.entry(ply + 1).or_default(), format!("{AUTHOR}: {}", mark.word()));
            if !comment.lines().any(|line| line == said) {
                let separator = if comment.is_empty() { "" } else { "\n" };
                comment.push_str(&format!("{separator}{said}"));
            }
        }
        // A line ends before its first move that is not legal.
        let mut other = position.duplicate();
        let better: Vec<String> = note.better.iter().map_while(|name| other.play_named(name).ok()).flatten().collect();
        let variations = self.annotations.variations.entry(ply).or_default();
        if !better.is_empty() && !variations.iter().any(|variation| variation.moves == better) {
            let comments = BTreeMap::from([(1, format!("{AUTHOR}: better"))]);
            variations.push(Self { moves: better, comments, ..Self::default() });
        }
        self.annotations.variations.retain(|_, variations| !variations.is_empty());
    }
}
