//! Playing strength: a level of the service, or a place on the scale of Stockfish's `UCI_Elo`.

use plyd_games::catalogue::Game;
use plyd_games::{Chess, Notation};
use plyd_search::level::{Level, Rung};
use plyd_search::{Algorithm, Handicap};

/// How a weakened opponent searches and chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    pub(super) algorithm: Algorithm,
    /// Its limits, and how careless it is.
    pub(super) level: Level,
    pub(super) handicap: Handicap,
}

/// The places of chess's levels on the scale.
const RUNGS: &[Rung] = match Chess::ABOUT.levels {
    Some(levels) => levels.elo,
    None => &[],
};

/// The weakest and the strongest place on the scale.
pub(super) const ELO: [u32; 2] = [RUNGS[0].elo, RUNGS[RUNGS.len() - 1].elo];

impl Strength {
    /// The level of this number, if the game has it.
    pub(super) fn of_level(game: &Game, number: u8, seed: u64) -> Option<Self> {
        let levels = game.about.levels?;
        Some(Self {
            algorithm: game.strongest(),
            level: levels.get(number)?,
            handicap: levels.handicap(number, seed, game.about.expected_score)?,
        })
    }

    /// The strength at a place within [`ELO`].
    pub(super) fn of_elo(game: &Game, elo: u32, seed: u64) -> Option<Self> {
        let (number, level) = game.about.levels?.of_elo(elo)?;
        let handicap = level.handicap(number, seed, game.about.expected_score);
        Some(Self { algorithm: game.strongest(), level, handicap })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    fn of_elo(elo: u32) -> Strength {
        Strength::of_elo(CATALOGUE.find("chess").unwrap(), elo, 7).unwrap_or_else(|| panic!("{elo}"))
    }

    #[test]
    fn a_placed_level_plays_as_it_does_by_its_number() {
        for &Rung { elo, level } in RUNGS {
            let game = CATALOGUE.find("chess").unwrap();
            assert_eq!(Some(of_elo(elo)), Strength::of_level(game, level, 7), "{elo}");
        }
        assert_eq!(Strength::of_elo(CATALOGUE.find("chess").unwrap(), ELO[1] + 1, 7), None);
        assert_eq!(Strength::of_elo(CATALOGUE.find("chess").unwrap(), ELO[0] - 1, 7), None);
    }

    #[test]
    fn strength_grows_with_every_point_from_level_to_level() {
        for pair in RUNGS.windows(2) {
            let (mut before, upper) = (of_elo(pair[0].elo), of_elo(pair[1].elo));
            for elo in pair[0].elo + 1..pair[1].elo {
                let here = of_elo(elo);
                assert!(here.level.slack <= before.level.slack, "{elo}");
                assert!(here.level.careless <= before.level.careless, "{elo}");
                assert!(here.handicap.slack == here.level.slack && here.level.slack >= upper.level.slack, "{elo}");
                assert_eq!(here.handicap.careless, here.level.careless, "{elo}");
                assert!(here.level.nodes >= before.level.nodes, "{elo}");
                assert!(here.level.nodes <= upper.level.nodes, "{elo}");
                assert_eq!((here.level.depth, here.algorithm), (upper.level.depth, upper.algorithm), "{elo}");
                assert_ne!(here, upper, "{elo}");
                before = here;
            }
            assert!(upper.level.depth >= before.level.depth);
        }
    }

    #[test]
    fn the_published_places_are_those_of_the_levels() {
        let results = include_str!("../../../docs/results/strength.md");
        let row = results.lines().find(|line| line.starts_with("| UCI_Elo,")).expect("the table of levels");
        let places: Vec<&str> = row.split('|').map(str::trim).skip(3).collect();
        for &Rung { elo, level } in RUNGS {
            assert_eq!(places[usize::from(level) - 3], elo.to_string(), "level {level}");
        }
    }
}
