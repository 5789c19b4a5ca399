//! A tree as SVG.

use std::fmt::Write;

use plyd_games::board::{Board, Content};
use plyd_games::game_tree::GameTree;

use super::block::{Block, Caption, Kind, Shape, blocks, has_distances};
use super::layout::{Extent, middles};

/// In pixels: the width of a character, the height of a line, the padding and the margin.
const CHAR: f64 = 7.3;
const LINE: f64 = 15.0;
const PAD: f64 = 3.0;
const MARGIN: f64 = 18.0;
/// Pixels between two rows.
const RISE: f64 = 40.0;
/// The size of a triangle in pixels.
const WIDE: f64 = 50.0;
const HIGH: f64 = 42.0;
/// The size in pixels of a board's cell, and of the small triangle beside a board.
const CELL: f64 = 15.0;
const MARK: f64 = 16.0;

/// The colours for light and dark pages. Everything that a colour says is also visible without it.
const STYLE: &str = "\
text{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;text-anchor:middle;fill:#1b1f24}\
.page{fill:#fff;stroke:#d0d7de}.edge{stroke:#57606a;fill:none}.cut{stroke-dasharray:5 4}.left{stroke-dasharray:1 4}\
.max{fill:#ddf0ff}.min{fill:#ffecd1}.leaf{fill:#f6f8fa}.shape{stroke:#424a53}.cell{fill:#fff;stroke:#8c959f}\
.chosen{stroke:#0a5;stroke-width:3.5}.value{font-weight:bold}.quiet{fill:#57606a}.name{font-weight:bold}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#161b22;stroke:#30363d}.edge{stroke:#9198a1}\
.max{fill:#14395c}.min{fill:#5a3a0c}.leaf{fill:#21262d}.shape{stroke:#c9d1d9}.cell{fill:#0d1117;stroke:#6e7681}\
.chosen{stroke:#3fb950}.quiet{fill:#9198a1}}";

/// Draws a tree.
#[must_use]
pub fn svg(tree: &GameTree, caption: Caption) -> String {
    let blocks = blocks(tree, caption.walk);
    let lines = caption_lines(tree, caption);
    let mut page = Page::new(&blocks, &lines);
    for (at, block) in blocks.iter().enumerate().rev() {
        page.edge(at, block);
    }
    for (at, block) in blocks.iter().enumerate() {
        page.block(at, block);
    }
    page.finish(&lines)
}

/// The caption's lines: the players, the algorithm and the search's statistics.
fn caption_lines(tree: &GameTree, caption: Caption) -> Vec<String> {
    let stats = tree.stats;
    let max = caption.players[tree.max_side.index()];
    let min = caption.players[tree.max_side.other().index()];
    let mut lines = vec![
        format!("△ Max ({max}) · ▽ Min ({min}) · {}, depth {}", caption.walk.name(), caption.depth),
        format!(
            "nodes {} · leaves {} · cut-offs {} · moves never tried {}",
            stats.nodes,
            stats.leaves,
            stats.alpha_cutoffs + stats.beta_cutoffs,
            stats.moves_pruned
        ),
    ];
    if has_distances(&tree.root) {
        lines.insert(1, "win 3, loss 4: Max wins or loses that many plies from the top".to_owned());
    }
    if tree.truncated {
        lines.push("truncated: not every node is drawn".to_owned());
    }
    lines
}

/// The width of a text in pixels. Letters of other scripts count twice.
fn width_of(text: &str) -> f64 {
    let wide =
        |char: char| char > '\u{2fff}' || ('\u{300}'..'\u{2000}').contains(&char) && !('α'..='ω').contains(&char);
    CHAR * text.chars().map(|char| if wide(char) { 2.0 } else { 1.0 }).sum::<f64>()
}

/// The position of a block: the middle of its top edge.
#[derive(Clone, Copy, Debug)]
struct Spot {
    x: f64,
    y: f64,
}

struct Page {
    spots: Vec<Spot>,
    label_lines: usize,
    width: f64,
    height: f64,
    out: String,
}

