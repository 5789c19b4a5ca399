//! Text of games whose rules come with the state.

use std::sync::Arc;

use plyd_search::expected_score::ExpectedScore;
use plyd_search::level::Levels;
use plyd_search::position::Side;

use super::board::Grid;
use super::json::{At, InvalidRules, Json, ROOT};
use super::ply::{Move, What};
use super::position::Ruled;
use super::read;
use super::set::Set;
use super::spec::Spec;
use super::start::start;
use super::state::BLOCKED;
use super::table::{Condition, Rules};
use super::words::sentences;
use crate::board::{self, Board, Borders, Content, Layout, Piece, RowColumn};
use crate::game::AnyPosition;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::spelling;

/// The score that promises 73 % of the points: two men, about as much as in the games where it was measured. One curve
/// has to do for all rules.
const SCALE: f64 = 200.0;

/// What the strongest level searches: as much as in most games.
const LEVEL_DEPTH: u32 = 60;
const LEVEL_NODES: u64 = 400_000;
const NOT_MEASURED: &str = "The levels search as many nodes as those of most games. How strong they are depends on your \
                            rules, so neither their strength nor their losses were measured.";

const PASS: &str = "pass";

impl<const W: usize> Notation for Ruled<W> {
    const GENERIC_EVALUATION: bool = true;

    const ABOUT: About = About {
        title: "Your own rules",
        players: ["first", "second"],
        sides: None,
        summary: "A game whose rules come with the request, as JSON.",
        rules: "The rules are part of the state: a board, pieces and how they move, where new pieces are placed, what a \
                move flips or takes, and the ends of the game.",
        state_notation: "JSON with two words. `rules` has the rules, and `at` the rows from the top, separated by `/`: \
                         letters of pieces, `#` for a blocked cell, numbers for runs of empty cells. Then come a space \
                         and the side to move, `1` or `2`, and after that, if the rules need them, `s` and the plies \
                         left of the turn, `h` and the stones in hand, `t` and the pieces taken, `q` and the plies \
                         without progress, `p` and the plies of the opening. Without `at` it is the start.",
        state_examples: &[
            r#"{"at":"3/3/3 1","rules":{"board":[3,3],"end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}],"place":"empty"}}"#,
            r#"{"rules":{"board":[3,3],"start":"ppp/3/PPP","pieces":{"P":{"moves":"fmWfcF"}},"end":[{"reach":"far","wins":"last"},{"stuck":"next","wins":"last"}]}}"#,
        ],
        state_is_json: true,
        move_notation: "The cell of a new piece, `d4`, with the letter of its stone if either may come, `xd4`. From and \
                        to, `a2b3`. All cells of a jump, `c3e5g7`. A blocked cell after a slash, `c1d2/e3`. `-d4` for a \
                        removal. `pass`. Also accepted: upper case, marks between cells, the ends of a jump alone, the \
                        column alone if pieces fall, all cells of a new piece.",
        move_examples: &["b2", "a1a2"],
        layout: Some(Layout::Cells),
        pieces: &PIECES,
        score: ScoreKind::Distance,
        score_unit: "Hundredths of a man: pieces by their worth, and where they prefer to stand.",
        counted_in: None,
        default_depth: 4,
        review_nodes: 100_000,
        max_depth: 100,
        max_minimax_depth: 3,
        expected_score: ExpectedScore { scale: SCALE, fit: None },
        levels: Some(Levels::usual(LEVEL_DEPTH, LEVEL_NODES, &[], NOT_MEASURED)),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (spec, at) = written(text)?;
        if Grid::new(spec.board).size() > 64 * W {
            return Err(InvalidState::new("the board has another size"));
        }
        let start = Self::start(&Arc::new(Rules::new(&spec).map_err(|error| InvalidState(error.to_string()))?));
        at.map_or(Ok(start.clone()), |text| Self::read(&start.rules, &text).map_err(InvalidState))
    }

