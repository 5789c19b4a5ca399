//! The generic evaluation, in hundredths of a man: pieces by how far they can move, how near they are to a goal, open
//! windows, connections, and mobility, each in the games in which it matters.

use plyd_search::hooks::{NoHooks, StaticBounds};
use plyd_search::position::{Position, Side};
use plyd_search::table::TableKey;
use plyd_search::{Evaluate, Score};

use super::ply::{Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Spec, Stuck, Which, Wins};
use super::table::{Condition, Goal, Kind, Rules, SIDES, Values};

/// The bonus for a piece on a cell that it prefers.
const PREFERRED: i32 = 30;
/// A piece's own value, and what each move adds that it has on an empty board on average.
const WORTH: i32 = 70;
const WORTH_PER_MOVE: i32 = 10;
/// The bonus of a piece for each step that it is nearer to its goal, up to so many steps away.
const STEP: i32 = 6;
const STEPS_MAX: usize = 12;
/// A move, if the side without one loses; a move and a corner, if new pieces have to turn others.
const OUTLASTING_MOVE: i32 = 20;
const TURNING_MOVE: i32 = 8;
const CORNER: i32 = 60;
/// A stone that a connection lacks.
const MISSING_STONE: i32 = 40;
/// A piece that was taken, if so many of them win.
const TAKEN: i32 = 60;
/// A piece's distance from the middle, if all pieces have to be connected.
const OFF_CENTRE: i32 = 5;

/// The slots of moves that have a single cell, and of the others by both of their cells.
const CELLS: usize = 256;
const PAIRS: usize = 4096;

impl Values {
    pub(super) fn new<const W: usize>(rules: &Rules<W>, spec: &Spec) -> Self {
        let turns = rules.after.iter().any(|after| matches!(after, After::Flip { flip: Which::Enclosed }));
        let must_turn = turns && rules.only_places();
        let only_stuck = rules.ends.iter().all(|end| matches!(end.when, Condition::Stuck(Stuck::Next)));
        let wins = |wins| rules.ends.iter().any(|end| end.wins == wins);
        // Most for points, or the last move, unless the rules turn it round.
        let sign = if wins(Wins::Fewest) || only_stuck && wins(Wins::Next) { -1 } else { 1 };
        let changes = !rules.only_places() || !rules.after.is_empty();
        let mut values = Self { taken: if rules.counts_taken { TAKEN } else { 0 }, ..Self::default() };
        if only_stuck {
            values.per_move = sign * OUTLASTING_MOVE;
        } else if must_turn {
            (values.per_move, values.corner) = (sign * TURNING_MOVE, sign * CORNER);
        }
        let prefers = rules.kinds.iter().flatten().any(|kind| !kind.prefer.is_empty());
        let has_worth = spec.pieces.values().any(|piece| piece.worth.is_some());
        if changes && !only_stuck && !must_turn || prefers || has_worth {
            let has_material = changes && !only_stuck && !must_turn || has_worth;
            values.cells = SIDES.map(|side| {
                let kinds = rules.kinds[side.index()].iter().enumerate();
                kinds
                    .map(|(index, kind)| piece_values(rules, side, index, kind, if has_material { sign } else { 0 }))
                    .collect()
            });
        }
        values
    }
}

impl Values {
    /// Whether where pieces stand counts, or corners do.
    pub(super) fn is_used(&self) -> bool {
        !self.cells[0].is_empty() || self.corner != 0
    }

    /// The value of a piece on a cell.
    pub(super) fn at(&self, side: Side, kind: usize, cell: u8) -> i32 {
        let cells = self.cells[side.index()].get(kind);
        cells.and_then(|cells| cells.get(usize::from(cell))).map_or(0, |value| i32::from(*value))
    }
}

