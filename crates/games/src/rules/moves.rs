//! The legal moves of a position.

use plyd_search::position::Side;

use super::ply::{MOVES_MAX, Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Again, Which, Who};
use super::table::{Hop, Kind, Ray, Removing, Shot};

/// The most jumps that a listing follows.
const HOPS_MAX: u32 = 10_000;

/// The most jumps in one move: the bits of a path, four for each.
const PATH_MAX: u32 = 15;

/// The most ways to block after a step: as many as a piece may have kinds of steps.
const SHOTS_MAX: usize = 16;

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

/// Calls `found` with the cells at each distance along rays, for all these pieces together.
#[inline]
fn spread<const W: usize>(rays: &[Ray<W>], from: Set<W>, view: &View<W>, mut found: impl FnMut(i16, Set<W>)) {
    for ray in rays {
        let (mut at, mut by) = (from, 0);
        let mut ends = Set::EMPTY;
        if ray.moves && !view.takes_only {
            ends |= view.empty;
        }
        if ray.takes {
            ends |= view.enemy;
        }
        ends &= ray.ends;
        for _ in 0..ray.range {
            at = ray.direction.step(at);
            by += ray.direction.by;
            if at.is_empty() {
                break;
            }
            found(by, at & ends);
            at &= view.empty;
        }
    }
}

/// Whether one of these pieces can go along one of the rays.
fn any_end<const W: usize>(rays: &[Ray<W>], from: Set<W>, view: &View<W>) -> bool {
    rays.iter().any(|ray| {
        let mut any = false;
        spread(std::slice::from_ref(ray), from, view, |_, cells| any |= !cells.is_empty());
        any
    })
}

/// The cells along rays from one cell.
fn reached<const W: usize>(rays: &[Ray<W>], from: u8, view: &View<W>) -> Set<W> {
    let mut all = Set::EMPTY;
    spread(rays, Set::of(from), view, |_, cells| all |= cells);
    all
}

impl<const W: usize> Kind<W> {
    /// The moves of a piece on an empty board, counted for all its cells together.
    pub(super) fn reach(&self, all: Set<W>) -> u32 {
        let rays = self.rays.iter().chain(&self.by_line).chain(self.shots.iter().flat_map(|shot| &shot.rays));
        let mut count = 0;
        for ray in rays {
            let mut at = all;
            for _ in 0..ray.range {
                at = ray.direction.step(at);
                if at.is_empty() {
                    break;
                }
                count += at.count();
            }
        }
        let jumps = self.hops.iter().map(|hop| hop.direction.step(hop.direction.step(all)).count());
        count + jumps.sum::<u32>()
    }

    /// The cells from which a piece comes to some cells in one step or jump, as on an empty board.
    pub(super) fn sources(&self, to: Set<W>) -> Set<W> {
        let before =
            |direction: &super::table::Direction<W>, cells: Set<W>| cells.moved(-direction.by) & direction.from;
        let mut all = Set::EMPTY;
        for ray in self.rays.iter().chain(&self.by_line).chain(self.shots.iter().flat_map(|shot| &shot.rays)) {
            let mut at = to;
            for _ in 0..ray.range {
                at = before(&ray.direction, at);
                if at.is_empty() {
                    break;
                }
                all |= at;
            }
        }
        self.hops.iter().fold(all, |all, hop| all | before(&hop.direction, before(&hop.direction, to)))
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
        let Some(placing) = &self.rules.place else { return Set::EMPTY };
        if placing.spec.each.is_some() && !self.has_hand(view.side) {
            return Set::EMPTY;
        }
        let mut cells = view.empty;
        if placing.spec.lowest {
            cells = self.landings(view);
        }
        for part in &placing.shape[view.side.index()][1..] {
            cells &= part.from & view.empty.moved(-part.by);
        }
        if let Some(who) = placing.spec.beside {
            cells &= self.around(view.pieces(who));
        }
        if let Some(who) = placing.spec.not_beside {
            cells = cells - self.around(view.pieces(who));
        }
        if placing.spec.flips {
            cells &= self.flippers(view);
        }
        cells
    }

    /// The cells on which pieces land that fall from the top of a column.
    fn landings(&self, view: &View<W>) -> Set<W> {
        let columns = self.rules.grid.columns as i16;
        let mut below = self.rules.all - view.empty;
        let mut rows = 1;
        while rows < self.rules.grid.rows as i16 {
            below |= below.moved(rows * columns);
            rows *= 2;
        }
        let free = self.rules.all - below;
        free - free.moved(-columns)
    }

