//! Which part may import which: compares the table in ARCHITECTURE.md with the imports of the sources, and checks that
//! files do not import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use plyd::games::CATALOGUE;

use crate::pages::{Page, codes};

/// Each part of the table in its order, and the parts that it may use. A part is a crate, or a file or folder of `src/` or
/// of `src/http/`.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let page = Page::read("ARCHITECTURE.md".to_owned());
    let names = |cell: &str| codes(cell).map(name_of_part).collect();
    page.table("| part | what it is for | may use |")
        .iter()
        .map(|row| (name_of_part(codes(row[0]).next().unwrap()), names(row[2])))
        .collect()
}

/// `crates/wire`, `src/pool` and `src/config.rs` are `wire`, `pool` and `config`.
fn name_of_part(path: &str) -> String {
    path.trim_start_matches("crates/").trim_start_matches("src/").trim_end_matches(".rs").replace('-', "_")
}

/// The sources below a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

/// The root, the path and the part of each source. In `src/` and `src/http/`, each file and folder is a part; a crate is
/// one part.
fn parts() -> Vec<(PathBuf, PathBuf, String)> {
    let crates = fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path());
    let crates = crates.map(|path| (path.join("src"), Some(path.file_name().unwrap().to_str().unwrap().to_owned())));
    let roots = crates.chain([(PathBuf::from("src"), None)]);
    roots
        .flat_map(|(root, name)| {
            sources(&root).into_iter().map(move |source| {
                let own = source.strip_prefix(&root).unwrap();
                let depth = if own.starts_with("http") { 2 } else { 1 };
                let own: PathBuf = own.components().take(depth).collect();
                (root.clone(), source, name_of_part(name.as_deref().unwrap_or(own.to_str().unwrap())))
            })
        })
        .collect()
}

/// The code of a source, without comments, tests and what only the documentation uses.
fn code(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut lines: Vec<&str> = lines.filter(|line| !line.contains("#[cfg(doc)]")).collect();
    lines.retain(|line| !line.trim().is_empty());
    lines.join("\n")
}

/// Every path that begins with one of these words, with groups of `use` split up.
fn paths(code: &str, begins: &[&str]) -> Vec<Vec<String>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for begin in begins {
        for (at, _) in code.match_indices(&format!("{begin}::")) {
            let is_whole = !code[..at].ends_with(|c: char| is_word(c) || c == ':');
            if is_whole {
                expand(&code[at..], &mut Vec::new(), &mut found);
            }
        }
    }
    found
}

/// Reads one path, or a group of paths, after the names in `before`. Returns what follows.
fn expand<'a>(text: &'a str, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> &'a str {
    let depth = before.len();
    let mut rest = text.trim_start();
    loop {
        if let Some(group) = rest.strip_prefix('{') {
            rest = group;
            while !rest.trim_start().starts_with('}') && !rest.trim_start().is_empty() {
                rest = expand(rest, before, found).trim_start();
                // Skips an alias, and the comma between two names.
                rest = rest.find([',', '}']).map_or("", |end| &rest[end..]);
                rest = rest.strip_prefix(',').unwrap_or(rest);
            }
            rest = rest.trim_start().strip_prefix('}').unwrap_or("");
            break;
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        before.push(rest[..end].to_owned());
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(next) => rest = next,
            None => {
                found.push(before.clone());
                break;
            }
        }
    }
    before.truncate(depth);
    rest
}

/// The parts that a source names: after `crate::` in `src/`, and plyd's crates anywhere.
fn used(root: &Path, source: &Path) -> BTreeSet<String> {
    let code = code(source);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let crates = code.match_indices("plyd_").filter(|(at, _)| !code[..*at].ends_with(is_word)).filter_map(|(at, _)| {
        let name = code[at + 5..].split(|c| !is_word(c)).next()?;
        code[at + 5 + name.len()..].starts_with("::").then(|| name.to_owned())
    });
    let mut used: BTreeSet<String> = crates.collect();
    if root == Path::new("src") {
        used.extend(paths(&code, &["crate"]).into_iter().filter(|path| path.len() > 1).map(|path| match &*path[1] {
            // lib.rs exports these from the libraries under shorter names.
            "catalogue" | "notation" => "games".to_owned(),
            "level" | "position" => "search".to_owned(),
            "http" => format!("http/{}", room_of(&path[2])),
            name => name.to_owned(),
        }));
    }
    used
}

/// The part of `src/http/` from which its `mod.rs` exports this name. A name that it does not export is itself the name
/// of a part.
fn room_of(name: &str) -> String {
    let index = code(Path::new("src/http/mod.rs"));
    let exported = paths(&index, &["answers", "clients", "edge", "routes", "state"]);
    let room = exported.into_iter().find(|path| path.last().is_some_and(|last| last == name));
    room.map_or(name.to_owned(), |mut path| path.swap_remove(0))
}

