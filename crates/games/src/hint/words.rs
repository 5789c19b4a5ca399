//! Hints in English. The templates are the only sentences about facts, and each says no more than its fact.

use super::{Fact, Found, Hint, Threat};
use crate::answer::{Answer, Standing};

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Where to look and what for, without the move.
    Place,
    /// The move.
    Move,
    /// The move, the line, and what the move threatens.
    Line,
}

impl Stage {
    /// The stage with this number, from 1.
    #[must_use]
    pub const fn of(number: u64) -> Option<Self> {
        match number {
            1 => Some(Self::Place),
            2 => Some(Self::Move),
            3 => Some(Self::Line),
            _ => None,
        }
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl Found {
    /// The facts of a stage. The first leaves out those that name moves.
    pub fn facts_of(&self, stage: Stage) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| stage > Stage::Place || !fact.names_a_move())
    }

    /// The name of the best move.
    #[must_use]
    pub fn name(&self) -> &str {
        self.answer.analysis.best.as_deref().unwrap_or_default()
    }
}

impl Hint {
    /// The hint of a stage as sentences.
    #[must_use]
    pub fn text(&self, stage: Stage) -> String {
        let Self { standing: Standing { outcome, .. }, found } = self;
        let Some(found) = found else {
            return format!("The game is over: {}.", outcome.map_or("", |(_, reason)| reason));
        };
        let shown = found.label.as_deref().unwrap_or(found.name());
        let mut sentences = vec![match stage {
            Stage::Place if found.place.is_empty() => "Here is what the search knows about the best move.".to_owned(),
            Stage::Place if found.place.len() == 1 => "Look for a move from the marked cell.".to_owned(),
            Stage::Place => "Look for a move from one of the marked cells.".to_owned(),
            Stage::Move | Stage::Line => format!("The best move that the search found is {shown}."),
        }];
        sentences.extend(found.facts_of(stage).map(|fact| sentence(fact, &found.answer)));
        if stage == Stage::Line
            && let Some(line) = found.answer.analysis.lines.first()
        {
            sentences.push(format!("The line: {}.", line.pv.join(" ")));
        }
        sentences.join(" ")
    }
}

/// A fact of this answer in English. "It" is the best move.
fn sentence(fact: &Fact, answer: &Answer) -> String {
    match fact {
        Fact::OnlyMove => "It is the only legal move.".to_owned(),
        Fact::ForcedCapture => "Every legal move is a capture.".to_owned(),
        Fact::Book => "It is in the opening book.".to_owned(),
        Fact::WinsIn { plies: 1 } => "It wins immediately.".to_owned(),
        Fact::WinsIn { plies } => format!("It wins by force {} {plies} plies.", answer.in_or_within(*plies)),
        Fact::LosesIn { plies } => {
            let distance = counted(*plies, "ply", "plies");
            format!("Every move loses by force; this one loses {} {distance}.", answer.in_or_within(*plies))
        }
        Fact::WinsBy { points } => format!("With best play, it wins by {points}."),
        Fact::LosesBy { points } => format!("With best play, every move loses; this one loses by {points}."),
        Fact::KeepsDraw => "With best play, it leads to a draw, and no move does better.".to_owned(),
        Fact::PreventsWinIn { plies } => {
            format!("After any other move, the opponent wins by force within {plies} plies.")
        }
        Fact::Gains { points } => format!("The search values it {points} above the position's static value."),
        Fact::Threatens { mv, then: Threat::WinsIn(1) } => format!("It threatens to win immediately with {mv}."),
        Fact::Threatens { mv, then: Threat::WinsIn(plies) } => {
            format!("It threatens to win within {plies} plies, starting with {mv}.")
        }
        Fact::Threatens { mv, then: Threat::Gains(points) } => format!("It threatens {mv}, which would gain {points}."),
        Fact::BestBy { expected } => {
            format!("It is expected to score {:.0} percentage points more than the second-best move.", 100.0 * expected)
        }
        Fact::BestByPoints { points } => format!("It is {points} better than the second-best move."),
        Fact::EqualTo { moves } => {
            let verb = if moves.len() == 1 { "is" } else { "are" };
            format!("Equally good {verb} {}.", moves.join(", "))
        }
    }
}

fn counted(count: u32, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
