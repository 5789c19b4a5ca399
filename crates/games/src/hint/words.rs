//! The stages of a hint, and its text.

use super::{Found, Hint, Reason};
use crate::answer::Standing;

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
    /// The facts of a stage. The first leaves out those that name moves or cells.
    pub fn facts_of(&self, stage: Stage) -> impl Iterator<Item = &Reason> {
        self.facts.iter().filter(move |reason| stage > Stage::Place || !reason.fact.gives_away())
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
            Stage::Move | Stage::Line if found.is_booked => format!("The main move of this opening is {shown}."),
            Stage::Move | Stage::Line => format!("The best move that the search found is {shown}."),
        }];
        sentences.extend(found.facts_of(stage).map(|reason| reason.text.clone()));
        if stage == Stage::Line
            && let Some(line) = found.answer.analysis.lines.first()
        {
            let labels = found.answer.texts.first().and_then(|text| text.labels.as_ref());
            sentences.push(format!("The line: {}.", labels.unwrap_or(&line.pv).join(" ")));
        }
        sentences.join(" ")
    }
}
