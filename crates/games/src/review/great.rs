//! Notes on moves: the only good one, and a win that is gone.

use plyd_search::{Algorithm, Engine, Limits, Score, Stop};

use super::judge::{Judgement, Review, rounded};
use super::puzzle::LEAD;
use super::verdict::Verdict;
use crate::answer::MoveIndex;
use crate::any_position::{AnyPosition, Question};
use crate::notation::ScoreKind;

/// The search that values the other moves has the nodes of a ply divided by this number.
pub const OTHERS_SHARE: u64 = 4;

/// What the search for the best of the other moves found.
#[derive(Clone, Copy, Debug)]
pub struct OtherMoves {
    /// Whether the played move is the only good one.
    pub is_great: bool,
    /// The nodes of the search.
    pub nodes: u64,
    /// Whether time ended it. Then nothing is known.
    pub is_cut_by_time: bool,
}

impl Judgement {
    /// Whether a proven win is gone, see [`MissedWin`](super::PlyNote::MissedWin). Scores that the state gives are not wins.
    pub(super) fn misses_win(&self, kind: ScoreKind) -> bool {
        let is_won = |line: &plyd_search::Line<String>| line.proven && line.score > Score::ZERO;
        let Some(measure) = &self.measure else { return false };
        let is_wrong = measure.verdict >= Verdict::Mistake;
        kind != ScoreKind::Given && is_won(&self.best) && !is_won(&measure.line) && is_wrong
    }
}

impl Review {
    /// Whether a judged move may be the only good one, as far as that can be told without a search of the other moves.
    #[must_use]
    pub fn may_be_great(&self, judged: &Judgement) -> bool {
        let (played, Some(measure)) = (&self.moves()[judged.ply], &judged.measure) else { return false };
        let is_best = judged.best.pv[0] == played.name && measure.loss == 0.0 && measure.expected >= LEAD;
        is_best && !played.is_only && !played.is_known && !self.is_recapture(judged.ply)
    }

    /// Searches the moves other than the one that was played at this ply, which [may be great](Self::may_be_great). The
    /// question is the review's, and gets fewer nodes here. This is work for a worker.
    pub fn others(&self, judged: &Judgement, question: &Question, engine: &mut Engine, stop: &Stop) -> OtherMoves {
        let (position, played) = (self.before(judged.ply), &self.moves()[judged.ply]);
        let others = (0..position.count_moves()).map(MoveIndex).filter(|index| *index != played.index).collect();
        let limits = Limits { nodes: (question.limits.nodes / OTHERS_SHARE).max(1), ..question.limits };
        let question = Question { search_moves: Some(others), measured: None, warm: false, limits, ..question.clone() };
        let answer = position.prepare(question)(engine, stop, None);
        let (analysis, is_cut_by_time) = (&answer.analysis, answer.is_cut_by_time());
        let second = analysis.lines.first().filter(|_| (analysis.depth > 0 || analysis.proven) && !is_cut_by_time);
        let best = judged.measure.as_ref();
        let is_great = second.zip(best).is_some_and(|(second, best)| {
            // As for puzzles: estimates of exact searches say little.
            let is_certain = answer.algorithm == Algorithm::Selective || second.proven && best.line.proven;
            is_certain && rounded(best.expected - self.by().expected(second)) >= LEAD
        });
        OtherMoves { is_great, nodes: analysis.stats.all_nodes(), is_cut_by_time }
    }

    /// Whether the move at this ply takes the piece that has just taken one.
    fn is_recapture(&self, ply: usize) -> bool {
        let Some(last) = ply.checked_sub(1).map(|before| &self.moves()[before]) else { return false };
        let count = |position: &dyn AnyPosition| position.stones().rows.iter().flatten().flatten().count();
        let mut position = self.before(ply - 1);
        let (before, cells) = (count(&*position), position.cells(last.index));
        position.play(last.index);
        let Some([row, column]) = cells.last().copied() else { return false };
        if count(&*position) >= before {
            return false;
        }
        position.play(self.moves()[ply].index);
        let stone = position.stones().rows.get(row).and_then(|row| row.get(column)).copied().flatten();
        stone != Some(last.side)
    }
}

