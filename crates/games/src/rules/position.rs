//! A position of a game whose rules come with it.

use std::sync::Arc;

use plyd_search::mix;
use plyd_search::position::{Listing, Outcome, Position, Repetition, Side};

use super::ply::Move;
use super::set::Set;
use super::table::Rules;

/// Any odd number: it tells the sets of a key apart.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position on a board of at most 64 `W` cells, with its rules.
#[derive(Clone, Debug)]
pub struct Ruled<const W: usize> {
    pub(super) rules: Arc<Rules<W>>,
    pub(super) pieces: [Set<W>; 2],
    /// The pieces of either side that are of its second kind.
    pub(super) second_kind: Set<W>,
    pub(super) blocked: Set<W>,
    pub(super) side: Side,
    /// The side that has just moved.
    pub(super) last: Side,
    /// The plies that are left of the turn.
    pub(super) left: u8,
    /// The pieces that each side has to place before it moves.
    pub(super) hands: [u8; 2],
    /// The pieces that each side has taken; 0 if the rules don't count them.
    pub(super) taken: [u8; 2],
    /// The plies without progress; 0 if the rules don't count them.
    pub(super) quiet: u16,
    /// The plies of the opening that were played.
    pub(super) plies: u8,
    /// The number of the end that holds, from 1; 0 while the game goes on.
    pub(super) ended: u8,
}

impl<const W: usize> Ruled<W> {
    /// Whether the listing of the legal moves is cut: some legal moves are missing. Then no result is proven.
    /// `scratch` is a buffer.
    pub fn is_cut(&self, scratch: &mut Vec<Move>) -> bool {
        scratch.clear();
        self.rules.may_cut && self.ended == 0 && !self.list(scratch)
    }
}

impl<const W: usize> Position for Ruled<W> {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        self.rules.repetition()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let index = self.ended.checked_sub(1)?;
        Some(self.result(self.rules.ends[usize::from(index)].wins))
    }

    fn is_final(&self) -> bool {
        self.ended != 0
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list(moves);
    }

    fn list_moves(&self, moves: &mut Vec<Move>) -> Listing {
        if self.list(moves) { Listing::Complete } else { Listing::Cut }
    }

    fn count_legal_moves(&self, scratch: &mut Vec<Move>) -> u64 {
        if self.ended != 0 {
            return 0;
        }
        self.count().unwrap_or_else(|| {
            scratch.clear();
            self.list(scratch);
            scratch.len() as u64
        })
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
    }

    fn quiet_plies_left(&self) -> u32 {
        self.rules.plies.map_or(u32::MAX, |most| most.saturating_sub(self.quiet).into())
    }

    fn key(&self) -> u64 {
        // A cell without a piece is in the third set if it is blocked. The words are mixed side by side, which is faster
        // than one after the other.
        let sets = [self.pieces[0], self.pieces[1], self.second_kind | self.blocked];
        let words = sets.iter().flat_map(|set| set.0);
        words.fold(self.counts_key(), |key, word| key.wrapping_mul(FACTOR).wrapping_add(mix(word)))
    }
}

impl<const W: usize> Ruled<W> {
    /// The part of the key that is not on the board.
    pub(super) fn counts_key(&self) -> u64 {
        // In a turn of several plies, who has just moved may decide who wins.
        let goes_on = u8::from(self.last == self.side);
        let [[first, second], taken] = [self.hands, self.taken];
        let bytes = [self.side as u8, self.left, first, second, taken[0], taken[1], self.plies, goes_on];
        mix(self.rules.digest ^ u64::from_le_bytes(bytes))
    }
}
