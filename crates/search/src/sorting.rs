//! Sorting small lists. The standard library's sorts and rotations are compiled for each move type anew, to some
//! hundred lines of machine code. These are short, or shared by all types.

/// Sorts by a key, the smallest first and equals as they stand. `keys` is a buffer.
pub(crate) fn sort_by_number<T>(items: &mut [T], keys: &mut Vec<(u64, usize)>, mut key: impl FnMut(&T) -> u64) {
    keys.clear();
    for (index, item) in items.iter().enumerate() {
        keys.push((key(item), index));
    }
    sort_numbers(keys);
    // Each item is swapped to its index; a key whose item was swapped away says where that went.
    for index in 0..items.len() {
        let mut from = keys[index].1;
        while from < index {
            from = keys[from].1;
        }
        keys[index].1 = from;
        items.swap(index, from);
    }
}

/// Sorts moves by a score, the highest first and equals as they stand: for [`Evaluate::order`](crate::Evaluate::order).
/// Computes each score once. Lists are short and half ordered, so this is an insertion sort without allocation; the
/// rare ones longer than `ROOM` are sorted otherwise.
pub fn sort_by_score<const ROOM: usize, M: Copy>(moves: &mut [M], score: impl Fn(M) -> i32) {
    if moves.len() < 2 {
        return;
    }
    if moves.len() > ROOM {
        sort_by_number(moves, &mut Vec::new(), |mv| u64::from(!(score(*mv).cast_unsigned() ^ 1 << 31)));
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

/// Not generic, so compiled once.
fn sort_numbers(keys: &mut [(u64, usize)]) {
    keys.sort_unstable();
}

/// Puts an item first; those before it move up by one.
pub(crate) fn move_to_front<T>(items: &mut [T], index: usize) {
    for index in (1..=index).rev() {
        items.swap(index - 1, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_stay_as_they_stand() {
        let numbers: Vec<(u64, usize)> = (0..1000).map(|n| (crate::mix(n) % 50, n as usize)).collect();
        let (mut found, mut expected) = (numbers.clone(), numbers);
        sort_by_number(&mut found, &mut Vec::new(), |(number, _)| *number);
        expected.sort_by_key(|(number, _)| *number);
        assert_eq!(found, expected);
    }
}
