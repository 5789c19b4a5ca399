//! A game that is ready to be written in any format.

use std::collections::BTreeMap;

use super::WriteFault;
use super::results::Score;
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
    /// The result to be written.
    pub(super) result: Score,
    /// The state after the last move.
    pub(super) end: String,
    /// The result by the rules.
    pub(super) by_rules: Score,
}

impl Line<'_> {
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
