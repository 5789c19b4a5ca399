//! Whole games as records: read from and written to the formats that people keep games in.
//!
//! - `format`: the formats, and how a game's records use them
//! - `annotated`: a game with the marks of a review
//! - `annotations`: clocks, judgements, drawings and variations; `nags`: the numbers of judgements; `holds`: which of them a
//!   format holds
//! - `answer`: a game that was read, and a game to write
//! - `fault`: errors, with line, column and ply, or with the field
//! - `limits`: the deadline and the stop flag, which every loop over a text checks
//! - `reading`: [`Game::read_record`](crate::game::Game::read_record)
//! - `wrapping`: takes off the markup of pages and forums
//! - `writing`: [`Game::write_record`](crate::game::Game::write_record)
//! - `line`: a game that is ready to be written; `spelled`: its variations and annotations
//! - `games`: where the games of a text begin and end
//! - `replay`: the moves of a record played one by one; `branches`: its variations; `place`: where annotations belong
//! - `detect`: the format of a text
//! - `variants`: the games that the tag `Variant` names
//! - `results`: results and how they are spelled
//! - `notes`: the marks of a review
//! - `lists`: moves alone: `moves` and `transcript`
//! - `movetext`: tags and moves: `pgn` and `pdn`, in all games
//! - `sgf`: trees of nodes; `ggf`: single nodes with the same grammar
//! - `psq`, `hexworld`: the files and addresses of single programs; `lines`: the lines of a text
//! - `kifu`: records of shogi, `kif` and `csa`
//!
//! Readers take linear time. They are iterative except for variations, whose depth and number are limited.
//! [`AnyPosition::play_named`](crate::game::AnyPosition::play_named) reads the texts of moves.

mod annotated;
mod annotations;
mod answer;
mod branches;
mod detect;
mod fault;
mod format;
mod games;
mod ggf;
mod hexworld;
mod holds;
mod kifu;
mod limits;
mod line;
mod lines;
mod lists;
mod movetext;
mod nags;
mod notes;
mod place;
mod psq;
mod reading;
mod replay;
mod results;
mod sgf;
mod spelled;
#[cfg(test)]
mod tests;
mod variants;
mod wrapping;
mod writing;

pub use annotations::{
    Annotations, Colour, Drawing, MAX_DRAWINGS, MAX_RECORDED_CLOCK_MS, MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES,
    MAX_VARIATIONS, Shape, Variation,
};
pub use answer::{Draft, Record, Skipped};
pub use fault::{RecordError, RecordFault, WriteError, WriteFault};
pub use format::{Convention, Format, NumberedCells, Points, SgfWord, Unit};
pub use games::{Games, Part};
pub use holds::Lost;
pub use lists::listed_moves;
pub use notes::{BETTER_MAX, Mark, Note};
pub use variants::possible_games;
pub use wrapping::without_wrapping;

/// The most plies of a record, including forced passes.
pub const MAX_PLIES: usize = 2000;
