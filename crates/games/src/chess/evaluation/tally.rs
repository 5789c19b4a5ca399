//! Who hears what is counted: the evaluation adds up weights, learning wants to know the terms.

use cozy_chess::Board;

use super::super::tapered::Tapered;
use super::army::Army;
use super::skeleton::{self, Skeleton};
use super::terms::{MATERIAL, PLACE, TERMS};
use super::weights::WEIGHTS;

/// Hears of every term and how often it occurs.
pub(super) trait Tally: Default {
    fn add(&mut self, term: usize, times: i32);

    /// What pawns and kings alone say of the board, of the side to move first.
    #[inline(always)]
    fn skeleton(_: &Board, armies: &[Army; 2], seen: &[Army; 2]) -> Skeleton<Self> {
        Skeleton::of(armies, seen)
    }

    /// A man on its square: its material, and its place.
    #[inline(always)]
    fn add_man(&mut self, piece: usize, place: usize) {
        if piece < 5 {
            self.add(MATERIAL.at(piece), 1);
        }
        self.add(PLACE.at(place), 1);
    }
}

/// The sum of the weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum(pub(super) Tapered);

impl Tally for Sum {
    #[inline(always)]
    fn skeleton(board: &Board, armies: &[Army; 2], seen: &[Army; 2]) -> Skeleton<Self> {
        skeleton::remembered(board, armies, seen)
    }

    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        self.0 += WEIGHTS[term] * times;
    }

    #[inline(always)]
    fn add_man(&mut self, _: usize, place: usize) {
        self.0 += MEN[place];
    }
}

/// Every term, as often as it was heard of.
#[derive(Default)]
pub(super) struct Trace(pub(super) Vec<(u16, i32)>);

impl Tally for Trace {
    #[inline(always)]
    fn add(&mut self, term: usize, times: i32) {
        if times != 0 {
            self.0.push((u16::try_from(term).expect("there are not so many terms"), times));
        }
    }
}

/// Material and place together: by wing, piece and square.
const MEN: [Tapered; 2 * 6 * 64] = {
    assert!(WEIGHTS.len() == TERMS);
    let mut men = [Tapered::new(0, 0); 2 * 6 * 64];
    let mut place = 0;
    while place < men.len() {
        let piece = place / 64 % 6;
        let material = if piece < 5 { WEIGHTS[MATERIAL.at(piece)] } else { Tapered::new(0, 0) };
        men[place] = material.plus(WEIGHTS[PLACE.at(place)]);
        place += 1;
    }
    men
};

/// What a piece is worth on each square, by piece, a1 first: the mean over both wings, whichever way the kings stand.
/// For ordering moves.
pub(in super::super) const WORTH: [[Tapered; 64]; 6] = {
    let mut worth = [[Tapered::new(0, 0); 64]; 6];
    let mut at = 0;
    while at < 6 * 64 {
        let mirror = if at % 8 < 4 { 7 } else { 0 };
        // The tables know kings on one half of the board only.
        let places = if at < 5 * 64 { [at, at ^ 7, at + 384, (at ^ 7) + 384] } else { [at ^ mirror; 4] };
        let (mut opening, mut endgame, mut index) = (0, 0, 0);
        while index < 4 {
            opening += MEN[places[index]].opening();
            endgame += MEN[places[index]].endgame();
            index += 1;
        }
        worth[at / 64][at % 64] = Tapered::new(opening / 4, endgame / 4);
        at += 1;
    }
    worth
};
