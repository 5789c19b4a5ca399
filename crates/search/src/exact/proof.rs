//! Proofs of the value of the game by null windows, for searches that may look as far as the end of the game.
//!
//! Deepening to the end would compute exact heuristic values on the way. Instead, null windows bisect the value: first
//! whether it is a win, a draw or a loss, then how far away (after Plaat's MTD(f), 1996, and Pons's Connect Four
//! solver). Every test leaves its results in the table, so the next tests are cheap, and the next attempt continues
//! where an interrupted one stopped.

use std::mem;

use crate::Evaluate;
use crate::analysis::{Iteration, Line, Question, TieBreak};
use crate::choice::ScoredMove;
use crate::hooks::{Points, Solver, SolverOf};
use crate::limits::{Interrupted, Limits, Searched, Stop, StoppedBy};
use crate::move_order::{move_to_front, sort_by_rank};
use crate::root::{RootMove, RootMoves};
use crate::score::{Score, Value, Window};
use crate::searcher::Searcher;
use crate::table::{Keyspace, Table};

/// Attempts may take this many times the nodes of deepening: seven eighths of all. If the proof is not finished, that
/// costs the answer about three plies.
const PROOF_SHARE: u64 = 7;
/// The same if the game estimates the nodes that a proof takes.
const ESTIMATED_PROOF_SHARE: u64 = 6;
/// If the game estimates the nodes of a proof, deepening takes at least one in this many of them before an attempt.
const DEEPENING_BEFORE_PROOF: u64 = 12;
/// If the end is far, deepening takes this many times the nodes of attempts. A few attempts are still made, because the
/// end may be nearer than it looks.
const FAR_DEEPENING_SHARE: u64 = 8;
/// The end is far if an attempt solves no node within this many plies of the root. All attempts that later succeeded,
/// in up to eight million nodes, solved a node within 11 plies. In dots and boxes on 4x4 and 5x5, no attempt solved one
/// within 16.
const NEAR_PLIES: u32 = 12;
/// The smallest attempt: enough nodes for the last moves of a game.
const PROOF_NODES_MIN: u64 = 4_000;

/// If fewer plies than this lie between a tested distance and the end of the game, the end itself is tested.
const END_MARGIN: u32 = 4;

/// Bounds of the value, both included.
#[derive(Clone, Copy)]
struct Range {
    low: Score,
    high: Score,
}

/// Whether an attempt is due after `deepened` nodes of deepening and `attempts` nodes of earlier attempts. If the nodes
/// left do not allow an attempt larger than all earlier ones, deepening gets them. `solved_at_ply` is the smallest ply
/// at which the last attempt solved a node.
pub(crate) fn is_due(deepened: u64, attempts: u64, left: u64, solved_at_ply: u32) -> bool {
    let within_share = if solved_at_ply <= NEAR_PLIES {
        attempts < PROOF_SHARE * deepened
    } else {
        FAR_DEEPENING_SHARE * (attempts + budget(attempts, left)) <= deepened
    };
    within_share && left > attempts + 1
}

/// The nodes of the next attempt: as many as all attempts before it took, so that there are few attempts, but at most
/// half of the nodes left.
pub(crate) fn budget(attempts: u64, left: u64) -> u64 {
    attempts.max(PROOF_NODES_MIN).min(left / 2)
}

/// Whether an attempt is due if the game estimates its nodes. Deepening first gets a good part of the estimate, because
/// the nodes of a failed attempt are mostly lost.
pub(crate) fn is_worth(estimate: u64, deepened: u64, attempts: u64, left: u64) -> bool {
    deepened >= estimate / DEEPENING_BEFORE_PROOF && attempts < ESTIMATED_PROOF_SHARE * deepened && left > attempts + 1
}

