//! Reading moves: coordinates (`e2e4`, `E2-E4`), castling, and standard algebraic notation, with or without its
//! redundant parts.

use cozy_chess::{File, Move, Piece, Rank, Square};

use super::Chess;
use super::san::{Described, LONG, SHORT, piece_called};

/// The content of a text, before it is compared with the legal moves.
#[derive(Clone, Copy)]
enum Written {
    Castling { short: bool },
    Plain(Plain),
}

#[derive(Clone, Copy)]
struct Plain {
    /// `None` if there is no letter before the squares.
    piece: Option<Piece>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Chess {
    /// The legal moves that a text means, if the text is not the name of a move.
    pub(super) fn written(&self, text: &str, legal: &[Move]) -> Vec<Move> {
        meant(text, legal, |mv| self.described(mv))
    }
}

/// The legal moves that a text means. `describe` describes each of them.
pub(crate) fn meant<M: Copy>(text: &str, legal: &[M], describe: impl Fn(M) -> Described) -> Vec<M> {
    let described: Vec<(M, Described)> = legal.iter().map(|mv| (*mv, describe(*mv))).collect();
    let meant = |text: &str| -> Vec<M> {
        let readings = read(text);
        let is_meant = |mv: &Described| readings.iter().any(|written| written.is(mv));
        described.iter().filter(|(_, mv)| is_meant(mv)).map(|(mv, _)| *mv).collect()
    };
    let moves = meant(text);
    // `N` after a move that is no promotion to a knight says that the move is new.
    match without_marks(text).strip_suffix('N') {
        Some(known) if moves.is_empty() => meant(known),
        _ => moves,
    }
}

impl Written {
    /// Whether this move is meant.
    fn is(&self, mv: &Described) -> bool {
        match *self {
            Self::Castling { short } => mv.castles_to.is_some() && short == mv.is_to_the_right(),
            Self::Plain(Plain { piece, file, rank, to, promotion }) => {
                let in_full = file.is_some() && rank.is_some();
                let from_there = file.is_none_or(|file| file == mv.from.file())
                    && rank.is_none_or(|rank| rank == mv.from.rank())
                    && promotion.is_none_or(|piece| mv.promotion == Some(piece));
                let by_it = piece.map_or(in_full || mv.piece == Piece::Pawn, |piece| piece == mv.piece);
                if !from_there || !by_it {
                    return false;
                }
                if let Some(target) = mv.castles_to {
                    // In Chess960, castling may move the king by one step or not at all. Such a text means the king's
                    // ordinary move.
                    let steps = (target.file() as u8).abs_diff(mv.from.file() as u8);
                    return in_full && (to == mv.to || steps > 1 && to == target);
                }
                // Unless a pawn's move is in full coordinates, a capture names the pawn's file, and no move names its
                // rank.
                let pawn_in_full = in_full || (rank.is_none() && (file.is_some() || !mv.is_capture));
                to == mv.to && (mv.piece != Piece::Pawn || pawn_in_full)
            }
        }
    }
}

/// What a text may mean: nothing, one move, or two if `B` can be a bishop or a file.
fn read(text: &str) -> Vec<Written> {
    let text = without_marks(text);
    let castling = text.to_ascii_uppercase().replace('0', "O");
    if castling == SHORT || castling == LONG {
        return vec![Written::Castling { short: castling == SHORT }];
    }
    let (text, promotion) = without_promotion(text);
    let promotion = match promotion.map(piece_called) {
        Some(None) => return Vec::new(),
        promotion => promotion.flatten(),
    };
    let Some((origin, target)) = text.len().checked_sub(2).and_then(|at| text.split_at_checked(at)) else {
        return Vec::new();
    };
    let Ok(to) = target.to_ascii_lowercase().parse() else { return Vec::new() };
    let origin = origin.trim_end().strip_suffix(['x', 'X', '-', ':', '×', '–']).unwrap_or(origin).trim_end();
    let plain = |piece, squares: &str| {
        let (file, rank) = read_origin(squares)?;
        Some(Written::Plain(Plain { piece, file, rank, to, promotion }))
    };
    let Some(first) = origin.chars().next() else { return plain(None, "").into_iter().collect() };
    // `b` is a file. `B` is a bishop, or also a file in a text with upper-case files.
    let may_be_file = first != 'B' || target.starts_with(|file: char| file.is_ascii_uppercase());
    let piece = if first == 'b' { None } else { piece_called(first) };
    let as_piece = piece.and_then(|piece| plain(Some(piece), &origin[1..]));
    let as_squares = if may_be_file { plain(None, origin) } else { None };
    as_piece.into_iter().chain(as_squares).collect()
}

/// Whether a text is in algebraic notation rather than in coordinates.
pub(crate) fn is_san(text: &str) -> bool {
    read(text).iter().any(|written| match written {
        Written::Castling { .. } => true,
        Written::Plain(Plain { piece, file, rank, .. }) => piece.is_some() || file.is_none() || rank.is_none(),
    })
}

/// File and rank, of which each may be missing.
fn read_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let text = text.to_ascii_lowercase();
    match text.len() {
        0 => Some((None, None)),
        1 => match (text.parse().ok(), text.parse().ok()) {
            (None, None) => None,
            origin => Some(origin),
        },
        2 => text.parse::<Square>().ok().map(|from| (Some(from.file()), Some(from.rank()))),
        _ => None,
    }
}

