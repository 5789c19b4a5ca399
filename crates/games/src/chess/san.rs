//! Standard algebraic notation (SAN), as people and PGN write moves: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use cozy_chess::{File, Move, Piece, Rank, Square};

use super::Chess;
use plyd_search::position::Position;

const SHORT: &str = "O-O";
const LONG: &str = "O-O-O";

impl Chess {
    /// A legal move in SAN.
    pub(super) fn san(&self, mv: Move) -> String {
        let mark = self.mark_after(mv);
        if self.is_castling(mv) {
            let castling = if mv.to.file() > mv.from.file() { SHORT } else { LONG };
            return format!("{castling}{mark}");
        }
        let piece = self.moved_piece(mv);
        let captures = if self.is_capture(mv) { "x" } else { "" };
        let promotion = mv.promotion.map(|piece| format!("={}", letter(piece))).unwrap_or_default();
        format!("{}{}{captures}{}{promotion}{mark}", letter(piece), self.origin(mv, piece), mv.to)
    }

    /// The one legal move that this stands for. Marks of check and more of the origin than needed may stand there, if
    /// they are right.
    pub(super) fn find_san(&self, text: &str) -> Option<Move> {
        let unmarked = text.strip_suffix(['+', '#']).unwrap_or(text);
        let mark = &text[unmarked.len()..];
        let written = Written::read(unmarked)?;
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let mut meant = moves.into_iter().filter(|mv| self.is_written(*mv, &written));
        let mv = meant.next().filter(|_| meant.next().is_none())?;
        (mark.is_empty() || mark == self.mark_after(mv)).then_some(mv)
    }

    fn is_written(&self, mv: Move, written: &Written) -> bool {
        match *written {
            Written::Castling(text) => self.is_castling(mv) && (text == SHORT) == (mv.to.file() > mv.from.file()),
            Written::Plain { piece, file, rank, captures, to, promotion } => {
                mv.to == to
                    && mv.promotion == promotion
                    && self.moved_piece(mv) == piece
                    && file.is_none_or(|file| file == mv.from.file())
                    && rank.is_none_or(|rank| rank == mv.from.rank())
                    && !self.is_castling(mv)
                    && self.is_capture(mv) == captures
            }
        }
    }

    fn moved_piece(&self, mv: Move) -> Piece {
        self.board.piece_on(mv.from).expect("a legal move begins at a piece")
    }

    fn is_capture(&self, mv: Move) -> bool {
        let en_passant = self.moved_piece(mv) == Piece::Pawn && mv.from.file() != mv.to.file();
        en_passant || self.board.piece_on(mv.to).is_some()
    }

