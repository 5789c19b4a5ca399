//! How a game is searched selectively, and the numbers of a game without tactics.

use super::TacticalParameters;
use crate::score::{Score, Window};

#[cfg(doc)]
use super::Tactical;

/// How [`Algorithm::Selective`](crate::Algorithm::Selective) searches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selective {
    /// Not at all: the game gains nothing by it, so it doesn't offer the algorithm.
    None,
    /// Unlikely moves are the late ones in the game's own order.
    Positional(Positional),
    /// Unlikely moves are those that lose an exchange, or that seldom worked in other positions (histories). The game's
    /// [`Tactics`](super::Hooks::Tactics) has the rules behind this.
    ///
    /// Only chess and its variants use it. The other games that are searched selectively have forced captures, or no
    /// captures.
    Tactical(TacticalParameters),
}

impl Selective {
    /// Alpha-beta and nothing else, with a table whose results also answer shallower searches.
    pub const PLAIN: Self = Self::Positional(Positional::PLAIN);
}

/// The techniques that the selective search uses in a game without tactics, with their numbers: margins in the unit of
/// static evaluations, depths in plies. `None` switches one off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positional {
    /// Whether static evaluations are kept for positions that come up again: leaves that the next iteration searches
    /// more deeply, and positions that other orders of the same moves lead to.
    ///
    /// Hex and Othello use it. (Chess always keeps them.)
    pub keeps_static_evals: bool,
    /// Whether killers and history order the moves, even if
    /// [`KILLERS_AND_HISTORY`](crate::Evaluate::KILLERS_AND_HISTORY) leaves them out of alpha-beta.
    pub killers_and_history: bool,
    /// Near the leaves, a static evaluation far above beta is returned.
    pub reverse_futility: Option<ReverseFutility>,
    /// Near the leaves, a static evaluation far below alpha is returned, if the side to move was found to have no win by
    /// threats: razoring (Birmingham and Kent 1977), with the search for threats in place of a search of captures. The
    /// margins are those of futility pruning.
    ///
    /// Only gomoku uses it.
    pub razoring: Option<Futility>,
    /// Near the leaves, quiet moves are skipped if the static evaluation is far below alpha.
    pub futility: Option<Futility>,
    /// Near the leaves, quiet moves late in the order are skipped.
    pub late_move_pruning: Option<LateMovePruning>,
    /// Moves late in the order are searched less deeply first.
    pub late_move_reductions: Option<LateMoveReductions>,
    /// Moves that the game's policy finds unlikely are reduced more.
    ///
    /// Only gomoku uses it.
    pub policy_reductions: Option<PolicyReductions>,
    /// Whether late moves are reduced at the root, too.
    ///
    /// Only gomoku uses it.
    pub reduces_at_root: bool,
    /// Multi-ProbCut (Buro 1997): if a shallow search ends outside the window by a
    /// [margin](super::Hooks::probcut_margin), its result replaces a deeper search. Below this depth, the static
    /// evaluation replaces it, if it lies that far outside.
    ///
    /// Only Othello uses it. Its shallow and deep values differ by two to four discs.
    pub multi_probcut: Option<u32>,
}

impl Positional {
    /// Nothing but alpha-beta, with a table whose results serve shallower searches too.
    pub const PLAIN: Self = Self {
        keeps_static_evals: false,
        killers_and_history: false,
        reverse_futility: None,
        razoring: None,
        futility: None,
        late_move_pruning: None,
        late_move_reductions: None,
        policy_reductions: None,
        reduces_at_root: false,
        multi_probcut: None,
    };
}

/// Reverse futility pruning, also called static null move pruning: a static evaluation that exceeds beta by a margin is
/// returned without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseFutility {
    /// Up to this depth.
    pub max_depth: u32,
    /// The margin for each ply of depth. In a game with [tactics](Tactical), the depth counts as one ply less if the
    /// static evaluation is improving.
    pub margin: i32,
}

/// Futility pruning (Schaeffer 1986, Heinz 1998): quiet moves are skipped if the static evaluation plus a margin does
/// not reach alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Up to this depth; in a game with [tactics](Tactical), the depth that is left after the reduction.
    pub max_depth: u32,
    /// The margin at depth 0.
    pub base: i32,
    /// Added for each ply of depth.
    pub margin: i32,
}

impl Futility {
    /// The most that a quiet move is expected to be worth at this depth.
    pub(crate) fn value(self, static_eval: Score, depth: u32) -> Option<Score> {
        (depth <= self.max_depth).then(|| static_eval.plus(self.base + self.margin * depth as i32))
    }
}

