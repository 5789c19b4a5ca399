//! The search: the exact search compared with its slow twin, limits, and books.

#[path = "../common/mod.rs"]
mod common;

mod book;
mod cut_lists;
mod limits;
mod measured;
mod oracle;
mod quiescence;
mod repetition;
mod rules;
mod solved;
mod student;
mod tree;
