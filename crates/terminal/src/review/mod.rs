//! `plyd review`: a verdict on every move of a recorded game, as a table or as the answer of the service. Or of
//! all games of a file, with a summary.

mod all;
mod command;
mod options;
mod overview;
mod reviewed;
mod table;
mod totals;

pub(crate) use command::review;
pub use options::Curve;
pub(crate) use options::ReviewOptions;
