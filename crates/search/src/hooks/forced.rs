//! A game's own searches for forced wins, and what they find.

use crate::limits::StoppedBy;
use crate::position::{Position, Side};
use crate::score::Score;

/// How the moves that a game or its prover lists relate to those that it leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// The best of the listed moves is at least as good as any move left out.
    Complete,
    /// A move left out may be better, so the search doesn't conclude a loss from the listed moves alone.
    Partial,
    /// If all listed moves lose, the others lose too, within this many plies.
    Forced(u32),
}

/// A search for wins by force: one side makes threats, and the other side tries every reply that could parry them. It
/// uses no static evaluation, so a win that it finds is proven. In a game with [repetition](Position::repetition) it is
/// not used while a position of the past would end the game when it comes next. So a win must be possible without
/// coming to any position twice.
pub trait ThreatSearch<P: Position> {
    /// Looks for a win of `side` by threats in an unfinished position, as if it were that side's turn. The position
    /// belongs to the same game as the root. A search that failed may be remembered, so the same call can give another
    /// answer later; but a win is always proven.
    ///
    /// Calls `visit` for each position that it tries, with the position's distance from the first one in plies.
    ///
    /// # Errors
    /// The error of `visit`, which ends the search.
    fn find(
        &mut self,
        position: &P,
        side: Side,
        effort: Effort,
        visit: &mut dyn FnMut(u32) -> Result<(), StoppedBy>,
    ) -> Result<Threats, StoppedBy>;

    /// The moves of the last win that was found, against the longest defence.
    fn line(&self) -> &[P::Move];
}

/// The limits of a search for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most positions that it visits.
    pub nodes: u64,
    /// Whether it also tries threats that leave the other side a choice of replies.
    pub thorough: bool,
}

/// The result of a search for threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    /// A win in at most this many plies.
    Win(u32),
    /// There is no such win. A larger effort of this kind would not find one either.
    None,
    /// The effort did not suffice.
    Unknown,
}

/// A game's own proofs of who wins a position. A look at one position takes as long as hundreds of nodes of the search.
/// No static evaluation is used, so wins and losses are proven.
///
/// A warm search goes on with the prover of the search before it.
pub trait Prover<P: Position>: Send {
    /// Whether it remembers positions of the root's game.
    fn knows_game_of(&self, root: &P) -> bool;

    /// Frees the memory that only a search under way needs.
    fn rest(&mut self);

    /// Looks at an unfinished position of the root's game, unless it remembers the result of an earlier look. If
    /// `may_look` is `false`, only remembered results are returned.
    ///
    /// Calls `visit` as often as the search would visit nodes in the time that the look takes.
    ///
    /// # Errors
    /// The error of `visit`, which ends the look.
    fn examine(
        &mut self,
        position: &P,
        may_look: bool,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy>;

    /// Appends the moves that are left to try in a position that the prover has looked at, best first. Returns `None`,
    /// appending nothing, if it knows nothing about the moves.
    fn candidates(&self, position: &P, moves: &mut Vec<P::Move>) -> Option<Candidates>;

    /// Searches for the winner of an unfinished position, for about `nodes` calls of `visit`. The prover remembers how
    /// far it came, and the next call continues there.
    ///
    /// # Errors
    /// The error of `visit`, which ends the search.
    fn prove(
        &mut self,
        position: &P,
        nodes: u64,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy>;

    /// Looks at an unfinished position more closely than [`Self::examine`], unless that has been done. This takes as long as
    /// thousands of nodes of the search.
    ///
    /// # Errors
    /// The error of `visit`, which ends the look.
    fn judge(
        &mut self,
        position: &P,
        visit: &mut dyn FnMut() -> Result<(), StoppedBy>,
    ) -> Result<ProofResult, StoppedBy>;

    /// Moves that show how the winner of a solved position wins. The line may end before the game does.
    fn line(&mut self, position: &P, visit: &mut dyn FnMut() -> Result<(), StoppedBy>) -> Vec<P::Move>;
}

/// What a [`Prover`] knows about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// A proven win in at most this many plies.
    Win(u32),
    /// A proven loss in at most this many plies.
    Loss(u32),
    /// The winner is not known.
    Open,
}

impl ProofResult {
    /// The score of a node at distance `ply` from the root, if the winner is known.
    pub(crate) const fn score(self, ply: u32) -> Option<Score> {
        match self {
            Self::Win(plies) => Some(Score::win_in(ply + plies)),
            Self::Loss(plies) => Some(Score::loss_in(ply + plies)),
            Self::Open => None,
        }
    }
}
