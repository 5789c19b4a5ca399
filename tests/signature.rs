//! What the search visits, pinned: a fixed set of searches and the nodes of each. A change here is a change of behaviour, and its commit
//! says why.

mod common;

use common::catalogue::{answer, question};
use plyd::games::find;
use plyd::search::Algorithm;

const SEARCHES: &[(&str, &str, u32, u64)] = &[
    ("tic-tac-toe", ".../.../... X", 9, 6_849),
    ("tic-tac-toe", "X../.O./..X O", 9, 557),
    ("tic-tac-toe", "XOX/OX./..O X", 9, 4),
    ("bones", "21:3 max", 10, 4),
    ("tree", "[[3,12,8],[2,4,6],[14,5,2]]", 60, 11),
    ("connect-four", "7/7/7/7/7/7 X", 8, 5_615),
    ("connect-four", "4453", 8, 14_660),
    ("gomoku", "15/15/15/15/15/15/6OX7/7X7/7OXO5/15/15/15/15/15/15 X 5", 3, 49_942),
    ("gomoku", "4/4/4 X 3", 12, 6_193),
    ("othello", "---------------------------OX------XO--------------------------- X", 8, 6_158),
    ("othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 17, 121_426),
    ("checkers", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 9, 21_496),
    ("checkers", "W:WK3,K7,K14:BK15,16,K32", 10, 13_541),
];

#[test]
fn a_fixed_set_of_searches_visits_exactly_these_nodes() {
    let nodes = |(game, state, depth, _): &(&str, &str, u32, u64)| {
        let position = find(game).unwrap().parse(state).unwrap();
        answer(position, question(Algorithm::AlphaBeta, *depth))["stats"]["nodes"].as_u64().unwrap()
    };
    let found: Vec<u64> = SEARCHES.iter().map(nodes).collect();
    let pinned: Vec<u64> = SEARCHES.iter().map(|search| search.3).collect();
    assert_eq!(found, pinned, "in all {} instead of {}", found.iter().sum::<u64>(), pinned.iter().sum::<u64>());
}