/// Signs after a move that do not change it: check and mate, judgements, and the full stop of an abbreviation.
const MARKS: [char; 6] = ['+', '#', '!', '?', '.', ' '];

/// Words after a move that do not change it, without their full stops. `Nf3 dis.ch.` has two of them.
const WORDS: [&str; 10] = ["e.p", "ep", "checkmate", "mate", "check", "ch", "disc", "dis", "double", "dbl"];

/// The text without marks and words that do not change the move.
pub(crate) fn without_marks(text: &str) -> &str {
    let mut text = text.trim_end_matches(MARKS);
    let without = |text: &'_ str, word: &str| {
        let start = text.len().checked_sub(word.len())?;
        text.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(word)).then_some(start)
    };
    while let Some(length) = WORDS.iter().find_map(|word| without(text, word)) {
        text = text[..length].trim_end_matches(MARKS);
    }
    text
}

/// The text without `=Q`, `(Q)`, `/Q` or a bare `Q` at the end, and that letter.
fn without_promotion(text: &str) -> (&str, Option<char>) {
    let open = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = open.chars().next_back().filter(char::is_ascii_alphabetic) else { return (text, None) };
    let before = &open[..open.len() - 1];
    let before = before.strip_suffix(['=', '(', '/']).unwrap_or(before);
    (before, Some(letter))
}

#[cfg(test)]
mod tests {
    use crate::chess::Chess;
    use crate::chess::san::positions::*;
    use crate::notation::Notation;

    /// A pawn and a bishop that both take on c3; a bishop and a knight on b1.
    const PAWN_AND_BISHOP: &str = "4k3/8/8/8/8/2p5/1P1B4/1N2K3 w - - 0 1";
    const CHESS960: &str = "4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1 chess960";
    const STEPS: &str = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1 chess960";
    const BISHOPS: &str = "4k3/8/8/4B3/8/8/8/1N2B1K1 w - - 0 1";

    /// The meanings of a text, as UCI moves.
    fn meant(state: &str, text: &str) -> Vec<String> {
        let position = Chess::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"));
        position.meanings(text).into_iter().map(|mv| position.move_text(mv)).collect()
    }

