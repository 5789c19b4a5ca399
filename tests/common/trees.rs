//! Synthetic games: every node is a hash of the path to it, so trees of any size need no memory.

use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{
    Deepening, Futility, Knowledge, LateMoves, Margins, MoveOrdering, Quiescence, Selective, Tactics,
};
use plyd::search::{Evaluate, Score};

use super::mix;

/// A random game tree: uneven branching, games that end at any depth in any way, few distinct values and so many ties,
/// sides that move twice in a row, and noisy moves beyond the depth limit.
pub type RandomTree = Tree<false>;

/// The same with [tactics](Tactics).
pub type TacticalTree = Tree<true>;

#[derive(Clone, Copy, Debug)]
pub struct Tree<const TACTICS: bool> {
    pub id: u64,
    pub ply: u32,
    pub side: Side,
    /// How many different positions there are at each ply: few, and many paths lead to one.
    pub width: u64,
}

/// No game lasts longer.
pub const LONGEST: u32 = 9;

impl<const TACTICS: bool> Tree<TACTICS> {
    pub fn new(seed: u64) -> Self {
        let side = if seed.is_multiple_of(3) { Side::Second } else { Side::First };
        Self { id: mix(seed.wrapping_add(77)), ply: 0, side, width: u64::MAX }
    }

    /// The same with so many transpositions that a ply has at most twelve positions.
    pub fn transposing(seed: u64) -> Self {
        Self { width: 6, ..Self::new(seed) }
    }

    fn draw(&self, what: u64, below: u64) -> u64 {
        mix(self.id ^ what.wrapping_mul(0x2545_f491_4f6c_dd1d)) % below
    }

    fn branching(&self) -> u64 {
        1 + self.draw(1, 5)
    }

    fn is_noisy(&self, mv: u8) -> bool {
        (self.id >> mv) & 3 == 0
    }

    fn in_check(&self) -> bool {
        self.draw(8, 6) == 0
    }

    fn push_noisy(&self, moves: &mut Vec<u8>) {
        moves.extend((0..self.branching() as u8).filter(|mv| self.is_noisy(*mv)));
    }

    fn gain(&self, mv: u8) -> i32 {
        if self.is_noisy(mv) { 1 + self.draw(20 + u64::from(mv), 3) as i32 } else { 0 }
    }

    /// As wrong as can be: nothing that it tells may become a proof.
    const HOOKS: Tactics<Self> = Tactics {
        piece_tos: 16,
        piece_to: |tree, mv| 8 * tree.side as usize + usize::from(mv),
        capture_value: Self::gain,
        attack_maps: |tree| [tree.draw(29, 3), 0, 0],
        is_threatened: |tree| tree.draw(28, 2) == 0,
        move_score: |tree, mv, attack_maps| tree.draw(30 + u64::from(mv), 5) as i32 - 2 - attack_maps[0] as i32,
        see_ge: |tree, mv, least| tree.gain(mv) - tree.draw(40 + u64::from(mv), 4) as i32 >= least,
        gives_check: |tree, mv| tree.draw(50 + u64::from(mv), 4) == 0,
        push_captures: Self::push_noisy,
        push_others: |tree, moves| moves.extend((0..tree.branching() as u8).filter(|mv| !tree.is_noisy(*mv))),
        move_from_slot: |tree, slot| (u64::from(slot) < tree.branching()).then_some(slot as u8),
        null_move: |tree| (tree.draw(9, 3) != 0).then(|| Self { side: tree.side.other(), id: mix(!tree.id), ..*tree }),
        correction_keys: |tree| [10, 11, 12].map(|what| tree.draw(what, 2)),
        margins: Margins {
            razor: 1,
            above: 1,
            endangered: 1,
            below: 0,
            below_each: 1,
            probable: 1,
            quiet_loss: 1,
            noisy_loss: 1,
            delta: 1,
        },
    };
}

impl<const TACTICS: bool> Position for Tree<TACTICS> {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.ply == 0 || (self.ply < LONGEST && self.draw(2, 8) != 0) {
            return None;
        }
        Some(match self.draw(3, 4) {
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            2 => Outcome::Draw,
            _ => Outcome::Points(self.draw(4, 5) as i32 - 2),
        })
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..self.branching() as u8);
    }

    fn play_unchecked(&mut self, mv: u8) {
        let turns = self.draw(5 + u64::from(mv) * 8, 6) != 0;
        self.id = mix(self.id.wrapping_add(u64::from(mv) + 1));
        self.ply += 1;
        if turns {
            self.side = self.side.other();
        }
        if self.width != u64::MAX {
            // The position is the ply, the side to move, and one of `width` numbers.
            self.id = mix(u64::from(self.ply) << 32 | (self.side as u64) << 16 | (self.id % self.width));
        }
    }

    fn key(&self) -> u64 {
        self.id
    }
}

impl<const TACTICS: bool> Evaluate for Tree<TACTICS> {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 1 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: 8,
        slot: |mv| usize::from(mv),
        is_quiet: |tree, mv| !tree.is_noisy(mv),
        ..MoveOrdering::DEFAULT
    };

    const KNOWLEDGE: Knowledge<Self> = Knowledge { plies_left: |tree| LONGEST - tree.ply, ..Knowledge::NONE };

    const QUIESCENCE: Quiescence<Self> =
        Quiescence { noisy_moves: Self::push_noisy, may_stand_pat: |tree| tree.draw(7, 4) != 0 };

    /// Everything, and far more of it than any real game could bear: nothing that it leaves out may become a proof.
    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 2, after: 1, base: 256, scale: 150, leave_out_to: 3, count: 0 }),
        futility: Some(Futility { to: 3, above: 1, below: 1 }),
        in_check: Some(Self::in_check),
        remembers: true,
        tactics: if TACTICS { Some(Self::HOOKS) } else { None },
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        Score::heuristic(self.draw(6, 7) as i32 - 3)
    }

    fn order(&self, moves: &mut [u8]) {
        moves.sort_by_key(|mv| mix(self.id ^ u64::from(*mv)));
    }
}

/// A uniform tree, `BRANCHING` wide everywhere, whose best move is always the first: alpha-beta at its best.
///
/// Every node knows its value. The first child has its parent's (seen by the other side); each later one is worse for
/// the side that chooses it, by a hashed amount.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst<const BRANCHING: u8> {
    pub id: u64,
    pub value: i32,
    pub side: Side,
}

impl<const BRANCHING: u8> BestFirst<BRANCHING> {
    pub fn new(seed: u64) -> Self {
        Self { id: mix(seed), value: 5, side: Side::First }
    }
}

impl<const BRANCHING: u8> Position for BestFirst<BRANCHING> {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.extend(0..BRANCHING);
    }

    fn play_unchecked(&mut self, mv: u8) {
        self.id = mix(self.id.wrapping_add(u64::from(mv) + 1));
        let worse = if mv == 0 { 0 } else { 1 + (self.id % 9) as i32 };
        self.value = -(self.value - worse);
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.id
    }
}

impl<const BRANCHING: u8> Evaluate for BestFirst<BRANCHING> {
    const DEEPENING: Deepening = Deepening::AtOnce;

    fn evaluate(&self) -> Score {
        Score::heuristic(self.value)
    }
}
