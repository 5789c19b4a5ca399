//! The squares of the board, sets of them as bits, and where pieces go from a square.
//!
//! What players call points is a square here, as in chess programs: `a0` is the first, at the left of red's first rank,
//! and `i9` is the last.

pub(super) use crate::bits::members_of_wide as members;
use plyd_search::position::Side;

/// A square: nine times its rank plus its file.
pub(super) type Square = u8;

/// A set of squares.
pub(super) type Squares = u128;

pub(super) const FILES: u8 = 9;
pub(super) const RANKS: u8 = 10;
pub(super) const COUNT: usize = 90;

/// The first rank across the river, as red sees it.
const RIVER: u8 = 5;

pub(super) const fn bit(square: Square) -> Squares {
    1 << square
}

pub(super) const fn file(square: Square) -> u8 {
    square % FILES
}

pub(super) const fn rank(square: Square) -> u8 {
    square / FILES
}

/// A rank as a side counts it: its own first rank is 0.
pub(super) const fn rank_of(side: Side, square: Square) -> u8 {
    match side {
        Side::First => rank(square),
        Side::Second => RANKS - 1 - rank(square),
    }
}

/// The square at the other end of its file.
pub(super) const fn flipped(square: Square) -> Square {
    FILES * (RANKS - 1 - rank(square)) + file(square)
}

/// The square at the other end of its rank.
pub(super) const fn mirrored(square: Square) -> Square {
    FILES * rank(square) + FILES - 1 - file(square)
}

/// The squares of these files and ranks.
const fn rectangle(files: [u8; 2], ranks: [u8; 2]) -> Squares {
    let (mut set, mut square) = (0, 0);
    while square < COUNT as u8 {
        let is_within = files[0] <= file(square) && file(square) <= files[1];
        if is_within && ranks[0] <= rank(square) && rank(square) <= ranks[1] {
            set |= bit(square);
        }
        square += 1;
    }
    set
}

/// The squares that men may stand on.
pub(super) struct Places {
    pub(super) general: Squares,
    pub(super) advisor: Squares,
    pub(super) elephant: Squares,
    pub(super) pawn: Squares,
}

/// By side.
pub(super) static PLACES: [Places; 2] = [places(Side::First), places(Side::Second)];

const fn places(side: Side) -> Places {
    let (mut advisor, mut elephant, mut behind_river, mut square) = (0, 0, 0, 0);
    while square < COUNT as u8 {
        let place = (file(square), rank_of(side, square));
        if matches!(place, (3 | 5, 0 | 2) | (4, 1)) {
            advisor |= bit(square);
        }
        if matches!(place, (2 | 6, 0 | 4) | (0 | 4 | 8, 2)) {
            elephant |= bit(square);
        }
        if matches!(place, (0 | 2 | 4 | 6 | 8, 3 | 4)) {
            behind_river |= bit(square);
        }
        square += 1;
    }
    let general = rectangle([3, 5], if matches!(side, Side::First) { [0, 2] } else { [7, 9] });
    Places { general, advisor, elephant, pawn: behind_river | HALVES[1 - side as usize] }
}

/// The half of the board on a side's bank of the river.
pub(super) const HALVES: [Squares; 2] = [rectangle([0, 8], [0, RIVER - 1]), rectangle([0, 8], [RIVER, RANKS - 1])];

/// The square that is so many files and ranks away, if there is one, as a set.
const fn step(from: usize, files: i32, ranks: i32) -> Squares {
    let (file, rank) = (file(from as u8) as i32 + files, rank(from as u8) as i32 + ranks);
    if 0 <= file && file < FILES as i32 && 0 <= rank && rank < RANKS as i32 { 1 << (9 * rank + file) } else { 0 }
}

/// The squares before and after a square on a line.
type Line = [Squares; 2];

/// By square: its rank and its file.
static LINES: [[Line; 2]; COUNT] = lines();

const fn lines() -> [[Line; 2]; COUNT] {
    let mut lines = [[[0; 2]; 2]; COUNT];
    let mut from = 0;
    while from < COUNT {
        let mut distance = 1;
        while distance < RANKS as i32 {
            lines[from][0][0] |= step(from, -distance, 0);
            lines[from][0][1] |= step(from, distance, 0);
            lines[from][1][0] |= step(from, 0, -distance);
            lines[from][1][1] |= step(from, 0, distance);
            distance += 1;
        }
        from += 1;
    }
    lines
}

/// The squares that a rook reaches, up to the first occupied one in each direction, and that one too.
#[inline(always)]
pub(super) fn rook(from: Square, occupied: Squares) -> Squares {
    let [rank, file] = &LINES[usize::from(from)];
    along(rank, occupied) | along(file, occupied)
}

