//! Judges one ply by one search.

use std::time::Duration;

use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Algorithm, Draws, Engine, Line, Score, Stop, StoppedBy};

use super::{LargestLosses, PlyNote, Verdict};
use crate::answer::{Answer, Standing, in_or_within};
use crate::any_position::{AnyPosition, IllegalMove, NotedMove, Question};
use crate::game::Game;
use crate::hint::{Reason, reasons};
use crate::notation::ScoreKind;
use crate::opening::Opening;

/// A game to be judged.
pub struct Review {
    game: Game,
    start: Box<dyn AnyPosition>,
    moves: Vec<NotedMove>,
    end: Standing,
    /// The named positions of the game: the opening, and how many moves lead to it.
    openings: Vec<Opening>,
    judge: Judge,
}

/// Compares moves with the best one of their position.
#[derive(Clone, Copy)]
pub struct Judge {
    /// The curve from scores to expected scores.
    pub curve: ExpectedScore,
    /// The bounds of the verdicts.
    pub largest_losses: LargestLosses,
}

/// A ply, and the search that judged it.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The number of moves before it.
    pub ply: usize,
    /// The best line.
    pub best: Line<String>,
    /// The best move as a person writes it, if that differs from its name.
    pub best_label: Option<String>,
    /// The moves of the best line as people write them, see [`LineText`](crate::answer::LineText).
    pub labels: Option<Vec<String>>,
    /// The measures of the played move; `None` if a limit ended the search before it had looked one ply ahead.
    pub measure: Option<Measure>,
    /// What the played move does on the board.
    pub facts: Vec<Reason>,
    /// Notes on the played move.
    pub notes: Vec<PlyNote>,
    /// Whether the game's book of openings has the move or its value.
    pub book: bool,
    /// The algorithm of the search.
    pub algorithm: Algorithm,
    /// The depth of the search.
    pub depth: u32,
    /// What ended the search.
    pub stopped_by: StoppedBy,
    /// The nodes of the search, including quiescence.
    pub nodes: u64,
    /// The time of the search.
    pub elapsed: Duration,
}

/// The played move, compared with the best one.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The line of the played move.
    pub line: Line<String>,
    /// The expected score after the played move, for the side that played it.
    pub expected: f64,
    /// The expected score after the best move.
    pub best_expected: f64,
    /// The difference between the two.
    pub loss: f64,
    /// The word for it.
    pub verdict: Verdict,
    /// By how many plies the played move delays a proven win, or hastens a proven loss, compared with the best move.
    pub plies_lost: Option<u32>,
}

impl Judgement {
    /// The plies after the played move until the opponent has won, if the opponent's win is proven and the best move
    /// would not have allowed it, as far as the search has seen. A win by points has no distance of its own, so its
    /// plies are those of the line to the end of the game. Scores that the state gives are not wins.
    #[must_use]
    pub fn allows_win(&self, kind: ScoreKind) -> Option<u32> {
        let is_lost = |line: &Line<String>| line.proven && line.score < Score::ZERO;
        let line = &self.measure.as_ref()?.line;
        let allows = kind != ScoreKind::Given && is_lost(line) && !is_lost(&self.best);
        allows.then(|| line.score.plies().unwrap_or(line.pv.len() as u32).saturating_sub(1))
    }

    /// See [`in_or_within`].
    #[must_use]
    pub const fn in_or_within(&self, plies: u32) -> &'static str {
        in_or_within(self.algorithm, self.depth, plies)
    }
}

impl Review {
    /// A game from this position, with moves in any spelling that requests may have. Draws that leave a legal move do not
    /// end it.
    ///
    /// # Errors
    /// The index of the first move that cannot be played, and the reason.
    pub fn new(game: &Game, start: Box<dyn AnyPosition>, names: &[String]) -> Result<Self, (usize, IllegalMove)> {
        let mut position = start.duplicate();
        let mut moves = Vec::with_capacity(names.len());
        let mut openings: Vec<Opening> =
            start.opening_here().map(|opening| Opening { plies: 0, ..opening }).into_iter().collect();
        for (index, name) in names.iter().enumerate() {
            moves.extend(position.play_noted(name).map_err(|illegal| (index, illegal))?);
            openings.extend(position.opening_here());
        }
        Ok(Self {
            game: *game,
            start,
            moves,
            end: position.standing(),
            openings,
            judge: Judge { curve: game.about.expected_score, largest_losses: LargestLosses::PUBLISHED },
        })
    }

