//! `plyd play`: a game against the engine in the terminal.

mod board;
mod clocks;
mod command;
mod explain;
mod game_loop;
mod input;
mod look;
mod meaning;
mod opponent;
mod session;
mod start;

pub use board::draw;
pub(crate) use explain::ending;
pub use input::Input;
pub use look::{Canvas, ColorWhen, Look};
pub use meaning::{Meaning, meaning};
pub(crate) use start::play;
pub use start::{PlayOptions, play_with};
