//! The `info` lines of a search.

use std::fmt::Write;
use std::time::Duration;

use super::say;
use plyd_search::expected_score::ExpectedScore;
use plyd_search::{Analysis, Iteration, Line, Score, Stats};

/// Reports an error of the input.
pub(super) fn fault(what: &str) {
    // The report must be one line, even if the text contains line breaks.
    say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
}

/// The lines of a finished iteration, beginning with the best.
pub(super) fn of_iteration(iteration: &Iteration<String>, wdl: Option<ExpectedScore>) -> String {
    lines(iteration.depth, &iteration.lines, &iteration.stats, iteration.elapsed, wdl)
}

/// The lines of an analysis without iterations.
pub(super) fn of_analysis(analysis: &Analysis<String>, wdl: Option<ExpectedScore>) -> String {
    if analysis.lines.is_empty() {
        return format!(
            "info depth 0 score {}{}",
            score(analysis.score),
            chances(wdl, analysis.score, analysis.proven)
        );
    }
    lines(analysis.depth, &analysis.lines, &analysis.stats, analysis.elapsed, wdl)
}

fn lines(depth: u32, lines: &[Line<String>], stats: &Stats, elapsed: Duration, wdl: Option<ExpectedScore>) -> String {
    let nodes = stats.all_nodes();
    // At least 1 µs, to avoid a division by 0.
    let per_second = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let mut text = String::new();
    for (line, number) in lines.iter().zip(1..) {
        let end = if number == 1 { "" } else { "\n" };
        let (seldepth, time) = (stats.deepest_ply.max(depth), elapsed.as_millis());
        let _ = write!(
            text,
            "{end}info depth {depth} seldepth {seldepth} multipv {number} score {}{} nodes {nodes} nps {per_second} \
             time {time} pv {}",
            score(line.score),
            chances(wdl, line.score, line.proven),
            line.pv.join(" ")
        );
    }
    text
}

/// The score for the side to move, in centipawns or as moves to mate, which include a last move without a reply. The
/// number of moves is negative if this side gets mated.
fn score(score: Score) -> String {
    match score.plies() {
        Some(plies) if score > Score::ZERO => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate {}", -i64::from(plies.div_ceil(2))),
        None => format!("cp {}", score.value()),
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

    #[test]
    fn mates_are_counted_in_moves_of_the_mating_side() {
        for (given, told) in [
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::win_in(5), "mate 3"),
            // Who has no piece left wins in antichess: by the opponent's reply, or by the move that has to take it.
            (Score::win_in(2), "mate 1"),
            (Score::loss_in(1), "mate -1"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(4), "mate -2"),
            (Score::heuristic(-35), "cp -35"),
            (Score::ZERO, "cp 0"),
        ] {
            assert_eq!(score(given), told);
        }
    }
}
