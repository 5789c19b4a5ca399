//! Chess itself, to test the shared board by the perft tables of chess.

use super::board::Variant;
use super::notation::common;
use crate::measured;
use crate::notation::About;

/// The rules of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orthodox;

impl Variant for Orthodox {
    type Extra = ();

    const ABOUT: About = About {
        title: "Chess on the board of its variants",
        state_examples: &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
        ..common(&measured::CHESS)
    };
    const TAGS: &'static [[&'static str; 2]] = &[];
}
