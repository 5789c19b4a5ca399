//! Which move to try first: what was best here before, then what is noisy, then what cut off elsewhere.

use crate::Evaluate;
use crate::evaluate::Hooks;

/// Sorts moves by what they promise, the highest first and equals as they came: what games order moves with. Nothing is
/// allocated, and each promise is asked for once. Lists are short and half ordered as they come, so it is an insertion
/// sort; those longer than `ROOM` are sorted otherwise.
pub fn sort_by_promise<const ROOM: usize, M: Copy>(moves: &mut [M], promise: impl Fn(M) -> i32) {
    if moves.len() > ROOM {
        moves.sort_unstable_by_key(|mv| std::cmp::Reverse(promise(*mv)));
        return;
    }
    let mut keys = [0; ROOM];
    for index in 0..moves.len() {
        let mv = moves[index];
        let key = promise(mv);
        let mut place = index;
        while place > 0 && keys[place - 1] < key {
            keys[place] = keys[place - 1];
            moves[place] = moves[place - 1];
            place -= 1;
        }
        keys[place] = key;
        moves[place] = mv;
    }
}

/// What a search has learnt about moves.
pub(crate) struct Ordering<P: Evaluate> {
    /// The last two quiet moves that cut off, by ply (killer heuristic; Akl and Newborn 1977).
    killers: Vec<[Option<P::Move>; 2]>,
    /// How much each slot's moves have cut off, by side (history heuristic; Schaeffer 1983).
    history: Vec<u32>,
    /// Ranks of the moves being sorted, in step with them.
    ranks: Vec<u32>,
}

const BEST_HERE: u32 = u32::MAX;
const NOISY: u32 = 1 << 31;
const KILLERS: [u32; 2] = [(1 << 30) + 1, 1 << 30];
const HISTORY_MAX: u32 = (1 << 30) - 1;

impl<P: Evaluate> Ordering<P> {
    /// A search that does not remember must not pay for memory with every request.
    pub(crate) fn new(remembers: bool) -> Self {
        let slots = if remembers { P::SLOTS } else { 0 };
        Self { killers: Vec::new(), history: vec![0; 2 * slots], ranks: Vec::new() }
    }

    fn remembered(&mut self, position: &P, mv: P::Move) -> &mut u32 {
        &mut self.history[position.side_to_move().index() * P::SLOTS + P::slot(mv)]
    }

    /// Moves what was good before to the front of moves that the game has sorted; equals stay as they are.
    pub(crate) fn promote(
        &mut self,
        position: &P,
        moves: &mut [P::Move],
        ply: u32,
        best: Option<u16>,
        use_memory: bool,
    ) {
        if !use_memory {
            // Only the move that was best here before, if there is one, goes first.
            let known = best.and_then(|best| moves.iter().position(|mv| P::slot(*mv) as u16 == best));
            if let Some(place) = known {
                moves[..=place].rotate_right(1);
            }
            return;
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        self.ranks.clear();
        for index in 0..moves.len() {
            let mv = moves[index];
            let rank = if best == Some(P::slot(mv) as u16) {
                BEST_HERE
            } else if !position.is_quiet(mv) {
                NOISY
            } else if let Some(place) = killers.iter().position(|killer| *killer == Some(mv)) {
                KILLERS[place]
            } else if P::SLOTS > 0 {
                *self.remembered(position, mv)
            } else {
                0
            };
            // Insertion: lists are short and nearly sorted.
            self.ranks.push(rank);
            let mut place = index;
            while place > 0 && self.ranks[place - 1] < rank {
                self.ranks[place] = self.ranks[place - 1];
                moves[place] = moves[place - 1];
                place -= 1;
            }
            self.ranks[place] = rank;
            moves[place] = mv;
        }
    }

    /// Remembers a move that cut off.
    pub(crate) fn cut_off(&mut self, position: &P, mv: P::Move, depth: u32, ply: u32) {
        if !position.is_quiet(mv) {
            return;
        }
        if self.killers.len() <= ply as usize {
            self.killers.resize(ply as usize + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if P::SLOTS > 0 {
            let remembered = self.remembered(position, mv);
            *remembered = (*remembered + depth * depth).min(HISTORY_MAX);
        }
    }
}
