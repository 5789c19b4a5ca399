//! Playing strength: a level of the service, or a place on the scale of Stockfish's `UCI_Elo`.

use plyd_games::catalogue::Game;
use plyd_search::level::Level;
use plyd_search::{Algorithm, Handicap};

/// How a weakened opponent searches and chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    pub(super) algorithm: Algorithm,
    /// Its limits, and how careless it is.
    pub(super) level: Level,
    pub(super) handicap: Handicap,
}

/// A level that is placed on the scale.
struct Rung {
    elo: u32,
    level: u8,
}

/// The places of chess's levels, from matches against Stockfish (docs/results/strength.md, docs/lab). Level 6 is left
/// out, because it is within a few points of level 5.
const RUNGS: [Rung; 7] = [
    Rung { elo: 1260, level: 3 },
    Rung { elo: 1500, level: 4 },
    Rung { elo: 1700, level: 5 },
    Rung { elo: 2030, level: 7 },
    Rung { elo: 2160, level: 8 },
    Rung { elo: 2510, level: 9 },
    Rung { elo: 2970, level: 10 },
];

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

    /// The strength at a place within [`ELO`]. Between two levels, the nodes grow geometrically, and the share of
    /// careless moves and their slack fall linearly.
    pub(super) fn of_elo(game: &Game, elo: u32, seed: u64) -> Option<Self> {
        let upper = RUNGS.iter().position(|rung| elo <= rung.elo)?;
        let rung = &RUNGS[upper];
        let full = Self::of_level(game, rung.level, seed)?;
        let Some(below) = upper.checked_sub(1).map(|index| &RUNGS[index]).filter(|_| elo < rung.elo) else {
            return Some(full);
        };
        let lower = Self::of_level(game, below.level, seed)?;
        let part = f64::from(elo - below.elo) / f64::from(rung.elo - below.elo);
        let between = |of: fn(&Level) -> f64| of(&lower.level) + (of(&full.level) - of(&lower.level)) * part;
        let nodes = between(|level| (level.nodes as f64).ln()).exp().round() as u64;
        let [careless, slack] = [between(|level| level.careless), between(|level| level.slack)];
        Some(Self {
            level: Level { nodes, careless, slack, ..full.level },
            handicap: Handicap { careless, slack, ..full.handicap },
            ..full
        })
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
        for Rung { elo, level, .. } in RUNGS {
            let game = CATALOGUE.find("chess").unwrap();
            assert_eq!(Some(of_elo(elo)), Strength::of_level(game, level, 7), "{elo}");
        }
        assert_eq!(Strength::of_elo(CATALOGUE.find("chess").unwrap(), ELO[1] + 1, 7), None);
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
        for Rung { elo, level, .. } in RUNGS {
            assert_eq!(places[usize::from(level) - 3], elo.to_string(), "level {level}");
        }
    }
}
