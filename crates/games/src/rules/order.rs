//! The order in which a search tries moves, as far as killers and history leave it open.

use plyd_search::hooks::sort_by_score;

use super::ply::{Move, What};
use super::position::Ruled;
use super::set::Set;
use super::table::Goal;

/// Lists of this length are sorted without memory of their own.
const ROOM: usize = 64;

impl<const W: usize> Ruled<W> {
    /// Sorts moves, the likeliest best first: in fuller windows, or by what they take and where they lead.
    pub(super) fn sort(&self, moves: &mut [Move]) {
        let Goal::Line { length, windows, .. } = &self.rules.goal else {
            if self.rules.values.is_used() {
                sort_by_score::<ROOM, _>(moves, |mv| self.promise(mv));
            }
            return;
        };
        let sides = [self.side.other(), self.side];
        let cells = sides.map(|side| self.open_windows::<true>(windows, *length, side).cells);
        sort_by_score::<ROOM, _>(moves, |mv| {
            let fullest = |cells: &[Set<W>]| cells.iter().rposition(|cells| cells.contains(mv.to));
            let [other, own] = [0, 1].map(|side| fullest(&cells[side]).map_or(0, |count| 2 * count + side));
            own.max(other) as i32
        });
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
            What::Place | What::PlaceOther if self.rules.corners.contains(mv.to) => values.corner,
            What::Place | What::PlaceOther | What::Remove | What::Pass => 0,
        }
    }
}
