//! Endgame knowledge: leads that win, and leads that do not.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

/// One side's men.
#[derive(Clone, Copy)]
struct Army<'a> {
    board: &'a Board,
    color: Color,
}

impl Army<'_> {
    fn men(self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn count(self, piece: Piece) -> i32 {
        self.men(piece).len() as i32
    }

    fn king(self) -> Square {
        self.board.king(self.color)
    }

    /// The value of all pieces except pawns, in pawns.
    fn material(self) -> i32 {
        3 * (self.count(Piece::Knight) + self.count(Piece::Bishop))
            + 5 * self.count(Piece::Rook)
            + 9 * self.count(Piece::Queen)
    }
}

/// The lowest value of a lead that mates a bare king.
const MATING_LEAD: i32 = 1000;

/// The value of the `stronger` side's lead (0 or more) in an ending that the network overrates.
pub(super) fn known(board: &Board, stronger: Color, value: i32) -> Option<i32> {
    let [stronger, weaker] = [stronger, !stronger].map(|color| Army { board, color });
    if !stronger.men(Piece::Pawn).is_empty() {
        if has_opposite_bishops(stronger, weaker) {
            return Some(value / 3);
        }
        return is_wrong_corner(stronger, weaker).then_some(value / 16);
    }
    // The lead of a minor piece, or of two knights, does not win.
    let own = stronger.material();
    let two_knights = own == 6 && stronger.count(Piece::Knight) == 2;
    if own - weaker.material() <= 3 || two_knights {
        return Some(value / 8);
    }
    let is_bare = board.colors(weaker.color).len() == 1;
    is_bare.then(|| MATING_LEAD + 100 * own + mop_up(stronger, weaker))
}

/// Bishops of opposite colours and pawns only: often a draw up to a lead of two pawns.
fn has_opposite_bishops(stronger: Army<'_>, weaker: Army<'_>) -> bool {
    let [one, other] = [stronger, weaker].map(|army| army.men(Piece::Bishop));
    let is_dark = |bishop: BitBoard| bishop.is_subset(BitBoard::DARK_SQUARES);
    let is_alone = |army: Army<'_>| (army.board.colors(army.color) & !army.men(Piece::Pawn)).len() == 2;
    let lead = stronger.count(Piece::Pawn) - weaker.count(Piece::Pawn);
    one.len() == 1
        && other.len() == 1
        && is_dark(one) != is_dark(other)
        && is_alone(stronger)
        && is_alone(weaker)
        && lead <= 2
}

/// The wrong bishop: rook's pawns cannot pass a king near their promotion corner if their side has no other pieces,
/// except bishops that do not command that corner.
fn is_wrong_corner(stronger: Army<'_>, weaker: Army<'_>) -> bool {
    let (pawns, bishops) = (stronger.men(Piece::Pawn), stronger.men(Piece::Bishop));
    let others = stronger.board.colors(stronger.color) & !pawns & !bishops;
    others.len() == 1
        && [File::A, File::H].into_iter().any(|file| {
            let corner = Square::new(file, Rank::Eighth.relative_to(stronger.color));
            let is_dark = BitBoard::DARK_SQUARES.has(corner);
            let other_colour = if is_dark { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
            pawns.is_subset(file.bitboard())
                && bishops.is_subset(other_colour)
                && distances(weaker.king(), corner).into_iter().max() <= Some(1)
        })
}

/// Progress of a mate, as in a mop-up evaluation: the bare king near the edge, the stronger king near it. Bishop and
/// knight mate in a corner of the bishop's colour.
fn mop_up(stronger: Army<'_>, weaker: Army<'_>) -> i32 {
    let bare = weaker.king();
    let (file, rank) = (bare.file() as i32, bare.rank() as i32);
    let from_centre = (3 - file).max(file - 4) + (3 - rank).max(rank - 4);
    let near = 14 - distances(stronger.king(), bare).into_iter().sum::<i32>();
    let (knights, bishops) = (stronger.men(Piece::Knight), stronger.men(Piece::Bishop));
    let corner = match (stronger.material(), knights.len(), bishops.len()) {
        // The distance from the diagonal between the wrong corners: 7 in each of the right ones.
        (6, 1, 1) if bishops.is_disjoint(BitBoard::DARK_SQUARES) => (file - rank).abs(),
        (6, 1, 1) => (7 - file - rank).abs(),
        _ => 0,
    };
    10 * from_centre + 4 * near + 20 * corner
}

/// The distances between two squares in files and in ranks.
fn distances(one: Square, other: Square) -> [i32; 2] {
    [one.file() as i32 - other.file() as i32, one.rank() as i32 - other.rank() as i32].map(i32::abs)
}
