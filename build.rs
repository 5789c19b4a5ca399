//! Writes the contract as JSON beside its YAML, so that the binary carries both and no YAML reader; and names the build by what it is made of.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What answers depend on: every source and every book in these folders, and these files.
const FOLDERS: &[&str] = &["src", "crates"];
const FILES: &[&str] = &["Cargo.lock", "Cargo.toml", "build.rs", "openapi.yaml"];

fn main() {
    let yaml = fs::read_to_string("openapi.yaml").expect("openapi.yaml stands beside Cargo.toml");
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).expect("openapi.yaml is YAML");
    let path = Path::new(&env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("openapi.json");
    fs::write(path, serde_json::to_vec(&contract).expect("YAML of this kind is JSON too"))
        .expect("OUT_DIR is writable");
    println!("cargo:rustc-env=PLYD_BUILD={}", identity().expect("the sources can be read"));
}

/// A number that two builds share only if they are made of the same: sources, books, contract, versions of dependencies. No clock, no address and
/// no repository has a part in it, so all replicas of one build have the same, wherever it is built again.
fn identity() -> io::Result<String> {
    let mut files: Vec<PathBuf> = FILES.iter().map(PathBuf::from).collect();
    for folder in FOLDERS.iter().map(Path::new).filter(|folder| folder.is_dir()) {
        println!("cargo:rerun-if-changed={}", folder.display());
        list(folder, &mut files)?;
    }
    // Told from what stands there alone, whatever the system lists first.
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    // Without its lock file, as a dependency or under a fuzzer, a build is named by the rest.
    for file in files.iter().filter(|file| file.is_file()) {
        println!("cargo:rerun-if-changed={}", file.display());
        let content = fs::read(file)?;
        let name = file.to_str().expect("names of sources are UTF-8");
        hash = fnv1a(hash, &(content.len() as u64).to_le_bytes());
        hash = fnv1a(fnv1a(hash, name.as_bytes()), &content);
    }
    Ok(format!("{hash:016x}")[..12].to_owned())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // What is built inside of a crate is not what it is built of.
        if path.is_dir() && !path.ends_with("target") {
            list(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "bin" || extension == "toml")
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash, as in `http/caching.rs`: the same on every machine.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