    /// As much of the square that it comes from as tells the move from those of other such pieces: file, rank or both.
    fn origin(&self, mv: Move, piece: Piece) -> String {
        let (file, rank) = (mv.from.file(), mv.from.rank());
        if piece == Piece::Pawn {
            return if self.is_capture(mv) { file.to_string() } else { String::new() };
        }
        let mut rivals = Vec::new();
        let alike = self.board.colored_pieces(self.board.side_to_move(), piece);
        self.board.generate_moves_for(alike & !mv.from.bitboard(), |moves| {
            if moves.to.has(mv.to) {
                rivals.push(moves.from);
            }
            false
        });
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != file) {
            file.to_string()
        } else if rivals.iter().all(|rival| rival.rank() != rank) {
            rank.to_string()
        } else {
            mv.from.to_string()
        }
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

/// The content of a SAN text, before it is compared with the legal moves.
enum Written {
    /// Which of the two it is.
    Castling(&'static str),
    Plain {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        captures: bool,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Written {
    fn read(text: &str) -> Option<Self> {
        if let Some(castling) = [SHORT, LONG].into_iter().find(|castling| *castling == text) {
            return Some(Self::Castling(castling));
        }
        let (text, promotion) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(piece_called(letter)?)),
            None => (text, None),
        };
        let named = text.get(..1).and_then(piece_called);
        let text = if named.is_some() { &text[1..] } else { text };
        let (origin, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let (origin, captures) = match origin.strip_suffix('x') {
            Some(origin) => (origin, true),
            None => (origin, false),
        };
        let (file, rank) = match (origin.len(), origin.get(..1)) {
            (0, _) => (None, None),
            (1, _) => (origin.parse().ok(), origin.parse().ok()),
            (2, Some(file)) => (Some(file.parse().ok()?), Some(origin[1..].parse().ok()?)),
            _ => return None,
        };
        // What is neither file nor rank; and a pawn has its file where it captures, and nothing more.
        let in_full = match named {
            Some(_) => origin.is_empty() || file.is_some() || rank.is_some(),
            None => {
                if captures {
                    origin.len() == 1 && file.is_some()
                } else {
                    origin.is_empty()
                }
            }
        };
        let piece = named.unwrap_or(Piece::Pawn);
        in_full.then_some(Self::Plain { piece, file, rank, captures, to: to.parse().ok()?, promotion })
    }
}

const LETTERS: [(Piece, &str); 5] =
    [(Piece::Knight, "N"), (Piece::Bishop, "B"), (Piece::Rook, "R"), (Piece::Queen, "Q"), (Piece::King, "K")];

fn piece_called(letter: &str) -> Option<Piece> {
    LETTERS.iter().find(|(_, known)| *known == letter).map(|(piece, _)| *piece)
}

/// Nothing for a pawn.
fn letter(piece: Piece) -> &'static str {
    LETTERS.iter().find(|(known, _)| *known == piece).map_or("", |(_, letter)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn position(state: &str) -> Chess {
        Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
    }

    /// The move in UCI.
    fn meant(state: &str, text: &str) -> Option<String> {
        let position = position(state);
        position.find_move(text).map(|mv| position.move_text(mv))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// Three queens that all reach e1, for which two of them need more than a file or a rank.
    const QUEENS: &str = "8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

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
            (PROMOTION, "a7a8q", "a8=Q"),
            (PROMOTION, "a7b8q", "axb8=Q+"),
            (PROMOTION, "a7b8n", "axb8=N"),
            (EN_PASSANT, "e5d6", "exd6"),
            (KNIGHTS, "f3d2", "Nfd2"),
            (KNIGHTS, "b1d2", "Nbd2"),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
            // The other knight is pinned, so there is nothing to tell apart.
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

    #[test]
    fn more_than_needed_is_read_if_it_is_right() {
        for (state, text, uci) in [
            (START, "Ngf3", "g1f3"),
            (START, "N1f3", "g1f3"),
            (START, "Ng1f3", "g1f3"),
            (PROMOTION, "axb8=Q", "a7b8q"),
            (CASTLING, "Rxh8", "h1h8"),
        ] {
            assert_eq!(meant(state, text).as_deref(), Some(uci), "{text}");
        }
    }

    #[test]
    fn ambiguous_and_wrong_names_are_no_move() {
        for (state, text) in [
            (KNIGHTS, "Nd2"),
            (QUEENS, "Qe1"),
            (QUEENS, "Qhe1"),
            (QUEENS, "Q4e1"),
            (START, "Nf4"),
            (START, "Nxf3"),
            (START, "Nf3+"),
            (START, "Nf3#"),
            (START, "Nbf3"),
            (START, "nf3"),
            (START, "Pe4"),
            (START, "ze4"),
            (EN_PASSANT, "zxd6"),
            (START, "ee4"),
            (START, "2e4"),
            (START, "Nzf3"),
            (START, "Nf3 "),
            (START, "Nf3++"),
            (START, "é4"),
            (START, "Né"),
            (START, "N"),
            (START, "+"),
            (START, "="),
            (START, "O-O"),
            (START, "e4=Q"),
            (CASTLING, "Kg1"),
            (CASTLING, "Kxh1"),
            (CASTLING, "Rh8+"),
            (CASTLING, "Rxh8#"),
            (CASTLING, "0-0"),
            (CASTLING, "o-o"),
            (PROMOTION, "a8"),
            (PROMOTION, "a8Q"),
            (PROMOTION, "a8=K"),
            (PROMOTION, "a8=q"),
            (PROMOTION, "a8=Q=Q"),
            (PROMOTION, "b8=Q"),
            (PROMOTION, "xb8=Q"),
            (EN_PASSANT, "d6"),
            (EN_PASSANT, "e5xd6"),
        ] {
            assert_eq!(meant(state, text), None, "{text}");
        }
    }
}
