//! Where an annotation of a record belongs, while the record is read.

use super::annotations::{Drawing, MAX_DRAWINGS, Variation};
use super::{Skipped, nags};

/// The place of an annotation: in the main line or a variation, after a number of moves.
pub(super) struct Place<'r> {
    pub(super) moves: usize,
    /// `None` in a variation that is left out.
    pub(super) line: Option<&'r mut Variation>,
    /// The number of drawings of the record so far.
    pub(super) drawings: &'r mut usize,
    pub(super) skipped: &'r mut Skipped,
}

impl Place<'_> {
    /// Adds a comment.
    pub(super) fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let Some(line) = &mut self.line else {
            self.skipped.comments += 1;
            return;
        };
        let lines = line.comments.entry(self.moves).or_default();
        if !lines.is_empty() {
            lines.push('\n');
        }
        // Other control characters could change a terminal.
        for (index, part) in comment.split(|c: char| c.is_control() && c != '\n').enumerate() {
            if index > 0 {
                lines.push('\u{fffd}');
            }
            lines.push_str(part);
        }
    }

    /// Adds the annotation in this text, such as `$5` or `!?`, to the last move.
    pub(super) fn annotation(&mut self, text: &str) {
        match (nags::numbers(text), self.moves.checked_sub(1), &mut self.line) {
            (Some(numbers), Some(ply), Some(line)) => {
                let nags = line.annotations.nags.entry(ply).or_default();
                for number in numbers {
                    if let Err(place) = nags.binary_search(&number) {
                        nags.insert(place, number);
                    }
                }
            }
            // Those of a variation that is left out are not counted.
            (_, _, None) => {}
            _ => self.skipped.annotations += 1,
        }
    }

    /// Sets the clock of the side that played the last move. Returns `false` if there is no such move, or it has one.
    pub(super) fn clock(&mut self, ms: u64) -> bool {
        match (self.moves.checked_sub(1), &mut self.line) {
            (Some(ply), Some(line)) => line.annotations.clocks.insert(ply, ms).is_none(),
            (None, Some(_)) => false,
            (_, None) => true,
        }
    }

    /// Adds a drawing. Returns `false` if the record has too many.
    pub(super) fn draw(&mut self, drawing: Drawing) -> bool {
        let Some(line) = &mut self.line else { return true };
        if *self.drawings >= MAX_DRAWINGS {
            return false;
        }
        *self.drawings += 1;
        line.annotations.drawings.entry(self.moves).or_default().push(drawing);
        true
    }
}
