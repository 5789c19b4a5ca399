//! What a position is worth: weights of what the sides have, learnt from games (`terms` says of what, `weights` how
//! much, [`learning`] how they are told to the learner).
//!
//! Each side is counted as it sees the board. What it does to the enemy king adds up apart from the rest, because the
//! danger of several attackers grows faster than their number.

use cozy_chess::Board;
use pulp::NullaryFnOnce;

use super::tapered::{FULL_BOARD, Tapered};
use army::Army;
use skeleton::Skeleton;
use tally::{Sum, Tally};
use terms::TEMPO;
use weights::SCALES;

mod army;
mod bits;
mod endings;
mod king;
pub mod learning;
mod pawns;
mod pieces;
mod skeleton;
mod tally;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub(super) use tally::WORTH;

/// What one side has.
#[derive(Clone, Copy, Default)]
struct Sheet<T> {
    worth: T,
    /// The danger that the enemy king is in.
    danger: T,
}

/// The value for the side to move, in centipawns.
pub(super) fn evaluate(board: &Board) -> i32 {
    pulp::Arch::new().dispatch(Evaluation(board))
}

/// An evaluation by whatever instructions the processor has. All that it calls has to be compiled into it, or it would
/// be compiled for those that every processor has: hence the many functions that are always inlined.
struct Evaluation<'a>(&'a Board);

impl NullaryFnOnce for Evaluation<'_> {
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        value(self.0)
    }
}

#[inline(always)]
fn value(board: &Board) -> i32 {
    let (armies, [own, other]) = counted::<Sum>(board);
    let balance = own.worth.0 + pressing(own.danger.0) - other.worth.0 - pressing(other.danger.0);
    let [stronger, weaker] = if balance.endgame() >= 0 { [&armies[0], &armies[1]] } else { [&armies[1], &armies[0]] };
    let value = tapered(balance, phase(&armies), SCALES[endings::class(stronger, weaker)]);
    let [stronger, weaker] = if value >= 0 { [&armies[0], &armies[1]] } else { [&armies[1], &armies[0]] };
    endings::known(stronger, weaker, value.abs()).map_or(value, |known| if value >= 0 { known } else { -known })
}

/// Both sides, the one to move first, each as it sees the board, and what they have.
#[inline(always)]
fn counted<T: Tally>(board: &Board) -> ([Army; 2], [Sheet<T>; 2]) {
    let us = board.side_to_move();
    let mut armies = [Army::of(board, us), Army::of(board, !us)];
    let mut seen = [armies[1].turned(), armies[0].turned()];
    let Skeleton { mut sheets, passed } = T::skeleton(board, &armies, &seen);
    for number in 0..2 {
        pieces::count(&mut armies[number], &seen[number], &mut sheets[number]);
        seen[1 - number].see_reach(&armies[number]);
    }
    for (number, ((own, enemy), sheet)) in armies.iter().zip(&seen).zip(&mut sheets).enumerate() {
        let on_move = number == 0;
        sheet.worth.add(TEMPO.at(0), i32::from(on_move));
        pawns::count_passed(own, enemy, on_move, passed[number], sheet);
        king::count(own, enemy, on_move, sheet);
        threats::count(own, enemy, sheet);
    }
    (armies, sheets)
}

#[inline(always)]
fn phase(armies: &[Army; 2]) -> i32 {
    (armies[0].phase() + armies[1].phase()).min(FULL_BOARD)
}

/// The value between opening and endgame, that of the endgame reduced to so many 64ths.
#[inline(always)]
fn tapered(balance: Tapered, phase: i32, scale: i32) -> i32 {
    (balance.opening() * phase * 64 + balance.endgame() * scale * (FULL_BOARD - phase)) / (64 * FULL_BOARD)
}

/// What danger to the enemy king is worth.
#[inline(always)]
fn pressing(danger: Tapered) -> Tapered {
    let square = |danger: i32| {
        let danger = danger.clamp(0, DANGER_MOST);
        danger * danger / DANGER_UNIT
    };
    Tapered::new(square(danger.opening()), square(danger.endgame()))
}

/// Danger beyond this is no worse.
const DANGER_MOST: i32 = 1500;
/// So much danger is worth as much.
const DANGER_UNIT: i32 = 1024;