impl<P: Evaluate> RootMoves<'_, P> {
    /// The best moves and their values at the end of the game, `depth` plies away, like an iteration of that depth;
    /// `None` if it takes more than `nodes`. `last` is an iteration that was finished.
    ///
    /// If a random draw decides between equals, finding them may take all nodes that the search has left. The answer is
    /// proven already, so nothing else needs those nodes.
    pub(crate) fn prove(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        depth: u32,
        last: &Iteration<P::Move>,
        nodes: u64,
    ) -> Searched<Option<Proven<P::Move>>> {
        let root = self.root;
        searcher.pv.reserve(depth);
        searcher.exact.keyspace = Keyspace::PROOF;
        let multi_pv = self.question.multi_pv.clamp(1, self.moves.len());
        let best = searcher.within(nodes, |searcher| {
            let mut proof = Proof { searcher, root, depth, open: self.moves.clone() };
            let mut valued = proof.best(self.question.search_moves.is_none(), multi_pv, last)?;
            if let Some(mv) = self.question.measured {
                proof.measure(mv, &mut valued, last)?;
            }
            Ok((valued, proof.open))
        })?;
        let proven = best.map(|(mut valued, open)| {
            let all_proven = valued.iter().all(|valued| valued.line.proven);
            let ties = Proof { searcher, root, depth, open }.ties(self.question, &mut valued);
            let cut = ties.err().map(|Interrupted| searcher.meter.stopped_by());
            Proven { lines: self.question.choose(valued, all_proven, root.key(), multi_pv), cut }
        });
        searcher.exact.keyspace = Keyspace::DEEPENING;
        Ok(proven)
    }
}

pub(crate) struct Proven<M> {
    /// The best moves, each with its value.
    pub(crate) lines: Vec<Line<M>>,
    /// The limit that was reached before all their equals were known.
    pub(crate) cut: Option<StoppedBy>,
}

/// The value of the game in an unfinished position, without limits. The table may have results of other calls of this
/// function for the same game, but no other results.
pub fn value<P: Evaluate>(position: &P, table: &mut Table) -> Score {
    let depth = position.plies_left();
    let question = Question::new(Limits::depth(depth));
    let stop = Stop::default();
    table.grow(u64::MAX);
    let mut searcher = Searcher::new(position, &question, table, &stop);
    searcher.exact.keyspace = Keyspace::PROOF;
    searcher.pv.reserve(depth);
    let open = RootMoves::new(position, &question, &mut searcher.meter).moves;
    let range = Range::full::<P>(0, 1);
    let value = Proof { searcher: &mut searcher, root: position, depth, open }.best_value(range, Score::ZERO);
    value.expect("there is no limit").0
}

struct Proof<'s, 'a, P: Evaluate> {
    searcher: &'s mut Searcher<'a, P>,
    root: &'s P,
    depth: u32,
    /// The moves that have no value yet, the likeliest best first.
    open: Vec<RootMove<P::Move>>,
}

impl<P: Evaluate> Proof<'_, '_, P> {
    /// The best `multi_pv` moves, one after the other. `all` says that no root move was left out.
    fn best(&mut self, all: bool, multi_pv: usize, last: &Iteration<P::Move>) -> Searched<Vec<ScoredMove<P::Move>>> {
        let best = &last.lines[0];
        // An iteration of that depth without a proven score shows that neither side wins within it.
        let known = if all { self.searcher.book_score(self.root, self.depth) } else { None };
        let mut range = if let Some(value) = known {
            Range { low: value, high: value }
        } else if best.proven {
            Range { low: best.score, high: best.score }
        } else {
            Range::full::<P>(last.depth + 1, last.depth + 1)
        };
        let mut valued: Vec<ScoredMove<P::Move>> = Vec::new();
        while valued.len() < multi_pv {
            let guess = last.lines.get(valued.len()).map_or(range.high, |line| line.score);
            let next = self.next_line(range, guess)?;
            range = Range { low: Range::full::<P>(0, 1).low, high: next.line.score };
            valued.push(next);
        }
        Ok(valued)
    }