/// The squares of a line from the nearest obstacle before its square to the nearest one after it (obstruction
/// difference, Isenberg 2009).
#[inline(always)]
fn along([before, after]: &Line, occupied: Squares) -> Squares {
    let nearest_before = (before & occupied | 1).leading_zeros();
    let obstacles_after = after & occupied;
    let from_nearest = (1 << 127) >> nearest_before;
    (*before | *after) & !(from_nearest - 1) & (obstacles_after ^ obstacles_after.wrapping_sub(1))
}

/// The occupied squares that a rook reaches if the nearest occupied ones in each direction are left out: what a cannon
/// may capture, or the places of the cannons that attack a square.
#[inline(always)]
pub(super) fn over_screens(from: Square, occupied: Squares) -> Squares {
    let behind = occupied & !rook(from, occupied);
    rook(from, behind) & behind
}

/// By square: squares that block, and where a piece goes if they are free.
type Leaps = [[(Squares, Squares); 4]; COUNT];

/// The moves of horses, which a man beside them blocks.
pub(super) static HORSE: Leaps = leaps(false);

/// The squares from which a horse moves to a square. The man that blocks it is diagonally beside that square.
pub(super) static HORSE_ORIGINS: Leaps = leaps(true);

/// The moves of elephants, which a man in the middle blocks.
pub(super) static ELEPHANT: Leaps = elephant();

const fn leaps(backwards: bool) -> Leaps {
    let mut leaps = [[(0, 0); 4]; COUNT];
    let mut index = 0;
    while index < 4 * COUNT {
        let (from, (files, ranks)) = (index / 4, [(1, 0), (-1, 0), (0, 1), (0, -1)][index % 4]);
        let (diagonal_files, diagonal_ranks) = [(1, 1), (-1, -1), (-1, 1), (1, -1)][index % 4];
        leaps[from][index % 4] = if backwards {
            let origins =
                step(from, 2 * diagonal_files, diagonal_ranks) | step(from, diagonal_files, 2 * diagonal_ranks);
            (step(from, diagonal_files, diagonal_ranks), origins)
        } else {
            let one = step(from, 2 * files + ranks, 2 * ranks + files);
            (step(from, files, ranks), one | step(from, 2 * files - ranks, 2 * ranks - files))
        };
        index += 1;
    }
    leaps
}

const fn elephant() -> Leaps {
    let mut leaps = [[(0, 0); 4]; COUNT];
    let mut index = 0;
    while index < 4 * COUNT {
        let (from, (files, ranks)) = (index / 4, [(1, 1), (-1, -1), (-1, 1), (1, -1)][index % 4]);
        let mut side = 0;
        while side < 2 {
            let own = PLACES[side].elephant;
            if own >> from & 1 == 1 {
                leaps[from][index % 4] = (step(from, files, ranks), step(from, 2 * files, 2 * ranks) & own);
            }
            side += 1;
        }
        index += 1;
    }
    leaps
}

/// Where a piece goes that others may block.
#[inline(always)]
pub(super) fn leap(leaps: &Leaps, from: Square, occupied: Squares) -> Squares {
    let free = |(block, targets): &(Squares, Squares)| if block & occupied == 0 { *targets } else { 0 };
    let [one, two, three, four] = &leaps[usize::from(from)];
    free(one) | free(two) | free(three) | free(four)
}

/// The moves of generals and advisors, which stay in their palace.
pub(super) static GENERAL: [Squares; COUNT] = within_palace([(1, 0), (-1, 0), (0, 1), (0, -1)], false);
pub(super) static ADVISOR: [Squares; COUNT] = within_palace([(1, 1), (-1, -1), (-1, 1), (1, -1)], true);

const fn within_palace(steps: [(i32, i32); 4], is_advisor: bool) -> [Squares; COUNT] {
    let mut targets = [0; COUNT];
    let mut index = 0;
    while index < 4 * COUNT {
        let (from, (files, ranks)) = (index / 4, steps[index % 4]);
        let mut side = 0;
        while side < 2 {
            let places = if is_advisor { PLACES[side].advisor } else { PLACES[side].general };
            if places >> from & 1 == 1 {
                targets[from] |= step(from, files, ranks) & places;
            }
            side += 1;
        }
        index += 1;
    }
    targets
}

/// The moves of pawns, by side.
pub(super) static PAWN: [[Squares; COUNT]; 2] = [pawn(Side::First).0, pawn(Side::Second).0];

/// The squares from which a side's pawn moves to a square.
pub(super) static PAWN_ORIGINS: [[Squares; COUNT]; 2] = [pawn(Side::First).1, pawn(Side::Second).1];

