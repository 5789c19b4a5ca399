//! Synthetic games. Every node is a hash of the path to it, so trees of any size need no memory.

use plyd::games::Chess;
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::{
    AllMoves, AttackMaps, CORRECTION_KEYS, Forced, Futility, Hooks, LateMovePruning, LateMoveReductions, MoveChoice,
    NoForced, NoLeaves, NoSolver, NoTactics, Positional, ProbCut, QuiescencePruning, Razoring, ReverseFutility,
    SeePruning, Selective, Tactical, TacticalParameters,
};
use plyd::search::{Evaluate, Score};

use super::mix;

/// A random game tree.
///
/// It has uneven branching, ends at any depth, few distinct values and therefore ties, sides that move twice in a row,
/// and noisy moves beyond the depth limit.
pub type RandomTree = Tree<false>;

/// The same with [tactics](Tactical).
pub type TacticalTree = Tree<true>;

#[derive(Clone, Copy, Debug)]
pub struct Tree<const TACTICS: bool> {
    pub id: u64,
    pub ply: u32,
    pub side: Side,
    /// How many different positions there are at each ply. If there are few, many paths lead to the same position.
    pub width: u64,
}

/// No game is longer than this.
pub const LONGEST: u32 = 9;

impl<const TACTICS: bool> Tree<TACTICS> {
    pub fn new(seed: u64) -> Self {
        let side = if seed.is_multiple_of(3) { Side::Second } else { Side::First };
        Self { id: mix(seed.wrapping_add(77)), ply: 0, side, width: u64::MAX }
    }

    /// A tree with so many transpositions that a ply has at most twelve different positions.
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

    fn push_noisy(&self, moves: &mut Vec<u8>) {
        moves.extend((0..self.branching() as u8).filter(|mv| self.is_noisy(*mv)));
    }

    fn gain(&self, mv: u8) -> i32 {
        if self.is_noisy(mv) { 1 + self.draw(20 + u64::from(mv), 3) as i32 } else { 0 }
    }
}

/// A misleading evaluation, because no proof may depend on it.
pub struct Wrong;

impl<const TACTICS: bool> Tactical<Tree<TACTICS>> for Wrong {
    const PIECE_TO_COUNT: usize = 16;

    fn piece_to(tree: &Tree<TACTICS>, mv: u8) -> usize {
        8 * tree.side as usize + usize::from(mv)
    }

    fn capture_value(tree: &Tree<TACTICS>, mv: u8) -> i32 {
        tree.gain(mv)
    }

    fn see_ge(tree: &Tree<TACTICS>, mv: u8, threshold: i32) -> bool {
        tree.gain(mv) - tree.draw(40 + u64::from(mv), 4) as i32 >= threshold
    }

    fn push_captures(tree: &Tree<TACTICS>, moves: &mut Vec<u8>) {
        tree.push_noisy(moves);
    }

    fn push_others(tree: &Tree<TACTICS>, moves: &mut Vec<u8>) {
        moves.extend((0..tree.branching() as u8).filter(|mv| !tree.is_noisy(*mv)));
    }

    fn gives_check(tree: &Tree<TACTICS>, mv: u8) -> bool {
        tree.draw(50 + u64::from(mv), 4) == 0
    }

    fn null_move(tree: &Tree<TACTICS>) -> Option<Tree<TACTICS>> {
        (tree.draw(9, 3) != 0).then(|| Tree { side: tree.side.other(), id: mix(!tree.id), ..*tree })
    }

    fn attack_maps(tree: &Tree<TACTICS>) -> AttackMaps {
        [u128::from(tree.draw(29, 3)), 0, 0]
    }

    fn quiet_score(tree: &Tree<TACTICS>, mv: u8, attack_maps: &AttackMaps) -> i32 {
        tree.draw(30 + u64::from(mv), 5) as i32 - 2 - attack_maps[0] as i32
    }

    fn is_threatened(tree: &Tree<TACTICS>) -> bool {
        tree.draw(28, 2) == 0
    }

    fn correction_keys(tree: &Tree<TACTICS>) -> [u64; CORRECTION_KEYS] {
        [10, 11, 12].map(|what| tree.draw(what, 2))
    }
}

