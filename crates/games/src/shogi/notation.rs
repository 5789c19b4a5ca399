//! Boards, cells, and the text of moves.

use super::board::Shogi;
use super::generate::Move;
use super::geometry::{Square, members};
use super::hosking::is_hosking;
use super::pieces::{Kind, of_side};
use super::variant::Variant;
use crate::board::{Board, Content, RowColumn};
use crate::notation::{About, InvalidState, Notation};
use crate::record::{Convention, Format};
use plyd_search::position::Side;

impl<V: Variant> Notation for Shogi<V> {
    const ABOUT: About = V::ABOUT;
    const RECORDS: &'static [Convention] = V::RECORDS;

    fn parse(text: &str) -> Result<Self, InvalidState> {
        Self::from_sfen(text)
    }

    fn state(&self) -> String {
        self.sfen()
    }

    fn move_text(&self, mv: Move) -> String {
        Self::usi(mv)
    }

    fn respelled(&self, text: &str, legal: Vec<Move>) -> Vec<Move> {
        self.written(text, legal)
    }

    fn is_labelled(&self, text: &str) -> bool {
        is_hosking(text)
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        self.rule_against(text)
    }

    fn reason(&self) -> &'static str {
        if self.is_check(self.to_move) { "checkmate" } else { "no legal move" }
    }

    fn board(&self) -> Option<Board> {
        let size = V::GEOMETRY.side;
        let cell = |square| Some(Content::Letter(self.piece_at(square).letter(self.side_at(square)?)));
        let row = |row| (0..size).map(|column| cell((row * size + column) as Square)).collect();
        Some((0..size).map(row).collect())
    }

    /// Origin and target, or the square of a drop.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        mv.from().into_iter().chain([mv.to()]).map(|square| V::GEOMETRY.row_column(square)).collect()
    }

    fn label(&self, mv: Move) -> Option<String> {
        Some(self.hosking(mv))
    }

    fn spelling(&self, mv: Move, format: Format) -> String {
        match format {
            Format::Kif => self.kif(mv),
            Format::Csa => self.csa(mv),
            Format::Pgn => self.hosking(mv),
            _ => Self::usi(mv),
        }
    }

    fn files(&self, columns: usize) -> Vec<String> {
        crate::board::numbers(columns).into_iter().rev().collect()
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        crate::board::letters(rows)
    }

    fn hands(&self) -> Option<[Vec<char>; 2]> {
        let pieces = |side, kind: Kind| std::iter::repeat_n(of_side(kind.letter(), side), self.held(side, kind).into());
        let hand = |side| Kind::HELD.into_iter().flat_map(|kind| pieces(side, kind)).collect();
        Some([Side::First, Side::Second].map(hand))
    }

    /// The board turned round with the sides exchanged, and left and right exchanged.
    fn twins(&self) -> Vec<Self> {
        let size = V::GEOMETRY.side as Square;
        let mirrored = |square| square / size * size + size - 1 - square % size;
        let turned = |square| size * size - 1 - square;
        vec![
            self.moved(turned, Side::other),
            self.moved(mirrored, |side| side),
            self.moved(|square| mirrored(turned(square)), Side::other),
        ]
    }
}

impl<V: Variant> Shogi<V> {
    /// The position after squares have moved and sides were exchanged.
    fn moved(&self, to: impl Fn(Square) -> Square, side: impl Fn(Side) -> Side) -> Self {
        let mut twin = Self::empty();
        (twin.to_move, twin.number) = (side(self.to_move), self.number);
        for owner in [Side::First, Side::Second] {
            for square in members(self.of_side(owner)) {
                twin.toggle(side(owner), self.piece_at(square), to(square));
            }
            for kind in Kind::HELD {
                twin.hold(side(owner), kind, self.held(owner, kind));
            }
        }
        twin
    }
}