#[test]
fn every_part_uses_what_the_table_says_and_only_parts_above_it() {
    let table = table();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (root, source, part) in parts() {
        // These are indexes of everything.
        if root == Path::new("src") && ["main", "lib", "http/mod"].contains(&&*part) {
            continue;
        }
        let used = used(&root, &source).into_iter().filter(|used| *used != part);
        found.entry(part.clone()).or_default().extend(used);
    }
    assert_eq!(found, table.iter().cloned().collect(), "the sources on the left, the table on the right");
    for (at, (part, uses)) in table.iter().enumerate() {
        let above: BTreeSet<String> = table[..at].iter().map(|(part, _)| part.clone()).collect();
        assert!(uses.is_subset(&above), "{part} uses parts below it: {:?}", uses - &above);
    }
}

/// The files that a source imports. A `mod.rs` is an index, which names its files but does not need them.
fn imported(root: &Path, source: &Path) -> BTreeSet<PathBuf> {
    let is_index = |name: &str| matches!(name, "mod.rs" | "lib.rs");
    let module = |path: &Path| -> PathBuf {
        if is_index(path.file_name().unwrap().to_str().unwrap()) {
            path.parent().unwrap().into()
        } else {
            path.with_extension("")
        }
    };
    let here = module(source);
    let mut files = BTreeSet::new();
    for path in paths(&code(source), &["crate", "super", "self"]) {
        let mut place = here.clone();
        for name in &path {
            match &**name {
                "crate" => place = root.to_owned(),
                "super" => place = place.parent().unwrap().to_owned(),
                "self" => {}
                _ => {
                    place.push(name);
                    let file = place.with_extension("rs");
                    if file.is_file() && file != *source {
                        files.insert(file);
                    } else if !place.is_dir() {
                        break;
                    }
                }
            }
        }
    }
    files
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let graph: BTreeMap<PathBuf, BTreeSet<PathBuf>> =
        parts().into_iter().map(|(root, source, _)| (source.clone(), imported(&root, &source))).collect();
    // Repeatedly removes files that import no remaining file. If files are left in the end, there are circles.
    let mut left = graph;
    loop {
        let ends: BTreeSet<PathBuf> = left
            .iter()
            .filter(|(_, uses)| uses.iter().all(|used| !left.contains_key(used)))
            .map(|(file, _)| file.clone())
            .collect();
        if ends.is_empty() {
            break;
        }
        left.retain(|file, _| !ends.contains(file));
    }
    // The remaining files include those that only import a circle. They are removed, so that the message names only the
    // circles.
    loop {
        let needed: BTreeSet<PathBuf> = left.values().flatten().cloned().collect();
        let before = left.len();
        left.retain(|file, _| needed.contains(file));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{:#?}", left.into_keys().collect::<Vec<_>>());
}

#[test]
fn shipped_packages_neither_contain_nor_enable_the_tools() {
    assert!(fs::read_to_string("tools/Cargo.toml").unwrap().contains("\npublish = false\n"));
    let games = fs::read_to_string("crates/games/Cargo.toml").unwrap();
    assert!(games.contains("\ntools = []\n") && !games.contains("default = ["));
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        let text = fs::read_to_string(manifest).unwrap();
        // What only tests depend on is not shipped.
        let shipped = text.split("\n[dev-dependencies]").next().unwrap();
        assert!(!shipped.contains("features = [\"tools\"]"), "{manifest}");
    }
}

#[test]
fn imports_are_read_with_their_groups() {
    let code = "use crate::{a, b::{C, d::E as F}, g::*};\nfn f() { crate::h::i(); other::crate::no(); }";
    let found: Vec<String> = paths(code, &["crate"]).iter().map(|path| path.join(" ")).collect();
    assert_eq!(found, ["crate a", "crate b C", "crate b d E", "crate g ", "crate h i"]);
}

#[test]
fn games_do_not_know_each_other() {
    let folder = Path::new("crates/games/src");
    let used = |source: &Path| -> BTreeSet<String> {
        paths(&code(source), &["crate"]).into_iter().filter_map(|path| path.get(1).cloned()).collect()
    };
    let is_there = |name: &String| folder.join(name).is_dir() || folder.join(format!("{name}.rs")).is_file();
    let games: BTreeSet<String> = CATALOGUE.iter().map(|game| game.id.replace('-', "_")).filter(is_there).collect();
    assert!(games.len() >= 17, "{games:?}");
    for source in sources(folder) {
        let first = source.strip_prefix(folder).unwrap().components().next().unwrap();
        let game = name_of_part(first.as_os_str().to_str().unwrap());
        if games.contains(&game) {
            for other in used(&source) {
                assert!(other == game || !games.contains(&other), "{} may not use {other}", source.display());
            }
        }
    }
}