/// Late move pruning, also called move count pruning: quiet moves are skipped once more than
/// `(base + per_depth_squared * depth²) / divisor` moves have been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMovePruning {
    /// Up to this depth.
    pub max_depth: u32,
    /// Moves that are tried at depth 0, before the division.
    pub base: u32,
    /// Moves that the square of the depth adds, before the division.
    pub per_depth_squared: u32,
    /// The divisor.
    pub divisor: u32,
    /// The divisor if the static evaluation is improving, in a game with [tactics](Tactical).
    pub divisor_improving: u32,
}

impl LateMovePruning {
    /// Whether a quiet move is skipped after `tried` others.
    pub(crate) const fn skips(self, depth: u32, tried: usize, improving: bool) -> bool {
        let divisor = if improving { self.divisor_improving } else { self.divisor };
        let most = (self.base + self.per_depth_squared * depth * depth) / divisor;
        depth <= self.max_depth && tried as u32 > most
    }
}

/// Late move reductions: `base + log2(depth) * log2(number) / scale` in 1/256 ply, rounded down to plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMoveReductions {
    /// From this depth on.
    pub min_depth: u32,
    /// Moves that are tried before the first that is reduced.
    pub min_moves: usize,
    /// In 1/256 ply.
    pub base: u32,
    /// The logarithms are in 1/256, so a larger scale reduces less. A game with [tactics](Tactical) uses it at the root
    /// only, and [`Reductions::scale`](super::Reductions::scale) below.
    pub scale: u32,
}

impl LateMoveReductions {
    /// Whether a move after `tried` others may be reduced.
    pub(crate) const fn concern(self, depth: u32, tried: usize) -> bool {
        depth >= self.min_depth && tried >= self.min_moves
    }

    pub(crate) const fn with_scale(self, scale: u32) -> Self {
        Self { scale, ..self }
    }

    /// The reduction of a move after `tried` others, in 1/256 ply.
    pub(crate) const fn fractional(self, depth: u32, tried: usize) -> u32 {
        self.base + log2(depth) * log2(tried as u32 + 1) / self.scale
    }

    /// The reduction in plies: a ply less on the principal variation, and at most `depth - 1`. `added` is a further
    /// reduction, in 1/256 ply.
    pub(crate) fn plies(self, depth: u32, tried: usize, window: Window, added: u32) -> u32 {
        let plies = (self.fractional(depth, tried) + added) / 256;
        plies.saturating_sub(u32::from(!window.is_null())).min(depth - 1)
    }
}

/// Reductions by a game's [policy](super::MoveChoice::likelihood): `log2(depth) * gap / scale` in 1/256 ply is added to a
/// late move reduction. The gap is how much less likely the move is than the likeliest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyReductions {
    /// The logarithm of the depth is in 1/256, so a larger scale reduces less.
    pub scale: u32,
    /// The largest gap, in the unit of the policy.
    pub max_gap: u32,
}

impl PolicyReductions {
    /// The reduction in 1/256 ply.
    pub(crate) const fn fractional(self, depth: u32, gap: u32) -> u32 {
        let gap = if gap < self.max_gap { gap } else { self.max_gap };
        log2(depth) * gap / self.scale
    }
}

/// The logarithm to base 2, in 1/256: exact at powers of two and linear between them.
pub const fn log2(number: u32) -> u32 {
    let floor = number.ilog2();
    256 * floor + ((256 * (number as u64 - (1 << floor))) >> floor) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_exact_at_powers_of_two_and_grow_between() {
        assert_eq!([1, 2, 4, 64].map(log2), [0, 256, 512, 1536]);
        assert!((1..200).map(log2).is_sorted());
    }

    #[test]
    fn unlikely_moves_are_reduced_more_up_to_the_largest_gap() {
        let late = LateMoveReductions { min_depth: 2, min_moves: 1, base: 256, scale: 1000 };
        let policy = PolicyReductions { scale: 768, max_gap: 512 };
        let scout = Window { alpha: Score::ZERO, beta: Score::ZERO.just_above() };
        let plies = |gap| late.plies(8, 1, scout, policy.fractional(8, gap));
        assert_eq!([0, 256, 512, 5120].map(plies), [1, 2, 3, 3]);
        assert_eq!(
            late.plies(8, 1, Window::FULL, policy.fractional(8, 512)),
            2,
            "a ply less on the principal variation"
        );
        assert_eq!(late.plies(2, 1, scout, 5120), 1, "some depth is left");
    }
}
