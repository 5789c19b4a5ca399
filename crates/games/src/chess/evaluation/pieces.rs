//! Where the men stand, and what the pieces reach.

use cozy_chess::{BitBoard, File, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

use super::Sheet;
use super::army::Army;
use super::bits::{ahead, behind, down, files, sideways};
use super::tally::Tally;
use super::terms::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, DANGER_ATTACK, DANGER_ATTACKER, Group, KNIGHT_AND_PAWN, KNIGHT_MOBILITY,
    OUTPOST, OUTPOST_IN_REACH, PAWN_ON_BISHOPS_COLOUR, QUEEN_MOBILITY, ROOK_AND_PAWN, ROOK_MOBILITY, ROOK_ON_OPEN_FILE,
    ROOK_ON_SEVENTH, ROOK_PAIR,
};

/// Pieces with mobility, and its group.
const PIECES: [(Piece, Group); 4] = [
    (Piece::Knight, KNIGHT_MOBILITY),
    (Piece::Bishop, BISHOP_MOBILITY),
    (Piece::Rook, ROOK_MOBILITY),
    (Piece::Queen, QUEEN_MOBILITY),
];

/// Ranks on which an outpost is one.
const OUTPOST_RANKS: BitBoard =
    BitBoard(Rank::Fourth.bitboard().0 | Rank::Fifth.bitboard().0 | Rank::Sixth.bitboard().0);

/// Counts `own` men by themselves.
#[inline(always)]
pub(super) fn count<T: Tally>(own: &mut Army, enemy: &Army, sheet: &mut Sheet<T>) {
    places(own, enemy, &[Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen], sheet);
    material(own, sheet);
    mobility(own, enemy, sheet);
    minors(own, enemy, sheet);
    rooks(own, enemy, sheet);
}

/// Counts men of these kinds where they stand.
#[inline(always)]
pub(super) fn places<T: Tally>(own: &Army, enemy: &Army, kinds: &[Piece], sheet: &mut Sheet<T>) {
    let left = |king: Square| king.file() < File::E;
    let flip = if left(own.king) { 7 } else { 0 };
    let wing = if left(own.king) == left(enemy.king) { 0 } else { 6 };
    for piece in kinds.iter().map(|piece| *piece as usize) {
        for square in own.pieces[piece] {
            sheet.worth.add_man(piece, 64 * (wing + piece) + (square as usize ^ flip));
        }
    }
}

#[inline(always)]
fn material<T: Tally>(own: &Army, sheet: &mut Sheet<T>) {
    let (pawns, rooks) = (own.count(Piece::Pawn), own.count(Piece::Rook));
    sheet.worth.add(BISHOP_PAIR.at(0), i32::from(own.count(Piece::Bishop) >= 2));
    sheet.worth.add(ROOK_PAIR.at(0), i32::from(rooks >= 2));
    sheet.worth.add(KNIGHT_AND_PAWN.at(0), own.count(Piece::Knight) * pawns);
    sheet.worth.add(ROOK_AND_PAWN.at(0), rooks * pawns);
}

/// What the pieces reach; lines go on through own men that move along them.
#[inline(always)]
fn mobility<T: Tally>(own: &mut Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let occupied = own.all | enemy.all;
    let queens = own.men(Piece::Queen);
    let (diagonals, straights) = (occupied & !queens, occupied & !queens & !own.men(Piece::Rook));
    let free = !(own.men(Piece::Pawn) | own.men(Piece::King) | enemy.reach[Piece::Pawn as usize]);
    let ring = RING[enemy.king as usize];
    for (number, (piece, mobility)) in PIECES.into_iter().enumerate() {
        let (mut attackers, mut attacks) = (0, 0);
        for square in own.men(piece) {
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, diagonals),
                Piece::Rook => get_rook_moves(square, straights),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            own.add_reach(piece, reach);
            sheet.worth.add(mobility.at((reach & free).len() as usize), 1);
            let near_king = reach & ring;
            if !near_king.is_empty() {
                attackers += 1;
                attacks += near_king.len() as i32;
            }
        }
        sheet.danger.add(DANGER_ATTACKER.at(number), attackers);
        sheet.danger.add(DANGER_ATTACK.at(number), attacks);
    }
}

#[inline(always)]
fn minors<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let pawns = own.men(Piece::Pawn);
    let attackable = sideways(down(behind(enemy.men(Piece::Pawn))));
    let outposts = OUTPOST_RANKS & own.reach[Piece::Pawn as usize] & !attackable;
    let (knights, bishops) = (own.men(Piece::Knight), own.men(Piece::Bishop));
    let on = |men: BitBoard| men.len() as i32;
    if !outposts.is_empty() {
        sheet.worth.add(OUTPOST.at(0), on(knights & outposts));
        sheet.worth.add(OUTPOST.at(1), on(bishops & outposts));
        let within_reach = own.reach[Piece::Knight as usize] & outposts & !own.all;
        sheet.worth.add(OUTPOST_IN_REACH.at(0), on(within_reach));
    }
    sheet.worth.add(BEHIND_PAWN.at(0), on((knights | bishops) & behind(pawns | enemy.men(Piece::Pawn))));
    let stopped = pawns & behind(own.all | enemy.all);
    for bishop in bishops {
        let dark = BitBoard::DARK_SQUARES.has(bishop);
        let colour = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        sheet.worth.add(PAWN_ON_BISHOPS_COLOUR.at(0), on(pawns & colour));
        sheet.worth.add(PAWN_ON_BISHOPS_COLOUR.at(1), on(stopped & colour));
    }
}

#[inline(always)]
fn rooks<T: Tally>(own: &Army, enemy: &Army, sheet: &mut Sheet<T>) {
    let rooks = own.men(Piece::Rook);
    let on_free_files = rooks & !files(own.men(Piece::Pawn));
    if !on_free_files.is_empty() {
        let closed = files(enemy.men(Piece::Pawn));
        sheet.worth.add(ROOK_ON_OPEN_FILE.at(0), (on_free_files & closed).len() as i32);
        sheet.worth.add(ROOK_ON_OPEN_FILE.at(1), (on_free_files & !closed).len() as i32);
    }
    if enemy.king.rank() == Rank::Eighth {
        sheet.worth.add(ROOK_ON_SEVENTH.at(0), (rooks & Rank::Seventh.bitboard()).len() as i32);
    }
}

/// The squares around each king, moved away from the edge so that there are always nine of them.
pub(super) const RING: [BitBoard; 64] = {
    let mut rings = [BitBoard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let middle = BitBoard(1 << (8 * inner(rank) + inner(file)));
        let row = BitBoard(middle.0 | sideways(middle).0);
        rings[square] = BitBoard(row.0 | ahead(row).0 | behind(row).0);
        square += 1;
    }
    rings
};

const fn inner(at: usize) -> usize {
    if at < 1 {
        1
    } else if at > 6 {
        6
    } else {
        at
    }
}
