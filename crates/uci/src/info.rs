//! The `info` lines of a search.

use std::fmt::Write;
use std::time::Duration;

use super::dialect::Dialect;
use super::say;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Analysis, Iteration, Line, Score, Stats};

/// Reports an error of the input.
pub(super) fn fault(what: &str) {
    // The report must be one line, even if the text contains line breaks.
    say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
}

/// How searches are reported.
#[derive(Clone, Copy)]
pub(super) struct Report {
    pub(super) dialect: &'static Dialect,
    /// The curve by which to report the chances of a win, a draw and a loss; `None` for no report.
    pub(super) wdl: Option<ExpectedScore>,
}

impl Report {
    /// The lines of a finished iteration, beginning with the best.
    pub(super) fn of_iteration(self, iteration: &Iteration<String>) -> String {
        self.lines(iteration.depth, &iteration.lines, &iteration.stats, iteration.elapsed)
    }

    /// The lines of an analysis without iterations.
    pub(super) fn of_analysis(self, analysis: &Analysis<String>) -> String {
        if analysis.lines.is_empty() {
            return format!("info depth 0 score {}", self.score(analysis.score, analysis.proven));
        }
        self.lines(analysis.depth, &analysis.lines, &analysis.stats, analysis.elapsed)
    }

    fn lines(self, depth: u32, lines: &[Line<String>], stats: &Stats, elapsed: Duration) -> String {
        let nodes = stats.all_nodes();
        // At least 1 µs, to avoid a division by 0.
        let per_second = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
        let mut text = String::new();
        for (line, number) in lines.iter().zip(1..) {
            let end = if number == 1 { "" } else { "\n" };
            let (seldepth, time) = (stats.deepest_ply.max(depth), elapsed.as_millis());
            let _ = write!(
                text,
                "{end}info depth {depth} seldepth {seldepth} multipv {number} score {} nodes {nodes} nps {per_second} \
                 time {time} pv {}",
                self.score(line.score, line.proven),
                line.pv.join(" ")
            );
        }
        text
    }

    fn score(self, score: Score, proven: bool) -> String {
        self.dialect.score(score) + &chances(self.wdl, score, proven)
    }
}

/// ` wdl` and the chances of a win, a draw and a loss in thousandths, by the published curve of the expected result.
///
/// The curve says how many points a score promises, but not how many of them come from draws. So we assume two
/// independent half points, each won with this chance. Wins and draws then add up to the curve, and an even position is
/// drawn half of the time.
fn chances(curve: Option<ExpectedScore>, score: Score, proven: bool) -> String {
    let Some(curve) = curve else { return String::new() };
    let expected = curve.of(score, proven);
    let thousandths = |chance: f64| (1000.0 * chance * chance).round() as u32;
    let is_draw = proven && score == Score::ZERO;
    let [win, loss] = if is_draw { [0, 0] } else { [expected, 1.0 - expected].map(thousandths) };
    format!(" wdl {win} {} {loss}", 1000 - win - loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_the_expected_result() {
        let curve = ExpectedScore::fitted(200.0, 4.0, 1000, 2000);
        let told = |score, proven| chances(Some(curve), score, proven);
        assert_eq!(told(Score::win_in(3), true), " wdl 1000 0 0");
        assert_eq!(told(Score::loss_in(2), true), " wdl 0 0 1000");
        assert_eq!(told(Score::ZERO, true), " wdl 0 1000 0");
        assert_eq!(told(Score::ZERO, false), " wdl 250 500 250");
        assert_eq!(told(Score::heuristic(200), false), " wdl 534 394 72");
        assert_eq!(told(Score::heuristic(-200), false), " wdl 72 394 534");
        assert_eq!(chances(None, Score::ZERO, false), "");
    }
}
