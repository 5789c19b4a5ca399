//! A game whose rules come with the state: a small, closed language in JSON.
//!
//! - `read.rs` reads rules into a [`Spec`], the author's words, with `pieces.rs` and `conditions.rs` for those of pieces
//!   and ends; `json.rs` and `spec.rs` are the two sides of this.
//! - `board.rs`, `area.rs` and `betza.rs` are the words for cells, areas and steps.
//! - `table.rs` compiles a [`Spec`], and checks what its words mean together.
//! - `moves.rs` lists moves, `effects.rs` plays them, and `ends.rs` ends games.
//! - `state.rs` reads and writes states, `notation.rs` moves.
//!
//! Boards have one, two or four words of 64 cells, and each width is a type, [`Ruled`].

mod area;
mod betza;
mod board;
mod bounds;
mod conditions;
mod effects;
mod ends;
mod evaluate;
mod goal;
mod json;
mod moves;
mod notation;
mod order;
mod parts;
mod pieces;
mod position;
mod read;
mod set;
mod spec;
mod state;
mod symmetry;
mod table;

pub use json::InvalidRules;
pub use moves::{MOVES_MAX, Move};
pub use position::Ruled;
pub use read::RULES_BYTES_MAX;
pub use spec::Spec;

pub(crate) use notation::parse;
use state::BLOCKED;
