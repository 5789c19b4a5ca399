//! What a game tells the search beyond its rules.

use crate::Score;
use crate::hooks::{
    Candidates, Judge, Openings, Points, Selective, SolverContext, StaticBounds, Tactical, ThreatSearch,
};
use crate::position::Position;
use crate::score::Window;
use crate::table::TableKey;

/// The evaluation of a game, and its hooks into the search.
///
/// Only [`evaluate`](Evaluate::evaluate) is needed, and [`order`](Evaluate::order) gains most beyond it. All other items
/// are hooks with a default. They make a game faster or stronger to search, and a game that leaves one out pays nothing
/// for it. No hook may change a score that is said to be exact. In this order, they are used by
///
/// - move ordering and the transposition table: `SLOTS` to `table_key`;
/// - the deepening: `AT_ONCE`, `ASPIRATION`;
/// - all searches that may use what is known without a search: `closed_form` to `plausible`;
/// - the exact search and proofs: `static_bounds` to `solve`;
/// - quiescence: `noisy_moves`, `may_stand_pat`;
/// - the selective search: `SELECTIVE` to `probcut_margin`, and `Tactics`.
pub trait Evaluate: Position {
    /// Captures and checks, for [`Selective::Tactical`]; [`NoTactics`](crate::hooks::NoTactics) in any other game.
    type Tactics: Tactical<Self>;

    /// The static evaluation of an unfinished position, for the side to move: a function of the position alone.
    fn evaluate(&self) -> Score;

    /// Sorts moves so that good ones come first: all moves of a position, or those that are left to try. Affects
    /// pruning, never an exact score. Must be deterministic.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// One more than the largest [slot](Evaluate::slot); 0 for a game without slots.
    const SLOTS: usize = 0;

    /// The slot of a move in killers, history and table. Moves that mean much the same in different positions share
    /// one. Each side has slots of its own.
    fn slot(_mv: Self::Move) -> usize {
        0
    }

