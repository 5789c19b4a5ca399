//! Steps of pieces in Betza's notation: letters for directions and kinds of moves before an atom.

use super::board::{FERS, Grid, HEX_NEIGHBOURS, Offset, SIDE_MAX, WAZIR};

/// The longest text, in bytes.
const TEXT_MAX: usize = 40;

/// A step in one direction, repeated over empty cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Columns to the right and rows forward, for the first side.
    pub(super) offset: [i8; 2],
    /// How many times it may be made at most.
    pub(super) range: u8,
    /// Whether it may end on an empty cell.
    pub(super) moves: bool,
    /// Whether it may end on an enemy, which is taken.
    pub(super) takes: bool,
}

/// The steps of a text, atom by atom.
///
/// # Errors
/// A sentence about the first letter that has no meaning.
pub(super) fn read(text: &str, grid: &Grid) -> Result<Vec<Vec<Step>>, String> {
    if text.is_empty() || text.len() > TEXT_MAX {
        return Err(format!("expected 1 to {TEXT_MAX} letters such as mW or fF"));
    }
    let (mut atoms, mut modifiers) = (Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if "mcfbslr".contains(letter) {
            if modifiers.contains(letter) {
                return Err(format!("{letter:?} occurs twice before one atom"));
            }
            modifiers.push(letter);
            continue;
        }
        let mut number = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.push(digit);
        }
        let range = match number.parse::<u8>() {
            Ok(range) if (1..SIDE_MAX).contains(&range.into()) => Some(range),
            _ if number.is_empty() => None,
            _ => return Err(format!("the range of {letter} is {number}, expected 1 to {}", SIDE_MAX - 1)),
        };
        atoms.push(atom(letter, range, &modifiers, grid)?);
        modifiers.clear();
    }
    if modifiers.is_empty() { Ok(atoms) } else { Err(format!("{modifiers:?} is not followed by an atom such as W")) }
}

fn atom(letter: char, range: Option<u8>, modifiers: &str, grid: &Grid) -> Result<Vec<Step>, String> {
    let far = SIDE_MAX as u8 - 1;
    let (offsets, usual) = match letter {
        'W' | 'R' if grid.is_hex() => (HEX_NEIGHBOURS.to_vec(), if letter == 'R' { far } else { 1 }),
        _ if grid.is_hex() => {
            return Err(format!("unknown letter {letter:?}, expected m or c before W or R on hexagons"));
        }
        'W' => (WAZIR.to_vec(), 1),
        'F' => (FERS.to_vec(), 1),
        'K' => ([WAZIR, FERS].concat(), 1),
        'R' => (WAZIR.to_vec(), far),
        'B' => (FERS.to_vec(), far),
        'Q' => ([WAZIR, FERS].concat(), far),
        'D' => (WAZIR.map(|offset| offset.map(|by| 2 * by)).to_vec(), 1),
        'A' => (FERS.map(|offset| offset.map(|by| 2 * by)).to_vec(), 1),
        'N' => (FERS.iter().flat_map(|[right, up]| [[2 * right, *up], [*right, 2 * up]]).collect(), 1),
        _ => {
            let expected = "m, c, f, b, s, l, r before W, F, D, N, A, K, R, B or Q";
            return Err(format!("unknown letter {letter:?}, expected {expected}"));
        }
    };
    if let Some(modifier) = modifiers.chars().find(|modifier| grid.is_hex() && !"mc".contains(*modifier)) {
        return Err(format!("{modifier:?} has no meaning on hexagons, expected m or c before W or R"));
    }
    let has = |modifier| modifiers.contains(modifier);
    let is_either = has('m') == has('c');
    let (moves, takes, range) = (is_either || has('m'), is_either || has('c'), range.unwrap_or(usual));
    let wanted = offsets.into_iter().filter(|offset| goes(*offset, modifiers));
    Ok(wanted.map(|offset| Step { offset, range, moves, takes }).collect())
}

/// Whether an offset goes in one of these directions. Straight offsets need one of the letters; for offsets that go
/// both ways, `f` and `b` limit the one and `l`, `r` and `s` the other, so that `flF` is a single cell.
fn goes([right, up]: Offset, letters: &str) -> bool {
    let has = |letter| letters.contains(letter);
    let (any_up, any_right) = (has('f') || has('b'), has('l') || has('r') || has('s'));
    let up_fits = up > 0 && has('f') || up < 0 && has('b');
    let right_fits = right != 0 && has('s') || right > 0 && has('r') || right < 0 && has('l');
    match (any_up, any_right) {
        (false, false) => true,
        _ if up == 0 || right == 0 => up_fits || right_fits,
        _ => (up_fits || !any_up) && (right_fits || !any_right),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Shape;
    use super::*;

    fn squares() -> Grid {
        Grid::new(Shape::Squares([8, 8]))
    }

    fn offsets(text: &str) -> Vec<Offset> {
        let mut offsets: Vec<_> = read(text, &squares()).unwrap().concat().iter().map(|step| step.offset).collect();
        offsets.sort_unstable();
        offsets
    }

    #[test]
    fn directions_limit_the_atom_that_they_are_written_before() {
        assert_eq!(offsets("fF"), [[-1, 1], [1, 1]]);
        assert_eq!(offsets("flF"), [[-1, 1]]);
        assert_eq!(offsets("fsW"), [[-1, 0], [0, 1], [1, 0]]);
        assert_eq!(offsets("fN"), [[-2, 1], [-1, 2], [1, 2], [2, 1]]);
        assert_eq!(offsets("sK").len(), 6);
        assert_eq!(offsets("fWF").len(), 5);
        // The modifiers of `mDNA` belong to D alone.
        let takes: Vec<bool> = read("mDNA", &squares()).unwrap().iter().map(|atom| atom[0].takes).collect();
        assert_eq!(takes, [false, true, true]);
    }

    #[test]
    fn ranges_are_numbers_or_riders() {
        for (text, range) in [("W", 1), ("W3", 3), ("R", 15), ("R4", 4), ("N2", 2)] {
            assert_eq!(read(text, &squares()).unwrap()[0][0].range, range, "{text}");
        }
        for text in ["", "x", "W0", "W16", "W999", "fm", "ffW", "é", "mcfbslrmW"] {
            assert!(read(text, &squares()).is_err(), "{text}");
        }
    }
}
