//! The value of the game by yes-or-no questions, where a search may look as far as its end.
//!
//! Deepening to the end would ask for exact static values on the way, which nobody wants. Instead, null windows bisect
//! what the value can be: first whether it is a win, a draw or a loss, then how far away (after Plaat's MTD(f), 1996,
//! and Pons's Connect Four solver). Every question leaves its results in the table, so the next ones are cheap, and an
//! attempt that is broken off goes on where it stopped.

use std::hash::Hash;

use crate::Evaluate;
use crate::analysis::{Iteration, Line, Question, TieBreak};
use crate::evaluate::Hooks;
use crate::hooks::Points;
use crate::limits::{Limits, Stop, StoppedBy};
use crate::node::Searcher;
use crate::root::{RootMove, RootMoves, Valued};
use crate::score::{Score, Window};
use crate::sorting::{move_to_front, sort_by_number};
use crate::table::{Space, Table};

/// Attempts may take so many times the nodes that deepening has taken so far: seven eighths of the whole. The eighth
/// that deepening keeps costs an answer whose proof is not finished about three plies.
const SHARE: u64 = 7;
/// Where the game tells the effort that it takes, an attempt is made after so large a part of it, and attempts may take
/// so many times the nodes of deepening.
const PART: u64 = 12;
const TOLD_SHARE: u64 = 6;
/// Where the end is far, attempts leave deepening so many times the nodes that they take: a few go on to be made, for
/// it may be nearer than it looks.
const RESERVE: u64 = 8;
/// The end is far where an attempt settles no node so near to the root. Those that came to succeed, in up to eight
/// million nodes, all settled one within 11 plies; those of dots and boxes on 4x4 and 5x5, none within 16.
const NEAR: u32 = 12;
/// The least that an attempt may take: enough for the last moves of a game.
const LEAST_NODES: u64 = 4_000;

/// With fewer plies than this between the distance to be asked about and the end of the game, the end is asked about.
const SLACK: u32 = 4;

/// What the value is known to lie between, both ends included.
#[derive(Clone, Copy)]
struct Range {
    low: Score,
    high: Score,
}

/// Whether it is an attempt's turn, after so many nodes of deepening and of earlier attempts, and when so many are
/// left: what is left goes to deepening if it does not suffice for a larger attempt than the last. `settled` is the
/// least distance from the root at which the last attempt settled a node.
pub(crate) fn is_due(deepened: u64, attempts: u64, left: u64, settled: u32) -> bool {
    let within_share = if settled <= NEAR {
        attempts < SHARE * deepened
    } else {
        RESERVE * (attempts + budget(attempts, left)) <= deepened
    };
    within_share && left > attempts + 1
}

/// How many nodes the next attempt may take: as many as all before it, so that there are few, and at most half of what
/// is left.
pub(crate) fn budget(attempts: u64, left: u64) -> u64 {
    attempts.max(LEAST_NODES).min(left / 2)
}

/// The same where the game tells the effort that it takes: not before a good part of that has gone into deepening, for
/// most of what an attempt takes is lost if it does not succeed.
pub(crate) fn is_worth(effort: u64, deepened: u64, attempts: u64, left: u64) -> bool {
    deepened >= effort / PART && attempts < TOLD_SHARE * deepened && left > attempts + 1
}

impl<M: Copy + Eq + Hash> RootMoves<'_, M> {
    /// The best moves and their values at the end of the game, `depth` plies away, like an iteration of that depth;
    /// `None` if it takes more than `nodes`. `last` is an iteration that was finished.
    ///
    /// Where chance decides between equals, finding them may take all nodes that the whole search has left: the answer
    /// is proven already, so nothing else needs them.
    ///
    /// # Errors
    /// The limit of the whole search that was reached.
    pub(crate) fn prove<P: Evaluate<Move = M>>(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
        depth: u32,
        last: &Iteration<M>,
        nodes: u64,
    ) -> Result<Option<Proven<M>>, StoppedBy> {
        searcher.pv.reserve(depth);
        searcher.space = Space::PROOF;
        let wanted = self.request.multi_pv.clamp(1, self.tries.len());
        let best = searcher.within(nodes, |searcher| {
            let mut proof = Proof { searcher, root, depth, open: self.tries.clone() };
            let valued = proof.best(self.request.search_moves.is_none(), wanted, last)?;
            Ok((valued, proof.open))
        })?;
        let proven = best.map(|(mut valued, open)| {
            let exact = !searcher.heuristic_used;
            let ties = Proof { searcher, root, depth, open }.ties(self.request, &mut valued);
            Proven { lines: self.request.choose(valued, exact, root.key(), wanted), cut: ties.err() }
        });
        searcher.space = Space::DEEPENING;
        Ok(proven)
    }
}

