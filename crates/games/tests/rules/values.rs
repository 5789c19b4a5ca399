//! Values of games: published ones, and what is derived from rules changes none.

use plyd_games::catalogue::{AnyPosition, MoveIndex, Question};
use plyd_search::{Analysis, Engine, Limits, Score, Stop, Technique, Techniques};

use crate::files;

fn search(position: Box<dyn AnyPosition>, question: Question) -> Analysis<String> {
    position.prepare(question)(&mut Engine::new(1 << 22), &Stop::default(), None).analysis
}

#[test]
fn small_games_have_their_known_values() {
    for (name, value) in [
        ("tic-tac-toe", 0),
        ("misere", 0),
        ("wild", 1),
        ("hexapawn", -1),
        ("hex-3", 1),
        ("y-4", 1),
        ("y-5", 1),
        ("domineering-4", 1),
    ] {
        let limits = Limits { nodes: 500_000, ..Limits::depth(60) };
        let found = search(files::start(name), Question::new(limits));
        assert_eq!((found.score.value().signum(), found.proven), (value, true), "{name}: {:?}", found.score);
    }
}

/// Searches that end with a proof within 20 s on one core, in at most so many nodes.
#[test]
#[ignore = "half a minute; run by .ci/nightly"]
fn larger_games_are_proven() {
    for (name, value, nodes) in
        [("col", -999_980, 1_000_000), ("four-in-a-row-5x4", 0, 6_000_000), ("hex-5", 999_987, 14_000_000)]
    {
        let question = Question::new(Limits { nodes: 20_000_000, ..Limits::depth(60) });
        let found = files::start(name).prepare(question)(&mut Engine::new(1 << 26), &Stop::default(), None).analysis;
        assert_eq!((found.score.value(), found.proven), (value, true), "{name}");
        assert!(found.stats.nodes <= nodes, "{name}: {} nodes", found.stats.nodes);
    }
}

#[test]
fn bridges_decide_games_of_connections() {
    // A chain of bridges from top to bottom: whatever the second side does, it takes three stones. Without bridges,
    // more than 20,000 nodes do not prove that.
    let hex = r#"{"board":{"hex":"rhombus","size":5},"place":"empty","end":[{"connect":[["top","bottom"],["left","right"]],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#;
    let position = files::read(hex, Some("5/2x2/5/1x3/5 2")).unwrap();
    let found = search(position, Question::new(Limits { nodes: 20_000, ..Limits::depth(60) }));
    assert_eq!((found.score, found.proven), (Score::loss_in(6), true));
    assert!(found.stats.nodes <= 200, "{} nodes", found.stats.nodes);
}

/// Games that a plain search solves from most of their positions.
const SMALL: [&str; 17] = [
    r#"{"board":[3,3],"place":"empty","end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[4,3],"place":"empty","end":[{"line":3,"exact":true,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[4,3],"place":"lowest","end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[3,3],"place":"empty","end":[{"line":3,"wins":"next"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[3,3],"place":{"each":3},"end":[{"line":3,"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":{"hex":"rhombus","size":3},"place":"empty","end":[{"connect":[["top","bottom"],["left","right"]],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":{"hex":"rhombus","size":4},"place":"empty","end":[{"connect":[["left","right"],["top","bottom"]],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":{"hex":"rhombus","size":[3,5]},"start":"3/1#1/3/3/3","place":"empty","end":[{"connect":[["top","bottom"],["left","right"]],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":{"hex":"rhombus","size":[4,3]},"place":"empty","end":[{"connect":["left","right"],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":{"hex":"triangle","size":4},"place":"empty","end":[{"connect":["top","left","slant"],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[3,3],"near":"W","place":"empty","end":[{"connect":["left","right"],"wins":"last"},{"stuck":"next","wins":"nobody"}]}"#,
    r#"{"board":[4,3],"near":"W","place":{"not beside":"own"},"end":{"stuck":"next","wins":"last"}}"#,
    r#"{"board":[4,3],"near":"W","place":{"not beside":"enemy"},"end":{"stuck":"next","wins":"last"}}"#,
    r#"{"board":[3,3],"place":{"not beside":"any"},"end":{"stuck":"next","wins":"last"}}"#,
    r#"{"board":[4,3],"place":{"shape":["1x2","2x1"]},"end":{"stuck":"next","wins":"last"}}"#,
    r#"{"board":[4,3],"start":"xXxX/XxXx/xXxX","pieces":{"X":{"moves":"cW"}},"end":{"stuck":"next","wins":"last"}}"#,
    r#"{"board":[3,3],"start":"2x/3/X2","pieces":{"X":{"moves":{"step":"mK","then":{"block":"empty"}}}},"end":{"stuck":"next","wins":"last"}}"#,
];

#[test]
fn what_is_derived_from_rules_changes_no_value() {
    let mut seed = 7_u64;
    let mut draw = |below: usize| {
        seed = plyd_search::mix(seed);
        seed as usize % below
    };
    let plain = Techniques::NONE.with(Technique::Table);
    for rules in SMALL {
        let mut decided = 0;
        for number in 0..24 {
            let mut position = files::read(rules, None).unwrap();
            for _ in 0..2 + number % 6 {
                match position.count_moves() {
                    0 => break,
                    moves => position.play(MoveIndex(draw(moves))),
                }
            }
            if position.count_moves() == 0 {
                continue;
            }
            let state = position.state();
            for depth in [1, 2, 3, 5, 20] {
                let ask = |techniques| {
                    let limits = Limits { nodes: 400_000, ..Limits::depth(depth) };
                    search(position.duplicate(), Question { techniques, ..Question::new(limits) })
                };
                let [found, expected] = [Techniques::ALL, plain].map(ask);
                if expected.depth < depth && !expected.proven {
                    continue;
                }
                let context = format!("{state} at depth {depth}");
                assert_eq!((found.score, &found.best), (expected.score, &expected.best), "{context}");
                assert!(found.proven || !expected.proven, "{context}");
                decided += u32::from(found.score != Score::ZERO && found.proven);
            }
        }
        assert!(decided > 0, "{rules}");
    }
}
