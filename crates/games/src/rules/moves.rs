//! The legal moves of a position.

use plyd_search::position::Side;

use super::ply::{MOVES_MAX, Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Again, Place, Which, Who};
use super::table::{Hop, Kind, Placing, Ray, Removing};

/// The most jumps that a listing follows.
const HOPS_MAX: u32 = 10_000;

/// The most jumps in one move: the bits of a path, four for each.
const PATH_MAX: u32 = 15;

/// Where the pieces come from that reach some cells.
#[derive(Clone, Copy)]
enum Origin {
    Cell(u8),
    /// Each from the cell that is so many bits lower.
    Shift(i16),
}

impl Origin {
    #[inline]
    fn of(self, to: u8) -> u8 {
        match self {
            Self::Cell(cell) => cell,
            Self::Shift(by) => (i16::from(to) - by) as u8,
        }
    }
}

/// What a side sees on the board.
#[derive(Clone, Copy)]
pub(super) struct View<const W: usize> {
    side: Side,
    own: Set<W>,
    enemy: Set<W>,
    empty: Set<W>,
    /// Whether only moves that take are wanted.
    takes_only: bool,
}

impl<const W: usize> View<W> {
    pub(super) fn pieces(&self, who: Who) -> Set<W> {
        match who {
            Who::Own => self.own,
            Who::Enemy => self.enemy,
            Who::Any => self.own | self.enemy,
        }
    }
}

/// What pieces of a kind may do.
enum Way<const W: usize> {
    /// Steps to these cells.
    Steps(Origin, Set<W>),
    /// Steps of one piece to these cells, after which a cell is blocked.
    Shots(u8, Set<W>),
    /// Jumps in the direction with this number, to these cells.
    Jumps(usize, Set<W>),
}

impl<const W: usize> Way<W> {
    const fn to(&self) -> Set<W> {
        let (Self::Steps(_, to) | Self::Shots(_, to) | Self::Jumps(_, to)) = self;
        *to
    }
}

impl<const W: usize> Ray<W> {
    /// Where it may end.
    #[inline]
    fn targets(&self, view: &View<W>) -> Set<W> {
        let empty = if self.moves && !view.takes_only { view.empty } else { Set::EMPTY };
        let enemy = if self.takes { view.enemy } else { Set::EMPTY };
        (empty | enemy) & self.ends
    }

    /// Calls `found` with the cells at each distance, for all these pieces together.
    #[inline]
    fn spread(&self, from: Set<W>, view: &View<W>, mut found: impl FnMut(i16, Set<W>)) {
        let (mut at, mut by, targets) = (from, 0, self.targets(view));
        if targets.is_empty() {
            return;
        }
        for _ in 0..self.range {
            at = self.direction.step(at);
            by += self.direction.by;
            if at.is_empty() {
                break;
            }
            found(by, at & targets);
            at &= view.empty;
        }
    }

    /// The cells that it reaches from one cell.
    fn reached(&self, from: u8, view: &View<W>) -> Set<W> {
        let from = Set::of(from);
        let mut all = Set::EMPTY;
        let Some(opposite) = &self.by_line else {
            self.spread(from, view, |_, cells| all |= cells);
            return all;
        };
        let line = self.direction.fill(from, !Set::EMPTY) | opposite.fill(from, !Set::EMPTY);
        let mut to = from;
        for _ in 0..(line & (view.own | view.enemy)).count() {
            all |= to;
            to = self.direction.step(to);
        }
        let is_free = (all - from - view.own - view.empty).is_empty();
        if is_free { to & self.targets(view) } else { Set::EMPTY }
    }
}

/// The cells that rays reach from one cell.
fn reached<'a, const W: usize>(rays: impl IntoIterator<Item = &'a Ray<W>>, from: u8, view: &View<W>) -> Set<W> {
    rays.into_iter().fold(Set::EMPTY, |all, ray| all | ray.reached(from, view))
}

impl<const W: usize> Kind<W> {
    /// The moves of a piece on an empty board, counted for all its cells together.
    pub(super) fn reach(&self, all: Set<W>) -> u32 {
        let mut count = 0;
        for ray in &self.rays {
            let mut at = all;
            for _ in 0..ray.range {
                at = ray.direction.step(at);
                count += at.count();
            }
        }
        let jumps = self.hops.iter().map(|hop| hop.direction.step(hop.direction.step(all)).count());
        count + jumps.sum::<u32>()
    }

