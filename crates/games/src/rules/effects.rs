//! What a move changes on the board.

use super::ply::{Move, What};
use super::position::Ruled;
use super::set::Set;
use super::spec::{After, Which};
use super::table::Kind;

impl<const W: usize> Ruled<W> {
    /// Plays a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        let (side, mover) = (self.side, self.side.index());
        let (mut taken, mut is_progress, mut arrived) = (0, false, Some(mv.to));
        self.last = side;
        match mv.what {
            What::Place | What::PlaceOther => {
                self.place(mv);
                self.hands[mover] = self.hands[mover].saturating_sub(1);
                is_progress = true;
            }
            What::Step | What::Shoot | What::Jump => {
                let kind = self.kind_on(mv.from);
                is_progress = self.rules.kinds[mover][kind].is_progress;
                taken = self.travel(mv, kind);
            }
            What::Remove => {
                self.lift(Set::of(mv.from));
                arrived = None;
            }
            What::Pass => arrived = None,
        }
        if !self.rules.after.is_empty() && arrived.is_some() {
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
        self.ended = self.find_end(arrived);
    }

    /// Places a new piece.
    fn place(&mut self, mv: Move) {
        let placing = self.rules.place.as_ref().expect("pieces are placed");
        let (owner, kind) = (if mv.what == What::Place { self.side } else { self.side.other() }.index(), placing.kind);
        let parts = &placing.shape[owner][1..];
        let cells = parts.iter().fold(Set::of(mv.to), |all, part| all | part.step(Set::of(mv.to)));
        self.put(owner, kind, cells);
    }

    /// Puts pieces of a side on empty cells.
    fn put(&mut self, owner: usize, kind: usize, cells: Set<W>) {
        self.pieces[owner] |= cells;
        if kind == 1 {
            self.second_kind |= cells;
        }
    }

    /// Removes what stands on cells.
    fn lift(&mut self, cells: Set<W>) {
        self.pieces = self.pieces.map(|pieces| pieces - cells);
        self.second_kind = self.second_kind - cells;
    }

    /// Moves a piece of the side to move, and returns how many enemies it takes.
    fn travel(&mut self, mv: Move, kind: usize) -> u32 {
        let (mover, to) = (self.side.index(), Set::of(mv.to));
        let rules = &self.rules.kinds[mover][kind];
        let removed = if mv.what == What::Jump { jumped(mv, rules) } else { to };
        let taken = removed & self.pieces[1 - mover];
        let becomes = rules.becomes.as_ref().filter(|(_, area)| area.contains(mv.to));
        let kind = becomes.map_or(kind, |(becomes, _)| *becomes);
        self.lift(removed | Set::of(mv.from));
        self.put(mover, kind, to);
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
        let (from, enemy) = (Set::of(from), self.pieces[1 - owner]);
        let anchors = (self.pieces[owner] | self.rules.hostile[owner]) - enemy;
        self.rules.near.iter().fold(Set::EMPTY, |all, direction| {
            let row = direction.fill(from, enemy) - from;
            let fits =
                direction.step(row).meets(anchors) && length.is_none_or(|length| row.count() == u32::from(length));
            if fits { all | row } else { all }
        })
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
