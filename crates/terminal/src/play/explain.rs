//! Scores, lines and statistics in words.

use std::fmt::Write;

use indicatif::HumanCount;
use plyd_games::answer::Answer;
use plyd_games::notation::{About, ScoreKind};
use plyd_search::Score;
use plyd_search::position::Side;

/// A score of this answer in words, from the point of view of the side to move.
pub(crate) fn worth(about: &About, answer: &Answer, score: Score, proven: bool) -> String {
    in_words(about, answer.standing.to_move, score, proven, |plies| answer.in_or_within(plies))
}

fn in_words(
    about: &About,
    side: Side,
    score: Score,
    proven: bool,
    in_or_within: impl Fn(u32) -> &'static str,
) -> String {
    let side_name = about.players[side.index()];
    match score.plies() {
        Some(0) if score > Score::ZERO => return format!("{side_name} has won"),
        Some(0) => return format!("{side_name} has lost"),
        Some(count) if score > Score::ZERO => {
            return format!("{side_name} wins {} {}", in_or_within(count), plies(count));
        }
        Some(count) => return format!("{side_name} loses {} {}", in_or_within(count), plies(count)),
        None => {}
    }
    let value = score.value();
    match about.score {
        ScoreKind::Given => {
            let for_max = if side == Side::First { value } else { -value };
            format!("{for_max} for {}", about.players[0])
        }
        _ if proven && value == 0 => "a draw".to_owned(),
        _ if proven => format!("{side_name} ends {value:+}"),
        _ => format!("{value:+} for {side_name}"),
    }
}

/// The lines of a search, beginning with the best.
pub(crate) fn lines(about: &About, answer: &Answer) -> String {
    let mut text = String::new();
    let worths: Vec<String> =
        answer.analysis.lines.iter().map(|line| worth(about, answer, line.score, line.proven)).collect();
    let width = worths.iter().map(String::len).max().unwrap_or(0);
    for (line, worth) in answer.analysis.lines.iter().zip(&worths) {
        let _ = writeln!(text, "  {worth:<width$}  {}", line.pv.join(" "));
    }
    text
}

/// A search: its lines, its statistics and its iterations.
pub(crate) fn search(about: &About, answer: &Answer) -> String {
    let found = &answer.analysis;
    let stats = &found.stats;
    let nodes = stats.all_nodes();
    let speed = (nodes as f64 / found.elapsed.as_secs_f64().max(1e-9)) as u64;
    let cutoffs = stats.alpha_cutoffs + stats.beta_cutoffs;
    let book = if found.booked { " with its book" } else { "" };
    let mut text = lines(about, answer);
    let _ = writeln!(text, "  searched {} deep{book}, until {}", plies(found.depth), found.stopped_by);
    let [all, quiet, speed] = [nodes, stats.quiescence_nodes, speed].map(HumanCount);
    let _ = writeln!(text, "  {all} nodes, {quiet} of them in quiescence, in {:.1?}: {speed} a second", found.elapsed);
    let first = percent(stats.first_move_cutoffs, cutoffs);
    let [cutoffs, pruned, answered] = [cutoffs, stats.moves_pruned, stats.table_cutoffs].map(HumanCount);
    let _ = writeln!(text, "  {cutoffs} cutoffs, {first} by the first move tried; {pruned} moves never tried");
    let _ = writeln!(text, "  {answered} nodes answered from the table");
    for done in &found.iterations {
        // Only the final answer says whether a score is proven.
        let best = &done.lines[0];
        let (mv, value, nodes) = (&best.pv[0], worth(about, answer, best.score, false), HumanCount(done.nodes));
        let _ = writeln!(text, "  depth {:>2}  {mv:<8} {value:<16} {nodes:>14} nodes", done.depth);
    }
    text
}

fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{} plies", HumanCount(count.into())) }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "none".to_owned() } else { format!("{:.0} %", 100.0 * part as f64 / whole as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;
    use plyd_games::catalogue::Question;
    use plyd_search::{Algorithm, Engine, Limits, Stop};

    #[test]
    fn scores_are_worded_for_people() {
        let about = |id| &CATALOGUE.find(id).unwrap().about;
        let said = |id, side, score, proven| in_words(about(id), side, score, proven, |_| "in");
        assert_eq!(said("chess", Side::Second, Score::win_in(3), true), "black wins in 3 plies");
        assert_eq!(said("chess", Side::First, Score::loss_in(1), true), "white loses in 1 ply");
        assert_eq!(said("chess", Side::First, Score::heuristic(34), false), "+34 for white");
        assert_eq!(said("bones", Side::First, Score::loss_in(1_000_000), true), "max loses in 1,000,000 plies");
        assert_eq!(said("tic-tac-toe", Side::First, Score::ZERO, true), "a draw");
        assert_eq!(said("othello", Side::First, Score::points(-4), true), "X ends -4");
        assert_eq!(said("tree", Side::Second, Score::points(-5), true), "5 for max");
    }

    #[test]
    fn a_win_that_a_selective_search_found_comes_within_its_plies() {
        let chess = CATALOGUE.find("chess").unwrap();
        let position = chess.parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
        let said = |algorithm, depth| {
            let question = Question { algorithm, ..Question::new(Limits::depth(depth)) };
            let answer = position.duplicate().prepare(question)(&mut Engine::new(1 << 20), &Stop::default(), None);
            lines(&chess.about, &answer)
        };
        assert!(said(Algorithm::AlphaBeta, 3).starts_with("  white wins in 3 plies  "));
        assert!(said(Algorithm::Selective, 6).starts_with("  white wins within "));
    }
}