#[cfg(test)]
mod tests {
    use plyd_games::CATALOGUE;
    use plyd_games::catalogue::Question;
    use plyd_games::review::{OTHERS_SHARE, PlyNote, Review};
    use plyd_search::{Engine, Limits, Stop, Table};

    /// The notes on the last of these moves, by a search of this many nodes.
    fn notes(game: &str, state: &str, moves: &str) -> Vec<&'static str> {
        const NODES: u64 = 20_000;
        let game = CATALOGUE.find(game).unwrap();
        let names: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        let start = game.parse(if state.is_empty() { game.about.start() } else { state }).unwrap();
        let review = Review::new(game, start, &names).unwrap();
        let algorithm = game.strongest();
        let limits = Limits { nodes: NODES, ..Limits::depth(game.about.max_depth_of(algorithm)) };
        let question = Question { algorithm, ..Question::new(limits) };
        let engine = || Engine::of_one_question(Table::try_new(1 << 20).unwrap());
        let judged = review.judge(review.moves().len() - 1, &question, &mut engine(), &Stop::default());
        let found = review.may_be_great(&judged).then(|| {
            let found = review.others(&judged, &question, &mut engine(), &Stop::default());
            assert!(found.nodes <= NODES / OTHERS_SHARE, "{found:?}");
            found
        });
        let great = found.is_some_and(|found| found.is_great).then_some(PlyNote::Great);
        great.into_iter().chain(judged.notes).map(PlyNote::name).collect()
    }

    #[test]
    fn the_only_good_move_is_great_unless_it_recaptures_or_is_the_only_one() {
        let none: [&str; 0] = [];
        // The knight takes the queen, and any other move loses.
        assert_eq!(notes("chess", "4k3/8/8/3q4/8/2N5/PP6/4K3 w - - 0 1", "c3d5"), ["great"]);
        // The same after the queen has taken a pawn there.
        assert_eq!(notes("chess", "3qk3/8/8/3P4/8/2N5/PP6/4K3 b - - 0 1", "d8d5 c3d5"), none);
        // The queen came without taking anything, so nothing is taken back.
        assert_eq!(notes("chess", "3qk3/8/8/8/8/2N5/PP6/4K3 b - - 0 1", "d8d5 c3d5"), ["great"]);
        // The king in check has one move.
        assert_eq!(notes("chess", "4k3/8/8/8/8/8/6q1/6K1 w - - 0 1", "g1g2"), none);
        // O has to stop the diagonal.
        assert_eq!(notes("tic-tac-toe", "", "b2 a1 c1 a3"), ["great"]);
        // Several first moves are equally good.
        assert_eq!(notes("tic-tac-toe", "", "b2 a1"), none);
        // Draughts: the man that took is taken.
        assert_eq!(notes("checkers", "", "11-15 23-19 8-11 22-17 9-14 25-22"), none);
    }

    #[test]
    fn a_win_that_is_gone_is_noted() {
        let none: [&str; 0] = [];
        // X wins with a3, and draws at best after O has it.
        assert_eq!(notes("tic-tac-toe", "", "a1 b2 a2 c3 c2"), ["missed_win"]);
        // A slower win is still a win.
        assert_eq!(notes("tic-tac-toe", "", "a1 b2 a2 c3 b1"), none);
        // A mate was missed, but the game is as good as won.
        assert_eq!(notes("chess", "6k1/5ppp/8/8/8/8/5PPP/1Q2R1K1 w - - 0 1", "b1b2"), none);
        // A draw that is lost is no win that is gone.
        assert_eq!(notes("tic-tac-toe", "", "b2 a1 c1 b1"), none);
    }
}