    #[test]
    fn spellings_of_one_move_are_read() {
        for (state, text, uci) in [
            (START, "Ngf3", "g1f3"),
            (START, "N1f3", "g1f3"),
            (START, "Ng1f3", "g1f3"),
            (START, "Ng1-f3", "g1f3"),
            (START, "nf3", "g1f3"),
            (START, "NF3", "g1f3"),
            (START, "Nf3!", "g1f3"),
            (START, "Nf3 !?", "g1f3"),
            (START, "Nf3+", "g1f3"),
            (START, "Nf3#", "g1f3"),
            (START, "Nxf3", "g1f3"),
            (START, "Nf3N", "g1f3"),
            (START, "Nf3N!", "g1f3"),
            (START, "Nf3ch", "g1f3"),
            (START, "Nf3 dis.ch.", "g1f3"),
            (START, "Nf3 dbl ch", "g1f3"),
            (START, "Nf3mate", "g1f3"),
            (START, "Nf3++", "g1f3"),
            (START, "Pe4", "e2e4"),
            (START, "E4", "e2e4"),
            (START, "ee4", "e2e4"),
            (START, "E2E4", "e2e4"),
            (START, "E2e4", "e2e4"),
            (START, " e2-e4 ", "e2e4"),
            (START, "Pe2-e4", "e2e4"),
            (PROMOTION, "a8Q", "a7a8q"),
            (PROMOTION, "a8=q", "a7a8q"),
            (PROMOTION, "a8(Q)", "a7a8q"),
            (PROMOTION, "a8/N", "a7a8n"),
            (PROMOTION, "a8N", "a7a8n"),
            (PROMOTION, "a8=Qmate", "a7a8q"),
            (PROMOTION, "a8b", "a7a8b"),
            (PROMOTION, "a7a8Q", "a7a8q"),
            (PROMOTION, "A7A8B", "a7a8b"),
            (PROMOTION, "a7-a8=Q+", "a7a8q"),
            (PROMOTION, "axb8=Q", "a7b8q"),
            (PROMOTION, "ab8Q+", "a7b8q"),
            (PROMOTION, "a7xb8=q", "a7b8q"),
            (EN_PASSANT, "exd6 e.p.", "e5d6"),
            (EN_PASSANT, "exd6ep", "e5d6"),
            (EN_PASSANT, "e5xd6", "e5d6"),
            (EN_PASSANT, "ed6", "e5d6"),
            (CASTLING, "Rxh8", "h1h8"),
            (CASTLING, "Rh8", "h1h8"),
            (CASTLING, "Rxh8#", "h1h8"),
            (CASTLING, "0-0", "e1g1"),
            (CASTLING, "O-ON", "e1g1"),
            (PROMOTION, "a8=QN", "a7a8q"),
            (CASTLING, "o-o+", "e1g1"),
            (CASTLING, "O-O", "e1g1"),
            (CASTLING, "0-0-0", "e1c1"),
            (CASTLING, "e1h1", "e1g1"),
            (CASTLING, "E1A1", "e1c1"),
            (CASTLING, "Ke1-g1", "e1g1"),
            (PAWN_AND_BISHOP, "bxc3", "b2c3"),
            (PAWN_AND_BISHOP, "Bxc3", "d2c3"),
            (PAWN_AND_BISHOP, "bc3", "b2c3"),
            (PAWN_AND_BISHOP, "Bc3", "d2c3"),
            (BISHOPS, "B1c3", "e1c3"),
            (BISHOPS, "b1c3", "b1c3"),
            (CHESS960, "O-O", "b1g1"),
            (CHESS960, "0-0-0", "b1a1"),
            (CHESS960, "B1-G1", "b1g1"),
            (CHESS960, "Kb1a1", "b1a1"),
            // A single step is the king's ordinary move, even if castling ends on the same square.
            (CHESS960, "b1c1", "b1c1"),
            (CHESS960, "Kc1", "b1c1"),
            (CHESS960, "Kb1-c1", "b1c1"),
            (STEPS, "f1g1", "f1g1"),
            (STEPS, "Kf1-g1", "f1g1"),
            (STEPS, "O-O", "f1h1"),
            (STEPS, "f1c1", "f1b1"),
            (STEPS, "f1b1", "f1b1"),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 chess960", "e1g1", "e1h1"),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 chess960", "e1c1", "e1a1"),
        ] {
            assert_eq!(meant(state, text), [uci], "{text}");
        }
    }

    #[test]
    fn ambiguous_texts_have_all_their_meanings() {
        for (state, text, uci) in [
            (KNIGHTS, "Nd2", &["b1d2", "f3d2"][..]),
            (QUEENS, "Qe1", &["h1e1", "e4e1", "h4e1"]),
            (QUEENS, "Qhe1", &["h1e1", "h4e1"]),
            (QUEENS, "Q4e1", &["e4e1", "h4e1"]),
            (PROMOTION, "a8", &["a7a8n", "a7a8b", "a7a8r", "a7a8q"]),
            (PROMOTION, "a7a8", &["a7a8n", "a7a8b", "a7a8r", "a7a8q"]),
            (PAWN_AND_BISHOP, "BXC3", &["b2c3", "d2c3"]),
            (BISHOPS, "B1C3", &["b1c3", "e1c3"]),
        ] {
            let (mut meant, mut uci) = (meant(state, text), uci.to_vec());
            meant.sort();
            uci.sort_unstable();
            assert_eq!(meant, uci, "{text}");
        }
    }

    #[test]
    fn texts_without_a_meaning_are_no_move() {
        for (state, texts) in [
            (START, &["", "Nf4", "Nbf3", "ze4", "2e4", "Nzf3", "é4", "Né", "N", "+", "=", "O-O", "e4=Q", "e1h1"][..]),
            (
                START,
                &[
                    "--", "x", "ep", "e.p.", "N", "ch", "mate", "Nf4N", "=Q", "()", ")", "xe4-", "e2e4e5", "Ng1f3g5",
                    "0000", "0-0-0-0",
                ],
            ),
            (CASTLING, &["Kg1", "Kxh1", "e8h8", "e1b1", "00", "O-O-"]),
            (PROMOTION, &["a8=K", "a8=P", "a8=Q=Q", "b8=Q", "xb8=Q", "a7a8k", "a8=x", "a1b1q"]),
            (EN_PASSANT, &["zxd6", "d6", "Bxd6", "5d6"]),
            (PAWN_AND_BISHOP, &["c3", "B1c3"]),
            // The king stays on its square, or the move is not castling.
            ("4k3/8/8/8/8/8/8/6KR w H - 0 1 chess960", &["g1g1", "Kg1", "Kh1", "O-O-O", "g1c1"]),
            ("4k3/8/8/8/8/2p5/1P6/4K3 w - - 0 1", &["Bxc3", "B2c3"]),
        ] {
            for text in texts {
                assert_eq!(meant(state, text), [""; 0], "{text}");
            }
        }
    }
}
