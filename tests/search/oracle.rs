//! Alpha-beta answers what minimax answers, and minimax answers what a textbook's minimax answers.

use std::collections::HashSet;

use crate::common::trees::{BestFirst, LONGEST, RandomTree, TacticalTree, Tree};
use crate::common::{Rng, oracle};
use plyd::games::TicTacToe;
use plyd::notation::Notation;
use plyd::position::{Outcome, Position, Side};
use plyd::search::exact::count_nodes;
use plyd::search::{
    Algorithm, Analysis, Evaluate, Limits, Question, Score, Stop, StoppedBy, Table, Technique, Techniques, TieBreak,
    search,
};

fn run<P: Evaluate>(root: &P, request: &Question<P::Move>) -> Analysis<P::Move> {
    let analysis = search(root, request, &mut Table::new(0), &Stop::default(), &mut |_| ());
    let stats = analysis.stats;
    assert_eq!(stats.nodes, stats.leaves + stats.interior + stats.table_cutoffs);
    analysis
}

/// Converts a score from `Side::First` to the side to move.
fn for_mover<P: Position>(position: &P, score: Score) -> Score {
    if position.side_to_move() == Side::First { score } else { -score }
}

fn request<M>(algorithm: Algorithm, depth: u32) -> Question<M> {
    Question { algorithm, ..Question::new(Limits::depth(depth)) }
}

/// Compares everything that an answer claims at a given depth with the oracle.
fn check<P: Evaluate>(root: &P, algorithm: Algorithm, depth: u32, context: &str) {
    let analysis = run(root, &request(algorithm, depth));
    // A proven result may end the deepening early. Its score still has to be the score at the full depth.
    let expected = for_mover(root, oracle::value(root, depth, 0));
    assert_eq!(analysis.score, expected, "{context}: score at depth {depth} by {algorithm:?}");
    if root.outcome().is_some() || depth == 0 {
        assert_eq!(analysis.best, None, "{context}");
        return;
    }
    let values = oracle::move_values(root, depth);
    let first_best = values.iter().find(|(_, score)| *score == expected).expect("some move has the value").0;
    if analysis.depth == depth {
        assert_eq!(analysis.best, Some(first_best), "{context}: move at depth {depth} by {algorithm:?}");
    }
    if analysis.proven {
        // No game here lasts longer than nine plies.
        assert_eq!(expected, for_mover(root, oracle::value(root, 9, 0)), "{context}: proven at depth {depth}");
    }
    assert!(analysis.lines[0].pv.len() <= depth as usize, "{context}: length of the variation");
    let end = analysis.lines[0].pv.iter().fold(root.clone(), |mut position, mv| {
        position.play(*mv).expect("the variation is legal");
        position
    });
    if let (Some(plies), Some(_)) = (analysis.score.plies(), end.outcome()) {
        assert_eq!(plies as usize, analysis.lines[0].pv.len(), "{context}: a proven line reaches its end");
    }
}

#[test]
fn both_algorithms_equal_the_oracle_on_random_trees_cut_at_any_depth() {
    algorithms_equal_the_oracle(250);
}

fn algorithms_equal_the_oracle(trees: u64) {
    for seed in 0..trees {
        for root in [RandomTree::new(seed), RandomTree::transposing(seed)] {
            for depth in 0..=if seed % 10 == 0 { 7 } else { 4 } {
                for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                    check(&root, algorithm, depth, &format!("seed {seed}"));
                }
            }
        }
    }
}

/// Each single technique, some pairs, all of them, and none.
fn technique_sets() -> [Techniques; 13] {
    let none = Techniques::NONE;
    [
        none,
        none.with(Technique::Table),
        none.with(Technique::Pvs),
        none.with(Technique::MoveMemory),
        none.with(Technique::MateDistance),
        none.with(Technique::StaticBounds),
        none.with(Technique::Proof),
        none.with(Technique::Aspiration),
        none.with(Technique::Aspiration).with(Technique::Pvs).with(Technique::Table),
        none.with(Technique::Table).with(Technique::Pvs),
        Techniques::ALL.without(Technique::Proof),
        none.with(Technique::Table).with(Technique::MateDistance),
        Techniques::ALL,
    ]
}

#[test]
fn no_technique_changes_a_score_a_move_or_a_line() {
    techniques_change_nothing(30);
}