    /// Adds this move with its value, if it is still open. It is no better than the others.
    fn measure(
        &mut self,
        mv: P::Move,
        valued: &mut Vec<ScoredMove<P::Move>>,
        last: &Iteration<P::Move>,
    ) -> Searched<()> {
        let Some(index) = self.open.iter().position(|open| open.mv == mv) else { return Ok(()) };
        let measured = vec![self.open.remove(index)];
        let others = mem::replace(&mut self.open, measured);
        let high = valued.last().map_or(Range::full::<P>(0, 1).high, |worst| worst.line.score);
        let guess = last.lines.iter().find(|line| line.pv[0] == mv).map_or(high, |line| line.score);
        valued.push(self.next_line(Range { high, ..Range::full::<P>(0, 1) }, guess)?);
        self.open = others;
        Ok(())
    }

    /// If a random draw decides between equals, adds the open moves that are as good as the best. A null window finds
    /// them; the other moves need no value.
    fn ties(mut self, question: &Question<P::Move>, valued: &mut Vec<ScoredMove<P::Move>>) -> Searched<()> {
        let random = question.handicap.is_some() || matches!(question.tie_break, TieBreak::Random(_));
        let best = valued[0].line.score;
        if !random || valued.iter().any(|valued| valued.line.score < best) {
            return Ok(());
        }
        sort_by_rank(&mut self.open, &mut Vec::new(), |_, open| open.index as u64);
        let window = Window { alpha: best.just_below(), beta: best };
        for RootMove { mv, index, .. } in mem::take(&mut self.open) {
            if self.score(mv, window)? >= best {
                valued.push(self.with_line(mv, index, best)?);
            }
        }
        Ok(())
    }

    /// Removes the best open move (the first, if several are equal) and returns it with its value.
    fn next_line(&mut self, range: Range, guess: Score) -> Searched<ScoredMove<P::Move>> {
        let (value, holder) = self.best_value(range, guess)?;
        let index = self.first_with_value(value, holder)?;
        let RootMove { mv, index, .. } = self.open.remove(index);
        self.with_line(mv, index, value)
    }

    /// A move of this value, with the line that shows it.
    fn with_line(&mut self, mv: P::Move, index: usize, value: Score) -> Searched<ScoredMove<P::Move>> {
        // With a window just around the value, the table cuts off everything but the variation itself.
        let window = Window { alpha: value.just_below(), beta: value.just_above() };
        let Value { proven, .. } = self.searcher.child_value(self.root, mv, self.depth, 0, window)?;
        self.searcher.pv.extend(0, mv);
        let line = Line { score: value, pv: self.searcher.pv.line(0).to_vec(), proven };
        Ok(ScoredMove { line, index })
    }

    /// The value of the best open move, and the index of a move that has it, if a test has found one. In a game for
    /// points, the search for the value starts at `guess`.
    fn best_value(&mut self, mut range: Range, mut guess: Score) -> Searched<(Score, Option<usize>)> {
        let mut holder = None;
        while range.low < range.high {
            let bound = match SolverOf::<P>::POINTS {
                Some(points) => range.next_bound_near(guess, points),
                None => range.next_bound(self.depth),
            };
            let (value, index) = self.is_at_least(bound)?;
            guess = value;
            if value >= bound {
                range.low = value.min(range.high);
                // This move is tried first in the next test.
                move_to_front(&mut self.open, index);
                holder = Some(0);
            } else {
                range.high = value.max(range.low);
            }
        }
        Ok((range.low, holder))
    }

    /// Tests whether some open move is worth at least `bound`. If so, returns a lower bound of the best value and the
    /// index of that move; else an upper bound and 0.
    fn is_at_least(&mut self, bound: Score) -> Searched<(Score, usize)> {
        let window = Window { alpha: bound.just_below(), beta: bound };
        let moves = self.open.len();
        self.searcher.meter.solved_at_ply = u32::MAX;
        self.searcher.meter.visit(0)?;
        self.searcher.meter.interior(moves);
        let mut best = Score::MIN;
        for index in 0..moves {
            let value = self.score(self.open[index].mv, window)?;
            best = best.max(value);
            if value >= bound {
                self.searcher.meter.cut_off(self.root.side_to_move(), index + 1, moves);
                return Ok((best, index));
            }
        }
        Ok((best, 0))
    }

