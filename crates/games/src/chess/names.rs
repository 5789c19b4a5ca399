//! The names and main moves of chess openings: the list of github.com/lichess-org/chess-openings, which is in the public
//! domain (CC0 1.0). The main move of a position is the one with which the most lines of the list go on, at least five.
//! `plyd-tools names` makes the files.

use std::sync::LazyLock;

use crate::data::data;
use crate::opening::{Opening, OpeningNames};
use plyd_search::hooks::Openings;

/// The opening whose position has this key.
pub(super) fn find(key: u64) -> Option<Opening> {
    static NAMES: LazyLock<OpeningNames> =
        LazyLock::new(|| OpeningNames::new(data!("chess", "names.bin", after "evaluation/network.bin")));
    NAMES.find(key)
}

/// By position, the main move.
pub(super) fn main_moves() -> Openings {
    Openings::new(data!("chess", "main_moves.bin", after "evaluation/network.bin", "names.bin", "openings.bin"))
}

#[cfg(test)]
mod tests {
    use plyd_games::CATALOGUE;
    use plyd_games::catalogue::AnyPosition;

    /// The position after these moves.
    fn after(moves: &str) -> Box<dyn AnyPosition> {
        let mut position = CATALOGUE.find("chess").unwrap().start();
        for mv in moves.split_whitespace() {
            position.play_named(mv).unwrap();
        }
        position
    }

    /// Code, name and plies of the opening so far.
    fn name(moves: &str) -> Option<(String, &'static str, u32)> {
        after(moves).opening().map(|opening| (opening.code, opening.name, opening.plies))
    }

    #[test]
    fn openings_are_found_by_position() {
        let italian = |plies| Some(("C50".to_owned(), "Italian Game", plies));
        assert_eq!(name("e4 e5 Nf3 Nc6 Bc4"), italian(5));
        assert_eq!(name("e4 e5 Bc4 Nc6 Nf3"), italian(5), "a transposition");
        assert_eq!(name("e4 e5 Nf3 Nc6 Bc4 a5 h4 Ra6"), italian(5), "the last named position");
        assert_eq!(name("e3 e6 e4 e5 Nf3 Nc6 Bc4"), italian(7), "the number of moves that led to it");
        assert_eq!(name("e4 c5").unwrap().1, "Sicilian Defense");
        assert_eq!(name(""), None);
        // A name whose letters are not all ASCII.
        assert_eq!(name("e4 Nf6 d3").unwrap().1, "Alekhine Defense: Maróczy Variation");
    }

    #[test]
    fn a_state_alone_may_have_a_name_too() {
        let chess = CATALOGUE.find("chess").unwrap();
        let italian = after("e4 e5 Nf3 Nc6 Bc4").state();
        let alone = chess.parse(&italian).unwrap();
        assert_eq!(alone.opening().unwrap().plies, 5);
        let mut later = chess.parse(&italian).unwrap();
        later.play_named("a5").unwrap();
        assert_eq!(later.opening().unwrap().name, "Italian Game");
        assert_eq!(later.opening_here(), None);
    }
}
