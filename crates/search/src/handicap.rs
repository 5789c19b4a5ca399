//! Playing below full strength as people do: most moves are good, and some are careless.

use crate::expected_score::ExpectedScore;
use crate::hooks::{MoveChoice, MovesOf};
use crate::position::{Outcome, Position};
use crate::score::Score;
use crate::{Evaluate, mix};

/// The choice of a weaker player among the moves that its search has valued.
///
/// A share of its moves is careless: then all moves that lose at most the slack against the best one are equally likely.
/// All other moves are the best. Seed and position decide which moves are careless. Proven results are respected: the
/// fastest win is played, and a loss only if there is nothing else. A win in one ply is never missed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The share of careless moves, from 0 to 1.
    pub careless: f64,
    /// The most that a careless move may lose against the best, in expected score.
    pub slack: f64,
    /// The expected result of a score.
    pub expected_score: ExpectedScore,
    /// Whether moves that let the opponent win on the next ply are left out if there are others. This follows from the
    /// rules without a search, so only the end of the time can interrupt it.
    pub careful: bool,
    /// Whether [closed forms](crate::Evaluate::closed_form) and the game's search for threats are used.
    pub full_knowledge: bool,
    /// Whether a move is drawn from the game's [openings](crate::hooks::Openings) while they know one. It is then the
    /// only root move.
    pub openings: bool,
    /// Most nodes that the first iteration may visit, if that is more than the question allows: a player with a handicap
    /// looks at every move.
    pub first_nodes: u64,
    /// The seed of the draws, together with the position.
    pub seed: u64,
}

/// From this expected result on, no move is careless, so that won games come to an end.
const WON: f64 = 0.9;

impl Handicap {
    /// Keeps only immediate wins if there are any. Otherwise, for a careful player, drops moves that allow the opponent
    /// an immediate win, and moves that were not checked before `is_late`, unless no move would be left.
    pub(crate) fn restrict<P: Position>(&self, root: &P, moves: &mut Vec<P::Move>, mut is_late: impl FnMut() -> bool) {
        let own = root.side_to_move();
        let won_by = |position: &P, side| position.outcome().and_then(Outcome::winner) == Some(side);
        if moves.iter().any(|mv| won_by(&root.after(*mv), own)) {
            moves.retain(|mv| won_by(&root.after(*mv), own));
        } else if self.careful {
            let mut scratch = Vec::new();
            let mut loses = |mv: &P::Move| {
                let next = root.after(*mv);
                match next.outcome() {
                    Some(_) => won_by(&next, own.other()),
                    // If the same player moves again, the loss can still be avoided.
                    None => next.side_to_move() != own && next.wins_at_once(&mut scratch),
                }
            };
            let looked_at = moves.iter().copied().take_while(|_| !is_late());
            let safe: Vec<P::Move> = looked_at.filter(|mv| !loses(mv)).collect();
            if !safe.is_empty() {
                *moves = safe;
            }
        }
    }

    /// The move that is drawn from the game's openings, if they know the position.
    pub(crate) fn opening_move<P: Evaluate>(&self, root: &P, moves: &[P::Move]) -> Option<P::Move> {
        if !self.openings {
            return None;
        }
        let known = MovesOf::<P>::openings();
        let mut choices = Vec::new();
        for slot in known.slots(root.key()) {
            choices.extend(moves.iter().copied().find(|mv| P::slot(*mv) as u16 == slot));
        }
        let drawn = mix(mix(self.seed) ^ root.key());
        choices.get((drawn % choices.len().max(1) as u64) as usize).copied()
    }

    /// The most that the move in the position with this key may lose against the best, in expected score.
    pub(crate) fn slack_at(&self, key: u64) -> f64 {
        let drawn = (self.draw(key) >> 11) as f64 / (1_u64 << 53) as f64;
        if drawn < self.careless { self.slack } else { 0.0 }
    }

    /// The lowest score that may be chosen instead of the best one, with this slack.
    pub(crate) fn lowest(&self, best: Score, slack: f64) -> Score {
        if best.is_proven() || self.expected_score.of(best, false) >= WON {
            best
        } else {
            self.expected_score.lowest(best, slack)
        }
    }

    /// The index of the chosen move among these scores, best first, in the position with this key. `all_proven` says
    /// that no heuristic had a part in them.
    pub(crate) fn choose(&self, scores: &[Score], all_proven: bool, key: u64) -> usize {
        let best = scores[0];
        let lowest = self.lowest(best, self.slack_at(key));
        let acceptable = |score: &Score| {
            let near = *score >= lowest && !score.is_proven();
            *score == best || near && (!all_proven || score.cmp(&Score::ZERO) == best.cmp(&Score::ZERO))
        };
        let choices = scores.iter().copied().take_while(acceptable).count().max(1);
        (mix(self.draw(key)) % choices as u64) as usize
    }

    fn draw(&self, key: u64) -> u64 {
        mix(mix(self.seed) ^ key)
    }
}

