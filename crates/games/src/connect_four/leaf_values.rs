//! Static evaluation of all children of a position together. Lines that do not go through the new disc are the same for
//! all of them.

use super::board::{ConnectFour, non_losing_cells, winning_cells};
use super::evaluate::{LOSES, OPEN_TWO, WINS, centre, lasting_rows, ones_and_twos, open_lines, threats};
use plyd_search::Score;
use plyd_search::position::Position;

/// A set of lines of four cells. Each line is given by its first cell: the lowest one in a column, and the leftmost one
/// otherwise.
#[derive(Clone, Copy)]
struct Lines {
    /// Vertical lines and lines that fall to the right. Vertical lines begin in the three lowest rows and falling ones
    /// in the three highest, so no bit stands for two lines.
    steep: u64,
    /// Horizontal lines and lines that rise to the right. Both begin in the left half, so the rising lines are shifted
    /// into the right half.
    flat: u64,
}

/// The bits of the columns in which lines of more than one column begin.
const LEFT_HALF: u32 = 28;

impl Lines {
    /// The lines of each direction, by its step.
    #[inline]
    fn of(first_cells: impl Fn(u32) -> u64) -> Self {
        Self { steep: first_cells(1) | first_cells(6), flat: first_cells(7) | first_cells(8) << LEFT_HALF }
    }

    #[inline]
    const fn count(self) -> i32 {
        (self.steep.count_ones() + self.flat.count_ones()) as i32
    }

    /// The lines through each cell.
    const THROUGH: [Self; 48] = {
        let mut through = [Self { steep: 0, flat: 0 }; 48];
        let mut first = 0;
        while first < 48 {
            let (line, column, row) = (1 << first, first / 7, first % 7);
            let mut cell = 0;
            while cell < 4 {
                if row < 3 {
                    through[first + cell].steep |= line;
                }
                if column < 4 && row >= 3 && row < 6 {
                    through[first + 6 * cell].steep |= line;
                }
                if column < 4 && row < 6 {
                    through[first + 7 * cell].flat |= line;
                }
                if column < 4 && row < 3 {
                    through[first + 8 * cell].flat |= line << LEFT_HALF;
                }
                cell += 1;
            }
            first += 1;
        }
        through
    };
}

impl ConnectFour {
    /// See [`Leaves::leaf_values`](plyd_search::hooks::Leaves::leaf_values).
    #[inline]
    pub(super) fn values_after(&self) -> impl Fn(&Self) -> Score {
        let Self { own, discs, .. } = *self;
        let other = self.other();
        let ones = Lines::of(|step| open_lines(other, step) & ones_and_twos(own, step).0);
        let twos = Lines::of(|step| open_lines(other, step) & ones_and_twos(own, step).1);
        let other_twos = Lines::of(|step| open_lines(own, step) & ones_and_twos(other, step).1);
        let other_threats = winning_cells(other, discs);
        let other_centre = centre(other);
        let [rows, other_rows] = lasting_rows(self.side_to_move());
        move |next| {
            let (playable, disc) = (next.playable(), next.discs ^ discs);
            let other_threats = other_threats & !disc;
            if other_threats & playable != 0 {
                return Score::heuristic(WINS);
            }
            let own_threats = winning_cells(own | disc, next.discs);
            if non_losing_cells(playable, own_threats) == 0 {
                return Score::heuristic(LOSES);
            }
            let Lines { steep, flat } = Lines::THROUGH[disc.trailing_zeros() as usize];
            // Of the lines through the new disc, those with one disc of its side now have two, and those of the
            // opponent are no longer open.
            let twos =
                Lines { steep: twos.steep & !steep | ones.steep & steep, flat: twos.flat & !flat | ones.flat & flat };
            let other_twos = Lines { steep: other_twos.steep & !steep, flat: other_twos.flat & !flat };
            Score::heuristic(
                OPEN_TWO * (other_twos.count() - twos.count()) + threats(other_threats, other_rows)
                    - threats(own_threats, rows)
                    + other_centre
                    - centre(own | disc),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{Rng, moves, random_game};
    use super::*;
    use plyd_search::Evaluate;

    #[test]
    fn children_valued_together_are_worth_what_each_is_worth_alone() {
        let (mut rng, mut compared) = (Rng(1), 0);
        for _ in 0..400 {
            random_game(&ConnectFour::default(), 42, &mut rng, |position| {
                let value_of = position.values_after();
                let children = moves(position).into_iter().map(|column| position.after(column));
                for next in children.filter(|next| next.outcome().is_none()) {
                    assert_eq!(value_of(&next), next.evaluate(), "{next:?}");
                    compared += 1;
                }
            });
        }
        assert!(compared > 40_000, "{compared}");
    }
}
