//! The path of the contract that a mistyped one most likely means.

use super::routes::ROUTES;
use crate::catalogue::Game;
use crate::games::{Catalogue, nearest};

/// Bytes of a path that is compared. The longest one of the contract has 60.
const MAX_BYTES: usize = 100;

/// The cost of a segment that is mistyped, such as `game` for `games`.
const MISTYPED: usize = 1;
/// The cost of a segment that is left out, such as `v1`.
const LEFT_OUT: usize = 2;
/// The cost of a segment that is not in the contract, such as `api`.
const EXTRA: usize = 3;
/// A path that costs more is another path.
const MAX_COST: usize = 4;

const GAME: &str = "{game}";

/// The nearest path of the contract, with the game of `path` in it. Capital letters and slashes at the end cost nothing.
///
/// Each segment is read as the name that it is nearest to; then paths are compared by the names that only one of them has.
pub(super) fn near_path(path: &str, catalogue: Catalogue) -> Option<String> {
    if path.len() > MAX_BYTES {
        return None;
    }
    let path = path.to_ascii_lowercase();
    let (mut given, mut cost_of_names, mut named) = (Vec::new(), 0, None);
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        let (name, cost, game) = near_name(segment, catalogue);
        given.push(name);
        cost_of_names += cost;
        named = game.or(named);
    }
    let routes = ROUTES.iter().map(|route| {
        let left_out = names(route.path).filter(|name| !given.contains(name)).count();
        let extra = given.iter().filter(|given| names(route.path).all(|name| name != **given)).count();
        (cost_of_names + LEFT_OUT * left_out + EXTRA * extra, route.path)
    });
    let (cost, near) = routes.min_by_key(|(cost, _)| *cost)?;
    (cost <= MAX_COST && !given.is_empty()).then(|| near.replace(GAME, named.map_or(GAME, |game| game.id)))
}

fn names(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('/').skip(1)
}

/// The name that a segment is or nearly is, and the cost: one of the contract, or [`GAME`], and then the game too.
fn near_name(segment: &str, catalogue: Catalogue) -> (&str, usize, Option<&'static Game>) {
    let known: Vec<&str> = ROUTES.iter().flat_map(|route| names(route.path)).collect();
    if known.contains(&segment) {
        return (segment, 0, None);
    }
    if let Ok(game) = catalogue.find(segment) {
        return (GAME, 0, Some(game));
    }
    if let Some(name) = nearest(segment, &known) {
        return (name, MISTYPED, None);
    }
    let games: Vec<&str> = catalogue.iter().flat_map(Game::names).collect();
    match nearest(segment, &games).and_then(|name| catalogue.find(name).ok()) {
        Some(game) => (GAME, MISTYPED, Some(game)),
        None => (segment, 0, None),
    }
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
            ("/a/b/c/d/e/f/g", None),
            ("/wp-admin/setup.php", None),
            ("", None),
        ] {
            assert_eq!(near_path(given, CATALOGUE).as_deref(), near, "{given}");
        }
    }
}
