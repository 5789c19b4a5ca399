//! The annotations of a game that is written: checked, and with their moves spelled.

use std::collections::BTreeMap;

use plyd_search::{Instant, Stop};

use super::annotations::{MAX_DRAWINGS, MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES, MAX_VARIATIONS, is_cell};
use super::holds::Holds;
use super::{
    Annotations, BETTER_MAX, Drawing, Format, MAX_RECORDED_CLOCK_MS, Shape, Variation, WriteError, WriteFault,
};
use crate::game::{AnyPosition, SpelledMove};

/// A line with what is said about it, as records write it.
pub(super) struct SpelledLine {
    pub(super) moves: Vec<SpelledMove>,
    pub(super) comments: BTreeMap<usize, String>,
    /// Clocks, judgements and drawings. Its variations are in `variations`.
    pub(super) notes: Annotations,
    pub(super) variations: Variations,
}

/// Variations by the ply of the move that they replace.
pub(super) type Variations = BTreeMap<usize, Vec<SpelledLine>>;

/// The most moves of a variation that was added. A forced pass may come before each of a line's moves.
const ADDED_LENGTH: usize = 2 * BETTER_MAX;

/// How a game is written.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// The format in which moves are spelled.
    pub(super) format: Format,
    pub(super) holds: Holds,
    /// The most variations that were added to those of the game, and do not count for its limits.
    pub(super) added: usize,
}

/// Spells variations.
pub(super) struct Speller<'a> {
    form: Form,
    deadline: Option<Instant>,
    stop: &'a Stop,
    variations: usize,
    moves: usize,
    drawings: usize,
}

impl<'a> Speller<'a> {
    pub(super) const fn new(form: Form, deadline: Option<Instant>, stop: &'a Stop) -> Self {
        Self { form, deadline, stop, variations: 0, moves: 0, drawings: 0 }
    }

    /// Checks the annotations of a game, and leaves out what the format does not hold. Returns the annotations of the
    /// main line, and its variations.
    ///
    /// # Errors
    /// [`WriteFault`] for the first wrong annotation, even if the format does not hold it; or the limit that ended the
    /// writing.
    pub(super) fn all(
        mut self,
        start: Box<dyn AnyPosition>,
        moves: &[SpelledMove],
        annotations: &Annotations,
    ) -> Result<(Annotations, Variations), WriteError> {
        let variations = self.spelled(start, moves, (annotations, "", 0))?;
        let variations = if self.form.holds.has_variations() { variations } else { BTreeMap::new() };
        Ok((Self::fitting(annotations, self.form.holds), variations))
    }

    /// The annotations that a format holds, without variations.
    fn fitting(annotations: &Annotations, holds: Holds) -> Annotations {
        let Annotations { clocks, nags, drawings, .. } = annotations;
        let (clocks, nags, drawings) = (clocks.clone(), nags.clone(), drawings.clone());
        let mut fitting = Annotations { clocks, nags, drawings, variations: BTreeMap::new() };
        fitting.fit(holds);
        fitting
    }

    /// Checks the annotations of a line, and spells its variations. `path` leads to them, such as `variations.3[0].`,
    /// and `depth` counts the variations that they are in.
    fn spelled(
        &mut self,
        mut position: Box<dyn AnyPosition>,
        moves: &[SpelledMove],
        (annotations, path, depth): (&Annotations, &str, usize),
    ) -> Result<Variations, WriteError> {
        self.check(annotations, moves.len(), path)?;
        let (mut spelled, mut at) = (BTreeMap::new(), 0);
        for (ply, variations) in &annotations.variations {
            for mv in &moves[at..*ply] {
                self.stop.check(self.deadline)?;
                // An earlier move of the same line was played like this before.
                position.play_named(&mv.name).map_err(|illegal| WriteFault::new("moves", illegal.detail))?;
            }
            at = *ply;
            let mut lines = Vec::new();
            for (variation, index) in variations.iter().zip(0..) {
                let path = format!("{path}variations.{ply}[{index}]");
                lines.push(self.line(position.duplicate(), variation, &path, depth + 1)?);
            }
            spelled.insert(*ply, lines);
        }
        Ok(spelled)
    }

