//! What the rules show of a position before any move is tried.

use super::board::{BOARD, Column, ConnectFour, columns, sound_cells, winning_cells};
use crate::search::{Score, Survey};

impl ConnectFour {
    /// See [`Evaluate::survey`](crate::search::Evaluate::survey). A move after which the opponent completes four is left out where
    /// another is left: it is lost in 2, or at depth 1 has the lowest static value there is.
    pub(super) fn look_around(&self, depth: u32, moves: &mut Vec<Column>) -> Survey {
        let legal = self.count_columns();
        let playable = self.playable();
        if winning_cells(self.own, self.discs) & playable != 0 {
            return Survey::exactly(Score::win_in(1), legal);
        }
        let sound = sound_cells(playable, winning_cells(self.other(), self.discs));
        if sound == 0 {
            if depth >= 2 {
                return Survey::exactly(Score::loss_in(2), legal);
            }
            moves.extend(columns(playable).next());
            return Survey { legal, ..Survey::default() };
        }
        // Neither side completes four with its next disc.
        let (mut least, mut most) = (Score::loss_in(4), Score::win_in(3));
        let left = self.cells_left();
        if depth >= left {
            if left < 4 {
                least = Score::ZERO;
            }
            if left < 3 {
                most = Score::ZERO;
            }
            if least == most {
                return Survey::exactly(least, legal);
            }
        }
        moves.extend(columns(sound));
        Survey { least, most, legal }
    }

    /// See [`Evaluate::weigh`](crate::search::Evaluate::weigh), for moves that do not lose at once: by the threats that they leave on the
    /// board. One that leaves the opponent no such move wins in 3.
    pub(super) fn look_closer(&self, depth: u32, moves: &mut [Column]) -> Score {
        let playable = self.playable();
        let mut ranks = [0; 7];
        for index in 0..moves.len().min(ranks.len()) {
            let (column, mut place) = (moves[index], index);
            let cell = playable & column.cells();
            let threats = winning_cells(self.own | cell, self.discs | cell);
            if depth >= 3 && sound_cells(playable ^ cell | cell << 1 & BOARD, threats) == 0 {
                return Score::win_in(3);
            }
            let rank = 1 + threats.count_ones();
            while place > 0 && ranks[place - 1] < rank {
                (moves[place], ranks[place]) = (moves[place - 1], ranks[place - 1]);
                place -= 1;
            }
            (moves[place], ranks[place]) = (column, rank);
        }
        Score::MIN
    }
}
