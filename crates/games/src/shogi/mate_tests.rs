//! Tests of the search for mates: against trying every check and every reply, and what a search makes of its mates.

use std::collections::HashMap;

use super::generate::Move;
use super::mate::{Mates, key};
use super::variant::Variant;
use super::{FiveByFive, NineByNine, Shogi};
use crate::notation::Notation;
use crate::testing::{Rng, compiled, moves, random_game, search, search_after};
use plyd_search::hooks::{Effort, ThreatSearch, Threats};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Algorithm, Engine, Limits, Question, Score, StoppedBy, Technique};

/// A position of a game in which the side to move mates in five plies.
const IN_FIVE: &str = "ln1kS4/rsg2G3/1ppp+Lp3/p6+B1/6P1p/2P6/PP1P1P1PP/3SKS1pR/+bN1G1G2L b L3P2n 59";

fn read(state: &str) -> Shogi<NineByNine> {
    Shogi::parse(state).unwrap_or_else(|error| panic!("{state}: {error}"))
}

fn find<V: Variant>(position: &Shogi<V>, side: Side, nodes: u64) -> (Threats, Vec<Move>) {
    let mut mates = Mates::default();
    let mut visited = 0;
    let mut visit = |_| {
        visited += 1;
        Ok(())
    };
    let found = mates.find(position, side, Effort { nodes, thorough: true }, &mut visit).unwrap();
    let line = ThreatSearch::<Shogi<V>>::line(&mates).to_vec();
    assert!(visited <= 2 * nodes, "{visited} nodes of {nodes}");
    (found, line)
}

/// Whether the side to move mates by checks within this odd number of plies.
fn mates<V: Variant>(position: &Shogi<V>, within: u32) -> bool {
    let wins = |mv: &Move| {
        let next = position.after(*mv);
        let refuted = |reply: Move| within == 1 || !mates(&next.after(reply), within - 2);
        next.is_checked() && !moves(&next).into_iter().any(refuted)
    };
    moves(position).iter().any(wins)
}

/// Mates in one and three of random games are found, longer ones are mates, and each line leads to its end. Returns how
/// many mates in 1, 3 and 5 were found.
fn assert_mates_of_random_games<V: Variant>(games: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    let start = Shogi::<V>::parse(V::ABOUT.start()).unwrap();
    for seed in 0..games {
        random_game(&start, 200, &mut Rng(seed), |position| {
            if position.is_final() {
                return;
            }
            let (found, line) = find(position, position.side_to_move(), 1_000);
            let state = position.state();
            match [1, 3].into_iter().find(|plies| mates(position, *plies)) {
                Some(plies) => assert_eq!(found, Threats::Win(plies), "{state}"),
                None => assert!(!matches!(found, Threats::Win(..=3)), "{state}: {found:?}"),
            }
            let Threats::Win(plies) = found else { return };
            assert!(plies != 5 || mates(position, 5), "{state}");
            if let Some(count) = counts.get_mut(plies as usize / 2) {
                *count += 1;
            }
            assert_eq!(line.len(), plies as usize, "{state}");
            let mut end = *position;
            for mv in line {
                assert!(moves(&end).contains(&mv), "{state}");
                end.play_unchecked(mv);
            }
            assert_eq!(end.outcome(), Some(Outcome::Win(position.side_to_move())), "{state}");
        });
    }
    counts
}

#[test]
fn the_shortest_mates_by_checks_are_found_and_no_others() {
    let [one, three, five] = assert_mates_of_random_games::<FiveByFive>(15);
    assert!(one > 15 && three > 3 && five > 0, "{one}, {three} and {five} mates in 1, 3 and 5");
    assert_mates_of_random_games::<NineByNine>(1);
}

/// A search remembers positions by these keys, so two of them must never be equal.
#[test]
fn neighbouring_positions_with_other_plies_and_attackers_have_other_keys() {
    let mut known = HashMap::new();
    let start = Shogi::<FiveByFive>::parse(FiveByFive::ABOUT.start()).unwrap();
    random_game(&start, 40, &mut Rng(1), |position| {
        for next in moves(position).into_iter().map(|mv| position.after(mv)) {
            for (left, attacker) in (0..32).flat_map(|left| [(left, Side::First), (left, Side::Second)]) {
                let (node, key) = ((next.key(), left, attacker), key(&next, attacker, left));
                assert_eq!(*known.entry(key).or_insert(node), node, "{}", next.state());
            }
        }
    });
    assert!(known.len() > 10_000, "{}", known.len());
}

#[test]
fn a_dropped_pawn_does_not_mate() {
    assert_eq!(find(&read("7nk/9/7G1/9/9/9/9/9/K8 b P 1"), Side::First, 10_000).0, Threats::None);
    assert_eq!(find(&read("7nk/9/7G1/9/9/9/9/9/K8 b L 1"), Side::First, 10_000).0, Threats::Win(1));
}

#[test]
fn the_side_that_is_not_to_move_may_threaten_a_mate_unless_the_other_is_in_check() {
    let threat = read("7nk/9/7G1/9/9/9/9/9/K8 w L 1");
    assert_eq!(find(&threat, Side::First, 10_000).0, Threats::Win(1));
    assert_eq!(find(&threat, Side::Second, 10_000).0, Threats::None);
    let check = read("7nk/9/7GL/9/9/9/9/9/K8 w - 1");
    assert!(check.is_checked());
    assert_eq!(find(&check, Side::First, 10_000).0, Threats::Unknown);
}

#[test]
fn too_few_nodes_leave_it_open() {
    let position = read(IN_FIVE);
    let side = position.side_to_move();
    assert_eq!(find(&position, side, 10_000).0, Threats::Win(5));
    assert_eq!(find(&position, side, 20).0, Threats::Unknown);
    let stopped = |_| Err(StoppedBy::Nodes);
    let effort = Effort { nodes: 10_000, thorough: true };
    assert_eq!(Mates::default().find(&position, side, effort, &mut { stopped }), Err(StoppedBy::Nodes));
}

fn question(depth: u32) -> Question<Move> {
    Question { algorithm: Algorithm::Selective, ..Question::new(Limits::depth(depth)) }
}

#[test]
fn a_mate_leads_the_answer_with_its_whole_line() {
    let position = read(IN_FIVE);
    let answer = search(&position, &question(1), &mut Engine::new(1 << 20));
    assert_eq!(answer.score, Score::win_in(5));
    assert!(answer.proven && answer.stopped_by == StoppedBy::Solved, "{answer:?}");
    assert_eq!(answer.lines[0].pv.len(), 5);
    let end = answer.lines[0].pv.iter().fold(position, |position, mv| position.after(*mv));
    assert_eq!(end.outcome(), Some(Outcome::Win(position.side_to_move())));
    let mut without = question(1);
    without.techniques = without.techniques.without(Technique::Threats);
    assert!(!search(&position, &without, &mut Engine::new(1 << 20)).proven);
}

/// While a position of the past would end the game when it comes next, no mates are sought.
#[test]
fn a_position_that_has_occurred_three_times_ends_the_search_for_mates() {
    let position = read(IN_FIVE);
    let mut game = compiled(&position);
    for occurrence in 1..=3 {
        let answer = search_after(&*game, &position, &question(1), &mut Engine::new(1 << 20));
        assert_eq!(answer.proven, occurrence < 3, "occurrence {occurrence}");
        // Nobody makes progress.
        for mv in ["4i3i", "9i9h", "3i4i", "9h9i"] {
            game.play_named(mv).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
        }
    }
}
