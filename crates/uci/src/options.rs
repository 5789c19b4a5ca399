//! The options of the engine.

use std::iter;

use super::command::{found, quoted};
use super::strength::{self, Strength};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::Format;
use plyd_search::level::Levels;

/// An option, with its default.
struct Setting {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// A number within bounds.
    Spin { default: u32, least: u32, most: u32 },
    /// A switch, off by default.
    Check,
    /// Something to do, without a value.
    Button,
    /// The game, by its name in UCI.
    Variant,
}

const HASH: usize = 0;
const THREADS: usize = 1;
const LINES: usize = 2;
const LEVEL: usize = 3;
const OVERHEAD: usize = 4;
const VARIANT: usize = 5;
const CHESS960: usize = 6;
const LIMIT_STRENGTH: usize = 7;
const ELO: usize = 8;
const SHOW_WDL: usize = 9;
const CLEAR_HASH: usize = 10;

/// The id of the game that a session begins with.
pub(super) const CHESS: &str = "chess";

/// The most lines that a search may report, as in the service.
const MOST_LINES: u32 = 500;

const SETTINGS: [Setting; 11] = [
    // In MiB. The default is the one of `plyd serve`.
    spin("Hash", 64, [1, 32_768]),
    spin("Threads", 1, [1, 256]),
    spin("MultiPV", 1, [1, MOST_LINES]),
    // 0 means full strength.
    spin("Level", 0, [0, Levels::COUNT as u32]),
    // In milliseconds; see `Clock::overhead`.
    spin("Move Overhead", 30, [0, 5000]),
    Setting { name: "UCI_Variant", kind: Kind::Variant },
    Setting { name: "UCI_Chess960", kind: Kind::Check },
    Setting { name: "UCI_LimitStrength", kind: Kind::Check },
    // Has an effect only with UCI_LimitStrength.
    spin("UCI_Elo", strength::ELO[0], strength::ELO),
    Setting { name: "UCI_ShowWDL", kind: Kind::Check },
    Setting { name: "Clear Hash", kind: Kind::Button },
];

const fn spin(name: &'static str, default: u32, [least, most]: [u32; 2]) -> Setting {
    Setting { name, kind: Kind::Spin { default, least, most } }
}

/// The current values of the options.
pub(super) struct Options {
    /// The games that can be played, by their names in UCI. The first is the default.
    variants: Vec<(&'static str, &'static Game)>,
    /// A switch is 0 or 1, and so is a button: 1 if it was pressed. The game is its index.
    values: [u32; SETTINGS.len()],
}

impl Kind {
    const fn default(self) -> u32 {
        match self {
            Self::Spin { default, .. } => default,
            Self::Check | Self::Button | Self::Variant => 0,
        }
    }
}

impl Options {
    /// The options with their defaults, for this game and all others of the catalogue that have a name in UCI.
    pub(super) fn new(catalogue: Catalogue, default: &'static Game) -> Self {
        let others = catalogue.iter().filter(|game| game.id != default.id);
        let named = others.filter_map(|game| Some((variant_name(game)?, game)));
        let variants = iter::once((default.id, default)).chain(named).collect();
        Self { variants, values: SETTINGS.map(|setting| setting.kind.default()) }
    }

    /// The `option` lines.
    pub(super) fn listed(&self) -> impl Iterator<Item = String> {
        SETTINGS.iter().map(|Setting { name, kind }| match kind {
            Kind::Spin { default, least, most } => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Kind::Check => format!("option name {name} type check default false"),
            Kind::Button => format!("option name {name} type button"),
            Kind::Variant => {
                let names: String = self.variants.iter().map(|(name, _)| format!(" var {name}")).collect();
                format!("option name {name} type combo default {}{names}", self.variants[0].0)
            }
        })
    }

    /// Parses the value of an option.
    fn read(&self, kind: Kind, text: &str) -> Option<u32> {
        let is_text = |word: &str| text.eq_ignore_ascii_case(word);
        match kind {
            Kind::Spin { least, most, .. } => text.parse().ok().filter(|number| (least..=most).contains(number)),
            Kind::Check => ["false", "true"].into_iter().position(is_text).map(|at| at as u32),
            Kind::Button => text.is_empty().then_some(1),
            Kind::Variant => self.variants.iter().position(|(_, game)| game.names().any(is_text)).map(|at| at as u32),
        }
    }

    /// A description of the valid values.
    fn expected(&self, kind: Kind) -> String {
        match kind {
            Kind::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Check => "true or false".to_owned(),
            Kind::Button => "no value".to_owned(),
            Kind::Variant => {
                let names: Vec<&str> = self.variants.iter().map(|(name, _)| *name).collect();
                format!("one of {}", names.join(", "))
            }
        }
    }

