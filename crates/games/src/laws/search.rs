//! Laws of search: none of the techniques that a game uses changes an answer.

use std::time::Duration;

use plyd_search::{Algorithm, Analysis, Score, StoppedBy, Technique, Techniques, TieBreak};

use super::{Extent, Fault, answer, ensure, question, random_states, reread};
use crate::game::{Game, Question};

/// First moves with their values, and whether these are proven.
fn lines(answer: &Analysis<String>) -> Vec<(&str, Score, bool)> {
    answer.lines.iter().map(|line| (line.pv[0].as_str(), line.score, line.proven)).collect()
}

/// Whether moves and values are equal, and `most` proves at least as much as `least`. A search with cutoffs may prove
/// more, because it may skip a static value that prevents a proof.
fn equals_and_proves(most: &Analysis<String>, least: &Analysis<String>) -> bool {
    let pairs = || most.lines.iter().zip(&least.lines);
    most.score == least.score
        && most.lines.len() == least.lines.len()
        && pairs().all(|(most, least)| (&most.pv[0], most.score) == (&least.pv[0], least.score))
        && pairs().all(|(most, least)| most.proven || !least.proven)
}

fn ask(game: &Game, state: &str, question: Question) -> Result<Analysis<String>, Fault> {
    Ok(answer(reread(game, state)?, question))
}

pub(super) fn minimax(game: &Game, extent: Extent) -> Result<u32, Fault> {
    let mut compared = 0;
    for (index, state) in random_states(game, 11, extent.positions(60))?.iter().enumerate() {
        for depth in 0..=game.about.max_minimax_depth.min(4) {
            let ask = |algorithm, nodes| {
                let mut question = question(algorithm, depth);
                question.multi_pv = if index % 3 == 0 { 500 } else { 1 };
                question.limits.nodes = nodes;
                ask(game, state, question)
            };
            let minimax = ask(Algorithm::Minimax, extent.nodes())?;
            if minimax.stopped_by == StoppedBy::Nodes {
                break;
            }
            // There is no node limit, because alpha-beta may need more nodes than minimax: a search for all lines has
            // few cutoffs, and the iterations before the last one cost nodes too.
            let alpha_beta = ask(Algorithm::AlphaBeta, u64::MAX)?;
            ensure(equals_and_proves(&alpha_beta, &minimax), state, || {
                let (found, expected) = (lines(&alpha_beta), lines(&minimax));
                let (score, other) = (alpha_beta.score, minimax.score);
                format!("at depth {depth} alpha-beta says {score:?} {found:?}, minimax {other:?} {expected:?}")
            })?;
            compared += 1;
        }
    }
    Ok(compared)
}

