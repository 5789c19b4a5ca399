//! What a game tells the search beyond its rules.

use crate::Score;
use crate::hooks::{Hooks, Selective, StaticBounds};
use crate::position::Position;
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
    /// Rarer knowledge, in [groups](Hooks); [`NoHooks`](crate::hooks::NoHooks) for most games.
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
    /// A selective search with [tactics](crate::hooks::Tactical) asks for the
    /// [capture value](crate::hooks::Tactical::capture_value) instead.
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
    /// [tactics](crate::hooks::Tactical) has its own list of captures instead.
    #[inline]
    fn noisy_moves(&self, _moves: &mut Vec<Self::Move>) {}

    /// Half the width of the aspiration window around the value of the last iteration, in the unit of static
    /// evaluations; 0 for none. A narrow window saves nodes if values change little from depth to depth.
    const ASPIRATION: i32 = 0;

    /// How [`Algorithm::Selective`](crate::Algorithm::Selective) searches the game. By default the game has no selective
    /// search.
    const SELECTIVE: Selective = Selective::None;
}
