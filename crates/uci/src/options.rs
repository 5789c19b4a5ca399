//! The options of the engine.

use super::command::{found, quoted};
use super::strength::{self, Strength};
use plyd_games::catalogue::Game;
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
}

const HASH: usize = 0;
const THREADS: usize = 1;
const LINES: usize = 2;
const LEVEL: usize = 3;
const OVERHEAD: usize = 4;
const CHESS960: usize = 5;
const LIMIT_STRENGTH: usize = 6;
const ELO: usize = 7;
const SHOW_WDL: usize = 8;
const CLEAR_HASH: usize = 9;

/// The most lines that a search may report, as in the service.
const MOST_LINES: u32 = 500;

const SETTINGS: [Setting; 10] = [
    // In MiB. The default is the one of `plyd serve`.
    spin("Hash", 64, [1, 32_768]),
    spin("Threads", 1, [1, 256]),
    spin("MultiPV", 1, [1, MOST_LINES]),
    // 0 means full strength.
    spin("Level", 0, [0, Levels::COUNT as u32]),
    // In milliseconds; see `Clock::overhead`.
    spin("Move Overhead", 30, [0, 5000]),
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

/// The current values of the options. A switch is 0 or 1, and so is a button: 1 if it was pressed.
pub(super) struct Options([u32; SETTINGS.len()]);

impl Kind {
    const fn default(self) -> u32 {
        match self {
            Self::Spin { default, .. } => default,
            Self::Check | Self::Button => 0,
        }
    }

    /// Parses the value of an option.
    fn read(self, text: &str) -> Option<u32> {
        match self {
            Self::Spin { least, most, .. } => text.parse().ok().filter(|number| (least..=most).contains(number)),
            Self::Check => {
                ["false", "true"].iter().position(|word| text.eq_ignore_ascii_case(word)).map(|at| at as u32)
            }
            Self::Button => text.is_empty().then_some(1),
        }
    }

    /// A description of the valid values.
    fn expected(self) -> String {
        match self {
            Self::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
            Self::Check => "true or false".to_owned(),
            Self::Button => "no value".to_owned(),
        }
    }
}

impl Options {
    pub(super) fn new() -> Self {
        Self(SETTINGS.map(|setting| setting.kind.default()))
    }

    /// The `option` lines.
    pub(super) fn listed() -> impl Iterator<Item = String> {
        SETTINGS.iter().map(|Setting { name, kind }| match kind {
            Kind::Spin { default, least, most } => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            Kind::Check => format!("option name {name} type check default false"),
            Kind::Button => format!("option name {name} type button"),
        })
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
        let wrong = || format!("{name}: expected {}, found {}", kind.expected(), found(value));
        let number = kind.read(value).ok_or_else(wrong)?;
        if index == HASH {
            // The memory is reserved and released again as a test: failing to allocate the table would end the process.
            Vec::<u8>::new()
                .try_reserve_exact(bytes(number) / 16 * 17)
                .map_err(|_| format!("Hash: cannot allocate {number} MiB"))?;
        }
        self.0[index] = number;
        Ok(())
    }

    /// Bytes of the transposition table.
    pub(super) fn table_bytes(&self) -> usize {
        bytes(self.0[HASH])
    }

    /// Threads of a search at full strength.
    pub(super) fn threads(&self) -> usize {
        self.0[THREADS] as usize
    }

    /// How many best moves to value exactly.
    pub(super) fn lines(&self) -> usize {
        self.0[LINES] as usize
    }

    /// The strength to play at; `None` is full strength. Elo takes precedence over the level.
    pub(super) fn strength(&self, game: &Game, seed: u64) -> Option<Strength> {
        if self.0[LIMIT_STRENGTH] == 1 {
            return Strength::of_elo(game, self.0[ELO], seed);
        }
        Strength::of_level(game, self.0[LEVEL] as u8, seed)
    }

    /// Milliseconds to leave on the clock for each move.
    pub(super) fn overhead_ms(&self) -> u64 {
        u64::from(self.0[OVERHEAD])
    }

    /// Whether to report the chances of a win, a draw and a loss.
    pub(super) fn shows_wdl(&self) -> bool {
        self.0[SHOW_WDL] == 1
    }

    /// Whether `Clear Hash` was pressed since the last call.
    pub(super) fn take_clear_hash(&mut self) -> bool {
        std::mem::take(&mut self.0[CLEAR_HASH]) == 1
    }

    /// Whether positions belong to Chess960.
    pub(super) fn is_chess960(&self) -> bool {
        self.0[CHESS960] == 1
    }
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
        let game = CATALOGUE.find("chess").unwrap();
        let mut options = Options::new();
        for Setting { name, kind } in SETTINGS {
            let (taken, refused) = match kind {
                Kind::Spin { least, most, default } => {
                    ([least, most, default].map(|value| value.to_string()).to_vec(), (most + 1).to_string())
                }
                Kind::Check => (["true", "TRUE", "false"].map(str::to_owned).to_vec(), "1".to_owned()),
                Kind::Button => (vec![String::new()], "1".to_owned()),
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
                assert!(refused.starts_with(&format!("{name}: expected {}, found", kind.expected())), "{refused}");
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
        assert_eq!(options.strength(game, 7), None);
        options.set("level", "3").unwrap();
        assert_eq!(options.strength(game, 7), Strength::of_level(game, 3, 7));
        options.set("UCI_Elo", "2000").unwrap();
        assert_eq!(options.strength(game, 7), Strength::of_level(game, 3, 7), "only with UCI_LimitStrength");
        options.set("UCI_LimitStrength", "true").unwrap();
        assert_eq!(options.strength(game, 7), Strength::of_elo(game, 2000, 7));
        assert_eq!(options.table_bytes(), 64 << 20);
    }
}
