//! Wins that a game finds by force: its search for threats, and its prover. Neither uses a static evaluation, so their
//! wins and losses are proven.

use super::Node;
use crate::hooks::{Effort, Forced, ForcedOf, ProofResult, Prover, Selective, ThreatSearch, Threats};
use crate::limits::{Interrupted, Searched};
use crate::meter::Meter;
use crate::position::Side;
use crate::score::{Bound, Score, Value};
use crate::searcher::Searcher;
use crate::{Algorithm, Evaluate, Question, Technique};

/// Positions that the search for threats may visit at a node: [`THREAT_NODES`], doubled for each ply of depth, but at
/// most [`THREAT_DOUBLINGS_MAX`] times. A leaf visits none, unless it answers a threat of the root.
const THREAT_NODES: u64 = 32;
const THREAT_DOUBLINGS_MAX: u32 = 4;

/// How many nodes the prover may take for each node of the search, in quarters, by depth from 1 on. The root and its
/// children use the last entry.
const PROVER_SHARES: [u64; 6] = [0, 0, 1, 2, 3, 4];
const PROVER_SHARE_UNIT: u64 = 4;
/// The prover looks at no position before the search has visited this many nodes, so a short search does not pay for
/// it.
pub(crate) const PROVER_NODES_MIN: u64 = 256;

/// To look for the winner at the root, the prover may take one in this many of all other nodes. It continues only
/// between iterations, and the last one is the longest, so in the end it has taken less.
const ROOT_PROOF_SHARE: u64 = 2;

/// The prover judges the root, the moves that an iteration prefers, and nodes far from the leaves, once this many nodes are
/// spent, and only if so many may follow, so a short search does not pay for it.
const JUDGED_NODES_MIN: u64 = 1_000;
const JUDGED_NODES_LEFT: u64 = 20_000;
/// From this depth on, a node is judged by a close look. That wins more games (docs/lab/README.md).
const JUDGED_DEPTH: u32 = 4;
/// To look for a refutation of the moves that iterations prefer, the prover may take one in this many nodes.
const JUDGED_SHARE: u64 = 4;

/// The game's own searches for forced wins, if the question allows them.
pub(crate) struct ForcedWins<P: Evaluate> {
    /// Its search for wins by threats.
    threats: Option<Box<dyn ThreatSearch<P>>>,
    /// After each root move, at most this many nodes go into looking for the opponent's win by threats; 0 if the
    /// opponent threatens nothing.
    ///
    /// The opponent threatens something if it would win by threats with the move at the root.
    pub(crate) defence_nodes_per_move: u64,
    /// The nodes that remain for this in the current iteration.
    pub(crate) defence_nodes_left: u64,
    pub(crate) prover: Option<Box<dyn Prover<P>>>,
    /// The prover's nodes that were spent looking for the winner at the root and after its best moves.
    proof_nodes: u64,
    /// Those after its best moves.
    judged_nodes: u64,
}

impl<P: Evaluate> ForcedWins<P> {
    pub(super) fn new(root: &P, question: &Question<P::Move>) -> Self {
        let is_used = question.algorithm == Algorithm::Selective
            && question.techniques.has(Technique::Threats)
            // A win must not go through a position that ends the game by repetition.
            && question.history.is_clear()
            && question.handicap.is_none_or(|handicap| handicap.full_knowledge);
        let (threats, prover) =
            if is_used { (ForcedOf::<P>::threat_search(root), ForcedOf::<P>::prover(root)) } else { (None, None) };
        Self { threats, defence_nodes_per_move: 0, defence_nodes_left: 0, prover, proof_nodes: 0, judged_nodes: 0 }
    }

    pub(crate) const fn seeks_threats(&self) -> bool {
        self.threats.is_some()
    }

    /// The moves of the win by threats that was found last.
    pub(crate) fn line(&self) -> &[P::Move] {
        self.threats.as_ref().map_or(&[], |search| search.line())
    }

    /// Nodes to look for the opponent's win after the next root move.
    fn defence_nodes(&self) -> u64 {
        self.defence_nodes_per_move.min(self.defence_nodes_left)
    }
}

/// Whether the search is long enough for close looks of the prover.
const fn may_judge(meter: &Meter<'_>) -> bool {
    meter.spent() >= JUDGED_NODES_MIN && meter.left() >= JUDGED_NODES_LEFT
}