fn techniques_change_nothing(trees: u64) {
    for seed in 0..trees {
        for root in [RandomTree::new(seed), RandomTree::transposing(seed)] {
            for (depth, multi_pv) in (1..=7).flat_map(|depth| [(depth, 1), (depth, 3)]) {
                let plain = Question { multi_pv, techniques: Techniques::NONE, ..request(Algorithm::AlphaBeta, depth) };
                let lines = |techniques: Techniques| -> Vec<(Score, u8)> {
                    let found = run(&root, &Question { techniques, ..plain.clone() });
                    found.lines.iter().map(|line| (line.score, line.pv[0])).collect()
                };
                let expected = lines(Techniques::NONE);
                for techniques in technique_sets() {
                    let context = format!("seed {seed}, depth {depth}, {multi_pv} lines, {techniques:?}");
                    assert_eq!(lines(techniques), expected, "{context}");
                }
            }
        }
    }
}

#[test]
fn every_requested_line_has_its_exact_value_and_place() {
    for seed in 0..500 {
        let root = RandomTree::new(seed);
        let depth = 1 + (seed % 5) as u32;
        let mut expected: Vec<(Score, usize, u8)> =
            oracle::move_values(&root, depth).into_iter().zip(0..).map(|((mv, score), i)| (score, i, mv)).collect();
        expected.sort_by_key(|(score, index, _)| (std::cmp::Reverse(*score), *index));
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
            for multi_pv in 1..=6 {
                let analysis = run(&root, &Question { multi_pv, ..request(algorithm, depth) });
                if analysis.depth < depth {
                    continue; // proven earlier; the other tests cover that case
                }
                let lines: Vec<(Score, u8)> = analysis.lines.iter().map(|line| (line.score, line.pv[0])).collect();
                let best: Vec<(Score, u8)> = expected.iter().take(multi_pv).map(|(s, _, mv)| (*s, *mv)).collect();
                assert_eq!(lines, best, "seed {seed}, depth {depth}, {multi_pv} lines by {algorithm:?}");
            }
        }
    }
}

/// If the selective search claims a win or a loss, the game is won or lost within the claimed plies. Any other value
/// that it calls proven is the value of the game.
#[test]
fn what_the_selective_search_calls_proven_is_true() {
    proven_is_true(250, |seed| [RandomTree::new(seed), RandomTree::transposing(seed)]);
}

#[test]
fn what_it_calls_proven_is_true_where_a_game_has_tactics() {
    proven_is_true(250, |seed| [TacticalTree::new(seed), TacticalTree::transposing(seed)]);
}

#[test]
#[ignore = "more of the same, minutes; run by .ci/nightly"]
fn all_of_it_holds_on_many_trees() {
    algorithms_equal_the_oracle(3000);
    techniques_change_nothing(400);
    proven_is_true(1500, |seed| [RandomTree::new(seed), RandomTree::transposing(seed)]);
    proven_is_true(1500, |seed| [TacticalTree::new(seed), TacticalTree::transposing(seed)]);
}

fn proven_is_true<const TACTICS: bool>(seeds: u64, trees: impl Fn(u64) -> [Tree<TACTICS>; 2]) {
    let (mut wins, mut losses, mut others, mut opinions) = (0, 0, 0, 0);
    for seed in 0..seeds {
        for root in trees(seed) {
            let truth = oracle::move_values(&root, LONGEST);
            for (depth, multi_pv) in (1..=LONGEST).flat_map(|depth| [(depth, 1), (depth, 2)]) {
                let found = run(&root, &Question { multi_pv, ..request(Algorithm::Selective, depth) });
                assert_eq!(found.proven, found.lines[0].proven);
                for line in found.lines {
                    let context = format!("seed {seed}, depth {depth}, {multi_pv} lines: {line:?}");
                    let (_, value) = *truth.iter().find(|(mv, _)| *mv == line.pv[0]).expect("a legal move");
                    assert!(line.pv.len() <= depth as usize, "{context}");
                    if line.score.is_proven() {
                        assert!(line.proven, "{context}");
                        assert_eq!(line.score > Score::ZERO, value > Score::ZERO, "{context}, not {value:?}");
                        assert!(value.plies().is_some_and(|plies| Some(plies) <= line.score.plies()), "{context}");
                        *(if value > Score::ZERO { &mut wins } else { &mut losses }) += 1;
                    } else if line.proven {
                        assert_eq!(line.score, value, "{context}");
                        others += 1;
                    } else {
                        opinions += u32::from(line.score != value);
                    }
                }
            }
        }
    }
    assert!(wins.min(losses).min(others).min(opinions) > 150, "{wins} {losses} {others} {opinions}");
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    for seed in 0..300 {
        let root = RandomTree::new(seed);
        let values = oracle::move_values(&root, 3);
        let asked: Vec<_> = values.iter().rev().step_by(2).copied().collect();
        let best = asked.iter().map(|(_, score)| *score).max().unwrap();
        let search_moves = Some(asked.iter().map(|(mv, _)| *mv).collect());
        let analysis = run(&root, &Question { search_moves, ..request(Algorithm::AlphaBeta, 3) });
        assert_eq!(analysis.score, best, "seed {seed}");
        assert!(asked.iter().any(|(mv, _)| Some(*mv) == analysis.best), "seed {seed}");
    }
}

