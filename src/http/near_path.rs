//! The path of the contract that a mistyped one most likely means.

use super::routes::ROUTES;
use crate::catalogue::Game;
use crate::games::{Catalogue, nearest};

/// Bytes of a path that is compared. The longest one of the contract has 60.
const MAX_BYTES: usize = 100;

/// The most segments by which a path may differ, such as `v1` and `games`.
const MAX_DISTANCE: usize = 2;

const GAME: &str = "{game}";

/// The nearest path of the contract, with the game of `path` in it. Capital letters and slashes at the end don't count.
///
/// Each segment is read as the name that it is nearest to; then paths are compared by the segments in which they differ.
pub(super) fn near_path(path: &str, catalogue: Catalogue) -> Option<String> {
    if path.len() > MAX_BYTES {
        return None;
    }
    let path = path.to_ascii_lowercase();
    let mut named = None;
    let given: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let given: Vec<&str> = given.into_iter().map(|segment| near_segment(segment, catalogue, &mut named)).collect();
    let routes = ROUTES.iter().map(|route| {
        let wanted: Vec<&str> = segments(route.path).collect();
        (strsim::generic_levenshtein(&given, &wanted), wanted)
    });
    // Something has to be the same. Of two that are as near, the longer one has more of what was given.
    let near =
        routes.filter(|(distance, wanted)| *distance <= MAX_DISTANCE && *distance < wanted.len().max(given.len()));
    let (_, near) = near.min_by_key(|(distance, wanted)| (*distance, usize::MAX - wanted.len()))?;
    Some(format!("/{}", near.join("/").replace(GAME, named.unwrap_or(GAME))))
}

fn segments(path: &'static str) -> impl Iterator<Item = &'static str> {
    path.split('/').skip(1)
}

/// The segment of the contract that a given one is or nearly is. A game's name is [`GAME`], and is kept in `named`.
fn near_segment<'a>(given: &'a str, catalogue: Catalogue, named: &mut Option<&'static str>) -> &'a str {
    let known: Vec<&str> = ROUTES.iter().flat_map(|route| segments(route.path)).collect();
    if let Some(same) = known.iter().find(|known| **known == given) {
        return same;
    }
    let exact = catalogue.find(given).ok();
    if let (None, Some(near)) = (exact, nearest(given, &known)) {
        return near;
    }
    let names: Vec<&str> = catalogue.iter().flat_map(Game::names).collect();
    let game = exact.or_else(|| catalogue.find(nearest(given, &names)?).ok());
    *named = game.map(|game| game.id).or(*named);
    game.map_or(given, |_| GAME)
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