impl Page {
    fn new(blocks: &[Block], lines: &[String]) -> Self {
        let label_lines = blocks.iter().map(|block| block.labels.len()).max().unwrap_or(0);
        let row = height_of_row(blocks) + RISE;
        let extent = |block: &Block| Extent { parent: block.parent, width: width_of_block(block) };
        let extents: Vec<Extent> = blocks.iter().map(extent).collect();
        let drawn = middles(&extents);
        let right = drawn.iter().zip(&extents).map(|(middle, extent)| middle + extent.width / 2.0).fold(0.0, f64::max);
        let words = lines.iter().map(|line| width_of(line)).fold(0.0, f64::max);
        let width = right.max(words) + 2.0 * MARGIN;
        let left = (width - right) / 2.0;
        let rows = blocks.iter().map(|block| block.row).max().unwrap_or(0) as f64 + 1.0;
        let spot = |(middle, block): (&f64, &Block)| Spot { x: left + middle, y: MARGIN + block.row as f64 * row };
        let spots = drawn.iter().zip(blocks).map(spot).collect();
        let height = rows * row - RISE + lines.len() as f64 * LINE + 2.5 * MARGIN;
        Self { spots, label_lines, width, height, out: String::new() }
    }

    /// Draws the edge from the parent. Edges are drawn first, so that they are behind the blocks.
    fn edge(&mut self, at: usize, block: &Block) {
        let Some(parent) = block.parent else { return };
        let (from, to) = (self.spots[parent], self.spots[at]);
        let start = to.y - RISE + 2.0;
        let class = match block.kind {
            Kind::Cut => "edge cut",
            Kind::Omitted => "edge left",
            Kind::Node { .. } if block.chosen => "edge chosen",
            Kind::Node { .. } => "edge",
        };
        let end = to.y - 2.0;
        self.put(format_args!("<path class=\"{class}\" d=\"M{:.1} {start:.1}L{:.1} {end:.1}\"/>", from.x, to.x));
    }

    fn label_height(&self) -> f64 {
        self.label_lines as f64 * LINE + PAD
    }

    fn put(&mut self, what: std::fmt::Arguments) {
        self.out.write_fmt(what).expect("strings take everything");
    }

    fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        self.put(format_args!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(text)));
    }

    fn block(&mut self, at: usize, block: &Block) {
        let spot = self.spots[at];
        self.put(format_args!("<g><title>{}</title>", escaped(&block.title)));
        for (line, label) in block.labels.iter().enumerate().filter(|(_, label)| !label.is_empty()) {
            let y = spot.y + line as f64 * LINE;
            self.text(spot.x, y + 11.5, if line == 0 { "name" } else { "quiet" }, label);
        }
        if let Kind::Node { is_max, shape, below } = &block.kind {
            self.shape(spot, *is_max, shape, block.chosen);
            if let Some(below) = below {
                let y = spot.y + self.label_height() + height_of_shape(block) + LINE;
                self.text(spot.x, y, "value", below);
            }
        }
        self.out.push_str("</g>");
    }

    fn shape(&mut self, spot: Spot, is_max: bool, shape: &Shape, chosen: bool) {
        let top = spot.y + self.label_height();
        let chosen = if chosen { " chosen" } else { "" };
        match shape {
            Shape::Triangle(text) => {
                self.triangle(spot.x, top, WIDE, HIGH, is_max, chosen);
                let y = top + if is_max { HIGH - 8.0 } else { 18.0 };
                self.text(spot.x, y, "value", text);
            }
            Shape::Leaf { text, over } => {
                let (width, radius) = (leaf_width(text), if *over { 0 } else { 12 });
                let (x, y) = (spot.x - width / 2.0, top);
                self.put(format_args!(
                    "<rect class=\"shape leaf{chosen}\" x=\"{x:.1}\" y=\"{y:.1}\" \
                     width=\"{width:.1}\" height=\"26\" rx=\"{radius}\"/>"
                ));
                self.text(spot.x, y + 17.0, "value", text);
            }
            Shape::Board(board) => {
                let (wide, high) = board_size(board);
                let left = spot.x - wide / 2.0;
                self.put(format_args!(
                    "<rect class=\"shape {}{chosen}\" x=\"{left:.1}\" y=\"{top:.1}\" \
                     width=\"{wide:.1}\" height=\"{high:.1}\"/>",
                    if is_max { "max" } else { "min" }
                ));
                self.triangle(left - MARK / 2.0 - 4.0, top, MARK, MARK - 2.0, is_max, "");
                self.cells(board, left, top);
            }
        }
    }

    fn triangle(&mut self, x: f64, top: f64, wide: f64, high: f64, is_max: bool, chosen: &str) {
        let (left, right, bottom) = (x - wide / 2.0, x + wide / 2.0, top + high);
        let (class, tip, base) = if is_max { ("max", top, bottom) } else { ("min", bottom, top) };
        self.put(format_args!(
            "<path class=\"shape {class}{chosen}\" d=\"M{x:.1} {tip:.1}L{right:.1} {base:.1}H{left:.1}Z\"/>"
        ));
    }

    fn cells(&mut self, board: &Board, left: f64, top: f64) {
        for (row, cells) in board.iter().enumerate() {
            for (column, content) in cells.iter().enumerate() {
                let (x, y) = (left + column as f64 * CELL, top + row as f64 * CELL);
                self.put(format_args!(
                    "<rect class=\"cell\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    x + 1.0,
                    y + 1.0,
                    CELL - 2.0,
                    CELL - 2.0
                ));
                if let Some(content) = content {
                    self.text(x + CELL / 2.0, y + 11.5, "", &content_text(*content));
                }
            }
        }
    }

    fn finish(mut self, lines: &[String]) -> String {
        for (line, text) in lines.iter().enumerate() {
            let y = self.height - MARGIN - (lines.len() - 1 - line) as f64 * LINE;
            self.text(self.width / 2.0, y, "quiet", text);
        }
        let (width, height) = (self.width.ceil(), self.height.ceil());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\"><style>{STYLE}</style>\
             <rect class=\"page\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"8\"/>{}</svg>\n",
            escaped(&lines.join("; ")),
            width - 1.0,
            height - 1.0,
            self.out
        )
    }
}

fn content_text(content: Content) -> String {
    match content {
        Content::Letter(letter) => letter.to_string(),
        Content::Number(number) => number.to_string(),
    }
}

fn leaf_width(text: &str) -> f64 {
    (width_of(text) + 14.0).max(30.0)
}

fn board_size(board: &Board) -> (f64, f64) {
    let columns = board.iter().map(Vec::len).max().unwrap_or(0);
    (columns as f64 * CELL, board.len() as f64 * CELL)
}

fn has_value_below(block: &Block) -> bool {
    matches!(&block.kind, Kind::Node { below: Some(_), .. })
}

/// The height of the tallest block, including its labels and value.
fn height_of_row(blocks: &[Block]) -> f64 {
    let labels = blocks.iter().map(|block| block.labels.len()).max().unwrap_or(0);
    let shape = blocks.iter().map(height_of_shape).fold(0.0, f64::max);
    let value = if blocks.iter().any(has_value_below) { LINE + PAD } else { 0.0 };
    labels as f64 * LINE + PAD + shape + value
}

fn height_of_shape(block: &Block) -> f64 {
    match &block.kind {
        Kind::Node { shape: Shape::Triangle(_), .. } => HIGH,
        Kind::Node { shape: Shape::Leaf { .. }, .. } => 26.0,
        Kind::Node { shape: Shape::Board(board), .. } => board_size(board).1,
        Kind::Cut | Kind::Omitted => 0.0,
    }
}

fn width_of_block(block: &Block) -> f64 {
    let texts = block.labels.iter().map(|label| width_of(label) + 2.0 * PAD).fold(0.0, f64::max);
    let Kind::Node { shape, below, .. } = &block.kind else { return texts };
    let width = match shape {
        Shape::Triangle(_) => WIDE,
        Shape::Leaf { text, .. } => leaf_width(text),
        Shape::Board(board) => board_size(board).0 + 2.0 * (MARK + 6.0),
    };
    texts.max(width).max(below.as_ref().map_or(0.0, |below| width_of(below) + 2.0 * PAD))
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(char),
        }
    }
    escaped
}

