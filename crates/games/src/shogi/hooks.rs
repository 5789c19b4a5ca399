//! The hooks of the search: order, captures, exchanges and null moves.

use super::board::Shogi;
use super::evaluate::VALUES;
use super::generate::Move;
use super::geometry::{SQUARES, Square};
use super::mate::Mates;
use super::pieces::{Kind, Piece};
use super::variant::Variant;
use crate::tactical;
use plyd_search::hooks::{
    CORRECTION_KEYS, Forced, Futility, Hooks, MoveChoice, NoLeaves, NoSolver, NullMove, OrderingWeights, ProbCut,
    QuiescencePruning, Razoring, ReverseFutility, SeePruning, Selective, Tactical, TacticalParameters, ThreatSearch,
    sort_by_score,
};
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score, mix};

/// The slots of steps with a promotion follow those without, and the slots of drops follow both.
const STEPS: usize = SQUARES * SQUARES;

/// The classes of pieces in the histories: promoted pieces that move as golds count as golds, and drops as moves.
const CLASSES: usize = Kind::COUNT + 2;

/// Pieces whose values differ by no more than this count as equal.
const EVEN: i32 = 60;

/// The numbers of the selective search, in centipawns and plies: those of chess, with wider margins.
const PARAMETERS: TacticalParameters = TacticalParameters {
    reverse_futility: ReverseFutility { margin: 100, ..tactical::PARAMETERS.reverse_futility },
    threat_margin: 0,
    razoring: Razoring { margin: 250, ..tactical::PARAMETERS.razoring },
    null_move: NullMove { lead_per_ply: 250, ..tactical::PARAMETERS.null_move },
    probcut: ProbCut { margin: 250, ..tactical::PARAMETERS.probcut },
    futility: Futility { base: 130, margin: 140, ..tactical::PARAMETERS.futility },
    see_pruning: SeePruning { quiet_margin: 40, capture_margin: 160, ..tactical::PARAMETERS.see_pruning },
    quiescence: QuiescencePruning { delta_margin: 200, ..tactical::PARAMETERS.quiescence },
    ordering: OrderingWeights { capture_value: 27, ..tactical::PARAMETERS.ordering },
    ..tactical::PARAMETERS
};

impl<V: Variant> Evaluate for Shogi<V> {
    type Hooks = Self;

    const ASPIRATION: i32 = 60;
    const SLOTS: usize = 2 * STEPS + (Kind::COUNT - 1) * SQUARES;
    const SELECTIVE: Selective = Selective::Tactical(PARAMETERS);

    fn slot(mv: Move) -> usize {
        match mv {
            Move::Step { from, to, promotes } => {
                usize::from(promotes) * STEPS + SQUARES * usize::from(from) + usize::from(to)
            }
            Move::Drop { kind, to } => 2 * STEPS + SQUARES * kind as usize + usize::from(to),
        }
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_noisy(mv)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_noisy(moves, |mv| self.exchange_wins(mv, -EVEN));
    }

    fn evaluate(&self) -> Score {
        Score::heuristic(self.value() + self.correction())
    }

    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<128, _>(moves, |mv| self.promise(mv));
    }
}

impl<V: Variant> Hooks<Self> for Shogi<V> {
    type Tactics = Self;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl<V: Variant> Forced<Self> for Shogi<V> {
    fn in_check(position: &Self) -> bool {
        position.is_check(position.to_move)
    }

    /// The iterations grow fast, so the first search for mates gets enough for most mates in five.
    const THREAT_NODES_MIN: u64 = 2_000;

    fn threat_search(_root: &Self) -> Option<Box<dyn ThreatSearch<Self>>> {
        Some(Box::new(Mates::default()))
    }
}

impl<V: Variant> MoveChoice<Self> for Shogi<V> {
    fn move_from_slot(position: &Self, slot: u16) -> Option<Move> {
        let mut found = None;
        position.generate(&mut |mv| {
            let is_it = Self::slot(mv) == usize::from(slot);
            if is_it {
                found = Some(mv);
            }
            is_it
        });
        found
    }
}

impl<V: Variant> Tactical<Self> for Shogi<V> {
    const PIECE_TO_COUNT: usize = 2 * CLASSES * SQUARES;

