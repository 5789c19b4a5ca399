//! Finds the facts that the rules need. Some follow from the game so far, before the search; the others from the
//! search's answer and from further short searches, the [looks](Look).

use std::collections::HashMap;

use plyd_search::{Draws, Engine, Instant, Limits, Stop, StoppedBy, mix};

use super::{Advice, Facts, Look, Seen, Terms, advise};
use crate::answer::Answer;
use crate::any_position::{AnyPosition, Question};
use crate::board::RowColumn;
use crate::catalogue::Game;

/// How many of the last plies before a position are kept: enough for two moves of each side, even with passes and sides
/// that move twice.
const KEPT: usize = 8;

/// The game up to a position.
pub struct Past {
    plies: usize,
    from_start: bool,
    /// The position before the side's last two moves.
    before: Option<Box<dyn AnyPosition>>,
    /// The cell on which the last move ended.
    last_cell: Option<RowColumn>,
}

impl Past {
    /// The game from this position by these moves, which have to be legal and in canonical form.
    #[must_use]
    pub fn new(game: &Game, mut position: Box<dyn AnyPosition>, moves: &[String]) -> Self {
        let from_start = position.state() == game.about.start();
        let mut kept: Vec<Box<dyn AnyPosition>> = Vec::new();
        let mut last_cell = None;
        for (index, name) in moves.iter().enumerate() {
            if index + KEPT >= moves.len() {
                kept.push(position.duplicate());
            }
            if index + 1 == moves.len() {
                let found = position.find_moves(std::slice::from_ref(name)).ok();
                last_cell = found.and_then(|found| position.cells(found[0]).last().copied());
            }
            // The moves were played once already.
            let _ = position.play_named(name);
        }
        let own = position.standing().to_move;
        let mut own_moves = kept.into_iter().rev().filter(|position| position.standing().to_move == own);
        Self { plies: moves.len(), from_start, before: own_moves.nth(1), last_cell }
    }
}

/// Gives advice about one position.
pub struct Adviser {
    game: &'static Game,
    position: Box<dyn AnyPosition>,
    past: Past,
    terms: Terms,
}

impl Adviser {
    /// An adviser on this position of the game.
    #[must_use]
    pub fn new(game: &'static Game, position: Box<dyn AnyPosition>, past: Past, terms: Terms) -> Self {
        Self { game, position, past, terms }
    }

    /// The advice for this answer, and whether it is complete. If there was no time for a look, the rule that needs it
    /// does not apply. Looks use the techniques of the question, and end at the deadline.
    pub fn advise(
        &self,
        answer: &Answer,
        question: &Question,
        (engine, stop): (&mut Engine, &Stop),
        deadline: Option<Instant>,
    ) -> (Advice, bool) {
        let mut is_complete = true;
        let mut seen: HashMap<Look, Option<Seen>> = HashMap::new();
        let mut look = |look: Look| {
            *seen.entry(look).or_insert_with(|| {
                let position = if look == Look::Before { self.past.before.as_ref()? } else { &self.position };
                let about = &self.game.about;
                // About 4 ms for a cheap look and 20 ms for a longer one, but within limits that suit every game.
                let cheap = (about.review_nodes / 25).clamp(500, 4_000);
                let (nodes, lines) = match look {
                    Look::Now => (cheap, 2),
                    Look::Closely => ((about.review_nodes / 5).clamp(2_000, 20_000), 1),
                    Look::Before => (cheap, 1),
                };
                let algorithm = self.game.strongest();
                let limits = Limits { nodes, deadline, ..Limits::depth(about.max_depth_of(algorithm)) };
                let looked = Question {
                    algorithm,
                    multi_pv: lines,
                    techniques: question.techniques,
                    warm: false,
                    ..Question::new(limits)
                };
                let mut position = position.duplicate();
                // A draw that could be claimed may have ended the game; a look sees what could be played instead.
                position.set_draws(Draws::Automatic);
                let analysis = position.prepare(looked)(engine, stop, None).analysis;
                if analysis.stopped_by == StoppedBy::Time {
                    is_complete = false;
                    return None;
                }
                let expected = |score, proven| about.expected_score.published(score, proven);
                let second = analysis.lines.get(1).map(|line| expected(line.score, line.proven));
                let is_proven = analysis.proven || analysis.score.is_proven();
                Some(Seen { best: expected(analysis.score, analysis.proven), second, is_proven })
            })
        };
        let advice = advise(&self.facts(answer), &mut look);
        (advice, is_complete)
    }

    fn facts(&self, answer: &Answer) -> Facts {
        let Self { game, position, past, terms } = self;
        let (found, about) = (&answer.analysis, &game.about);
        let start = game.start().quiet_plies_left();
        let quiet = start.zip(position.quiet_plies_left()).map(|(most, left)| most.saturating_sub(left));
        let last = answer.cells.last();
        Facts {
            terms: *terms,
            is_over: answer.standing.outcome.is_some(),
            claimable: answer.standing.claimable,
            can_be_drawn: game.can_be_drawn,
            score: about.score,
            plies: past.plies,
            from_start: past.from_start,
            has_before: past.before.is_some(),
            quiet,
            choices: position.count_moves(),
            takes_back: last.is_some() && past.last_cell.as_ref() == last,
            booked: found.booked,
            expected: about.expected_score.published(found.score, found.proven),
            proven: found.proven || found.score.is_proven(),
            distance: found.score.plies().unwrap_or(found.depth),
            drawn: mix(mix(terms.seed) ^ position.trail()[0] ^ past.plies as u64),
        }
    }
}
