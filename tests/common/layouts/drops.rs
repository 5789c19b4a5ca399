//! Pieces in hand: each side has a general and a soldier, dropped in turn on four squares. The stronger upper row wins.

use plyd::games::board::{Board, Content, Layout, Piece, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

/// The letters on the squares, with the upper row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drops {
    squares: [Option<char>; 4],
}

/// The pieces of each side, by strength.
const HANDS: [[char; 2]; 2] = [['G', 'S'], ['g', 's']];

impl Drops {
    fn hand(&self, side: Side) -> Vec<char> {
        HANDS[side.index()].into_iter().filter(|letter| !self.squares.contains(&Some(*letter))).collect()
    }

    /// By how much the first side's pieces in the upper row are stronger.
    fn lead(&self) -> i32 {
        let strength = |letter: &char| if letter.eq_ignore_ascii_case(&'G') { 3 } else { 1 };
        let signed = |letter: &char| if letter.is_ascii_uppercase() { strength(letter) } else { -strength(letter) };
        self.squares[..2].iter().flatten().map(signed).sum()
    }
}

impl Position for Drops {
    type Move = (char, usize);

    fn side_to_move(&self) -> Side {
        if self.squares.iter().flatten().count().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = match self.lead().signum() {
            0 => Outcome::Draw,
            sign => Outcome::Win(if sign > 0 { Side::First } else { Side::Second }),
        };
        self.squares.iter().all(Option::is_some).then_some(end)
    }

    fn legal_moves(&self, moves: &mut Vec<(char, usize)>) {
        let hand = self.hand(self.side_to_move());
        let free = (0..4).filter(|square| self.squares[*square].is_none());
        moves.extend(free.flat_map(|square| hand.iter().map(move |letter| (*letter, square))));
    }

    fn play_unchecked(&mut self, (letter, square): (char, usize)) {
        self.squares[square] = Some(letter);
    }

    fn key(&self) -> u64 {
        self.squares.iter().fold(0, |key, square| key << 8 | square.map_or(0, u64::from))
    }
}

impl Evaluate for Drops {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::heuristic(if self.side_to_move() == Side::First { self.lead() } else { -self.lead() })
    }
}

impl Notation for Drops {
    const ABOUT: About = About {
        move_examples: &["G*a1", "s*b2"],
        pieces: &[
            Piece::of(Side::First, 'G', "general", "♔"),
            Piece::of(Side::First, 'S', "soldier", "♙"),
            Piece::of(Side::Second, 'g', "general", "♚"),
            Piece::of(Side::Second, 's', "soldier", "♟"),
        ],
        ..super::about(
            "Drops",
            "Drop a piece on a free square; the stronger upper row wins.",
            &[".... X", "G... O"],
            Layout::Cells,
        )
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (letters, side) = super::read_side(text)?;
        let invalid =
            || InvalidState::new("expected four of G, S, g, s and ., each piece once, dropped by turns from X on");
        let square = |c| if c == '.' { Some(None) } else { HANDS.iter().flatten().any(|l| *l == c).then_some(Some(c)) };
        let squares: Option<Vec<Option<char>>> = letters.chars().map(square).collect();
        let read = Self { squares: squares.and_then(|squares| squares.try_into().ok()).ok_or_else(invalid)? };
        let dropped = [Side::First, Side::Second].map(|side| 2 - read.hand(side).len());
        let each_once = read.squares.iter().flatten().count() == dropped[0] + dropped[1];
        let by_turns = dropped[0] == dropped[1] + side.index();
        if each_once && by_turns { Ok(read) } else { Err(invalid()) }
    }

    fn state(&self) -> String {
        let squares: String = self.squares.iter().map(|square| square.unwrap_or('.')).collect();
        format!("{squares} {}", super::LETTERS[self.side_to_move().index()])
    }

    fn move_text(&self, (letter, square): (char, usize)) -> String {
        format!("{letter}*{}{}", ["a", "b"][square % 2], 2 - square / 2)
    }

    fn reason(&self) -> &'static str {
        "every piece is dropped"
    }

    fn board(&self) -> Option<Board> {
        Some(self.squares.chunks(2).map(|row| row.iter().map(|square| square.map(Content::Letter)).collect()).collect())
    }

    fn cells(&self, (_, square): (char, usize)) -> Vec<RowColumn> {
        vec![[square / 2, square % 2]]
    }

    fn label(&self, (letter, _): (char, usize)) -> Option<String> {
        Some(Self::ABOUT.pieces.iter().find(|piece| piece.letter == letter)?.name.to_owned())
    }

    fn hands(&self) -> Option<[Vec<char>; 2]> {
        Some([Side::First, Side::Second].map(|side| self.hand(side)))
    }
}