    fn score(&mut self, mv: P::Move, window: Window) -> Searched<Score> {
        Ok(self.searcher.child_value(self.root, mv, self.depth, 0, window)?.score)
    }

    /// The index of the first open move in `legal_moves` order with this value, which is the best. `holder` is a move
    /// that is known to have it.
    fn first_with_value(&mut self, value: Score, holder: Option<usize>) -> Searched<usize> {
        let mut order: Vec<(usize, usize)> = Vec::with_capacity(self.open.len());
        for (index, open) in self.open.iter().enumerate() {
            order.push((open.index, index));
        }
        order.sort_unstable();
        let window = Window { alpha: value.just_below(), beta: value };
        let ((_, last), earlier) = order.split_last().expect("an open move");
        for (_, index) in earlier {
            let found = Some(*index) == holder || self.score(self.open[*index].mv, window)? >= value;
            if found {
                return Ok(*index);
            }
        }
        Ok(*last)
    }
}

impl Range {
    /// The full range, if no loss comes in fewer than `loss` plies and no win in fewer than `win` plies.
    fn full<P: Evaluate>(loss: u32, win: u32) -> Self {
        match SolverOf::<P>::POINTS {
            Some(Points { most, .. }) => Self { low: Score::points(-most), high: Score::points(most) },
            None => Self { low: Score::loss_in(loss), high: Score::win_in(win) },
        }
    }

    /// The next bound to test in a game that is played for points: near the last result, or at first near the expected
    /// value. The last result bounds the value on one side, so the other side is tested.
    fn next_bound_near(self, guess: Score, points: Points) -> Score {
        let above_low = Score::points(self.low.value() + points.step);
        let steps = (guess.value() - self.low.value()).div_euclid(points.step);
        Score::points(self.low.value() + steps * points.step).clamp(above_low, self.high)
    }

    /// The next bound to test, above the low end and at most the high end. `depth` is the distance to the end of the
    /// game.
    ///
    /// Quick wins and losses come first, because no line has to be followed further than the tested distance.
    fn next_bound(self, depth: u32) -> Score {
        let Self { low, high } = self;
        let plies_to_end = |score: Score| score.plies().map_or(0, |plies| depth.saturating_sub(plies));
        match (low.plies(), high.plies()) {
            (_, Some(fast))
                if low <= Score::ZERO
                    && high > Score::ZERO
                    && plies_to_end(high) >= plies_to_end(low).max(END_MARGIN) =>
            {
                Score::win_in(fast + plies_to_end(high) / 2)
            }
            (Some(fast), _) if low < Score::ZERO && high >= Score::ZERO && plies_to_end(low) >= END_MARGIN => {
                Score::loss_in(fast + plies_to_end(low).div_ceil(2))
            }
            _ if low <= Score::ZERO && high > Score::ZERO => Score::ZERO.just_above(),
            _ if high == Score::ZERO => high,
            (Some(slow), Some(fast)) if low > Score::ZERO => Score::win_in((slow + fast) / 2),
            (Some(fast), Some(slow)) => Score::loss_in((fast + slow).div_ceil(2)),
            // Points: the value is probably near an end that is in points, so the bound is at it or next to it.
            (_, Some(_)) => low.just_above(),
            (_, None) => high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes that unsuccessful attempts take if deepening has taken this many.
    fn taken(deepened: u64, solved_at_ply: u32) -> u64 {
        let mut attempts = PROOF_NODES_MIN;
        while is_due(deepened, attempts, u64::MAX, solved_at_ply) {
            attempts += budget(attempts, u64::MAX);
        }
        attempts
    }

    #[test]
    fn where_the_end_is_far_deepening_keeps_nearly_all_nodes() {
        for deepened in [100_000, 1_000_000, 3_000_000] {
            assert!((deepened / 16..=deepened / 8).contains(&taken(deepened, NEAR_PLIES + 1)), "{deepened}");
            assert!((7 * deepened..14 * deepened).contains(&taken(deepened, NEAR_PLIES)), "{deepened}");
        }
        assert_eq!(taken(10_000, u32::MAX), PROOF_NODES_MIN);
    }
}
