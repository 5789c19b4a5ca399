//! A game's opinions, and what else of a search it takes part in.

use crate::Score;
use crate::hooks::{Deepening, Endgame, Knowledge, MoveOrdering, Quiescence, Selective, StaticAnalysis};
use crate::position::Position;
use crate::table::TableKey;

/// What a game thinks of its positions. Only [`Evaluate::evaluate`] is needed. Sorting moves is what pays most beyond
/// it; the constants are groups of hooks, each for one part of the search, by which a game becomes as fast to search as
/// a hand-made solver.
pub trait Evaluate: Position {
    /// The static value of an unfinished position, for the side to move: a function of the position alone.
    fn evaluate(&self) -> Score;

    /// Sorts moves so that good ones come first. Affects how much is pruned, never a score; must be deterministic.
    fn order(&self, _moves: &mut [Self::Move]) {}

    /// What values positions one move on, each for the side to move there: the same as [`Evaluate::evaluate`] says, for
    /// games that value the children of a position faster together. Asked where [`Evaluate::CHEAP_LEAVES`] says so.
    fn leaf_values(&self) -> impl Fn(&Self) -> Score {
        Self::evaluate
    }

    /// Whether the value of a leaf is so cheap that the position before it is searched sooner than looked up: the exact
    /// search then keeps only what is two plies and more above the leaves in its table, which stays small and near, and
    /// values leaves by [`Evaluate::leaf_values`]. For games without [quiescence](Evaluate::QUIESCENCE). Used by Connect
    /// Four alone, which shares work between the children of a node and searches millions of leaves a second.
    const CHEAP_LEAVES: bool = false;

    /// How depth is reached.
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 0 };

    /// How moves are remembered.
    const ORDERING: MoveOrdering<Self> = MoveOrdering::DEFAULT;

    /// The key that a position shares in the transposition table with those that are equal to it by symmetry, and with
    /// it what becomes of the slots of moves; without it, the table goes by [`Position::key`].
    const SYMMETRY: Option<fn(&Self) -> TableKey> = None;

    /// What is known without a search.
    const KNOWLEDGE: Knowledge<Self> = Knowledge::NONE;

    /// What the rules show of a node's result at a glance.
    const STATIC_ANALYSIS: Option<StaticAnalysis<Self>> = None;

    /// What solves the game near its end.
    const ENDGAME: Option<Endgame<Self>> = None;

    /// What has to end before an evaluation is worth trusting.
    const QUIESCENCE: Quiescence<Self> = Quiescence::NONE;

    /// What [`Algorithm::Selective`](crate::Algorithm::Selective) uses in this game; `None` for a game that gains
    /// nothing by it, and so has no such algorithm.
    const SELECTIVE: Option<Selective<Self>> = None;
}

/// The key of the transposition table: the same for all positions that are equal by [symmetry](Evaluate::SYMMETRY).
#[inline]
#[must_use]
pub fn table_key<P: Evaluate>(position: &P) -> TableKey {
    match P::SYMMETRY {
        Some(image) => image(position),
        None => TableKey::plain(position.key()),
    }
}

/// The groups' functions as methods: what the search calls.
pub(crate) trait Hooks: Evaluate {
    /// Whether the game is searched at once to the full depth, by plain alpha-beta.
    const AT_ONCE: bool = matches!(Self::DEEPENING, Deepening::AtOnce);

    /// See [`Deepening::Iterative`].
    const ASPIRATION: i32 = match Self::DEEPENING {
        Deepening::Iterative { aspiration } => aspiration,
        Deepening::AtOnce => 0,
    };

    /// See [`MoveOrdering::slots`].
    const SLOTS: usize = Self::ORDERING.slots;

    #[inline]
    fn slot(mv: Self::Move) -> usize {
        (Self::ORDERING.slot)(mv)
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

    /// Whether a search of this depth sees the end of the game. The selective search then leaves nothing out, so that its
    /// result is proven.
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
