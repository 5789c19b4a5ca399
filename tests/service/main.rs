//! The service, through the router and over real sockets.

#[path = "../common/mod.rs"]
mod common;

mod algorithms;
mod batch;
mod boards;
mod caching;
mod cancel;
mod clients;
mod compression;
mod connections;
mod contract;
mod doors;
mod faults;
mod first_requests;
mod forms;
mod http;
mod keys;
mod learning;
mod levels;
mod malformed;
mod manners;
mod memory;
mod metrics;
mod near_misses;
mod next;
mod own_game;
mod page;
mod parsing;
mod problems;
mod records;
mod result_cache;
mod review;
mod rules;
mod strangers;
mod strangers_records;
mod streams;
mod teaching;
mod tls;
mod tree;
mod warm;
