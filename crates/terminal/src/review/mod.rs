//! `plyd review`: every move of a recorded game judged, as a table or as the service answers.

mod command;
mod overview;
mod table;

pub(crate) use command::{ReviewOptions, review};
