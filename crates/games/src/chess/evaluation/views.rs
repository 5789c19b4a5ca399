//! The network's hidden layer before it is cut off, kept for the last positions that were valued: the next one's is
//! made from it by the men that come and go, for a search goes from a position to its neighbours.

use std::cell::RefCell;

use cozy_chess::{BitBoard, Board, Color, File, Piece, Square};
use pulp::NullaryFnOnce;

use super::network::{HIDDEN, NETWORK, Network, ZONES, input, turn, zone};
use super::products::{Add, Plain};

/// One side's view of the last position in which its king stood on this half of the board, in this zone.
///
/// Its sums begin where a line of the processor's cache does.
#[derive(Clone)]
#[repr(C, align(64))]
struct View {
    sums: [i16; HIDDEN],
    /// By colour and piece.
    men: [[BitBoard; 6]; 2],
}

thread_local! {
    /// By the side that sees them, whether its king is on the left half, and its zone. They follow from the board
    /// alone, so nobody can tell what was valued before.
    static VIEWS: RefCell<Vec<View>> = const { RefCell::new(Vec::new()) };
}

/// The network's value of a board for the side to move, in centipawns.
pub(super) fn value(board: &Board) -> i32 {
    VIEWS.with_borrow_mut(|views| {
        let network = &**NETWORK;
        if views.is_empty() {
            views.resize(4 * ZONES, View { men: [[BitBoard::EMPTY; 6]; 2], sums: network.biases });
        }
        match pulp::Arch::new() {
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V4(simd) => simd.vectorize(Valuation { network, views, board, add: simd }),
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V3(simd) => simd.vectorize(Valuation { network, views, board, add: simd }),
            other => other.dispatch(Valuation { network, views, board, add: Plain }),
        }
    })
}

/// The inputs that come, or go; no more than there are men.
#[derive(Default)]
struct Changes {
    inputs: [u16; 32],
    count: usize,
}

impl Changes {
    #[inline(always)]
    fn push(&mut self, input: usize) {
        self.inputs[self.count % 32] = input as u16;
        self.count += 1;
    }

    #[inline(always)]
    fn inputs(&self) -> &[u16] {
        &self.inputs[..self.count]
    }
}

/// A valuation by whatever instructions the processor has. All that it calls has to be compiled into it, or it would be
/// compiled for those that every processor has: hence the functions that are always inlined.
struct Valuation<'a, A> {
    network: &'a Network,
    views: &'a mut [View],
    board: &'a Board,
    add: A,
}

impl<A: Add> NullaryFnOnce for Valuation<'_, A> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let Self { network, views, board, add } = self;
        let mut men = [[BitBoard::EMPTY; 6]; 2];
        for color in Color::ALL {
            for piece in Piece::ALL {
                men[color as usize][piece as usize] = board.colored_pieces(color, piece);
            }
        }
        let us = board.side_to_move();
        let mut places = [0; 2];
        for (place, color) in places.iter_mut().zip([us, !us]) {
            let king = board.king(color);
            let angle = Angle::of(color, king);
            *place = ZONES * (2 * color as usize + usize::from(king.file() < File::E)) + angle.zone;
            views[*place].bring_up(network, &men, color, angle);
        }
        network.value(places.map(|place| &views[place].sums), board.occupied().len() as usize, &add)
    }
}

/// From where a side looks.
#[derive(Clone, Copy)]
struct Angle {
    /// The mask that turns a square of the board into one of the view.
    turn: usize,
    zone: usize,
}

impl Angle {
    #[inline(always)]
    fn of(color: Color, king: Square) -> Self {
        let turn = turn(color, king);
        Self { turn, zone: zone(king as usize ^ turn) }
    }

    #[inline(always)]
    fn input(self, is_enemy: bool, piece: Piece, square: Square) -> usize {
        input(self.zone, is_enemy, piece, square as usize ^ self.turn)
    }
}

impl View {
    /// Makes it the view of these men by a colour, from where its king stands.
    #[inline(always)]
    fn bring_up(&mut self, network: &Network, men: &[[BitBoard; 6]; 2], color: Color, angle: Angle) {
        let (mut come, mut gone) = (Changes::default(), Changes::default());
        for side in Color::ALL {
            for piece in Piece::ALL {
                let kept = &mut self.men[side as usize][piece as usize];
                let (old, new) = (*kept, men[side as usize][piece as usize]);
                *kept = new;
                for square in new & !old {
                    come.push(angle.input(side != color, piece, square));
                }
                for square in old & !new {
                    gone.push(angle.input(side != color, piece, square));
                }
            }
        }
        let weights = |input: &u16| &network.inputs[usize::from(*input)].0;
        let (come, gone) = (come.inputs(), gone.inputs());
        // What moves comes and goes, so most are pairs.
        let pairs = come.len().min(gone.len());
        for (come, gone) in come.iter().zip(gone) {
            for ((sum, come), gone) in self.sums.iter_mut().zip(weights(come)).zip(weights(gone)) {
                *sum += come - gone;
            }
        }
        for weights in come[pairs..].iter().map(weights) {
            self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        for weights in gone[pairs..].iter().map(weights) {
            self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum -= weight);
        }
    }
}
