//! The histories of the games that were searched lately.

use std::any::TypeId;

use crate::histories::Histories;
use crate::{Evaluate, Question};

/// The histories of the games that were searched last, the latest at the end. Unlike results in the table, what is
/// learnt in one game would mislead in another.
#[derive(Default)]
pub struct WarmGames(Vec<WarmGame>);

struct WarmGame {
    rules: TypeId,
    owner: u64,
    /// The key of the position that was searched last.
    last: u64,
    histories: Histories,
}

/// Games whose histories are kept, of a few megabytes each at most.
const GAMES_MAX: usize = 4;

impl WarmGames {
    /// Takes the histories of the question's game, if it was searched lately. A search that panics does not bring them
    /// back.
    pub(crate) fn take<P: Evaluate>(&mut self, question: &Question<P::Move>) -> Option<Histories> {
        let trail = question.trail;
        let is_known = |game: &WarmGame| {
            (game.rules, game.owner) == (TypeId::of::<P>(), question.owner)
                && (trail == Question::<P::Move>::ONE_GAME || trail.contains(&game.last))
        };
        let index = self.0.iter().position(is_known)?;
        Some(self.0.remove(index).histories)
    }

    /// Keeps the histories of the question's game, evicting those of the least recently searched one.
    pub(crate) fn keep<P: Evaluate>(&mut self, question: &Question<P::Move>, histories: Histories) {
        if !histories.is_used() {
            return;
        }
        if self.0.len() == GAMES_MAX {
            self.0.remove(0);
        }
        let (rules, owner, last) = (TypeId::of::<P>(), question.owner, question.trail[0]);
        self.0.push(WarmGame { rules, owner, last, histories });
    }
}
