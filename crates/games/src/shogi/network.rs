//! The small network that corrects the evaluation by hand. Its features are the pieces on their squares, those near the
//! kings once more relative to them, and the pieces in hand.

use std::sync::LazyLock;

use super::board::{MOST, PIECE_KEYS, Shogi};
use super::geometry::{PLACES, SQUARES, Square, members};
use super::pieces::{Kind, Piece};
use super::variant::{FiveByFive, NineByNine, Variant};
#[cfg(any(test, feature = "tools"))]
use crate::network::learning::Learnt;
use crate::network::{Features, Network};
use plyd_search::position::Side;

/// The networks of the two sizes, read when they are first used.
static NINE: LazyLock<Network> = LazyLock::new(|| Network::of::<Shogi<NineByNine>>(NineByNine::NETWORK));
static FIVE: LazyLock<Network> = LazyLock::new(|| Network::of::<Shogi<FiveByFive>>(FiveByFive::NETWORK));

/// The first feature of the pieces near a king, after those of pieces on squares.
const NEAR_KINGS: usize = 2 * Piece::COUNT * SQUARES;
/// The first feature of the pieces in hand.
const HANDS: usize = NEAR_KINGS + 2 * 2 * Piece::COUNT * PLACES;

impl<V: Variant> Features for Shogi<V> {
    const VECTORS: usize = HANDS + 2 * (Kind::COUNT - 1) * MOST;
    const STAGES: usize = 4;
    const UNIT: i32 = V::NETWORK_UNIT;

    /// By the number of pieces in hand, which grows during a game.
    #[inline(always)]
    fn stage(&self) -> usize {
        let held: u32 = [Side::First, Side::Second].into_iter().map(|side| self.held_by(side)).sum();
        let set: u32 = V::SET.iter().map(|count| u32::from(*count)).sum();
        ((2 * Self::STAGES as u32 * held / set) as usize).min(Self::STAGES - 1)
    }

    /// The side to move sits at the lower end of the board, and its king stands on the left or in the middle.
    #[inline(always)]
    fn features(&self, mut add: impl FnMut(usize)) {
        let sides = [self.to_move, self.to_move.other()];
        let view = &V::GEOMETRY.views[self.to_move.index() + 2 * usize::from(self.is_mirrored())];
        let kings = sides.map(|side| view[usize::from(self.king(side))]);
        for (owner, side) in sides.into_iter().enumerate() {
            for kind in Kind::ALL {
                for square in members(self.of_kind(side, kind)) {
                    let piece = Piece::COUNT * owner + self.piece_of(kind, square).index();
                    let seen = view[usize::from(square)];
                    add(SQUARES * piece + usize::from(seen));
                    for (of_king, king) in kings.into_iter().enumerate() {
                        if kind == Kind::King && of_king == owner {
                            continue;
                        }
                        if let Some(place) = V::GEOMETRY.place(king, seen) {
                            add(NEAR_KINGS + PLACES * (2 * Piece::COUNT * of_king + piece) + place);
                        }
                    }
                }
            }
            for kind in Kind::HELD {
                let first = HANDS + MOST * ((Kind::COUNT - 1) * owner + kind as usize);
                (0..usize::from(self.held(side, kind))).for_each(|count| add(first + count));
            }
        }
    }
}

impl<V: Variant> Shogi<V> {
    /// Whether left and right are swapped before the network looks.
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        let view = &V::GEOMETRY.views[self.to_move.index()];
        let column = |side| V::GEOMETRY.columns[usize::from(view[usize::from(self.king(side))])];
        let [own, other] =
            [self.to_move, self.to_move.other()].map(|side| column(side).cmp(&(V::GEOMETRY.side as u8 / 2)));
        own.then(other).then_with(|| self.lean().cmp(&0)).is_gt()
    }

    /// A number that changes its sign if left and right are swapped, and is random otherwise.
    fn lean(&self) -> i64 {
        let [view, swapped] = [0, 2].map(|image| &V::GEOMETRY.views[self.to_move.index() + image]);
        let mut lean = 0u64;
        for (keys, side) in PIECE_KEYS.iter().zip([self.to_move, self.to_move.other()]) {
            for kind in Kind::ALL {
                for square in members(self.of_kind(side, kind)) {
                    let keys = &keys[self.piece_of(kind, square).index()];
                    let key = |view: &[Square; SQUARES]| keys[usize::from(view[usize::from(square)])];
                    lean = lean.wrapping_add(key(view)).wrapping_sub(key(swapped));
                }
            }
        }
        lean.cast_signed()
    }

    /// What the network adds to the value by hand, for the side to move.
    #[inline(always)]
    pub(super) fn correction(&self) -> i32 {
        let is_nine = V::GEOMETRY.side == NineByNine::GEOMETRY.side;
        if is_nine { &NINE } else { &FIVE }.value_of(self)
    }
}

#[cfg(any(test, feature = "tools"))]
impl<V: Variant> Learnt for Shogi<V> {
    /// The own king on each square.
    const CONSTANT: std::ops::Range<usize> = SQUARES * Kind::King as usize..SQUARES * Kind::COUNT;

    fn prior(&self) -> i32 {
        self.value()
    }
}
