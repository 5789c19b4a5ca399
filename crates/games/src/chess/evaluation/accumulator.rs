//! The accumulator: the network's first layer before its activation. It is kept for recent positions, and updated for
//! the pieces that differ.

use std::cell::RefCell;

use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};
use pulp::NullaryFnOnce;

use super::dot_product::{Baseline, MultiplyAdd};
use super::network::{HIDDEN, KING_BUCKETS, NETWORK, Network, feature, king_bucket, orientation};
use crate::processor;

/// The sums of one perspective, for the last position that had its king in this bucket and on this half of the board.
///
/// Aligned to a cache line.
#[derive(Clone)]
#[repr(C, align(64))]
struct Accumulator {
    sums: [i16; HIDDEN],
    /// The pieces of that position, by colour and kind.
    pieces: [[BitBoard; 6]; 2],
}

thread_local! {
    /// The refresh table ("Finny table"): by colour, by whether the king is on the left half, and by king bucket. An
    /// accumulator follows from the board alone, so values do not depend on earlier positions.
    static ACCUMULATORS: RefCell<Vec<Accumulator>> = const { RefCell::new(Vec::new()) };
}

/// The network's value of a board for the side to move, in centipawns.
pub(super) fn value(board: &Board) -> i32 {
    ACCUMULATORS.with_borrow_mut(|accumulators| {
        let network = &**NETWORK;
        if accumulators.is_empty() {
            let empty = Accumulator { pieces: [[BitBoard::EMPTY; 6]; 2], sums: network.feature_biases };
            accumulators.resize(4 * KING_BUCKETS, empty);
        }
        match pulp::Arch::new() {
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V4(simd) => simd.vectorize(Inference { network, accumulators, board, multiply_add: simd }),
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V3(simd) => simd.vectorize(Inference { network, accumulators, board, multiply_add: simd }),
            _ => processor::dispatch(Inference { network, accumulators, board, multiply_add: Baseline }),
        }
    })
}

/// Added or removed features, at most one for each piece.
#[derive(Default)]
struct FeatureList {
    features: [u16; 32],
    count: usize,
}

impl FeatureList {
    #[inline(always)]
    fn push(&mut self, feature: usize) {
        self.features[self.count % 32] = feature as u16;
        self.count += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.features[..self.count]
    }
}

/// Inference, compiled for an instruction set. Its callees must be inlined, because otherwise they would be compiled
/// for the baseline set.
struct Inference<'a, A> {
    network: &'a Network,
    accumulators: &'a mut [Accumulator],
    board: &'a Board,
    multiply_add: A,
}

impl<A: MultiplyAdd> NullaryFnOnce for Inference<'_, A> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let Self { network, accumulators, board, multiply_add } = self;
        let mut pieces = [[BitBoard::EMPTY; 6]; 2];
        for color in Color::ALL {
            for piece in Piece::ALL {
                pieces[color as usize][piece as usize] = board.colored_pieces(color, piece);
            }
        }
        let us = board.side_to_move();
        let mut indices = [0; 2];
        for (index, color) in indices.iter_mut().zip([us, !us]) {
            let king = board.king(color);
            let perspective = Perspective::of(color, king);
            *index = KING_BUCKETS * (2 * color as usize + usize::from(king.file() < File::E)) + perspective.king_bucket;
            accumulators[*index].update(network, &pieces, perspective);
        }
        let sums = indices.map(|index| &accumulators[index].sums);
        network.value(sums, board.occupied().len() as usize, &multiply_add)
    }
}

/// The perspective of a colour with its king on a certain square.
#[derive(Clone, Copy)]
struct Perspective {
    color: Color,
    orientation: usize,
    king_bucket: usize,
}

impl Perspective {
    #[inline(always)]
    fn of(color: Color, king: Square) -> Self {
        let orientation = orientation(color, king);
        Self { color, orientation, king_bucket: king_bucket(king as usize ^ orientation) }
    }

    #[inline(always)]
    fn feature(self, color: Color, piece: Piece, square: Square) -> usize {
        feature(self.king_bucket, color != self.color, piece, square as usize ^ self.orientation)
    }
}

impl Accumulator {
    /// Updates the sums to a position with these pieces.
    #[inline(always)]
    fn update(&mut self, network: &Network, pieces: &[[BitBoard; 6]; 2], perspective: Perspective) {
        let (mut added, mut removed) = (FeatureList::default(), FeatureList::default());
        for color in Color::ALL {
            for piece in Piece::ALL {
                let kept = &mut self.pieces[color as usize][piece as usize];
                let (old, new) = (*kept, pieces[color as usize][piece as usize]);
                *kept = new;
                for square in new & !old {
                    added.push(perspective.feature(color, piece, square));
                }
                for square in old & !new {
                    removed.push(perspective.feature(color, piece, square));
                }
            }
        }
        let weights = |feature: &u16| &network.feature_weights[usize::from(*feature)].0;
        let (added, removed) = (added.as_slice(), removed.as_slice());
        // A moved piece adds one feature and removes one, so most are pairs.
        let pairs = added.len().min(removed.len());
        for (added, removed) in added.iter().zip(removed) {
            for ((sum, added), removed) in self.sums.iter_mut().zip(weights(added)).zip(weights(removed)) {
                *sum += added - removed;
            }
        }
        for weights in added[pairs..].iter().map(weights) {
            self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        for weights in removed[pairs..].iter().map(weights) {
            self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum -= weight);
        }
    }
}
