//! What a game tells the search beyond its rules: [`Evaluate`], and the groups of [`Hooks`] that few games need.

use crate::hooks::{
    Candidates, NoTactics, Openings, Points, Prover, Selective, SolverContext, StaticBounds, Tactical, ThreatSearch,
};
use crate::position::Position;
use crate::score::{Score, Window};
use crate::table::TableKey;

/// The evaluation of a game, and what else the search should know about it.
///
/// A game has to write two items: `type Hooks = NoHooks`, and [`evaluate`](Evaluate::evaluate). The other twelve have
/// defaults. Begin with [`order`](Evaluate::order): alpha-beta searches far fewer nodes if good moves come first. Then
/// add what suits the game, and measure whether it helps. An item that you leave out costs nothing.
///
/// Some items count as proven: [`closed_form`](Evaluate::closed_form), [`static_bounds`](Evaluate::static_bounds) and
/// [`plies_left`](Evaluate::plies_left). If one of these is wrong, so are scores that the search calls exact. All items
/// must be deterministic.
pub trait Evaluate: Position {
    /// Rarer knowledge, in [groups](Hooks); [`NoHooks`] for most games.
    type Hooks: Hooks<Self>;

    /// The static evaluation of an unfinished position, for the side to move. It may depend on the position only, not on
    /// the moves that led to it. Called at the depth limit and below it (quiescence), and by selective searches also to
    /// decide what to prune.
    fn evaluate(&self) -> Score;

    /// Sorts moves so that the likely best come first. The list may have all legal moves or only some of them. The order
    /// changes how much an exact search prunes, never its score.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// The number of [slots](Evaluate::slot); 0 for a game without slots. Such a game has no history, and the
    /// transposition table remembers no moves.
    const SLOTS: usize = 0;

    /// A small number for the move, less than [`SLOTS`](Evaluate::SLOTS). The transposition table stores it for the
    /// best move, and history remembers by it which moves have cut off, separately for each side. So give one slot to
    /// moves that mean much the same in different positions, such as all moves to a square.
    fn slot(_mv: Self::Move) -> usize {
        0
    }

