//! Chunks of records, each in a separate file.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use plyd_search::mix;

/// One chunk out of this number is held out for validation.
const HELD_OUT: usize = 20;

/// Makes the missing chunks with these numbers; `records` returns the records of a chunk.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn make<Record: AsRef<[u8]>>(
    folder: &Path,
    chunks: Range<u64>,
    mut records: impl FnMut(u64) -> Vec<Record>,
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for chunk in chunks {
        let path = path_of(folder, chunk);
        if path.exists() {
            continue;
        }
        let records = records(chunk);
        write(&path, &records)?;
        eprintln!("{}: {} positions", path.display(), records.len());
    }
    Ok(())
}

/// The file of a chunk.
pub(crate) fn path_of(folder: &Path, chunk: u64) -> PathBuf {
    folder.join(format!("{chunk:05}.chunk"))
}

/// Writes a file atomically.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(path: &Path, records: &[impl AsRef<[u8]>]) -> io::Result<()> {
    let bytes: Vec<u8> = records.iter().flat_map(AsRef::as_ref).copied().collect();
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, &bytes)?;
    fs::rename(&unfinished, path)
}

/// The records of a folder's chunks: those to learn from, and those held out for validation.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn split<R>(folder: &Path, read: impl Fn(&Path) -> io::Result<Vec<R>>) -> io::Result<(Vec<R>, Vec<R>)> {
    let (mut examples, mut held_out) = (Vec::new(), Vec::new());
    for (number, path) in of(folder)?.iter().enumerate() {
        if number % HELD_OUT == HELD_OUT - 1 { &mut held_out } else { &mut examples }.extend(read(path)?);
    }
    Ok((examples, held_out))
}

/// The same for several folders.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn split_all<R>(
    folders: &[PathBuf],
    read: impl Fn(&Path) -> io::Result<Vec<R>>,
) -> io::Result<(Vec<R>, Vec<R>)> {
    let (mut examples, mut held_out) = (Vec::new(), Vec::new());
    for folder in folders {
        let (to_learn, to_check) = split(folder, &read)?;
        examples.extend(to_learn);
        held_out.extend(to_check);
    }
    Ok((examples, held_out))
}

/// The chunks of a folder, in order.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    of_kind(folder, "chunk")
}

/// The files of a folder with this extension, in order.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn of_kind(folder: &Path, kind: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map_err(crate::of_file(folder))?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == kind));
    paths.sort();
    Ok(paths)
}

/// The mean of these numbers; 0 if there are none.
pub(crate) fn mean(numbers: impl Iterator<Item = impl Into<f64>>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0), |(sum, count), number| (sum + number.into(), count + 1));
    sum / f64::from(count.max(1))
}

/// Shuffles records in an order that depends on the seed.
pub(crate) fn shuffle<T>(records: &mut [T], seed: u64) {
    let mut random = mix(seed);
    for index in (1..records.len()).rev() {
        random = mix(random);
        records.swap(index, (random % (index as u64 + 1)) as usize);
    }
}
