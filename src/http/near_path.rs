//! The path of the contract that a mistyped one most likely means.

use super::routes::ROUTES;
use crate::catalogue::Game;
use crate::games::{Catalogue, nearest};

/// The longest path has five segments, and a sixth may be too many. Longer input is near to nothing.
const MAX_SEGMENTS: usize = 6;
const MAX_SEGMENT_BYTES: usize = 24;

/// The cost of a segment that is written otherwise, such as `game` for `games`.
const MISTYPED: u32 = 1;
/// The cost of a segment that is left out, such as `v1`.
const LEFT_OUT: u32 = 2;
/// The cost of a segment that is not in the contract, such as `api`.
const EXTRA: u32 = 3;
/// A path that costs more is another path.
const MAX_COST: u32 = 4;

const GAME: &str = "{game}";

/// The nearest path of the contract, with the game of `path` in it. Capital letters and slashes at the end cost nothing.
pub(super) fn near_path(path: &str, catalogue: Catalogue) -> Option<String> {
    let path = path.to_ascii_lowercase();
    let given: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).take(MAX_SEGMENTS + 1).collect();
    if !(1..=MAX_SEGMENTS).contains(&given.len()) || given.iter().any(|segment| segment.len() > MAX_SEGMENT_BYTES) {
        return None;
    }
    let games: Vec<Option<(&str, u32)>> = given.iter().map(|segment| near_game(segment, catalogue)).collect();
    let routes = ROUTES.iter().filter_map(|route| align(route.path, &given, &games));
    routes.min_by_key(|(cost, _)| *cost).map(|(_, near)| near)
}

/// The game that a segment names or nearly names, by its id, and the cost.
fn near_game(segment: &str, catalogue: Catalogue) -> Option<(&'static str, u32)> {
    if let Ok(game) = catalogue.find(segment) {
        return Some((game.id, 0));
    }
    let names: Vec<&str> = catalogue.iter().flat_map(Game::names).collect();
    let near = nearest(segment, &names)?;
    catalogue.find(near).ok().map(|game| (game.id, MISTYPED))
}

/// The cheapest way to turn the given segments into those of a route (Needleman and Wunsch, 1970): its cost, and the path
/// with the game filled in. `None` above [`MAX_COST`].
fn align(route: &str, given: &[&str], games: &[Option<(&'static str, u32)>]) -> Option<(u32, String)> {
    // The cheapest way to each number of given segments.
    let mut row: Vec<(u32, String)> =
        (0..).zip(0..=given.len()).map(|(count, _)| (EXTRA * count, String::new())).collect();
    for wanted in route.split('/').skip(1) {
        let mut next: Vec<(u32, String)> = Vec::with_capacity(row.len());
        for at in 0..=given.len() {
            let left_out = (row[at].0 + LEFT_OUT, format!("{}/{wanted}", row[at].1));
            let extra = at.checked_sub(1).map(|before| (next[before].0 + EXTRA, next[before].1.clone()));
            let matched = at.checked_sub(1).and_then(|before| {
                let (name, cost) = if wanted == GAME { games[before]? } else { near_literal(wanted, given[before])? };
                Some((row[before].0 + cost, format!("{}/{name}", row[before].1)))
            });
            let ways = [matched, Some(left_out), extra];
            next.push(ways.into_iter().flatten().min_by_key(|(cost, _)| *cost).expect("one segment can be left out"));
        }
        row = next;
    }
    row.pop().filter(|(cost, _)| *cost <= MAX_COST)
}

/// A segment of a route that is given or nearly given, and the cost.
fn near_literal<'a>(wanted: &'a str, given: &str) -> Option<(&'a str, u32)> {
    if wanted == given { Some((wanted, 0)) } else { Some((nearest(given, &[wanted])?, MISTYPED)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;

    #[test]
    fn a_mistyped_path_is_near_the_one_that_is_meant() {
        for (given, near) in [
            ("/v1/games/chess/search/", Some("/v1/games/chess/search")),
            ("/v1/", Some("/v1")),
            ("/v1/game", Some("/v1/games")),
            ("/v1/game/chess", Some("/v1/games/chess")),
            ("/v1/game/chess/search", Some("/v1/games/chess/search")),
            ("/V1/Games/Chess/Search", Some("/v1/games/chess/search")),
            ("/games", Some("/v1/games")),
            ("/games/chess/search", Some("/v1/games/chess/search")),
            ("/v1/chess/search", Some("/v1/games/chess/search")),
            ("/chess/search", Some("/v1/games/chess/search")),
            ("/v1/game/ches/search", Some("/v1/games/chess/search")),
            ("/v1/game/tictactoe/positon", Some("/v1/games/tic-tac-toe/position")),
            ("/v1/games/search", Some("/v1/games/{game}/search")),
            ("/api/v1/games", Some("/v1/games")),
            ("/v1/games/chess/tree.sgv", Some("/v1/games/chess/tree.svg")),
            ("/v1/games/chess/search/streams", Some("/v1/games/chess/search/stream")),
            ("/v1/batches", Some("/v1/batch")),
            ("/openapi.yml", Some("/openapi.yaml")),
            ("/livez/", Some("/livez")),
            ("/robots.txt", None),
            ("/v1/games/checkmate-in-many-moves-indeed", None),
            ("/a/b/c/d/e/f/g", None),
            ("/wp-admin/setup.php", None),
            ("", None),
        ] {
            assert_eq!(near_path(given, CATALOGUE).as_deref(), near, "{given}");
        }
    }
}
