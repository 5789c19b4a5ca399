//! The network in use: a small network over patterns, learnt from solved games.

use std::sync::LazyLock;

use super::patterns::shared;
use crate::data::data;
use crate::network::Network;

/// The stages of the game, of four empty squares each. The last stage of the game comes first.
pub(super) const STAGES: usize = 16;
/// How many discs a unit of the network's output stands for.
pub(super) const UNIT: i32 = 16;

/// The network in use.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| read(data!("othello", "network.bin")));

/// Reads the weights of a network for Othello.
pub(super) fn read(packed: &[u8]) -> Network {
    Network::read(packed, shared(), STAGES, UNIT)
}
