//! Sorting by a number. The standard library's sorts are compiled anew for each type that they sort, and these two
//! dozen games have a move type each; here one sort of numbers serves them all.

/// Sorts by a key, the smallest first and equals as they stand. `keys` is room to work in.
pub(crate) fn sort_by_number<T>(items: &mut [T], keys: &mut Vec<(u64, usize)>, key: impl FnMut(&T) -> u64) {
    keys.clear();
    keys.extend(items.iter().map(key).zip(0..));
    sort_numbers(keys);
    // Each item is swapped to its place; a key whose item was swapped away says where that went.
    for place in 0..items.len() {
        let mut from = keys[place].1;
        while from < place {
            from = keys[from].1;
        }
        keys[place].1 = from;
        items.swap(place, from);
    }
}

/// Not generic, so compiled once.
fn sort_numbers(keys: &mut [(u64, usize)]) {
    keys.sort_unstable();
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