    /// The cells from which a piece comes to some cells in one step or jump, as on an empty board.
    pub(super) fn sources(&self, to: Set<W>) -> Set<W> {
        let mut all = Set::EMPTY;
        for ray in &self.rays {
            let mut at = to;
            for _ in 0..ray.range {
                at = ray.direction.back(at);
                all |= at;
            }
        }
        self.hops.iter().fold(all, |all, hop| all | hop.direction.back(hop.direction.back(to)))
    }
}

impl<const W: usize> Ruled<W> {
    pub(super) fn view(&self, side: Side) -> View<W> {
        let (own, enemy) = (self.pieces[side.index()], self.pieces[side.other().index()]);
        View { side, own, enemy, empty: self.empty(), takes_only: false }
    }

    pub(super) fn empty(&self) -> Set<W> {
        self.rules.all - (self.pieces[0] | self.pieces[1] | self.blocked)
    }

    /// The pieces of a kind.
    pub(super) fn of_kind(&self, side: Side, kind: usize) -> Set<W> {
        let own = self.pieces[side.index()];
        if kind == 0 { own - self.second_kind } else { own & self.second_kind }
    }

    /// The kind of the piece on a cell.
    pub(super) fn kind_on(&self, cell: u8) -> usize {
        usize::from(self.second_kind.contains(cell))
    }

    /// The neighbours of cells.
    pub(super) fn around(&self, cells: Set<W>) -> Set<W> {
        self.rules.near.iter().fold(Set::EMPTY, |all, direction| all | direction.step(cells))
    }

    /// The ply of the opening that comes next.
    fn removing(&self) -> Option<&Removing<W>> {
        self.rules.opening.get(usize::from(self.plies))
    }

    fn removable(&self, removing: &Removing<W>, view: &View<W>) -> Set<W> {
        let cells = view.own & removing.area[view.side.index()];
        if removing.beside_empty { cells & self.around(view.empty) } else { cells }
    }

    /// Whether a side has stones in hand that it has to place before it moves.
    fn has_hand(&self, side: Side) -> bool {
        self.hands[side.index()] > 0
    }

    /// Where a side may place a piece.
    pub(super) fn places(&self, view: &View<W>) -> Set<W> {
        match &self.rules.place {
            Some(placing) if placing.spec.flips => {
                self.turning(view).fold(Set::EMPTY, |all, cells| all | cells) & self.placeable(placing, view)
            }
            Some(placing) => self.placeable(placing, view),
            None => Set::EMPTY,
        }
    }

    /// Whether a side may place a piece.
    fn can_place(&self, view: &View<W>) -> bool {
        self.rules.place.as_ref().is_some_and(|placing| {
            if let (Some(fall), Place { each: None, beside: None, not_beside: None, flips: false, .. }) =
                (&placing.fall, &placing.spec)
            {
                return !fall.first(view.empty).is_empty();
            }
            let cells = self.placeable(placing, view);
            if placing.spec.flips { self.turning(view).any(|turning| turning.meets(cells)) } else { !cells.is_empty() }
        })
    }

    /// Where a side may place a piece that need not turn others.
    fn placeable(&self, placing: &Placing<W>, view: &View<W>) -> Set<W> {
        if placing.spec.each.is_some() && !self.has_hand(view.side) {
            return Set::EMPTY;
        }
        let mut cells = view.empty;
        if let Some(fall) = &placing.fall {
            let free = view.empty - fall.fill(self.rules.all - view.empty, view.empty);
            cells = free - fall.back(free);
        }
        for part in &placing.shape[view.side.index()][1..] {
            cells &= part.back(view.empty);
        }
        if let Some(who) = placing.spec.beside {
            cells &= self.around(view.pieces(who));
        }
        if let Some(who) = placing.spec.not_beside {
            cells = cells - self.around(view.pieces(who));
        }
        cells
    }

    /// The cells where a new piece turns enemies, each time in another direction.
    fn turning(&self, view: &View<W>) -> impl Iterator<Item = Set<W>> {
        let (rules, enemy) = (&*self.rules, view.enemy);
        let anchors = view.own | (rules.hostile[view.side.index()] - enemy);
        rules.after.iter().flat_map(move |after| {
            rules.near.iter().map(move |direction| match after {
                After::Flip { flip: Which::Beside } => direction.step(enemy),
                After::Flip { flip: Which::Enclosed } => direction.step(direction.fill(anchors, enemy) & enemy) - enemy,
                After::Take { .. } => Set::EMPTY,
            })
        })
    }

