//! The root: which move, with how many others valued exactly, and what decides between equals.

use super::Evaluate;
use super::analysis::{Algorithm, Line, Request, TieBreak};
use super::limits::StoppedBy;
use super::node::Searcher;
use super::score::{Score, Window};
use super::selective::DEEPEST;

/// The moves at the root, in the order in which the next iteration tries them.
pub(super) struct RootMoves<'a, M> {
    pub(super) request: &'a Request<M>,
    pub(super) tries: Vec<RootMove<M>>,
}

#[derive(Clone, Copy)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// Its place in `legal_moves`.
    pub(super) index: usize,
}

/// A line, and the place of its move in `legal_moves`.
pub(super) struct Valued<M> {
    pub(super) line: Line<M>,
    pub(super) index: usize,
}

impl<'a, M: Copy + Eq> RootMoves<'a, M> {
    pub(super) fn new<P: Evaluate<Move = M>>(root: &P, request: &'a Request<M>) -> Self {
        let mut legal = Vec::new();
        root.legal_moves(&mut legal);
        let considered = |mv: &M| request.search_moves.as_ref().is_none_or(|moves| moves.contains(mv));
        let mut ordered: Vec<M> = legal.iter().copied().filter(considered).collect();
        assert!(!ordered.is_empty(), "a search needs a root move");
        if let Some(handicap) = &request.handicap {
            handicap.sift(root, &mut ordered);
        }
        if request.algorithm != Algorithm::Minimax {
            root.order(&mut ordered);
        }
        let index = |mv: &M| legal.iter().position(|other| other == mv).expect("ordering keeps the moves");
        Self { request, tries: ordered.iter().map(|mv| RootMove { mv: *mv, index: index(mv) }).collect() }
    }

    /// One iteration: the best `multi_pv` moves, each with its exact value, the chosen one first.
    ///
    /// A move is searched with the worst value that still makes the list as alpha. One that would win a tie against
    /// the list's last entry has to be told from it when it is equal, so alpha is then one lower.
    ///
    /// # Errors
    /// The limit that was reached; the iteration then counts for nothing.
    pub(super) fn iterate<P: Evaluate<Move = M>>(
        &mut self,
        searcher: &mut Searcher<'_, P>,
        root: &P,
        depth: u32,
    ) -> Result<Vec<Line<M>>, StoppedBy> {
        searcher.pv.reserve(depth.max(DEEPEST));
        searcher.met_static = false;
        searcher.visit(0)?;
        searcher.stats.interior += 1;
        searcher.stats.legal_moves += self.tries.len() as u64;
        let handicap = self.request.handicap;
        let wanted = if handicap.is_some() { usize::MAX } else { self.request.multi_pv }.clamp(1, self.tries.len());
        let random = matches!(self.request.tie_break, TieBreak::Random(_));
        let mut valued: Vec<Valued<M>> = Vec::with_capacity(wanted + 1);
        for (number, try_) in self.tries.iter().enumerate() {
            let alpha = match valued.get(wanted - 1) {
                None => {
                    handicap.zip(valued.first()).map_or(Score::MIN, |(handicap, best)| handicap.floor(best.line.score))
                }
                Some(last) if random || try_.index < last.index => last.line.score.just_below(),
                Some(last) => last.line.score,
            };
            let score = match self.request.algorithm {
                Algorithm::Minimax => searcher.minimax_child(root, try_.mv, depth, 0)?,
                Algorithm::AlphaBeta => {
                    searcher.try_move(root, try_.mv, number, depth, 0, Window { alpha, beta: Score::MAX })?
                }
                Algorithm::Selective => {
                    searcher.try_selectively(root, try_.mv, number, depth, 0, Window { alpha, beta: Score::MAX })?
                }
            };
            if score > alpha {
                searcher.pv.extend(0, try_.mv);
                let mut pv = searcher.pv.line(0).to_vec();
                // Extensions look further than the depth.
                pv.truncate(depth as usize);
                let line = Line { score, pv, proven: false };
                let place = valued.partition_point(|v| (v.line.score, try_.index) > (score, v.index));
                valued.insert(place, Valued { line, index: try_.index });
            }
        }
        let exact = !searcher.met_static;
        let lines = self.request.choose(valued, exact, root.key(), wanted);
        let proven = |score: Score| exact || score.is_proven();
        let mut lines: Vec<Line<M>> =
            lines.into_iter().map(|line| Line { proven: proven(line.score), ..line }).collect();
        self.try_first(&lines);
        if handicap.is_some() {
            lines.truncate(1);
        }
        Ok(lines)
    }

    /// The next iteration begins with the best moves of this one.
    fn try_first(&mut self, lines: &[Line<M>]) {
        let rank = |mv: M| lines.iter().position(|line| line.pv[0] == mv).unwrap_or(lines.len());
        self.tries.sort_by_key(|try_| rank(try_.mv));
    }

    /// The line to answer when nothing was searched: the first move in order, with the root's static value.
    pub(super) fn unsearched_line<P: Evaluate<Move = M>>(&self, root: &P) -> Line<M> {
        let solved = root.solved();
        let score = solved.unwrap_or_else(|| root.evaluate());
        Line { score, pv: vec![self.tries[0].mv], proven: solved.is_some() }
    }
}

impl<M> Request<M> {
    /// The lines to answer, of moves valued best first: draws the move, if it is to be drawn, and puts its line first. `exact` says
    /// that no static evaluation had a part in the values.
    pub(super) fn choose(&self, mut valued: Vec<Valued<M>>, exact: bool, key: u64, wanted: usize) -> Vec<Line<M>> {
        let scores = valued.iter().map(|v| v.line.score);
        let chosen = match (self.handicap, self.tie_break) {
            (Some(handicap), _) => handicap.choose(scores, exact, key),
            (None, TieBreak::Random(seed)) => {
                let ties = scores.take_while(|score| *score == valued[0].line.score).count();
                (mix(mix(seed) ^ key) % ties as u64) as usize
            }
            (None, TieBreak::First) => 0,
        };
        valued[..=chosen].rotate_right(1);
        valued.truncate(wanted);
        valued.into_iter().map(|valued| valued.line).collect()
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the input stirs every bit of the output.
#[must_use]
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
