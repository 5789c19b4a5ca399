//! Sorting short lists, faster than the standard library does.

use std::cmp::Reverse;

/// Sorts moves by a score, the highest first and equals in their order: for [`Evaluate::order`](crate::Evaluate::order).
/// Computes each score once. Lists are short and half ordered, so this is an insertion sort, which allocates nothing.
/// The standard library sorts the rare lists that are longer than `ROOM`.
pub fn sort_by_score<const ROOM: usize, M: Copy>(moves: &mut [M], score: impl Fn(M) -> i32) {
    if moves.len() < 2 {
        return;
    }
    if moves.len() > ROOM {
        moves.sort_by_cached_key(|mv| Reverse(score(*mv)));
        return;
    }
    let mut keys = [0; ROOM];
    for index in 0..moves.len() {
        let mv = moves[index];
        let key = score(mv);
        let mut slot = index;
        while slot > 0 && keys[slot - 1] < key {
            keys[slot] = keys[slot - 1];
            moves[slot] = moves[slot - 1];
            slot -= 1;
        }
        keys[slot] = key;
        moves[slot] = mv;
    }
}

/// Puts an item first; those before it move up by one.
pub(crate) fn move_to_front<T>(items: &mut [T], index: usize) {
    for index in (1..=index).rev() {
        items.swap(index - 1, index);
    }
}
