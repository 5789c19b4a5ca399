//! Standard algebraic notation (SAN), as people and PGN write moves: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use cozy_chess::{Move, Piece, Square};

use super::Chess;
use plyd_search::position::Position;

pub(super) const SHORT: &str = "O-O";
pub(super) const LONG: &str = "O-O-O";

/// A legal move as its notation sees it. Chess and its variants have different boards and share this.
#[derive(Clone, Copy)]
pub(crate) struct Described {
    pub(crate) piece: Piece,
    pub(crate) from: Square,
    /// The target; for castling, the rook's square.
    pub(crate) to: Square,
    pub(crate) promotion: Option<Piece>,
    pub(crate) is_capture: bool,
    /// The king's target if it castles.
    pub(crate) castles_to: Option<Square>,
}

impl Described {
    /// Whether it is castling with the rook to the right of the king, as White sees it.
    pub(crate) fn is_to_the_right(&self) -> bool {
        self.to.file() > self.from.file()
    }

    /// The move in SAN. `rivals` are the squares from which other pieces of this kind can go to the same square.
    pub(crate) fn san(&self, rivals: &[Square], mark: &str) -> String {
        if self.castles_to.is_some() {
            return format!("{}{mark}", if self.is_to_the_right() { SHORT } else { LONG });
        }
        let Self { piece, to, .. } = *self;
        let captures = if self.is_capture { "x" } else { "" };
        let promotion = self.promotion.map(|piece| format!("={}", letter(piece))).unwrap_or_default();
        format!("{}{}{captures}{to}{promotion}{mark}", letter(piece), self.origin(rivals))
    }

    /// The part of the origin that distinguishes the move from those of its rivals: file, rank or both.
    fn origin(&self, rivals: &[Square]) -> String {
        let (file, rank) = (self.from.file(), self.from.rank());
        if self.piece == Piece::Pawn {
            return if self.is_capture { file.to_string() } else { String::new() };
        }
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != file) {
            file.to_string()
        } else if rivals.iter().all(|rival| rival.rank() != rank) {
            rank.to_string()
        } else {
            self.from.to_string()
        }
    }
}

impl Chess {
    /// A legal move in SAN.
    pub(super) fn san(&self, mv: Move) -> String {
        let described = self.described(mv);
        let mut rivals = Vec::new();
        let alike = self.board.colored_pieces(self.board.side_to_move(), described.piece);
        self.board.generate_moves_for(alike & !mv.from.bitboard(), |moves| {
            if moves.to.has(mv.to) {
                rivals.push(moves.from);
            }
            false
        });
        described.san(&rivals, self.mark_after(mv))
    }

    pub(super) fn described(&self, mv: Move) -> Described {
        let piece = self.board.piece_on(mv.from).expect("a legal move begins at a piece");
        let castles_to = self.is_castling(mv).then(|| self.destination(mv));
        let en_passant = piece == Piece::Pawn && mv.from.file() != mv.to.file();
        let is_capture = castles_to.is_none() && (en_passant || self.board.piece_on(mv.to).is_some());
        Described { piece, from: mv.from, to: mv.to, promotion: mv.promotion, is_capture, castles_to }
    }

    /// `+` for a check, `#` for mate.
    fn mark_after(&self, mv: Move) -> &'static str {
        let after = self.after(mv);
        match (after.is_check(), after.can_move()) {
            (false, _) => "",
            (true, true) => "+",
            (true, false) => "#",
        }
    }
}

const LETTERS: [(Piece, &str); 5] =
    [(Piece::Knight, "N"), (Piece::Bishop, "B"), (Piece::Rook, "R"), (Piece::Queen, "Q"), (Piece::King, "K")];

/// The piece that a letter stands for, in upper or lower case.
pub(crate) fn piece_called(letter: char) -> Option<Piece> {
    let letter = letter.to_ascii_uppercase();
    if letter == 'P' {
        return Some(Piece::Pawn);
    }
    LETTERS.iter().find(|(_, known)| known.starts_with(letter)).map(|(piece, _)| *piece)
}

/// Empty for a pawn.
pub(crate) fn letter(piece: Piece) -> &'static str {
    LETTERS.iter().find(|(known, _)| *known == piece).map_or("", |(_, letter)| letter)
}

/// Positions whose moves are written and read in tests.
#[cfg(test)]
pub(super) mod positions {
    pub(in super::super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// Three queens that all reach e1, for which two of them need more than a file or a rank.
    pub(in super::super) const QUEENS: &str = "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1";
    pub(in super::super) const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    pub(in super::super) const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    pub(in super::super) const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    pub(in super::super) const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
}

#[cfg(test)]
mod tests {
    use super::positions::*;
    use super::*;
    use crate::notation::Notation;

    fn position(state: &str) -> Chess {
        Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
    }

    #[test]
    fn moves_are_written_as_people_write_them() {
        for (state, uci, san) in [
            (START, "g1f3", "Nf3"),
            (START, "e2e4", "e4"),
            (QUEENS, "h4e1", "Qh4e1"),
            (QUEENS, "e4e1", "Qee1"),
            (QUEENS, "h1e1", "Q1e1"),
            (CASTLING, "e1g1", "O-O"),
            (CASTLING, "e1c1", "O-O-O"),
            (CASTLING, "h1h8", "Rxh8+"),
            ("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1 chess960", "b1g1", "O-O"),
            ("3k4/8/8/8/8/8/8/RK4R1 w GA - 0 1 chess960", "b1a1", "O-O-O+"),
            (PROMOTION, "a7a8q", "a8=Q"),
            (PROMOTION, "a7b8q", "axb8=Q+"),
            (PROMOTION, "a7b8n", "axb8=N"),
            (EN_PASSANT, "e5d6", "exd6"),
            (KNIGHTS, "f3d2", "Nfd2"),
            (KNIGHTS, "b1d2", "Nbd2"),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
            // The other knight is pinned, so there is no ambiguity.
            ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ] {
            let at = position(state);
            let mv = at.find_move(uci).expect(uci);
            assert_eq!(at.san(mv), san, "{state}");
        }
    }

    #[test]
    fn every_move_of_random_games_is_found_by_its_san_and_by_no_other() {
        let mut rng = crate::testing::Rng(5);
        for _ in 0..20 {
            let mut at = Chess::default();
            for _ in 0..120 {
                let mut moves = Vec::new();
                at.legal_moves(&mut moves);
                for mv in &moves {
                    let san = at.san(*mv);
                    assert_eq!(at.find_move(&san), Some(*mv), "{san} in {}", at.state());
                    assert_eq!(at.find_move(san.trim_end_matches(['+', '#'])), Some(*mv), "{san} in {}", at.state());
                }
                let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                at.play_unchecked(*mv);
            }
        }
    }
}