#[test]
fn a_random_tie_break_draws_evenly_among_exactly_the_best_moves() {
    for tree in [12, 40, 41, 99] {
        let root = RandomTree::new(tree);
        let values = oracle::move_values(&root, 2);
        let best = values.iter().map(|(_, score)| *score).max().unwrap();
        let ties: Vec<u8> = values.iter().filter(|(_, score)| *score == best).map(|(mv, _)| *mv).collect();
        let mut drawn = [0; 8];
        let draws = 600;
        for seed in 0..draws {
            let tie_break = TieBreak::Random(seed);
            let ask = Question { tie_break, ..request(Algorithm::AlphaBeta, 2) };
            let analysis = run(&root, &ask);
            assert_eq!(analysis.score, best);
            assert_eq!(analysis.best, run(&root, &ask).best, "a seed names its move");
            drawn[analysis.best.unwrap() as usize] += 1;
        }
        for mv in 0..8 {
            let share = if ties.contains(&mv) { draws as usize / ties.len() } else { 0 };
            // Five standard deviations of a binomial distribution.
            let slack = 5.0 * (share as f64).sqrt();
            assert!(
                (f64::from(drawn[mv as usize]) - share as f64).abs() <= slack,
                "tree {tree}: {drawn:?} of {ties:?}"
            );
        }
    }
}

/// Knuth and Moore (1975): alpha-beta visits at least b^ceil(d/2) + b^floor(d/2) - 1 leaves, and exactly that many if
/// the best move always comes first.
fn knuth_moore<const B: u8>(depth: u32) {
    let root = BestFirst::<B>::new(u64::from(depth));
    let analysis = run(&root, &request(Algorithm::AlphaBeta, depth));
    let b = u64::from(B);
    assert_eq!(analysis.stats.leaves, b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1, "b = {b}, d = {depth}");
    assert_eq!(analysis.score, oracle::value(&root, depth, 0));
    let cutoffs = analysis.stats.alpha_cutoffs + analysis.stats.beta_cutoffs;
    assert_eq!(analysis.stats.first_move_cutoffs, cutoffs, "every cut-off comes with the first move");
    assert_eq!(analysis.stats.moves_pruned, cutoffs * (b - 1));
    assert_eq!(run(&root, &request(Algorithm::Minimax, depth)).stats.leaves, b.pow(depth));
}

#[test]
fn best_first_uniform_trees_visit_the_knuth_moore_minimum() {
    for depth in 1..=8 {
        knuth_moore::<2>(depth);
        knuth_moore::<3>(depth);
    }
    for depth in 1..=5 {
        knuth_moore::<7>(depth);
    }
}

#[test]
fn counting_minimax_nodes_equals_visiting_them() {
    for seed in 0..300 {
        let root = RandomTree::new(seed);
        for depth in 0..=5 {
            let ask = request(Algorithm::Minimax, depth);
            let visited = run(&root, &ask).stats.nodes;
            assert_eq!(visited, oracle::nodes(&root, depth, 0));
            let count = |nodes| count_nodes(&root, &ask, Limits { nodes, ..Limits::depth(depth) }, &Stop::default());
            assert_eq!(count(visited), Ok(visited));
            assert_eq!(count(visited - 1), Err(StoppedBy::Nodes));
        }
    }
}

