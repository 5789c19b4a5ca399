//! Tests of the games: the laws for all games of the catalogue, and the data that proves the rules of each.

#[path = "../common/mod.rs"]
mod common;

mod broken;
mod catalogue;
mod cells;
mod grades;
mod history;
mod laws;
mod levels;
mod losses;
mod openings;
mod perft;
mod players;
mod records;
mod repetitions;
mod robustness;
mod spellings;
mod strength;
mod tactics;
mod texts;
mod wide;
mod winning;
