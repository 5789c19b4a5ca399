//! Reading castling rights: letters of `KQkq`, or the files of the rooks as in Shredder-FEN and X-FEN.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::rules::Variant;
use super::squares::{Squares, find, invalid, name, quoted};
use crate::notation::InvalidState;

/// The rights that the board allows, in the form that `cozy-chess` reads: the files of the rooks, or `-`. A right is
/// dropped if its king or its rook is not on the square that it needs. Rights that are possible only in Chess960 make
/// the position one of Chess960.
pub(super) fn read(squares: &Squares, text: &str, given: Variant) -> Result<(String, Variant), InvalidState> {
    let sides = Color::ALL.map(|color| Castler::new(squares, color));
    let castler = |letter: char| &sides[usize::from(letter.is_ascii_lowercase())];
    let variant = if is_chess960(squares, text) { Variant::Chess960 } else { given };
    let (mut letters, mut kept) = (Vec::new(), Vec::<(Color, bool, File)>::new());
    for letter in text.chars().filter(|_| text != "-") {
        if !matches!(letter, 'K' | 'Q' | 'k' | 'q') && file_of(letter).is_none() {
            let expected = "expected letters of KQkq, files of rooks (HAha) or -";
            return invalid(format!("the castling rights are {}, {expected}", quoted(text)));
        }
        if letters.contains(&letter) {
            return invalid(format!("the castling right {letter} is given twice"));
        }
        letters.push(letter);
        let castler = castler(letter);
        let Some(file) = castler.rook(letter, variant) else { continue };
        let is_short = castler.king.is_some_and(|king| file > king.file());
        let right = (castler.color, is_short, file);
        if kept.iter().any(|(color, short, _)| (*color, *short) == (right.0, right.1)) {
            let side = name(castler.color);
            return invalid(format!(
                "the castling rights are {}, which give {side} two on the same side of its king",
                quoted(text)
            ));
        }
        kept.push(right);
    }
    let written = |(color, _, file): &(Color, bool, File)| {
        let letter = char::from(*file);
        if *color == Color::White { letter.to_ascii_uppercase() } else { letter }
    };
    let rights: String = kept.iter().map(written).collect();
    Ok((if rights.is_empty() { "-".to_owned() } else { rights }, variant))
}

/// Whether castling rights are possible only in Chess960. A side may have no king, which never castles.
pub(crate) fn is_chess960(squares: &Squares, text: &str) -> bool {
    let sides = Color::ALL.map(|color| Castler::new(squares, color));
    let names_960 = |letter: char| {
        let castler = &sides[usize::from(letter.is_ascii_lowercase())];
        file_of(letter)
            .is_some_and(|file| !matches!(file, File::A | File::H) || castler.is_elsewhere() && castler.has_rook(file))
    };
    text.chars().any(names_960) || fits_960_alone(&sides, text)
}

/// Whether castling rights written as letters of `KQkq` are possible only in Chess960. That is so if, read as Chess960,
/// every letter has its rook and the kings and rooks of both sides stand on the same files, but in orthodox chess some
/// letter has no rook.
fn fits_960_alone(sides: &[Castler<'_>; 2], text: &str) -> bool {
    let is_letter = |letter| matches!(letter, 'K' | 'Q' | 'k' | 'q');
    if text.is_empty() || !text.chars().all(is_letter) {
        return false;
    }
    let rooks = |variant| {
        let rook = move |letter: char| sides[usize::from(letter.is_ascii_lowercase())].rook(letter, variant);
        text.chars().map(rook)
    };
    let mut files = [None; 3];
    let mut is_same = |index: usize, file: File| *files[index].get_or_insert(file) == file;
    let began_alike = text.chars().zip(rooks(Variant::Chess960)).all(|(letter, rook)| {
        let king = sides[usize::from(letter.is_ascii_lowercase())].king;
        let wing = usize::from(letter.eq_ignore_ascii_case(&'q'));
        rook.is_some_and(|rook| is_same(wing, rook)) && king.is_some_and(|king| is_same(2, king.file()))
    });
    began_alike && rooks(Variant::Orthodox).any(|rook| rook.is_none())
}

/// The file of a letter in upper or lower case.
fn file_of(letter: char) -> Option<File> {
    letter.to_ascii_lowercase().try_into().ok()
}

/// A side that may castle.
struct Castler<'a> {
    squares: &'a Squares,
    color: Color,
    king: Option<Square>,
}

impl<'a> Castler<'a> {
    fn new(squares: &'a Squares, color: Color) -> Self {
        let king = find(squares, |piece, owner| (piece, owner) == (Piece::King, color)).next_square();
        Self { squares, color, king }
    }

    /// Whether the king is on a square from which it cannot castle in orthodox chess.
    fn is_elsewhere(&self) -> bool {
        self.king.is_none_or(|king| king.file() != File::E)
    }

    /// Whether it has a rook on this file to castle with.
    fn has_rook(&self, file: File) -> bool {
        let rank = Rank::First.relative_to(self.color);
        let rook = self.squares[Square::new(file, rank) as usize];
        self.king.is_some_and(|king| king.rank() == rank) && rook == Some((Piece::Rook, self.color))
    }

    /// The file of the rook that a letter means, if there is a rook. In Chess960, `K` and `Q` mean the outermost rook.
    fn rook(&self, letter: char, variant: Variant) -> Option<File> {
        let king = self.king?.file();
        let has_rook = |file: &File| self.has_rook(*file);
        match (letter.to_ascii_lowercase(), variant) {
            ('k', Variant::Chess960) => File::ALL.into_iter().rev().take_while(|file| *file > king).find(has_rook),
            ('q', Variant::Chess960) => File::ALL.into_iter().take_while(|file| *file < king).find(has_rook),
            (_, Variant::Chess960) => file_of(letter).filter(has_rook),
            _ if self.is_elsewhere() => None,
            ('k' | 'h', Variant::Orthodox) => Some(File::H).filter(has_rook),
            (_, Variant::Orthodox) => Some(File::A).filter(has_rook),
        }
    }
}
