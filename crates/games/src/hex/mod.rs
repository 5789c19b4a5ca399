//! Hex (Piet Hein, 1942): the side that connects its two edges wins, and there are no draws.

mod analyst;
mod board;
mod bridges;
mod carriers;
mod cells;
mod connections;
mod entries;
mod evaluate;
mod groups;
mod hsearch;
mod inferior;
mod ladders;
mod links;
mod motifs;
mod moves;
mod network;
mod notation;
mod order;
mod paths;
mod policy;
mod potential;
mod proof;
mod prover;
mod regions;
mod symmetry;
mod templates;
#[cfg(test)]
mod tests;
mod thorough;
mod unions;

pub use board::Hex;
