//! How much of a lead in the endgame can be won with.

use cozy_chess::{BitBoard, File, Piece, Square};

use super::army::Army;
use super::pawns::distance;

/// How much of its lead in the endgame a side keeps, by what is left: the number of a weight in `SCALES`.
pub(super) const CLASSES: usize = 14;

/// The class for the `stronger` side's lead.
#[inline(always)]
pub(super) fn class(stronger: &Army, weaker: &Army) -> usize {
    let lead = (stronger.count(Piece::Pawn) - weaker.count(Piece::Pawn)).clamp(0, 3) as usize;
    if opposite_bishops(stronger, weaker) {
        let bare = |army: &Army| (army.all & !army.men(Piece::Pawn)).len() == 2;
        return if bare(stronger) && bare(weaker) { lead.min(2) } else { 3 };
    }
    let rook_alone = |army: &Army| army.phase() == 2 && army.count(Piece::Rook) == 1;
    if lead <= 1 && rook_alone(stronger) && rook_alone(weaker) {
        return 4;
    }
    5 + stronger.count(Piece::Pawn) as usize
}

#[inline(always)]
fn opposite_bishops(one: &Army, other: &Army) -> bool {
    let (own, theirs) = (one.men(Piece::Bishop), other.men(Piece::Bishop).flip_ranks());
    let dark = |bishop: BitBoard| !bishop.is_disjoint(BitBoard::DARK_SQUARES);
    own.len() == 1 && theirs.len() == 1 && dark(own) != dark(theirs)
}

/// The value of the `stronger` side's lead (0 or more) where what is left says more than the weights do.
#[inline(always)]
pub(super) fn known(stronger: &Army, weaker: &Army, value: i32) -> Option<i32> {
    if !stronger.men(Piece::Pawn).is_empty() {
        return is_wrong_corner(stronger, weaker).then_some(value / 16);
    }
    // A lead of a minor piece, or of two knights, does not win.
    let own = material(stronger);
    let two_knights = own == 6 && stronger.count(Piece::Knight) == 2;
    if own - material(weaker) <= 3 || two_knights {
        return Some(value / 8);
    }
    (weaker.all.len() == 1).then(|| value.max(100 * own) + driven(stronger, weaker))
}

/// In pawns, which themselves do not count.
#[inline(always)]
fn material(army: &Army) -> i32 {
    3 * (army.count(Piece::Knight) + army.count(Piece::Bishop))
        + 5 * army.count(Piece::Rook)
        + 9 * army.count(Piece::Queen)
}

/// Rook's pawns with a bishop, or with nothing, cannot pass a king in the corner that the bishop does not command.
fn is_wrong_corner(stronger: &Army, weaker: &Army) -> bool {
    let (pawns, bishops) = (stronger.men(Piece::Pawn), stronger.men(Piece::Bishop));
    let on_edge = [(File::A, Square::A8, BitBoard::DARK_SQUARES), (File::H, Square::H8, BitBoard::LIGHT_SQUARES)];
    (stronger.all & !pawns & !bishops).len() == 1
        && on_edge.into_iter().any(|(file, corner, other_colour)| {
            pawns.is_subset(file.bitboard())
                && bishops.is_subset(other_colour)
                && distance(weaker.king.flip_rank(), corner) <= 1
        })
}

/// A bare king is driven to the edge, the own king going after it; by bishop and knight into a corner of the bishop's
/// colour.
fn driven(stronger: &Army, weaker: &Army) -> i32 {
    let (king, hunted) = (stronger.king, weaker.king.flip_rank());
    let apart = |a: i32, b: i32| (a - b).abs();
    let (file, rank) = (hunted.file() as i32, hunted.rank() as i32);
    let from_centre = (3 - file).max(file - 4) + (3 - rank).max(rank - 4);
    let near = 14 - apart(king.file() as i32, file) - apart(king.rank() as i32, rank);
    let bishops = stronger.men(Piece::Bishop);
    let corner = match (stronger.phase(), stronger.count(Piece::Knight), bishops.len()) {
        // Steps from the diagonal between the wrong corners: 7 in each of the right ones.
        (2, 1, 1) if bishops.is_disjoint(BitBoard::DARK_SQUARES) => apart(file, rank),
        (2, 1, 1) => apart(7 - file, rank),
        _ => 0,
    };
    10 * from_centre + 4 * near + 20 * corner
}
