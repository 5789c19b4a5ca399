//! The file of measurements of the games: `crates/games/src/measured.in`.

use std::io;
use std::path::Path;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;
use plyd_search::expected_score::{ExpectedScore, Fit};

/// From the root of the repository.
const FILE: &str = "crates/games/src/measured.in";

const HEAD: &str = "// Written by: cargo run --release -p plyd-tools -- curves --write, and levels --write.\n";

/// New numbers of a game. `None` leaves the old ones.
pub(crate) struct Measured {
    pub(crate) id: &'static str,
    pub(crate) curve: Option<ExpectedScore>,
    pub(crate) mean_losses: Option<Vec<f64>>,
}

/// Writes the file with new numbers in place of the old ones.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(new: &[Measured]) -> io::Result<()> {
    crate::write(Path::new(FILE), text(new))
}

/// A line for each game with levels.
fn text(new: &[Measured]) -> String {
    let mut text = HEAD.to_owned();
    for Game { id, about, .. } in CATALOGUE {
        let Some(levels) = about.levels else { continue };
        let of_game = || new.iter().filter(|measured| measured.id == *id);
        let curve = of_game().find_map(|measured| measured.curve).unwrap_or(about.expected_score);
        let losses = of_game().find_map(|measured| measured.mean_losses.as_deref()).unwrap_or(levels.mean_losses);
        let name = id.to_uppercase().replace('-', "_");
        let made = match curve.fit {
            Some(Fit { games, nodes, error }) => {
                format!("fitted({:?}, {error:?}, {games}, {nodes}, &{losses:?})", curve.scale)
            }
            None => format!("proven(&{losses:?})"),
        };
        text += &format!("pub(crate) const {name}: Measured = {made};\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_what_the_tool_writes() {
        assert_eq!(text(&[]), std::fs::read_to_string(Path::new("..").join(FILE)).unwrap());
    }

    #[test]
    fn new_numbers_take_the_place_of_old_ones() {
        let curve = Some(ExpectedScore::fitted(7.5, 0.5, 3, 4));
        let made = text(&[Measured { id: "chess", curve, mean_losses: Some(vec![0.25]) }]);
        assert!(made.contains("CHESS: Measured = fitted(7.5, 0.5, 3, 4, &[0.25]);"), "{made}");
        assert_eq!(made.lines().count(), text(&[]).lines().count());
    }
}
