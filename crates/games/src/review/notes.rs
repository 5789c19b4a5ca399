//! The marks of a review for an annotated record.

use std::collections::BTreeMap;

use plyd_search::Score;
use plyd_search::position::Side;

use super::{Judgement, Review, Verdict};
use crate::record::{BETTER_MAX, Mark, Note};

impl Review {
    /// The notes on judged plies, which may be in any order. Each has the value after the move. Inaccuracies, mistakes
    /// and blunders get a mark and a better line, and the best answers to mistakes and blunders get a mark.
    #[must_use]
    pub fn notes(&self, judged: &[Judgement]) -> BTreeMap<usize, Note> {
        let mistakes: Vec<usize> = judged
            .iter()
            .filter(|judged| judged.measure.as_ref().is_some_and(|measure| measure.verdict >= Verdict::Mistake))
            .map(|judged| judged.ply)
            .collect();
        judged
            .iter()
            .filter_map(|judged| {
                let played = &self.moves()[judged.ply];
                let measure = judged.measure.as_ref()?;
                let is_best = measure.loss == 0.0 && !played.is_only;
                let answers = || judged.ply.checked_sub(1).is_some_and(|before| mistakes.contains(&before));
                let mark = match measure.verdict {
                    Verdict::Inaccuracy => Some(Mark::Doubtful),
                    Verdict::Mistake => Some(Mark::Mistake),
                    Verdict::Blunder => Some(Mark::Blunder),
                    Verdict::Best if is_best && answers() => Some(Mark::Good),
                    Verdict::Best | Verdict::Good => None,
                };
                let is_wrong = mark.is_some_and(|mark| mark != Mark::Good);
                let line = if is_wrong { &judged.best.pv[..judged.best.pv.len().min(BETTER_MAX)] } else { &[] };
                let eval = evaluation(measure.line.score, played.side);
                Some((judged.ply, Note { mark, eval, better: line.to_vec() }))
            })
            .collect()
    }
}

/// Turns a score before a move of this side into the value after the move for White: pawns, or the moves to mate.
/// `None` if the move ends the game.
fn evaluation(score: Score, side: Side) -> Option<String> {
    let sign = if (score > Score::ZERO) == (side == Side::First) { "" } else { "-" };
    match score.plies() {
        Some(0 | 1) => None,
        Some(plies) => Some(format!("#{sign}{}", plies / 2)),
        None => {
            let value = if side == Side::First { score.value() } else { -score.value() };
            Some(format!("{:.2}", f64::from(value) / 100.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_after_the_move_for_white() {
        let (white, black) = (Side::First, Side::Second);
        for (score, side, value) in [
            (Score::heuristic(35), white, Some("0.35")),
            (Score::heuristic(35), black, Some("-0.35")),
            (Score::ZERO, black, Some("0.00")),
            (Score::win_in(1), white, None),
            // After the move, one more move mates.
            (Score::win_in(3), white, Some("#1")),
            (Score::win_in(5), black, Some("#-2")),
            (Score::loss_in(2), white, Some("#-1")),
            (Score::loss_in(4), black, Some("#2")),
        ] {
            assert_eq!(evaluation(score, side).as_deref(), value, "{score:?}");
        }
    }
}