/// What an attempt has found.
pub(crate) struct Proven<M> {
    /// The best moves, each with its value.
    pub(crate) lines: Vec<Line<M>>,
    /// The limit that was reached before all their equals were known.
    pub(crate) cut: Option<StoppedBy>,
}

/// The value of the game in a position that is not over, whatever that takes, and nothing else. The table keeps what it
/// knows, and may have it from other values of the same game alone.
#[must_use]
pub fn value<P: Evaluate>(position: &P, table: &mut Table) -> Score {
    let depth = position.plies_left();
    let request = Question::new(Limits::depth(depth));
    let stop = Stop::default();
    table.grow(u64::MAX);
    let mut searcher = Searcher::new(position, &request, table, &stop);
    searcher.space = Space::PROOF;
    searcher.pv.reserve(depth);
    let open = RootMoves::new(position, &request).tries;
    let range = Range::whole::<P>(0, 1);
    let value = Proof { searcher: &mut searcher, root: position, depth, open }.best_value(range, Score::ZERO);
    value.expect("there is no limit").0
}

/// An attempt at a proof.
struct Proof<'s, 'a, P: Evaluate> {
    searcher: &'s mut Searcher<'a, P>,
    root: &'s P,
    depth: u32,
    /// The moves that have no value yet, the most promising first.
    open: Vec<RootMove<P::Move>>,
}

impl<P: Evaluate> Proof<'_, '_, P> {
    /// The best `wanted` moves, one after the other. `all` says that every move is considered.
    fn best(&mut self, all: bool, wanted: usize, last: &Iteration<P::Move>) -> Result<Vec<Valued<P::Move>>, StoppedBy> {
        self.searcher.heuristic_used = false;
        let best = &last.lines[0];
        // A search that looked so far and has proved nothing saw that nobody wins by then.
        let known = if all { self.searcher.in_book(self.root, self.depth, 0) } else { None };
        let mut range = if let Some(value) = known {
            Range { low: value, high: value }
        } else if best.proven {
            Range { low: best.score, high: best.score }
        } else {
            Range::whole::<P>(last.depth + 1, last.depth + 1)
        };
        let mut valued: Vec<Valued<P::Move>> = Vec::new();
        while valued.len() < wanted {
            let guess = last.lines.get(valued.len()).map_or(range.high, |line| line.score);
            let next = self.next_line(range, guess)?;
            range = Range { low: Range::whole::<P>(0, 1).low, high: next.line.score };
            valued.push(next);
        }
        Ok(valued)
    }

    /// Adds the open moves that are as good as the best, if chance is to decide between them. What no null window finds
    /// as good need not be valued.
    fn ties(mut self, request: &Question<P::Move>, valued: &mut Vec<Valued<P::Move>>) -> Result<(), StoppedBy> {
        let random = request.handicap.is_some() || matches!(request.tie_break, TieBreak::Random(_));
        let best = valued[0].line.score;
        if !random || valued.iter().any(|valued| valued.line.score < best) {
            return Ok(());
        }
        sort_by_number(&mut self.open, &mut Vec::new(), |open| open.index as u64);
        let window = Window { alpha: best.just_below(), beta: best };
        for RootMove { mv, index, .. } in std::mem::take(&mut self.open) {
            if self.searcher.negamax_child(self.root, mv, self.depth, 0, window)? >= best {
                valued.push(self.with_line(mv, index, best)?);
            }
        }
        Ok(())
    }

    /// The best of the open moves, the first of equals, with its value; it is open no longer.
    fn next_line(&mut self, range: Range, guess: Score) -> Result<Valued<P::Move>, StoppedBy> {
        let (value, holder) = self.best_value(range, guess)?;
        let place = self.first_with(value, holder)?;
        let RootMove { mv, index, .. } = self.open.remove(place);
        self.with_line(mv, index, value)
    }

    /// A move of this value, with the line that shows it.
    fn with_line(&mut self, mv: P::Move, index: usize, value: Score) -> Result<Valued<P::Move>, StoppedBy> {
        // With a window just around the value, the table settles all but the variation itself.
        let window = Window { alpha: value.just_below(), beta: value.just_above() };
        self.searcher.negamax_child(self.root, mv, self.depth, 0, window)?;
        self.searcher.pv.extend(0, mv);
        let line = Line { score: value, pv: self.searcher.pv.line(0).to_vec(), proven: !self.searcher.heuristic_used };
        Ok(Valued { line, index })
    }

    /// The value of the best open move, and the place of a move that has it, if one was met. Points are looked for from
    /// `guess` on.
    fn best_value(&mut self, mut range: Range, mut guess: Score) -> Result<(Score, Option<usize>), StoppedBy> {
        let mut holder = None;
        while range.low < range.high {
            let asked = match P::THEORY.points {
                Some(points) => range.question_near(guess, points),
                None => range.question(self.depth),
            };
            let (value, place) = self.ask(asked)?;
            guess = value;
            if value >= asked {
                range.low = value.min(range.high);
                // This move is tried first at the next question.
                move_to_front(&mut self.open, place);
                holder = Some(0);
            } else {
                range.high = value.max(range.low);
            }
        }
        Ok((range.low, holder))
    }

