//! When to resign.

use super::{Facts, Look, Looks, Seen};
use crate::notation::ScoreKind;

/// Up to this level nobody gives up a game while the opponent could still go wrong.
const BEGINNERS: u8 = 3;

/// Beginners see that they are lost if the end is at most this many plies away.
const NEAR_PLIES: u32 = 10;

/// While the opponent is about to lose on time, the side resigns only if it loses within this many plies.
const AT_ONCE_PLIES: u32 = 4;

/// Why to resign, in a sentence; `None` to play on.
///
/// Both the requested search and a longer one at full strength have to find the position lost, because a level may have
/// chosen a careless move. It also has to have been lost two own moves ago: nobody resigns right after a blunder that
/// the opponent may have missed. If the moves before the position are unknown, the loss has to be proven. It also has
/// to be proven in games for points, where losing by less is a better result, but there the longer search may prove it.
pub(super) fn reason(facts: &Facts, look: &mut Looks<'_>) -> Option<String> {
    let &Facts { terms, expected, proven, distance, score, has_before, .. } = facts;
    let is_proven = proven && expected == 0.0;
    if score == ScoreKind::Given || expected > terms.resign_at || !is_proven && !has_before {
        return None;
    }
    let horizon = match terms.level {
        Some(level) if level <= BEGINNERS => NEAR_PLIES,
        // A table may prove a loss that is too far away for a person to see.
        Some(level) => 8 + 2 * u32::from(level),
        None => u32::MAX,
    };
    let is_near = is_proven && distance <= horizon;
    let is_beginner = terms.level.is_some_and(|level| level <= BEGINNERS);
    if (is_proven || is_beginner) && !is_near {
        return None;
    }
    if terms.clocks.is_some_and(|clocks| clocks.is_nearly_won()) && !(is_proven && distance <= AT_ONCE_PLIES) {
        return None;
    }
    let lost = |seen: Option<Seen>| seen.filter(|seen| seen.best <= terms.resign_at);
    let before = if has_before { Some(lost(look(Look::Before))?) } else { None };
    if is_proven {
        return Some(format!("The loss is proven, within {distance} plies."));
    }
    let closely = lost(look(Look::Closely))?;
    if score == ScoreKind::Margin {
        return closely.is_proven.then(|| "A longer search proves the loss.".to_owned());
    }
    before.map(|before| format!("The expected score is {expected:.2}, and it was {:.2} two moves ago.", before.best))
}
