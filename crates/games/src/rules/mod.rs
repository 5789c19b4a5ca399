//! A game whose rules come with the state: a small, closed language in JSON.
//!
//! - `language.rs` has the words and what may stand for each. `read.rs` follows it, and reads rules into a [`Spec`];
//!   `json.rs` and `spec.rs` are the two sides of this.
//! - `board.rs`, `area.rs` and `betza.rs` are the words for cells, areas and steps.
//! - `compile.rs` makes the tables of `table.rs` from a [`Spec`], and checks what its words mean together.
//! - `moves.rs` lists moves, which are of `ply.rs`, `effects.rs` plays them, and `ends.rs` ends games.
//! - `state.rs` reads and writes states, `notation.rs` moves.
//! - `words.rs` and `steps.rs` say in sentences what rules mean, and `check.rs` tries them out.
//! - `named.rs` makes games with ids of their own from rules.
//!
//! Boards have one, two or four words of 64 cells, and each width is a type, [`Ruled`]. `start.rs` chooses it.

use crate::RULES;
use crate::game::Game;
use crate::notation::About;

mod area;
mod betza;
mod board;
mod bounds;
mod check;
mod compile;
mod effects;
mod ends;
mod evaluate;
mod goal;
mod json;
mod language;
mod moves;
mod named;
mod notation;
mod order;
mod parts;
mod ply;
mod position;
mod read;
mod set;
mod spec;
mod start;
mod state;
mod steps;
mod symmetry;
mod table;
mod words;

pub use check::{Trial, Warning};
pub use json::InvalidRules;
pub use named::game;
pub use ply::{MOVES_MAX, Move};
pub use position::Ruled;
pub use read::{RULES_BYTES_MAX, read_rules};
pub use spec::Spec;
pub use words::Word;

use json::ROOT;
pub(crate) use notation::{parse, start_of};
use state::BLOCKED;

/// [`RULES`] for requests that have the rules beside the state. Its states have their rules, but it calls them texts,
/// and answers show only the part that is not the rules.
pub static BESIDE: Game = RULES
    .described(RULES.id, About { state_is_json: false, ..RULES.about })
    .read_by(|text, _| parse(text, "rules beside"));