/// Where pawns go, and where they come from.
const fn pawn(side: Side) -> ([Squares; COUNT], [Squares; COUNT]) {
    let (mut targets, mut origins) = ([0; COUNT], [0; COUNT]);
    let forward = if matches!(side, Side::First) { 1 } else { -1 };
    let mut square = 0;
    while square < COUNT {
        targets[square] = step(square, 0, forward);
        origins[square] = step(square, 0, -forward);
        if rank_of(side, square as u8) >= RIVER {
            let beside = step(square, -1, 0) | step(square, 1, 0);
            targets[square] |= beside;
            origins[square] |= beside;
        }
        square += 1;
    }
    (targets, origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Square {
        let [file, rank] = name.as_bytes() else { panic!("{name}") };
        FILES * (rank - b'0') + file - b'a'
    }

    fn set(names: &str) -> Squares {
        names.split_whitespace().fold(0, |set, name| set | bit(named(name)))
    }

    /// The slow twin: square by square.
    fn walked(from: Square, occupied: Squares, screens: u32) -> Squares {
        let mut set = 0;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut seen = 0;
            for distance in 1..10 {
                let square = step(from.into(), files * distance, ranks * distance);
                if seen == screens && (screens == 0 || square & occupied != 0) {
                    set |= square;
                }
                seen += u32::from(square & occupied != 0);
            }
        }
        set
    }

    #[test]
    fn lines_end_at_the_first_man_and_cannons_jump_over_it() {
        let mut seed = 1_u128;
        for round in 0..20_000 {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let occupied = (seed >> 3 & seed >> 31 | seed >> 7 & seed >> 50) & ((1 << 90) - 1);
            let from = round as Square % 90;
            let context = || format!("{from} in {occupied:#x}");
            assert_eq!(rook(from, occupied), walked(from, occupied, 0), "{}", context());
            assert_eq!(over_screens(from, occupied), walked(from, occupied, 1), "{}", context());
        }
        assert_eq!(rook(named("a0"), 0).count_ones(), 17);
    }

    #[test]
    fn horses_go_where_they_come_from_unless_blocked() {
        assert_eq!(leap(&HORSE, named("e4"), 0), set("d6 f6 g5 g3 f2 d2 c3 c5"));
        assert_eq!(leap(&HORSE, named("e4"), set("e5 d4 d5")), set("g5 g3 f2 d2"));
        assert_eq!(leap(&HORSE, named("a0"), set("b0")), set("b2"));
        for (from, occupied) in (0..90).flat_map(|from| [0, set("e5"), set("b1 d7 f4 h8")].map(|set| (from, set))) {
            let origins = (0..90).filter(|origin| leap(&HORSE, *origin, occupied) & bit(from) != 0);
            let expected = origins.fold(0, |set, origin| set | bit(origin));
            assert_eq!(leap(&HORSE_ORIGINS, from, occupied), expected, "{from} in {occupied:#x}");
        }
    }

    #[test]
    fn defenders_stay_at_home_and_pawns_turn_beyond_the_river() {
        assert_eq!(leap(&ELEPHANT, named("c4"), 0), set("a2 e2"));
        assert_eq!(leap(&ELEPHANT, named("e7"), set("d8 f6")), set("c5 g9"));
        assert_eq!(
            (ADVISOR[usize::from(named("e1"))], ADVISOR[usize::from(named("d9"))]),
            (set("d0 f0 d2 f2"), set("e8"))
        );
        assert_eq!(
            (GENERAL[usize::from(named("e1"))], GENERAL[usize::from(named("d7"))]),
            (set("e0 e2 d1 f1"), set("d8 e7"))
        );
        let pawn = |side: Side, name| PAWN[side.index()][usize::from(named(name))];
        assert_eq!((pawn(Side::First, "c4"), pawn(Side::First, "a5")), (set("c5"), set("a6 b5")));
        assert_eq!((pawn(Side::First, "e9"), pawn(Side::Second, "e5")), (set("d9 f9"), set("e4")));
        assert_eq!(pawn(Side::Second, "i4"), set("i3 h4"));
        for (side, square) in [0, 1].into_iter().flat_map(|side| (0..90).map(move |square| (side, square))) {
            let origins = (0..COUNT).filter(|origin| PAWN[side][*origin] & bit(square) != 0);
            let expected = origins.fold(0, |set, origin| set | bit(origin as Square));
            assert_eq!(PAWN_ORIGINS[side][usize::from(square)], expected, "{side} {square}");
        }
        let [red, black] = &PLACES;
        assert_eq!((red.advisor, black.elephant), (set("d0 f0 e1 d2 f2"), set("c9 g9 a7 e7 i7 c5 g5")));
        assert_eq!((red.pawn.count_ones(), black.general), (55, set("d7 e7 f7 d8 e8 f8 d9 e9 f9")));
    }
}
