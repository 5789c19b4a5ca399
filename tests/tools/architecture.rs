//! The layers: the `use crate::` lines of every module against the map in ARCHITECTURE.md, and the dependencies of the
//! library crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part of the service and the parts that it may use. A part is a file or a folder of `src/`.
const MAP: &[(&str, &[&str])] = &[
    ("wire", &[]),
    ("drawing", &[]),
    ("pool", &["search", "spans"]),
    ("allocator", &[]),
    ("excerpt", &[]),
    ("memory", &[]),
    ("memory_budget", &[]),
    ("listen_address", &[]),
    ("spans", &[]),
    ("otlp", &["spans"]),
    ("config", &["http", "listen_address", "memory", "memory_budget", "otlp", "pool", "wire"]),
    ("telemetry", &["config", "excerpt", "memory_budget", "otlp", "spans"]),
    ("signals", &[]),
    (
        "cli",
        &[
            "catalogue",
            "config",
            "drawing",
            "excerpt",
            "games",
            "http",
            "level",
            "listen_address",
            "memory",
            "memory_budget",
            "notation",
            "otlp",
            "pool",
            "position",
            "search",
            "signals",
            "telemetry",
            "wire",
        ],
    ),
    (
        "http",
        &[
            "catalogue",
            "drawing",
            "excerpt",
            "games",
            "level",
            "memory_budget",
            "otlp",
            "pool",
            "search",
            "spans",
            "wire",
        ],
    ),
];

/// The allowed dependencies of the libraries.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("connection-guard", &["http-body", "hyper", "hyper-util", "pin-project-lite", "tokio"]),
    ("search", &["bytemuck", "prefetch-index"]),
    ("games", &["cozy-chess", "flate2", "plyd-search", "pulp", "serde", "serde_json", "strsim"]),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The file or folder of `root` that contains a source.
fn part_of(root: &Path, source: &Path) -> String {
    let first = source.strip_prefix(root).unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// The parts named after `crate::` in code. Comments and tests may name any part.
fn used_by(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut used = BTreeSet::new();
    for line in lines.filter(|line| !line.contains("#[cfg(doc)]")) {
        for rest in line.split("crate::").skip(1) {
            used.insert(rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect());
        }
    }
    used
}

#[test]
fn every_part_uses_only_what_the_map_allows() {
    let mut parts = BTreeSet::new();
    for source in sources(Path::new("src")) {
        let part = part_of(Path::new("src"), &source);
        if part == "main" || part == "lib" {
            continue;
        }
        let allowed =
            MAP.iter().find(|(name, _)| *name == part).unwrap_or_else(|| panic!("{part} is not on the map")).1;
        for used in used_by(&fs::read_to_string(&source).unwrap()) {
            assert!(used == part || allowed.contains(&used.as_str()), "{} may not use {used}", source.display());
        }
        parts.insert(part);
    }
    assert_eq!(parts, MAP.iter().map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn the_exact_search_does_not_import_the_selective_one() {
    for source in sources(Path::new("crates/search/src/exact")) {
        let used = used_by(&fs::read_to_string(&source).unwrap());
        assert!(!used.contains("selective"), "{}", source.display());
    }
}

#[test]
fn the_libraries_depend_on_nothing_else() {
    for (library, allowed) in LIBRARIES {
        let manifest = fs::read_to_string(format!("crates/{library}/Cargo.toml")).unwrap();
        let dependencies = manifest.split("\n[").find(|part| part.starts_with("dependencies]")).unwrap();
        let named = dependencies.lines().skip(1).filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let named: BTreeSet<&str> = named.map(|line| line.split([' ', '.', '=']).next().unwrap()).collect();
        assert_eq!(named, allowed.iter().copied().collect(), "{library}");
    }
}

#[test]
fn shipped_packages_neither_contain_nor_enable_the_tools() {
    let workspace = fs::read_to_string("Cargo.toml").unwrap();
    assert!(
        workspace.contains(
            "\ndefault-members = [\".\", \"crates/search\", \"crates/games\", \"crates/connection-guard\"]\n"
        )
    );
    assert!(fs::read_to_string("tools/Cargo.toml").unwrap().contains("\npublish = false\n"));
    let games = fs::read_to_string("crates/games/Cargo.toml").unwrap();
    assert!(games.contains("\ntools = []\n") && !games.contains("default = ["));
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        assert!(!fs::read_to_string(manifest).unwrap().contains("features = [\"tools\"]"), "{manifest}");
    }
}

/// The modules that games share.
const SHARED: &[&str] = &[
    "bits",
    "board",
    "diagonals",
    "grid",
    "notation",
    "number",
    "pdn",
    "processor",
    "reading",
    "record",
    "sowing",
    "testing",
    "three_by_three",
];

/// The modules that work with every game.
const COMMON: &[&str] = &[
    "answer",
    "any_position",
    "catalogue",
    "game_tree",
    "laws",
    "list",
    "near",
    "played",
    "record",
    "review",
    "testing",
    "tools",
];

#[test]
fn games_do_not_know_each_other() {
    let folder = Path::new("crates/games/src");
    for source in sources(folder)
        .iter()
        .filter(|source| **source != folder.join("lib.rs"))
        .filter(|source| !COMMON.contains(&part_of(folder, source).as_str()))
    {
        for used in used_by(&fs::read_to_string(source).unwrap()) {
            assert!(SHARED.contains(&used.as_str()), "{} may not use {used}", source.display());
        }
    }
}

#[test]
fn only_dates_and_seeds_read_the_clock_on_the_wall() {
    // It may jump. Deadlines, timeouts and rates go by the monotonic one.
    let readers: Vec<String> = ["src", "crates"]
        .into_iter()
        .flat_map(|root| sources(Path::new(root)))
        .filter(|source| fs::read_to_string(source).unwrap().contains("SystemTime"))
        .map(|source| source.to_str().unwrap().replace('\\', "/"))
        .collect();
    let known = [
        "src/cli/play/start.rs",
        "src/cli/uci/session.rs",
        "src/http/date.rs",
        "src/http/layers.rs",
        "src/http/process.rs",
        // Dates of lines, spans and values.
        "src/otlp/exporter.rs",
        "src/otlp/ids.rs",
        "src/otlp/metrics.rs",
        "src/telemetry/json.rs",
    ];
    assert_eq!(BTreeSet::from_iter(readers.iter().map(String::as_str)), BTreeSet::from(known));
}

#[test]
fn only_http_knows_status_codes() {
    for source in sources(Path::new("src")).iter().filter(|source| part_of(Path::new("src"), source) != "http") {
        let text = fs::read_to_string(source).unwrap();
        assert!(!text.contains("StatusCode"), "{}", source.display());
    }
}