/// The value of a kind of piece on each cell.
fn piece_values<const W: usize>(rules: &Rules<W>, side: Side, index: usize, kind: &Kind<W>, material: i32) -> Vec<i16> {
    let cells = rules.all.count().max(1).cast_signed();
    let mobility = || WORTH_PER_MOVE * kind.reach(rules.all).cast_signed() / cells;
    let worth = kind.worth.unwrap_or_else(|| WORTH + mobility());
    let mut values = vec![(material * worth) as i16; rules.grid.size()];
    for cell in kind.prefer.members() {
        values[usize::from(cell)] += PREFERRED as i16;
    }
    // Steps to the nearest goal of this side, as on an empty board.
    let goals = rules.ends.iter().filter_map(|end| match &end.when {
        Condition::Reach { letter, area, .. } if letter.is_none_or(|letter| letter == (side, index)) => {
            let wins = match end.wins {
                Wins::Last => true,
                Wins::First => side == Side::First,
                Wins::Second => side == Side::Second,
                _ => false,
            };
            wins.then_some(area[side.index()])
        }
        _ => None,
    });
    let goals = goals.chain(kind.becomes.iter().map(|(_, area)| *area)).fold(Set::EMPTY, |all, area| all | area);
    let mut reached = goals & rules.all;
    if kind.can_move() && !reached.is_empty() {
        for step in 1..=STEPS_MAX {
            let wider = kind.sources(reached) & (rules.all - reached);
            if wider.is_empty() {
                break;
            }
            for cell in wider.members() {
                values[usize::from(cell)] += (STEP * (STEPS_MAX - step) as i32) as i16;
            }
            reached |= wider;
        }
    }
    if rules.ends.iter().any(|end| matches!(end.when, Condition::Joined { .. })) {
        let centre = [rules.grid.rows - 1, rules.grid.columns - 1];
        for cell in rules.all.members() {
            let place = rules.grid.place(cell);
            let off = (0..2).map(|at| (2 * place[at]).abs_diff(centre[at])).max().unwrap_or(0);
            values[usize::from(cell)] -= (OFF_CENTRE * off as i32) as i16;
        }
    }
    values
}

impl<const W: usize> Evaluate for Ruled<W> {
    type Hooks = NoHooks;

    const SLOTS: usize = CELLS + PAIRS;

    /// On boards of more than 64 cells some pairs of cells share a slot.
    fn slot(mv: Move) -> usize {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        match mv.what {
            What::Place | What::PlaceOther | What::Remove | What::Pass => to,
            What::Step | What::Shoot | What::Jump => CELLS + (64 * from + to) % PAIRS,
        }
    }

    fn evaluate(&self) -> Score {
        let value = self.pieces_value() + self.goal_value() + self.moves_value();
        Score::heuristic(if self.side == Side::First { value } else { -value })
    }

    fn order(&self, moves: &mut [Move]) {
        self.sort(moves);
    }

    fn table_key(&self) -> TableKey {
        if self.rules.has_parts {
            return TableKey::plain(self.parts_hash());
        }
        TableKey::plain(self.shared_hash().unwrap_or_else(|| self.key()))
    }

    fn static_bounds(&self, depth: u32, moves: &mut Vec<Move>) -> Option<StaticBounds> {
        self.bounds(depth, moves)
    }

    fn plies_left(&self) -> u32 {
        self.most_plies()
    }
}

/// The parts of the evaluation, for the first side.
impl<const W: usize> Ruled<W> {
    fn pieces_value(&self) -> i32 {
        let values = &self.rules.values;
        let taken = values.taken * (i32::from(self.taken[0]) - i32::from(self.taken[1]));
        if values.cells[0].is_empty() {
            return taken;
        }
        let of_side = |side: Side| -> i32 {
            let kinds = values.cells[side.index()].iter().enumerate();
            let of_kind = |(kind, cells): (usize, &Vec<i16>)| -> i32 {
                self.of_kind(side, kind).members().map(|cell| i32::from(cells[usize::from(cell)])).sum()
            };
            kinds.map(of_kind).sum()
        };
        taken + of_side(Side::First) - of_side(Side::Second)
    }

    fn goal_value(&self) -> i32 {
        match &self.rules.goal {
            Goal::Line { length, windows, wins, .. } => {
                let [first, second] = SIDES.map(|side| {
                    let open = self.open_windows::<false>(windows, *length, side);
                    let mut weight = 2;
                    open.by_count[1..usize::from(*length)].iter().fold(0, |sum: i32, count| {
                        let more = weight * count.cast_signed();
                        weight = (3 * weight).min(1000);
                        sum + more
                    })
                });
                if *wins == Wins::Last { first - second } else { second - first }
            }
            Goal::Connect { areas, .. } => {
                let most = self.rules.all.count().cast_signed();
                let [first, second] =
                    SIDES.map(|side| self.stones_to_connect(&areas[side.index()], side).map_or(most, u32::cast_signed));
                MISSING_STONE * (second - first)
            }
            Goal::Outlast | Goal::Other => 0,
        }
    }

    fn moves_value(&self) -> i32 {
        let values = &self.rules.values;
        let mut value = 0;
        if values.per_move != 0 {
            let [first, second] = SIDES.map(|side| self.count_of(side).cast_signed());
            value += values.per_move * (first - second);
        }
        if values.corner != 0 {
            let [first, second] = self.pieces.map(|pieces| (pieces & self.rules.corners).count().cast_signed());
            value += values.corner * (first - second);
        }
        value
    }
}
