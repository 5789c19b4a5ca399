//! Markdown, as far as the tests of README and docs read it.

use std::fs;

/// What a person reads: README and everything in docs/.
pub(crate) fn pages() -> Vec<Page> {
    let docs = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<String> = docs.filter_map(|path| path.to_str().map(str::to_owned)).collect();
    paths.retain(|path| path.ends_with(".md"));
    paths.sort();
    paths.insert(0, "README.md".to_owned());
    paths.into_iter().map(Page::read).collect()
}

/// A page.
pub(crate) struct Page {
    /// From the repository's root.
    pub(crate) path: String,
    pub(crate) blocks: Vec<Block>,
    /// The text around them, line by line; empty where a block is, so that lines keep their numbers.
    pub(crate) prose: Vec<String>,
}

/// A fenced block.
pub(crate) struct Block {
    pub(crate) language: String,
    /// It is shown, and not run.
    pub(crate) example: bool,
    pub(crate) text: String,
    /// Where it begins, from 1.
    pub(crate) line: usize,
    /// Nothing but an empty line stands between it and the block before.
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

    /// The rows of the table whose head is this, as cells.
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

/// What stands between backticks.
pub(crate) fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