    /// Whether a move changes little, in contrast to captures and promotions. Only quiet moves become killers and enter
    /// the history, which orders them after the other moves. The selective search reduces and skips quiet moves only.
    ///
    /// A selective search with [tactics](Tactical) asks for the
    /// [capture value](Tactical::capture_value) instead.
    fn is_quiet(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Whether killers and history decide the order of moves, with [`order`](Evaluate::order) for ties. Set it to `false`
    /// if `order` alone searches fewer nodes.
    const KILLERS_AND_HISTORY: bool = true;

    /// The position's key in the transposition table: one key for all positions that are equal by symmetry. By default,
    /// a position is equal only to itself.
    #[inline]
    fn table_key(&self) -> TableKey {
        TableKey::plain(self.key())
    }

    /// The exact value of an unfinished position and its distance in plies, if a formula or an endgame table has it. The
    /// search then looks no further, except at the root, where it has to find a move.
    ///
    /// An exact search uses closed forms only if the root has one. In that case, each move that could improve on the
    /// root's value must lead to a position that has one, too.
    #[inline]
    fn closed_form(&self) -> Option<Score> {
        None
    }

    /// Bounds on the value of an unfinished position that follow from the rules, without a search. Appends the moves
    /// that are worth trying, in any order. Returns `None`, appending nothing, if the game knows no bounds. The exact
    /// search calls it below the root, before it tries the moves of a node; `depth` is the node's depth, at least 1.
    ///
    /// The bounds count as proven. They must hold both for a search of `depth` plies and for the value of the game, and
    /// the list must contain a best move for each of the two. What holds at this depth only belongs in
    /// [`evaluate`](Evaluate::evaluate).
    #[inline]
    fn static_bounds(&self, _depth: u32, _moves: &mut Vec<Self::Move>) -> Option<StaticBounds> {
        None
    }

    /// The most plies that the game can still last. A search of that depth sees every end of the game and needs no
    /// static evaluation, so its score is the value of the game. The search then tries to prove the value without going
    /// through all depths before. Too large a number delays such proofs; too small a number makes them wrong.
    #[inline]
    fn plies_left(&self) -> u32 {
        u32::MAX
    }

    /// Appends the moves that are searched beyond the depth limit before the static evaluation can be trusted: captures
    /// in most games. Sequences of such moves must end. By default every position is quiet.
    ///
    /// Called at the depth limit and below it, in unfinished positions. The selective search of a game with
    /// [tactics](Tactical) has its own list of captures instead.
    #[inline]
    fn noisy_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Half the width of the aspiration window around the value of the last iteration, in the unit of static
    /// evaluations; 0 for none. A narrow window saves nodes if values change little from depth to depth.
    const ASPIRATION: i32 = 0;

    /// How [`Algorithm::Selective`](crate::Algorithm::Selective) searches the game. By default the game has no selective
    /// search.
    const SELECTIVE: Selective = Selective::None;
}

/// What few games need to tell the search, in five groups.
///
/// Most games have no hooks and write `type Hooks = NoHooks`. A game that has some names a type for each group: its own,
/// or the type of games without the group. Its own type may be the game itself:
///
/// ```text
/// impl Evaluate for Draughts {
///     type Hooks = Self;
///     …
/// }
///
/// impl Hooks<Self> for Draughts {
///     type Tactics = NoTactics;
///     type Leaves = NoLeaves;
///     type Solver = NoSolver;
///     type Forced = Self;
///     type Moves = AllMoves;
/// }
///
/// impl Forced<Self> for Draughts {
///     fn may_stand_pat(_position: &Self) -> bool {
///         false
///     }
/// }
/// ```
///
/// Hooks are chosen when the search is compiled for the game, so a hook that a game doesn't have costs it nothing.
pub trait Hooks<P: Evaluate> {
    /// Captures and checks, for a game with [`Selective::Tactical`]; otherwise [`NoTactics`].
    type Tactics: Tactical<P>;

    /// A book, and fast evaluation of leaves; otherwise [`NoLeaves`].
    type Leaves: Leaves<P>;

    /// A solver for the last moves of the game; otherwise [`NoSolver`].
    type Solver: Solver<P>;

    /// Forced moves and forced wins; otherwise [`NoForced`].
    type Forced: Forced<P>;

    /// Which moves are worth a thought; otherwise [`AllMoves`].
    type Moves: MoveChoice<P>;

    /// Whether searches go straight to their full depth by plain alpha-beta, without iterative deepening and without any
    /// of the [techniques](crate::Techniques).
    ///
    /// Of plyd's games only the game tree sets it, because it has to visit the nodes that a textbook's search visits.
    const AT_ONCE: bool = false;

    /// Multi-ProbCut: the margin, in the unit of static evaluations, by which the value of a search to depth `shallow`
    /// must lie outside the window before it replaces the value of a search to depth `deep`. Called only if
    /// [`Positional::multi_probcut`](crate::hooks::Positional::multi_probcut) is set. The default never prunes.
    fn probcut_margin(_position: &P, _shallow: u32, _deep: u32) -> i32 {
        i32::MAX
    }
}

/// The hooks of a game that has none.
pub struct NoHooks;

impl<P: Evaluate> Hooks<P> for NoHooks {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;
}

/// The game's [tactics](Hooks::Tactics).
pub type TacticsOf<P> = <<P as Evaluate>::Hooks as Hooks<P>>::Tactics;
/// The game's [leaves](Hooks::Leaves).
pub type LeavesOf<P> = <<P as Evaluate>::Hooks as Hooks<P>>::Leaves;
/// The game's [solver](Hooks::Solver).
pub type SolverOf<P> = <<P as Evaluate>::Hooks as Hooks<P>>::Solver;
/// The game's [forced moves and wins](Hooks::Forced).
pub type ForcedOf<P> = <<P as Evaluate>::Hooks as Hooks<P>>::Forced;
/// The game's [choice of moves](Hooks::Moves).
pub type MovesOf<P> = <<P as Evaluate>::Hooks as Hooks<P>>::Moves;

/// A book, and fast evaluation at the leaves of the exact search.
///
/// Only Connect Four uses this group. It searches millions of leaves a second, and without its book the empty board
/// takes minutes to solve.
pub trait Leaves<P: Evaluate> {
    /// The value of an unfinished position in the game's book. The exact search asks at each node and takes the value
    /// as proven if a search of the node's depth would have found it too.
    ///
    /// The book must hold all positions of one stage of the game, in Connect Four those with a certain number of discs.
    /// Only for games without [repetition](Position::repetition).
    #[inline]
    fn book_value(_position: &P) -> Option<Score> {
        None
    }

