//! The selective search: alpha-beta that looks less at what promises little and more at what is forced. Stronger for its nodes,
//! and not exact; [`super::negamax`] is.
//!
//! What a game uses of it, and how much, is data: [`Selective`]. Two things hold whatever it uses:
//!
//! - A win or loss that it claims is real for the side that wins: every reply has been searched, and all pruning by opinion ends in
//!   an opinion. Its distance is that of the win found, which need not be the shortest.
//! - A value in which no opinion had a part is the value of the game (`heuristic_used`).

use super::Evaluate;
use super::limits::StoppedBy;
use super::move_loop::MoveLoop;
use super::node::{LookUp, Searcher};
use super::score::{Score, Window};
use super::table::Known;
use super::table_key::{HORIZON, TableKey};

/// What the selective search uses in a game. Margins are in the game's own unit, depths in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    /// Moves late in the order are looked at less deeply first (late-move reductions).
    pub late_moves: Option<LateMoves>,
    /// Near the leaves, a static value far outside the window is believed (futility pruning; Schaeffer 1986, Heinz 1998).
    pub futility: Option<Futility>,
    /// A side that [must answer](Evaluate::must_answer) is searched a ply deeper.
    pub extends: bool,
    /// Killers and history order the moves, whatever [`Evaluate::REMEMBERS`] says of alpha-beta.
    pub remembers: bool,
}

impl Selective {
    /// Nothing but alpha-beta with a table that also serves less than it knows.
    pub const NONE: Self = Self { late_moves: None, futility: None, extends: false, remembers: false };
}

/// How much less deep: `base + log2(depth) * log2(number) / scale` plies, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoves {
    /// From this depth on.
    pub from: u32,
    /// So many moves come before the first that is reduced.
    pub after: usize,
    /// In 1/256 ply.
    pub base: u32,
    /// In 1/256; larger reduces less.
    pub scale: u32,
    /// At depths `d` up to this one, quiet moves after the first `count + d * d` are left out; 0 for never.
    pub leave_out_to: u32,
    /// See there.
    pub count: u32,
}

/// How far outside the window is far enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Up to this depth.
    pub to: u32,
    /// Above the window: so much for each ply of depth, and the node is done (reverse futility).
    pub above: i32,
    /// Below the window: so much for each ply, and quiet moves are left out.
    pub below: i32,
}