    /// The empty cells where a new piece turns enemies.
    fn flippers(&self, view: &View<W>) -> Set<W> {
        let mut cells = Set::EMPTY;
        for after in &self.rules.after {
            match after {
                After::Flip { flip: Which::Beside } => cells |= self.around(view.enemy),
                After::Flip { flip: Which::Enclosed } => {
                    let anchors = view.own | (self.rules.hostile[view.side.index()] - view.enemy);
                    for direction in &self.rules.near {
                        let mut run = direction.step(anchors) & view.enemy;
                        loop {
                            let longer = direction.step(run) & (view.enemy - run);
                            if longer.is_empty() {
                                break;
                            }
                            run |= longer;
                        }
                        cells |= direction.step(run);
                    }
                }
                After::Take { .. } => {}
            }
        }
        cells & view.empty
    }

    /// Calls `found` with the cells that a kind's steps reach.
    fn steps(&self, kind: &Kind<W>, pieces: Set<W>, view: &View<W>, mut found: impl FnMut(Origin, Set<W>)) {
        if !kind.overlaps {
            spread(&kind.rays, pieces, view, |by, cells| found(Origin::Shift(by), cells));
            return;
        }
        for from in pieces.members() {
            let mut cells = reached(&kind.rays, from, view);
            cells |= kind.by_line.iter().filter_map(|ray| self.by_line(ray, from, view)).collect();
            found(Origin::Cell(from), cells);
        }
    }

    /// The cell as far away as pieces stand on the line.
    fn by_line(&self, ray: &Ray<W>, from: u8, view: &View<W>) -> Option<u8> {
        let direction = &ray.direction;
        let pieces = view.own | view.enemy;
        let mut count = 1;
        let (mut ahead, mut behind) = (from, from);
        while let Some(cell) = direction.next(ahead) {
            ahead = cell;
            count += u32::from(pieces.contains(cell));
        }
        while let Some(cell) = direction.before(behind) {
            behind = cell;
            count += u32::from(pieces.contains(cell));
        }
        let mut to = from;
        for step in 1..=count {
            to = direction.next(to)?;
            if step < count && (view.enemy.contains(to) || self.blocked.contains(to)) {
                return None;
            }
        }
        let may = ray.moves && !view.takes_only && view.empty.contains(to) || ray.takes && view.enemy.contains(to);
        (may && ray.ends.contains(to)).then_some(to)
    }

    /// Calls `found` with each step of a piece that blocks, and the cells that it may block.
    fn shots(&self, shots: &[Shot<W>], from: u8, view: &View<W>, mut found: impl FnMut(u8, Set<W>)) {
        let mut targets = [Set::EMPTY; SHOTS_MAX];
        let mut all = Set::EMPTY;
        for (cells, shot) in targets.iter_mut().zip(shots) {
            *cells = reached(&shot.rays, from, view);
            all |= *cells;
        }
        for to in all.members() {
            let empty = (view.empty | Set::of(from)) - Set::of(to);
            let later = View { empty, enemy: Set::EMPTY, takes_only: false, ..*view };
            let mut blocks = Set::EMPTY;
            for (_, shot) in targets.iter().zip(shots).filter(|(cells, _)| cells.contains(to)) {
                blocks |= shot.block.as_ref().map_or(empty, |rays| reached(rays, to, &later));
            }
            found(to, blocks);
        }
    }

    /// Where pieces land after one jump in this direction.
    fn landed(&self, hop: &Hop<W>, pieces: Set<W>, view: &View<W>) -> Set<W> {
        if view.takes_only && !hop.takes {
            return Set::EMPTY;
        }
        let over = if hop.over_any { view.own | view.enemy } else { view.enemy };
        hop.direction.step(hop.direction.step(pieces) & over) & view.empty
    }

    /// Whether a side can take with a step or a jump.
    fn can_take(&self, view: &View<W>) -> bool {
        self.any_move(&View { takes_only: true, ..*view })
    }

    /// Whether a side has a step, a jump or a step that blocks.
    fn any_move(&self, view: &View<W>) -> bool {
        self.rules.kinds[view.side.index()].iter().enumerate().any(|(index, kind)| {
            let pieces = self.of_kind(view.side, index);
            let mut any = any_end(&kind.rays, pieces, view);
            any = any || kind.hops.iter().any(|hop| !self.landed(hop, pieces, view).is_empty());
            let by_line = |from| kind.by_line.iter().any(|ray| self.by_line(ray, from, view).is_some());
            any = any || !kind.by_line.is_empty() && pieces.members().any(by_line);
            let shoots = |from| {
                let mut any = false;
                self.shots(&kind.shots, from, view, |_, blocks| any |= !blocks.is_empty());
                any
            };
            any || !kind.shots.is_empty() && pieces.members().any(shoots)
        })
    }

