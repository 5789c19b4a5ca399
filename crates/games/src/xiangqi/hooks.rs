//! The hooks of the search: order, captures, exchanges and null moves.

use super::board::{Move, Piece, Xiangqi};
use super::evaluate::placed;
use super::exchange::VALUES;
use super::network::NETWORK;
use super::squares::{COUNT, Square, bit};
use crate::tactical;
use plyd_search::hooks::{
    AttackMaps, CORRECTION_KEYS, Forced, Futility, Hooks, MoveChoice, NoLeaves, NoSolver, NullMove, Razoring,
    ReverseFutility, Selective, Tactical, TacticalParameters, sort_by_score,
};
use plyd_search::position::{Position, Side};
use plyd_search::{Evaluate, Score, mix};

/// Quiescence tries captures that lose no more than this by their exchange: a cannon for a horse is even.
const EVEN: i32 = 60;

/// The numbers of the selective search, in centipawns and plies: those of chess, with wider margins.
const PARAMETERS: TacticalParameters = TacticalParameters {
    reverse_futility: ReverseFutility { margin: 90, ..tactical::PARAMETERS.reverse_futility },
    razoring: Razoring { margin: 230, ..tactical::PARAMETERS.razoring },
    null_move: NullMove { lead_per_ply: 220, ..tactical::PARAMETERS.null_move },
    futility: Futility { base: 115, margin: 125, ..tactical::PARAMETERS.futility },
    ..tactical::PARAMETERS
};

impl Evaluate for Xiangqi {
    type Hooks = Self;

    const ASPIRATION: i32 = 40;
    const SLOTS: usize = COUNT * COUNT;
    const SELECTIVE: Selective = Selective::Tactical(PARAMETERS);

    fn slot(mv: Move) -> usize {
        COUNT * usize::from(mv.from) + usize::from(mv.to)
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_capture(mv)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_captures(moves, |mv| self.see_ge(mv, -EVEN));
    }

    fn evaluate(&self) -> Score {
        Score::heuristic(self.value() + NETWORK.value_of(self))
    }

    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<128, _>(moves, |mv| self.promise(mv));
    }
}

impl Hooks<Self> for Xiangqi {
    type Tactics = Self;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl Forced<Self> for Xiangqi {
    fn in_check(position: &Self) -> bool {
        position.is_check()
    }
}

impl MoveChoice<Self> for Xiangqi {
    fn move_from_slot(position: &Self, slot: u16) -> Option<Move> {
        let (from, to) = (slot / COUNT as u16, slot % COUNT as u16);
        let mv = Move { from: from as Square, to: to as Square };
        let is_own = usize::from(from) < COUNT && position.own(position.side) & bit(mv.from) != 0;
        (is_own && position.generate(bit(mv.to), &mut |other| other == mv)).then_some(mv)
    }
}

impl Tactical<Self> for Xiangqi {
    const PIECE_TO_COUNT: usize = 2 * Piece::COUNT * COUNT;

    fn piece_to(position: &Self, mv: Move) -> usize {
        let piece = Piece::COUNT * position.side.index() + position.piece_at(mv.from) as usize;
        COUNT * piece + usize::from(mv.to)
    }

    fn capture_value(position: &Self, mv: Move) -> i32 {
        position.gain(mv)
    }

    fn see_ge(position: &Self, mv: Move, threshold: i32) -> bool {
        position.see_ge(mv, threshold)
    }

    fn push_captures(position: &Self, moves: &mut Vec<Move>) {
        position.push_captures(moves, |_| true);
    }

    fn push_others(position: &Self, moves: &mut Vec<Move>) {
        position.generate(!position.occupied(), &mut |mv| {
            moves.push(mv);
            false
        });
    }

    fn gives_check(position: &Self, mv: Move) -> bool {
        position.after(mv).is_check()
    }

    /// None in check, and none without a piece that attacks, because zugzwang is likely then.
    fn null_move(position: &Self) -> Option<Self> {
        let attackers = [Piece::Horse, Piece::Cannon, Piece::Rook];
        if position.is_check() || attackers.into_iter().all(|piece| position.men(position.side, piece) == 0) {
            return None;
        }
        let mut next = *position;
        (next.side, next.quiet_plies) = (position.side.other(), 0);
        Some(next)
    }

    fn quiet_score(position: &Self, mv: Move, _: &AttackMaps) -> i32 {
        position.improvement(mv)
    }

    fn correction_keys(position: &Self) -> [u64; CORRECTION_KEYS] {
        let digest = |set: u128| mix(set as u64 ^ mix((set >> 64) as u64));
        let men = |side: Side| {
            let kinds = Piece::ALL.into_iter().filter(|piece| *piece != Piece::Pawn);
            kinds.fold(0, |key, piece| mix(key ^ digest(position.men(side, piece))))
        };
        let pawns = [Side::First, Side::Second].map(|side| digest(position.men(side, Piece::Pawn)));
        [mix(pawns[0]) ^ pawns[1], men(Side::First), men(Side::Second)]
    }
}

impl Xiangqi {
    fn is_capture(&self, mv: Move) -> bool {
        self.own(self.side.other()) & bit(mv.to) != 0
    }

    fn push_captures(&self, moves: &mut Vec<Move>, is_wanted: impl Fn(Move) -> bool) {
        self.generate(self.own(self.side.other()), &mut |mv| {
            if is_wanted(mv) {
                moves.push(mv);
            }
            false
        });
    }

    /// How much better a piece stands after a move.
    fn improvement(&self, mv: Move) -> i32 {
        let piece = self.piece_at(mv.from);
        placed(self.side, piece, mv.to) - placed(self.side, piece, mv.from)
    }

    /// A score for the order of moves: captures by victim and attacker, then quiet moves by where they lead.
    fn promise(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        if gain == 0 {
            return self.improvement(mv);
        }
        10_000 + 10 * gain - VALUES[self.piece_at(mv.from) as usize] / 100
    }
}
