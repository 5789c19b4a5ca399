//! Hooks of a game into the search, grouped by the part of the search that uses them.
//!
//! Every group is a constant of [`Evaluate`](crate::Evaluate) with a default. Its members that depend on a position are
//! function pointers. Since they are constants, the compiler calls them directly, and a game that leaves a group out
//! pays nothing for it. No hook may change a score that is said to be exact.

pub use crate::book::{Book, Openings};
use crate::limits::StoppedBy;
pub use crate::ordering::sort_by_score;
use crate::position::{Position, Side};
pub use crate::quiescence::QUIESCENCE_BUDGET;
pub use crate::solver::{SolverContext, SolverEntry};
pub use crate::static_bounds::StaticBounds;
use crate::{Score, Window};

/// Asked by the deepening: how depth is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deepening {
    /// At once, by plain alpha-beta as textbooks have it, moves in the order of `legal_moves` unless
    /// [`Evaluate::order`](crate::Evaluate::order) says otherwise. Used by the game tree alone, whose visits are to be
    /// those of a textbook.
    AtOnce,
    /// By iterations, a ply deeper each.
    Iterative {
        /// Half the width of the aspiration window around the last iteration's value, in the unit of static values; 0
        /// for a game where aspiration saves nothing.
        aspiration: i32,
    },
}

/// Asked by move ordering and the transposition table: how moves are remembered.
#[derive(Clone, Copy)]
pub struct MoveOrdering<P: Position> {
    /// One more than the largest slot; 0 for a game that has none.
    pub slots: usize,
    /// A small number for a move, by which search remembers what was good: moves that mean much the same in different
    /// positions share one. The side to move is told apart anyway.
    pub slot: fn(P::Move) -> usize,
    /// Whether a move changes little (no capture, no promotion): only such moves are ordered by what was good
    /// elsewhere; others keep their place before them.
    pub is_quiet: fn(&P, P::Move) -> bool,
    /// Whether moves that cut off elsewhere are tried earlier (killers, history). `false` for games whose own
    /// [`Evaluate::order`](crate::Evaluate::order) knows better.
    pub remembers: bool,
    /// What a move promises: by it moves are tried, the highest first and equals as they are listed, as far as nothing
    /// is remembered of them. It is asked only where the best move of before does not cut off, and a game that has it
    /// needs no [`Evaluate::order`](crate::Evaluate::order).
    ///
    /// Used by checkers alone: where the table's move cuts off, no other move is scored and none is sorted.
    pub score: Option<fn(&P, P::Move) -> i32>,
}

impl<P: Position> MoveOrdering<P> {
    /// No slots, every move quiet, killers only.
    pub const DEFAULT: Self = Self { slots: 0, slot: |_| 0, is_quiet: |_, _| true, remembers: true, score: None };
}

/// Asked by the exact search and by proofs: exact knowledge of positions without a search.
#[derive(Clone, Copy)]
pub struct Knowledge<P: Position> {
    /// The exact value of an unfinished position where a formula or an endgame table has it, with its distance from
    /// here. A search takes it as a leaf everywhere but at its root, where a move has to be found.
    ///
    /// Exact searches use it only if the root has a closed form too. Then every successor that could improve on the
    /// root's value must have one.
    pub closed_form: fn(&P) -> Option<Score>,
    /// The most plies that the game can still last. A search of that depth meets no static value, so its result is the
    /// value of the game. A proof may then ask for that value directly, and the selective search prunes nothing.
    pub plies_left: fn(&P) -> u32,
    /// The values of an early stage of the game, computed beforehand. Used by Connect Four alone, whose solution takes
    /// minutes from the empty board and no time from the book.
    pub book: fn() -> Book,
    /// Good moves of its first positions, of which levels draw one.
    pub openings: fn() -> Openings,
    /// The points that every game ends in; `None` where games are won or lost, or nothing more is known of the points.
    /// Used by Othello alone: proofs bisect them, and results are two apart.
    pub points: Option<Points>,
}

impl<P: Position> Knowledge<P> {
    /// Nothing is known.
    pub const NONE: Self = Self {
        closed_form: |_| None,
        plies_left: |_| u32::MAX,
        book: || Book::NONE,
        openings: || Openings::NONE,
        points: None,
    };
}

/// The points that games end in: from `-most` to `most`, so many apart. Static values lie in the same range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The most that a side can be ahead.
    pub most: i32,
    /// The distance from one possible result to the next.
    pub step: i32,
}

