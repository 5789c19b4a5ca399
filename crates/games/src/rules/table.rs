//! Compiled rules: sets of cells and shifts instead of words.

use plyd_search::position::{Claim, Repetition, Side};

use super::board::{Grid, Offset};
use super::set::Set;
use super::spec::{After, Again, Place, Stuck, Wins};

/// The sides by their index.
pub(super) const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Rules, compiled for boards of at most 64 `W` cells.
#[derive(Debug)]
pub(super) struct Rules<const W: usize> {
    /// The canonical text.
    pub(super) text: Box<str>,
    pub(super) digest: u64,
    pub(super) grid: Grid,
    /// The cells of the board.
    pub(super) all: Set<W>,
    /// The kinds of pieces of each side, at most two. Kinds at the same place have the same letter in two cases.
    pub(super) kinds: [Vec<Kind<W>>; 2],
    pub(super) near: Vec<Direction<W>>,
    pub(super) lines: Vec<[Direction<W>; 2]>,
    pub(super) place: Option<Placing<W>>,
    pub(super) after: Vec<After>,
    pub(super) hostile: [Set<W>; 2],
    pub(super) must_take: bool,
    pub(super) turn: [u8; 2],
    pub(super) opening: Vec<Removing<W>>,
    pub(super) ends: Vec<Ending<W>>,
    /// Whether all ends are for points.
    pub(super) points: bool,
    pub(super) passes: bool,
    /// Whether taken pieces are counted.
    pub(super) counts_taken: bool,
    /// The number of plies without progress that end the game.
    pub(super) plies: Option<u16>,
    /// The occurrence of a position that ends the game.
    pub(super) repeat: Option<u8>,
    pub(super) column_names: bool,
    /// Whether a listing of moves may be cut.
    pub(super) may_cut: bool,
    pub(super) start: Vec<(u8, char)>,
    /// What each ply uses up.
    pub(super) fuel: Fuel,
    pub(super) goal: Goal<W>,
    pub(super) symmetries: Symmetries,
    pub(super) corners: Set<W>,
    /// Whether groups of pieces that do not touch never meet.
    pub(super) has_parts: bool,
    pub(super) values: Values,
    /// Whether states leave the rules out, because the game's id stands for them.
    pub(super) is_named: bool,
}

/// A shift of cells by one step.
#[derive(Clone, Debug)]
pub(super) struct Direction<const W: usize> {
    pub(super) offset: Offset,
    pub(super) by: i16,
    /// The cells from which it does not leave the board, and those to which it leads.
    pub(super) from: Set<W>,
    to: Set<W>,
    /// How often a shift is doubled until it is longer than the board.
    doublings: u32,
}

impl<const W: usize> Direction<W> {
    pub(super) fn new(grid: &Grid, offset: Offset) -> Self {
        let stays = grid.cells().filter(|place| grid.at(*place, offset).is_some());
        let (by, from) = (grid.bits(offset), stays.map(|place| grid.cell(place)).collect::<Set<W>>());
        let longest = grid.columns.max(grid.rows) - 1;
        Self { offset, by, from, to: from.moved(by), doublings: usize::BITS - longest.leading_zeros() }
    }

    /// The cells after the step.
    #[inline]
    pub(super) fn step(&self, cells: Set<W>) -> Set<W> {
        cells.moved(self.by) & self.to
    }

    /// The cells whose next one is in a set.
    #[inline]
    pub(super) fn back(&self, cells: Set<W>) -> Set<W> {
        cells.moved(-self.by) & self.from
    }

    /// Those of some cells to which it does not lead: the first ones of their rows.
    #[inline]
    pub(super) fn first(&self, cells: Set<W>) -> Set<W> {
        cells - self.to
    }

    /// The cells that are reached from some cells, with these, over others: a parallel prefix (Kogge and Stone 1973).
    #[inline]
    pub(super) fn fill(&self, cells: Set<W>, over: Set<W>) -> Set<W> {
        let (mut reached, mut over, mut by) = (cells, over & self.to, self.by);
        for _ in 0..self.doublings {
            reached |= reached.moved(by) & over;
            over &= over.moved(by);
            by *= 2;
        }
        reached
    }

    /// The next cell.
    #[inline]
    pub(super) fn next(&self, cell: u8) -> Option<u8> {
        self.from.contains(cell).then(|| cell.wrapping_add_signed(self.by as i8))
    }
}

/// A kind of piece of one side.
#[derive(Debug)]
pub(super) struct Kind<const W: usize> {
    pub(super) letter: char,
    pub(super) rays: Vec<Ray<W>>,
    /// Whether the rays are followed for one piece at a time, because they overlap or do more than to move it.
    pub(super) one_by_one: bool,
    /// Where a cell may be blocked after a step: along steps from the new cell, or if it is `None`, anywhere.
    pub(super) blocks: Vec<Option<Vec<Ray<W>>>>,
    pub(super) hops: Vec<Hop<W>>,
    /// The kind that it becomes, and where.
    pub(super) becomes: Option<(usize, Set<W>)>,
    /// Whether its moves are progress: it cannot go back before it becomes another kind.
    pub(super) is_progress: bool,
    /// Its value, if the rules give one.
    pub(super) worth: Option<i32>,
    pub(super) prefer: Set<W>,
}

/// Steps in one direction, repeated over empty cells.
#[derive(Clone, Debug)]
pub(super) struct Ray<const W: usize> {
    pub(super) direction: Direction<W>,
    pub(super) range: u8,
    pub(super) moves: bool,
    pub(super) takes: bool,
    /// Where it may end.
    pub(super) ends: Set<W>,
    /// The opposite direction, if it is as long as pieces stand on its line, and leads over own pieces.
    pub(super) by_line: Option<Direction<W>>,
    /// The number in [`Kind::blocks`] if a cell is blocked afterwards.
    pub(super) block: Option<usize>,
}

