//! Reads Markdown, as far as the tests of README and docs need it.

use std::fs;

/// The folders of docs/ whose blocks are run by a test.
const RUN: [&str; 4] = ["docs", "docs/guide", "docs/reference", "docs/explanation"];

/// The other folders of docs/: facts about the games, figures, and notes on experiments.
const NOT_RUN: [&str; 3] = ["docs/reference/games", "docs/results", "docs/lab"];

/// The pages whose commands and requests are run by a test: README, COMPARE, the guides, the reference and the
/// explanations.
pub(crate) fn pages() -> Vec<Page> {
    let docs = RUN.iter().flat_map(|folder| paths(folder));
    ["README.md", "COMPARE.md"].map(str::to_owned).into_iter().chain(docs).map(Page::read).collect()
}

/// Those pages, and the rest of docs/.
pub(crate) fn all_pages() -> Vec<Page> {
    let others = NOT_RUN.iter().flat_map(|folder| paths(folder)).map(Page::read);
    pages().into_iter().chain(others).collect()
}

/// All folders of docs/ with pages.
pub(crate) fn folders() -> impl Iterator<Item = &'static str> {
    RUN.into_iter().chain(NOT_RUN)
}

/// The pages of a folder, in order.
fn paths(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<String> = entries.filter_map(|path| path.to_str().map(str::to_owned)).collect();
    paths.retain(|path| path.ends_with(".md"));
    paths.sort();
    paths
}

/// A page.
pub(crate) struct Page {
    /// From the repository's root.
    pub(crate) path: String,
    pub(crate) blocks: Vec<Block>,
    /// The text around the blocks, line by line. Lines of blocks are empty here, so that lines keep their numbers.
    pub(crate) prose: Vec<String>,
}

/// A fenced block.
pub(crate) struct Block {
    pub(crate) language: String,
    /// Whether the block is only shown, and not run.
    pub(crate) example: bool,
    pub(crate) text: String,
    /// The number of its first line, from 1.
    pub(crate) line: usize,
    /// Whether there are only empty lines between it and the block before.
    pub(crate) below: bool,
}

impl Page {
    pub(crate) fn read(path: String) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (mut blocks, mut prose) = (Vec::<Block>::new(), Vec::new());
        let (mut open, mut below) = (false, false);
        for (number, line) in (1..).zip(text.lines()) {
            let fence = line.strip_prefix("```");
            prose.push(if open || fence.is_some() { String::new() } else { line.to_owned() });
            match fence {
                Some(_) if open => (open, below) = (false, true),
                Some(info) => {
                    let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
                    assert!(rest.is_empty() || rest == "example", "{path}:{number}: what does {rest:?} mean?");
                    let (language, example) = (language.to_owned(), rest == "example");
                    blocks.push(Block { language, example, text: String::new(), line: number, below });
                    open = true;
                }
                None if open => blocks.last_mut().unwrap().text.extend([line, "\n"]),
                None => below &= line.is_empty(),
            }
        }
        assert!(!open, "{path}: a block does not end");
        Self { path, blocks, prose }
    }

    /// The rows of the table with this head, as cells.
    pub(crate) fn table(&self, head: &str) -> Vec<Vec<&str>> {
        let after = self.prose.iter().skip_while(|line| *line != head).skip(2);
        let rows: Vec<Vec<&str>> = after
            .take_while(|line| line.starts_with('|'))
            .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
            .collect();
        assert!(!rows.is_empty(), "{} has a table {head}", self.path);
        rows
    }
}

/// The texts between backticks.
pub(crate) fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
