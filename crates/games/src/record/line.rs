//! A game that is ready to be written in any format.

use std::collections::BTreeMap;

use super::results::Score;
use super::spelled::{SpelledLine, Variations};
use super::{Annotations, WriteFault};
use crate::answer::Standing;
use crate::game::SpelledMove;

/// A game to be written, its moves checked and spelled.
pub(super) struct Line<'a> {
    /// The position before the first move.
    pub(super) start: Standing,
    /// Whether that is the start of the game.
    pub(super) is_start: bool,
    pub(super) moves: Vec<SpelledMove>,
    pub(super) tags: &'a [(String, String)],
    pub(super) comments: &'a BTreeMap<usize, String>,
    /// The clocks, judgements and drawings of the main line.
    pub(super) notes: Annotations,
    /// The variations of the main line.
    pub(super) variations: Variations,
    /// The values after moves, by ply, as the command `[%eval …]` has them.
    pub(super) evals: BTreeMap<usize, String>,
    /// The result to be written.
    pub(super) result: Score,
    /// The state after the last move.
    pub(super) end: String,
    /// The result by the rules.
    pub(super) by_rules: Score,
}

/// The main line or a variation.
#[derive(Clone, Copy)]
pub(super) struct Branch<'a> {
    /// The number of plies before it.
    pub(super) ply: usize,
    pub(super) moves: &'a [SpelledMove],
    pub(super) comments: &'a BTreeMap<usize, String>,
    pub(super) notes: &'a Annotations,
    pub(super) variations: &'a Variations,
    /// `None` in variations.
    pub(super) evals: Option<&'a BTreeMap<usize, String>>,
}

impl<'a> Branch<'a> {
    /// The variations in place of the move at this index.
    pub(super) fn variations_at(self, index: usize) -> impl Iterator<Item = Branch<'a>> {
        self.variations.get(&index).into_iter().flatten().map(move |line| {
            let SpelledLine { moves, comments, notes, variations } = line;
            Branch { ply: self.ply + index, moves, comments, notes, variations, evals: None }
        })
    }
}

impl Line<'_> {
    /// The main line.
    pub(super) fn main(&self) -> Branch<'_> {
        let Self { moves, comments, notes, variations, evals, .. } = self;
        Branch { ply: 0, moves, comments, notes, variations, evals: Some(evals) }
    }

    /// Fails if the game has anything but moves from the start of the game.
    pub(super) fn expect_bare(&self) -> Result<(), WriteFault> {
        if !self.is_start {
            return Err(WriteFault::new("state", "this format has no state, expected a game from its start"));
        }
        if let Some((name, _)) = self.tags.first() {
            return Err(WriteFault::new(format!("tags.{name}"), "this format has no tags"));
        }
        self.expect_no_comments()?;
        self.expect_result_by_rules()
    }

    pub(super) fn expect_no_comments(&self) -> Result<(), WriteFault> {
        match self.comments.keys().next() {
            Some(ply) => Err(WriteFault::new(format!("comments.{ply}"), "this format has no comments")),
            None => Ok(()),
        }
    }

    /// Fails if the result differs from the result by the rules.
    pub(super) fn expect_result_by_rules(&self) -> Result<(), WriteFault> {
        if self.result != self.by_rules && self.result != Score::Open {
            let detail = "this format has no result, and this one does not follow from the rules";
            return Err(WriteFault::new("result", detail));
        }
        Ok(())
    }
}
