//! Sorting small lists. The standard library's sorts and rotations are compiled anew for each type, some hundred lines of
//! machine code for each, and each game has a move type of its own. These are short, or shared by all.

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

/// Sorts moves by a score, the highest first and equals as they came: what games order moves with. Each score is asked
/// for once. Lists are short and half ordered as they come, so it is an insertion sort that allocates nothing; those
/// longer than `ROOM` are rare, and sorted otherwise.
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
