//! The selective search: stronger for its nodes, and not exact.
//!
//! `search` has what every node begins with. Then there are two kinds of nodes, for there are two kinds of
//! move lists:
//!
//! - `general`: in most games the moves are few or all alike. They are listed at once, in the game's own order, and
//!   sorted by killers and history, as in the exact search.
//! - `tactical`: in games with captures a node is mostly cut off by one of its first moves. They are listed in stages
//!   and classed by static exchange evaluation; moves, histories and the quiescence search go by these classes.
//!
//! For the same reason there are two quiescence searches: that of the exact search has to be a function of the position
//! alone, while the tactical one uses windows and the table. All that both kinds of nodes do is in one place:
//!
//! - `pruning`: reverse futility pruning, razoring, futility, late move, history and SEE pruning
//! - `probcut`: ProbCut and multi-ProbCut
//! - `null_move`, `singular`: null move pruning, singular extensions
//! - `reductions`: late move reductions
//! - `picker`, `quiescence`: of tactical games
//! - `threats`: wins by force, found by a game's own search
//!
//! The numbers of all techniques are the game's: [`Selective`](crate::hooks::Selective).

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
