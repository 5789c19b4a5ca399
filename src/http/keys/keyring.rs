//! The keys that are known now. A reload replaces them all at once.

use std::collections::HashMap;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use super::file::{self, Entry, Hash};
use super::quota::Limiter;
use crate::file_in_time;
use crate::pool::Client;

/// The keys of a file.
pub struct Keyring {
    path: PathBuf,
    keys: RwLock<Arc<Keys>>,
}

/// Keys by the first bytes of their hash. The others are compared in constant time.
type Keys = HashMap<u64, Vec<Arc<Key>>>;

/// A known key.
pub(super) struct Key {
    pub(super) name: Arc<str>,
    hash: Hash,
    pub(super) client: Client,
    pub(super) limiter: Option<Limiter>,
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

    /// Reads the file again, and returns the number of keys. A key whose rate is the same goes on with what it has left.
    ///
    /// # Errors
    /// A sentence. The keys are as before, also when the file is empty, or looks as if it were still being written.
    pub fn reload(&self) -> Result<usize, String> {
        let text = self.text()?;
        let entries = self.entries(&text)?;
        if entries.is_empty() && !self.keys().is_empty() {
            return Err(self.named("there is no key in the file"));
        }
        if !text.ends_with('\n') {
            return Err(self.named("the last line does not end, so the file may be half-written"));
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
        let mut keys = Keys::new();
        for entry in entries {
            let held = find(&before, &entry.hash).filter(|key| key.is_of(&entry));
            let key = held.unwrap_or_else(|| Arc::new(Key::new(entry)));
            keys.entry(slot(&key.hash)).or_default().push(key);
        }
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        count
    }

    fn named(&self, wrong: &str) -> String {
        format!("keys of {}: {wrong}", self.path.display())
    }

    /// The key that this text is.
    pub(super) fn find(&self, text: &str) -> Option<Arc<Key>> {
        find(&self.keys(), &file::hash_of(text)?)
    }

    fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Key {
    fn new(entry: Entry) -> Self {
        let id = entry.hash.first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes));
        let client = Client::new(id).weighing(entry.weight).sharing(entry.percent);
        Self { name: entry.name.into(), hash: entry.hash, client, limiter: entry.rate.map(Limiter::new) }
    }

    fn is_of(&self, entry: &Entry) -> bool {
        let same_share = self.client.weight() == entry.weight && self.client.percent() == entry.percent;
        *self.name == *entry.name && same_share && self.limiter.as_ref().map(Limiter::rate) == entry.rate
    }
}

fn find(keys: &Keys, hash: &Hash) -> Option<Arc<Key>> {
    keys.get(&slot(hash))?.iter().find(|key| are_equal(&key.hash, hash)).cloned()
}

fn slot(hash: &Hash) -> u64 {
    hash.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Compares in a time that does not tell where the first difference is.
fn are_equal(one: &Hash, other: &Hash) -> bool {
    black_box(one.iter().zip(other).fold(0, |different, (one, other)| different | (one ^ other))) == 0
}
