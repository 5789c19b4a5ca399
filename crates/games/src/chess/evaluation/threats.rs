//! Men that are attacked by lesser ones, or not guarded.

use cozy_chess::{BitBoard, Piece, Rank};

use super::Sheet;
use super::army::Army;
use super::bits::{ahead, sideways};
use super::tally::Tally;
use super::terms::{CONTESTED, HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT};

/// Counts what `own` men threaten.
#[inline(always)]
pub(super) fn count<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let worth = &mut sheet.worth;
    let pawns = enemy.men(Piece::Pawn);
    let pieces = enemy.all & !pawns & !enemy.men(Piece::King);
    let reach = |piece: Piece| own.reach[piece as usize];
    let well_guarded = enemy.reach[Piece::Pawn as usize] | enemy.twice & !own.twice;
    let weak = enemy.all & own.any & !well_guarded & !enemy.men(Piece::King);
    let number = |men: BitBoard| men.len() as i32;
    let threats = [
        (PAWN_THREAT, enemy.all & reach(Piece::Pawn)),
        (MINOR_THREAT, (reach(Piece::Knight) | reach(Piece::Bishop)) & (pieces | weak)),
        (ROOK_THREAT, reach(Piece::Rook) & (enemy.men(Piece::Queen) | weak)),
    ];
    for (group, men) in threats.into_iter().filter(|(_, men)| !men.is_empty()) {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            worth.add(group.at(piece as usize), number(enemy.men(piece) & men));
        }
    }
    if !weak.is_empty() {
        let hanging = weak & !enemy.any;
        worth.add(KING_THREAT.at(0), number(weak & reach(Piece::King)));
        worth.add(HANGING.at(0), number(hanging & pawns));
        worth.add(HANGING.at(1), number(hanging & pieces));
    }
    worth.add(CONTESTED.at(0), number(own.any & enemy.any & !well_guarded));
    let pushes = pushes(own, enemy) & pieces;
    if !pushes.is_empty() {
        worth.add(PUSH_THREAT.at(0), number(pushes));
    }
}

/// What own pawns would attack after a safe step.
#[inline(always)]
fn pushes(own: &Army, enemy: &Army) -> BitBoard {
    let empty = !(own.all | enemy.all);
    let one = ahead(own.men(Piece::Pawn)) & empty;
    let two = ahead(one & Rank::Third.bitboard()) & empty;
    let safe = !enemy.reach[Piece::Pawn as usize] & (own.any | !enemy.any);
    sideways(ahead((one | two) & safe)) & !own.reach[Piece::Pawn as usize]
}
