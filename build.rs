//! Converts the contract to JSON and compresses the pages.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};

/// The engine for browsers, with the feature `engine`: `clients/browser/build` makes these files. The names are those of
/// [`PAGES`].
const ENGINE: &[(&str, &str, &str)] = &[
    ("bundle.js", "/engine/bundle.js", SCRIPT),
    ("worker.js", "/engine/worker.js", SCRIPT),
    ("plyd.wasm", "/engine/plyd.wasm", "application/wasm"),
    ("checkers.bin", "/engine/checkers.bin", BYTES),
    ("chess.bin", "/engine/chess.bin", BYTES),
    ("connect-four.bin", "/engine/connect-four.bin", BYTES),
    ("othello.bin", "/engine/othello.bin", BYTES),
];

/// Tells the page where its engine is.
const ENGINE_LINK: &str = r#"<meta name="plyd-engine" content="/engine/bundle.js" />"#;

const BYTES: &str = "application/octet-stream";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PNG: &str = "image/png";
const MANIFEST: &str = "application/manifest+json";

/// The files of the pages: name, path of the URL, media type. Each comes after those that it links to.
const PAGES: &[(&str, &str, &str)] = &[
    ("chunk.js", "/chunk.js", SCRIPT),
    ("templates.js", "/templates.js", SCRIPT),
    ("more.js", "/more.js", SCRIPT),
    ("run.js", "/run.js", SCRIPT),
    ("hand.js", "/hand.js", SCRIPT),
    ("study.js", "/study.js", SCRIPT),
    ("page.js", "/page.js", SCRIPT),
    ("page.css", "/page.css", STYLE),
    ("page.svg", "/page.svg", "image/svg+xml"),
    ("icon-192.png", "/icon-192.png", PNG),
    ("icon-512.png", "/icon-512.png", PNG),
    ("manifest.webmanifest", "/manifest.webmanifest", MANIFEST),
    ("docs.js", "/docs/docs.js", SCRIPT),
    ("docs.css", "/docs/docs.css", STYLE),
    ("reader.js", "/docs/reader.js", SCRIPT),
    ("reader.css", "/docs/reader.css", STYLE),
    ("index.html", "/", HTML),
    ("docs.html", "/docs", HTML),
    // It answers a browser that asks for a page that does not exist.
    ("404.html", "/404", HTML),
];

fn main() {
    let yaml = fs::read_to_string("openapi.yaml").expect("openapi.yaml is beside Cargo.toml");
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).expect("openapi.yaml is YAML");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("openapi.json"), serde_json::to_vec(&contract).expect("YAML of this kind is JSON too"))
        .expect("OUT_DIR is writable");
    pages(&out).expect("src/http/page can be read, and OUT_DIR written");
    println!("cargo:rerun-if-changed=openapi.yaml");
    println!("cargo:rerun-if-changed=src/http/page");
}

/// Compresses each file and writes the table that `http/page/mod.rs` includes. Links within the pages carry the hash of
/// their target, so a cached copy is never stale.
fn pages(out: &Path) -> io::Result<()> {
    let mut links: Vec<(&str, u64)> = Vec::new();
    let has_engine = env::var_os("CARGO_FEATURE_ENGINE").is_some();
    let engine = if has_engine { ENGINE } else { &[] };
    if has_engine {
        println!("cargo:rerun-if-changed=clients/browser/dist");
    }
    let count = engine.len() + PAGES.len();
    let mut table = format!("/// The files of the pages.\nstatic ASSETS: [Asset; {count}] = [\n");
    for (file, path, media_type) in engine.iter().chain(PAGES) {
        let mut content = if path.starts_with("/engine") {
            let file = Path::new("clients/browser/dist").join(file);
            fs::read(&file).map_err(|error| {
                let detail = format!("{}: {error}; clients/browser/build makes it", file.display());
                io::Error::new(error.kind(), detail)
            })?
        } else {
            committed(&Path::new("src/http/page").join(file))?
        };
        if has_engine && *file == "index.html" {
            let text = String::from_utf8(content).expect("pages are UTF-8");
            content = text.replace("<meta charset", &format!("{ENGINE_LINK}\n    <meta charset")).into_bytes();
        }
        // HTML links by path, scripts and the manifest relative to themselves.
        if matches!(*media_type, HTML | SCRIPT | MANIFEST) && !file.starts_with("reader") {
            let text = String::from_utf8(content).expect("pages are UTF-8");
            let link = |text: String, (path, hash): &(&str, u64)| {
                text.replace(&format!("{path}\""), &format!("{path}?v={hash:016x}\""))
            };
            content = links.iter().fold(text, link).into_bytes();
        }
        let hash = fnv1a(FNV_OFFSET, &content);
        if *media_type != HTML {
            links.push((path, hash));
        }
        let zipped = out.join(format!("{file}.gz"));
        // Without a modification time the output is reproducible.
        let mut gzip = GzBuilder::new().mtime(0).write(fs::File::create(&zipped)?, Compression::best());
        gzip.write_all(&content)?;
        gzip.finish()?;
        table += &format!("Asset::new({path:?}, {media_type:?}, \"{hash:016x}\", include_bytes!({zipped:?})),\n");
    }
    fs::write(out.join("page.rs"), table + "];\n")
}

/// A file that `page/build` wrote. Swagger UI's two files are committed compressed, under their name and `.gz`.
fn committed(file: &Path) -> io::Result<Vec<u8>> {
    if file.exists() {
        return fs::read(file);
    }
    let mut content = Vec::new();
    GzDecoder::new(fs::File::open(format!("{}.gz", file.display()))?).read_to_end(&mut content)?;
    Ok(content)
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// Fowler, Noll and Vo's hash, as in `http/answers/caching.rs`, because it is the same on every machine.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