    /// Where pieces land after one jump in this direction.
    fn landed(&self, hop: &Hop<W>, pieces: Set<W>, view: &View<W>) -> Set<W> {
        if view.takes_only && !hop.takes {
            return Set::EMPTY;
        }
        let over = if hop.over_any { view.own | view.enemy } else { view.enemy };
        hop.direction.step(hop.direction.step(pieces) & over) & view.empty
    }

    /// Calls `stops` with what a side's pieces may do, until it says so. Returns whether it did.
    #[inline]
    fn ways(&self, view: &View<W>, mut stops: impl FnMut(&Kind<W>, Way<W>) -> bool) -> bool {
        for (index, kind) in self.rules.kinds[view.side.index()].iter().enumerate() {
            let pieces = self.of_kind(view.side, index);
            if pieces.is_empty() {
                continue;
            }
            if kind.one_by_one {
                for from in pieces.members() {
                    let to = |blocks| reached(kind.rays.iter().filter(|ray| ray.block.is_some() == blocks), from, view);
                    if stops(kind, Way::Steps(Origin::Cell(from), to(false))) || stops(kind, Way::Shots(from, to(true)))
                    {
                        return true;
                    }
                }
            } else {
                let mut stopped = false;
                for ray in &kind.rays {
                    ray.spread(pieces, view, |by, to| stopped |= stops(kind, Way::Steps(Origin::Shift(by), to)));
                    if stopped {
                        return true;
                    }
                }
            }
            for (number, hop) in kind.hops.iter().enumerate() {
                if stops(kind, Way::Jumps(number, self.landed(hop, pieces, view))) {
                    return true;
                }
            }
        }
        false
    }

    /// The cells that a piece may block after a step.
    fn blocks(&self, kind: &Kind<W>, from: u8, to: u8, view: &View<W>) -> Set<W> {
        let empty = (view.empty | Set::of(from)) - Set::of(to);
        let later = View { empty, enemy: Set::EMPTY, takes_only: false, ..*view };
        let leads = |number| {
            let mut rays = kind.rays.iter().filter(|ray| ray.block == Some(number));
            kind.blocks.len() == 1 || rays.any(|ray| ray.reached(from, view).contains(to))
        };
        let blocks = kind.blocks.iter().enumerate().filter(|(number, _)| leads(*number));
        blocks.fold(Set::EMPTY, |all, (_, rays)| all | rays.as_ref().map_or(empty, |rays| reached(rays, to, &later)))
    }

    /// Whether a side has a step or a jump.
    fn any_move(&self, view: &View<W>) -> bool {
        self.ways(view, |kind, way| match way {
            Way::Shots(from, to) => to.members().any(|to| !self.blocks(kind, from, to, view).is_empty()),
            _ => !way.to().is_empty(),
        })
    }

    /// Whether a side has a move other than a pass.
    pub(super) fn can_move(&self, side: Side) -> bool {
        let view = self.view(side);
        match self.removing() {
            Some(removing) => !self.removable(removing, &view).is_empty(),
            None => self.can_place(&view) || !self.has_hand(side) && self.any_move(&view),
        }
    }

    /// Appends the legal moves, and says whether these are all.
    pub(super) fn list(&self, moves: &mut Vec<Move>) -> bool {
        let (first, view) = (moves.len(), self.view(self.side));
        let mut list = List { moves, most: first + MOVES_MAX, hops: 0, cut: false };
        match self.removing() {
            Some(removing) => {
                list.extend(self.removable(removing, &view).members().map(|cell| Move::at(cell, What::Remove)));
            }
            None => self.list_moves(view, &mut list),
        }
        if list.moves.len() == first && self.rules.passes {
            list.push(Move::PASS);
        }
        !list.cut
    }