/// A jump in one direction.
#[derive(Clone, Debug)]
pub(super) struct Hop<const W: usize> {
    pub(super) direction: Direction<W>,
    /// The jump to which the direction belongs: it goes on with directions of the same jump.
    pub(super) group: usize,
    pub(super) over_any: bool,
    pub(super) takes: bool,
    pub(super) again: Option<Again>,
    pub(super) straight: bool,
}

/// How new pieces are placed.
#[derive(Debug)]
pub(super) struct Placing<const W: usize> {
    pub(super) spec: Place,
    /// The kind that is placed.
    pub(super) kind: usize,
    /// Where pieces fall.
    pub(super) fall: Option<Direction<W>>,
    /// The cells of each side's pieces from their lowest left one.
    pub(super) shape: [Vec<Direction<W>>; 2],
}

/// A ply of the opening that removes a piece.
#[derive(Debug)]
pub(super) struct Removing<const W: usize> {
    pub(super) area: [Set<W>; 2],
    pub(super) beside_empty: bool,
}

/// An end and its winner.
#[derive(Debug)]
pub(super) struct Ending<const W: usize> {
    pub(super) when: Condition<W>,
    pub(super) wins: Wins,
}

/// What ends a game, compiled.
#[derive(Debug)]
pub(super) enum Condition<const W: usize> {
    Line { length: u8, exact: bool, windows: Vec<Window<W>>, in_states: bool },
    Connect { areas: [Vec<Set<W>>; 2], least: [u32; 2] },
    Joined { own: bool },
    Reach { letter: Option<(Side, usize)>, area: [Set<W>; 2], in_states: bool },
    NoneOf { own: bool },
    NoLetter { side: Side, kind: usize },
    Took(u8),
    Plies(u16),
    Stuck(Stuck),
}

/// What each ply uses up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fuel {
    /// So many empty cells, because pieces are placed and stay, or because cells are blocked.
    Empty(u32),
    /// A piece, because every move takes or removes one.
    Pieces,
    /// Nothing that is known.
    Unknown,
}

/// What decides a game in which pieces are placed and stay.
#[derive(Debug)]
pub(super) enum Goal<const W: usize> {
    /// A row of so many own pieces.
    Line { length: u8, exact: bool, windows: Vec<Window<W>>, wins: Wins },
    /// A connection of own areas.
    /// `excludes`: only one side can, and a new piece may come on any empty cell.
    Connect { areas: [Vec<Set<W>>; 2], excludes: bool },
    /// To have a move when the other side has none. The places of each side only get fewer.
    Outlast,
    /// Something else.
    Other,
}

/// The rows of a line's length in one direction.
#[derive(Debug)]
pub(super) struct Window<const W: usize> {
    pub(super) by: i16,
    /// Their first cells.
    pub(super) starts: Set<W>,
}

impl<const W: usize> Window<W> {
    /// Whether a row of so many cells is in a set.
    #[inline]
    pub(super) fn is_full(&self, cells: Set<W>, length: u8) -> bool {
        let (mut rows, mut cells_of_row) = (cells, 1);
        while cells_of_row < length {
            let more = cells_of_row.min(length - cells_of_row);
            rows &= rows.moved(-self.by * i16::from(more));
            cells_of_row += more;
        }
        rows.meets(self.starts)
    }
}

/// What may be on a cell: a kind of either side, or nothing that moves.
pub(super) const CONTENTS: usize = 5;

/// A symmetry: where each cell goes.
pub(super) type Image = Box<[u8]>;

/// The symmetries of rules, without the identity.
#[derive(Debug, Default)]
pub(super) struct Symmetries {
    pub(super) images: Vec<Image>,
    /// A random number for each content of each cell.
    pub(super) numbers: Vec<[u64; CONTENTS]>,
}

/// What the evaluation takes from the rules.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// The values of a piece of each side and kind on each cell; empty if pieces don't count.
    pub(super) cells: [Vec<Vec<i16>>; 2],
    /// How much each move counts.
    pub(super) per_move: i32,
    /// How much each corner counts.
    pub(super) corner: i32,
    /// How much each taken piece counts.
    pub(super) taken: i32,
}

impl<const W: usize> Rules<W> {
    /// Whether no piece ever moves.
    pub(super) fn only_places(&self) -> bool {
        !self.kinds.iter().flatten().any(Kind::can_move)
    }

    /// Whether a side may place stones of either side.
    pub(super) fn places_any(&self) -> bool {
        self.place.as_ref().is_some_and(|placing| placing.spec.any)
    }

    /// The rule of repetition.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        self.repeat.map(|repeat| if repeat == 2 { RETURN } else { THREEFOLD })
    }

    /// The kind and the side of a letter of a state.
    pub(super) fn kind(&self, letter: char) -> Option<(Side, usize)> {
        let place = |side: Side| self.kinds[side.index()].iter().position(|kind| kind.letter == letter);
        SIDES.into_iter().find_map(|side| Some((side, place(side)?)))
    }
}

/// The rules of repetition that the language has.
const RETURN: Repetition = Repetition {
    occurrence: 2,
    claim: Claim::Unneeded,
    name: "the position occurred for the second time",
    ..Repetition::THREEFOLD
};
const THREEFOLD: Repetition = Repetition {
    occurrence: 3,
    claim: Claim::Unneeded,
    name: "the position occurred for the third time",
    ..Repetition::THREEFOLD
};
