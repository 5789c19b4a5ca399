//! The value of a leaf: a static evaluation, once captures and the like have ended.

use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::limits::StoppedBy;
use crate::node::Searcher;
use crate::score::{Score, Window};

/// So many lines of noisy moves are followed from a leaf, at most.
///
/// The leaf has all the room, and every node shares out what it has among its noisy moves in equal parts; a node that
/// has less than one for each looks at none of them, and is worth its static value. At any distance from the leaf there
/// are then no more nodes than there was room (Kraft's inequality). What a line may take follows from the widths along
/// it, and not from a window or a count of nodes: the value of a leaf stays a function of its position, and pruning
/// changes none. A long exchange on one square costs little room; what runs out of it is a board on which everything
/// captures everything.
pub const QUIESCENCE_ROOM: u32 = 1 << 18;

impl<P: Evaluate> Searcher<'_, P> {
    /// The value of a leaf at distance `ply` from the root. The contract is that of `negamax`, with this value for the
    /// minimax value.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn leaf_value(&mut self, position: &P, ply: u32, window: Window) -> Result<Score, StoppedBy> {
        self.quiesce(position, ply, Below { plies: 0, room: QUIESCENCE_ROOM }, window)
    }

    /// Quiescence: the best of standing pat and of the noisy moves, those alone, to their end or as far as there is
    /// room. The node itself has been counted.
    ///
    /// # Errors
    /// The limit that was reached.
    fn quiesce(&mut self, position: &P, ply: u32, below: Below, mut window: Window) -> Result<Score, StoppedBy> {
        let mut best = Score::MIN;
        if position.may_stand_pat() {
            best = self.evaluate(position);
            if best >= window.beta {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }
        let first = self.moves.len();
        position.noisy_moves(&mut self.moves);
        let end = self.moves.len();
        let Some(next_below) = below.shared_by(end - first) else {
            self.moves.truncate(first);
            return Ok(if best == Score::MIN { self.evaluate(position) } else { best });
        };
        position.order(&mut self.moves[first..end]);
        for index in first..end {
            if best >= window.beta {
                break;
            }
            let next = position.after(self.moves[index]);
            let same_side = next.side_to_move() == position.side_to_move();
            let next_window = if same_side { window } else { window.flipped() };
            self.visit_quiescence(ply + next_below.plies)?;
            let value = match self.outcome(&next) {
                Some(outcome) => {
                    self.heuristic_used = true;
                    Score::of(outcome, next.side_to_move()).as_heuristic(next_below.plies)
                }
                None => self.quiesce(&next, ply, next_below, next_window)?,
            };
            best = best.max(if same_side { value } else { -value });
            window.alpha = window.alpha.max(best);
        }
        self.moves.truncate(first);
        Ok(best)
    }
}

/// Where a node of quiescence is.
#[derive(Clone, Copy)]
struct Below {
    /// Its distance from the leaf.
    plies: u32,
    /// See [`QUIESCENCE_ROOM`].
    room: u32,
}

impl Below {
    /// Where each of so many moves leads; `None` if there are none, or more than there is room for.
    fn shared_by(self, moves: usize) -> Option<Self> {
        let room = self.room.checked_div(moves as u32)?;
        (room > 0).then_some(Self { plies: self.plies + 1, room })
    }
}