    fn state(&self) -> String {
        match self.rules.is_named {
            true => self.text(),
            false => format!(r#"{{"at":"{}","rules":{}}}"#, self.text(), self.rules.text),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        let grid = &self.rules.grid;
        let name = |cell| grid.name(cell);
        match mv.what {
            What::Place if self.rules.column_names => (grid.place(mv.to)[1] + 1).to_string(),
            What::Place | What::PlaceOther => {
                let placing = self.rules.place.as_ref().expect("pieces are placed");
                let owner = if mv.what == What::Place { self.side } else { self.side.other() };
                let letter = self.rules.kinds[owner.index()][placing.kind].letter;
                if placing.spec.any { format!("{letter}{}", name(mv.to)) } else { name(mv.to) }
            }
            What::Step => name(mv.from) + &name(mv.to),
            What::Shoot => format!("{}{}/{}", name(mv.from), name(mv.to), name(mv.path as u8)),
            What::Jump => self.path(mv).into_iter().map(name).collect(),
            What::Remove => format!("-{}", name(mv.from)),
            What::Pass => PASS.to_owned(),
        }
    }

    fn respelled(&self, text: &str, legal: Vec<Move>) -> Vec<Move> {
        let folded = spelling::folded(text);
        let is_named = |mv: &Move| spelling::folded(&self.move_text(*mv)) == folded;
        let named: Vec<Move> = legal.iter().copied().filter(is_named).collect();
        if !named.is_empty() {
            return named;
        }
        let squares = spelling::squares(text).unwrap_or_default().into_iter();
        let cells: Vec<u8> = squares.filter_map(|square| self.rules.grid.named(square)).collect();
        let falls = self.rules.place.as_ref().is_some_and(|placing| placing.spec.lowest && !placing.spec.any);
        let column = if falls { self.column(text) } else { None };
        legal.into_iter().filter(|mv| self.is_meant(*mv, &cells, column)).collect()
    }

    fn twins(&self) -> Vec<Self> {
        self.images()
    }

    fn forced_pass(&self) -> Option<Move> {
        let passes = self.rules.passes && self.ended == 0 && !self.can_move(self.side);
        passes.then_some(Move::PASS)
    }

    fn reason(&self) -> &'static str {
        let index = usize::from(self.ended).checked_sub(1).expect("the game is over");
        self.rules.ends[index].when.reason()
    }

    /// Pieces of the first side are capitals here, and those of the second side are not.
    fn board(&self) -> Option<Board> {
        let grid = &self.rules.grid;
        let content = |place: RowColumn| {
            let cell = grid.cell(place);
            let letter = self.letter(cell)?;
            let is_first = self.pieces[Side::First.index()].contains(cell);
            Some(Content::Letter(if is_first { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }))
        };
        Some((0..grid.rows).map(|row| (0..grid.columns).map(|column| content([row, column])).collect()).collect())
    }

    fn layout(&self) -> Option<Layout> {
        Some(if self.rules.grid.is_hex() { Layout::Hexes } else { Layout::Cells })
    }

    fn absent(&self) -> Vec<RowColumn> {
        let grid = &self.rules.grid;
        (0..grid.size()).map(|cell| grid.place(cell as u8)).filter(|place| !grid.has(*place)).collect()
    }

    fn rules_digest(&self) -> u64 {
        self.rules.digest
    }

    fn letters(&self) -> Option<Vec<char>> {
        let kinds = |side: Side| self.rules.kinds[side.index()].iter();
        let first = kinds(Side::First).map(|kind| kind.letter.to_ascii_uppercase());
        let second = kinds(Side::Second).map(|kind| kind.letter.to_ascii_lowercase());
        Some(first.chain(second).chain([BLOCKED]).collect())
    }

    fn rules_in_words(&self) -> Option<String> {
        let spec = read::read(&self.rules.text).ok()?;
        Some(sentences(&spec, &self.rules.grid))
    }

    fn has_cut_moves(&self) -> bool {
        self.is_cut(&mut Vec::new())
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        let cells = match mv.what {
            What::Place | What::PlaceOther => self.parts(mv),
            What::Step => vec![mv.from, mv.to],
            What::Shoot => vec![mv.from, mv.to, mv.path as u8],
            What::Jump => self.path(mv),
            What::Remove => vec![mv.from],
            What::Pass => Vec::new(),
        };
        cells.into_iter().map(|cell| self.rules.grid.place(cell)).collect()
    }

    fn label(&self, mv: Move) -> Option<String> {
        let any = self.rules.place.as_ref().is_some_and(|placing| placing.spec.any);
        let needed = mv.what == What::Pass || any && matches!(mv.what, What::Place | What::PlaceOther);
        needed.then(|| self.move_text(mv))
    }

    /// The edges of a board on which each side connects two of them, as in Hex.
    fn borders(&self) -> Option<Borders> {
        let Rules { grid, ends, .. } = &*self.rules;
        let areas = ends.iter().find_map(|end| match &end.when {
            Condition::Connect { areas, .. } => Some(areas),
            _ => None,
        })?;
        let owner = |is: &dyn Fn(RowColumn) -> bool| {
            let edge: Set<W> = grid.cells().filter(|place| is(*place)).map(|place| grid.cell(place)).collect();
            match [Side::First, Side::Second].map(|side| areas[side.index()].contains(&edge)) {
                [true, false] => Some(Side::First),
                [false, true] => Some(Side::Second),
                _ => None,
            }
        };
        Some(Borders {
            top: owner(&|[row, _]| row == 0)?,
            right: owner(&|[_, column]| column + 1 == grid.columns)?,
            bottom: owner(&|[row, _]| row + 1 == grid.rows)?,
            left: owner(&|[_, column]| column == 0)?,
        })
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        let numbers = board::numbers(rows);
        if self.rules.grid.is_hex() { numbers } else { numbers.into_iter().rev().collect() }
    }
}

impl<const W: usize> Ruled<W> {
    /// The cells of a jump, from the first to the last.
    fn path(&self, mv: Move) -> Vec<u8> {
        let kind = &self.rules.kinds[self.side.index()][usize::from(self.second_kind.contains(mv.from))];
        let mut cells = vec![mv.from];
        for number in mv.hops() {
            let direction = &kind.hops[number].direction;
            let over = direction.next(cells[cells.len() - 1]).expect("a legal jump");
            cells.push(direction.next(over).expect("a legal jump"));
        }
        cells
    }

