//! The order in which a search tries moves.

use plyd_search::Evaluate;
use plyd_search::hooks::sort_by_score;
use plyd_search::position::Position;

use super::goal::Goal;
use super::moves::{Move, What};
use super::position::Ruled;
use super::set::Set;

/// Longer lists are sorted by what is known without playing their moves.
const PLAYED_MAX: usize = 40;
/// Lists of this length are sorted without memory of their own.
const ROOM: usize = 64;

impl<const W: usize> Ruled<W> {
    /// Sorts moves, the likeliest best first.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        match &self.rules.goal {
            Goal::Line { length, windows, .. } => {
                let sides = [self.side.other(), self.side];
                let cells = sides.map(|side| self.open_windows::<true>(windows, *length, side).cells);
                let rank = |mv: Move| {
                    let most = |cells: &[Set<W>]| cells.iter().rposition(|cells| cells.contains(mv.to));
                    let [other, own] = [0, 1].map(|side| most(&cells[side]).map_or(0, |count| 2 * count + side));
                    own.max(other) as i32
                };
                sort_by_score::<ROOM, _>(moves, rank);
            }
            Goal::Connect { areas } => {
                let sides = [self.side, self.side.other()];
                let maps = sides.map(|side| self.stones_through(&areas[side.index()], side));
                sort_by_score::<ROOM, _>(moves, |mv| {
                    -maps
                        .iter()
                        .map(|map| map.get(usize::from(mv.to)).map_or(0, |stones| i32::from(*stones)))
                        .sum::<i32>()
                });
            }
            _ if self.rules.values.counts_moves() && moves.len() <= PLAYED_MAX => {
                sort_by_score::<PLAYED_MAX, _>(moves, |mv| {
                    let next = self.after(mv);
                    let value = if next.ended != 0 { i32::MAX } else { next.evaluate().value() };
                    if next.ended == 0 && next.side != self.side { -value } else { value }
                });
            }
            _ => sort_by_score::<ROOM, _>(moves, |mv| self.promise(mv)),
        }
    }

    /// What a move takes, and how much better its piece stands afterwards.
    fn promise(&self, mv: Move) -> i32 {
        let (side, values) = (self.side, &self.rules.values);
        match mv.what {
            What::Step | What::Shoot | What::Jump => {
                let kind = usize::from(self.second_kind.contains(mv.from));
                let taken = match mv.what {
                    What::Jump => 100 * mv.hops().count() as i32,
                    _ if self.pieces[side.other().index()].contains(mv.to) => {
                        let kind = usize::from(self.second_kind.contains(mv.to));
                        values.at(side.other(), kind, mv.to).max(50)
                    }
                    _ => 0,
                };
                taken + values.at(side, kind, mv.to) - values.at(side, kind, mv.from)
            }
            What::Place | What::PlaceOther if self.rules.corners.contains(mv.to) => values.corner(),
            What::Place | What::PlaceOther | What::Remove | What::Pass => 0,
        }
    }
}
