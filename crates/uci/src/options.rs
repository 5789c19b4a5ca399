//! The options of the engine.

use super::command::{found, quoted};
use super::dialect::{Dialect, OptionWords, Setting};
use super::strength::{self, Strength};
use plyd_games::Catalogue;
use plyd_games::catalogue::{Game, UnknownGame};
use plyd_search::level::Levels;

/// What an option can be.
#[derive(Clone, Copy)]
enum Kind {
    /// A number within bounds.
    Spin { default: u32, least: u32, most: u32 },
    /// A switch.
    Check { default: bool },
    /// Something to do, without a value.
    Button,
    /// The game, by its name in the dialect.
    Variant,
}

/// The most lines that a search may report, as in the service.
const MOST_LINES: u32 = 500;

/// The current values of the options.
pub(super) struct Options {
    dialect: &'static Dialect,
    /// The games that can be played, by their names. The first is the default.
    variants: Vec<(&'static str, &'static Game)>,
    /// By [`Setting`]. A switch is 0 or 1, and so is a button: 1 if it was pressed. The game is its index.
    values: [u32; Setting::ALL.len()],
}

impl Setting {
    const fn kind(self) -> Kind {
        match self {
            // In MiB. The default is the one of `plyd serve`.
            Self::Hash => spin(64, [1, 32_768]),
            Self::Threads => spin(1, [1, 256]),
            Self::Lines => spin(1, [1, MOST_LINES]),
            // 0 means full strength.
            Self::Level => spin(0, [0, Levels::COUNT as u32]),
            // In milliseconds; see `Clock::overhead`.
            Self::Overhead => spin(30, [0, 5000]),
            Self::Variant => Kind::Variant,
            Self::Chess960 | Self::LimitStrength | Self::ShowWdl => Kind::Check { default: false },
            // Has an effect only with UCI_LimitStrength.
            Self::Elo => spin(strength::ELO[0], strength::ELO),
            Self::ClearHash | Self::NewGame => Kind::Button,
            Self::Milliseconds => Kind::Check { default: true },
        }
    }
}

const fn spin(default: u32, [least, most]: [u32; 2]) -> Kind {
    Kind::Spin { default, least, most }
}

impl Kind {
    const fn default(self) -> u32 {
        match self {
            Self::Spin { default, .. } => default,
            Self::Check { default } => default as u32,
            Self::Button | Self::Variant => 0,
        }
    }
}

impl Options {
    /// The options with their defaults, for the dialect's games that the catalogue has.
    ///
    /// # Errors
    /// If the catalogue does not have the default game.
    pub(super) fn new(catalogue: Catalogue, dialect: &'static Dialect) -> Result<Self, UnknownGame> {
        catalogue.find(dialect.games[0])?;
        let found = |name: &'static str| catalogue.find(name).ok().map(|game| (name, game));
        let variants = dialect.games.iter().copied().filter_map(found).collect();
        Ok(Self { dialect, variants, values: Setting::ALL.map(|setting| setting.kind().default()) })
    }

    /// The `option` lines.
    pub(super) fn listed(&self) -> impl Iterator<Item = String> {
        let label = match self.dialect.option_words {
            OptionWords::Labelled => "name ",
            OptionWords::Bare => "",
        };
        self.dialect.settings.iter().map(move |(name, setting)| {
            let kind = match setting.kind() {
                Kind::Spin { default, least, most } => format!("spin default {default} min {least} max {most}"),
                Kind::Check { default } => format!("check default {default}"),
                Kind::Button => "button".to_owned(),
                Kind::Variant => {
                    let names: String = self.variants.iter().map(|(name, _)| format!(" var {name}")).collect();
                    format!("combo default {}{names}", self.variants[0].0)
                }
            };
            format!("option {label}{name} type {kind}")
        })
    }

    /// Parses the value of an option.
    fn read(&self, kind: Kind, text: &str) -> Option<u32> {
        let is_text = |word: &str| text.eq_ignore_ascii_case(word);
        match kind {
            Kind::Spin { least, most, .. } => text.parse().ok().filter(|number| (least..=most).contains(number)),
            Kind::Check { .. } => ["false", "true"].into_iter().position(is_text).map(|at| at as u32),
            Kind::Button => text.is_empty().then_some(1),
            Kind::Variant => self.variants.iter().position(|(_, game)| game.names().any(is_text)).map(|at| at as u32),
        }
    }

    /// A description of the valid values.
    fn expected(&self, kind: Kind) -> String {
        match kind {
            Kind::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Check { .. } => "true or false".to_owned(),
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
        let Some((name, setting)) = self.dialect.setting(name) else {
            let names: Vec<&str> = self.dialect.settings.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            return Err(format!("there is no option {}; the options are {names}", quoted(name)));
        };
        let kind = setting.kind();
        let wrong = || format!("{name}: expected {}, found {}", self.expected(kind), found(value));
        let number = self.read(kind, value).ok_or_else(wrong)?;
        if setting == Setting::Hash {
            // The memory is reserved and released again as a test: failing to allocate the table would end the process.
            Vec::<u8>::new()
                .try_reserve_exact(bytes(number) / 16 * 17)
                .map_err(|_| format!("{name}: cannot allocate {number} MiB"))?;
        }
        self.values[setting as usize] = number;
        Ok(())
    }

    fn value(&self, setting: Setting) -> u32 {
        self.values[setting as usize]
    }

    /// The game to play.
    pub(super) fn game(&self) -> &'static Game {
        self.variants[self.value(Setting::Variant) as usize].1
    }

    /// Bytes of the transposition table.
    pub(super) fn table_bytes(&self) -> usize {
        bytes(self.value(Setting::Hash))
    }

