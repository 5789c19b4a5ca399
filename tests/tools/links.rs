//! Links within the repository lead to an existing file and an existing heading.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use crate::pages::{Page, all_pages, folders};

/// The pages of the repository outside docs/.
const MORE: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "clients/boardgame.io/README.md",
    "clients/browser/README.md",
    "clients/python-server/README.md",
    "clients/python/README.md",
    "clients/typescript/README.md",
    "loadtest/README.md",
    "page/README.md",
    "tools/README.md",
];

/// The targets of links, outside of code.
fn links(page: &Page) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(&page.prose) {
        // The text of a link may be a name in code. Parentheses in code are not links.
        let targets = line.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned());
        found.extend(targets.map(|target| (number, target)));
    }
    found
}

/// The anchors of a page's headings, made as GitHub makes them.
fn anchors(page: &Page) -> HashSet<String> {
    let mut anchors = HashSet::new();
    for heading in page.prose.iter().filter(|line| line.starts_with('#')) {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let name: String = heading.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect();
        let again = (1..).map(|times| format!("{name}-{times}"));
        let unused = std::iter::once(name.clone()).chain(again).find(|name| !anchors.contains(name)).unwrap();
        anchors.insert(unused);
    }
    anchors
}

/// A path with its `..` resolved.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        if part == Component::ParentDir {
            assert!(whole.pop(), "{} is outside", path.display());
        } else {
            whole.push(part);
        }
        whole
    })
}

#[test]
fn every_link_has_a_target() {
    let (mut followed, mut wrong) = (0, Vec::new());
    let more = MORE.iter().map(|path| Page::read((*path).to_owned()));
    for page in all_pages().into_iter().chain(more) {
        for (line, target) in links(&page) {
            // Links to other sites are not checked, nor links to the reader's own server.
            if target.starts_with("https://") || target.starts_with("http://localhost:8080/") {
                continue;
            }
            let (file, anchor) = target.split_once('#').map_or((&*target, None), |(file, anchor)| (file, Some(anchor)));
            let folder = Path::new(&page.path).parent().unwrap();
            let path = if file.is_empty() { PathBuf::from(&page.path) } else { plain(&folder.join(file)) };
            let there = path.exists()
                && anchor.is_none_or(|anchor| anchors(&Page::read(path.to_str().unwrap().to_owned())).contains(anchor));
            if !there {
                wrong.push(format!("{}:{line}: {target}", page.path));
            }
            followed += 1;
        }
    }
    assert!(wrong.is_empty(), "lead nowhere:\n{}", wrong.join("\n"));
    assert!(followed > 60, "{followed} links were found");
}

#[test]
fn every_page_and_picture_is_linked() {
    let mut led_to = HashSet::new();
    for page in all_pages() {
        let folder = Path::new(&page.path).parent().unwrap().to_owned();
        led_to.extend(links(&page).into_iter().map(|(_, target)| {
            let file = target.split('#').next().unwrap();
            if file.starts_with("http") { PathBuf::from(file) } else { plain(&folder.join(file)) }
        }));
    }
    for folder in folders().chain(["docs/pictures"]) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let known = folders().chain(["docs/pictures"]).any(|folder| Path::new(folder) == path);
                assert!(known, "{} is in no list of tests/tools/pages.rs", path.display());
            } else {
                assert!(led_to.contains(&path), "nothing leads to {}", path.display());
            }
        }
    }
}