/// Asked by the exact search where its depth reaches the end of the game: a solver made for the game, many times as
/// fast as the general search. Used by Othello alone, whose last twenty plies are solved with parity and stability of
/// discs.
#[derive(Clone, Copy)]
pub struct Endgame<P: Position> {
    /// About the nodes of the search that solving a position is worth: it says when a proof is tried.
    pub estimated_nodes: fn(&P) -> u64,
    /// Bounds the value of the game for the side to move, in points: a lower bound if it is the null window's `beta` or
    /// more, else an upper bound. `None` if it may not go on so long.
    pub solve: fn(&P, Window, &mut SolverContext<'_>) -> Option<Score>,
}

/// Asked by the exact search at every node: what the rules show of its result before any move is tried.
///
/// A hook may conclude only what holds of the value at `depth` plies and of the value of the game. Its list has to
/// contain a best move for each of the two. Its conclusions count as proven; what holds at this depth but not of the
/// game is for [`Evaluate::evaluate`](crate::Evaluate::evaluate) to say.
#[derive(Clone, Copy)]
pub struct StaticAnalysis<P: Position> {
    /// Lists the moves that are worth trying in a search of `depth` plies, at least 1, in any order, and bounds its
    /// result. Asked only while the game goes on, and not at the root.
    pub bounds: fn(&P, depth: u32, &mut Vec<P::Move>) -> StaticBounds,
    /// Sorts these moves as [`Evaluate::order`](crate::Evaluate::order) sorts any, and returns the bounds with what a
    /// closer look at each move adds to them.
    pub refine: fn(&P, depth: u32, &mut [P::Move], StaticBounds) -> StaticBounds,
}

/// Asked at leaves: what has to end before an evaluation is worth trusting.
#[derive(Clone, Copy)]
pub struct Quiescence<P: Position> {
    /// Appends the moves that are looked at beyond the depth limit (captures, most often). Asked only while the game
    /// goes on. Sequences of such moves must be finite.
    pub noisy_moves: fn(&P, &mut Vec<P::Move>),
    /// Whether the side to move could also decline all noisy moves, and so have at least its static value.
    /// `false` where they are forced; means nothing where there are none.
    pub may_stand_pat: fn(&P) -> bool,
}

impl<P: Position> Quiescence<P> {
    /// Every position is quiet.
    pub const NONE: Self = Self { noisy_moves: |_, _| (), may_stand_pat: |_| true };
}

/// See [`Selective::candidates`].
pub type Candidates<P> = fn(&P, &mut Vec<<P as Position>::Move>) -> bool;

/// See [`Selective::threats`].
pub type MakeThreatSearch<P> = fn(&P) -> Box<dyn ThreatSearch<P>>;

/// Asked by the selective search: what it uses in a game. Margins are in the game's own unit, depths in plies.
#[derive(Clone, Copy)]
pub struct Selective<P: Position> {
    /// Moves late in the order are looked at less deeply first (late-move reductions).
    pub late_moves: Option<LateMoves>,
    /// Near the leaves, a static value far outside the window is believed (futility pruning; Schaeffer 1986, Heinz
    /// 1998).
    pub futility: Option<Futility>,
    /// Whether the side to move is under a threat that it has to answer at once (check): it is searched a ply deeper
    /// then.
    pub in_check: Option<fn(&P) -> bool>,
    /// Appends the moves that are tried, at least one, ordered as by [`Evaluate::order`](crate::Evaluate::order), and
    /// returns whether those that it leaves out are surely no better than these. If they are not, no loss is concluded
    /// from these alone.
    pub candidates: Option<Candidates<P>>,
    /// What a shallow search finds far outside the window is believed of a deeper one (multi-ProbCut; Buro 1997), in
    /// games without tactics.
    pub prob_cut: Option<ProbCut<P>>,
    /// A search of the game's own for wins by force, for a root; it is made once for each search.
    pub threats: Option<MakeThreatSearch<P>>,
    /// Killers and history order the moves, whatever [`MoveOrdering::remembers`] says of alpha-beta.
    pub remembers: bool,
    /// What a game of pieces that take each other tells beyond that. With it moves are ordered by exchanges and
    /// histories alone, and what chess programs have found out about such games is used: [`Tactics`].
    pub tactics: Option<Tactics<P>>,
}

impl<P: Position> Selective<P> {
    /// Nothing but alpha-beta, with a table whose results serve shallower searches too.
    pub const PLAIN: Self = Self {
        late_moves: None,
        futility: None,
        in_check: None,
        candidates: None,
        prob_cut: None,
        threats: None,
        remembers: false,
        tactics: None,
    };
}

/// A search for wins by force: one side's threats, and all that can answer them. It has no opinions, so a win that it
/// finds is one. In games whose past ends nothing.
pub trait ThreatSearch<P: Position> {
    /// Looks for a win of `side` by threats if it were to move, in an unfinished position of the root's game. The same
    /// question may have another answer later, for what failed may be remembered, but a win is always one.
    ///
    /// `visit` is told of every position that is tried, with its distance from this one, and ends the search by its
    /// error.
    ///
    /// # Errors
    /// That of `visit`.
    fn find(
        &mut self,
        position: &P,
        side: Side,
        effort: Effort,
        visit: &mut dyn FnMut(u32) -> Result<(), StoppedBy>,
    ) -> Result<Threats, StoppedBy>;

    /// The moves of the win that was found last, with the longest defence.
    fn line(&self) -> &[P::Move];
}

/// How far a search for threats goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// It visits at most so many positions.
    pub nodes: u64,
    /// Whether threats that leave a choice of replies count; without them it is quick.
    pub thorough: bool,
}

