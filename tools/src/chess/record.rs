//! A position with its label, in 28 bytes of a file, from the point of view of the side to move.

use cozy_chess::{Board, Color, Piece, Square};

/// A training example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The occupied squares, with the mover's home rank first.
    pub(crate) taken: u64,
    /// The pieces on them in order, two in each byte: the piece's number, plus 8 for the opponent's pieces.
    pub(crate) men: [u8; 16],
    /// The judge's score, in centipawns for the mover.
    pub(crate) score: i16,
    /// The result for the mover: 0 lost, 1 drawn, 2 won; `None` for positions beside the games.
    pub(crate) result: Option<u8>,
}

/// Bytes of a record.
pub(crate) const SIZE: usize = 28;
/// The byte of a missing result.
const UNKNOWN: u8 = 3;

impl Record {
    /// A position and its label.
    #[must_use]
    pub(crate) fn new(board: &Board, score: i16, result: Option<u8>) -> Self {
        let us = board.side_to_move();
        let occupied = board.occupied();
        let taken = if us == Color::White { occupied } else { occupied.flip_ranks() };
        let mut men = [0; 16];
        for (index, seen) in taken.iter().enumerate() {
            let square = if us == Color::White { seen } else { seen.flip_rank() };
            let piece = board.piece_on(square).expect("the square is taken") as u8;
            let enemy = u8::from(!board.colors(us).has(square));
            men[index / 2] |= (piece + 8 * enemy) << (4 * (index % 2));
        }
        Self { taken: taken.0, men, score, result }
    }

    /// Its bytes.
    #[must_use]
    pub(crate) fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.taken.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result.unwrap_or(UNKNOWN);
        bytes
    }

    /// The record of these bytes.
    ///
    /// # Panics
    /// If there are fewer than [`SIZE`].
    #[must_use]
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self {
            taken: u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")),
            men: bytes[8..24].try_into().expect("sixteen bytes"),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: Some(bytes[26]).filter(|result| *result != UNKNOWN),
        }
    }

    /// The position as FEN, with the mover as white.
    #[must_use]
    pub(crate) fn state(self) -> String {
        let mut rows = [[' '; 8]; 8];
        for (enemy, piece, square) in self.men() {
            let letter = char::from(piece);
            rows[7 - square.rank() as usize][square.file() as usize] =
                if enemy { letter } else { letter.to_ascii_uppercase() };
        }
        let mut text = String::new();
        for (number, row) in rows.into_iter().enumerate() {
            text += if number > 0 { "/" } else { "" };
            let mut empty = 0;
            for letter in row.into_iter().chain(['/']) {
                if letter == ' ' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                if letter != '/' {
                    text.push(letter);
                }
            }
        }
        text + " w - - 0 1"
    }

    /// Every piece: whether it is the opponent's, its kind, and its square with the mover's home rank first.
    pub(crate) fn men(self) -> impl Iterator<Item = (bool, Piece, Square)> {
        let mut left = self.taken;
        (0..self.taken.count_ones() as usize).map(move |index| {
            let square = Square::index(left.trailing_zeros() as usize);
            left &= left - 1;
            let man = self.men[index / 2] >> (4 * (index % 2)) & 15;
            (man >= 8, Piece::index(usize::from(man & 7)), square)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_keeps_the_board_as_its_mover_sees_it() {
        let board: Board = "r3k2r/8/8/8/3q4/8/P7/4K3 b kq - 0 1".parse().unwrap();
        let record = Record::new(&board, -7, Some(2));
        assert_eq!(Record::from_bytes(&record.to_bytes()), record);
        let men: Vec<_> = record.men().collect();
        assert_eq!(men.len(), 6);
        assert!(men.contains(&(false, Piece::Queen, Square::D5)));
        assert!(men.contains(&(true, Piece::King, Square::E8)));
        assert!(men.contains(&(true, Piece::Pawn, Square::A7)));
    }
}
