//! The hooks of the search: order, captures, exchanges and null moves.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_king_moves};

use super::board::{Board, Variant};
use super::moves::Move;
use crate::chess::PIECE_SQUARE;
use crate::chess::see::{self, Men};
use crate::tactical::PARAMETERS;
use plyd_search::hooks::{
    AttackMaps, CORRECTION_KEYS, Forced, Hooks, MoveChoice, NoLeaves, NoSolver, QuiescencePruning, Selective, Tactical,
    TacticalParameters, sort_by_score,
};
use plyd_search::{Evaluate, Score, mix};

/// The value of reaching the goal, more than that of any capture.
const GOAL: i32 = 5_000;

/// For each piece, the attack map of less valuable enemy pieces.
const ATTACKERS: [Option<usize>; Piece::NUM] = [None, Some(0), Some(0), Some(1), Some(2), None];

/// The quiet score of a piece that a less valuable one attacks, for each pawn of its value.
const EXPOSED: i32 = 33;

/// The quiet score of an attacked square around the other king.
const ATTACKED: i32 = 20;

/// The quiet score of a drop, and of one beside a king.
const DROPPED: i32 = -60;
const BESIDE_KING: i32 = 30;

/// The slots of drops follow those of steps.
const STEPS: usize = Square::NUM * Square::NUM;

impl<V: Variant> Evaluate for Board<V> {
    type Hooks = Self;

    const ASPIRATION: i32 = 40;
    const SLOTS: usize = STEPS + 5 * Square::NUM;
    const SELECTIVE: Selective = Selective::Tactical(TacticalParameters {
        quiescence: QuiescencePruning { lines: V::QUIESCENCE_LINES, ..PARAMETERS.quiescence },
        ..PARAMETERS
    });

    fn slot(mv: Move) -> usize {
        match mv {
            Move::Step { from, to, .. } => Square::NUM * from as usize + to as usize,
            Move::Drop { piece, to } => STEPS + Square::NUM * piece as usize + to as usize,
        }
    }

    fn is_quiet(&self, mv: Move) -> bool {
        !self.is_capture(mv) && mv.promotion().is_none() && !V::reaches_goal(self, mv)
    }

    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        self.push_noisy(moves, |board, mv| {
            V::reaches_goal(board, mv) || see::see_ge(board, board.exchange(mv), -see::EVEN)
        });
    }

    fn evaluate(&self) -> Score {
        Score::heuristic(self.value())
    }

    fn order(&self, moves: &mut [Move]) {
        sort_by_score::<128, _>(moves, |mv| self.promise(mv));
    }
}

impl<V: Variant> Hooks<Self> for Board<V> {
    type Tactics = Self;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl<V: Variant> Forced<Self> for Board<V> {
    fn in_check(position: &Self) -> bool {
        V::must_answer(position)
    }

    fn may_stand_pat(position: &Self) -> bool {
        !(V::CAPTURES_ARE_FORCED && V::must_answer(position))
    }
}

impl<V: Variant> MoveChoice<Self> for Board<V> {
    fn move_from_slot(position: &Self, slot: u16) -> Option<Move> {
        let mut found = None;
        let to = Square::index(usize::from(slot) % Square::NUM);
        V::generate(position, to.bitboard(), &mut |mv| {
            let is_it = Self::slot(mv) == usize::from(slot) && mv.promotion().is_none_or(|piece| piece == Piece::Queen);
            if is_it {
                found = Some(mv);
            }
            is_it
        });
        found
    }
}

impl<V: Variant> Men for Board<V> {
    fn kind(&self, piece: Piece) -> BitBoard {
        self.kind(piece)
    }

    fn color(&self, color: Color) -> BitBoard {
        self.color(color)
    }
}

impl<V: Variant> Tactical<Self> for Board<V> {
    const PIECE_TO_COUNT: usize = 2 * 2 * Piece::NUM * Square::NUM;

    /// Drops have indices of their own.
    fn piece_to(position: &Self, mv: Move) -> usize {
        let (kind, piece) = match mv {
            Move::Step { from, .. } => (0, position.piece_at(from)),
            Move::Drop { piece, .. } => (1, piece),
        };
        Square::NUM * (Piece::NUM * (2 * kind + position.side as usize) + piece as usize) + mv.to() as usize
    }

    fn capture_value(position: &Self, mv: Move) -> i32 {
        position.gain(mv)
    }

    fn see_ge(position: &Self, mv: Move, threshold: i32) -> bool {
        if V::reaches_goal(position, mv) {
            true
        } else if V::HAS_EXCHANGES {
            see::see_ge(position, position.exchange(mv), threshold)
        } else {
            V::capture_value(position, mv) >= threshold
        }
    }

    fn push_captures(position: &Self, moves: &mut Vec<Move>) {
        position.push_noisy(moves, |_, _| true);
    }

    fn push_others(position: &Self, moves: &mut Vec<Move>) {
        V::generate(position, BitBoard::FULL, &mut |mv| {
            if !position.is_noisy(mv) {
                moves.push(mv);
            }
            false
        });
    }

    fn gives_check(position: &Self, mv: Move) -> bool {
        V::threatens(position, mv)
    }

    /// None in check, and none with a single minor piece beside the pawns, because zugzwang is likely then.
    fn null_move(position: &Self) -> Option<Self> {
        let men = position.color(position.side) & !position.kind(Piece::Pawn);
        let heavy = men & (position.kind(Piece::Rook) | position.kind(Piece::Queen));
        if !V::MAY_PASS || V::must_answer(position) || heavy.is_empty() && men.len() < 3 {
            return None;
        }
        let mut next = *position;
        (next.side, next.passed, next.quiet_plies) = (!position.side, None, 0);
        Some(next)
    }