/// What came of a search for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// A win in so many plies, at the latest.
    Win(u32),
    /// No such win, however much effort is made of that kind.
    None,
    /// The effort did not suffice.
    Unknown,
}

/// Asked by the selective search in games where pieces take each other.
#[derive(Clone, Copy)]
pub struct Tactics<P: Position> {
    /// How many kinds of moves there are; see there.
    pub piece_tos: usize,
    /// A small number for what moves and where it goes: what was good after what is remembered by it.
    pub piece_to: fn(&P, P::Move) -> usize,
    /// What a legal move takes or becomes, in the unit of static values; 0 for quiet moves and for those alone.
    pub capture_value: fn(&P, P::Move) -> i32,
    /// Where the side to move is in danger: asked once before its quiet moves are ranked, for what they promise.
    pub attack_maps: fn(&P) -> AttackMaps,
    /// Whether the side to move may be about to lose something, which static values do not see.
    pub is_threatened: fn(&P) -> bool,
    /// What a quiet move promises before anything is remembered of it, in the unit of static values.
    pub move_score: fn(&P, P::Move, &AttackMaps) -> i32,
    /// Whether the exchange that a legal move begins wins at least so much; a negative number is a loss to put up with
    /// (static exchange evaluation).
    pub see_ge: fn(&P, P::Move, i32) -> bool,
    /// Whether the other side [must answer](Selective::in_check) a quiet move; may be wrong in rare cases.
    pub gives_check: fn(&P, P::Move) -> bool,
    /// Appends the moves with a [gain](Tactics::capture_value) that are worth a look beyond the depth; none where the game is
    /// over, for there an end is seen only where an answer is due. Sequences of them must be finite, as must those in
    /// which [answers](Selective::in_check) come between.
    pub push_captures: fn(&P, &mut Vec<P::Move>),
    /// Appends all other legal moves.
    pub push_others: fn(&P, &mut Vec<P::Move>),
    /// The legal move with this [slot](MoveOrdering::slot), if there is one; of several, the one that gains the most.
    pub move_from_slot: fn(&P, u16) -> Option<P::Move>,
    /// The position with the other side to move; `None` where moving may be worse than passing (zugzwang).
    pub null_move: fn(&P) -> Option<P>,
    /// Parts of the position, each by its key: static values are corrected by what searches of positions with the same
    /// part have found.
    pub correction_keys: fn(&P) -> [u64; CORRECTION_KEYS],
    /// How far is far enough.
    pub margins: Margins,
}

impl<P: Position> Tactics<P> {
    /// Nothing is told.
    pub(crate) const NONE: Self = Self {
        piece_tos: 0,
        piece_to: |_, _| 0,
        capture_value: |_, _| 0,
        attack_maps: |_| [0; 3],
        is_threatened: |_| false,
        move_score: |_, _, _| 0,
        see_ge: |_, _, _| false,
        gives_check: |_, _| false,
        push_captures: |_, _| (),
        push_others: |_, _| (),
        move_from_slot: |_, _| None,
        null_move: |_| None,
        correction_keys: |_| [0; CORRECTION_KEYS],
        margins: Margins {
            razor: 0,
            above: 0,
            endangered: 0,
            below: 0,
            below_each: 0,
            probable: 0,
            quiet_loss: 0,
            noisy_loss: 0,
            delta: 0,
        },
    };
}

/// Where a position is dangerous for which men, as the game likes to put it.
pub type AttackMaps = [u64; 3];

/// How many [parts](Tactics::correction_keys) a position has.
pub const CORRECTION_KEYS: usize = 3;

/// Margins of pruning, in the unit of static values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// Static values so far below alpha for each ply of depth are left to quiescence (razoring).
    pub razor: i32,
    /// Static values so far above beta for each ply are believed (reverse futility)…
    pub above: i32,
    /// … and so much more where the side to move [may lose something](Tactics::is_threatened).
    pub endangered: i32,
    /// Quiet moves are left out where the static value is so far below alpha at depth 0…
    pub below: i32,
    /// … and so much more for each ply of depth.
    pub below_each: i32,
    /// An exchange that wins so much beyond beta in a shallow search is believed (ProbCut).
    pub probable: i32,
    /// Quiet moves may lose so much for each ply of depth squared.
    pub quiet_loss: i32,
    /// Captures may lose so much for each ply of depth.
    pub noisy_loss: i32,
    /// A capture that leaves the static value further than this below alpha is not looked at in quiescence.
    pub delta: i32,
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
    /// In 1/256; larger reduces less. Of a game with [`Tactics`] it holds where a move is chosen; in the tree the
    /// search has a scale of its own, which was fitted together with its other constants.
    pub scale: u32,
    /// At depths `d` up to this one, quiet moves after the first `count + d * d` are left out; 0 for never.
    pub leave_out_to: u32,
    /// See [`Self::leave_out_to`].
    pub count: u32,
}

/// How well a shallow search foretells a deeper one.
#[derive(Clone, Copy)]
pub struct ProbCut<P> {
    /// From this depth on.
    pub from: u32,
    /// How far outside the window a value of the first depth has to be, to be believed of the second.
    pub margin: fn(&P, u32, u32) -> i32,
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
