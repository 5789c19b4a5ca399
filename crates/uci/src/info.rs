//! The `info` lines of a search.

use std::fmt::Write;
use std::time::Duration;

use super::say;
use plyd_search::{Analysis, Iteration, Line, Score, Stats};

/// Reports an error of the input.
pub(super) fn fault(what: &str) {
    // The report must be one line, even if the text contains line breaks.
    say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
}

/// The lines of a finished iteration, beginning with the best.
pub(super) fn of_iteration(iteration: &Iteration<String>) -> String {
    lines(iteration.depth, &iteration.lines, &iteration.stats, iteration.elapsed)
}

/// The lines of an analysis without iterations.
pub(super) fn of_analysis(analysis: &Analysis<String>) -> String {
    if analysis.lines.is_empty() {
        return format!("info depth 0 score {}", score(analysis.score));
    }
    lines(analysis.depth, &analysis.lines, &analysis.stats, analysis.elapsed)
}

fn lines(depth: u32, lines: &[Line<String>], stats: &Stats, elapsed: Duration) -> String {
    let nodes = stats.nodes + stats.quiescence_nodes;
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
            score(line.score),
            line.pv.join(" ")
        );
    }
    text
}

/// The score for the side to move, in centipawns or as moves to mate. The moves are negative if this side is mated.
fn score(score: Score) -> String {
    match score.plies() {
        Some(plies) if score > Score::ZERO => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate {}", -i64::from(plies / 2)),
        None => format!("cp {}", score.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_mating_side() {
        for (given, told) in [
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::win_in(5), "mate 3"),
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