    /// The cells of a new piece, from its lowest left one.
    fn parts(&self, mv: Move) -> Vec<u8> {
        let placing = self.rules.place.as_ref().expect("pieces are placed");
        let shape = &placing.shape[self.side.index()];
        shape.iter().map(|part| (i16::from(mv.to) + part.by) as u8).collect()
    }

    /// The column that a letter or a number names.
    fn column(&self, text: &str) -> Option<usize> {
        let mut letters = text.chars();
        let column = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_ascii_lowercase() as usize - 'a' as usize,
            _ => (spelling::number(text)? as usize).checked_sub(1)?,
        };
        (column < self.rules.grid.columns).then_some(column)
    }

    /// Whether a move is meant by these cells, or by this column, although they are not its name.
    fn is_meant(&self, mv: Move, cells: &[u8], column: Option<usize>) -> bool {
        match (mv.what, cells) {
            (What::Place, _) if column.is_some() => column == Some(self.rules.grid.place(mv.to)[1]),
            (What::Place, [to]) => self.rules.column_names && mv.to == *to,
            (What::Place, cells) => {
                let parts = self.parts(mv);
                parts.len() == cells.len() && parts.iter().all(|part| cells.contains(part))
            }
            (What::Jump, [from, to]) => (mv.from, mv.to) == (*from, *to),
            _ => false,
        }
    }
}

/// The rules of a state, and where it is in a game by them.
fn written(text: &str) -> Result<(Spec, Option<String>), InvalidState> {
    let invalid = |error: InvalidRules| InvalidState(error.to_string());
    let json = read::json(text).map_err(invalid)?;
    if !matches!(json, Json::Object(_)) {
        return Err(InvalidState::new("expected {\"rules\": {…}, \"at\": \"rows side\"}"));
    }
    let words = At::new(&json, "").known_words(&["rules", "at"]).map_err(|error| InvalidState(error.detail))?;
    let word = |name: &str| words.iter().find(|(word, _)| *word == name).map(|(_, at)| At::new(at.json, name));
    let rules = word(ROOT).ok_or_else(|| InvalidState::new("rules: missing, expected an object"))?;
    let at = word("at").map(|at| at.text().map(str::to_owned)).transpose().map_err(invalid)?;
    Ok((read::rules(&rules).map_err(invalid)?, at))
}

/// Reads a state of the game `rules`, on a board of any size.
pub(crate) fn parse(text: &str, id: &'static str) -> Result<Box<dyn AnyPosition>, InvalidState> {
    let (spec, at) = written(text)?;
    let start = start(&spec, false).map_err(|error| InvalidState(error.to_string()))?;
    start.position(id, at.as_deref()).map_err(|error| InvalidState(format!("at: {error}")))
}

/// The start of a game with the rules of this state.
pub(crate) fn start_of(state: &str) -> Option<String> {
    let (spec, _) = written(state).ok()?;
    Some(start(&spec, false).ok()?.position("", None).ok()?.state())
}

macro_rules! pieces {
    ($($upper:ident $lower:ident)*) => {
        [
            $(
                Piece::of(Side::First, letter(stringify!($upper)), concat!("piece ", stringify!($upper)), stringify!($upper)),
                Piece::of(Side::Second, letter(stringify!($lower)), concat!("piece ", stringify!($lower)), stringify!($lower)),
            )*
            Piece::of_nobody(BLOCKED, "blocked cell", "▦"),
        ]
    };
}

const fn letter(text: &str) -> char {
    text.as_bytes()[0] as char
}

static PIECES: [Piece; 53] =
    pieces!(X o O x A a B b C c D d E e F f G g H h I i J j K k L l M m N n P p Q q R r S s T t U u V v W w Y y Z z);
