//! Playing below one's strength, as people do: not by nonsense now and then, but by choosing, of the moves that look about
//! as good as the best, one that is a little worse.

use super::root::mix;
use super::score::Score;
use crate::position::{Outcome, Position};

/// How a weaker player chooses among the moves that its search has valued.
///
/// Its loss against the best move is bounded. The bound is drawn from seed and position: the slack, halved so many times, any
/// number being as likely. So small losses are common and large ones rare; then each move within the bound is as likely. What the search has
/// proven stands: a win is never given away, the fastest one is played, and a loss is never chosen while there is
/// something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The most that the chosen move may lose against the best.
    pub slack: i32,
    /// From this score on nothing is given away, so that won games come to their end.
    pub won: i32,
    /// Whether moves that let the opponent win at once are out of the question where there are others. By the rules alone, so
    /// that no limit can cut the look short. A win at once of one's own is never missed.
    pub careful: bool,
    /// Whether closed forms are asked ([`super::Evaluate::solved`]); without them the search finds what it can see.
    pub theory: bool,
    /// What the draws come from, together with the position.
    pub seed: u64,
}

impl Handicap {
    /// Leaves only moves that win at once if there are some; else, of a careful player's, those that do not lose at once.
    pub(super) fn sift<P: Position>(&self, root: &P, moves: &mut Vec<P::Move>) {
        let own = root.side_to_move();
        let won_by = |position: &P, side| position.outcome().and_then(Outcome::winner) == Some(side);
        if moves.iter().any(|mv| won_by(&root.after(*mv), own)) {
            moves.retain(|mv| won_by(&root.after(*mv), own));
        } else if self.careful {
            let mut replies = Vec::new();
            let mut loses = |mv: &P::Move| {
                let next = root.after(*mv);
                replies.clear();
                if next.outcome().is_none() {
                    next.legal_moves(&mut replies);
                }
                won_by(&next, own.other()) || replies.iter().any(|reply| won_by(&next.after(*reply), own.other()))
            };
            let safe: Vec<P::Move> = moves.iter().copied().filter(|mv| !loses(mv)).collect();
            if !safe.is_empty() {
                *moves = safe;
            }
        }
    }

    /// Where the search may give up on a move: what the best so far leaves room for.
    pub(super) fn floor(&self, best: Score) -> Score {
        best.less(self.slack_below(best)).just_below()
    }

    /// The place of the chosen move among these scores, best first. `exact` says that no static evaluation had a part in them.
    pub(super) fn choose(&self, scores: impl Iterator<Item = Score> + Clone, exact: bool, key: u64) -> usize {
        let best = scores.clone().next().expect("there is a move");
        let drawn = mix(mix(self.seed) ^ key);
        let slack = self.slack_below(best);
        let halvings = i32::BITS - slack.leading_zeros() + 1;
        let bound = slack >> (drawn % u64::from(halvings));
        let acceptable = |score: &Score| {
            *score >= best.less(bound)
                && !score.is_proven()
                && (!exact || score.cmp(&Score::ZERO) == best.cmp(&Score::ZERO))
        };
        let choices = scores.take_while(acceptable).count().max(1);
        (mix(drawn) % choices as u64) as usize
    }

    fn slack_below(&self, best: Score) -> i32 {
        if best.is_proven() || best >= Score::opinion(self.won) { 0 } else { self.slack }
    }
}
