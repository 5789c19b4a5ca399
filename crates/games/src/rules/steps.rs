//! Betza's notation in words.

use super::betza;
use super::board::{Grid, Offset, SIDE_MAX};

/// What steps allow: `may move, but not take, one cell forward, and may take, but not move, …`.
pub(super) fn sentence(text: &str, grid: &Grid) -> String {
    let clause = |Atom { letter, steps }: Atom| {
        let step = steps.first();
        let verb = match step.map(|step| (step.moves, step.takes)) {
            Some((true, false)) => "may move, but not take,",
            Some((false, true)) => "may take, but not move otherwise,",
            Some(_) => "may move, and take,",
            None => return format!("has no direction for {letter}"),
        };
        format!("{verb} {}", way(letter, &steps, grid))
    };
    atoms(text, grid).into_iter().map(clause).collect::<Vec<_>>().join("; ")
}

/// How far and where steps lead, without what they do there.
pub(super) fn ways(text: &str, grid: &Grid) -> String {
    listed(atoms(text, grid).into_iter().map(|Atom { letter, steps }| way(letter, &steps, grid)), "or")
}

/// The directions of steps.
pub(super) fn directions(text: &str, grid: &Grid) -> String {
    let offsets: Vec<Offset> =
        atoms(text, grid).into_iter().flat_map(|atom| atom.steps).map(|step| step.offset).collect();
    direction(&offsets, grid)
}

/// A letter of Betza's notation, and the steps that it stands for.
struct Atom {
    letter: char,
    steps: Vec<betza::Step>,
}

fn atoms(text: &str, grid: &Grid) -> Vec<Atom> {
    let letters = text.chars().filter(char::is_ascii_uppercase);
    let steps = betza::read(text, grid).unwrap_or_default();
    letters.zip(steps).map(|(letter, steps)| Atom { letter, steps }).collect()
}

/// How far and where an atom leads: `two cells to the side, over whatever is between`.
fn way(letter: char, steps: &[betza::Step], grid: &Grid) -> String {
    let offsets: Vec<Offset> = steps.iter().map(|step| step.offset).collect();
    let (range, direction) = (steps.first().map_or(1, |step| step.range), direction(&offsets, grid));
    let (leap, most) = match letter {
        'D' | 'A' => (format!("two cells {direction}, over whatever is between"), range),
        'N' => (format!("by a knight's leap{direction}"), range),
        _ if range == 1 => return format!("one cell {direction}"),
        _ if u16::from(range) == SIDE_MAX - 1 => return format!("any number of cells {direction}, over empty cells"),
        _ => return format!("up to {range} cells {direction}, over empty cells"),
    };
    if most == 1 { leap } else { format!("{leap}, up to {most} times over empty cells") }
}

/// Directions by the signs of their offsets: those with more of them first, of which no part is named by itself.
const DIRECTIONS: [(&[Offset], &str); 16] = [
    (&[[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]], "in any direction"),
    (&[[0, 1], [1, 0], [0, -1], [-1, 0]], "straight"),
    (&[[1, 1], [1, -1], [-1, -1], [-1, 1]], "diagonally"),
    (&[[0, 1]], "forward"),
    (&[[0, -1]], "backward"),
    (&[[-1, 0], [1, 0]], "to the side"),
    (&[[-1, 0]], "to the left"),
    (&[[1, 0]], "to the right"),
    (&[[-1, 1], [1, 1]], "diagonally forward"),
    (&[[-1, -1], [1, -1]], "diagonally backward"),
    (&[[-1, 1], [-1, -1]], "diagonally to the left"),
    (&[[1, 1], [1, -1]], "diagonally to the right"),
    (&[[-1, 1]], "diagonally forward to the left"),
    (&[[1, 1]], "diagonally forward to the right"),
    (&[[-1, -1]], "diagonally backward to the left"),
    (&[[1, -1]], "diagonally backward to the right"),
];

/// The directions of offsets, for the side that looks up the board.
fn direction(offsets: &[Offset], grid: &Grid) -> String {
    if grid.is_hex() {
        return "in any of the six directions".to_owned();
    }
    if offsets.iter().any(|[right, up]| right.abs() + up.abs() == 3) {
        return knight(offsets);
    }
    let mut left: Vec<Offset> = offsets.iter().map(|offset| offset.map(i8::signum)).collect();
    let names = DIRECTIONS.into_iter().filter(|(signs, _)| {
        let fits = signs.iter().all(|sign| left.contains(sign));
        if fits {
            left.retain(|sign| !signs.contains(sign));
        }
        fits
    });
    let names: Vec<String> = names.map(|(_, name)| name.to_owned()).collect();
    listed(names, "or")
}

/// The directions of a knight, after `by a knight's leap`.
fn knight(offsets: &[Offset]) -> String {
    let ways = [([0, 1], " forward"), ([0, -1], " backward"), ([-1, 0], " to the left"), ([1, 0], " to the right")];
    let all = |[right, up]: Offset| offsets.iter().all(|offset| right * offset[0] + up * offset[1] > 0);
    ways.into_iter().filter(|(way, _)| all(*way)).map(|(_, name)| name).collect()
}

/// The texts in a list: `a, b and c`.
pub(super) fn listed(texts: impl IntoIterator<Item = String>, word: &str) -> String {
    let texts: Vec<String> = texts.into_iter().collect();
    match &texts[..] {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {word} {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Shape;
    use super::*;

    #[test]
    fn wrong_modifiers_are_seen_in_the_sentence() {
        let grid = Grid::new(Shape::Squares([8, 8]));
        for (text, says) in [
            (
                "fmWfcF",
                "may move, but not take, one cell forward; may take, but not move otherwise, one cell \
                        diagonally forward",
            ),
            ("sD", "may move, and take, two cells to the side, over whatever is between"),
            (
                "mDN",
                "may move, but not take, two cells straight, over whatever is between; may move, and take, by a \
                     knight's leap",
            ),
            ("fN", "may move, and take, by a knight's leap forward"),
            ("mQ", "may move, but not take, any number of cells in any direction, over empty cells"),
            ("fW3", "may move, and take, up to 3 cells forward, over empty cells"),
            ("fsW", "may move, and take, one cell forward or to the side"),
            ("flF", "may move, and take, one cell diagonally forward to the left"),
        ] {
            assert_eq!(sentence(text, &grid), says, "{text}");
        }
        assert_eq!(directions("fF", &grid), "diagonally forward");
    }
}