    /// Threads of a search at full strength.
    pub(super) fn threads(&self) -> usize {
        self.value(Setting::Threads) as usize
    }

    /// How many best moves to value exactly.
    pub(super) fn lines(&self) -> usize {
        self.value(Setting::Lines) as usize
    }

    /// The strength to play at; `None` is full strength. Elo takes precedence over the level, if the game has ratings.
    pub(super) fn strength(&self, seed: u64) -> Option<Strength> {
        if self.value(Setting::LimitStrength) == 1 && !self.lacks_ratings() {
            return Strength::of_elo(self.game(), self.value(Setting::Elo), seed);
        }
        Strength::of_level(self.game(), self.value(Setting::Level) as u8, seed)
    }

    /// Whether an Elo rating is wanted, but the game's levels have none.
    pub(super) fn lacks_ratings(&self) -> bool {
        let has_ratings = self.game().about.levels.is_some_and(|levels| !levels.elo.is_empty());
        self.value(Setting::LimitStrength) == 1 && !has_ratings
    }

    /// Milliseconds to leave on the clock for each move.
    pub(super) fn overhead_ms(&self) -> u64 {
        u64::from(self.value(Setting::Overhead))
    }

    /// Whether to report the chances of a win, a draw and a loss.
    pub(super) fn shows_wdl(&self) -> bool {
        self.value(Setting::ShowWdl) == 1
    }

    /// Whether this button was pressed since the last call.
    pub(super) fn take(&mut self, button: Setting) -> bool {
        std::mem::take(&mut self.values[button as usize]) == 1
    }

    /// Milliseconds in the unit of the times on clocks.
    pub(super) fn time_unit_ms(&self) -> u32 {
        if self.value(Setting::Milliseconds) == 1 { 1 } else { 1000 }
    }

    /// Whether positions belong to Chess960.
    pub(super) fn is_chess960(&self) -> bool {
        self.value(Setting::Chess960) == 1
    }
}

fn bytes(mb: u32) -> usize {
    (mb as usize) << 20
}

#[cfg(test)]
mod tests {
    use super::super::dialect::{UCCI, UCI, USI};
    use super::*;
    use plyd_games::CATALOGUE;

    fn options(dialect: &'static Dialect) -> Options {
        Options::new(CATALOGUE, dialect).unwrap()
    }

    #[test]
    fn options_take_what_they_list_and_nothing_else() {
        for (dialect, games) in [
            (&UCI, &["3CHECK", "giveaway", "king-of-the-hill", "chess"][..]),
            (&USI, &["MINISHOGI", "mini-shogi", "shogi"]),
            (&UCCI, &[]),
        ] {
            let mut options = options(dialect);
            for (name, setting) in dialect.settings {
                let kind = setting.kind();
                let (taken, refused) = match kind {
                    Kind::Spin { least, most, default } => {
                        ([least, most, default].map(|value| value.to_string()).to_vec(), (most + 1).to_string())
                    }
                    Kind::Check { default } => {
                        (["false".to_owned(), "TRUE".to_owned(), default.to_string()].to_vec(), "1".to_owned())
                    }
                    Kind::Button => (vec![String::new()], "1".to_owned()),
                    Kind::Variant => (games.iter().map(|name| (*name).to_owned()).collect(), "go".to_owned()),
                };
                for value in taken {
                    // Values beyond the memory of the machine are tested in `memory`.
                    if *setting != Setting::Hash || value.parse::<u32>().unwrap() < 256 {
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
            assert!(options.take(Setting::ClearHash) && !options.take(Setting::ClearHash));
            assert_eq!((options.lines(), options.overhead_ms(), options.time_unit_ms()), (1, 30, 1));
            assert_eq!(options.game().id, dialect.games[0]);
        }
    }

    #[test]
    fn strength_is_by_level_or_by_elo() {
        let game = CATALOGUE.find("chess").unwrap();
        let mut options = options(&UCI);
        assert!(
            options
                .set("Ponder", "true")
                .unwrap_err()
                .starts_with("there is no option \"Ponder\"; the options are Hash,")
        );
        assert_eq!(options.strength(7), None);
        options.set("level", "3").unwrap();
        assert_eq!(options.strength(7), Strength::of_level(game, 3, 7));
        options.set("UCI_Elo", "2000").unwrap();
        assert_eq!(options.strength(7), Strength::of_level(game, 3, 7), "only with UCI_LimitStrength");
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(7), Strength::of_elo(game, 2000, 7));
        assert_eq!((options.table_bytes(), options.is_chess960()), (64 << 20, false));
    }

    #[test]
    fn a_game_without_ratings_plays_at_its_level() {
        let mut options = options(&UCI);
        options.set("Level", "3").unwrap();
        options.set("UCI_LimitStrength", "true").unwrap();
        assert!(!options.lacks_ratings());
        options.set("UCI_Variant", "atomic").unwrap();
        assert!(options.lacks_ratings());
        assert_eq!(options.strength(7), Strength::of_level(CATALOGUE.find("atomic").unwrap(), 3, 7));
    }

    #[test]
    fn a_dialect_has_its_own_games_only() {
        for (dialect, expected) in [
            (&UCI, "chess, crazyhouse, antichess, atomic, 3check, kingofthehill, horde, racingkings"),
            (&USI, "shogi, minishogi"),
        ] {
            let options = options(dialect);
            assert_eq!(options.expected(Kind::Variant), format!("one of {expected}"));
        }
        let refused = options(&UCI).set("UCI_Variant", "xiangqi").unwrap_err();
        assert!(refused.ends_with("found \"xiangqi\""), "{refused}");
    }
}
