//! Chunks of records, each a file of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyd_search::mix;

use crate::Options;

/// Makes the chunks that are not there yet, so many unless the options say otherwise; `records` has those of a chunk, by
/// its number.
///
/// # Errors
/// What the options and the files came to.
pub(crate) fn make<const SIZE: usize>(
    options: &Options,
    chunks: u64,
    mut records: impl FnMut(u64) -> Vec<[u8; SIZE]>,
) -> io::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let (from, chunks): (u64, u64) = (options.get("from", 0)?, options.get("chunks", chunks)?);
    for chunk in from..from + chunks {
        let path = Path::new(&options.folder).join(format!("{chunk:05}.bin"));
        if path.exists() {
            continue;
        }
        let records = records(chunk);
        write(&path, records.iter().copied())?;
        eprintln!("{}: {} positions", path.display(), records.len());
    }
    Ok(())
}

/// Writes a file whole or not at all.
///
/// # Errors
/// What the file came to.
pub(crate) fn write<const SIZE: usize>(path: &Path, records: impl Iterator<Item = [u8; SIZE]>) -> io::Result<()> {
    let bytes: Vec<u8> = records.flatten().collect();
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, &bytes)?;
    fs::rename(&unfinished, path)
}

/// The chunks of a folder, in order.
///
/// # Errors
/// What the folder came to.
pub(crate) fn of(folder: &str) -> io::Result<Vec<PathBuf>> {
    of_kind(folder, "bin")
}

/// The files of a folder whose names end so, in order.
///
/// # Errors
/// What the folder came to.
pub(crate) fn of_kind(folder: &str, kind: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == kind));
    paths.sort();
    Ok(paths)
}

/// Puts records into an order that the seed alone decides.
pub(crate) fn shuffle<T>(records: &mut [T], seed: u64) {
    let mut random = mix(seed);
    for index in (1..records.len()).rev() {
        random = mix(random);
        records.swap(index, (random % (index as u64 + 1)) as usize);
    }
}