pub(super) fn techniques(game: &Game, extent: Extent) -> Result<u32, Fault> {
    let all = Techniques::ALL;
    let sets = [
        all.without(Technique::Table),
        all.without(Technique::Pvs),
        all.without(Technique::MoveMemory),
        all.without(Technique::MateDistance),
        all.without(Technique::StaticBounds),
        all.without(Technique::Proof),
        all.without(Technique::Book),
        all.without(Technique::Aspiration),
        Techniques::NONE,
    ];
    let mut compared = 0;
    for (index, state) in random_states(game, 47, extent.positions(24))?.iter().enumerate() {
        for depth in 1..=game.about.default_depth.min(6) {
            let ask = |techniques| {
                let mut question = question(Algorithm::AlphaBeta, depth);
                (question.techniques, question.multi_pv) = (techniques, 1 + index % 3);
                question.limits.nodes = extent.nodes();
                ask(game, state, question)
            };
            let expected = ask(all)?;
            if expected.stopped_by == StoppedBy::Nodes {
                break;
            }
            for techniques in sets {
                let found = ask(techniques)?;
                if found.stopped_by == StoppedBy::Nodes {
                    continue;
                }
                ensure(same_values(&found, &expected), state, || {
                    let (lines, all) = (lines(&found), lines(&expected));
                    format!("at depth {depth} {lines:?} with {techniques:?}, and {all:?} with every technique")
                })?;
                let disputed: Vec<_> =
                    lines(&found).into_iter().filter(|line| !lines(&expected).contains(line)).collect();
                if !disputed.is_empty() {
                    check_deeper(game, state, depth, &disputed, extent)?;
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Whether moves and values are equal.
fn same_values(one: &Analysis<String>, other: &Analysis<String>) -> bool {
    let values = |answer: &Analysis<String>| {
        lines(answer).into_iter().map(|(name, score, _)| (name.to_owned(), score)).collect::<Vec<_>>()
    };
    one.score == other.score && values(one) == values(other)
}

/// Techniques may disagree on whether a value without distance is proven, because cutoffs determine which lines support
/// it. A value that only some of them prove still has to be right: it must hold two plies deeper.
fn check_deeper(
    game: &Game,
    state: &str,
    depth: u32,
    disputed: &[(&str, Score, bool)],
    extent: Extent,
) -> Result<(), Fault> {
    let mut question = question(Algorithm::AlphaBeta, (depth + 2).min(game.about.max_depth));
    (question.multi_pv, question.limits.nodes) = (500, extent.nodes());
    let deeper = ask(game, state, question)?;
    let found = lines(&deeper);
    let agrees = |(name, score, _): &(&str, Score, bool)| found.iter().any(|line| (line.0, line.1) == (*name, *score));
    ensure(deeper.stopped_by == StoppedBy::Nodes || disputed.iter().all(agrees), state, || {
        format!(
            "some techniques prove at depth {depth} what others do not, {disputed:?}; two plies deeper it is {found:?}"
        )
    })
}

pub(super) fn symmetry(game: &Game, extent: Extent) -> Result<u32, Fault> {
    let mut compared = 0;
    for state in random_states(game, 23, extent.positions(25))? {
        let twins = reread(game, &state)?.twins();
        // Without symmetric positions there is nothing to compare.
        for depth in (0..=3).filter(|_| !twins.is_empty()) {
            let mut question = question(Algorithm::AlphaBeta, depth);
            question.limits.nodes = extent.nodes();
            let found = ask(game, &state, question.clone())?;
            if found.stopped_by == StoppedBy::Nodes {
                break;
            }
            for twin in &twins {
                let other = answer(twin.duplicate(), question.clone());
                if other.stopped_by == StoppedBy::Nodes {
                    continue;
                }
                let same = (other.score, other.proven) == (found.score, found.proven);
                ensure(same, &state, || {
                    let (here, there) = (found.score, other.score);
                    format!("at depth {depth} it is worth {here:?}, and its twin {:?} {there:?}", twin.state())
                })?;
                compared += 1;
            }
        }
    }
    Ok(compared)
}

pub(super) fn repeats(game: &Game, extent: Extent) -> Result<u32, Fault> {
    let without_times = |mut answer: Analysis<String>| {
        answer.elapsed = Duration::ZERO;
        answer.iterations.iter_mut().for_each(|iteration| iteration.elapsed = Duration::ZERO);
        format!("{answer:?}")
    };
    let mut compared = 0;
    for algorithm in game.algorithms() {
        for state in random_states(game, 31, 5)? {
            let mut question = question(*algorithm, game.about.default_depth.min(5));
            (question.tie_break, question.limits.nodes) = (TieBreak::Random(7), extent.part_of(20_000));
            let one = without_times(ask(game, &state, question.clone())?);
            let other = without_times(ask(game, &state, question)?);
            ensure(one == other, &state, || format!("{algorithm:?} says {one}, and then {other}"))?;
            compared += 1;
        }
    }
    Ok(compared)
}

pub(super) fn first_move(game: &Game, _: Extent) -> Result<u32, Fault> {
    let state = game.about.start();
    for algorithm in game.algorithms() {
        let mut question = question(*algorithm, game.about.max_depth_of(*algorithm).min(3));
        question.limits.nodes = 1;
        let answer = ask(game, state, question)?;
        let stopped = (answer.depth, answer.stopped_by, answer.stats.nodes) == (0, StoppedBy::Nodes, 1);
        ensure(stopped, state, || format!("{algorithm:?} is not stopped by a limit of one node: {answer:?}"))?;
        is_legal(game, state, &answer)?;
    }
    Ok(game.algorithms().len() as u32)
}

fn is_legal(game: &Game, state: &str, answer: &Analysis<String>) -> Result<(), Fault> {
    let best = answer.best.as_ref();
    let legal = reread(game, state)?.move_names();
    ensure(best.is_some_and(|name| legal.contains(name)), state, || format!("the answer {best:?} is not legal"))
}

/// Alpha-beta has to confirm each claim of the selective search: the same winner within the claimed number of plies or,
/// if the claim has no distance, the same value.
pub(super) fn selective_claims(game: &Game, extent: Extent) -> Result<u32, Fault> {
    let mut confirmed = 0;
    if !game.algorithms().contains(&Algorithm::Selective) {
        return Ok(confirmed);
    }
    for state in random_states(game, 61, extent.positions(400).min(150))? {
        let mut selective = question(Algorithm::Selective, game.about.max_depth);
        selective.limits.nodes = 8_000;
        let claim = ask(game, &state, selective)?;
        is_legal(game, &state, &claim)?;
        if !claim.proven {
            continue;
        }
        let solved = claim.stopped_by == StoppedBy::Solved;
        ensure(solved, &state, || format!("a proven claim was stopped by {:?}", claim.stopped_by))?;
        let plies = claim.score.plies();
        let mut exact = question(Algorithm::AlphaBeta, plies.unwrap_or(game.about.max_depth));
        exact.limits.nodes = extent.nodes().max(50_000);
        let found = ask(game, &state, exact)?;
        if found.stopped_by == StoppedBy::Nodes {
            continue;
        }
        let sign = |answer: &Analysis<String>| answer.score.cmp(&Score::ZERO);
        let agrees = found.proven
            && sign(&found) == sign(&claim)
            && match plies {
                Some(plies) => found.score.plies().is_some_and(|least| least <= plies),
                None => found.score.value() == claim.score.value(),
            };
        ensure(agrees, &state, || format!("it claims {:?}; alpha-beta finds {:?}", claim.score, found.score))?;
        confirmed += 1;
    }
    Ok(confirmed)
}

pub(super) fn node_limit(game: &Game, _: Extent) -> Result<u32, Fault> {
    let mut compared = 0;
    for algorithm in game.algorithms() {
        for (index, state) in random_states(game, 71, 6)?.iter().enumerate() {
            let mut question = question(*algorithm, game.about.max_depth_of(*algorithm));
            question.limits.nodes = 100 + 1000 * index as u64;
            let (most, stats) = (question.limits.nodes, ask(game, state, question)?.stats);
            let consistent = stats.nodes == stats.leaves + stats.interior + stats.table_cutoffs;
            ensure(consistent, state, || format!("{algorithm:?} counts nodes that are none of a kind: {stats:?}"))?;
            let within = stats.all_nodes() <= most;
            ensure(within, state, || format!("{algorithm:?} may visit {most} nodes: {stats:?}"))?;
            compared += 1;
        }
    }
    Ok(compared)
}