    fn line(
        &mut self,
        start: Box<dyn AnyPosition>,
        variation: &Variation,
        path: &str,
        depth: usize,
    ) -> Result<SpelledLine, WriteError> {
        self.variations += 1;
        if self.variations > MAX_VARIATIONS + self.form.added || depth > MAX_VARIATION_DEPTH {
            let detail =
                format!("a record has at most {MAX_VARIATIONS} variations, nested at most {MAX_VARIATION_DEPTH} deep");
            return Err(WriteFault::new(path, detail).into());
        }
        if variation.moves.is_empty() {
            return Err(WriteFault::new(format!("{path}.moves"), "expected at least one move").into());
        }
        let (mut position, mut moves) = (start.duplicate(), Vec::new());
        for (name, index) in variation.moves.iter().zip(0..) {
            self.stop.check(self.deadline)?;
            let field = || format!("{path}.moves[{index}]");
            let played = position.play_spelled(name, self.form.format).map_err(|illegal| WriteFault {
                candidates: illegal.candidates,
                ..WriteFault::new(field(), illegal.detail)
            })?;
            self.moves += played.len();
            if self.moves > MAX_VARIATION_MOVES + ADDED_LENGTH * self.form.added {
                let detail = format!("the variations of a record have at most {MAX_VARIATION_MOVES} moves in all");
                return Err(WriteFault::new(field(), detail).into());
            }
            moves.extend(played);
        }
        let path = format!("{path}.");
        check_ply(variation.comments.keys(), moves.len() + 1, &path, "comments")?;
        let variations = self.spelled(start, &moves, (&variation.annotations, &path, depth))?;
        let Variation { comments, annotations, .. } = variation;
        let notes = Self::fitting(annotations, self.form.holds.in_variation());
        Ok(SpelledLine { moves, comments: comments.clone(), notes, variations })
    }

    /// Checks the keys and values of annotations of a line of this many plies.
    fn check(&mut self, annotations: &Annotations, plies: usize, path: &str) -> Result<(), WriteFault> {
        let Annotations { clocks, nags, variations, drawings } = annotations;
        check_ply(clocks.keys(), plies, path, "clocks")?;
        check_ply(nags.keys(), plies, path, "nags")?;
        check_ply(variations.keys(), plies, path, "variations")?;
        check_ply(drawings.keys(), plies + 1, path, "drawings")?;
        if let Some((ply, ms)) = clocks.iter().find(|(_, ms)| **ms > MAX_RECORDED_CLOCK_MS) {
            let detail = format!("the clock is {ms}, expected at most {MAX_RECORDED_CLOCK_MS} milliseconds");
            return Err(WriteFault::new(format!("{path}clocks.{ply}"), detail));
        }
        for (ply, drawings) in drawings {
            for (drawing, index) in drawings.iter().zip(0..) {
                let field = format!("{path}drawings.{ply}[{index}]");
                self.drawings += 1;
                if self.drawings > MAX_DRAWINGS {
                    return Err(WriteFault::new(field, format!("a record has at most {MAX_DRAWINGS} drawings")));
                }
                check_drawing(drawing, &field)?;
            }
        }
        Ok(())
    }
}

/// Checks that all plies of a field are below this one.
fn check_ply<'a>(
    mut plies: impl Iterator<Item = &'a usize>,
    end: usize,
    path: &str,
    field: &str,
) -> Result<(), WriteFault> {
    match plies.find(|ply| **ply >= end) {
        Some(ply) if end == 0 => {
            Err(WriteFault::new(format!("{path}{field}.{ply}"), "the game has no moves, expected none of these either"))
        }
        Some(ply) => {
            let detail = format!("this line ends before that, expected a ply from 0 to {}", end - 1);
            Err(WriteFault::new(format!("{path}{field}.{ply}"), detail))
        }
        None => Ok(()),
    }
}

fn check_drawing(drawing: &Drawing, field: &str) -> Result<(), WriteFault> {
    let Drawing { shape, cell, to, text, .. } = drawing;
    for (name, cell) in [("cell", Some(cell)), ("to", to.as_ref())] {
        if cell.is_some_and(|cell| !is_cell(cell)) {
            return Err(WriteFault::new(format!("{field}.{name}"), "expected the name of a cell, such as e4"));
        }
    }
    if to.is_some() != (*shape == Shape::Arrow) {
        return Err(WriteFault::new(format!("{field}.to"), "an arrow has a cell to point to, and nothing else does"));
    }
    let is_label = *shape == Shape::Label;
    let is_line = text.as_ref().is_some_and(|text| !text.trim().is_empty() && !text.contains(char::is_control));
    if text.is_some() != is_label || is_label && !is_line {
        return Err(WriteFault::new(format!("{field}.text"), "a label has a text of one line, and nothing else does"));
    }
    Ok(())
}
