//! Searches a position and collects the facts about its best move.

use std::cmp::Ordering;

use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Engine, Limits, Line, Score, Stop, StoppedBy};

use super::place;
use super::sentence::Sentences;
use super::{Fact, Reason, Threat};
use crate::answer::{Answer, MoveIndex, Standing};
use crate::board::RowColumn;
use crate::game::{AnyPosition, Game, Question};
use crate::motif::Motif;
use crate::notation::ScoreKind;

/// The number of lines of the search. The second line shows how much better the best move is, and the others show which
/// moves are as good.
pub const LINES: usize = 4;

/// A gain of at least this much expected score is worth mentioning.
const GAIN: f64 = 0.1;

/// A threat to gain at least this much expected score is worth mentioning. The bound is high, since any second move in
/// a row is worth something.
const THREAT: f64 = 0.2;

/// A lead of at least this much expected score over the second best move is worth mentioning.
const LEAD: f64 = 0.02;

/// The search for a threat gets this part of the nodes.
const THREAT_SHARE: u64 = 4;

/// A hint about a position.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The position.
    pub standing: Standing,
    /// What was found; `None` if the game is over.
    pub found: Option<Found>,
}

/// The best move of a position, and the facts about it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer of the search.
    pub answer: Answer,
    /// Whether it is the main move of a known opening.
    pub is_booked: bool,
    /// The best move as a person writes it, if that differs from its name.
    pub label: Option<String>,
    /// The cells that the move touches.
    pub cells: Vec<RowColumn>,
    /// Where to look for the move: cells that leave more than one legal move possible. Empty if the game has no board.
    pub place: Vec<RowColumn>,
    /// The facts.
    pub facts: Vec<Reason>,
    /// The nodes of all searches, including quiescence.
    pub nodes: u64,
    /// Whether time ended a search.
    pub is_cut_by_time: bool,
}

/// Searches a position for a hint. In an opening that the game knows, the search only chooses among the
/// [moves of the book](AnyPosition::book_moves), so that a hint does not leave the main line for a few points. The
/// question asks for [`LINES`] lines and names no root moves; every search of the hint ends by its deadline. The curve converts scores to expected scores. This is work for a worker.
#[must_use]
pub fn hint(
    game: &Game,
    position: &dyn AnyPosition,
    question: &Question,
    curve: ExpectedScore,
    (engine, stop): (&mut Engine, &Stop),
) -> Hint {
    let standing = position.standing();
    if standing.outcome.is_some() {
        return Hint { standing, found: None };
    }
    let book = Some(position.book_moves()).filter(|moves| !moves.is_empty());
    let is_booked = book.is_some();
    let asked = Question { search_moves: book, ..question.clone() };
    let answer = position.duplicate().prepare(asked)(&mut *engine, stop, None);
    let index = answer.index.unwrap_or(MoveIndex(0));
    let mut seeker = Seeker { game, position, question, curve, engine, stop, facts: Vec::new(), nodes: 0, late: false };
    seeker.by_rules();
    if is_booked {
        seeker.facts.push(Fact::Book);
    }
    if answer.analysis.depth > 0 || answer.analysis.proven {
        match is_booked {
            true => seeker.by_book(&answer, index),
            false => seeker.by_search(&answer, index),
        }
    }
    seeker.by_motif(index);
    let Seeker { facts, nodes, late, .. } = seeker;
    let sentences = Sentences::new(game, position, index);
    let reason = |fact: Fact| Reason { text: sentences.of(&fact, &answer), fact };
    let stats = &answer.analysis.stats;
    let found = Found {
        is_booked,
        label: position.label(index),
        cells: position.cells(index),
        place: place::of(position, index),
        facts: facts.into_iter().map(reason).collect(),
        nodes: nodes + stats.all_nodes(),
        is_cut_by_time: late || answer.is_cut_by_time(),
        answer,
    };
    Hint { standing, found: Some(found) }
}

/// A hint while its facts are collected.
struct Seeker<'a> {
    game: &'a Game,
    position: &'a dyn AnyPosition,
    question: &'a Question,
    curve: ExpectedScore,
    engine: &'a mut Engine,
    stop: &'a Stop,
    facts: Vec<Fact>,
    nodes: u64,
    /// Whether time ended a search.
    late: bool,
}

