//! `plyd play`: a game against the engine in the terminal.

mod clocks;
mod command;
pub(crate) mod explain;
mod game_loop;
mod input;
mod look;
mod meaning;
mod opponent;
mod save;
mod session;
mod start;

pub use look::ColorWhen;
pub(crate) use look::look_of_stdout;
pub use meaning::meaning;
pub(crate) use meaning::shown;
pub(crate) use start::play;
pub use start::{PlayOptions, play_with};
