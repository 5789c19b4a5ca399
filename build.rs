//! Converts the contract to JSON, compresses the pages, and hashes the sources into a build identity.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::{Compression, GzBuilder};

/// The inputs of the build identity: sources and books in these folders, and these files.
const FOLDERS: &[&str] = &["src", "crates"];
const FILES: &[&str] = &["Cargo.lock", "Cargo.toml", "build.rs", "openapi.yaml"];

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The files of the pages: name, path of the URL, media type.
const PAGES: &[(&str, &str, &str)] = &[
    ("index.html", "/", HTML),
    ("page.js", "/page.js", SCRIPT),
    ("page.css", "/page.css", STYLE),
    ("page.svg", "/page.svg", "image/svg+xml"),
    ("docs.html", "/docs", HTML),
    ("docs.js", "/docs/docs.js", SCRIPT),
    ("docs.css", "/docs/docs.css", STYLE),
    ("reader.js", "/docs/reader.js", SCRIPT),
    ("reader.css", "/docs/reader.css", STYLE),
];

fn main() {
    let yaml = fs::read_to_string("openapi.yaml").expect("openapi.yaml is beside Cargo.toml");
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).expect("openapi.yaml is YAML");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("openapi.json"), serde_json::to_vec(&contract).expect("YAML of this kind is JSON too"))
        .expect("OUT_DIR is writable");
    pages(&out).expect("src/http/page can be read, and OUT_DIR written");
    // Without the prefix of plyd's options: `cargo run` hands it on to the program, which warns of unknown ones.
    println!("cargo:rustc-env=BUILD_IDENTITY={}", identity().expect("the sources can be read"));
}

/// Compresses each file and writes the table that `http/page/mod.rs` includes. Links within the pages carry the hash of
/// their target, so a cached copy is never stale.
fn pages(out: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for (file, path, media_type) in PAGES {
        files.push((*file, *path, *media_type, fs::read(Path::new("src/http/page").join(file))?));
    }
    let linked = files.iter().filter(|(_, _, media_type, _)| *media_type != HTML);
    let links: Vec<_> = linked.map(|(_, path, _, content)| (*path, fnv1a(FNV_OFFSET, content))).collect();
    let mut table = format!("/// The files of the pages.\nstatic ASSETS: [Asset; {}] = [\n", files.len());
    for (file, path, media_type, mut content) in files {
        if media_type == HTML {
            let html = String::from_utf8(content).expect("HTML is UTF-8");
            let link = |html: String, (path, hash): &(&str, u64)| {
                html.replace(&format!("\"{path}\""), &format!("\"{path}?v={hash:016x}\""))
            };
            content = links.iter().fold(html, link).into_bytes();
        }
        let zipped = out.join(format!("{file}.gz"));
        // Without a modification time the output is reproducible.
        let mut gzip = GzBuilder::new().mtime(0).write(fs::File::create(&zipped)?, Compression::best());
        gzip.write_all(&content)?;
        gzip.finish()?;
        let hash = format!("{:016x}", fnv1a(FNV_OFFSET, &content));
        table += &format!("Asset::new({path:?}, {media_type:?}, {hash:?}, include_bytes!({zipped:?})),\n");
    }
    fs::write(out.join("page.rs"), table + "];\n")
}

/// A hash of sources, books, contract and versions of dependencies. It depends on nothing else, so rebuilding the same
/// sources anywhere gives the same identity.
fn identity() -> io::Result<String> {
    let mut files: Vec<PathBuf> = FILES.iter().map(PathBuf::from).collect();
    for folder in FOLDERS.iter().map(Path::new).filter(|folder| folder.is_dir()) {
        println!("cargo:rerun-if-changed={}", folder.display());
        list(folder, &mut files)?;
    }
    // The order of directory entries is the system's.
    files.sort();
    let mut hash = FNV_OFFSET;
    // As a dependency, and under a fuzzer, the package has no lock file.
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
        // Build output inside a crate is no source.
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

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Fowler, Noll and Vo's hash, as in `http/caching.rs`: the same on every machine.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