    /// Takes a closer look at the moves that [`Evaluate::static_bounds`] has listed: sorts them, best first, and returns
    /// its bounds, narrowed by what was found. `None` leaves the sorting to [`Evaluate::order`]. Called after the table
    /// The bounds must be as reliable as those of `static_bounds`.
    #[inline]
    fn refine_bounds(
        _position: &P,
        _depth: u32,
        _moves: &mut [P::Move],
        _bounds: StaticBounds,
    ) -> Option<StaticBounds> {
        None
    }

    /// Whether evaluating a leaf is faster than looking up its parent in the transposition table. The exact search then
    /// stores no results of depth 1, which keeps its table small, and evaluates leaves by
    /// [`leaf_values`](Leaves::leaf_values). It does so without quiescence, so the game must not have
    /// [noisy moves](Evaluate::noisy_moves).
    const CHEAP_LEAVES: bool = false;

    /// Prepares the evaluation of a position's children, and returns a function that evaluates one of them, for the
    /// child's side to move. Its values must equal those of [`Evaluate::evaluate`], which is the default. Called once
    /// for each node at depth 1 if [`CHEAP_LEAVES`](Leaves::CHEAP_LEAVES) is set; the work that all children share
    /// is done here.
    fn leaf_values(_position: &P) -> impl Fn(&P) -> Score {
        P::evaluate
    }
}

/// The group of a game without a book or cheap leaves.
pub struct NoLeaves;

impl<P: Evaluate> Leaves<P> for NoLeaves {}

/// A solver for the last moves of a game, many times as fast as the general search.
///
/// Only Othello uses this group. It solves its last twenty plies by parity and stability of discs.
pub trait Solver<P: Evaluate> {
    /// Whether there is a solver. The other items are used only if so, except for [`POINTS`](Solver::POINTS).
    const SOLVES_ENDGAMES: bool = false;

    /// The results that a game can end with, if it is played for points. Proofs then bisect the points and test only
    /// results that can occur, and Multi-ProbCut makes no claim beyond the largest.
    const POINTS: Option<Points> = None;

    /// An estimate of the nodes that it takes to solve the root position. It decides when the search tries to prove the
    /// value of the game, and changes no result.
    fn solver_nodes(_position: &P) -> u64 {
        u64::MAX
    }

    /// Bounds the value of the game for the side to move, in points. The window is always null. A result of `beta` or
    /// more is a lower bound, and any other result is an upper bound. Returns `None` when
    /// [`SolverContext::allows`] refuses more nodes.
    ///
    /// Called instead of a search if the depth reaches the end of the game, but not on the principal variation, which
    /// needs moves and not only a value. Only for games without [repetition](Position::repetition).
    fn solve(_position: &P, _window: Window, _context: &mut SolverContext<'_>) -> Option<Score> {
        None
    }
}

/// The group of a game without a solver.
pub struct NoSolver;

impl<P: Evaluate> Solver<P> for NoSolver {}

/// Moves that a side is forced to make, and wins by force.
pub trait Forced<P: Evaluate> {
    /// Whether the side to move may decline all [noisy moves](Evaluate::noisy_moves), so that its position is worth at
    /// least the static evaluation. `false` if captures are forced, as in checkers and draughts. Asked at each node of
    /// quiescence.
    #[inline]
    fn may_stand_pat(_position: &P) -> bool {
        true
    }