    /// Whether a move changes little (no capture, no promotion). Killers and history order quiet moves only, after all
    /// others. The selective search reduces and skips quiet moves only. A game with [tactics](Evaluate::Tactics) says
    /// the same by [`capture_value`](Tactical::capture_value) instead.
    fn is_quiet(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Whether killers and history order the moves. `false` for games that [`Evaluate::order`] orders better alone.
    const KILLERS_AND_HISTORY: bool = true;

    /// Whether killers and history order the moves only after the table move has been searched.
    ///
    /// Only checkers uses it. Its nodes are so cheap that it is measurable to order moves which are never tried.
    const TABLE_MOVE_FIRST: bool = false;

    /// The key of the transposition table: the same for all positions that are equal by symmetry.
    #[inline]
    fn table_key(&self) -> TableKey {
        TableKey::plain(self.key())
    }

    /// Whether every search goes straight to its depth by plain alpha-beta. Only the game tree uses it, whose visits must
    /// be those of a textbook.
    const AT_ONCE: bool = false;

    /// Half the width of the aspiration window around the value of the last iteration, in the unit of static
    /// evaluations; 0 for a game where aspiration saves nothing.
    const ASPIRATION: i32 = 0;

    /// The exact value of an unfinished position where a formula or an endgame table has it, with its distance from
    /// here. A search takes it as a leaf everywhere but at its root, where a move has to be found.
    ///
    /// Exact searches use closed forms only if the root has one. Then every successor that could improve on the root's
    /// value must have one too.
    #[inline]
    fn closed_form(&self) -> Option<Score> {
        None
    }

    /// The most plies that the game can still last. A search of that depth meets no static evaluation, so its result is
    /// the value of the game. A proof may then ask for that value directly, and positional games prune nothing by static
    /// evaluations.
    #[inline]
    fn plies_left(&self) -> u32 {
        u32::MAX
    }

    /// The points that every game ends in; `None` where games are won or lost, or nothing more is known of the points.
    ///
    /// Only Othello uses it: proofs bisect the points, and results are two apart.
    const POINTS: Option<Points> = None;

    /// The value of an unfinished position by the game's book, which has all positions of one stage. For games without
    /// [repetition](Position::REPETITION).
    ///
    /// Only Connect Four uses it. Solving the empty board takes minutes without the book.
    #[inline]
    fn book_value(&self) -> Option<Score> {
        None
    }

    /// Good moves of the game's first positions, of which levels draw one.
    fn openings() -> Openings {
        Openings::NONE
    }

    /// The moves that a careless player thinks of; none where these are all legal ones. Used by gomoku and Hex, where
    /// most cells of the board are far from the action.
    fn plausible(&self) -> Vec<Self::Move> {
        Vec::new()
    }

    /// Lists the moves that are worth trying in a search of `depth` plies, at least 1, in any order, and bounds its
    /// result by the rules. `None`, and nothing is listed, in a game that knows no such bounds. Asked by the exact
    /// search before any move is tried, only while the game goes on, and not at the root.
    ///
    /// Bounds must hold both for the value at `depth` plies and for the value of the game, and the list must contain a
    /// best move for each of the two. Bounds count as proven, so knowledge that holds at this depth only belongs into
    /// [`Evaluate::evaluate`].
    #[inline]
    fn static_bounds(&self, _depth: u32, _moves: &mut Vec<Self::Move>) -> Option<StaticBounds> {
        None
    }

    /// Sorts the moves that [`static_bounds`](Evaluate::static_bounds) has listed, in place of [`Evaluate::order`], and
    /// returns its bounds with what a closer look at each move adds to them.
    ///
    /// Only Connect Four uses it: counting threats orders its moves and finds wins in three.
    #[inline]
    fn refine_bounds(&self, _depth: u32, _moves: &mut [Self::Move], _bounds: StaticBounds) -> Option<StaticBounds> {
        None
    }

    /// Whether evaluating leaves is faster than probing the position before them. The exact search then stores only
    /// results of depth 2 and more, so that its table stays small, and evaluates leaves by [`Evaluate::leaf_values`].
    ///
    /// For games without [quiescence](Evaluate::noisy_moves). Only Connect Four uses it. It shares work between the
    /// children of a node and searches millions of leaves a second.
    const CHEAP_LEAVES: bool = false;

    /// A function that evaluates the children of this position, each for its side to move, as [`Evaluate::evaluate`]
    /// does: for games that evaluate children faster together. Called if [`Evaluate::CHEAP_LEAVES`].
    fn leaf_values(&self) -> impl Fn(&Self) -> Score {
        Self::evaluate
    }

    /// Whether the game has a solver made for its last plies, many times as fast as the general search.
    ///
    /// Only Othello uses it: its last twenty plies are solved with parity and stability of discs.
    const SOLVES_ENDGAMES: bool = false;

    /// About the nodes that solving the position takes, by which proofs are scheduled.
    fn solver_nodes(&self) -> u64 {
        u64::MAX
    }

    /// Bounds the value of the game for the side to move, in points: a lower bound if it is the null window's `beta` or
    /// more, else an upper bound. `None` if the [allowed](SolverContext::allows) nodes did not suffice.
    fn solve(&self, _window: Window, _context: &mut SolverContext<'_>) -> Option<Score> {
        None
    }

    /// Appends the moves that are searched beyond the depth limit before the static evaluation can be trusted (captures,
    /// most often). Asked only while the game goes on. Sequences of such moves must be finite. By default every position
    /// is quiet.
    #[inline]
    fn noisy_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Whether the side to move may decline all noisy moves, and so has at least its static evaluation. `false` where
    /// they are forced; without noisy moves it makes no difference.
    #[inline]
    fn may_stand_pat(&self) -> bool {
        true
    }

    /// How [`Algorithm::Selective`](crate::Algorithm::Selective) searches the game.
    const SELECTIVE: Selective = Selective::None;

    /// Whether the side to move is in check, or under another threat that it has to answer at once. The selective search
    /// searches such a node a ply deeper, and prunes it by no static evaluation.
    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// The legal move with this [slot](Evaluate::slot), if there is one; of several, the one with the largest
    /// [capture value](Tactical::capture_value). With it the table's move is tried before the others are listed.
    ///
    /// Games with tactics need it. Beside them Hex uses it, where listing takes longer than a search of one ply.
    #[inline]
    fn move_from_slot(&self, _slot: u16) -> Option<Self::Move> {
        None
    }

    /// Appends the moves that a positional game tries, at least one, in the order in which they are tried. `None`, and
    /// nothing is appended, where these are all legal moves.
    #[inline]
    fn candidates(&self, _moves: &mut Vec<Self::Move>) -> Option<Candidates> {
        None
    }

    /// A search of the game's own for wins by force; made once for each search, with its root.
    ///
    /// Only gomoku uses it. Its wins are rows of forced replies, often longer than the depth of any other search.
    fn threat_search(&self) -> Option<Box<dyn ThreatSearch<Self>>> {
        None
    }

    /// The game's own judgement of single positions, for the selective search; made once for each search, with its root.
    /// Searches of levels that lack full knowledge do without.
    ///
    /// Only Hex uses it. Its virtual connections show who wins long before the end.
    fn judge(&self) -> Option<Box<dyn Judge<Self>>> {
        None
    }

    /// Multi-ProbCut: the margin by which a value at the `shallow` depth has to lie outside the window, to stand for one
    /// at the `deep` depth. Used if [`Positional::multi_probcut`](crate::hooks::Positional::multi_probcut).
    fn probcut_margin(&self, _shallow: u32, _deep: u32) -> i32 {
        i32::MAX
    }
}
