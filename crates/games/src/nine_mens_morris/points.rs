//! Sets of points as bits: mills, points that close a mill, and symmetries of the board.
//!
//! A point is bit `8 * ring + index`, with rings from the outer one and indexes clockwise from the top left corner. All
//! four sides of the board then take the same few operations:
//!
//! ```text
//! 0-----------1-----------2
//! |   8-------9------10   |
//! |   |  16--17--18   |   |
//! 7--15--23      19--11---3
//! |   |  22--21--20   |   |
//! |  14------13------12   |
//! 6-----------5-----------4
//! ```

/// A set of points.
pub(super) type Points = u32;

pub(super) const COUNT: usize = 24;
pub(super) const ALL: Points = 0xff_ffff;

/// The middles of the sides. Each has two neighbours on its ring, and lines to the other rings.
const MIDDLES: Points = 0xaa_aaaa;
const CORNERS: Points = ALL ^ MIDDLES;

/// The set moved clockwise by one point.
const fn clockwise(set: Points) -> Points {
    (set & 0x7f_7f7f) << 1 | set >> 7 & 0x01_0101
}

const fn anticlockwise(set: Points) -> Points {
    set >> 1 & 0x7f_7f7f | (set & 0x01_0101) << 7
}

/// The set moved by one step in each direction: clockwise, anticlockwise, to the next inner ring, to the next outer
/// ring.
pub(super) fn steps(set: Points) -> [Points; 4] {
    [clockwise(set), anticlockwise(set), (set & MIDDLES) << 8 & ALL, (set & MIDDLES) >> 8]
}

/// The neighbours of a set.
pub(super) fn neighbours(set: Points) -> Points {
    steps(set).into_iter().fold(0, |all, step| all | step)
}

/// The mills of a set, each given by one point: its middle on a ring, or its outermost point across the rings.
fn mills(set: Points) -> [Points; 2] {
    [set & clockwise(set) & anticlockwise(set) & MIDDLES, set & set >> 8 & set >> 16 & MIDDLES]
}

/// Number of mills in a set.
pub(super) fn count_mills(set: Points) -> u32 {
    mills(set).map(Points::count_ones).iter().sum()
}

/// The points of a set that are in a mill.
pub(super) fn in_mills(set: Points) -> Points {
    let [along, across] = mills(set);
    along | clockwise(along) | anticlockwise(along) | across | across << 8 | across << 16
}

/// The points that complete a mill with two points of the set.
pub(super) fn closing(set: Points) -> Points {
    let (next, previous) = (anticlockwise(set), clockwise(set));
    let along = next & previous & MIDDLES | (next & anticlockwise(next) | previous & clockwise(previous)) & CORNERS;
    let others = [set << 8 | set >> 16, set >> 8 | set << 16];
    along | others[0] & others[1] & MIDDLES
}

/// Number of symmetries: four rotations, each with or without reflection, and each with or without exchanging the outer
/// and the inner ring.
pub(super) const SYMMETRIES: usize = 16;

/// An image of two sets, the second of which is in the upper half of the word.
pub(super) const fn image(sets: u64, number: usize) -> u64 {
    let mut image = sets;
    if number & 4 != 0 {
        // Reversal maps index i to 7 - i. The rotation by one point keeps the top left corner in place.
        let reversed = image.reverse_bits().swap_bytes();
        image = (reversed & 0x7f7f_7f7f_7f7f_7f7f) << 1 | reversed >> 7 & 0x0101_0101_0101_0101;
    }
    if number & 8 != 0 {
        let ring = 0xff_0000_00ff;
        image = image & (ring << 8) | (image & ring) << 16 | image >> 16 & ring;
    }
    let turns = 2 * (number & 3) as u32;
    let wraps = 0x0101_0101_0101_0101 * ((1 << turns) - 1);
    image << turns & !wraps | image >> (8 - turns) & wraps
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The sixteen mills, one by one.
    fn lines() -> Vec<[u32; 3]> {
        let along = (0..3).flat_map(|ring| (0..4).map(move |side| [0, 1, 2].map(|n| 8 * ring + (2 * side + n) % 8)));
        let across = (0..4).map(|side| [0, 1, 2].map(|ring| 8 * ring + 2 * side + 1));
        along.chain(across).collect()
    }

    fn set(points: &[u32]) -> Points {
        points.iter().fold(0, |set, point| set | 1 << point)
    }

    fn random_sets() -> impl Iterator<Item = Points> {
        let mut seed = 1_u64;
        std::iter::repeat_with(move || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 40) as Points & (seed >> 13) as Points & ALL
        })
        .take(5000)
    }

    #[test]
    fn mills_are_those_found_line_by_line() {
        assert_eq!(lines().len(), 16);
        for men in random_sets() {
            let (mut inside, mut closing_points, mut count) = (0, 0, 0);
            for line in lines() {
                let whole = set(&line);
                if men & whole == whole {
                    inside |= whole;
                    count += 1;
                }
                for point in line.map(|point| 1 << point) {
                    let others = whole ^ point;
                    closing_points |= if men & others == others { point } else { 0 };
                }
            }
            assert_eq!((in_mills(men), closing(men), count_mills(men)), (inside, closing_points, count), "{men:#x}");
        }
    }

    #[test]
    fn neighbours_share_a_line_with_nothing_between_them() {
        let mut found = HashSet::new();
        for [one, middle, other] in lines() {
            found.extend([(one, middle), (middle, one), (middle, other), (other, middle)]);
        }
        for from in 0..24 {
            let expected = (0..24).filter(|to| found.contains(&(from, *to)));
            assert_eq!(neighbours(1 << from), expected.fold(0, |set, to| set | 1 << to), "{from}");
        }
        assert_eq!(found.len(), 64);
    }

    #[test]
    fn the_images_are_sixteen_and_keep_lines() {
        let mills: HashSet<Points> = lines().iter().map(|line| set(line)).collect();
        let mut images = HashSet::new();
        for number in 0..SYMMETRIES {
            let points: Vec<u64> = (0..24).map(|point| image(1 << point | 1 << (55 - point), number)).collect();
            assert!(points.iter().all(|sets| sets.count_ones() == 2 && sets & !0xff_ffff_00ff_ffff == 0));
            for line in &mills {
                assert!(mills.contains(&(image(u64::from(*line), number) as Points)), "{number}");
                assert!(mills.contains(&((image(u64::from(*line) << 32, number) >> 32) as Points)), "{number}");
            }
            images.insert(points);
        }
        assert_eq!(images.len(), SYMMETRIES);
        assert_eq!(image(0x1234_5678, 0), 0x1234_5678);
    }
}
