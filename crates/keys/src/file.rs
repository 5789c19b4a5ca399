//! The file of keys. Each line has the hash of a key, but not the key.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use plyd_games::excerpt::ellipsized;
use sha2::{Digest, Sha256};

/// Bytes of randomness in a key. 256 bits cannot be guessed, so a fast hash is enough. With a slow hash, strangers
/// could keep the server busy by sending wrong keys.
const KEY_BYTES: usize = 32;

/// The start of every key, so that leaked keys can be found.
const PREFIX: &str = "plyd_";

/// The longest name of a key, because the log repeats it.
const NAME_MAX: usize = 64;

/// The longest line in bytes.
const LINE_MAX: usize = 1 << 20;

/// Errors repeat at most this many characters of a word.
const FOUND_MAX: usize = 80;

/// The largest rate and burst.
const MAX_RATE: u32 = 1_000_000;

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: Arc<str>,
    /// The SHA-256 of the key, in hexadecimal digits.
    pub(super) hash: String,
    /// The client's weight when clients take turns.
    pub(super) weight: u16,
    /// The largest share of the queue and of the workers that the client may have, in percent.
    pub(super) percent: u8,
    pub(super) rate: Option<Rate>,
}

/// The number of requests allowed in a time. Up to `burst` of them may arrive together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) requests: NonZeroU32,
    pub(super) per: Duration,
    pub(super) burst: NonZeroU32,
}

const EXPECTED: &str = "expected a name, the SHA-256 of the key in 64 hexadecimal digits, and then any of weight=2, rate=10/s, \
                        burst=20 and share=50%";

/// Reads a file of keys. Errors name the line.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, String> {
    let (mut names, mut hashes) = (HashSet::new(), HashSet::new());
    let mut entries = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let at = |wrong: String| format!("line {}: {wrong}", number + 1);
        if line.len() > LINE_MAX {
            return Err(at(format!("the line is longer than {} MiB", LINE_MAX >> 20)));
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let entry = entry(line).map_err(at)?;
        if !names.insert(Arc::clone(&entry.name)) {
            return Err(at(format!("{} already has a line", entry.name)));
        }
        if !hashes.insert(entry.hash.clone()) {
            return Err(at(format!("{} has the same key as another line", entry.name)));
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(line: &str) -> Result<Entry, String> {
    let mut words = line.split_whitespace();
    let (Some(name), Some(hash)) = (words.next(), words.next()) else { return Err(EXPECTED.to_owned()) };
    check_name(name)?;
    if hash.len() != 64 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(format!("{EXPECTED}; the second word is not a SHA-256"));
    }
    let (mut weight, mut percent, mut rate, mut burst) = (1, 100, None, None::<NonZeroU32>);
    let mut given = HashSet::new();
    for word in words {
        let Some((field, value)) = word.split_once('=') else { return Err(unexpected(word)) };
        if !given.insert(field) {
            return Err(format!("{field} is given twice"));
        }
        let wrong = |expected: &str| format!("{field} is {:?}, expected {expected}", ellipsized(value, FOUND_MAX));
        match field {
            "weight" => weight = number(value, 1000).ok_or_else(|| wrong("a number from 1 to 1000"))?.get() as u16,
            "share" => {
                let read = value.strip_suffix('%').and_then(|percent| number(percent, 100));
                percent = read.ok_or_else(|| wrong("1% to 100%"))?.get() as u8;
            }
            "rate" => rate = Some(read_rate(value).ok_or_else(|| wrong("such as 10/s, 600/min or 5000/h"))?),
            "burst" => burst = Some(number(value, MAX_RATE).ok_or_else(|| wrong("a number from 1 to 1000000"))?),
            _ => return Err(unexpected(word)),
        }
    }
    if rate.is_none() && burst.is_some() {
        return Err("burst needs a rate, and this line has none".to_owned());
    }
    let rate = rate.map(|(requests, per)| Rate { requests, per, burst: burst.unwrap_or(requests) });
    Ok(Entry { name: name.into(), hash: hash.to_ascii_lowercase(), weight, percent, rate })
}

fn unexpected(word: &str) -> String {
    format!("{EXPECTED}; found {:?}", ellipsized(word, FOUND_MAX))
}

/// Checks a name, which the log and the file repeat.
fn check_name(name: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-@".contains(&byte);
    match name.len() {
        1..=NAME_MAX if name.bytes().all(plain) => Ok(()),
        _ => {
            let found = ellipsized(name, FOUND_MAX);
            Err(format!("{found:?} is not a valid name; expected 1 to {NAME_MAX} characters of A-Z a-z 0-9 . _ - @"))
        }
    }
}

fn read_rate(text: &str) -> Option<(NonZeroU32, Duration)> {
    let (requests, unit) = text.split_once('/')?;
    let seconds = match unit {
        "s" => 1,
        "min" => 60,
        "h" => 3600,
        _ => return None,
    };
    Some((number(requests, MAX_RATE)?, Duration::from_secs(seconds)))
}

/// A number from 1 to `most`, of digits only.
fn number(text: &str, most: u32) -> Option<NonZeroU32> {
    let digits = text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|number: &NonZeroU32| digits && number.get() <= most)
}

