//! The selective search: stronger for its nodes, and not exact.
//!
//! A game with captures and checks is searched by `tactical.rs`, `quiescence.rs` and `picker.rs`, any other game by
//! `positional.rs`. Each technique is written once, and the game chooses its numbers: [`Selective`].
//!
//! The two kinds of nodes begin alike, in `enter_node`, and Hex keeps static evaluations in [`Histories`] as tactical
//! games do. But the picker, the histories of moves and the quiescence search differ, because a shared version would
//! only contain both:
//!
//! - Picker: positional games use the exact search's picker (`move_picker.rs`), which lists all moves together and lets
//!   the game's order break ties. `picker.rs` lists moves in stages and classifies captures by static exchange
//!   evaluation.
//! - Histories: `move_picker.rs` adds up the squared depths of cutoffs by slot. Tactical games have signed histories,
//!   most of them indexed by piece, destination and earlier moves. A game without tactics has no such index.
//! - Quiescence: positional games use the exact search's quiescence, which has a budget and no table, because there the
//!   value of a leaf must depend on nothing but its position. Tactical quiescence has a table, delta pruning and
//!   evasions of check.

mod forced;
mod memory;
mod picker;
mod positional;
mod quiescence;
mod tactical;

use std::ops::ControlFlow;

pub(crate) use self::forced::PROVER_NODES_MIN;
pub use self::memory::WarmGames;
pub(crate) use self::memory::{Histories, Memory};
use crate::hooks::{Forced, ForcedOf, Positional, Selective, TacticalParameters};
use crate::known_values::entry_key;
use crate::limits::Searched;
use crate::move_loop::TriedMove;
use crate::position::Visit;
use crate::score::{Score, Value, Window};
use crate::searcher::Searcher;
use crate::table::{MATE_PLIES_MAX, TableEntry, TableKey};
use crate::{Evaluate, Technique};

/// A node that the rules and the table have not decided.
struct Node<'p, P: Evaluate> {
    position: &'p P,
    /// Includes the check extension.
    depth: u32,
    ply: u32,
    /// Whether the node is on the principal variation: its window was not null before mate distance pruning.
    on_pv: bool,
    window: Window,
    key: TableKey,
    /// The table's entry of the node, if it has one.
    known: Option<TableEntry>,
    in_check: bool,
    role: Role<P::Move>,
}

/// How a node of a tactical game was reached, and what it may try.
#[derive(Clone, Copy)]
struct Role<M> {
    /// Whether some move is expected to cut off (a cut node; Knuth and Moore 1975).
    cut_node: bool,
    /// Whether a null move may be tried.
    allow_null: bool,
    /// A move that is not tried: the search asks for the value of the others (singular extensions).
    excluded: Option<M>,
}

impl<M> Role<M> {
    /// A node reached by a move.
    const fn after_move(cut_node: bool) -> Self {
        Self { cut_node, allow_null: true, excluded: None }
    }
}

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

    /// The value of a root move, for the side that plays it.
    pub(crate) fn search_root_move(&mut self, tried: &TriedMove<'_, P>, window: Window) -> Searched {
        if matches!(P::SELECTIVE, Selective::Tactical(_)) {
            self.search_tactical_root_move(tried, window)
        } else {
            self.search_positional_move(tried, 0, window)
        }
    }

    /// The beginning of a node in either kind of game. `leaf` has the value of a node at the depth limit.
    #[inline(always)]
    fn enter_node<'p>(
        &mut self,
        position: &'p P,
        depth: u32,
        ply: u32,
        mut window: Window,
        role: Role<P::Move>,
        leaf: impl FnOnce(&mut Self) -> Searched,
    ) -> Searched<ControlFlow<Value, Node<'p, P>>> {
        self.meter.visit(ply)?;
        self.pv.clear(ply);

        // The end of the game, a closed form, or a repetition.
        let known = match self.known_value(position, ply) {
            Some(value) if value.proven => Some(value),
            uncertain => self.repetition(position, ply).or(uncertain),
        };
        if let Some(value) = known {
            self.meter.leaf();
            return Ok(ControlFlow::Break(value));
        }

        // Check extension.
        let in_check = ForcedOf::<P>::in_check(position);
        let depth = depth + u32::from(in_check && self.may_extend(depth, ply));

        // The depth limit.
        if depth == 0 {
            self.meter.leaf();
            return leaf(self).map(ControlFlow::Break);
        }

        // Mate distance pruning: no win comes sooner than on the next ply.
        let on_pv = !window.is_null();
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            self.meter.leaf();
            return Ok(ControlFlow::Break(Value::proven(window.beta)));
        }

        // Transposition table. It cuts off only outside the principal variation, so that the variation is complete, and
        // only if no move is excluded.
        let key = entry_key(position, self.history, depth);
        let may_cut = !on_pv && role.excluded.is_none();
        let cutoff = |known: &TableEntry| known.selective_cutoff(depth, window.to_table(ply)).filter(|_| may_cut);
        let known = self.look_up(key.hash(), ply, cutoff);
        Ok(known.map_continue(|known| Node { position, depth, ply, on_pv, window, key, known, in_check, role }))
    }

    /// The score of a position that occurred before, in the line from the root or in the game's history: the selective
    /// search treats it as the end by repetition. That is true in this line only, so the score is not proven. Also adds
    /// the position to the path.
    fn repetition(&mut self, position: &P, ply: u32) -> Option<Value> {
        let rule = position.repetition()?;
        let here = Visit::of(position);
        let path = &mut self.selective.path;
        path.truncate(ply as usize);
        path.push(here);
        let outcome = self.history.on_return(rule, path);
        outcome.map(|outcome| Value::estimate(Score::of(outcome, here.side).as_heuristic(ply)))
    }

    /// Whether a line may be followed a ply further than asked. No extended line is longer than [`MATE_PLIES_MAX`], for
    /// which the root has made room.
    fn may_extend(&self, depth: u32, ply: u32) -> bool {
        self.techniques.has(Technique::Extensions)
            && ply < (2 * self.selective.root_depth).min(MATE_PLIES_MAX - depth.min(MATE_PLIES_MAX))
    }
}
