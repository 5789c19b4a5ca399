//! When to claim a draw, when to accept one, and when to offer one.

use plyd_search::mix;

use super::{Facts, Look, Looks};
use crate::notation::ScoreKind;

/// Plies without progress after which a position counts as quiet.
const QUIET_PLIES: u32 = 12;

/// If the moves of a game are known from its start, it is in its opening up to this ply. A proven draw may be agreed on
/// sooner, since a short game can be over by then.
const OPENING_PLIES: usize = 40;
const SHORT_OPENING_PLIES: usize = 8;

/// After an offer in a quiet position, the next one comes after this many more quiet plies at the earliest.
const NEXT_OFFER_PLIES: u32 = 40;

/// In a proven draw, one own move in this many comes with an offer.
const PROVEN_MOVES: u64 = 8;

/// Whether a move promises more than the draw that may be claimed. After the end of the game, the requested search has
/// no move, and a level may have chosen a careless one: then a search at full strength has to find none, either.
pub(super) fn promises_more(facts: &Facts, look: &mut Looks<'_>) -> bool {
    let is_unsure = facts.is_over || facts.terms.level.is_some();
    facts.expected > 0.5 || is_unsure && look(Look::Now).is_some_and(|seen| seen.best > 0.5)
}

/// Whether players of this game can agree on a draw.
pub(super) fn can_be_agreed(facts: &Facts) -> bool {
    facts.can_be_drawn && facts.score != ScoreKind::Given
}

/// Whether a draw is clearly more than the position promises.
pub(super) fn would_gain(facts: &Facts) -> bool {
    can_be_agreed(facts) && 0.5 - facts.expected > facts.terms.draw_at && !is_nearly_won(facts)
}

fn is_nearly_won(facts: &Facts) -> bool {
    facts.terms.clocks.is_some_and(|clocks| clocks.is_nearly_won())
}

/// Why a draw would be a fair result, in a sentence; `None` to play on.
///
/// A proven draw is fair. Otherwise, both the requested search and a longer one at full strength have to find an equal
/// score, the score has to have been about equal two own moves ago, and nothing irreversible may have happened for some
/// plies. Games for points, and games in which every move is irreversible, need a proof.
pub(super) fn reason(facts: &Facts, look: &mut Looks<'_>) -> Option<String> {
    let &Facts { terms, expected, proven, plies, from_start, .. } = facts;
    let distance = (expected - 0.5).abs();
    if !can_be_agreed(facts) || facts.booked || distance > terms.draw_at || is_nearly_won(facts) {
        return None;
    }
    if proven {
        let is_opening = from_start && plies < SHORT_OPENING_PLIES;
        return (!is_opening).then(|| "The draw is proven.".to_owned());
    }
    let quiet = facts.quiet.filter(|quiet| *quiet >= QUIET_PLIES)?;
    if facts.score == ScoreKind::Margin || from_start && plies < OPENING_PLIES {
        return None;
    }
    let is_equal = |look: Option<super::Seen>, within: f64| look.is_some_and(|seen| (seen.best - 0.5).abs() <= within);
    if !is_equal(look(Look::Before), 2.0 * terms.draw_at) || !is_equal(look(Look::Closely), terms.draw_at) {
        return None;
    }
    Some(format!("The expected score is {expected:.2}, and nothing has happened for {quiet} plies."))
}

/// Whether to offer a draw in a position in which a draw would be fair. The seed chooses half of all stretches of quiet
/// plies. In a chosen stretch, an offer is due at two plies in a row, first after `QUIET_PLIES` and then every
/// `NEXT_OFFER_PLIES`. Usually it is this side's turn at only one of the two, so it offers once.
pub(super) fn is_time_to_offer(facts: &Facts) -> bool {
    let seed = facts.terms.seed;
    if facts.proven {
        return (facts.plies as u64 / 2 + seed).is_multiple_of(PROVEN_MOVES);
    }
    let Some(quiet) = facts.quiet else { return false };
    let began = facts.plies.saturating_sub(quiet as usize) as u64;
    let is_chosen = mix(mix(seed) ^ began).is_multiple_of(2);
    is_chosen && quiet >= QUIET_PLIES && (quiet - QUIET_PLIES) % NEXT_OFFER_PLIES < 2
}
