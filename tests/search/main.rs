//! The search: exact against its slow twin, within its limits, with and without books.

#[path = "../common/mod.rs"]
mod common;

mod book;
mod limits;
mod measured;
mod oracle;
mod quiescence;
mod repetition;
mod rules;
mod solved;
mod student;
mod tree;
