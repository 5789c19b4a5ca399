//! Suggestions for a text that means no legal move.

use std::cmp::Reverse;

use crate::notation::Notation;
use crate::spelling::folded;

/// The most moves that an error lists.
pub(crate) const LISTED_MAX: usize = 8;

/// How many moves, and how many characters of the text, are compared. Few games have as many moves.
const COMPARED_MAX: usize = 512;
const TEXT_MAX: usize = 24;

/// The legal moves nearest to a text that means none, in order of edit distance. If there are moves of the same piece
/// or to the same target, only those.
pub(crate) fn nearest<P: Notation>(position: &P, legal: &[P::Move], text: &str) -> Vec<P::Move> {
    let text: String = text.chars().take(TEXT_MAX).collect();
    let written = Text::of(&text);
    let miss = |mv: P::Move| {
        let (name, label) = (position.move_text(mv), position.label(mv));
        let named = Text::of(&name);
        let labelled = label.as_deref().map(Text::of);
        let distance = |other: &Text| strsim::levenshtein(&written.folded, &other.folded);
        let apart = labelled.as_ref().map_or(usize::MAX, distance).min(distance(&named));
        (written.is_related(&named, labelled.as_ref()), apart)
    };
    let mut near: Vec<_> = legal.iter().take(COMPARED_MAX).map(|mv| (miss(*mv), *mv)).collect();
    near.sort_by_key(|((related, apart), _)| (Reverse(*related), *apart));
    let any_related = near.first().is_some_and(|((related, _), _)| *related);
    near.retain(|((related, _), _)| *related == any_related);
    near.into_iter().take(LISTED_MAX).map(|(_, mv)| mv).collect()
}

/// The text of a move, prepared for comparison.
struct Text {
    folded: String,
    /// The squares or numbers in it.
    squares: Vec<String>,
    /// The letter of a piece, as in `Nf3`.
    piece: Option<char>,
}

impl Text {
    fn of(text: &str) -> Self {
        let text: String = text.chars().take(TEXT_MAX).collect();
        let mut squares: Vec<String> = Vec::new();
        let mut before = ' ';
        for c in text.chars().map(|c| c.to_ascii_lowercase()) {
            if c.is_ascii_digit() {
                match squares.last_mut() {
                    Some(square) if before.is_ascii_digit() => square.push(c),
                    _ if before.is_ascii_lowercase() && before != 'x' => squares.push(format!("{before}{c}")),
                    _ => squares.push(c.to_string()),
                }
            }
            before = c;
        }
        let piece = text.chars().next().filter(char::is_ascii_uppercase);
        Self { folded: folded(&text), squares, piece }
    }

    /// Whether a move begins or ends where this text does, or its label names the same piece.
    fn is_related(&self, name: &Self, label: Option<&Self>) -> bool {
        let has_origin = self.squares.len() > 1 && name.squares.len() > 1;
        let same_origin = has_origin && self.squares.first() == name.squares.first();
        let same_piece = self.piece.is_some() && label.is_some_and(|label| label.piece == self.piece);
        let target = self.squares.last();
        let same_target = target.is_some() && (name.squares.last() == target || name.squares.get(1) == target);
        same_origin || same_piece || same_target
    }
}