impl<P: Evaluate> Searcher<'_, P> {
    const USES: Selective = match P::SELECTIVE {
        Some(uses) => uses,
        None => Selective::NONE,
    };

    /// Searches about `depth` plies below a node at distance `ply` from the root.
    ///
    /// The cases are those of [`Searcher::negamax`], with an estimate for the minimax value. Where the result says that a side
    /// wins, it does.
    ///
    /// # Errors
    /// The limit that was reached. Arena and tables are then left as they fell.
    fn selective(&mut self, position: &P, depth: u32, ply: u32, mut window: Window) -> Result<Score, StoppedBy> {
        self.visit(ply)?;
        self.pv.clear(ply);
        if let Some(score) = self.exact(position, ply) {
            self.stats.leaves += 1;
            return Ok(score);
        }
        if P::REPEATS && self.repeats_on_path(position, ply) {
            // True of this path only, so nothing is proven by it.
            self.heuristic_used = true;
            self.stats.leaves += 1;
            return Ok(Score::ZERO);
        }
        let pressed = position.must_answer();
        let extended = Self::USES.extends
            && self.techniques.extensions
            && pressed
            && ply < (2 * self.root_depth).min(HORIZON - depth.min(HORIZON));
        let depth = depth + u32::from(extended);
        if depth == 0 {
            self.stats.leaves += 1;
            return self.leaf_value(position, ply, window);
        }
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            self.stats.leaves += 1;
            return Ok(window.beta);
        }
        let names = TableKey::of(position, self.history, depth);
        let key = names.number();
        let cutoff = |known: &Known| known.selective_cutoff(depth, window.to_node(ply)).filter(|_| window.is_null());
        let best_slot = match self.look_up(key, cutoff) {
            LookUp::Cutoff(score) => return Ok(score.from_node(ply)),
            LookUp::Hint(hint) => hint.map(|hint| names.own(hint)),
        };
        let may_prune = window.is_null() && !pressed && !window.beta.is_proven() && !position.may_see_end(depth);
        // Asked for by opinion only: acting on it is what counts as having met it.
        let opinion = if may_prune { Some(position.evaluate()) } else { None };
        if let Some(score) = opinion.and_then(|opinion| self.far_above(opinion, depth, window)) {
            self.heuristic_used = true;
            self.stats.leaves += 1;
            return Ok(score);
        }
        let first = self.moves.len();
        let complete = if position.may_see_end(depth) {
            position.legal_moves(&mut self.moves);
            position.order(&mut self.moves[first..]);
            true
        } else {
            position.candidates(&mut self.moves)
        };
        let moves = &mut self.moves[first..];
        self.ordering.promote(position, moves, ply, best_slot, self.techniques.move_memory);
        let legal = self.moves.len() - first;
        self.stats.interior += 1;
        self.stats.legal_moves += legal as u64;
        let heuristic_used_before = std::mem::replace(&mut self.heuristic_used, false);
        let mut tried = MoveLoop::new(depth, ply, legal, window);
        for index in 0..legal {
            let mv = self.moves[first + index];
            // Only once some move is known not to lose.
            if let Some(opinion) = opinion
                && index > 0
                && !tried.best.is_proven()
                && position.is_quiet(mv)
                && let Some(guess) = self.left_out(opinion, index, depth, tried.window)
            {
                self.heuristic_used = true;
                tried.best = tried.best.max(guess);
                continue;
            }
            let value = self.try_selectively(position, mv, index, depth, ply, tried.window)?;
            if self.record(position, &mut tried, index, mv, value) {
                break;
            }
        }
        self.moves.truncate(first);
        if !complete {
            self.heuristic_used = true;
            if let Some(plies) = tried.best.plies().filter(|_| tried.best < Score::ZERO) {
                tried.best = tried.best.as_opinion(plies);
            }
        }
        let (best, bound) = (tried.best, tried.bound());
        let best_slot = tried.best_move.filter(|_| P::SLOTS > 0).map(|mv| names.shared(P::slot(mv)));
        let known = Known { score: best.to_node(ply), bound, depth, complete: !self.heuristic_used, best: best_slot };
        self.table.store(key, known);
        self.heuristic_used |= heuristic_used_before;
        Ok(best)
    }

    /// The value of the `index`-th move that is tried, for the side that plays it: scouted with a null window, and there with less
    /// depth if it comes late; whatever turns out better than that is searched again.
    pub(super) fn try_selectively(
        &mut self,
        position: &P,
        mv: P::Move,
        index: usize,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        let next = position.after(mv);
        let turns = next.side_to_move() != position.side_to_move();
        if index > 0 && window.alpha > Score::MIN {
            let scout = Window { alpha: window.alpha, beta: window.alpha.just_above() };
            // A move is chosen at the root: there, none is scouted less deeply.
            let less = if ply == 0 { 0 } else { self.reduction(position, mv, &next, index, depth, window) };
            let mut value = self.selective_child(&next, turns, depth - 1 - less, ply, scout)?;
            if less > 0 && value > window.alpha {
                value = self.selective_child(&next, turns, depth - 1, ply, scout)?;
            }
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.selective_child(&next, turns, depth - 1, ply, window)
    }

    fn selective_child(
        &mut self,
        next: &P,
        turns: bool,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, StoppedBy> {
        if turns {
            Ok(-self.selective(next, depth, ply + 1, window.flipped())?)
        } else {
            self.selective(next, depth, ply + 1, window)
        }
    }

    /// How many plies less deep a move is scouted.
    fn reduction(&self, position: &P, mv: P::Move, next: &P, index: usize, depth: u32, window: Window) -> u32 {
        let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.late_moves) else { return 0 };
        if depth < late.from
            || index < late.after
            || !position.is_quiet(mv)
            || next.must_answer()
            || position.may_see_end(depth)
        {
            return 0;
        }
        let less = (late.base + log2(depth) * log2(index as u32 + 1) / late.scale) / 256;
        // On the principal variation one is worth looking at more closely.
        less.saturating_sub(u32::from(!window.is_null())).min(depth - 1)
    }

    /// The score of a node whose static value is so far above the window that it is believed.
    fn far_above(&self, opinion: Score, depth: u32, window: Window) -> Option<Score> {
        let futility = Self::USES.futility.filter(|futility| self.techniques.futility && depth <= futility.to)?;
        let sure = opinion.less(futility.above * depth as i32);
        (sure >= window.beta).then_some(sure)
    }

    /// What a quiet move is guessed to be worth at most, if it is not looked at: it comes too late, or the static value
    /// is too far below the window.
    fn left_out(&self, opinion: Score, index: usize, depth: u32, window: Window) -> Option<Score> {
        if let Some(late) = Self::USES.late_moves.filter(|_| self.techniques.late_moves)
            && depth <= late.leave_out_to
            && index as u32 > late.count + depth * depth
        {
            return Some(window.alpha);
        }
        let futility = Self::USES.futility.filter(|futility| self.techniques.futility && depth <= futility.to)?;
        let hope = opinion.less(-futility.below * depth as i32);
        (hope <= window.alpha).then_some(hope)
    }

    /// Whether the line from the root has been here before. Notes that it is here now.
    fn repeats_on_path(&mut self, position: &P, ply: u32) -> bool {
        let key = position.key();
        self.path.truncate(ply as usize);
        let repeats = self.path.contains(&key);
        self.path.push(key);
        repeats
    }
}

/// The logarithm to base 2, in 1/256: exact at powers of two and linear between them.
const fn log2(number: u32) -> u32 {
    let whole = number.ilog2();
    256 * whole + ((256 * (number as u64 - (1 << whole))) >> whole) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_grow_between() {
        assert_eq!([1, 2, 4, 64].map(log2), [0, 256, 512, 1536]);
        assert!((1..200).map(log2).is_sorted());
    }
}
