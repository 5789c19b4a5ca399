//! A measured move gets its own line, and searches that reuse results stay exact.

use crate::common::oracle;
use crate::common::trees::{LONGEST, RandomTree, TacticalTree, Tree};
use plyd::position::Position;
use plyd::search::{Algorithm, Analysis, Engine, Limits, Question, Score, Stop, Table, search};

fn question(algorithm: Algorithm, depth: u32, measured: Option<u8>) -> Question<u8> {
    Question { algorithm, measured, ..Question::new(Limits::depth(depth)) }
}

fn run<const TACTICS: bool>(root: &Tree<TACTICS>, question: &Question<u8>) -> Analysis<u8>
where
    Tree<TACTICS>: plyd::search::Evaluate<Move = u8>,
{
    search(root, question, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

/// The score of the line that begins with this move.
fn score_of(analysis: &Analysis<u8>, mv: u8) -> Score {
    analysis.lines.iter().find(|line| line.pv[0] == mv).expect("it is measured").score
}

#[test]
fn every_measured_move_has_its_exact_value_beside_the_best() {
    for seed in 0..300 {
        let root = RandomTree::new(seed);
        let depth = 1 + (seed % 5) as u32;
        let values = oracle::move_values(&root, depth);
        let best = values.iter().map(|(_, score)| *score).max().unwrap();
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
            for (mv, value) in &values {
                let analysis = run(&root, &question(algorithm, depth, Some(*mv)));
                if analysis.depth < depth {
                    continue; // proven earlier, at another distance
                }
                let context = format!("seed {seed}, depth {depth}, {mv} by {algorithm:?}");
                assert_eq!((analysis.score, score_of(&analysis, *mv)), (best, *value), "{context}");
                assert_eq!(analysis.lines.len(), 1 + usize::from(analysis.best != Some(*mv)), "{context}");
                assert_eq!(analysis.best, run(&root, &question(algorithm, depth, None)).best, "{context}");
            }
        }
    }
}

#[test]
fn proofs_value_it_too() {
    for seed in 0..200 {
        let root = RandomTree::transposing(seed);
        for (mv, value) in oracle::move_values(&root, LONGEST) {
            let analysis = run(&root, &question(Algorithm::AlphaBeta, LONGEST, Some(mv)));
            assert!(analysis.proven);
            let found = score_of(&analysis, mv);
            assert_eq!(found, value, "seed {seed}, {mv}: {:?}", analysis.lines);
        }
    }
}

#[test]
fn it_is_never_better_than_the_best() {
    for seed in 0..300 {
        let root = TacticalTree::new(seed);
        let moves = oracle::moves(&root);
        for depth in [2, 4, 6] {
            for mv in &moves {
                let analysis = run(&root, &question(Algorithm::Selective, depth, Some(*mv)));
                assert!(score_of(&analysis, *mv) <= analysis.score, "seed {seed}, depth {depth}, {mv}");
                assert_eq!(analysis.lines[0].pv[0], analysis.best.unwrap());
            }
        }
    }
}

#[test]
fn exact_searches_that_go_on_from_each_other_find_the_same_values() {
    for seed in 0..200 {
        let mut positions = vec![RandomTree::transposing(seed)];
        while let Some(last) = positions.last().filter(|last| last.outcome().is_none()) {
            let moves = oracle::moves(last);
            positions.push(last.after(moves[seed as usize % moves.len()]));
        }
        positions.pop();
        let mut engine = Engine::of_one_question(Table::new(0));
        for depth in [3, 5] {
            for position in positions.iter().rev() {
                let measured = oracle::moves(position).last().copied();
                let question = question(Algorithm::AlphaBeta, depth, measured);
                let warm = engine.search(position, &question, &Stop::default(), &mut |_| ());
                let alone = run(position, &question);
                let told = |analysis: &Analysis<u8>| {
                    analysis.lines.iter().map(|line| (line.pv[0], line.score)).collect::<Vec<_>>()
                };
                assert_eq!(told(&warm), told(&alone), "seed {seed}, depth {depth}");
            }
        }
    }
}