/// A board as text, with a line for each row.
pub(super) fn board_text(board: &Board) -> String {
    let row = |cells: &Vec<Option<Content>>| {
        cells.iter().map(|cell| cell.map_or_else(|| ".".to_owned(), content_text)).collect::<String>()
    };
    board.iter().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;
    use plyd_games::game_tree::TreeQuestion;
    use plyd_search::{Algorithm, Limits, Stop};

    /// The tree of this state, or of the start, to this depth, with at most `listed` nodes.
    fn drawn(game: &str, state: Option<&str>, walk: Algorithm, depth: u32, listed: usize) -> (GameTree, Caption) {
        let game = CATALOGUE.iter().find(|entry| entry.id == game).unwrap();
        let position = state.map_or_else(|| game.start(), |state| game.parse(state).unwrap());
        let question = TreeQuestion { walk, order: None, limits: Limits::depth(depth), listed };
        (position.tree(&question, &Stop::default()).unwrap(), Caption::new(game, &question))
    }

    #[test]
    fn no_two_blocks_overlap_in_any_game_and_all_are_on_the_page() {
        for game in CATALOGUE {
            for (walk, depth, listed) in [(Algorithm::Textbook, 2, 120), (Algorithm::Minimax, 1, 9)] {
                let (tree, caption) = drawn(game.id, None, walk, depth, listed);
                let blocks = blocks(&tree, caption.walk);
                let page = Page::new(&blocks, &caption_lines(&tree, caption));
                let lower = height_of_row(&blocks);
                let rectangles: Vec<[f64; 4]> = page
                    .spots
                    .iter()
                    .zip(&blocks)
                    .map(|(spot, block)| (spot, width_of_block(block) / 2.0))
                    .map(|(spot, half)| [spot.x - half, spot.x + half, spot.y, spot.y + lower])
                    .collect();
                for (index, [left, right, top, bottom]) in rectangles.iter().enumerate() {
                    assert!(
                        *left >= 0.0 && *right <= page.width && *top >= 0.0 && *bottom <= page.height,
                        "{}",
                        game.id
                    );
                    for other in &rectangles[..index] {
                        let apart = right <= &other[0] || left >= &other[1] || bottom <= &other[2] || top >= &other[3];
                        assert!(apart, "{}: {:?} and {other:?}", game.id, rectangles[index]);
                    }
                }
            }
        }
    }

    #[test]
    fn hostile_names_stay_text() {
        let name = r#"</text><script>alert(1)</script>&\"'\u0000\u202e\n]]>"#;
        let state = format!(r#"{{"children": {{"{}": 1, "b": 2}}}}"#, name.replace('"', "\\\""));
        let state = state.replace("\\\\", "\\");
        let (tree, caption) = drawn("tree", Some(&state), Algorithm::Textbook, 3, 300);
        let picture = svg(&tree, caption);
        assert!(!picture.contains("<script") && picture.contains("&lt;/text&gt;"), "{picture}");
        assert!(picture.chars().all(|char| char == '\n' || !char.is_control()), "{picture}");
        assert!(!picture.contains('\u{202e}'));
        let graph = super::super::dot(&tree, caption);
        for line in graph.lines().filter(|line| line.contains("label=")) {
            let bare = line.replace("\\\\", "").replace("\\\"", "");
            assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
        }
    }

    #[test]
    fn the_textbook_picture_says_what_books_say() {
        let state = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]";
        let (tree, caption) = drawn("tree", Some(state), Algorithm::Textbook, 3, 300);
        let picture = svg(&tree, caption);
        for said in [">2 ≤ α = 3<", ">1, 2<", ">≤2<", ">[3, 14]<", "edge cut", "edge chosen", "△ Max (max)"] {
            assert!(picture.contains(said), "{said}: {picture}");
        }
        assert_eq!(picture.matches("edge chosen").count(), 2);
        let graph = super::super::dot(&tree, caption);
        assert!(graph.contains("style=dashed") && graph.contains("invtriangle") && graph.contains("2 ≤ α = 3"));
    }
}
