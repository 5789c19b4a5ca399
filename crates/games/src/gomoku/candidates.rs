//! Candidate moves and their order.

use super::board::Gomoku;
use super::geometry::{AREA, Rule, Square};
use super::pattern::{ByClasses, Threat};
use super::weights::MOVE_SCORES;
use plyd_search::hooks::Candidates;
use plyd_search::position::{Position, Side};

/// The ordering scores, by the class for the side to move and the class for the other side.
static SCORES: ByClasses<u16> = ByClasses::padded(0, &MOVE_SCORES);

/// The largest number of candidates if no reply is forced.
const LIMIT: usize = 20;

impl Gomoku {
    /// The ordering score of a move for the side to move.
    #[inline]
    pub(super) fn move_score(&self, square: Square) -> u16 {
        let class = |side| self.pattern(side, square).class();
        SCORES.of(class(self.side), class(self.side.other()))
    }

    /// Sorts moves, best first; ties are broken towards the centre.
    pub(super) fn sort(&self, moves: &mut [Square]) {
        let mut keys = [0_u64; AREA];
        let keys = &mut keys[..moves.len()];
        self.keys(moves, keys);
        keys.sort_unstable();
        for (square, key) in moves.iter_mut().zip(keys) {
            *square = Square(*key as u16);
        }
    }

    /// One sort key for each move.
    fn keys(&self, moves: &[Square], keys: &mut [u64]) {
        for (sort_key, square) in keys.iter_mut().zip(moves) {
            *sort_key = key(self.move_score(*square), self.geometry.off_centre(*square), *square);
        }
    }

    /// Whether the opponent can complete a row with its next stone, and this side cannot win first.
    pub(super) fn must_block(&self) -> bool {
        !self.threat_squares(self.side.other(), Threat::Row).is_empty()
            && self.threat_squares(self.side, Threat::Row).is_empty()
    }

    /// The empty squares within two steps of a stone. On an empty board, those near the middle.
    pub(super) fn near_stones(&self) -> Vec<Square> {
        let geometry = self.geometry;
        let all = || (0..geometry.area() as u16).map(Square);
        let stones: Vec<(u8, u8)> =
            all().filter(|at| self.stone(*at).is_some()).map(|at| geometry.column_row(at)).collect();
        let near = |at: &Square| {
            let (x, y) = geometry.column_row(*at);
            stones.iter().any(|stone| stone.0.abs_diff(x).max(stone.1.abs_diff(y)) <= 2)
        };
        let near_middle = |at: &Square| stones.is_empty() && geometry.off_centre(*at) <= 40;
        all().filter(|at| self.stone(*at).is_none() && (near(at) || near_middle(at))).collect()
    }

    /// Appends the candidates, best first.
    pub(super) fn push_candidates(&self, moves: &mut Vec<Square>) -> Candidates {
        let (own, other) = (self.side, self.side.other());
        let first = moves.len();
        let at_once = [(own, Threat::Row), (other, Threat::Row), (own, Threat::DoubleFour)]
            .map(|(side, threat)| self.threat_squares(side, threat));
        // Forbidden moves change what double fours are worth, and which moves defend against them.
        let at_once = if self.geometry.rule == Rule::Renju { &at_once[..2] } else { &at_once };
        let candidates = match at_once.iter().find(|squares| !squares.is_empty()) {
            Some(squares) => {
                moves.extend(squares.iter());
                Candidates::Complete
            }
            None if self.geometry.rule != Rule::Renju && self.push_replies(other, moves) => Candidates::Complete,
            None => {
                self.push_best(moves);
                if moves.len() > first {
                    return Candidates::Partial;
                }
                Candidates::Complete
            }
        };
        if self.geometry.rule == Rule::Renju {
            self.remove_forbidden(first, moves);
        }
        if moves.len() == first {
            // No square is near a stone, or all of them are forbidden, so all legal moves are listed in the usual
            // order.
            self.legal_moves(moves);
        } else {
            self.sort(&mut moves[first..]);
        }
        candidates
    }

    /// Appends the best moves that form a shape, best first, without forbidden moves.
    fn push_best(&self, moves: &mut Vec<Square>) {
        let mut keys = [0; AREA];
        let mut count = 0;
        let mut square = Square(0);
        for y in 0..self.geometry.height {
            for x in 0..self.geometry.width {
                let score = self.move_score(square);
                if score > 0 && !self.is_forbidden(self.side, square) {
                    keys[count] = key(score, self.geometry.off_centre_at(x, y), square);
                    count += 1;
                }
                square.0 += 1;
            }
        }
        let mut keys = &mut keys[..count];
        if count > LIMIT {
            keys.select_nth_unstable(LIMIT);
            keys = &mut keys[..LIMIT];
        }
        keys.sort_unstable();
        moves.extend(keys.iter().map(|key| Square(*key as u16)));
    }

    /// Removes forbidden moves from this index on.
    #[cold]
    #[inline(never)]
    fn remove_forbidden(&self, first: usize, moves: &mut Vec<Square>) {
        let mut kept = first;
        for index in first..moves.len() {
            if !self.is_forbidden(self.side, moves[index]) {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Appends the replies to a side's threat of a double four that do not lose in four plies. If all lose, appends one
    /// of them. Returns whether there is such a threat.
    pub(super) fn push_replies(&self, side: Side, moves: &mut Vec<Square>) -> bool {
        let first = moves.len();
        let doubles = self.threat_squares(side, Threat::DoubleFour);
        let Some(double) = doubles.first() else { return false };
        self.push_defences(side, double, moves);
        for double in doubles.iter().skip(1) {
            let end = moves.len();
            self.push_defences(side, double, moves);
            let mut kept = first;
            for index in first..end {
                let square = moves[index];
                if moves[end..].contains(&square) {
                    moves[kept] = square;
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
        for threat in [Threat::Four, Threat::DoubleFour] {
            for square in self.threat_squares(side.other(), threat).iter() {
                if !moves[first..].contains(&square) {
                    moves.push(square);
                }
            }
        }
        if moves.len() == first {
            moves.push(double);
        }
        true
    }

    /// Appends the opponent's defences against this side's double four on the square `double`: the squares where a
    /// stone leaves at most one square that completes a row.
    fn push_defences(&self, side: Side, double: Square, moves: &mut Vec<Square>) {
        moves.push(double);
        let first = moves.len();
        self.completions(side, double, |square| moves.push(square));
        if moves.len() - first > 2 {
            moves.truncate(first);
        }
    }
}

/// The sort key of a move: score, then distance from the centre, then the square.
#[inline]
fn key(score: u16, off_centre: u16, square: Square) -> u64 {
    u64::from(!score) << 32 | u64::from(off_centre) << 16 | u64::from(square.0)
}
