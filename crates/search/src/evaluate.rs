//! A game's opinions: what search may ask beyond the rules.

use super::{Book, Score, Selective, StaticBounds, TableKey};
use crate::position::Position;

/// What a game thinks of its positions. Only [`Evaluate::evaluate`] is needed; the rest are hooks by which a game
/// becomes as fast to search as a hand-made solver. No hook may change a score that is said to be exact.
pub trait Evaluate: Position {
    /// Whether the game is searched as textbooks do it: at once to the full depth, by plain alpha-beta, moves in the order of
    /// `legal_moves` unless [`Evaluate::order`] says otherwise. For games whose visits are the point, and those where earlier iterations
    /// teach nothing.
    const PLAIN: bool = false;

    /// One more than the largest [`Evaluate::slot`]; 0 for a game that has none.
    const SLOTS: usize = 0;

    /// Whether moves that cut off elsewhere are tried earlier (killers, history). `false` for games whose own
    /// [`Evaluate::order`] knows better.
    const REMEMBERS: bool = true;

    /// Half the width of the window in which an iteration's value is expected around the last one's, in the unit of static values; 0
    /// for a game where the guess saves nothing.
    const ASPIRATION: i32 = 0;

    /// What [`super::Algorithm::Selective`] uses in this game; `None` for a game that gains nothing by it, and so has no such
    /// algorithm.
    const SELECTIVE: Option<Selective> = None;

    /// A small number for a move, by which search remembers what was good: moves that mean much the same in different
    /// positions share one. The side to move is told apart anyway.
    fn slot(_mv: Self::Move) -> usize {
        0
    }

    /// What was worked out beforehand about an early stage of the game.
    fn book() -> Book {
        Book::NONE
    }

    /// The key of the transposition table: [`Position::key`], or the same number for all positions that are equal by symmetry, and with it what
    /// becomes of the slots of moves.
    fn table_key(&self) -> TableKey {
        TableKey::plain(self.key())
    }

    /// Whether a move changes little (no capture, no promotion): only such moves are ordered by what was good elsewhere; others keep
    /// their place before them.
    fn is_quiet(&self, _mv: Self::Move) -> bool {
        true
    }

    /// The static value of an unfinished position, for the side to move: a function of the position alone.
    fn evaluate(&self) -> Score;

    /// The exact value of an unfinished position where theory knows it in closed form, with its distance from here.
    /// A search takes it as a leaf everywhere but at its root, where a move has to be found.
    fn solved(&self) -> Option<Score> {
        None
    }

    /// Sorts moves so that good ones come first. Affects how much is pruned, never a score; must be deterministic.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// Whether the side to move is under a threat that it has to answer at once (check). Only the selective search asks.
    fn must_answer(&self) -> bool {
        false
    }

    /// The most plies that the game can still last. A search that looks so far meets no static value, so its result is the value of the
    /// game, and it may be found by asking for that directly.
    fn plies_left(&self) -> u32 {
        u32::MAX
    }

    /// Lists the moves that are worth trying in a search of `depth` plies, at least 1, and what the rules show of its result before any
    /// is tried. Asked only while the game goes on, and not at the root.
    ///
    /// A hook may conclude only what that search would find, and what stays true however much deeper one looks: the bounds hold for
    /// the value at this depth and for the value of the game, and for each of the two the list has a move that has it. So what is concluded counts as proven;
    /// what holds so many plies deep and no further is for [`Evaluate::evaluate`] to say. The order means nothing.
    fn static_bounds(&self, _depth: u32, moves: &mut Vec<Self::Move>) -> StaticBounds {
        let before = moves.len();
        self.legal_moves(moves);
        StaticBounds { legal: moves.len() - before, ..StaticBounds::default() }
    }

    /// Sorts the moves of [`Evaluate::static_bounds`] as [`Evaluate::order`] sorts any, and returns the bounds with what a closer look at each move adds to its
    /// bounds.
    fn refine_bounds(&self, _depth: u32, moves: &mut [Self::Move], bounds: StaticBounds) -> StaticBounds {
        self.order(moves);
        bounds
    }

    /// Appends the moves that the selective search tries, at least one, ordered as by [`Evaluate::order`], and returns whether those that it leaves out are surely no better than
    /// these. If they are not, no loss is concluded from these alone.
    fn candidates(&self, moves: &mut Vec<Self::Move>) -> bool {
        let first = moves.len();
        self.legal_moves(moves);
        self.order(&mut moves[first..]);
        true
    }

    /// Whether a search of this depth sees the end of the game, or nearly always does. The selective search then leaves nothing out, so
    /// that its result is proven. Only it asks.
    fn may_see_end(&self, _depth: u32) -> bool {
        false
    }

    /// Appends the moves after which an evaluation is worth trusting (captures, most often): what quiescence looks
    /// at beyond the depth limit. Asked only while the game goes on. Sequences of such moves must be finite.
    fn noisy_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Whether the side to move could also decline all noisy moves, and so have at least its static value.
    /// `false` where they are forced; means nothing where there are none.
    fn may_stand_pat(&self) -> bool {
        true
    }
}
