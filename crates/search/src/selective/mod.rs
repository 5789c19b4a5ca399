//! The selective search: stronger for its nodes, and not exact.
//!
//! `search` begins every node. A game with [tactics](crate::hooks::Tactical) goes on in `tactical`, any other in
//! `general`. Each technique has one place, and its numbers are the game's: [`Selective`](crate::hooks::Selective).
//!
//! - `pruning`: reverse futility pruning, razoring, futility, late move, history and SEE pruning
//! - `probcut`: ProbCut and multi-ProbCut
//! - `null_move`, `singular`: null move pruning, singular extensions
//! - `reductions`: late move reductions
//! - `picker`, `quiescence`: of tactical games, with `histories.rs`
//! - `threats`: wins by force, found by a game's own search
//!
//! The two kinds of nodes share neither picker, histories nor quiescence search. A shared one would only hold both:
//!
//! - Picker: `general` has that of the exact search (`ordering.rs`), which cannot depend on this module. It lists all
//!   moves at once and prefers the game's order among equals. `picker` lists in stages, and classes captures by static
//!   exchange evaluation; only the table move comes first in both.
//! - Histories: `ordering.rs` sums the squared depths of cutoffs by slot. Those of tactical games are signed, and
//!   indexed by piece, destination and the moves before. A game without tactics has no such index.
//! - Quiescence: the value of an exact leaf is a function of its position alone, so its search has a budget and no
//!   table. That of tactical games has a table, delta pruning and evasions of check.

mod general;
mod null_move;
mod picker;
mod probcut;
mod pruning;
mod quiescence;
mod reductions;
mod search;
mod singular;
mod tactical;
mod threats;
