//! Internals for the package `plyd-tools`: the features of each evaluation, for learning their weights, and the formats
//! of the games' data files.

pub use crate::checkers::{generate_endings as generate_checkers_endings, learning as checkers};
pub use crate::chess::learning as chess;
pub use crate::gomoku::learning as gomoku;
pub use crate::network::learning as network;
pub use crate::othello::learning as othello;

use network::{Learner, PolicyLearner};

use crate::breakthrough::Breakthrough;
use crate::gomoku::Gomoku;
use crate::hex::Hex;
use crate::shogi::{FiveByFive, NineByNine, Shogi};
use crate::xiangqi::Xiangqi;

/// The games whose evaluation a small network corrects.
pub const LEARNERS: &[Learner] = &[
    Learner::of::<Breakthrough>("breakthrough", "crates/games/src/breakthrough/network.bin"),
    Learner::of::<Gomoku>("gomoku", "crates/games/src/gomoku/network.bin"),
    Learner::of::<Hex>("hex", "crates/games/src/hex/network.bin"),
    Learner::of::<Shogi<NineByNine>>("shogi", "crates/games/src/shogi/network.bin"),
    Learner::of::<Shogi<FiveByFive>>("minishogi", "crates/games/src/shogi/minishogi.bin"),
    Learner::of::<Xiangqi>("xiangqi", "crates/games/src/xiangqi/network.bin"),
];

/// The games whose moves are ordered by weights of patterns.
pub const POLICIES: &[PolicyLearner] = &[PolicyLearner::of::<Hex>("hex", "crates/games/src/hex/policy.bin")];
