//! The options of the engine.

use super::command::{found, quoted};
use crate::level::Levels;
use crate::memory;
use crate::wire::Caps;

/// An option of type `spin`: a number within bounds. The engine needs no other type.
struct Spin {
    name: &'static str,
    default: u32,
    least: u32,
    most: u32,
}

const HASH: usize = 0;
const LINES: usize = 2;
const LEVEL: usize = 3;
const OVERHEAD: usize = 4;

const SPINS: [Spin; 5] = [
    // MiB, with the default of `plyd serve`.
    Spin { name: "Hash", default: 64, least: 1, most: 32_768 },
    // Some GUIs set it without asking.
    Spin { name: "Threads", default: 1, least: 1, most: 1 },
    Spin { name: "MultiPV", default: 1, least: 1, most: Caps::MAX_MULTI_PV as u32 },
    // 0 is full strength.
    Spin { name: "Level", default: 0, least: 0, most: Levels::COUNT as u32 },
    // Milliseconds, see `Clock::overhead`.
    Spin { name: "Move Overhead", default: 30, least: 0, most: 5000 },
];

/// The current values of the options.
pub(super) struct Options([u32; SPINS.len()]);

impl Options {
    pub(super) fn new() -> Self {
        Self(SPINS.map(|spin| spin.default))
    }

    /// The `option` lines.
    pub(super) fn listed() -> impl Iterator<Item = String> {
        SPINS.iter().map(|Spin { name, default, least, most }| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        })
    }

    /// Sets an option. Names are not case-sensitive.
    ///
    /// # Errors
    /// A sentence, if the name or the value is invalid.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(index) = SPINS.iter().position(|spin| spin.name.eq_ignore_ascii_case(name)) else {
            let names = SPINS.map(|spin| spin.name).join(", ");
            return Err(format!("there is no option {}; there are {names}", quoted(name)));
        };
        let Spin { name, least, most, .. } = SPINS[index];
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        let wrong = || format!("{name}: expected a whole number from {least} to {most}, found {}", found(value));
        let number: u32 = number.ok_or_else(wrong)?;
        if index == HASH {
            memory::check("Hash", bytes(number).saturating_add(bytes(number) / 16))?;
        }
        self.0[index] = number;
        Ok(())
    }

    /// Bytes of the transposition table.
    pub(super) fn table_bytes(&self) -> usize {
        bytes(self.0[HASH])
    }

    /// How many best moves to value exactly.
    pub(super) fn lines(&self) -> usize {
        self.0[LINES] as usize
    }

    /// The level to play at; `None` for full strength.
    pub(super) fn level(&self) -> Option<u8> {
        Some(self.0[LEVEL] as u8).filter(|level| *level > 0)
    }

    /// Milliseconds of a clock that are not for searching.
    pub(super) fn overhead_ms(&self) -> u64 {
        u64::from(self.0[OVERHEAD])
    }
}

fn bytes(mb: u32) -> usize {
    (mb as usize) << 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_take_what_they_list_and_nothing_else() {
        let mut options = Options::new();
        for Spin { name, least, most, default } in SPINS {
            for value in [least, most, default] {
                // Values beyond the memory of the machine are tested in `memory`.
                if name != "Hash" || value < 256 {
                    assert_eq!(options.set(&name.to_uppercase(), &value.to_string()), Ok(()), "{name} {value}");
                }
            }
            for value in [(most + 1).to_string(), "-1".into(), String::new(), "x".into(), "1 2".into(), "1e3".into()] {
                let refused = options.set(name, &value).unwrap_err();
                assert!(refused.starts_with(&format!("{name}: expected a whole number from {least} to {most}")));
            }
        }
        assert!(
            options.set("Ponder", "true").unwrap_err().starts_with("there is no option \"Ponder\"; there are Hash,")
        );
        assert_eq!((options.lines(), options.level(), options.overhead_ms()), (1, None, 30));
        options.set("level", "3").unwrap();
        assert_eq!((options.level(), options.table_bytes()), (Some(3), 64 << 20));
    }
}