    fn piece_to(position: &Self, mv: Move) -> usize {
        let class = match mv {
            Move::Step { from, .. } => class(position.piece_at(from)),
            Move::Drop { kind, .. } => kind as usize,
        };
        SQUARES * (CLASSES * position.to_move.index() + class) + usize::from(mv.to())
    }

    fn capture_value(position: &Self, mv: Move) -> i32 {
        if position.is_noisy(mv) { position.gain(mv) } else { 0 }
    }

    fn see_ge(position: &Self, mv: Move, threshold: i32) -> bool {
        position.exchange_wins(mv, threshold)
    }

    fn push_captures(position: &Self, moves: &mut Vec<Move>) {
        position.push_noisy(moves, |_| true);
    }

    fn push_others(position: &Self, moves: &mut Vec<Move>) {
        position.generate(&mut |mv| {
            if !position.is_noisy(mv) {
                moves.push(mv);
            }
            false
        });
    }

    fn gives_check(position: &Self, mv: Move) -> bool {
        position.after(mv).is_checked()
    }

    /// None in check. With pieces in hand, zugzwang is rare.
    fn null_move(position: &Self) -> Option<Self> {
        if position.is_checked() {
            return None;
        }
        let mut next = *position;
        next.to_move = position.to_move.other();
        Some(next)
    }

    /// Pawns, and the pieces of the two sides.
    fn correction_keys(position: &Self) -> [u64; CORRECTION_KEYS] {
        let key = |squares: u128| mix(squares as u64 ^ mix((squares >> 64) as u64));
        let pawns = [Side::First, Side::Second].map(|side| position.pawns(side));
        let men = |side| {
            let kinds = &Kind::ALL[1..];
            kinds.iter().fold(0, |men, kind| mix(men ^ key(position.of_kind(side, *kind))))
        };
        [key(pawns[0]) ^ mix(key(pawns[1])), men(Side::First), men(Side::Second)]
    }
}

/// The class of a piece in the histories.
const fn class(piece: Piece) -> usize {
    match (piece.kind, piece.is_promoted) {
        (kind, false) => kind as usize,
        (Kind::Bishop, true) => Kind::COUNT,
        (Kind::Rook, true) => Kind::COUNT + 1,
        (_, true) => Kind::Gold as usize,
    }
}

impl<V: Variant> Shogi<V> {
    /// Whether a move captures, or promotes a pawn, a bishop or a rook.
    fn is_noisy(&self, mv: Move) -> bool {
        let Move::Step { from, to, promotes } = mv else { return false };
        self.side_at(to).is_some()
            || promotes && matches!(self.piece_at(from).kind, Kind::Pawn | Kind::Bishop | Kind::Rook)
    }

    fn push_noisy(&self, moves: &mut Vec<Move>, is_wanted: impl Fn(Move) -> bool) {
        self.generate_on_board(&mut |mv| {
            if self.is_noisy(mv) && is_wanted(mv) {
                moves.push(mv);
            }
            false
        });
    }

    /// A score for the order of moves: captures by victim and attacker, then promotions, then quiet moves by how near
    /// they lead to the other king.
    fn promise(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        let king = self.king(self.to_move.other());
        let near = |square: Square| 8 - V::GEOMETRY.distance(square, king) as i32;
        match mv {
            Move::Step { from, .. } if gain > 0 => 10_000 + 10 * gain - VALUES[self.piece_at(from).index()],
            Move::Step { from, to, .. } => 10 * (near(to) - near(from)),
            Move::Drop { to, .. } => 10 * near(to) - 50,
        }
    }
}
