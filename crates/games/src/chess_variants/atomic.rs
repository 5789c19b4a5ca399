//! Atomic chess: captures explode.

use std::ops::RangeInclusive;

use cozy_chess::{BitBoard, Color, Piece, Square, get_king_moves};

use super::board::{Board, Played, Variant, first_rank, side};
use super::moves::Move;
use super::notation::{common, move_notation, state_notation, with_draws};
use crate::chess::see::VALUES;
use crate::chess::squares::{invalid, name};
use crate::measured;
use crate::notation::{About, InvalidState};
use plyd_search::position::{Outcome, Position};

/// Atomic chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic;

impl Variant for Atomic {
    type Extra = ();

    const ABOUT: About = About {
        title: "Atomic chess",
        summary: "Chess in which a capture explodes, with every piece but pawns on the squares around.",
        rules: with_draws!(
            "White moves first. The rules are those of chess, with these differences. A capture is an explosion: \
                the captured piece, the capturing piece and every piece except pawns on the eight squares around leave \
                the board. After a capture in passing, the centre is the square where the pawn arrives. A player whose \
                king explodes has lost, and nobody may explode the own king, so a king cannot capture. Exploding the \
                other king wins immediately, even if the own king is in check. A king next to the other king is not in \
                check, whatever attacks it. Castling rights go with a rook that explodes. Checkmate wins, and \
                stalemate is a draw. Two bare kings are a draw."
        ),
        state_notation: state_notation!(" A king that has exploded is missing."),
        state_examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rn2k1r1/pp1qpp1p/8/P1ppQ1pn/5PPP/8/1PPP2R1/1NB1KBNR w Kq - 1 13",
            "r1q1k3/pp3p1p/8/P2pp3/6PP/6n1/1P1P1KR1/2B3NR w q - 1 21",
            "r3k2r/pPp2ppp/8/8/8/8/P1P2PPP/R3K2R w KQkq - 0 1",
            "8/8/8/3kK3/8/8/3q4/8 w - - 0 1",
        ],
        move_notation: move_notation!(""),
        move_examples: &["e2e4", "g1f3", "e1g1", "b7b8q"],
        ..common(&measured::ATOMIC)
    };

    const TAGS: &'static [[&'static str; 2]] = &[["Atomic", ""], ["Atomic chess", ""]];

    const KINGS: [RangeInclusive<u32>; 2] = [0..=1, 0..=1];
    const HAS_EXCHANGES: bool = false;
    const ATTACK: i32 = 150;

    fn generate(board: &Board<Self>, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        let Some(king) = board.king(board.side) else { return false };
        let mut legal = |mv| board.survives(mv, king) && emit(mv);
        board.generate_unchecked(targets, &mut legal)
            || !board.is_check() && board.generate_castling(king, targets, emit)
    }

    /// Next to the other king, whose capture would explode both, a king is safe.
    fn is_safe(board: &Board<Self>, square: Square, by: Color, occupied: BitBoard) -> bool {
        !get_king_moves(square).is_disjoint(board.men(by, Piece::King))
            || board.attackers(square, by, occupied).is_empty()
    }

    fn settle(board: &mut Board<Self>, played: Played) {
        if played.captured.is_none() {
            return;
        }
        let centre = played.mv.to();
        let around = get_king_moves(centre) & !board.kind(Piece::Pawn);
        for square in (around | centre.bitboard()) & board.occupied() {
            let (color, piece) = (board.color_on(square).expect("it is occupied"), board.piece_at(square));
            board.toggle(color, piece, square);
            let lost = if piece == Piece::King { first_rank(color).bitboard() } else { square.bitboard() };
            board.castling &= !lost;
        }
    }

    fn goal(board: &Board<Self>) -> Option<Outcome> {
        let lost = Color::ALL.into_iter().find(|color| board.king(*color).is_none())?;
        Some(Outcome::Win(side(!lost)))
    }

    fn goal_reason(_: &Board<Self>) -> &'static str {
        "the king exploded"
    }

    fn check(board: &Board<Self>) -> Result<(), InvalidState> {
        if board.kind(Piece::King).is_empty() {
            return invalid("neither side has a king");
        }
        if board.king(board.side).is_some() && board.king(!board.side).is_none() {
            let (side, other) = (name(board.side), name(!board.side));
            return invalid(format!("{side} is to move, but the king of {other} has exploded"));
        }
        Ok(())
    }

    /// The other side may be about to explode the king.
    fn must_answer(board: &Board<Self>) -> bool {
        board.is_check() || board.may_explode()
    }

    fn threatens(board: &Board<Self>, mv: Move) -> bool {
        Self::must_answer(&board.after(mv))
    }

    /// What explodes on the other side, less what explodes on the own one.
    fn capture_value(board: &Board<Self>, mv: Move) -> i32 {
        let (Move::Step { from, to, .. }, true) = (mv, board.is_capture(mv)) else { return board.material_gain(mv) };
        let blast = get_king_moves(to) & !board.kind(Piece::Pawn) | to.bitboard() | from.bitboard();
        let worth = |color: Color| -> i32 {
            let men = |piece: Piece| (board.men(color, piece) & blast).len() as i32;
            Piece::ALL.into_iter().map(|piece| men(piece) * VALUES[piece as usize]).sum()
        };
        let passed = if board.is_en_passant(mv) { VALUES[Piece::Pawn as usize] } else { 0 };
        match worth(!board.side) + passed - worth(board.side) {
            // A capture is never quiet.
            0 => -1,
            gain => gain,
        }
    }

    fn is_dead(board: &Board<Self>) -> bool {
        board.occupied().len() == 2
    }
}

impl Board<Atomic> {
    /// Whether the other side could explode the king of the side to move, if it were its turn.
    fn may_explode(&self) -> bool {
        let (us, them) = (self.side, !self.side);
        let (Some(king), Some(enemy)) = (self.king(us), self.king(them)) else { return false };
        let centres = get_king_moves(king) & self.color(us) & !get_king_moves(enemy);
        let captors = self.color(them) & !enemy.bitboard();
        let is_attacked = |square| !self.attackers(square, them, self.occupied()).is_disjoint(captors);
        centres.into_iter().any(is_attacked)
    }

    /// Whether the king that stood here, on either side of the move, has neither exploded nor been left attacked. A
    /// move that explodes the other king ends the game before it could be captured.
    fn survives(&self, mv: Move, king: Square) -> bool {
        let Move::Step { from, to, .. } = mv else { return false };
        let (us, gone) = (self.side, from.bitboard());
        if !self.is_capture(mv) {
            let king = if from == king { to } else { king };
            return Atomic::is_safe(self, king, !us, (self.occupied() ^ gone) | to.bitboard());
        }
        let mut gone = gone | to.bitboard() | get_king_moves(to) & !self.kind(Piece::Pawn);
        if self.is_en_passant(mv) {
            gone |= Square::new(to.file(), from.rank()).bitboard();
        }
        if gone.has(king) {
            return false;
        }
        let enemy = self.men(!us, Piece::King);
        !gone.is_disjoint(enemy)
            || !get_king_moves(king).is_disjoint(enemy)
            || (self.attackers(king, !us, self.occupied() & !gone) & !gone).is_empty()
    }
}