/// A new key. It is shown once and stored nowhere.
pub struct NewKey {
    /// The secret that its owner sends.
    pub key: String,
    /// Its line in the file.
    pub line: String,
}

impl NewKey {
    /// Makes a random key, and its line under this name.
    ///
    /// # Errors
    /// A sentence, if the name is invalid or the system has no randomness.
    pub fn generate(name: &str) -> Result<Self, String> {
        check_name(name)?;
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| format!("cannot get random bytes: {error}"))?;
        let key = format!("{PREFIX}{}", to_hex(&bytes));
        let line = format!("{name} {}", hash_of(&key));
        Ok(Self { key, line })
    }
}

/// The hash of a key, as it is in the file.
pub(super) fn hash_of(key: &str) -> String {
    to_hex(&Sha256::digest(key))
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_key_is_found_by_its_line() {
        let NewKey { key, line } = NewKey::generate("alice").unwrap();
        let entries = read(&line).unwrap();
        assert_eq!((&*entries[0].name, &entries[0].hash), ("alice", &hash_of(&key)));
        assert_ne!(key, NewKey::generate("alice").unwrap().key);
        assert!(NewKey::generate("a b").is_err() && NewKey::generate("").is_err());
    }

    #[test]
    fn a_line_has_what_it_says_and_defaults_for_the_rest() {
        let hash = "0f".repeat(32);
        let text = format!(
            "# keys\n\nalice {hash} rate=600/min weight=3 # a friend\nbob {} share=50% rate=10/s burst=20\n",
            "00".repeat(32)
        );
        let entries = read(&text).unwrap();
        let rate = |requests: u32, seconds, burst: u32| {
            let number = |number| NonZeroU32::new(number).unwrap();
            Some(Rate { requests: number(requests), per: Duration::from_secs(seconds), burst: number(burst) })
        };
        assert_eq!(
            entries[0],
            Entry { name: "alice".into(), hash: hash.clone(), weight: 3, percent: 100, rate: rate(600, 60, 600) }
        );
        assert_eq!(
            entries[1],
            Entry { name: "bob".into(), hash: "00".repeat(32), weight: 1, percent: 50, rate: rate(10, 1, 20) }
        );
    }

    #[test]
    fn a_wrong_line_is_told_by_its_number_and_what_was_expected() {
        let hash = "0f".repeat(32);
        for (line, says) in [
            ("alice".to_owned(), "expected a name, the SHA-256"),
            ("alice 123".to_owned(), "not a SHA-256"),
            (format!("al/ice {hash}"), "is not a valid name"),
            (format!("alice {hash} weight=0"), "weight is \"0\", expected a number from 1 to 1000"),
            (format!("alice {hash} share=50"), "expected 1% to 100%"),
            (format!("alice {hash} rate=10"), "such as 10/s"),
            (format!("alice {hash} rate=+1/s"), "such as 10/s"),
            (format!("alice {hash} burst=3"), "burst needs a rate"),
            (format!("# {}", "x".repeat(LINE_MAX)), "the line is longer than 1 MiB"),
            (format!("alice {hash} wieght=3"), "found \"wieght=3\""),
            (format!("alice {hash} weight=3 weight=3"), "weight is given twice"),
            (format!("bob {hash}"), "bob has the same key as another line"),
            (format!("first {}", "1".repeat(64)), "first already has a line"),
        ] {
            let error = read(&format!("first {hash}\n{line}")).unwrap_err();
            assert!(error.starts_with("line 2: ") && error.contains(says), "{line}: {error}");
        }
    }
}