    /// The same game, judged by this curve and these bounds.
    #[must_use]
    pub fn judged_by(self, judge: Judge) -> Self {
        Self { judge, ..self }
    }

    /// The moves, including forced passes that the names leave out.
    #[must_use]
    pub fn moves(&self) -> &[NotedMove] {
        &self.moves
    }

    /// The last named opening in the game.
    #[must_use]
    pub fn opening(&self) -> Option<&Opening> {
        self.openings.last()
    }

    /// The opening after this ply; `None` if no position from here on has a name.
    #[must_use]
    pub fn opening_at(&self, ply: usize) -> Option<&Opening> {
        let is_known = self.opening().is_some_and(|last| ply < last.plies as usize);
        self.openings.iter().rfind(|opening| is_known && opening.plies as usize <= ply + 1)
    }

    /// The position that it starts from.
    #[must_use]
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// The position after the last move.
    #[must_use]
    pub const fn end(&self) -> &Standing {
        &self.end
    }

    /// Judges a ply by a search for this question, which reuses what the engine found in earlier searches. This is work
    /// for a worker.
    ///
    /// # Panics
    /// If there is no such ply.
    pub fn judge(&self, ply: usize, question: &Question, engine: &mut Engine, stop: &Stop) -> Judgement {
        let (played, position) = (&self.moves[ply], self.before(ply));
        let question = Question { measured: Some(played.index), ..question.clone() };
        let before = position.duplicate();
        let Answer { algorithm, analysis, index, texts, .. } = position.prepare(question)(engine, stop, None);
        let best = analysis.lines[0].clone();
        let is_searched = analysis.depth > 0 || analysis.proven;
        let line = analysis.lines.iter().find(|line| is_searched && line.pv[0] == played.name);
        let judged = Judgement {
            ply,
            notes: Vec::new(),
            measure: line.map(|line| self.judge.measure(line.clone(), &best, played.is_known)),
            best_label: index.and_then(|index| before.label(index)),
            labels: texts.into_iter().next().and_then(|text| text.labels),
            best,
            facts: reasons(&self.game, &*before, played.index),
            book: played.is_known || analysis.booked,
            algorithm,
            depth: analysis.depth,
            stopped_by: analysis.stopped_by,
            nodes: analysis.stats.all_nodes(),
            elapsed: analysis.elapsed,
        };
        let missed = judged.misses_win(self.game.about.score).then_some(PlyNote::MissedWin);
        Judgement { notes: missed.into_iter().collect(), ..judged }
    }

    /// The position before this ply. A draw does not end it, because the game went on.
    pub(super) fn before(&self, ply: usize) -> Box<dyn AnyPosition> {
        let mut position = self.start.duplicate();
        self.moves[..ply].iter().for_each(|earlier| position.play(earlier.index));
        if position.has_ended() {
            position.set_draws(Draws::Ignored);
        }
        position
    }

    /// What judges its moves.
    pub(super) const fn by(&self) -> &Judge {
        &self.judge
    }
}

impl Judge {
    /// The expected score of a line.
    #[must_use]
    pub fn expected(&self, line: &Line<String>) -> f64 {
        self.curve.published(line.score, line.proven)
    }

    /// Compares the line of a move with the best one. A move of the game's book of openings counts as good at least:
    /// the book has better reasons than one search.
    pub(super) fn measure(&self, line: Line<String>, best: &Line<String>, is_known: bool) -> Measure {
        let (expected, best_expected) = (self.expected(&line), self.expected(best));
        // The best score is at least the move's, and the curve is increasing, so only rounding can make the difference
        // negative.
        let loss = rounded(best_expected - expected).max(0.0);
        let plies_lost = match (line.score.plies(), best.score.plies()) {
            (Some(own), Some(least)) if (line.score < Score::ZERO) == (best.score < Score::ZERO) => {
                Some(own.abs_diff(least))
            }
            _ => None,
        };
        let verdict = self.largest_losses.verdict(loss);
        let verdict = if is_known { verdict.min(Verdict::Good) } else { verdict };
        Measure { line, expected, best_expected, loss, verdict, plies_lost }
    }
}

/// Rounds to four decimals, so that the verdict is based on the published number.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
