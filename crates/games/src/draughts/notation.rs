//! Text of draughts.

use super::moves::Move;
use super::rules::Draughts;
use super::variant::Variant;
use crate::board::{Board, RowColumn};
use crate::diagonals::{Diagonals, Squares};
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation};
use crate::pdn::Setup;
use crate::record::{Convention, Format};
use crate::shot;
use plyd_search::position::{Outcome, Position, Side};

impl<V: Variant> Draughts<V> {
    fn setup(&self) -> Setup {
        let to_move = self.side_to_move().index();
        Setup { to_move, pieces: self.by_colour(), kings: self.kings, quiet: self.quiet }
    }

    /// The legal moves that an abbreviated text can mean. An abbreviated text has no mark between its squares, or lacks
    /// the rank of the first square.
    fn abbreviated(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let number = |square: Squares| V::Board::number(square.trailing_zeros());
        let pairs = V::PDN.unmarked::<V::Board>(text);
        if !pairs.is_empty() {
            legal.retain(|mv| pairs.contains(&mv.ends().map(number)));
            return legal;
        }
        let Some((file, squares)) = V::PDN.short::<V::Board>(text) else { return Vec::new() };
        let squares: Vec<Squares> = squares.into_iter().map(V::Board::bit).collect();
        legal.retain(|mv| {
            let [from, to] = mv.ends();
            let path: Vec<Squares> = [from].into_iter().chain(squares.iter().copied()).collect();
            V::Board::cell(number(from))[1] == file as usize
                && squares.last() == Some(&to)
                && (squares.len() == 1 || self.captured_along(&path) == Some(mv.captured))
        });
        legal
    }

    /// The squares of a move, each as a set.
    fn written(text: &str) -> Option<Vec<Squares>> {
        Some(V::PDN.squares::<V::Board>(text)?.into_iter().map(V::Board::bit).collect())
    }

    /// The pieces that the piece on the first square captures on its way through the others; `None` if it cannot go
    /// that way.
    fn captured_along(&self, path: &[Squares]) -> Option<Squares> {
        let (from, on) = path.split_first().filter(|(from, _)| self.own & **from != 0)?;
        self.captures(from.trailing_zeros()).along(on)
    }
}

/// The name of a single square.
fn name<V: Variant>(square: Squares) -> String {
    V::PDN.name::<V::Board>(V::Board::number(square.trailing_zeros()))
}

impl<V: Variant> Notation for Draughts<V> {
    const ABOUT: About = V::ABOUT;

    const RECORDS: &'static [Convention] = &[Convention::Pdn { game_type: V::GAME_TYPE }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let setup = V::PDN.read::<V::Board>(text)?;
        let side = if setup.to_move == 0 { Side::First } else { Side::Second };
        Ok(Self::new(setup.pieces, setup.kings, side).with_quiet(setup.quiet))
    }

    fn state(&self) -> String {
        V::PDN.write::<V::Board>(&self.setup())
    }

    fn move_text(&self, mv: Move) -> String {
        let between = if mv.is_capture() { 'x' } else { '-' };
        let [from, to] = mv.ends().map(name::<V>);
        let mut text = format!("{from}{between}{to}");
        for number in V::Board::numbers(mv.captured) {
            text.push('x');
            text.push_str(&V::PDN.name::<V::Board>(number));
        }
        text
    }

    /// A capture may be written by its ends, by its ends and the captured squares in any order, or by any of its
    /// routes; a step by its ends.
    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let Some(written) = Self::written(text) else { return self.abbreviated(text, legal) };
        let [from, to] = [written[0], written[1]];
        let named = written[2..].iter().fold(0, |set, square| set | square);
        let along = self.captured_along(&written);
        legal.retain(|mv| {
            let takes_them = mv.captured == named && mv.captured.count_ones() as usize == written.len() - 2;
            let by_squares = mv.ends() == [from, to] && (written.len() == 2 || takes_them);
            let by_path = mv.ends() == [from, written[written.len() - 1]] && along == Some(mv.captured);
            by_squares || by_path
        });
        legal
    }

    /// In PDN, a capture is written by its ends. If other captures have the same ends, it is written by the squares of
    /// a route, and if that is ambiguous too, by its name.
    fn spelling(&self, mv: Move, format: Format) -> String {
        let own = self.move_text(mv);
        if format != Format::Pdn || !mv.is_capture() {
            return own;
        }
        let text = |squares: Vec<Squares>| squares.into_iter().map(name::<V>).collect::<Vec<_>>().join("x");
        let ends = text(mv.ends().to_vec());
        if self.meanings(&ends) == [mv] {
            return ends;
        }
        let path = self.captures(mv.from.into()).route(mv.to.into(), mv.captured);
        let path = path.map(|path| text(path.into_iter().map(|at| 1 << at).collect()));
        path.filter(|path| self.meanings(path) == [mv]).unwrap_or(own)
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        let written = Self::written(text)?;
        let is_step = written.len() == 2 && self.own & written[0] != 0 && self.empty() & written[1] != 0;
        if self.capturers() == 0 || !is_step {
            return None;
        }
        let is_capture = V::MAJORITY && self.captured_along(&written).is_some();
        Some(if is_capture { "a capture of more pieces is forced" } else { "a capture is forced" })
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Draw) => V::DRAW_REASON,
            _ if self.own == 0 => "no pieces left",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(self.setup().board::<V::Board>())
    }

    /// Origin and target. The route is not part of a move.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        mv.ends().map(|square| V::Board::cell(V::Board::number(square.trailing_zeros()))).to_vec()
    }

    /// The full text, if several captures have the same ends.
    fn label(&self, mv: Move) -> Option<String> {
        (mv.captured.count_ones() > 1).then(|| self.move_text(mv))
    }

    fn motifs(&self, mv: Move) -> Vec<Motif> {
        shot::of(self, mv).into_iter().collect()
    }

    fn files(&self, columns: usize) -> Vec<String> {
        if V::PDN.algebraic { crate::board::letters(columns) } else { Vec::new() }
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        let from_the_bottom = crate::board::numbers(if V::PDN.algebraic { rows } else { 0 });
        from_the_bottom.into_iter().rev().collect()
    }

    fn twins(&self) -> Vec<Self> {
        vec![self.swapped()]
    }
}