/// By position, the moves that a search found to be about as good as the best one.
///
/// In bytes: entries of ten, sorted by key: the position's [key](crate::position::Position::key) and the move's
/// [slot](crate::Evaluate::slot), each with its lowest byte first.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    bytes: &'static [u8],
}

/// Bytes of an entry.
const ENTRY: usize = 10;

impl Openings {
    /// No openings.
    pub const NONE: Self = Self { bytes: &[] };

    /// The openings in these bytes.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes }
    }

    /// The number of moves, of all positions together.
    pub const fn len(&self) -> usize {
        self.bytes.len() / ENTRY
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slots of the known moves of the position with this key.
    pub fn slots(&self, key: u64) -> Vec<u16> {
        let (entries, _) = self.bytes.as_chunks::<ENTRY>();
        let key_of = |entry: &[u8; ENTRY]| u64::from_le_bytes(*entry.first_chunk().expect("an entry has ten bytes"));
        let first = entries.partition_point(|entry| key_of(entry) < key);
        let same = entries[first..].iter().take_while(move |entry| key_of(entry) == key);
        same.map(|[.., low, high]| u16::from_le_bytes([*low, *high])).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::position::Side;
    use crate::testing::Heap;

    const CAREFUL: Handicap = Handicap {
        careless: 0.25,
        slack: 0.0,
        expected_score: ExpectedScore::fitted(200.0, 1.0, 1, 1),
        careful: true,
        full_knowledge: false,
        openings: false,
        first_nodes: 0,
        seed: 0,
    };

    /// The times each of these scores is chosen, over many seeds.
    fn chosen(scores: &[Score], slack: f64, all_proven: bool) -> Vec<u32> {
        let mut counts = vec![0; scores.len()];
        for seed in 0..2000 {
            let handicap = Handicap { slack, seed, ..CAREFUL };
            counts[handicap.choose(scores, all_proven, 77)] += 1;
        }
        counts
    }

    #[test]
    fn the_share_of_careless_moves_is_drawn_evenly_and_none_is_beyond_the_slack() {
        let counts = chosen(&[100, 95, 80, 60, 27].map(Score::heuristic), 0.08, false);
        // A quarter of the moves, divided by four.
        assert!(counts[1..4].iter().all(|count| (90..=160).contains(count)), "{counts:?}");
        assert_eq!(counts[4], 0);
        assert_eq!(chosen(&[100, 95].map(Score::heuristic), 0.0, false), [2000, 0]);
    }

    #[test]
    fn a_careful_player_leaves_out_what_loses_at_once_as_far_as_time_goes() {
        // Leaving three of the six lets the opponent take all.
        for (looks, left) in [(usize::MAX, vec![1, 2]), (1, vec![1]), (0, vec![1, 2, 3])] {
            let (mut moves, looked) = (vec![1, 2, 3], Cell::new(0));
            CAREFUL.restrict(&Heap::<true>(6, Side::First), &mut moves, || looked.replace(looked.get() + 1) == looks);
            assert_eq!(moves, left, "after {looks} looks");
        }
    }

    #[test]
    fn what_is_won_or_proven_is_not_given_away() {
        let nearly = [Score::heuristic(610), Score::heuristic(605)];
        assert_eq!(chosen(&nearly, 0.08, false), [2000, 0], "as good as won");
        assert_eq!(chosen(&[Score::win_in(3), Score::win_in(5)], 0.08, false), [2000, 0]);
        assert_eq!(chosen(&[Score::loss_in(6), Score::loss_in(4)], 0.08, false), [2000, 0]);
        assert_eq!(chosen(&[Score::heuristic(-9), Score::loss_in(40)], 0.08, false), [2000, 0]);
        for equal in [Score::win_in(3), Score::loss_in(6), Score::ZERO] {
            let counts = chosen(&[equal, equal, equal.just_below()], 0.0, true);
            assert!(counts[0] > 900 && counts[1] > 900 && counts[2] == 0, "{counts:?}: among equals, any");
        }
        let points = [Score::points(4), Score::points(2), Score::points(-2)];
        assert_eq!(chosen(&points, 0.08, true)[2], 0, "a won count stays won");
        assert!(chosen(&points, 0.08, false)[2] > 0, "where it is a static evaluation, it may be risked");
    }

    #[test]
    fn moves_are_found_by_their_position() {
        let entries = [(3_u64, 7_u16), (5, 1), (5, 258), (u64::MAX, 9)];
        let bytes: Vec<u8> =
            entries.iter().flat_map(|(key, slot)| key.to_le_bytes().into_iter().chain(slot.to_le_bytes())).collect();
        let openings = Openings::new(bytes.leak());
        assert_eq!([3, 5, u64::MAX].map(|key| openings.slots(key)), [vec![7], vec![1, 258], vec![9]]);
        assert!(openings.slots(4).is_empty() && openings.slots(0).is_empty() && Openings::NONE.slots(3).is_empty());
    }
}