    /// Whether an open move has at least this value: a bound of the best value on the side of the answer, and the
    /// move's place if one has.
    fn ask(&mut self, asked: Score) -> Result<(Score, usize), StoppedBy> {
        let window = Window { alpha: asked.just_below(), beta: asked };
        let moves = self.open.len();
        self.searcher.settled = u32::MAX;
        self.searcher.visit(0)?;
        self.searcher.stats.interior += 1;
        self.searcher.stats.legal_moves += moves as u64;
        let mut best = Score::MIN;
        for place in 0..moves {
            let value = self.searcher.negamax_child(self.root, self.open[place].mv, self.depth, 0, window)?;
            best = best.max(value);
            if value >= asked {
                self.searcher.stats.cut_off(self.root.side_to_move(), self.searcher.max_side, place + 1, moves);
                return Ok((best, place));
            }
        }
        Ok((best, 0))
    }

    /// The place of the first open move, in published order, with this value; `holder` is one that has it, and nobody
    /// has a better one.
    fn first_with(&mut self, value: Score, holder: Option<usize>) -> Result<usize, StoppedBy> {
        let mut order: Vec<(usize, usize)> = Vec::with_capacity(self.open.len());
        for (place, open) in self.open.iter().enumerate() {
            order.push((open.index, place));
        }
        order.sort_unstable();
        let window = Window { alpha: value.just_below(), beta: value };
        let ((_, last), earlier) = order.split_last().expect("an open move");
        for (_, place) in earlier {
            let found = Some(*place) == holder
                || self.searcher.negamax_child(self.root, self.open[*place].mv, self.depth, 0, window)? >= value;
            if found {
                return Ok(*place);
            }
        }
        Ok(*last)
    }
}

impl Range {
    /// All that a value can be where nobody loses within so many plies, nor wins.
    fn whole<P: Evaluate>(loss: u32, win: u32) -> Self {
        match P::THEORY.points {
            Some(Points { most, .. }) => Self { low: Score::points(-most), high: Score::points(most) },
            None => Self { low: Score::loss_in(loss), high: Score::win_in(win) },
        }
    }

    /// The same of points, near what the last answer says, or before the first what is expected. The result that it
    /// names is asked for next: as it is the bound on one side, it is asked from the other.
    fn question_near(self, guess: Score, points: Points) -> Score {
        let above_low = Score::points(self.low.value() + points.step);
        let steps = (guess.value() - self.low.value()).div_euclid(points.step);
        Score::points(self.low.value() + steps * points.step).clamp(above_low, self.high)
    }

    /// What to ask next, above the low end and up to the high one: is the value at least this? `depth` is the distance
    /// of the end of the game.
    ///
    /// Quick wins and losses come first, because no line has to be followed further than the distance asked about.
    fn question(self, depth: u32) -> Score {
        let Self { low, high } = self;
        let slack = |score: Score| score.plies().map_or(0, |plies| depth.saturating_sub(plies));
        match (low.plies(), high.plies()) {
            (_, Some(fast)) if low <= Score::ZERO && high > Score::ZERO && slack(high) >= slack(low).max(SLACK) => {
                Score::win_in(fast + slack(high) / 2)
            }
            (Some(fast), _) if low < Score::ZERO && high >= Score::ZERO && slack(low) >= SLACK => {
                Score::loss_in(fast + slack(low).div_ceil(2))
            }
            _ if low <= Score::ZERO && high > Score::ZERO => Score::ZERO.just_above(),
            _ if high == Score::ZERO => high,
            (Some(slow), Some(fast)) if low > Score::ZERO => Score::win_in((slow + fast) / 2),
            (Some(fast), Some(slow)) => Score::loss_in((fast + slow).div_ceil(2)),
            // Points: one step from the end that is known to be near.
            (_, Some(_)) => low.just_above(),
            (_, None) => high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What attempts take beside so many nodes of deepening, none of them succeeding, after the first.
    fn taken(deepened: u64, settled: u32) -> u64 {
        let mut attempts = LEAST_NODES;
        while is_due(deepened, attempts, u64::MAX, settled) {
            attempts += budget(attempts, u64::MAX);
        }
        attempts
    }

    #[test]
    fn where_the_end_is_far_deepening_keeps_nearly_all_nodes() {
        for deepened in [100_000, 1_000_000, 3_000_000] {
            assert!((deepened / 16..=deepened / 8).contains(&taken(deepened, NEAR + 1)), "{deepened}");
            assert!((7 * deepened..14 * deepened).contains(&taken(deepened, NEAR)), "{deepened}");
        }
        assert_eq!(taken(10_000, u32::MAX), LEAST_NODES);
    }
}
