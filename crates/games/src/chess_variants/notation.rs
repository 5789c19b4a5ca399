//! Boards, cells, and the facts that the variants share.

use cozy_chess::{BitBoard, Color, Square};

use super::board::{Board, Variant};
use super::moves::Move;
use crate::board::{Board as Cells, Content, RowColumn};
use crate::chess::fen::doubts;
use crate::chess::rules::SEVENTY_FIVE_MOVES;
use crate::chess::{Chess, reading};
use crate::measured::Measured;
use crate::notation::{About, InvalidState, Notation};
use crate::record::Convention;
use plyd_search::level::Levels;

/// The notation of states, with what a variant adds to that of chess.
macro_rules! state_notation {
    ($more:literal) => {
        concat!(
            "FEN as in chess: the rows from rank 8 down (`KQRBNP` white, `kqrbnp` black, digits count empty squares), \
             the side to move `w` or `b`, the castling rights (some of `KQkq`, or `-`), the en passant square or `-`, \
             the plies since the last capture or pawn's move, and the number of the move. The en passant square is \
             written only if a capture there is legal.",
            $more,
            " Also accepted: the first fields alone, `_` for spaces, `startpos`, operations of EPD after the fields. \
             Rights that the board contradicts are dropped. There are no Chess960 starts."
        )
    };
}
pub(super) use state_notation;

/// The notation of moves, with what a variant adds to that of chess.
macro_rules! move_notation {
    ($more:literal) => {
        concat!(
            "UCI: from and to, `e2e4`; a promotion with its piece, `e7e8q`; castling as the king's two steps, `e1g1`.",
            $more,
            " Also accepted: SAN, `Nf3`, `exd5`, `0-0`, if exactly one legal move is meant."
        )
    };
}
pub(super) use move_notation;

/// The rules of a variant, with the draws of chess.
macro_rules! with_draws {
    ($rules:literal) => {
        concat!(
            $rules,
            " As in chess, 50 moves of each side without a capture or a pawn's move and the third occurrence of a \
             position are draws that a player has to claim; with `draws` `automatic`, 75 moves and the fifth \
             occurrence end the game."
        )
    };
}
pub(super) use with_draws;

/// The facts that a variant has in common with chess, with its own measurements.
pub(super) const fn common(measured: &Measured) -> About {
    let levels = Levels::usual(64, 200_000, measured.mean_losses, Levels::MEASURED);
    About { expected_score: measured.expected_score, levels: Some(levels), ..Chess::ABOUT }
}

impl<V: Variant> Notation for Board<V> {
    const ABOUT: About = V::ABOUT;
    const RECORDS: &'static [Convention] = &[Convention::Pgn { usual: first(V::TAGS), variants: V::TAGS }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        Self::from_fen(text)
    }

    fn warnings(&self, text: &str) -> Vec<String> {
        doubts(text, |color, piece| if V::CASTLES { self.men(color, piece) } else { BitBoard::EMPTY })
    }

    fn state(&self) -> String {
        self.fen()
    }

    fn move_text(&self, mv: Move) -> String {
        Self::uci(mv)
    }

    fn respelled(&self, text: &str, legal: Vec<Move>) -> Vec<Move> {
        self.written(text, &legal)
    }

    fn is_labelled(&self, text: &str) -> bool {
        text.contains('@') || reading::is_san(text)
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        V::broken_rule(self, text)
    }

    fn reason(&self) -> &'static str {
        if V::goal(self).is_some() {
            return V::goal_reason(self);
        }
        match (self.can_move(), self.is_check()) {
            (false, true) => "checkmate",
            (false, false) => V::STUCK,
            _ if V::is_dead(self) => "insufficient material",
            _ if self.quiet_plies >= SEVENTY_FIVE_MOVES => "seventy-five moves without a capture or a pawn's move",
            _ => "fifty moves without a capture or a pawn's move",
        }
    }

    fn board(&self) -> Option<Cells> {
        let cell = |index| self.letter_on(Square::index(index)).map(Content::Letter);
        Some((0..8).rev().map(|rank| (0..8).map(|file| cell(8 * rank + file)).collect()).collect())
    }

    /// Origin and target, or the square of a drop.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        mv.from().into_iter().chain([mv.to()]).map(cell).collect()
    }

    fn label(&self, mv: Move) -> Option<String> {
        Some(self.san(mv))
    }

    fn hands(&self) -> Option<[Vec<char>; 2]> {
        V::hands(self)
    }

    fn counters(&self) -> Option<[u8; 2]> {
        V::counters(self)
    }

    fn marks(&self) -> Vec<RowColumn> {
        V::GOAL.into_iter().map(cell).collect()
    }

    fn twins(&self) -> Vec<Self> {
        let mut twins = Vec::new();
        if V::HAS_EQUAL_SIDES {
            twins.push(self.with_colours_swapped());
        }
        if self.castling.is_empty() {
            let mirrored: Vec<Self> = twins.iter().chain([self]).map(Self::with_files_mirrored).collect();
            twins.extend(mirrored);
        }
        twins
    }
}

/// The first of these names.
const fn first(tags: &[[&'static str; 2]]) -> Option<&'static str> {
    match tags {
        [[name, _], ..] => Some(name),
        [] => None,
    }
}

/// The cell of a square.
fn cell(square: Square) -> RowColumn {
    [7 - square.rank() as usize, square.file() as usize]
}

impl<V: Variant> Board<V> {
    /// The board turned upside down, with the colours swapped.
    fn with_colours_swapped(&self) -> Self {
        let mut twin = self.moved(Square::flip_rank, |color| !color);
        twin.side = !self.side;
        twin
    }

    /// Left and right exchanged.
    fn with_files_mirrored(&self) -> Self {
        self.moved(Square::flip_file, |color| color)
    }

    fn moved(&self, to: impl Fn(Square) -> Square, colour: impl Fn(Color) -> Color) -> Self {
        let mut twin = Self::empty();
        (twin.side, twin.quiet_plies, twin.number) = (self.side, self.quiet_plies, self.number);
        for square in self.occupied() {
            let color = self.color_on(square).expect("it is occupied");
            twin.toggle(colour(color), self.piece_at(square), to(square));
        }
        twin.castling = self.castling.into_iter().map(&to).collect();
        twin.passed = self.passed.map(&to);
        twin.extra = V::moved_extra(self.extra, &to, colour(Color::White) == Color::Black);
        twin
    }
}
