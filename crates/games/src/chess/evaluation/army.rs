//! One side's men, as it sees them.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_king_moves};

use super::bits::{ahead, left, right};

/// One side's men, its home rank at the bottom: black is valued as white is, on the board turned upside down.
#[derive(Clone)]
pub(super) struct Army {
    pub(super) all: BitBoard,
    pub(super) pieces: [BitBoard; 6],
    /// How many of each kind there are.
    pub(super) counts: [i32; 6],
    pub(super) king: Square,
    /// What the men of each kind attack, as far as it has been counted.
    pub(super) reach: [BitBoard; 6],
    /// What any man attacks, and what more than one does.
    pub(super) any: BitBoard,
    pub(super) twice: BitBoard,
}

impl Army {
    /// The men, with what pawns and king attack.
    #[inline(always)]
    pub(super) fn of(board: &Board, color: Color) -> Self {
        let seen = |men: BitBoard| if color == Color::White { men } else { men.flip_ranks() };
        let (mut pieces, mut counts) = ([BitBoard::EMPTY; 6], [0; 6]);
        for piece in Piece::ALL {
            let men = board.colored_pieces(color, piece);
            pieces[piece as usize] = seen(men);
            counts[piece as usize] = men.len() as i32;
        }
        let king = pieces[Piece::King as usize].next_square().expect("everyone has a king");
        let mut army = Self {
            all: seen(board.colors(color)),
            pieces,
            counts,
            king,
            reach: [BitBoard::EMPTY; 6],
            any: BitBoard::EMPTY,
            twice: BitBoard::EMPTY,
        };
        army.add_reach(Piece::King, get_king_moves(king));
        let pawns = ahead(army.men(Piece::Pawn));
        army.add_reach(Piece::Pawn, left(pawns));
        army.add_reach(Piece::Pawn, right(pawns));
        army
    }

    /// A man of this kind attacks these squares.
    #[inline(always)]
    pub(super) fn add_reach(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.any & squares;
        self.any |= squares;
        self.reach[piece as usize] |= squares;
    }

    /// The same men as the other side sees them.
    #[inline(always)]
    pub(super) fn turned(&self) -> Self {
        Self {
            all: self.all.flip_ranks(),
            pieces: turned(self.pieces),
            counts: self.counts,
            king: self.king.flip_rank(),
            reach: turned(self.reach),
            any: self.any.flip_ranks(),
            twice: self.twice.flip_ranks(),
        }
    }

    /// Takes over what the `other` side attacks by now, of which these are the men.
    #[inline(always)]
    pub(super) fn see_reach(&mut self, other: &Self) {
        self.reach = turned(other.reach);
        self.any = other.any.flip_ranks();
        self.twice = other.twice.flip_ranks();
    }

    #[inline(always)]
    pub(super) fn men(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    #[inline(always)]
    pub(super) fn count(&self, piece: Piece) -> i32 {
        self.counts[piece as usize]
    }

    /// Its pieces, as [`FULL_BOARD`](crate::chess::tapered::FULL_BOARD) counts them.
    #[inline(always)]
    pub(super) fn phase(&self) -> i32 {
        self.count(Piece::Knight)
            + self.count(Piece::Bishop)
            + 2 * self.count(Piece::Rook)
            + 4 * self.count(Piece::Queen)
    }
}

/// The closures of `map` would not be inlined.
#[inline(always)]
fn turned(mut sets: [BitBoard; 6]) -> [BitBoard; 6] {
    for set in &mut sets {
        *set = set.flip_ranks();
    }
    sets
}
