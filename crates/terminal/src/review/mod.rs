//! `plyd review`: a verdict on every move of a recorded game, as a table or as the answer of the service.

mod command;
mod overview;
mod table;

pub(crate) use command::{ReviewOptions, review};