impl Seeker<'_> {
    /// Facts that follow from the rules.
    fn by_rules(&mut self) {
        if self.position.count_moves() == 1 {
            self.facts.push(Fact::OnlyMove);
        }
        if captures_only(self.position) {
            self.facts.push(Fact::ForcedCapture);
        }
    }

    /// What the move does on the board. A threat of mate that the search has found is not repeated.
    fn by_motif(&mut self, best: MoveIndex) {
        let wins = |fact: &Fact| matches!(fact, Fact::Threatens { then: Threat::WinsIn(_), .. });
        let is_told = self.facts.iter().any(wins);
        let motifs = self.position.motifs(best).into_iter();
        let new = motifs.filter(|motif| !(is_told && matches!(motif, Motif::ThreatensMate { .. })));
        self.facts.extend(new.map(Fact::Motif));
    }

    /// Facts that follow from a search of the book's moves. It has not tried the other moves, so nothing can be said about
    /// the best of all.
    fn by_book(&mut self, answer: &Answer, index: MoveIndex) {
        let Some(best) = answer.analysis.lines.first() else { return };
        if !best.proven {
            self.gain(best);
            self.threat(best, index);
        }
        self.equal(answer, best);
    }

    /// Facts that follow from the lines of a search of all moves.
    fn by_search(&mut self, answer: &Answer, index: MoveIndex) {
        let lines = &answer.analysis.lines;
        let Some(best) = lines.first() else { return };
        let about = &self.game.about;
        match (best.score.plies(), best.score.cmp(&Score::ZERO)) {
            _ if about.score == ScoreKind::Given || !best.proven => {}
            (Some(plies), Ordering::Greater) => self.facts.push(Fact::WinsIn { plies }),
            (Some(plies), _) => self.facts.push(Fact::LosesIn { plies }),
            (None, Ordering::Greater) => self.facts.push(Fact::WinsBy { points: best.score.value() }),
            (None, Ordering::Less) => self.facts.push(Fact::LosesBy { points: -best.score.value() }),
            (None, Ordering::Equal) => self.facts.push(Fact::KeepsDraw),
        }
        if !best.proven && about.score != ScoreKind::Given {
            self.gain(best);
            self.threat(best, index);
        }
        let Some(second) = lines.get(1) else { return };
        match second.score.plies() {
            Some(plies) if second.proven && second.score < Score::ZERO && !is_loss(best) => {
                self.facts.push(Fact::PreventsWinIn { plies });
            }
            _ => {}
        }
        self.lead(best, second);
        self.equal(answer, best);
    }

    /// Which other moves of the search are as good.
    fn equal(&mut self, answer: &Answer, best: &Line<String>) {
        let others = answer.analysis.lines.iter().zip(&answer.texts).skip(1);
        let equal = others.filter(|(line, _)| line.score == best.score && line.proven == best.proven);
        let (moves, labels): (Vec<String>, Vec<_>) = equal
            .map(|(line, text)| {
                let label = text.labels.as_ref().map(|labels| labels[0].clone());
                (line.pv[0].clone(), label.filter(|label| *label != line.pv[0]))
            })
            .unzip();
        if !moves.is_empty() {
            self.facts.push(Fact::EqualTo { moves, labels: labels.into_iter().collect() });
        }
    }

    /// How much more the search found than the position looks worth.
    fn gain(&mut self, best: &Line<String>) {
        match self.position.static_value(self.question.limits.deadline, self.stop) {
            Ok(value) if !value.is_proven() && self.expected(best.score) - self.expected(value) >= GAIN => {
                self.facts.push(Fact::Gains { points: best.score.value() - value.value() });
            }
            Ok(_) => {}
            Err(_) => self.late = true,
        }
    }

    /// What the side would do after its best move if the opponent passed.
    fn threat(&mut self, best: &Line<String>, index: MoveIndex) {
        let mut position = self.position.duplicate();
        position.play(index);
        let Some(passed) = position.passed() else { return };
        let Limits { nodes, .. } = self.question.limits;
        let limits = Limits { nodes: (nodes / THREAT_SHARE).max(1), ..self.question.limits };
        let question = Question { multi_pv: 1, limits, ..self.question.clone() };
        let Answer { analysis, label, .. } = passed.prepare(question)(&mut *self.engine, self.stop, None);
        self.nodes += analysis.stats.all_nodes();
        self.late |= analysis.stopped_by == StoppedBy::Time;
        let Some(line) = analysis.lines.first().filter(|_| analysis.depth > 0 || analysis.proven) else { return };
        let then = match line.score.plies() {
            Some(plies) if line.score > Score::ZERO => Threat::WinsIn(plies),
            Some(_) => return,
            None if self.expected(line.score) - self.expected(best.score) < THREAT => return,
            None => Threat::Gains(line.score.value() - best.score.value()),
        };
        let mv = line.pv[0].clone();
        let label = label.filter(|label| *label != mv);
        self.facts.push(Fact::Threatens { mv, label, then });
    }

    /// How much better the best move is than the second best.
    fn lead(&mut self, best: &Line<String>, second: &Line<String>) {
        if self.game.about.score == ScoreKind::Given {
            let points = best.score.value() - second.score.value();
            if points > 0 {
                self.facts.push(Fact::BestByPoints { points });
            }
            return;
        }
        let [best, second] = [best, second].map(|line| self.curve.published(line.score, line.proven));
        let expected = ((best - second) * 1e4).round() / 1e4;
        if expected >= LEAD {
            self.facts.push(Fact::BestBy { expected });
        }
    }

    /// The expected score of a score that is not proven.
    fn expected(&self, score: Score) -> f64 {
        self.curve.of(score, false)
    }
}

fn is_loss(line: &Line<String>) -> bool {
    line.score.is_proven() && line.score < Score::ZERO
}

/// Whether every legal move leaves fewer pieces on the board.
fn captures_only(position: &dyn AnyPosition) -> bool {
    let count = |position: &dyn AnyPosition| position.stones().rows.iter().flatten().flatten().count();
    let before = count(position);
    before > 0
        && (0..position.count_moves()).all(|index| {
            let mut after = position.duplicate();
            after.play(MoveIndex(index));
            count(&*after) < before
        })
}
