//! What a move changes on the board.

use super::ply::{Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Which};
use super::table::{Direction, Kind};

impl<const W: usize> Ruled<W> {
    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        let (side, mover) = (self.side, self.side.index());
        let (mut taken, mut is_progress) = (0, false);
        self.last = side;
        match mv.what {
            What::Place | What::PlaceOther => {
                let owner = if mv.what == What::Place { side } else { side.other() };
                self.put(owner.index(), mv.to);
                self.hands[mover] = self.hands[mover].saturating_sub(1);
                is_progress = true;
            }
            What::Remove => self.lift(mv.from),
            What::Pass => {}
            What::Step | What::Shoot | What::Jump => {
                let kind = usize::from(self.second_kind.contains(mv.from));
                is_progress = self.rules.kinds[mover][kind].is_progress;
                taken = self.travel(mv, kind);
            }
        }
        if !matches!(mv.what, What::Remove | What::Pass) && !self.rules.after.is_empty() {
            taken += self.apply_after(mv.to);
        }
        if self.rules.counts_taken {
            self.taken[mover] = self.taken[mover].saturating_add(taken.min(u8::MAX.into()) as u8);
        }
        if self.rules.plies.is_some() {
            self.quiet = if taken > 0 || is_progress { 0 } else { self.quiet + 1 };
        }
        if usize::from(self.plies) < self.rules.opening.len() {
            self.plies += 1;
        }
        self.left -= 1;
        if self.left == 0 || mv.what == What::Pass {
            (self.side, self.left) = (side.other(), self.rules.turn[1]);
        }
        let arrived = !matches!(mv.what, What::Remove | What::Pass);
        self.ended = self.find_end(arrived.then_some(mv.to));
    }

    /// Puts a new piece of a side on the board.
    fn put(&mut self, owner: usize, to: u8) {
        let rules = &self.rules;
        let placing = rules.place.as_ref().expect("pieces are placed");
        let mut cells = Set::of(to);
        for part in &placing.shape[owner][1..] {
            cells |= Set::of(to).moved(part.by);
        }
        self.pieces[owner] |= cells;
        if placing.kind == 1 {
            self.second_kind |= cells;
        }
    }

    /// Removes what stands on a cell.
    fn lift(&mut self, cell: u8) {
        let cell = Set::of(cell);
        self.pieces = self.pieces.map(|pieces| pieces - cell);
        self.second_kind = self.second_kind - cell;
    }

    /// Moves a piece of the side to move, and returns how many enemies it takes.
    fn travel(&mut self, mv: Move, kind: usize) -> u32 {
        let (mover, from, to) = (self.side.index(), Set::of(mv.from), Set::of(mv.to));
        let rules = &self.rules.kinds[mover][kind];
        let removed = if mv.what == What::Jump { jumped(mv, rules) } else { to };
        let taken = removed & self.pieces[1 - mover];
        let becomes = rules.becomes.as_ref().filter(|(_, area)| area.contains(mv.to));
        let kind = becomes.map_or(kind, |(becomes, _)| *becomes);
        let gone = removed | from;
        self.pieces = self.pieces.map(|pieces| pieces - gone);
        self.second_kind = self.second_kind - gone;
        self.pieces[mover] |= to;
        if kind == 1 {
            self.second_kind |= to;
        }
        if mv.what == What::Shoot {
            self.blocked |= Set::of(mv.path as u8);
        }
        if taken.is_empty() { 0 } else { taken.count() }
    }

    /// Turns and takes the enemies around the piece on a cell, and returns how many are taken.
    fn apply_after(&mut self, to: u8) -> u32 {
        let owner = usize::from(self.pieces[1].contains(to));
        let (mut turned, mut taken) = (Set::EMPTY, Set::EMPTY);
        for after in &self.rules.after {
            match *after {
                After::Flip { flip: Which::Beside } => turned |= self.around(Set::of(to)),
                After::Flip { flip: Which::Enclosed } => turned |= self.enclosed(to, owner, None),
                After::Take { length, .. } => taken |= self.enclosed(to, owner, length),
            }
        }
        taken &= self.pieces[1 - owner];
        turned = (turned & self.pieces[1 - owner]) - taken;
        self.pieces[owner] |= turned;
        self.pieces[1 - owner] = self.pieces[1 - owner] - turned - taken;
        self.second_kind = self.second_kind - taken;
        taken.count()
    }

    /// The enemies in rows between a cell and another own piece, or a hostile cell.
    fn enclosed(&self, from: u8, owner: usize, length: Option<u8>) -> Set<W> {
        let mut all = Set::EMPTY;
        for direction in &self.rules.near {
            all |= self.row(direction, from, owner, length);
        }
        all
    }

    fn row(&self, direction: &Direction<W>, from: u8, owner: usize, length: Option<u8>) -> Set<W> {
        let enemy = &self.pieces[1 - owner];
        let (mut row, mut count, mut at) = (Set::EMPTY, 0, from);
        while let Some(next) = direction.next(at) {
            if !enemy.contains(next) {
                let encloses = self.pieces[owner].contains(next) || self.rules.hostile[owner].contains(next);
                let fits = length.is_none_or(|length| length == count);
                return if encloses && fits { row } else { Set::EMPTY };
            }
            row |= Set::of(next);
            count += 1;
            at = next;
        }
        Set::EMPTY
    }
}

/// The pieces that a jump removes.
fn jumped<const W: usize>(mv: Move, rules: &Kind<W>) -> Set<W> {
    let (mut removed, mut at) = (Set::EMPTY, mv.from);
    for number in mv.hops() {
        let hop = &rules.hops[number];
        let over = hop.direction.next(at).expect("a legal jump");
        if hop.takes {
            removed |= Set::of(over);
        }
        at = hop.direction.next(over).expect("a legal jump");
    }
    removed
}