    /// Whether the side to move is in check, or has to answer another threat immediately. The selective search looks a
    /// ply deeper there, as long as the line has not grown too long, and doesn't prune the node by its static
    /// evaluation. Called at each node where the game goes on and no closed form has answered.
    ///
    /// Chess has checks, in gomoku a four has to be blocked, captures of antichess are forced, and in atomic chess a king
    /// may be about to explode.
    #[inline]
    fn in_check(_position: &P) -> bool {
        false
    }

    /// Whether the other side threatens something that the static evaluation cannot judge, so that reverse futility pruning
    /// must not trust it. Asked only in games without [tactics](Tactical).
    ///
    /// Only gomoku uses it: an open three or a four has to be answered.
    #[inline]
    fn is_threatened(_position: &P) -> bool {
        false
    }

    /// The game's own search for wins by threats. Called once at the beginning of each selective search, with the
    /// search's root, except at levels that lack full knowledge.
    ///
    /// Gomoku and shogi use it. Their wins are rows of forced replies, often longer than any other search is deep.
    fn threat_search(_root: &P) -> Option<Box<dyn ThreatSearch<P>>> {
        None
    }

    /// Before an iteration, each side's search for threats may visit at least this many positions, unless that is more
    /// than a quarter of the nodes left.
    const THREAT_NODES_MIN: u64 = 500;

    /// The game's own prover, which finds the winner of single positions. Called when
    /// [`threat_search`](Forced::threat_search) is.
    ///
    /// Only Hex uses it. Its virtual connections show who wins long before the end.
    fn prover(_root: &P) -> Option<Box<dyn Prover<P>>> {
        None
    }
}

/// The group of a game in which nothing is forced.
pub struct NoForced;

impl<P: Evaluate> Forced<P> for NoForced {}

/// Which of the legal moves are worth a thought, and which comes first.
pub trait MoveChoice<P: Evaluate> {
    /// Appends the moves that a positional selective search should try, best first, and at least one. Returns `None`,
    /// appending nothing, to try every legal move. Not called at nodes that are searched to the end of the game.
    ///
    /// Gomoku and Hex use it: most empty cells of their boards are far from the action.
    #[inline]
    fn candidates(_position: &P, _moves: &mut Vec<P::Move>) -> Option<Candidates> {
        None
    }

    /// How likely the game's policy finds a move, on a logarithmic scale: a difference means how many times likelier one
    /// of two moves is. The search reduces unlikely candidates more, see
    /// [`PolicyReductions`](crate::hooks::PolicyReductions).
    ///
    /// Only gomoku uses it.
    #[inline]
    fn likelihood(_position: &P, _mv: P::Move) -> i32 {
        0
    }

    /// Moves a careless player would consider. Empty means all legal moves. Called at the root, when a level makes a
    /// careless move.
    ///
    /// Gomoku and Hex use it, too.
    fn plausible(_position: &P) -> Vec<P::Move> {
        Vec::new()
    }

    /// Good first moves, of which levels draw one. They save a level from playing the same opening in each game.
    fn openings() -> Openings {
        Openings::NONE
    }

    /// The legal move with this [slot](Evaluate::slot), if there is one. If several legal moves have the slot, the one
    /// with the largest [capture value](Tactical::capture_value). The selective search calls it to try the
    /// transposition table's move before it lists any others.
    ///
    /// Games with [tactics](Tactical) need it. Hex uses it because listing moves takes longer than a search of one ply,
    /// and gomoku because its list takes longer than the next position.
    #[inline]
    fn move_from_slot(_position: &P, _slot: u16) -> Option<P::Move> {
        None
    }

    /// Whether the transposition table's move is searched before killers and history rank the other moves. If it cuts
    /// off, the others are never ranked. If it doesn't, what its search has learnt helps to rank them.
    ///
    /// Only checkers sets it. Its nodes are so cheap that ranking moves which are never tried can be measured.
    const TABLE_MOVE_FIRST: bool = false;
}

/// The group of a game in which all legal moves are worth a thought.
pub struct AllMoves;

impl<P: Evaluate> MoveChoice<P> for AllMoves {}
