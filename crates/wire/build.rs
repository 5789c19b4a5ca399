//! Hashes the sources that determine answers. The hash identifies the build: it is part of `engine` in answers, and of
//! the entity tags.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The sources and data of these crates, and the versions of their dependencies. If the crate comes from a registry,
/// the other folders do not exist, and only this crate's own is hashed.
const FOLDERS: [&str; 4] = ["../search", "../games", "../operations", "../wire"];
const LOCK_FILE: &str = "../../Cargo.lock";

fn main() {
    // The variable's name does not begin like plyd's options, because `cargo run` passes it on to the program, which
    // warns of unknown options.
    println!("cargo:rustc-env=BUILD_IDENTITY={}", identity().expect("the sources can be read"));
}

/// The same sources give the same identity on every machine.
fn identity() -> io::Result<String> {
    let package = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let mut files = vec![PathBuf::from(LOCK_FILE)];
    for folder in FOLDERS.map(Path::new).into_iter().filter(|folder| package.join(folder).is_dir()) {
        println!("cargo:rerun-if-changed={}", folder.display());
        list(&package, folder, &mut files)?;
    }
    // The system may list directory entries in any order.
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for file in files.iter().filter(|file| package.join(file).is_file()) {
        println!("cargo:rerun-if-changed={}", file.display());
        let content = fs::read(package.join(file))?;
        let name = file.to_str().expect("names of sources are UTF-8");
        for bytes in [&(content.len() as u64).to_le_bytes(), name.as_bytes(), &content] {
            hash = fnv1a(hash, bytes);
        }
    }
    Ok(format!("{hash:016x}")[..12].to_owned())
}

/// Adds the sources and data files below a folder.
fn list(package: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(package.join(folder))? {
        let path = folder.join(entry?.file_name());
        let is_folder = package.join(&path).is_dir();
        // Build output inside a crate is not a source.
        if is_folder && !path.ends_with("target") {
            list(package, &path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "bin" || ending == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash, because it is the same on every machine.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
