//! Boards of three rows of three, with a bit for each cell in reading order. The order may start at either end, because
//! nothing here changes under a half turn.

/// Every cell.
pub(super) const FULL: u16 = 0b111_111_111;

pub(super) const CENTRE: u16 = 0b000_010_000;
pub(super) const CORNERS: u16 = 0b101_000_101;

/// Rows, columns and diagonals.
pub(super) const LINES: [u16; 8] = [
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
];

/// Centre, corners, sides.
pub(super) const FROM_THE_CENTRE: [u8; 9] = [4, 2, 0, 8, 6, 1, 5, 3, 7];

/// Number of sets of cells, and length of tables indexed by a set.
pub(super) const SETS: usize = 1 << 9;

/// For each set, the lines that have at least `least` of its cells, as bits in the order of [`LINES`].
pub(super) const fn lines_with(least: u32) -> [u8; SETS] {
    let mut lines = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut line = 0;
        while line < LINES.len() {
            lines[set] |= (((set as u16 & LINES[line]).count_ones() >= least) as u8) << line;
            line += 1;
        }
        set += 1;
    }
    lines
}

/// Whether a set contains a whole line.
pub(super) fn has_line(set: u16) -> bool {
    static COMPLETE: [u8; SETS] = lines_with(3);
    COMPLETE[usize::from(set)] != 0
}

/// The cells outside a set that complete a line with two of its cells.
pub(super) fn completing(set: u16) -> u16 {
    static COMPLETING: [u16; SETS] = {
        let mut cells = [0; SETS];
        let mut set = 0;
        while set < SETS {
            let mut line = 0;
            while line < LINES.len() {
                let lacking = LINES[line] & !(set as u16);
                if lacking.count_ones() == 1 {
                    cells[set] |= lacking;
                }
                line += 1;
            }
            set += 1;
        }
        cells
    };
    COMPLETING[usize::from(set)]
}

/// A symmetry of the board.
pub(super) struct Symmetry {
    /// The image of each cell's bit.
    pub(super) cells: [u16; 9],
    /// The image of each set of cells.
    pub(super) sets: [u16; SETS],
}

/// The three rotations, and the reflections of all four orientations.
pub(super) static SYMMETRIES: [Symmetry; 7] = {
    const SAME: [u16; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const MIRRORED: [u16; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
    [
        compose(SAME, 1),
        compose(SAME, 2),
        compose(SAME, 3),
        compose(MIRRORED, 1),
        compose(MIRRORED, 2),
        compose(MIRRORED, 3),
        compose(MIRRORED, 0),
    ]
};

/// For each set, the symmetries whose image of it is the least number, as bits in the order of [`SYMMETRIES`]; the last
/// bit is the identity.
pub(super) static LEAST_BY: [u8; SETS] = {
    let mut least_by = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut least, mut number) = (set as u16, 0);
        least_by[set] = 1 << SYMMETRIES.len();
        while number < SYMMETRIES.len() {
            let image = SYMMETRIES[number].sets[set];
            if image < least {
                (least, least_by[set]) = (image, 1 << number);
            } else if image == least {
                least_by[set] |= 1 << number;
            }
            number += 1;
        }
        set += 1;
    }
    least_by
};

/// The symmetry that applies `cells` and then this number of quarter turns.
const fn compose(mut cells: [u16; 9], turns: u32) -> Symmetry {
    const TURNED: [u16; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
    let mut turn = 0;
    while turn < turns {
        let mut cell = 0;
        while cell < cells.len() {
            cells[cell] = TURNED[cells[cell] as usize];
            cell += 1;
        }
        turn += 1;
    }
    let mut sets = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut cell = 0;
        while cell < cells.len() {
            sets[set] |= (set as u16 >> cell & 1) << cells[cell];
            cell += 1;
        }
        set += 1;
    }
    Symmetry { cells, sets }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tables_equal_a_loop_over_the_lines() {
        let (one, two) = (lines_with(1), lines_with(2));
        for set in 0..=FULL {
            assert_eq!(has_line(set), LINES.iter().any(|line| set & line == *line), "{set:b}");
            for cell in (0..9).filter(|cell| set >> cell & 1 == 0) {
                let completes = LINES.iter().any(|line| line >> cell & 1 == 1 && line & !(set | 1 << cell) == 0);
                assert_eq!(completing(set) >> cell & 1 == 1, completes, "{set:b}, {cell}");
            }
            assert_eq!(completing(set) & set, 0);
            for (index, line) in LINES.iter().enumerate() {
                let held = (set & line).count_ones();
                let bits = [one, two].map(|lines| lines[usize::from(set)] >> index & 1);
                assert_eq!(bits, [u8::from(held >= 1), u8::from(held >= 2)], "{set:b}");
            }
        }
    }

    #[test]
    fn seven_symmetries_move_lines_to_lines_and_differ() {
        let lines: HashSet<u16> = LINES.into();
        let mut seen = HashSet::from([[0, 1, 2, 3, 4, 5, 6, 7, 8]]);
        for Symmetry { cells, sets } in &SYMMETRIES {
            assert!(seen.insert(*cells));
            assert_eq!(LINES.map(|line| sets[usize::from(line)]).into_iter().collect::<HashSet<_>>(), lines);
            assert!((0..9).all(|cell| sets[1 << cell] == 1 << cells[cell]));
        }
    }
}
