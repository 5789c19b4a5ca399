//! What follows from the rules without a search: how long a game can last, wins with the next move, moves that are
//! forced, and bounds from how near each side is to its goal.

use plyd_search::Score;
use plyd_search::hooks::StaticBounds;
use plyd_search::position::Side;

use super::goal::Open;
use super::ply::{Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Wins};
use super::table::{Fuel, Goal, Kind, Rules};

impl Fuel {
    pub(super) fn new<const W: usize>(rules: &Rules<W>) -> Self {
        let mut kinds = rules.kinds.iter().flatten();
        let removes = rules.after.iter().any(|after| matches!(after, After::Take { .. }));
        if rules.only_places() && !removes && rules.opening.is_empty() {
            let placing = rules.place.as_ref().expect("somebody can move");
            return Self::Empty(placing.shape.iter().map(|shape| shape.len() as u32).min().unwrap_or(1));
        }
        if rules.place.is_some() || rules.passes {
            return Self::Unknown;
        }
        let takes = |kind: &Kind<W>| {
            kind.rays.iter().all(|ray| !ray.moves && ray.block.is_none()) && kind.hops.iter().all(|hop| hop.takes)
        };
        let blocks =
            |kind: &Kind<W>| kind.rays.iter().all(|ray| !ray.takes && ray.block.is_some()) && kind.hops.is_empty();
        if kinds.clone().all(takes) {
            return Self::Pieces;
        }
        if rules.opening.is_empty() && !removes && kinds.all(blocks) { Self::Empty(1) } else { Self::Unknown }
    }
}

impl<const W: usize> Ruled<W> {
    /// The most plies that the game can still last.
    pub(super) fn most_plies(&self) -> u32 {
        match self.rules.fuel {
            Fuel::Empty(cells) => {
                let placed = self.empty().count() / cells;
                let hands = self.hands.map(u32::from).iter().sum();
                let has_hands = self.rules.place.as_ref().is_some_and(|placing| placing.spec.each.is_some());
                let placed = if has_hands { placed.min(hands) } else { placed };
                // A side passes at most once before the other one places a piece.
                if self.rules.passes { 2 * placed } else { placed }
            }
            // The last piece takes nothing.
            Fuel::Pieces => (self.pieces[0].count() + self.pieces[1].count()).saturating_sub(1),
            Fuel::Unknown => u32::MAX,
        }
    }

    /// See [`static_bounds`](plyd_search::Evaluate::static_bounds).
    pub(super) fn bounds(&self, depth: u32, moves: &mut Vec<Move>) -> Option<StaticBounds> {
        if self.rules.turn != [1, 1] {
            return None;
        }
        match &self.rules.goal {
            Goal::Line { length, exact, windows, wins: Wins::Last } => {
                let [own, other] =
                    [self.side, self.side.other()].map(|side| self.open_windows::<true>(windows, *length, side));
                let completing =
                    |open: &Open<W>| if *exact { Set::EMPTY } else { open.cells[usize::from(*length) - 1] };
                let threats = [completing(&own), completing(&other)];
                Some(self.goal_bounds(depth, threats, [own.lacking, other.lacking], moves))
            }
            Goal::Connect { areas, excludes } => {
                let sides = [self.side, self.side.other()];
                let threats = sides.map(|side| self.connecting(&areas[side.index()], side));
                let lacking = sides.map(|side| self.stones_to_connect(&areas[side.index()], side));
                let bounds = self.goal_bounds(depth, threats, lacking, moves);
                Some(if *excludes && bounds.lower < bounds.upper {
                    self.bounds_by_bridges(depth, areas, bounds)
                } else {
                    bounds
                })
            }
            Goal::Outlast => {
                let bounds = self.outlasting(depth);
                let first = moves.len();
                self.list(moves);
                Some(StaticBounds { legal: moves.len() - first, ..bounds })
            }
            Goal::Line { .. } | Goal::Other => None,
        }
    }

    /// Bounds from the cells with which each side, the one to move first, reaches its goal at once, and from the fewest
    /// stones that it lacks.
    fn goal_bounds(
        &self,
        depth: u32,
        threats: [Set<W>; 2],
        lacking: [Option<u32>; 2],
        moves: &mut Vec<Move>,
    ) -> StaticBounds {
        let places = self.places(&self.view(self.side));
        let legal = places.count() as usize;
        let [wins, dangers] = threats.map(|cells| cells & places);
        if !wins.is_empty() {
            return StaticBounds::exactly(Score::win_in(1), legal);
        }
        // A search of one ply does not see the other side's answer.
        let dangers = if depth >= 2 { dangers } else { Set::EMPTY };
        if dangers.count() > 1 {
            return StaticBounds::exactly(Score::loss_in(2), legal);
        }
        let worth_trying = if dangers.is_empty() { places } else { dangers };
        let place = |cell| Move { path: 0, from: cell, to: cell, what: What::Place };
        moves.extend(worth_trying.members().map(place));
        let sees_end = depth >= self.most_plies();
        let upper = match lacking[0] {
            Some(stones) => Score::win_in(2 * stones.max(1) - 1),
            None if sees_end => Score::ZERO,
            None => Score::MAX,
        };
        let lower = match lacking[1] {
            Some(stones) => Score::loss_in(2 * stones.max(1)),
            None if sees_end => Score::ZERO,
            None => Score::MIN,
        };
        StaticBounds { lower, upper, legal }
    }

    /// Bounds from chains that nobody can break any more, if only one side can connect its areas.
    fn bounds_by_bridges(&self, depth: u32, areas: &[Vec<Set<W>>; 2], mut bounds: StaticBounds) -> StaticBounds {
        let stones = |side: Side| self.bridged(&areas[side.index()], side, side == self.side);
        if let Some(plies) = stones(self.side).map(|stones| 2 * stones.max(1) - 1) {
            if depth >= plies {
                bounds.lower = bounds.lower.max(Score::win_in(plies));
            }
        } else if let Some(plies) = stones(self.side.other()).map(|stones| 2 * stones)
            && depth >= plies
        {
            bounds.upper = bounds.upper.min(Score::loss_in(plies));
        }
        bounds
    }

    /// Bounds from the moves that each side still has at least and at most, where the side without a move loses.
    fn outlasting(&self, depth: u32) -> StaticBounds {
        let [[own_least, own_most], [least, most]] = [self.side, self.side.other()].map(|side| self.moves_left(side));
        // The other side makes at least so many moves before it loses, and this side makes at least so many.
        let mut bounds =
            StaticBounds { lower: Score::loss_in(2 * own_least), upper: Score::win_in(2 * least + 1), legal: 0 };
        if own_least > most && depth > 2 * most {
            bounds.lower = Score::win_in(2 * most + 1);
        } else if least >= own_most && depth >= 2 * own_most {
            bounds.upper = Score::loss_in(2 * own_most);
        }
        bounds
    }
}
