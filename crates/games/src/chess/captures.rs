//! Generation of captures and promotions to a queen, and of all other moves.

use cozy_chess::{
    BitBoard, Color, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_rook_moves,
};

use super::Chess;

impl Chess {
    /// Appends pawn captures, promotions to a queen, and the wanted captures by other pieces, in the order of the legal
    /// moves.
    pub(super) fn push_captures_where(&self, moves: &mut Vec<Move>, wanted: impl Fn(Move, Piece) -> bool) {
        if self.is_check() {
            // Evasions are rare, and their legality is more complicated.
            return self.pick_captures(moves, wanted);
        }
        self.push_pawn_captures(moves);
        let board = &self.board;
        let us = board.side_to_move();
        let (enemies, occupied, king) = (board.colors(!us), board.occupied(), board.king(us));
        let mut push = |piece: Piece, from: Square, to: BitBoard| {
            for to in to & enemies {
                let mv = Move { from, to, promotion: None };
                if wanted(mv, piece) {
                    moves.push(mv);
                }
            }
        };
        for from in board.colored_pieces(us, Piece::Knight) & !board.pinned() {
            push(Piece::Knight, from, get_knight_moves(from));
        }
        for piece in [Piece::Bishop, Piece::Rook, Piece::Queen] {
            let reach = |from: Square| match piece {
                Piece::Bishop => get_bishop_moves(from, occupied),
                Piece::Rook => get_rook_moves(from, occupied),
                _ => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            };
            let men = board.colored_pieces(us, piece);
            for from in men & !board.pinned() {
                push(piece, from, reach(from));
            }
            for from in men & board.pinned() {
                push(piece, from, reach(from) & get_line_rays(king, from));
            }
        }
        let mut safe = BitBoard::EMPTY;
        for to in get_king_moves(king) & enemies {
            if board.is_legal(Move { from: king, to, promotion: None }) {
                safe |= to.bitboard();
            }
        }
        push(Piece::King, king, safe);
    }

    /// All other legal moves: quiet ones and underpromotions.
    pub(super) fn push_others(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let last = Rank::Eighth.relative_to(us).bitboard();
        board.generate_moves(|PieceMoves { piece, from, to }| {
            if piece == Piece::Pawn {
                for to in to & last {
                    let underpromotions = [Piece::Knight, Piece::Bishop, Piece::Rook];
                    moves.extend(underpromotions.map(|into| Move { from, to, promotion: Some(into) }));
                }
                let ahead = from.file().bitboard() & !last & !enemies;
                moves.extend((to & ahead).iter().map(|to| Move { from, to, promotion: None }));
            } else {
                moves.extend((to & !enemies).iter().map(|to| Move { from, to, promotion: None }));
            }
            false
        });
    }

    /// The captures and queen promotions of pawns, outside of check.
    fn push_pawn_captures(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        let us = board.side_to_move();
        let (enemies, empty, king) = (board.colors(!us), !board.occupied(), board.king(us));
        let pawns = board.colored_pieces(us, Piece::Pawn);
        let seventh = Rank::Seventh.relative_to(us).bitboard();
        let busy = pawns & (attacked_by_pawns(enemies, !us) | seventh);
        let mut push = |from: Square, line: BitBoard| {
            let mut to = get_pawn_attacks(from, us) & enemies & line;
            if seventh.has(from) {
                to |= pushed(from.bitboard(), us) & empty & line;
                moves.extend(to.iter().map(|to| Move { from, to, promotion: Some(Piece::Queen) }));
            } else {
                moves.extend(to.iter().map(|to| Move { from, to, promotion: None }));
            }
        };
        for from in busy & !board.pinned() {
            push(from, BitBoard::FULL);
        }
        for from in busy & board.pinned() {
            push(from, get_line_rays(king, from));
        }
        if let Some(file) = board.en_passant() {
            let passed = Square::new(file, Rank::Sixth.relative_to(us)).bitboard();
            board.generate_moves_for(pawns & attacked_by_pawns(passed, !us), |PieceMoves { from, to, .. }| {
                moves.extend((to & passed).iter().map(|to| Move { from, to, promotion: None }));
                false
            });
        }
    }

    /// The same captures, filtered from all legal moves.
    fn pick_captures(&self, moves: &mut Vec<Move>, wanted: impl Fn(Move, Piece) -> bool) {
        let board = &self.board;
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let last = Rank::Eighth.relative_to(us).bitboard();
        let passed = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
        board.generate_moves(|PieceMoves { piece, from, to }| {
            if piece == Piece::Pawn {
                moves.extend((to & last).iter().map(|to| Move { from, to, promotion: Some(Piece::Queen) }));
                moves.extend((to & !last & (enemies | passed)).iter().map(|to| Move { from, to, promotion: None }));
            } else {
                let captures = (to & enemies).iter().map(|to| Move { from, to, promotion: None });
                moves.extend(captures.filter(|mv| wanted(*mv, piece)));
            }
            false
        });
    }
}

const A_FILE: u64 = cozy_chess::File::A.bitboard().0;
const H_FILE: u64 = cozy_chess::File::H.bitboard().0;

fn pushed(men: BitBoard, color: Color) -> BitBoard {
    BitBoard(if color == Color::White { men.0 << 8 } else { men.0 >> 8 })
}

/// The squares that these pieces would attack if they were pawns.
pub(super) fn attacked_by_pawns(men: BitBoard, color: Color) -> BitBoard {
    let row = BitBoard((men.0 & !A_FILE) >> 1 | (men.0 & !H_FILE) << 1);
    pushed(row, color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_search::mix;
    use plyd_search::position::Position;

    #[test]
    fn captures_are_those_among_the_legal_moves_in_their_order() {
        let (mut seed, mut seen) = (1, 0);
        for state in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            for _ in 0..25 {
                let mut here = Chess::from(state.parse::<cozy_chess::Board>().unwrap());
                while here.outcome().is_none() {
                    let (mut picked, mut pushed, mut moves) = (Vec::new(), Vec::new(), Vec::new());
                    here.pick_captures(&mut picked, |_, _| true);
                    here.push_captures_where(&mut pushed, |_, _| true);
                    assert_eq!(pushed, picked, "{}", here.board);
                    seen += pushed.len();
                    here.legal_moves(&mut moves);
                    seed = mix(seed);
                    here.play_unchecked(moves[(seed % moves.len() as u64) as usize]);
                }
            }
        }
        assert!(seen > 10_000, "{seen}");
    }
}
