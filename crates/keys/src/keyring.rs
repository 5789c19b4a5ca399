//! The known keys. A reload replaces all of them together.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use super::file::{self, Entry};
use super::quota::Limiter;
use crate::file_in_time;

/// The keys of a file.
pub struct Keyring {
    path: PathBuf,
    keys: RwLock<Arc<Keys>>,
}

/// Keys by their hash. Measuring how long a look-up takes does not help an attacker, because nobody can find keys whose
/// hashes begin with certain digits.
type Keys = HashMap<String, Arc<Key>>;

/// A known key.
pub(super) struct Key {
    pub(super) entry: Entry,
    pub(super) share: Share,
    pub(super) limiter: Option<Limiter>,
}

/// The share of a server that the owner of a key may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Distinguishes the owners.
    pub id: u128,
    /// The weight when clients take turns.
    pub weight: u16,
    /// The largest share of the queue and of the workers, in percent.
    pub percent: u8,
}

impl Keyring {
    /// Reads the keys of a file.
    ///
    /// # Errors
    /// A sentence that names the file and the line.
    pub fn open(path: PathBuf) -> Result<Self, String> {
        let ring = Self { path, keys: RwLock::default() };
        ring.replace(ring.entries(&ring.text()?)?);
        Ok(ring)
    }

    /// Reads the file again, and returns the number of keys. A key whose line has not changed keeps what is left of its
    /// quota.
    ///
    /// # Errors
    /// A sentence; the keys then stay as they were. An empty file is an error too, and so is one that seems to be only
    /// partly written.
    pub fn reload(&self) -> Result<usize, String> {
        let text = self.text()?;
        let entries = self.entries(&text)?;
        if entries.is_empty() && !self.keys().is_empty() {
            return Err(self.named("the file has no keys"));
        }
        if !text.ends_with('\n') {
            return Err(self.named("the last line has no line break, so the file may be half-written"));
        }
        Ok(self.replace(entries))
    }

    fn text(&self) -> Result<String, String> {
        let bytes = file_in_time::read(&self.path).map_err(|error| self.named(&error.to_string()))?;
        String::from_utf8(bytes).map_err(|_| self.named("the file is not UTF-8"))
    }

    fn entries(&self, text: &str) -> Result<Vec<Entry>, String> {
        file::read(text).map_err(|wrong| self.named(&wrong))
    }

    fn replace(&self, entries: Vec<Entry>) -> usize {
        let (count, before) = (entries.len(), self.keys());
        let keys = entries.into_iter().map(|entry| {
            let held = before.get(&entry.hash).filter(|key| key.entry == entry).cloned();
            (entry.hash.clone(), held.unwrap_or_else(|| Arc::new(Key::new(entry))))
        });
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys.collect());
        count
    }

    fn named(&self, wrong: &str) -> String {
        format!("--keys {}: {wrong}", self.path.display())
    }

    /// The key with this text.
    pub(super) fn find(&self, text: &str) -> Option<Arc<Key>> {
        self.keys().get(&file::hash_of(text)).cloned()
    }

    fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Key {
    fn new(entry: Entry) -> Self {
        let id = u128::from_str_radix(&entry.hash[..32], 16).unwrap_or_default();
        let share = Share { id, weight: entry.weight, percent: entry.percent };
        Self { share, limiter: entry.rate.map(Limiter::new), entry }
    }
}
