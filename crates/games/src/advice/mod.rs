//! What an opponent with manners does in addition to its move: it resigns, accepts, offers or claims a draw, and takes
//! its time.
//!
//! Advice is a pure function of the position, the moves that led to it, and what searches limited by nodes find there.
//! The rules are in `resign.rs`, `draws.rs` and `thinking.rs`; [`Adviser`] finds the facts that they need.

mod adviser;
mod draws;
mod resign;
#[cfg(test)]
mod tests;
mod thinking;

use std::time::Duration;

pub use adviser::{Adviser, Past};

use serde::Serialize;

use crate::answer::Claimable;
use crate::notation::ScoreKind;

/// What is advised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// Whether to resign instead of moving.
    pub resign: bool,
    /// Whether to offer a draw with the move.
    pub offer_draw: bool,
    /// Whether to accept a draw, if the opponent offers one.
    pub accept_draw: bool,
    /// The draw to claim instead of moving.
    pub claim_draw: Option<Claimable>,
    /// How long a person would think about the move, in milliseconds.
    pub think_ms: u64,
    /// All of that in a plain sentence.
    pub because: String,
}

/// What a request says about manners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The number of the level that plays; `None` is full strength.
    pub level: Option<u8>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The highest expected score at which to resign.
    pub resign_at: f64,
    /// The largest distance from ½ of an expected score at which to accept a draw.
    pub draw_at: f64,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
}

impl Terms {
    /// The expected score at which an opponent resigns unless told otherwise, and how near to ½ it accepts a draw.
    pub const USUAL: f64 = 0.03;
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The time left for the side to move.
    pub own: Duration,
    /// The time left for the other side, if it is known.
    pub opponent: Option<Duration>,
    /// The time that a move adds.
    pub increment: Duration,
    /// The moves until the next time control.
    pub moves: Option<u32>,
    /// The time before the clock runs, in each move. With a time for each move, it is all there is.
    pub delay: Duration,
    /// A period of byo-yomi, which begins when the clock has run out; zero if there is none. A move within the period
    /// gets it back.
    pub byoyomi: Duration,
    /// The periods that the side to move has left. A move that takes longer than one of them uses it up.
    pub periods: u32,
}

impl Clocks {
    /// The time that each move has besides the clock.
    #[must_use]
    pub fn per_move(&self) -> Duration {
        self.delay + self.byoyomi
    }

    /// Whether a move that takes longer than all of its time costs a period instead of the game.
    #[must_use]
    pub const fn may_overrun(&self) -> bool {
        self.periods > 1 && !self.byoyomi.is_zero()
    }

    /// What is left for the same move after this time: first the delay passes, then the clock runs, and then the
    /// periods, the last of which is what is left of the one that has begun.
    #[must_use]
    pub fn after(self, passed: Duration) -> Self {
        let (delay, passed) = (self.delay.saturating_sub(passed), passed.saturating_sub(self.delay));
        let (own, passed) = (self.own.saturating_sub(passed), passed.saturating_sub(self.own));
        let period = self.byoyomi.as_nanos().max(1);
        let used = u32::try_from(passed.as_nanos() / period).unwrap_or(u32::MAX);
        let periods = self.periods.saturating_sub(used);
        let byoyomi =
            if periods == 0 { Duration::ZERO } else { self.byoyomi.saturating_sub(passed - self.byoyomi * used) };
        Self { own, delay, byoyomi, periods, ..self }
    }

    /// Whether the opponent is about to lose on time: then nobody gives up a game.
    fn is_nearly_won(&self) -> bool {
        let for_moves = (self.increment + self.per_move()) * 10;
        self.opponent.is_some_and(|opponent| opponent + for_moves < Duration::from_secs(10) && self.own > opponent * 3)
    }
}

/// The facts that advice follows from, apart from the results of [looks](Look).
#[derive(Clone, Copy, Debug)]
struct Facts {
    terms: Terms,
    /// Whether the game is over.
    is_over: bool,
    /// The draw that may be claimed here.
    claimable: Option<Claimable>,
    /// Whether the game can end in a draw.
    can_be_drawn: bool,
    /// The meaning of scores. In a game for points, only a proven result ends the game early. If the state gives the
    /// scores, nobody wins, so nobody resigns or offers a draw.
    score: ScoreKind,
    /// The number of moves in the request, and whether they begin at the start of the game.
    plies: usize,
    from_start: bool,
    /// Whether these moves contain the position before the side's last two moves.
    has_before: bool,
    /// Plies without progress; `None` if every move is progress.
    quiet: Option<u32>,
    /// The number of legal moves.
    choices: usize,
    /// Whether the move ends on the cell on which the opponent's last move ended.
    takes_back: bool,
    /// Whether the move or its value comes from a book.
    booked: bool,
    /// The expected score by the search that was asked for.
    expected: f64,
    /// Whether the score is proven, and if so, the number of plies to the end.
    proven: bool,
    distance: u32,
    /// A number that is different for each position and seed.
    drawn: u64,
}

/// A search that a rule may ask for. It is limited by nodes, and has full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Look {
    /// A cheap search of the position, for the two best moves.
    Now,
    /// A longer search of the position.
    Closely,
    /// A cheap search of the position before the side's last two moves.
    Before,
}

/// What a look finds: the expected scores of the best move and of the second best.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    best: f64,
    second: Option<f64>,
    /// Whether the best one is proven.
    is_proven: bool,
}

/// Returns what a look finds, and searches only when that look is first asked for. `None` if there is no such position,
/// or no time is left.
type Looks<'a> = dyn FnMut(Look) -> Option<Seen> + 'a;

/// Applies the rules.
fn advise(facts: &Facts, look: &mut Looks<'_>) -> Advice {
    let claim_draw = facts.claimable.filter(|_| !draws::promises_more(facts, look));
    let nothing = Advice {
        resign: false,
        offer_draw: false,
        accept_draw: false,
        claim_draw,
        think_ms: 0,
        because: String::new(),
    };
    if let Some(Claimable { reason }) = claim_draw {
        let because = format!("A draw can be claimed: {reason}. No move promises more.");
        return Advice { accept_draw: true, because, ..nothing };
    }
    if facts.is_over {
        return Advice { because: "The game is over.".to_owned(), ..nothing };
    }
    let (think_ms, thought) = thinking::time(facts, look);
    let nothing = Advice { think_ms, ..nothing };
    if let Some(because) = resign::reason(facts, look) {
        // Half a point is more than none.
        return Advice { resign: true, accept_draw: draws::can_be_agreed(facts), because, ..nothing };
    }
    if let Some(equal) = draws::reason(facts, look) {
        let offer_draw = draws::is_time_to_offer(facts);
        let because = if offer_draw { equal } else { format!("{equal} {thought}") };
        return Advice { accept_draw: true, offer_draw, because, ..nothing };
    }
    let accept_draw = draws::would_gain(facts);
    Advice { accept_draw, because: thought, ..nothing }
}
