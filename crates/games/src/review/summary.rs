//! Summarises a judged game.

use plyd_search::position::Side;
use serde::{Serialize, Serializer};

use super::judge::rounded;
use super::{ACCURACY, Verdict};

/// The most turning points that a summary lists.
const TURNING_POINTS_MAX: usize = 5;

/// The summary of a judged game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Each side's moves.
    pub sides: [SideSummary; 2],
    /// The mistakes and blunders that lost most, the worst first.
    pub turning_points: Vec<TurningPoint>,
}

/// The moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// The mean [accuracy](ACCURACY), from 0 to 100; `None` without a judged move.
    pub accuracy: Option<f64>,
    /// The mean loss in expected score; `None` without a judged move.
    pub mean_loss: Option<f64>,
    /// The number of moves of each verdict, in the order of [`Verdict::ALL`].
    #[serde(serialize_with = "by_name")]
    pub verdicts: [u32; Verdict::ALL.len()],
}

/// The numbers as an object with the names of the verdicts.
fn by_name<S: Serializer>(numbers: &[u32; Verdict::ALL.len()], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Verdict::ALL.map(Verdict::name).into_iter().zip(numbers))
}

/// A ply that changed much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TurningPoint {
    /// The number of moves before it.
    pub ply: usize,
    /// Its loss, in expected score.
    pub loss: f64,
}

/// What the summary needs to know about a judged ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The number of moves before it.
    pub ply: usize,
    /// The side that moved.
    pub side: Side,
    /// Its loss, in expected score.
    pub loss: f64,
    /// The word for it.
    pub verdict: Verdict,
}

impl Summary {
    /// Summarises judged plies.
    #[must_use]
    pub fn of(judged: &[Judged]) -> Self {
        let side = |side: Side| SideSummary::of(judged.iter().filter(|judged| judged.side == side));
        let mut turning_points: Vec<TurningPoint> = judged
            .iter()
            .filter(|judged| judged.verdict >= Verdict::Mistake)
            .map(|judged| TurningPoint { ply: judged.ply, loss: judged.loss })
            .collect();
        turning_points.sort_by(|one, other| other.loss.total_cmp(&one.loss).then(one.ply.cmp(&other.ply)));
        turning_points.truncate(TURNING_POINTS_MAX);
        Self { sides: [side(Side::First), side(Side::Second)], turning_points }
    }
}

impl SideSummary {
    fn of<'a>(moves: impl Iterator<Item = &'a Judged>) -> Self {
        let mut summary = Self::default();
        let (mut lost, mut accuracy) = (0.0, 0.0);
        for judged in moves {
            lost += judged.loss;
            accuracy += ACCURACY.of(judged.loss);
            summary.verdicts[judged.verdict as usize] += 1;
        }
        let moves = summary.verdicts.iter().sum::<u32>();
        if moves > 0 {
            summary.mean_loss = Some(rounded(lost / f64::from(moves)));
            summary.accuracy = Some((accuracy / f64::from(moves) * 10.0).round() / 10.0);
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(ply: usize, side: Side, loss: f64) -> Judged {
        Judged { ply, side, loss, verdict: Verdict::of(loss) }
    }

    #[test]
    fn sides_are_summed_up_and_the_largest_losses_told_first() {
        let (white, black) = (Side::First, Side::Second);
        let moves = [(7, black, 0.44), (8, white, 0.0), (9, black, 0.12), (10, white, 0.03), (11, black, 0.44)];
        let judged = moves.map(|(ply, side, loss)| judged(ply, side, loss));
        let summary = Summary::of(&judged);
        assert_eq!(summary.sides[0].verdicts, [1, 1, 0, 0, 0]);
        assert_eq!(summary.sides[1].verdicts, [0, 0, 0, 1, 2]);
        assert_eq!((summary.sides[0].mean_loss, summary.sides[1].mean_loss), (Some(0.015), Some(0.3333)));
        assert!(summary.sides[0].accuracy > Some(90.0) && summary.sides[1].accuracy < Some(40.0));
        let plies: Vec<usize> = summary.turning_points.iter().map(|point| point.ply).collect();
        assert_eq!(plies, [7, 11, 9]);
    }

    #[test]
    fn a_side_without_a_move_has_no_mean() {
        let many: Vec<_> = (0..9).map(|ply| judged(ply, Side::First, 0.5)).collect();
        let summary = Summary::of(&many);
        assert_eq!((summary.sides[1].accuracy, summary.sides[1].mean_loss), (None, None));
        assert_eq!(summary.turning_points.len(), TURNING_POINTS_MAX);
    }
}