#[test]
fn minimax_sees_all_of_tic_tac_toe_and_alpha_beta_under_a_tenth() {
    let start = TicTacToe::default();
    let minimax = run(&start, &request(Algorithm::Minimax, 9));
    assert_eq!((minimax.stats.nodes, minimax.score, minimax.proven), (549_946, Score::ZERO, true));
    let alpha_beta = run(&start, &request(Algorithm::AlphaBeta, 9));
    assert_eq!((alpha_beta.score, alpha_beta.proven, alpha_beta.stopped_by), (Score::ZERO, true, StoppedBy::Solved));
    assert!(alpha_beta.stats.nodes < 54_994, "alpha-beta visited {}", alpha_beta.stats.nodes);
}

/// Every position that can be reached from the start.
fn reachable() -> Vec<TicTacToe> {
    let mut seen = HashSet::from([TicTacToe::default().key()]);
    let mut found = vec![TicTacToe::default()];
    let mut next = 0;
    while next < found.len() {
        let position = found[next];
        next += 1;
        if position.is_final() {
            continue;
        }
        for mv in oracle::moves(&position) {
            let after = position.after(mv);
            if seen.insert(after.key()) {
                found.push(after);
            }
        }
    }
    found
}

#[test]
fn on_every_reachable_tic_tac_toe_position_the_move_keeps_the_value() {
    let positions = reachable();
    assert_eq!(positions.len(), 5478);
    for position in positions {
        check(&position, Algorithm::AlphaBeta, 9, &position.state());
        let alpha_beta = run(&position, &request(Algorithm::AlphaBeta, 9));
        let Some(mv) = alpha_beta.best else {
            assert!(position.is_final());
            continue;
        };
        let after = position.after(mv);
        let kept = -for_mover(&after, oracle::value(&after, 9, 1));
        assert_eq!(kept, alpha_beta.score, "{} {}", position.state(), position.move_text(mv));
    }
}

#[test]
fn at_every_depth_tic_tac_toe_has_the_oracles_score() {
    let mut rng = Rng(5);
    let positions = reachable();
    for _ in 0..150 {
        let position = positions[rng.below(positions.len())];
        for depth in 0..=6 {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
                check(&position, algorithm, depth, &position.state());
            }
        }
    }
}

#[test]
fn the_tutorials_case_is_won_in_one_and_opens_in_the_centre() {
    let position = TicTacToe::parse("XOX/OX./..O X").unwrap();
    let analysis = run(&position, &request(Algorithm::AlphaBeta, 9));
    assert_eq!(position.move_text(analysis.best.unwrap()), "a1");
    assert_eq!(analysis.score, Score::win_in(1));
    let stats = analysis.stats;
    assert_eq!((stats.nodes, stats.leaves, stats.interior, analysis.depth), (4, 3, 1, 1));
    let all = run(&position, &Question { multi_pv: 9, ..request(Algorithm::AlphaBeta, 9) });
    let values: Vec<_> = all.lines.iter().map(|line| (position.move_text(line.pv[0]), line.score)).collect();
    assert_eq!(values, [("a1".into(), Score::win_in(1)), ("b1".into(), Score::ZERO), ("c2".into(), Score::ZERO)]);
    for depth in 1..=9 {
        let opening = run(&TicTacToe::default(), &request(Algorithm::AlphaBeta, depth));
        assert_eq!(TicTacToe::default().move_text(opening.best.unwrap()), "b2", "depth {depth}");
    }
}

/// The number of games from here: won by X, won by O, drawn.
fn games(position: &TicTacToe) -> [u32; 3] {
    match position.outcome() {
        Some(Outcome::Win(Side::First)) => [1, 0, 0],
        Some(Outcome::Win(Side::Second)) => [0, 1, 0],
        Some(_) => [0, 0, 1],
        None => oracle::moves(position).into_iter().fold([0; 3], |sum, mv| {
            let below = games(&position.after(mv));
            [sum[0] + below[0], sum[1] + below[1], sum[2] + below[2]]
        }),
    }
}

#[test]
fn tic_tac_toe_has_its_255_168_games() {
    assert_eq!(games(&TicTacToe::default()), [131_184, 77_904, 46_080]);
}
