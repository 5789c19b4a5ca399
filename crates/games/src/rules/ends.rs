//! The ends of a game.

use plyd_search::position::{Outcome, Side};

use super::area::Area;
use super::goal::windows;
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Connect, Missing, Spec, Stuck, When, Who, Wins};
use super::table::{Condition, Direction, Rules, SIDES};

impl<const W: usize> Condition<W> {
    /// `None` for an end by repetition, which a position doesn't know.
    pub(super) fn new(when: &When, spec: &Spec, rules: &Rules<W>) -> Option<Self> {
        let area = |area: &Area| SIDES.map(|side| area.cells(&rules.grid, side).into_iter().collect::<Set<W>>());
        Some(match when {
            When::Line { exact, line } => {
                let windows = windows(rules, *line);
                Self::Line { length: *line, exact: *exact, windows, in_states: is_seen_in_states(spec, *exact) }
            }
            When::Connect { connect: Connect(sides) } => {
                let areas = SIDES.map(|side| sides[side.index()].iter().map(|it| area(it)[side.index()]).collect());
                let least = [&areas[0], &areas[1]].map(|areas: &Vec<Set<W>>| shortest(areas, rules));
                Self::Connect { areas, least }
            }
            When::Joined { joined } => Self::Joined { own: *joined == Who::Own },
            When::Reach { piece, reach } => {
                let (area, letter) = (area(reach), piece.and_then(|letter| rules.kind(letter)));
                let starts_there = |(cell, letter): &(u8, char)| {
                    rules.kind(*letter).is_some_and(|(side, _)| area[side.index()].contains(*cell))
                };
                let in_states = is_seen_in_states(spec, false) && !rules.start.iter().any(starts_there);
                Self::Reach { letter, area, in_states }
            }
            When::None { none: Missing::Side(who) } => Self::NoneOf { own: *who == Who::Own },
            When::None { none: Missing::Letter(letter) } => {
                let (side, kind) = rules.kind(*letter)?;
                Self::NoLetter { side, kind }
            }
            When::Took { took } => Self::Took(*took),
            When::Plies { plies } => Self::Plies(*plies),
            When::Stuck { stuck } => Self::Stuck(*stuck),
            When::Repeat { .. } => return None,
        })
    }

    /// Why the game is over.
    pub(super) const fn reason(&self) -> &'static str {
        match self {
            Self::Line { .. } => "a line is complete",
            Self::Connect { .. } => "a side has connected its areas",
            Self::Joined { .. } => "all pieces of a side are connected",
            Self::Reach { .. } => "a piece has reached its goal",
            Self::NoneOf { .. } => "a side has no pieces left",
            Self::NoLetter { .. } => "the last piece of this kind is gone",
            Self::Took(_) => "a side has taken enough pieces",
            Self::Plies(_) => "too many plies without progress",
            Self::Stuck(Stuck::Next) => "the side to move has no move",
            Self::Stuck(Stuck::Both) => "neither side has a move",
        }
    }
}

/// Whether a line, or a piece that has reached its goal, ended the game when it came on the board, if it is there at all.
/// Only then can it be found in a state, which has no last move. Pieces that change sides, and for exact lines pieces
/// that go away, may make a line at which nobody looks.
fn is_seen_in_states(spec: &Spec, exact: bool) -> bool {
    let flips = spec.after.0.iter().any(|after| matches!(after, After::Flip { .. }));
    let shapes = spec.place.as_ref().is_some_and(|place| place.shape.is_some());
    let moves = spec.pieces.values().any(|piece| !piece.moves.is_empty());
    let changes = moves || !spec.after.is_empty() || !spec.opening.is_empty();
    !(flips || shapes || exact && changes)
}

/// The fewest pieces that connect areas: at least as many as the two of them that are farthest apart need.
fn shortest<const W: usize>(areas: &[Set<W>], rules: &Rules<W>) -> u32 {
    let between = |from: Set<W>, to: Set<W>| {
        let (mut reached, mut count) = (from, 1);
        while !reached.meets(to) {
            let wider = rules.near.iter().fold(reached, |all, direction| all | direction.step(reached));
            if wider == reached {
                return u32::MAX;
            }
            (reached, count) = (wider, count + 1);
        }
        count
    };
    let pairs = areas.iter().enumerate().flat_map(|(index, to)| areas[..index].iter().map(move |from| (*from, *to)));
    pairs.map(|(from, to)| between(from, to)).max().unwrap_or(1)
}

impl<const W: usize> Ruled<W> {
    /// The number of the first end that holds, from 1, or 0. A piece has arrived on this cell with the last move.
    pub(super) fn find_end(&self, arrived: Option<u8>) -> u8 {
        self.first_end(|when| match when {
            Condition::Line { .. } | Condition::Reach { .. } => arrived.is_some_and(|cell| self.holds_at(when, cell)),
            _ => self.holds(when),
        })
    }

    /// The same for a position of a state, which has no last move.
    pub(super) fn find_end_in_state(&self) -> u8 {
        let own = self.pieces[self.last.index()];
        let arrived = if self.rules.places_any() { own | self.pieces[self.last.other().index()] } else { own };
        self.first_end(|when| self.was_reached(when, arrived) || self.holds(when))
    }