impl<P: Evaluate> Searcher<'_, P> {
    /// What the prover finds at a node. To limit its cost, it may look at new positions only while it has taken less
    /// than its share of the nodes so far. The share is larger further from the leaves, and the looks are closer.
    pub(crate) fn examine(&mut self, position: &P, depth: u32, ply: u32) -> Searched<ProofResult> {
        let ForcedWins { prover: Some(prover), proof_nodes, .. } = &mut self.selective.forced else {
            return Ok(ProofResult::Open);
        };
        let meter = &mut self.meter;
        let far = PROVER_SHARES.len();
        let share = PROVER_SHARES[if ply <= 1 { far } else { far.min(depth as usize) } - 1];
        let may_look = meter.stats.nodes >= PROVER_NODES_MIN
            && (meter.stats.prover_nodes - *proof_nodes) * PROVER_SHARE_UNIT < meter.stats.nodes * share;
        let looks_closely = may_look && depth >= JUDGED_DEPTH && may_judge(meter);
        let mut visit = || meter.visit_by_prover(ply).map_err(|Interrupted| meter.stopped_by());
        Ok(if looks_closely {
            prover.judge(position, &mut visit)?
        } else {
            prover.examine(position, may_look, &mut visit)?
        })
    }

    /// Lets the prover continue its proof of the root, with a share of the nodes spent so far.
    pub(crate) fn prove_root(&mut self, root: &P) -> Searched<ProofResult> {
        let ForcedWins { prover: Some(prover), proof_nodes, judged_nodes, .. } = &mut self.selective.forced else {
            return Ok(ProofResult::Open);
        };
        let meter = &mut self.meter;
        let before = meter.stats.prover_nodes;
        let share = (meter.spent() - *proof_nodes) / ROOT_PROOF_SHARE;
        let nodes = share.saturating_sub(*proof_nodes - *judged_nodes).min(meter.left() / 2);
        let mut visit = || meter.visit_by_prover(0).map_err(|Interrupted| meter.stopped_by());
        let result = prover.prove(root, nodes, &mut visit);
        *proof_nodes += meter.stats.prover_nodes - before;
        Ok(result?)
    }

    /// What the prover finds by a close look at the root.
    pub(crate) fn judge_root(&mut self, root: &P) -> Searched<ProofResult> {
        self.judge(root, 0, 0)
    }

    /// What the prover finds at the position after a root move: by a close look, and by a proof that takes a share of the
    /// nodes spent so far.
    pub(crate) fn judge_move(&mut self, position: &P) -> Searched<ProofResult> {
        let spent = self.selective.forced.judged_nodes;
        let nodes = (self.meter.spent() / JUDGED_SHARE).saturating_sub(spent).min(self.meter.left() / 2);
        let before = self.meter.stats.prover_nodes;
        let result = self.judge(position, 1, nodes);
        self.selective.forced.judged_nodes += self.meter.stats.prover_nodes - before;
        result
    }

    fn judge(&mut self, position: &P, ply: u32, nodes: u64) -> Searched<ProofResult> {
        let ForcedWins { prover: Some(prover), proof_nodes, .. } = &mut self.selective.forced else {
            return Ok(ProofResult::Open);
        };
        let meter = &mut self.meter;
        if !may_judge(meter) || position.is_final() {
            return Ok(ProofResult::Open);
        }
        let before = meter.stats.prover_nodes;
        let mut visit = || meter.visit_by_prover(ply).map_err(|Interrupted| meter.stopped_by());
        let mut result = prover.judge(position, &mut visit);
        if matches!(result, Ok(ProofResult::Open)) && nodes > 0 {
            result = prover.prove(position, nodes, &mut visit);
        }
        *proof_nodes += meter.stats.prover_nodes - before;
        Ok(result?)
    }

    /// The line of a win or loss that the prover has found, at least one move; `first` is played if the root is lost.
    pub(crate) fn proven_line(&mut self, root: &P, first: P::Move) -> Vec<P::Move> {
        let Some(prover) = &mut self.selective.forced.prover else { return vec![first] };
        let meter = &mut self.meter;
        let mut visit = || meter.visit_by_prover(0).map_err(|Interrupted| meter.stopped_by());
        let line = prover.line(root, &mut visit);
        if line.is_empty() { vec![first] } else { line }
    }

    /// The score of a node that is won by threats, after storing it in the table. If a limit interrupts the search for
    /// threats, the node counts as a leaf too.
    pub(super) fn search_threats(&mut self, node: &Node<'_, P>) -> Searched<Option<Score>> {
        let Node { position, depth, ply, key, role, .. } = *node;
        if role.excluded.is_some() {
            return Ok(None);
        }
        let won = self.won_by_threats(position, depth, ply);
        if !matches!(won, Ok(None)) {
            self.meter.leaf();
        }
        if let Ok(Some(score)) = won {
            self.store(key, ply, depth, Value::proven(score), Bound::Lower, None);
        }
        won
    }

    /// The score of a node, seen from the root, if its side to move wins by threats. The winning moves are then in the
    /// table of variations.
    #[inline]
    pub(super) fn won_by_threats(&mut self, position: &P, depth: u32, ply: u32) -> Searched<Option<Score>> {
        let forced = &self.selective.forced;
        if !forced.seeks_threats() {
            return Ok(None);
        }
        let defends = ply == 1 && forced.defence_nodes() > 0;
        let effort = if defends {
            Effort { nodes: forced.defence_nodes(), thorough: true }
        } else if depth > 0 && !matches!(P::SELECTIVE, Selective::Tactical(_)) {
            Effort { nodes: THREAT_NODES << depth.min(THREAT_DOUBLINGS_MAX), thorough: false }
        } else {
            return Ok(None);
        };
        let before = self.meter.stats.quiescence_nodes;
        let found = self.find_threats(position, position.side_to_move(), effort, ply)?;
        let forced = &mut self.selective.forced;
        if defends {
            let spent = self.meter.stats.quiescence_nodes - before;
            forced.defence_nodes_left = forced.defence_nodes_left.saturating_sub(spent);
        }
        let Threats::Win(plies) = found else { return Ok(None) };
        self.pv.set(ply, forced.line());
        Ok(Some(Score::win_in(ply + plies)))
    }

    /// Looks for a win of this side by threats, if it were to move.
    pub(crate) fn find_threats(&mut self, position: &P, side: Side, effort: Effort, ply: u32) -> Searched<Threats> {
        let Some(threats) = &mut self.selective.forced.threats else { return Ok(Threats::None) };
        let meter = &mut self.meter;
        let mut visit = |plies| meter.visit_quiescence(ply + plies).map_err(|Interrupted| meter.stopped_by());
        Ok(threats.find(position, side, effort, &mut visit)?)
    }
}
