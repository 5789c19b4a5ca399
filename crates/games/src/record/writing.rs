//! Writes a record in any format.

use std::collections::BTreeMap;

use plyd_search::{Draws, Instant, Stop};

use super::holds::Holds;
use super::line::Line;
use super::results::{self, Score};
use super::spelled::{Form, Speller};
use super::{
    Convention, Draft, Format, MAX_PLIES, WriteError, WriteFault, ggf, hexworld, kifu, lists, movetext, psq, sgf,
};
use crate::game::{Game, SpelledMove};
use crate::{RULES, rules};

impl Game {
    /// Writes a game in this format, which is work for a worker.
    ///
    /// # Errors
    /// [`WriteFault`] for a draft that is not a game, and for anything in it that the format cannot express; or the
    /// limit that ended the writing.
    pub fn write_record(
        &self,
        draft: &Draft<'_>,
        format: Format,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<String, WriteError> {
        let line = self.line(draft, Form { format, holds: Holds::of(format, draft.tags), added: 0 }, deadline, stop)?;
        if format == Format::Moves {
            return Ok(lists::write_moves(&line)?);
        }
        match self.convention(format) {
            Some(Convention::Transcript { pass, .. }) => Ok(lists::write_transcript(&line, *pass)?),
            Some(convention @ (Convention::Pgn { .. } | Convention::Pdn { .. } | Convention::Plain { .. })) => {
                movetext::write(self, convention, &line, deadline, stop)
            }
            Some(Convention::Sgf { game, points, words }) => Ok(sgf::write(self, *game, *points, words, &line)?),
            Some(Convention::Ggf { game }) => Ok(ggf::write(self, game, &line)?),
            Some(Convention::Psq) => Ok(psq::write(self, &line)?),
            Some(Convention::HexWorld) => Ok(hexworld::write(self, &line)?),
            Some(Convention::Kif { starts }) => Ok(kifu::write_kif(self, starts, &line)?),
            Some(Convention::Csa) => Ok(kifu::write_csa(self, &line)?),
            None => Err(WriteFault::new("format", self.lacks(format)).into()),
        }
    }

    /// Checks a game, and spells its moves. Leaves out the annotations that the format does not hold.
    pub(super) fn line<'a>(
        &self,
        draft: &Draft<'a>,
        form: Form,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Result<Line<'a>, WriteError> {
        let mut position = self.parse(draft.state).map_err(|error| WriteFault::new("state", error.0))?;
        position.set_draws(Draws::Automatic);
        let (start, beginning) = (position.standing(), position.duplicate());
        let convention = self.convention(form.format);
        let spelling = convention.map_or(form.format, Convention::spelling);
        let mut moves = Vec::new();
        for (name, index) in draft.moves.iter().zip(0..) {
            stop.check(deadline)?;
            let field = || format!("moves[{index}]");
            let played = position.play_spelled(name, spelling).map_err(|illegal| WriteFault {
                candidates: illegal.candidates,
                ..WriteFault::new(field(), illegal.detail)
            })?;
            if moves.len() + played.len() > MAX_PLIES {
                let detail = format!("a record has at most {MAX_PLIES} plies, including forced passes");
                return Err(WriteFault::new(field(), detail).into());
            }
            moves.extend(played);
        }
        if let Some(ply) = draft.comments.keys().find(|ply| **ply > moves.len()) {
            let detail = format!("the game has {} moves, expected a ply from 0 to {}", moves.len(), moves.len());
            return Err(WriteFault::new(format!("comments.{ply}"), detail).into());
        }
        let speller = Speller::new(Form { format: spelling, ..form }, deadline, stop);
        let (notes, variations) = speller.all(beginning, &moves, draft.annotations)?;
        let standing = position.standing();
        let by_tag = || {
            draft.tags.iter().find_map(|(name, value)| match name.as_str() {
                "Result" => {
                    let score = convention.and_then(|convention| movetext::score(convention, value));
                    Some(("tags.Result", score.or_else(|| Score::read(value))?))
                }
                "RE" if form.format == Format::Ggf => Some(("tags.RE", ggf::score(value)?)),
                "RE" => Some(("tags.RE", sgf::score(value)?)),
                _ => None,
            })
        };
        let unread = || WriteFault::new("result", "expected 1-0, 0-1, 1/2-1/2 or *");
        let given = match draft.result {
            None => by_tag(),
            Some(text) => Some(("result", Score::read(text).ok_or_else(unread)?)),
        };
        if let Some((field, score)) = given
            && let Some(expected) = results::contradicted(score, &standing)
        {
            let detail = format!("the rules give another result, expected {}", expected.name());
            return Err(WriteFault::new(field, detail).into());
        }
        // If the second move needs a rule, such as Hex's swap, the record does not have to name the rule.
        let by_move = moves.get(1).and_then(|mv: &SpelledMove| self.start_with(&mv.name));
        let begins = [Some(self.start()), by_move].into_iter().flatten();
        let is_own_start = self.id == RULES.id && rules::start_of(draft.state).is_some_and(|own| own == start.state);
        let is_start = is_own_start || begins.into_iter().any(|begin| begin.state() == start.state);
        let by_rules = Score::of(&standing);
        let result = given.map_or(by_rules, |(_, score)| score);
        Ok(Line {
            start,
            is_start,
            moves,
            tags: draft.tags,
            comments: draft.comments,
            notes,
            variations,
            evals: BTreeMap::new(),
            result,
            end: standing.state,
            by_rules,
        })
    }
}
