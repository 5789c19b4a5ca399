//! Reads the jobs of a file.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use plyd_games::CATALOGUE;
use plyd_games::excerpt::ellipsized;
use plyd_terminal::RecordSource;
use plyd_wire::{Caps, State};
use serde_json::json;
use sha2::{Digest, Sha256};

/// The largest file of jobs in bytes, because a batch is kept in memory.
const MAX_FILE_BYTES: usize = 64 << 20;

/// The longest line in bytes. No request over HTTP may be larger.
const MAX_LINE_BYTES: usize = Caps::MAX_BATCH_BYTES;

/// The jobs of a file, in order.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) entries: Vec<Entry>,
    /// The bytes that were read for them.
    bytes: usize,
    seen: HashMap<Arc<[u8]>, usize>,
    digest: Sha256,
}

/// A line of a batch.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A job.
    Job(Arc<[u8]>),
    /// The same as the earlier job with this index.
    Same(usize),
}

impl Batch {
    /// Reads jobs, one a line.
    pub(crate) fn of_lines(path: &Path) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let mut reader: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(path).map_err(failed)?))
        };
        let mut batch = Self::default();
        let (mut line, mut number) = (Vec::new(), 1);
        while batch.fits() {
            line.clear();
            // One byte more than the longest line with its line end.
            let most = MAX_LINE_BYTES as u64 + 2;
            let read = reader.by_ref().take(most).read_until(b'\n', &mut line).map_err(failed)?;
            if read == 0 {
                break;
            }
            batch.bytes += read;
            if read as u64 == most {
                let (file, most) = (path.display(), MAX_LINE_BYTES >> 20);
                return Err(format!("{file}:{number}: the line is longer than {most} MiB, the limit for a request"));
            }
            number += 1;
            let job = line.trim_ascii_end();
            if job.is_empty() {
                continue;
            }
            if batch.entries.is_empty() {
                check_first(job).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            batch.push(job);
        }
        batch.checked(path)
    }

    /// Reads games, each of which is a review. Says which ones cannot be read.
    pub(crate) fn of_games(source: &RecordSource, nodes: Option<u64>, curve: &str) -> Result<Self, String> {
        let mut batch = Self::default();
        let read = source.open(CATALOGUE)?.each(&mut |game, record| {
            let (state, moves) = (State::new(&game.about, record.state), record.moves);
            let job = json!({
                "op": "review", "game": game.id, "state": state, "moves": moves, "nodes": nodes, "curve": curve,
            });
            let job = job.to_string();
            batch.bytes += job.len();
            batch.push(job.as_bytes());
            if batch.fits() { Ok(()) } else { Err(String::new()) }
        });
        match read {
            _ if !batch.fits() => {}
            Err(error) if batch.entries.is_empty() => return Err(error),
            Err(error) => eprintln!("plyd-queue: {error}; the other games become jobs"),
            Ok(()) => {}
        }
        batch.checked(&source.file)
    }

    /// Whether no more than [`MAX_FILE_BYTES`] were read.
    const fn fits(&self) -> bool {
        self.bytes <= MAX_FILE_BYTES
    }

    fn checked(self, path: &Path) -> Result<Self, String> {
        let (file, most) = (path.display(), MAX_FILE_BYTES >> 20);
        match self.entries.is_empty() {
            _ if !self.fits() => Err(format!("{file}: the jobs take more than {most} MiB; split them into batches")),
            true => Err(format!("{file}: the file has no jobs")),
            false => Ok(self),
        }
    }

    fn push(&mut self, job: &[u8]) {
        self.digest.update(job.len().to_le_bytes());
        self.digest.update(job);
        if let Some(first) = self.seen.get(job) {
            self.entries.push(Entry::Same(*first));
        } else {
            let job: Arc<[u8]> = job.into();
            self.seen.insert(Arc::clone(&job), self.entries.len());
            self.entries.push(Entry::Job(job));
        }
    }

    /// How many jobs are the same as an earlier one.
    pub(crate) fn equal(&self) -> usize {
        self.entries.len() - self.seen.len()
    }

    /// The first half of the hash of all jobs, in hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        self.digest.clone().finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Refuses a file whose first line is not an object. If a later line is wrong, its answer is a problem.
fn check_first(line: &[u8]) -> Result<(), String> {
    let line = String::from_utf8_lossy(line);
    if line.trim_start_matches(['\u{feff}', ' ', '\t']).starts_with('{') {
        return Ok(());
    }
    let found = ellipsized(&line, 40);
    let example = r#"{"op": "search", "game": "chess"}"#;
    Err(format!("expected a request on each line, such as {example}, found {found}; use --review FILE for games"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn batch(jobs: &[&str]) -> Batch {
        let mut batch = Batch::default();
        jobs.iter().for_each(|job| batch.push(job.as_bytes()));
        batch
    }

    #[test]
    fn equal_jobs_are_kept_once() {
        let batch = batch(&["a", "b", "a", "", "b"]);
        let job = |text: &str| Entry::Job(text.as_bytes().into());
        assert_eq!(batch.entries, [job("a"), job("b"), Entry::Same(0), job(""), Entry::Same(1)]);
        assert_eq!(batch.equal(), 2);
    }

    #[test]
    fn the_hash_depends_on_each_job_and_their_order() {
        let lists: [&[&str]; 4] = [&["a", "b"], &["b", "a"], &["ab"], &["a", "b", "b"]];
        assert_eq!(lists.map(|jobs| batch(jobs).hash()).into_iter().collect::<HashSet<_>>().len(), 4);
    }
}
