//! The selective search: stronger for its nodes, and not exact.
//!
//! A game with captures and checks is searched by `tactical.rs`, `quiescence.rs` and `picker.rs`, any other by
//! `positional.rs`. Each technique has one place, and its numbers are the game's: [`Selective`].
//!
//! The two kinds of nodes share neither picker, histories nor quiescence search. A shared version would only contain
//! both:
//!
//! - Picker: positional games use that of the exact search (`ordering.rs`), which lists all moves together and lets the
//!   game's order break ties. `picker.rs` lists moves in stages and classes captures by static exchange evaluation.
//! - Histories: `ordering.rs` adds up the squared depths of cutoffs by slot. Those of tactical games are signed, and
//!   indexed by piece, destination and the moves before. A game without tactics has no such index.
//! - Quiescence: the value of an exact leaf must be a function of its position, so that search has a budget and no
//!   table. The one of tactical games has a table, delta pruning and evasions of check.

mod picker;
mod positional;
mod quiescence;
mod tactical;

pub(crate) use positional::JUDGE_NODES_MIN;

use crate::hooks::{Positional, Selective, TacticalParameters};
use crate::limits::Searched;
use crate::score::Window;
use crate::searcher::Searcher;
use crate::table::MATE_PLIES_MAX;
use crate::{Evaluate, Technique};

impl<P: Evaluate> Searcher<'_, P> {
    /// The techniques of a positional game, with their numbers.
    pub(crate) const POSITIONAL: Positional = match P::SELECTIVE {
        Selective::Positional(uses) => uses,
        Selective::None | Selective::Tactical(_) => Positional::PLAIN,
    };

    /// The numbers of a tactical game.
    const NUMBERS: TacticalParameters = match P::SELECTIVE {
        Selective::Tactical(numbers) => numbers,
        Selective::None | Selective::Positional(_) => TacticalParameters::PLAIN,
    };

    /// The value of a root move, the `index`-th that is tried, for the side that plays it.
    pub(crate) fn search_root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        window: Window,
    ) -> Searched {
        if matches!(P::SELECTIVE, Selective::Tactical(_)) {
            self.search_tactical_root_move(root, mv, index, depth, window)
        } else {
            self.search_positional_move(root, mv, index, depth, 0, window)
        }
    }

    /// Whether a line may be followed a ply further than asked. No extended line is longer than [`MATE_PLIES_MAX`], for
    /// which the root has made room.
    fn may_extend(&self, depth: u32, ply: u32) -> bool {
        self.techniques.has(Technique::Extensions)
            && ply < (2 * self.root_depth).min(MATE_PLIES_MAX - depth.min(MATE_PLIES_MAX))
    }
}
