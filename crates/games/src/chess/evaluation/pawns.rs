//! How the pawns stand to each other, and what those are worth that nothing but pieces can stop.

use cozy_chess::{BitBoard, Piece, Rank, Square};

use super::Sheet;
use super::army::Army;
use super::bits::{ahead, behind, down, files, sideways, up};
use super::tally::Tally;
use super::terms::{
    BACKWARD, DOUBLED, GUARDED, ISOLATED, PASSED, PASSED_CLEAR, PASSED_ENEMY_KING, PASSED_FREE, PASSED_OWN_KING,
    PASSED_ROOK, PASSED_SAFE, PASSED_UNCAUGHT, PHALANX, SPACE,
};

/// Counts what `own` pawns are worth beside their material and places, as far as pawns and kings alone say it: which of
/// them are passed.
pub(super) fn count<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) -> BitBoard {
    let (pawns, theirs) = (own.men(Piece::Pawn), enemy.men(Piece::Pawn));
    // What an enemy pawn stands before, and what it could come to attack.
    let stopped = down(behind(theirs));
    let attackable = sideways(stopped);
    let behind_own = down(behind(pawns));
    let isolated = pawns & !sideways(files(pawns));
    // No neighbour can come to guard the square before it, and an enemy pawn does.
    let never_guarded = ahead(pawns) & !up(ahead(sideways(pawns)));
    let backward = behind(never_guarded & enemy.reach[Piece::Pawn as usize]) & !isolated;
    let number = |men: BitBoard| men.len() as i32;
    for (group, weak) in [(ISOLATED, isolated), (BACKWARD, backward)] {
        if !weak.is_empty() {
            sheet.worth.add(group.at(0), number(weak & stopped));
            sheet.worth.add(group.at(1), number(weak & !stopped));
        }
    }
    let doubled = pawns & behind_own;
    if !doubled.is_empty() {
        sheet.worth.add(DOUBLED.at(0), number(doubled));
    }
    for pawn in pawns & sideways(pawns) {
        sheet.worth.add(PHALANX.at(pawn.rank() as usize), 1);
    }
    for pawn in pawns & own.reach[Piece::Pawn as usize] {
        sheet.worth.add(GUARDED.at(pawn.rank() as usize), 1);
    }
    let room = ROOM & !pawns & !enemy.reach[Piece::Pawn as usize];
    sheet.worth.add(SPACE.at(0), number(room));
    let passed = pawns & !behind_own & !stopped & !attackable;
    for pawn in passed {
        let rank = pawn.rank() as usize;
        sheet.worth.add(PASSED.at(rank), 1);
        if rank > 2 {
            let times = rank as i32 - 2;
            let goal = ahead(pawn.bitboard()).next_square().expect("no pawn stands on the last rank");
            sheet.worth.add(PASSED_OWN_KING.at(distance(own.king, goal)), times);
            sheet.worth.add(PASSED_ENEMY_KING.at(distance(enemy.king, goal)), times);
        }
    }
    passed
}

/// The middle of the own half.
const ROOM: BitBoard = BitBoard(0x0000_0000_3c3c_3c00);

/// Counts what more `own` passed pawns are worth. `on_move`: it is their turn.
#[inline(always)]
pub(super) fn count_passed<T: Tally>(own: &Army, enemy: &Army, on_move: bool, passed: BitBoard, sheet: &mut Sheet<T>) {
    for pawn in passed {
        count_one(own, enemy, on_move, pawn, sheet);
    }
}

#[inline(always)]
fn count_one<T: Tally>(own: &Army, enemy: &Army, on_move: bool, pawn: Square, sheet: &mut Sheet<T>) {
    let rank = pawn.rank() as usize;
    let before = ahead(pawn.bitboard());
    let way = up(before);
    let (men, attacked) = (own.all | enemy.all, enemy.any);
    let (free, safe) = (before.is_disjoint(men), before.is_disjoint(attacked));
    let clear = way.is_disjoint(enemy.all | attacked);
    let worth = &mut sheet.worth;
    worth.add(PASSED_FREE.at(rank), i32::from(free));
    worth.add(PASSED_SAFE.at(rank), i32::from(safe));
    worth.add(PASSED_CLEAR.at(rank), i32::from(clear));
    let back = down(behind(pawn.bitboard()));
    worth.add(PASSED_ROOK.at(0), i32::from(!back.is_disjoint(own.men(Piece::Rook))));
    worth.add(PASSED_ROOK.at(1), i32::from(!back.is_disjoint(enemy.men(Piece::Rook))));
    let pieces = enemy.all & !enemy.men(Piece::Pawn) & !enemy.men(Piece::King);
    if pieces.is_empty() && way.is_disjoint(men) {
        let queen = Square::new(pawn.file(), Rank::Eighth);
        // From the second rank it may take two steps at once.
        let steps = 7 - rank.max(2);
        let late = distance(enemy.king, queen).saturating_sub(usize::from(!on_move));
        worth.add(PASSED_UNCAUGHT.at(0), i32::from(late > steps));
    }
}

/// A king's moves from one square to another.
#[inline(always)]
pub(super) fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as usize).abs_diff(other.file() as usize);
    let ranks = (one.rank() as usize).abs_diff(other.rank() as usize);
    files.max(ranks)
}