    fn list_moves(&self, mut view: View<W>, list: &mut List<'_>) {
        let has_hand = self.has_hand(view.side);
        view.takes_only = self.rules.must_take && !has_hand && self.any_move(&View { takes_only: true, ..view });
        if !view.takes_only {
            let any = self.rules.places_any();
            for cell in self.places(&view).members() {
                list.push(Move::at(cell, What::Place));
                if any {
                    list.push(Move::at(cell, What::PlaceOther));
                }
            }
        }
        if has_hand {
            return;
        }
        self.ways(&view, |kind, way| {
            match way {
                Way::Steps(origin, to) => {
                    let step = |to| Move { path: 0, from: origin.of(to), to, what: What::Step };
                    list.extend(to.members().map(step));
                }
                Way::Shots(from, to) => {
                    for to in to.members() {
                        let shoot = |block: u8| Move { path: block.into(), from, to, what: What::Shoot };
                        list.extend(self.blocks(kind, from, to, &view).members().map(shoot));
                    }
                }
                Way::Jumps(number, to) => {
                    let hop = &kind.hops[number];
                    for to in to.members() {
                        let from = Origin::Shift(2 * hop.direction.by).of(to);
                        let start = Jump { from, at: from, path: 0, length: 0, removed: Set::EMPTY };
                        self.go_on(kind, hop, start.and(number, hop, to), &view, list);
                    }
                }
            }
            list.cut
        });
    }

    /// Lists a jump that has come this far, and the longer ones that begin with it.
    fn go_on(&self, kind: &Kind<W>, hop: &Hop<W>, jump: Jump<W>, view: &View<W>, list: &mut List<'_>) {
        list.hops += 1;
        if list.hops > HOPS_MAX {
            list.cut = true;
            return;
        }
        let becomes = kind.becomes.as_ref().is_some_and(|(_, area)| area.contains(jump.at));
        let mut goes_on = false;
        if hop.again.is_some() && !becomes && jump.length < PATH_MAX {
            let start = Set::of(jump.from);
            let now = View {
                own: view.own - start - jump.removed,
                enemy: view.enemy - jump.removed,
                empty: view.empty | start | jump.removed,
                ..*view
            };
            for (number, next) in kind.hops.iter().enumerate() {
                let fits = next.group == hop.group && (!hop.straight || next.direction.offset == hop.direction.offset);
                let landed = if fits { self.landed(next, Set::of(jump.at), &now) } else { Set::EMPTY };
                if let Some(to) = landed.members().next() {
                    goes_on = true;
                    self.go_on(kind, next, jump.and(number, next, to), view, list);
                }
            }
        }
        if !goes_on || hop.again == Some(Again::May) {
            list.push(Move { path: jump.path, from: jump.from, to: jump.at, what: What::Jump });
        }
    }

    /// The number of legal moves, if it can be told without listing them.
    pub(super) fn count(&self) -> Option<u64> {
        let is_simple = |kind: &Kind<W>| {
            let again = kind.hops.iter().any(|hop| hop.again.is_some());
            !again && kind.rays.iter().all(|ray| ray.block.is_none())
        };
        let kinds = &self.rules.kinds[self.side.index()];
        if !self.rules.opening.is_empty() || self.rules.must_take || !kinds.iter().all(is_simple) {
            return None;
        }
        let count = self.count_of(self.side);
        let count = if count == 0 && self.rules.passes { 1 } else { count };
        Some(u64::from(count).min(MOVES_MAX as u64))
    }

    /// The number of a side's moves, in the simple cases; otherwise a measure of its mobility.
    pub(super) fn count_of(&self, side: Side) -> u32 {
        let view = self.view(side);
        let mut count = self.places(&view).count() << u32::from(self.rules.places_any());
        if !self.has_hand(side) {
            self.ways(&view, |_, way| {
                count += way.to().count();
                false
            });
        }
        count
    }
}

/// A jump that is being followed.
#[derive(Clone, Copy)]
struct Jump<const W: usize> {
    from: u8,
    at: u8,
    path: u64,
    length: u32,
    removed: Set<W>,
}

impl<const W: usize> Jump<W> {
    /// The jump that goes on to this cell, in the direction with this number.
    fn and(self, number: usize, hop: &Hop<W>, to: u8) -> Self {
        let over = if hop.takes { Set::of(Origin::Shift(hop.direction.by).of(to)) } else { Set::EMPTY };
        let path = self.path | (number as u64 + 1) << (4 * self.length);
        Self { at: to, path, length: self.length + 1, removed: self.removed | over, ..self }
    }
}

/// A listing of moves, with its limits.
struct List<'a> {
    moves: &'a mut Vec<Move>,
    most: usize,
    hops: u32,
    cut: bool,
}

impl List<'_> {
    #[inline]
    fn push(&mut self, mv: Move) {
        if self.moves.len() < self.most {
            self.moves.push(mv);
        } else {
            self.cut = true;
        }
    }

    #[inline]
    fn extend(&mut self, moves: impl Iterator<Item = Move>) {
        moves.for_each(|mv| self.push(mv));
    }
}
