//! What threatens the enemy king.

use cozy_chess::{
    BitBoard, File, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_knight_moves, get_rook_moves, get_rook_rays,
};

use super::Sheet;
use super::army::Army;
use super::bits::{ahead, up};
use super::pieces::RING;
use super::tally::Tally;
use super::terms::{
    DANGER, DANGER_CHECK, DANGER_ESCAPES, DANGER_GUARD, DANGER_PINNED, DANGER_SAFE_CHECK, DANGER_SHELTER, DANGER_STORM,
    DANGER_WEAK, DANGER_WING, PINNED, SHELTER, STORM,
};

/// Counts what `own` men mean for the enemy king. `on_move`: it is their turn.
#[inline(always)]
pub(super) fn count<T: Tally>(own: &Army, enemy: &Army, on_move: bool, sheet: &mut Sheet<T>) {
    let king = enemy.king;
    let danger = &mut sheet.danger;
    danger.add(DANGER.at(0), 1);
    danger.add(DANGER.at(1), i32::from(own.men(Piece::Queen).is_empty()));
    danger.add(DANGER.at(2), i32::from(on_move));
    // Guarded by nobody, or by the king and the queen alone, which should not have to.
    let hardly = enemy.reach[Piece::King as usize] | enemy.reach[Piece::Queen as usize];
    let weak = own.any & !enemy.twice & (!enemy.any | hardly);
    let ring = RING[king as usize];
    danger.add(DANGER_WEAK.at(0), (weak & ring).len() as i32);
    let escapes = get_king_moves(king) & !own.any & !enemy.all;
    danger.add(DANGER_ESCAPES.at((escapes.len() as usize).min(5)), 1);
    let wing = WINGS[king.file() as usize] & CAMP;
    danger.add(DANGER_WING.at(0), (own.any & wing).len() as i32);
    danger.add(DANGER_WING.at(1), (own.twice & wing).len() as i32);
    danger.add(DANGER_WING.at(2), (enemy.any & wing).len() as i32);
    for (number, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
        danger.add(DANGER_GUARD.at(number), i32::from(!enemy.reach[piece as usize].is_disjoint(ring)));
    }
    checks(own, enemy, weak, sheet);
    pins(own, enemy, sheet);
}

#[inline(always)]
fn checks<T: Tally>(own: &Army, enemy: &Army, weak: BitBoard, sheet: &mut Sheet<T>) {
    let (king, occupied) = (enemy.king, own.all | enemy.all);
    let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
    let safe = !enemy.any | weak & own.twice;
    let lines = [get_knight_moves(king), diagonal, straight, diagonal | straight];
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    for (number, (lines, piece)) in lines.into_iter().zip(pieces).enumerate() {
        let checks = lines & own.reach[piece as usize] & !own.all;
        if !checks.is_empty() {
            sheet.danger.add(DANGER_SAFE_CHECK.at(number), (checks & safe).len() as i32);
            sheet.danger.add(DANGER_CHECK.at(number), (checks & !safe).len() as i32);
        }
    }
}

#[inline(always)]
fn pins<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let (king, occupied) = (enemy.king, own.all | enemy.all);
    let queens = own.men(Piece::Queen);
    let along = get_bishop_rays(king) & (own.men(Piece::Bishop) | queens)
        | get_rook_rays(king) & (own.men(Piece::Rook) | queens);
    let mut pinned = 0;
    for from in along {
        let between = get_between_rays(king, from) & occupied;
        pinned += i32::from(between.len() == 1 && !between.is_disjoint(enemy.all));
    }
    sheet.worth.add(PINNED.at(0), pinned);
    sheet.danger.add(DANGER_PINNED.at(0), pinned);
}

/// Counts the pawns on the enemy king's file and those beside it: its own shelter, and the storm of `own` ones.
pub(super) fn count_files<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let king = enemy.king;
    let rank = king.rank() as usize;
    let before = BitBoard(u64::MAX >> (8 * (7 - rank)));
    let (theirs, ours) = (enemy.men(Piece::Pawn), own.men(Piece::Pawn));
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let on_file = File::index(file).bitboard() & before;
        let apart = |pawns: BitBoard| last(pawns & on_file).map_or(7, |pawn| rank - pawn.rank() as usize);
        let shelter = 8 * file.min(7 - file) + apart(theirs);
        sheet.worth.add(SHELTER.at(shelter), 1);
        sheet.danger.add(DANGER_SHELTER.at(shelter), 1);
        let stormer = last(ours & on_file);
        let stopped = stormer.is_some_and(|pawn| !ahead(pawn.bitboard()).is_disjoint(theirs));
        let storm = 8 * usize::from(stopped) + apart(ours);
        sheet.worth.add(STORM.at(storm), 1);
        sheet.danger.add(DANGER_STORM.at(storm), 1);
    }
}

/// The furthest of these.
fn last(men: BitBoard) -> Option<Square> {
    (!men.is_empty()).then(|| Square::index(63 - men.0.leading_zeros() as usize))
}

/// The five ranks nearest to the king's home.
const CAMP: BitBoard = up(Rank::Fourth.bitboard());

/// For a king on each file, the files of its wing.
const WINGS: [BitBoard; 8] = {
    let [left, middle, right] = [up(BitBoard(0x0f)), up(BitBoard(0x3c)), up(BitBoard(0xf0))];
    [left, left, left, middle, middle, right, right, right]
};
