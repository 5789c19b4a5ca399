//! Verdicts on losses, notes, and the accuracy that follows from losses.

use serde::Serialize;

/// A word for how much a move loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As good as the best move.
    Best,
    /// Hardly worse.
    Good,
    /// Worse, but seldom decisive.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// Possibly decisive.
    Blunder,
}

impl Verdict {
    /// Every verdict, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The verdict on a loss in expected score, by the published bounds.
    #[must_use]
    pub fn of(loss: f64) -> Self {
        LargestLosses::PUBLISHED.verdict(loss)
    }

    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// A note on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyNote {
    /// The only good move: every other one loses at least as much as in a puzzle. It is neither the only legal move, nor
    /// a recapture, nor in the book.
    Great,
    /// The best move wins by force, which is proven. The played move does not, as far as the search has seen, and is a
    /// mistake or a blunder.
    MissedWin,
}

impl PlyNote {
    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Great => "great",
            Self::MissedWin => "missed_win",
        }
    }
}

/// The largest loss in expected score that still gets each verdict, the best verdict first. The last verdict has no
/// bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LargestLosses([f64; Verdict::ALL.len() - 1]);

impl LargestLosses {
    /// The bounds that hold if a review names none.
    pub const PUBLISHED: Self = Self([0.02, 0.05, 0.10, 0.20]);

    /// Checks these bounds. Each has to be at least the one before it, the first at least 0, and none above 1.
    ///
    /// # Errors
    /// The first verdict whose bound is out of range, and the least that the bound may be.
    pub fn new(bounds: [f64; Verdict::ALL.len() - 1]) -> Result<Self, (Verdict, f64)> {
        let mut least = 0.0;
        for (bound, verdict) in bounds.into_iter().zip(Verdict::ALL) {
            if !(least..=1.0).contains(&bound) {
                return Err((verdict, least));
            }
            least = bound;
        }
        Ok(Self(bounds))
    }

    /// The bounds, the best verdict first.
    #[must_use]
    pub const fn bounds(self) -> [f64; Verdict::ALL.len() - 1] {
        self.0
    }

    /// The verdict on a loss.
    #[must_use]
    pub fn verdict(self, loss: f64) -> Verdict {
        let bounded = self.0.iter().position(|most| loss <= *most);
        bounded.map_or(Verdict::Blunder, |index| Verdict::ALL[index])
    }
}

/// The accuracy of a move as a function of its loss: `scale * exp(-decay * loss) - offset`, limited to 0 to 100. A
/// side's accuracy is the mean over its moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Accuracy {
    /// The factor.
    pub scale: f64,
    /// The decay, for a loss in expected score.
    pub decay: f64,
    /// The number that is subtracted.
    pub offset: f64,
    /// The page where the curve is published.
    pub source: &'static str,
}

/// The curve of Lichess, which gives 100 if nothing is lost. Its losses are in percent, so the decay is a hundred times
/// as large here.
pub const ACCURACY: Accuracy =
    Accuracy { scale: 103.1668, decay: 4.354, offset: 3.1669, source: "https://lichess.org/page/accuracy" };

impl Accuracy {
    /// The accuracy of a move with this loss, from 0 to 100.
    #[must_use]
    pub fn of(&self, loss: f64) -> f64 {
        (self.scale * (-self.decay * loss).exp() - self.offset).clamp(0.0, 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_up_to_its_bound_has_the_better_verdict() {
        let losses = [0.0, 0.02, 0.0201, 0.05, 0.0501, 0.1, 0.1001, 0.2, 0.2001, 1.0];
        let verdicts = losses.map(|loss| Verdict::of(loss).name());
        let [best, good, inaccuracy, mistake, blunder] = Verdict::ALL.map(Verdict::name);
        let expected = [best, best, good, good, inaccuracy, inaccuracy, mistake, mistake, blunder, blunder];
        assert_eq!(verdicts, expected);
    }

    #[test]
    fn bounds_are_in_order_and_from_0_to_1() {
        let strict = LargestLosses::new([0.0, 0.0, 0.1, 1.0]).unwrap();
        assert_eq!([0.0, 0.01, 0.5].map(|loss| strict.verdict(loss).name()), ["best", "inaccuracy", "mistake"]);
        for (wrong, verdict, least) in [
            ([0.1, 0.05, 0.2, 0.3], Verdict::Good, 0.1),
            ([-0.1, 0.0, 0.1, 0.2], Verdict::Best, 0.0),
            ([0.1, 0.2, 0.3, 1.1], Verdict::Mistake, 0.3),
            ([0.0, f64::NAN, 0.1, 0.2], Verdict::Good, 0.0),
        ] {
            assert_eq!(LargestLosses::new(wrong), Err((verdict, least)), "{wrong:?}");
        }
    }

    #[test]
    fn accuracy_falls_from_100_to_0() {
        assert!((ACCURACY.of(0.0) - 100.0).abs() < 1e-3);
        assert!((ACCURACY.of(0.1) - 63.58).abs() < 0.01, "{}", ACCURACY.of(0.1));
        assert_eq!(ACCURACY.of(1.0), 0.0);
    }
}