    /// Whether a side has a move other than a pass.
    pub(super) fn can_move(&self, side: Side) -> bool {
        let view = self.view(side);
        if let Some(removing) = self.removing() {
            return !self.removable(removing, &view).is_empty();
        }
        !self.places(&view).is_empty() || !self.has_hand(side) && self.any_move(&view)
    }

    /// Appends the legal moves, and says whether these are all.
    pub(super) fn list(&self, moves: &mut Vec<Move>) -> bool {
        let (first, view) = (moves.len(), self.view(self.side));
        let mut list = List { moves, most: first + MOVES_MAX, hops: 0, cut: false };
        if let Some(removing) = self.removing() {
            list.extend(self.removable(removing, &view).members().map(|cell| Move::at(cell, What::Remove)));
        } else {
            self.list_moves(&view, &mut list);
        }
        if list.moves.len() == first && self.rules.passes {
            list.push(Move::PASS);
        }
        !list.cut
    }

    fn list_moves(&self, view: &View<W>, list: &mut List<'_>) {
        let takes_only = self.rules.must_take && !self.has_hand(view.side) && self.can_take(view);
        if !takes_only {
            let any = self.rules.place.as_ref().is_some_and(|placing| placing.spec.any);
            for cell in self.places(view).members() {
                list.push(Move::at(cell, What::Place));
                if any {
                    list.push(Move::at(cell, What::PlaceOther));
                }
            }
        }
        if self.has_hand(view.side) {
            return;
        }
        let view = View { takes_only, ..*view };
        for (index, kind) in self.rules.kinds[view.side.index()].iter().enumerate() {
            let pieces = self.of_kind(view.side, index);
            if pieces.is_empty() {
                continue;
            }
            self.steps(kind, pieces, &view, |origin, cells| {
                let step = |to| Move { path: 0, from: origin.of(to), to, what: What::Step };
                list.extend(cells.members().map(step));
            });
            if !kind.shots.is_empty() {
                for from in pieces.members() {
                    if list.cut {
                        return;
                    }
                    self.shots(&kind.shots, from, &view, |to, blocks| {
                        let shoot = |block: u8| Move { path: block.into(), from, to, what: What::Shoot };
                        list.extend(blocks.members().map(shoot));
                    });
                }
            }
            for (number, hop) in kind.hops.iter().enumerate() {
                let by = 2 * hop.direction.by;
                for to in self.landed(hop, pieces, &view).members() {
                    let from = Origin::Shift(by).of(to);
                    let over = Set::of(Origin::Shift(hop.direction.by).of(to));
                    let removed = if hop.takes { over } else { Set::EMPTY };
                    let jump = Jump { from, at: to, path: number as u64 + 1, length: 1, removed };
                    self.go_on(kind, hop, jump, &view, list);
                }
            }
        }
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
                let Some(to) = landed.members().next() else { continue };
                goes_on = true;
                let over = Set::of(Origin::Shift(next.direction.by).of(to));
                let removed = if next.takes { jump.removed | over } else { jump.removed };
                let path = jump.path | (number as u64 + 1) << (4 * jump.length);
                self.go_on(
                    kind,
                    next,
                    Jump { from: jump.from, at: to, path, length: jump.length + 1, removed },
                    view,
                    list,
                );
            }
        }
        if !goes_on || hop.again == Some(Again::May) {
            list.push(Move { path: jump.path, from: jump.from, to: jump.at, what: What::Jump });
        }
    }

    /// The number of legal moves, if it can be told without listing them.
    pub(super) fn count(&self) -> Option<u64> {
        let is_simple = |kind: &Kind<W>| kind.shots.is_empty() && kind.hops.iter().all(|hop| hop.again.is_none());
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
        let any = self.rules.place.as_ref().is_some_and(|placing| placing.spec.any);
        let mut count = self.places(&view).count() << u32::from(any);
        if !self.has_hand(side) {
            for (index, kind) in self.rules.kinds[side.index()].iter().enumerate() {
                let pieces = self.of_kind(side, index);
                self.steps(kind, pieces, &view, |_, cells| count += cells.count());
                count += kind.hops.iter().map(|hop| self.landed(hop, pieces, &view).count()).sum::<u32>();
                for shot in &kind.shots {
                    spread(&shot.rays, pieces, &view, |_, cells| count += cells.count());
                }
            }
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
