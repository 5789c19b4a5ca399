//! The selective search in games where pieces take each other: what chess programs have found out about such games,
//! told by [`Tactics`](crate::hooks::Tactics). Its constants were fitted together, by games (docs/lab/chess.md).
//!
//! - `node`: a node, from what is thought of it to what is remembered of it
//! - `whole_node`: what settles it before any of its moves is searched in full
//! - `singular`: whether one move is far better than all others
//! - `moves`: its moves, tried one after the other
//! - `late`: which of them are looked at less deeply, or not at all
//! - `picking`: which of them to try next
//! - `quiescence`: what is looked at beyond the depth
//! - `histories`: what was learnt on the way

pub(crate) mod histories;
mod late;
mod moves;
mod node;
mod picking;
mod quiescence;
mod singular;
mod whole_node;

pub(super) use node::NodeContext;