    /// The squares that are attacked by enemy pawns; by pawns and minor pieces; by these and rooks. Empty in variants without
    /// pockets, which need no quiet scores.
    fn attack_maps(position: &Self) -> AttackMaps {
        if !V::HAS_POCKETS {
            return AttackMaps::default();
        }
        let (them, occupied) = (!position.side, position.occupied());
        let reach = |piece: Piece| {
            let men = position.men(them, piece).into_iter();
            men.fold(BitBoard::EMPTY, |all, from| all | Self::attacks(piece, from, them, occupied))
        };
        let pawns = reach(Piece::Pawn);
        let minors = pawns | reach(Piece::Knight) | reach(Piece::Bishop);
        [pawns, minors, minors | reach(Piece::Rook)].map(|squares| u128::from(squares.0))
    }

    /// What the move gains in the tables of squares, for attacks around the other king, and by leaving or entering squares
    /// that less valuable pieces attack. A drop is worth less, unless it is beside a king.
    fn quiet_score(position: &Self, mv: Move, attack_maps: &AttackMaps) -> i32 {
        if !V::HAS_POCKETS {
            return 0;
        }
        let us = position.side;
        let zone = |color| position.king(color).map_or(BitBoard::EMPTY, |king| get_king_moves(king) | king.bitboard());
        let (piece, to) = position.placed_by(mv);
        let exposed = ATTACKERS[piece as usize].map_or(0, |map| attack_maps[map]);
        let safe_attack = |square: Square| {
            let reach = Self::attacks(piece, square, us, position.occupied());
            let risk = EXPOSED * see::pawns(piece) * (exposed >> square as usize & 1) as i32;
            ATTACKED * (reach & zone(!us)).len() as i32 - risk
        };
        match mv {
            Move::Step { from, .. } => {
                let gain = position.placed(us, piece, to) - position.placed(us, piece, from);
                if matches!(piece, Piece::Pawn | Piece::King) {
                    gain
                } else {
                    gain + safe_attack(to) - safe_attack(from)
                }
            }
            Move::Drop { .. } => DROPPED + safe_attack(to) + BESIDE_KING * i32::from((zone(us) | zone(!us)).has(to)),
        }
    }

    fn correction_keys(position: &Self) -> [u64; CORRECTION_KEYS] {
        let men = |color| {
            let own = position.color(color) & !position.kind(Piece::Pawn);
            let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
            kinds.into_iter().fold(0, |key, piece| mix(key ^ (own & position.kind(piece)).0))
        };
        let pawns = position.kind(Piece::Pawn);
        [mix((pawns & position.color(Color::White)).0) ^ pawns.0, men(Color::White), men(Color::Black)]
    }
}

impl<V: Variant> Board<V> {
    /// Whether a move captures, makes a queen, or reaches the variant's goal.
    fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotion() == Some(Piece::Queen) || V::reaches_goal(self, mv)
    }

    /// The value of a move that is not quiet.
    fn gain(&self, mv: Move) -> i32 {
        if V::reaches_goal(self, mv) { GOAL } else { V::capture_value(self, mv) }
    }

    fn push_noisy(&self, moves: &mut Vec<Move>, is_wanted: impl Fn(&Self, Move) -> bool) {
        let promotes = !self.men(self.side, Piece::Pawn).is_disjoint(Rank::Seventh.relative_to(self.side).bitboard());
        let last = if promotes { Rank::Eighth.relative_to(self.side).bitboard() } else { BitBoard::EMPTY };
        let passed = self.passed.map_or(BitBoard::EMPTY, Square::bitboard);
        let targets = self.color(!self.side) | passed | last | V::goals(self);
        V::generate(self, targets, &mut |mv| {
            if self.is_noisy(mv) && is_wanted(self, mv) {
                moves.push(mv);
            }
            false
        });
    }

    /// The exchange that a move begins.
    fn exchange(&self, mv: Move) -> see::Exchange {
        let (piece, to) = self.placed_by(mv);
        let from = mv.from().map_or(BitBoard::EMPTY, Square::bitboard);
        see::Exchange { us: self.side, from, to, piece, gain: self.material_gain(mv) }
    }

    /// The value of what a move captures, plus what a promotion gains.
    pub(super) fn material_gain(&self, mv: Move) -> i32 {
        let value = |piece: Piece| see::VALUES[piece as usize];
        let taken = if self.color(!self.side).has(mv.to()) {
            value(self.piece_at(mv.to()))
        } else if self.is_en_passant(mv) {
            value(Piece::Pawn)
        } else {
            0
        };
        taken + mv.promotion().map_or(0, |into| value(into) - value(Piece::Pawn))
    }

    /// A score for the order of moves: captures by victim and attacker, then quiet moves by where they lead.
    fn promise(&self, mv: Move) -> i32 {
        let gain = self.gain(mv);
        let Move::Step { from, to, .. } = mv else { return -50 };
        let piece = self.piece_at(from);
        if gain != 0 {
            return if gain > 0 { 10_000 } else { -10_000 } + 10 * gain - see::pawns(piece);
        }
        let value = |square: Square| {
            let square = if self.side == Color::White { square } else { square.flip_rank() };
            i32::from(PIECE_SQUARE[piece as usize][square as usize])
        };
        value(to) - value(from)
    }
}