    /// The number of an end that held before the last move, or 0: there is a line, or a piece at its goal, of the side
    /// that has not moved last. No game leads to such a state.
    pub(super) fn earlier_end(&self) -> u8 {
        let earlier = self.pieces[self.last.other().index()];
        self.first_end(|when| !self.rules.places_any() && self.was_reached(when, earlier))
    }

    #[inline]
    fn first_end(&self, holds: impl Fn(&Condition<W>) -> bool) -> u8 {
        self.rules.ends.iter().position(|end| holds(&end.when)).map_or(0, |index| index as u8 + 1)
    }

    /// Whether one of these pieces has made a line or reached a goal.
    fn was_reached(&self, when: &Condition<W>, pieces: Set<W>) -> bool {
        let (Condition::Line { in_states, .. } | Condition::Reach { in_states, .. }) = when else { return false };
        *in_states && pieces.members().any(|cell| self.holds_at(when, cell))
    }

    /// Whether a line goes through a cell, or the piece on it has reached its goal.
    fn holds_at(&self, when: &Condition<W>, cell: u8) -> bool {
        let (side, kind) = (SIDES[usize::from(self.pieces[1].contains(cell))], self.kind_on(cell));
        match when {
            Condition::Line { length, exact, windows, .. } => {
                let pieces = self.of_kind(side, kind);
                // Few moves make a row, and this is the faster question.
                let has_rows = windows.iter().any(|window| window.is_full(pieces, *length));
                has_rows && self.has_line(cell, pieces, *length, *exact)
            }
            Condition::Reach { letter, area, .. } => {
                area[side.index()].contains(cell) && letter.is_none_or(|letter| letter == (side, kind))
            }
            _ => false,
        }
    }

    /// Whether an end holds that doesn't depend on the last move's cell.
    fn holds(&self, when: &Condition<W>) -> bool {
        let last = self.last.index();
        let whose = |own: bool| if own { self.pieces[last] } else { self.pieces[1 - last] };
        match when {
            Condition::Connect { areas, least } => {
                let own = self.pieces[last];
                own.count() >= least[last] && self.connects(&areas[last], own)
            }
            Condition::Joined { own } => self.is_joined(whose(*own)),
            Condition::NoneOf { own } => whose(*own).is_empty(),
            Condition::NoLetter { side, kind } => self.of_kind(*side, *kind).is_empty(),
            Condition::Took(most) => self.taken[last] >= *most,
            Condition::Plies(most) => self.quiet >= *most,
            Condition::Stuck(Stuck::Next) => !self.can_move(self.side),
            Condition::Stuck(Stuck::Both) => !self.can_move(self.side) && !self.can_move(self.side.other()),
            Condition::Line { .. } | Condition::Reach { .. } => false,
        }
    }

    /// Whether a row of these pieces goes through a cell.
    fn has_line(&self, cell: u8, pieces: Set<W>, length: u8, exact: bool) -> bool {
        let run = |direction: &Direction<W>| {
            let (mut count, mut at) = (0, cell);
            while let Some(next) = direction.next(at).filter(|next| pieces.contains(*next)) {
                (at, count) = (next, count + 1);
            }
            count
        };
        self.rules.lines.iter().any(|[one, other]| {
            let count = 1 + run(one) + run(other);
            if exact { count == length } else { count >= length }
        })
    }

    /// The pieces of a set that are connected with some of them.
    pub(super) fn flooded(&self, from: Set<W>, pieces: Set<W>) -> Set<W> {
        let mut group = from & pieces;
        loop {
            let wider = (group | self.around(group)) & pieces;
            if wider == group {
                return group;
            }
            group = wider;
        }
    }

    /// Whether a group of these pieces touches all areas. The groups of the first area are tried one by one.
    fn connects(&self, areas: &[Set<W>], pieces: Set<W>) -> bool {
        let (first, others) = areas.split_first().expect("at least two areas");
        if !areas.iter().all(|area| area.meets(pieces)) {
            return false;
        }
        let mut left = *first & pieces;
        while let Some(cell) = left.members().next() {
            let group = self.flooded(if others.len() == 1 { left } else { Set::of(cell) }, pieces);
            if others.iter().all(|area| area.meets(group)) {
                return true;
            }
            left = left - group;
        }
        false
    }

    fn is_joined(&self, pieces: Set<W>) -> bool {
        let one = pieces.members().next();
        one.is_some_and(|cell| self.flooded(Set::of(cell), pieces) == pieces)
    }

    /// How the game ends if this side wins.
    pub(super) fn result(&self, wins: Wins) -> Outcome {
        let points = || self.pieces[0].count().cast_signed() - self.pieces[1].count().cast_signed();
        let scored = |points: i32| match points {
            points if self.rules.points => Outcome::Points(points),
            0 => Outcome::Draw,
            points => Outcome::Win(if points > 0 { Side::First } else { Side::Second }),
        };
        match wins {
            Wins::Last => Outcome::Win(self.last),
            Wins::Next => Outcome::Win(self.last.other()),
            Wins::First => Outcome::Win(Side::First),
            Wins::Second => Outcome::Win(Side::Second),
            Wins::Nobody => Outcome::Draw,
            Wins::Most => scored(points()),
            Wins::Fewest => scored(-points()),
        }
    }
}