    /// Sets an option. The case of names does not matter.
    ///
    /// # Errors
    /// A sentence, if the name or the value is invalid.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(index) = SETTINGS.iter().position(|setting| setting.name.eq_ignore_ascii_case(name)) else {
            let names = SETTINGS.map(|setting| setting.name).join(", ");
            return Err(format!("there is no option {}; the options are {names}", quoted(name)));
        };
        let Setting { name, kind } = SETTINGS[index];
        let wrong = || format!("{name}: expected {}, found {}", self.expected(kind), found(value));
        let number = self.read(kind, value).ok_or_else(wrong)?;
        if index == HASH {
            // The memory is reserved and released again as a test: failing to allocate the table would end the process.
            Vec::<u8>::new()
                .try_reserve_exact(bytes(number) / 16 * 17)
                .map_err(|_| format!("Hash: cannot allocate {number} MiB"))?;
        }
        self.values[index] = number;
        Ok(())
    }

    /// The game to play.
    pub(super) fn game(&self) -> &'static Game {
        self.variants[self.values[VARIANT] as usize].1
    }

    /// Bytes of the transposition table.
    pub(super) fn table_bytes(&self) -> usize {
        bytes(self.values[HASH])
    }

    /// Threads of a search at full strength.
    pub(super) fn threads(&self) -> usize {
        self.values[THREADS] as usize
    }

    /// How many best moves to value exactly.
    pub(super) fn lines(&self) -> usize {
        self.values[LINES] as usize
    }

    /// The strength to play at; `None` is full strength. Elo takes precedence over the level, if the game has ratings.
    pub(super) fn strength(&self, seed: u64) -> Option<Strength> {
        if self.values[LIMIT_STRENGTH] == 1 && !self.lacks_ratings() {
            return Strength::of_elo(self.game(), self.values[ELO], seed);
        }
        Strength::of_level(self.game(), self.values[LEVEL] as u8, seed)
    }

    /// Whether an Elo rating is wanted, but the game's levels have none.
    pub(super) fn lacks_ratings(&self) -> bool {
        let has_ratings = self.game().about.levels.is_some_and(|levels| !levels.elo.is_empty());
        self.values[LIMIT_STRENGTH] == 1 && !has_ratings
    }

    /// Milliseconds to leave on the clock for each move.
    pub(super) fn overhead_ms(&self) -> u64 {
        u64::from(self.values[OVERHEAD])
    }

    /// Whether to report the chances of a win, a draw and a loss.
    pub(super) fn shows_wdl(&self) -> bool {
        self.values[SHOW_WDL] == 1
    }

    /// Whether `Clear Hash` was pressed since the last call.
    pub(super) fn take_clear_hash(&mut self) -> bool {
        std::mem::take(&mut self.values[CLEAR_HASH]) == 1
    }

    /// Whether positions belong to Chess960.
    pub(super) fn is_chess960(&self) -> bool {
        self.values[CHESS960] == 1
    }
}

/// The name of a kind of chess in UCI: its first name without a hyphen, as Fairy-Stockfish has it. `None` for any other
/// game. The records of chess and its variants are PGN.
fn variant_name(game: &Game) -> Option<&'static str> {
    let is_chess = game.record_formats().first() == Some(&Format::Pgn);
    game.names().find(|name| is_chess && !name.contains('-'))
}

fn bytes(mb: u32) -> usize {
    (mb as usize) << 20
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    #[test]
    fn options_take_what_they_list_and_nothing_else() {
        let game = CATALOGUE.find(CHESS).unwrap();
        let mut options = Options::new(CATALOGUE, game);
        for Setting { name, kind } in SETTINGS {
            let (taken, refused) = match kind {
                Kind::Spin { least, most, default } => {
                    ([least, most, default].map(|value| value.to_string()).to_vec(), (most + 1).to_string())
                }
                Kind::Check => (["true", "TRUE", "false"].map(str::to_owned).to_vec(), "1".to_owned()),
                Kind::Button => (vec![String::new()], "1".to_owned()),
                Kind::Variant => {
                    (["3CHECK", "giveaway", "king-of-the-hill", "chess"].map(str::to_owned).to_vec(), "go".to_owned())
                }
            };
            for value in taken {
                // Values beyond the memory of the machine are tested in `memory`.
                if name != "Hash" || value.parse::<u32>().unwrap() < 256 {
                    assert_eq!(options.set(&name.to_uppercase(), &value), Ok(()), "{name} {value}");
                }
            }
            let nothing = if matches!(kind, Kind::Button) { "0" } else { "" };
            for value in [refused, "-1".into(), nothing.into(), "x".into(), "1 2".into(), "1e3".into()] {
                let refused = options.set(name, &value).unwrap_err();
                let expected = options.expected(kind);
                assert!(refused.starts_with(&format!("{name}: expected {expected}, found")), "{refused}");
            }
        }
        assert!(
            options
                .set("Ponder", "true")
                .unwrap_err()
                .starts_with("there is no option \"Ponder\"; the options are Hash,")
        );
        assert!(options.take_clear_hash() && !options.take_clear_hash());
        assert_eq!((options.lines(), options.overhead_ms(), options.is_chess960()), (1, 30, false));
        assert_eq!(options.strength(7), None);
        options.set("level", "3").unwrap();
        assert_eq!(options.strength(7), Strength::of_level(game, 3, 7));
        options.set("UCI_Elo", "2000").unwrap();
        assert_eq!(options.strength(7), Strength::of_level(game, 3, 7), "only with UCI_LimitStrength");
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(7), Strength::of_elo(game, 2000, 7));
        assert_eq!(options.table_bytes(), 64 << 20);
    }

    #[test]
    fn a_game_without_ratings_plays_at_its_level() {
        let mut options = Options::new(CATALOGUE, CATALOGUE.find(CHESS).unwrap());
        options.set("Level", "3").unwrap();
        options.set("UCI_LimitStrength", "true").unwrap();
        assert!(!options.lacks_ratings());
        options.set("UCI_Variant", "atomic").unwrap();
        assert!(options.lacks_ratings());
        assert_eq!(options.strength(7), Strength::of_level(CATALOGUE.find("atomic").unwrap(), 3, 7));
    }

    #[test]
    fn a_game_is_listed_by_the_name_that_fairy_stockfish_gives_it() {
        let options = Options::new(CATALOGUE, CATALOGUE.find(CHESS).unwrap());
        for (name, game) in &options.variants {
            assert_eq!(CATALOGUE.find(name).unwrap().id, game.id);
        }
        let expected = "chess, crazyhouse, antichess, atomic, 3check, kingofthehill, horde, racingkings";
        assert_eq!(options.expected(Kind::Variant), format!("one of {expected}"));
    }
}