const CHESS: TacticalParameters = match Chess::SELECTIVE {
    Selective::Tactical(numbers) => numbers,
    _ => TacticalParameters::PLAIN,
};

/// The parameters of chess, with margins that prune far more than any real game could bear.
const PARAMETERS: TacticalParameters = TacticalParameters {
    reverse_futility: ReverseFutility { margin: 1, ..CHESS.reverse_futility },
    threat_margin: 1,
    futility: Futility { base: 0, margin: 1, ..CHESS.futility },
    late_move_reductions: LateMoveReductions { min_depth: 2, min_moves: 1, base: 256, scale: 150 },
    razoring: Razoring { margin: 1, ..CHESS.razoring },
    probcut: ProbCut { margin: 1, ..CHESS.probcut },
    see_pruning: SeePruning { quiet_margin: 1, capture_margin: 1, ..CHESS.see_pruning },
    quiescence: QuiescencePruning { delta_margin: 1, ..CHESS.quiescence },
    ..CHESS
};

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
            // A position consists of the ply, the side to move, and one of `width` numbers.
            self.id = mix(u64::from(self.ply) << 32 | (self.side as u64) << 16 | (self.id % self.width));
        }
    }

    fn key(&self) -> u64 {
        self.id
    }
}

impl<const TACTICS: bool> Evaluate for Tree<TACTICS> {
    type Hooks = Self;

    const ASPIRATION: i32 = 1;

    const SLOTS: usize = 8;

    fn slot(mv: u8) -> usize {
        usize::from(mv)
    }

    fn is_quiet(&self, mv: u8) -> bool {
        !self.is_noisy(mv)
    }

    fn plies_left(&self) -> u32 {
        LONGEST - self.ply
    }

    fn noisy_moves(&self, moves: &mut Vec<u8>) {
        self.push_noisy(moves);
    }

    /// Every kind of pruning, and far more of it than any real game could bear. Even so, a search may not claim a proof
    /// that pruned moves could refute.
    const SELECTIVE: Selective = if TACTICS {
        Selective::Tactical(PARAMETERS)
    } else {
        Selective::Positional(Positional {
            reverse_futility: Some(ReverseFutility { max_depth: 3, margin: 1 }),
            futility: Some(Futility { max_depth: 3, base: 0, margin: 1 }),
            late_move_pruning: Some(LateMovePruning {
                max_depth: 3,
                base: 0,
                per_depth_squared: 1,
                divisor: 1,
                divisor_improving: 1,
            }),
            late_move_reductions: Some(LateMoveReductions { min_depth: 2, min_moves: 1, base: 256, scale: 150 }),
            killers_and_history: true,
            ..Positional::PLAIN
        })
    };

    fn evaluate(&self) -> Score {
        Score::heuristic(self.draw(6, 7) as i32 - 3)
    }

    fn order(&self, moves: &mut [u8]) {
        moves.sort_by_key(|mv| mix(self.id ^ u64::from(*mv)));
    }
}

impl<const TACTICS: bool> Hooks<Self> for Tree<TACTICS> {
    type Tactics = Wrong;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl<const TACTICS: bool> Forced<Self> for Tree<TACTICS> {
    fn may_stand_pat(tree: &Self) -> bool {
        tree.draw(7, 4) != 0
    }

    fn in_check(tree: &Self) -> bool {
        tree.draw(8, 6) == 0
    }
}

impl<const TACTICS: bool> MoveChoice<Self> for Tree<TACTICS> {
    fn move_from_slot(tree: &Self, slot: u16) -> Option<u8> {
        (u64::from(slot) < tree.branching()).then_some(slot as u8)
    }
}

/// A uniform tree with `BRANCHING` moves everywhere, whose best move is always the first one: alpha-beta at its best.
///
/// Every node knows its value. The first child has its parent's value (from the other side's point of view). Each later
/// child is worse for the side that chooses it, by a hashed amount.
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
    type Hooks = Self;

    fn evaluate(&self) -> Score {
        Score::heuristic(self.value)
    }
}

impl<const BRANCHING: u8> Hooks<Self> for BestFirst<BRANCHING> {
    type Tactics = NoTactics;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = NoForced;
    type Moves = AllMoves;

    const AT_ONCE: bool = true;
}
