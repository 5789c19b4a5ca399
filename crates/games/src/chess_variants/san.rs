//! Moves as people write them, and reading them.

use cozy_chess::{Piece, Square};

use super::board::{Board, CASTLING, Variant};
use super::moves::Move;
use crate::chess::reading::{meant, without_marks};
use crate::chess::san::{Described, letter, piece_called};
use plyd_search::position::{Outcome, Position};

impl<V: Variant> Board<V> {
    /// A move in UCI: `e2e4`, `e7e8q`, `N@f3`.
    pub(super) fn uci(mv: Move) -> String {
        match mv {
            Move::Step { from, to, promotion } => {
                format!("{from}{to}{}", promotion.map(char::from).map(String::from).unwrap_or_default())
            }
            Move::Drop { piece, to } => format!("{}@{to}", char::from(piece).to_ascii_uppercase()),
        }
    }

    /// A legal move in SAN. A pawn's drop has no letter: `@f3`.
    pub(super) fn san(&self, mv: Move) -> String {
        let mark = self.mark_after(mv);
        let Some(described) = self.described(mv) else {
            let Move::Drop { piece, to } = mv else { unreachable!("other moves are described") };
            return format!("{}@{to}{mark}", letter(piece));
        };
        let mut rivals = Vec::new();
        V::generate(self, mv.to().bitboard(), &mut |other| {
            rivals.extend(other.from().filter(|from| *from != described.from && self.kind(described.piece).has(*from)));
            false
        });
        described.san(&rivals, mark)
    }

    /// `None` for a drop.
    fn described(&self, mv: Move) -> Option<Described> {
        let Move::Step { from, to, promotion } = mv else { return None };
        let castles_to = self.is_castling(mv).then_some(to);
        let rook = |target: Square| {
            let (file, ..) = CASTLING[usize::from(target.file() < from.file())];
            Square::new(file, target.rank())
        };
        Some(Described {
            piece: self.piece_at(from),
            from,
            to: castles_to.map_or(to, rook),
            promotion,
            is_capture: self.is_capture(mv),
            castles_to,
        })
    }

    /// `#` for a move that wins, `+` for a check.
    fn mark_after(&self, mv: Move) -> &'static str {
        let after = self.after(mv);
        match after.end() {
            Some(Outcome::Win(side)) if side == self.side_to_move() => "#",
            _ if after.is_check() => "+",
            _ => "",
        }
    }

    /// The legal moves that a text means, if it is not the name of a move.
    pub(super) fn written(&self, text: &str, legal: &[Move]) -> Vec<Move> {
        if let Some((piece, to)) = without_marks(text).split_once('@') {
            let piece = match piece {
                "" => Some(Piece::Pawn),
                piece => piece.parse().ok().and_then(piece_called),
            };
            let drop = piece.zip(to.to_ascii_lowercase().parse().ok()).map(|(piece, to)| Move::Drop { piece, to });
            return drop.filter(|drop| legal.contains(drop)).into_iter().collect();
        }
        let steps: Vec<Move> = legal.iter().copied().filter(|mv| mv.from().is_some()).collect();
        meant(text, &steps, |mv| self.described(mv).expect("drops are left out"))
    }
}
