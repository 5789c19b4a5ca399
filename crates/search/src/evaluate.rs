//! Static evaluation, and the hooks of a game into the search.

use crate::Score;
use crate::hooks::{
    Deepening, Endgame, Knowledge, MoveOrdering, Positional, Quiescence, Selective, StaticAnalysis, Tactical,
    TacticalParameters,
};
use crate::position::Position;
use crate::table::TableKey;

/// The evaluation of a game. Only [`Evaluate::evaluate`] is needed; [`Evaluate::order`] gains most beyond it. The
/// constants are groups of [hooks](crate::hooks), each for one part of the search. With them a game is as fast to
/// search as with a solver of its own.
pub trait Evaluate: Position {
    /// The static evaluation of an unfinished position, for the side to move: a function of the position alone.
    fn evaluate(&self) -> Score;

    /// Sorts moves so that good ones come first: all moves of a position, or those that are left to try. Affects
    /// pruning, never an exact score. Must be deterministic.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// A function that evaluates the children of this position, each for its side to move, as [`Evaluate::evaluate`]
    /// does: for games that evaluate children faster together. Called if [`Evaluate::CHEAP_LEAVES`].
    fn leaf_values(&self) -> impl Fn(&Self) -> Score {
        Self::evaluate
    }

    /// Whether evaluating leaves is faster than probing the position before them. The exact search then stores only
    /// results of depth 2 and more, so that its table stays small, and evaluates leaves by [`Evaluate::leaf_values`].
    ///
    /// For games without [quiescence](Evaluate::QUIESCENCE). Used by Connect Four alone, which shares work between the
    /// children of a node and searches millions of leaves a second.
    const CHEAP_LEAVES: bool = false;

    /// Iterative deepening and aspiration windows.
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 0 };

    /// Move ordering.
    const ORDERING: MoveOrdering<Self> = MoveOrdering::DEFAULT;

    /// The key of the transposition table, which symmetric positions share, and the map of move slots. Without it the
    /// table uses [`Position::key`].
    const SYMMETRY: Option<fn(&Self) -> TableKey> = None;

    /// Exact knowledge without a search.
    const KNOWLEDGE: Knowledge<Self> = Knowledge::NONE;

    /// Bounds and move lists by the rules alone.
    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = None;

    /// The endgame solver.
    const ENDGAME: Option<Endgame<Self>> = None;

    /// Quiescence search.
    const QUIESCENCE: Quiescence<Self> = Quiescence::NONE;

    /// Captures and checks, for [`Selective::Tactical`]; [`NoTactics`](crate::hooks::NoTactics) in any other game.
    type Tactics: Tactical<Self>;

    /// How [`Algorithm::Selective`](crate::Algorithm::Selective) searches the game.
    const SELECTIVE: Selective<Self> = Selective::None;
}

/// The key of the transposition table: the same for all positions that are equal by [symmetry](Evaluate::SYMMETRY).
#[inline]
#[must_use]
pub fn table_key<P: Evaluate>(position: &P) -> TableKey {
    match P::SYMMETRY {
        Some(canonical_key) => canonical_key(position),
        None => TableKey::plain(position.key()),
    }
}

/// The functions of the groups as methods.
pub(crate) trait Hooks: Evaluate {
    /// Whether the game is searched at once to the full depth, by plain alpha-beta.
    const AT_ONCE: bool = matches!(Self::DEEPENING, Deepening::AtOnce);

    /// See [`Deepening::Iterative`].
    const ASPIRATION: i32 = match Self::DEEPENING {
        Deepening::Iterative { aspiration } => aspiration,
        Deepening::AtOnce => 0,
    };

    /// Whether the selective search is that of games with captures and checks, and its numbers.
    const IS_TACTICAL: bool = matches!(Self::SELECTIVE, Selective::Tactical(_));
    const TACTICAL: TacticalParameters = match Self::SELECTIVE {
        Selective::Tactical(numbers) => numbers,
        _ => TacticalParameters::PLAIN,
    };

    /// The techniques of the selective search of all other games.
    const POSITIONAL: Positional<Self> = match Self::SELECTIVE {
        Selective::Positional(uses) => uses,
        _ => Positional::PLAIN,
    };

    /// See [`MoveOrdering::slots`].
    const SLOTS: usize = Self::ORDERING.slots;

    #[inline]
    fn slot(mv: Self::Move) -> usize {
        (Self::ORDERING.slot)(mv)
    }

    /// The slot by which an entry of this key stores a move; `None` if the game has no slots.
    #[inline]
    fn stored_slot(key: TableKey, mv: Self::Move) -> Option<u16> {
        (Self::SLOTS > 0).then(|| key.canonical_slot(Self::slot(mv)))
    }

    #[inline]
    fn is_quiet(&self, mv: Self::Move) -> bool {
        (Self::ORDERING.is_quiet)(self, mv)
    }

    #[inline]
    fn table_key(&self) -> TableKey {
        table_key(self)
    }

    #[inline]
    fn closed_form(&self) -> Option<Score> {
        (Self::KNOWLEDGE.closed_form)(self)
    }

    #[inline]
    fn plies_left(&self) -> u32 {
        (Self::KNOWLEDGE.plies_left)(self)
    }

    /// Whether a search of this depth sees the end of the game. The selective search then leaves nothing out, so that
    /// its result is proven.
    #[inline]
    fn sees_end(&self, depth: u32) -> bool {
        depth >= self.plies_left()
    }

    #[inline]
    fn noisy_moves(&self, moves: &mut Vec<Self::Move>) {
        (Self::QUIESCENCE.noisy_moves)(self, moves);
    }

    #[inline]
    fn may_stand_pat(&self) -> bool {
        (Self::QUIESCENCE.may_stand_pat)(self)
    }
}

impl<P: Evaluate> Hooks for P {}
