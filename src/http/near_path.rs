//! Suggests the path of the contract that a mistyped path most likely means.

use plyd_games::catalogue::Game;
use plyd_games::{Catalogue, nearest};

/// Paths longer than this many bytes are not compared. The contract's longest path has 60.
const MAX_BYTES: usize = 100;

/// The nearest of these paths, with the game that `path` names in place of `{game}`. Differences in case and trailing
/// slashes are ignored.
pub(super) fn near_path(
    path: &str,
    routes: impl Iterator<Item = &'static str>,
    catalogue: Catalogue,
) -> Option<String> {
    if path.len() > MAX_BYTES {
        return None;
    }
    let path = path.trim_end_matches('/');
    let names: Vec<&str> = catalogue.iter().flat_map(Game::names).collect();
    let game = path.split('/').find_map(|segment| catalogue.find(nearest(segment, &names)?).ok());
    let paths: Vec<String> =
        routes.map(|route| route.replace("{game}", game.map_or("{game}", |game| game.id))).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    nearest(path, &paths).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::ROUTES;
    use plyd_games::CATALOGUE;

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
            ("/v1/game/ches/search", Some("/v1/games/chess/search")),
            ("/v1/game/tictactoe/positon", Some("/v1/games/tic-tac-toe/position")),
            ("/v1/games/{game}/serch", Some("/v1/games/{game}/search")),
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
            let found = near_path(given, ROUTES.iter().map(|route| route.path), CATALOGUE);
            assert_eq!(found.as_deref(), near, "{given}");
        }
    }
}
