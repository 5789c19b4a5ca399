//! The binary as people use it, the documents, and the structure of the sources.

mod adding_a_game;
mod architecture;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod configuration;
mod conversation;
mod docs;
mod doors;
mod games;
mod links;
#[cfg(feature = "mcp")]
mod mcp;
mod options;
#[cfg(feature = "otlp")]
mod otlp;
mod own_rules;
mod pages;
mod play;
mod play_boards;
mod process;
mod programs;
mod proxies;
mod records;
mod server;
mod tables;
mod ucci;
mod uci;
mod usi;
