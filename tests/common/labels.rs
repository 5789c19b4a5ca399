//! Positions of Connect Four with scores that another program proved, and the way in which it counts them. The benches
//! use them too.

use plyd::search::Score;

/// The lines of `tests/solved/connect-four.txt` of this kind: the columns played, and the score in stones left.
pub fn labelled(kind: &str) -> Vec<(&'static str, i32)> {
    let rows = include_str!("../solved/connect-four.txt").lines().filter(|line| !line.starts_with('#'));
    let found: Vec<_> = rows
        .filter_map(|row| {
            let mut fields = row.split(" | ");
            let [kind_of, columns, score] = [(); 3].map(|()| fields.next().expect("three fields"));
            (kind_of == kind).then(|| (columns, score.parse().expect("a number")))
        })
        .collect();
    assert!(!found.is_empty(), "no position is {kind}");
    found
}

/// The score of a win is the number of the winner's stones that are left, counting the last one it plays.
pub fn stones_left(discs: usize, score: Score) -> i32 {
    let left = score.plies().map_or(0, |plies| 22 - (discs as i32 + plies as i32 + 1) / 2);
    if score < Score::ZERO { -left } else { left }
}
