//! A tree in DOT, the language of Graphviz.

use std::fmt::Write;

use plyd_games::game_tree::GameTree;

use super::block::{Block, Caption, Kind, Shape, blocks};

/// Writes a tree. Max's nodes are triangles, Min's are inverted triangles, and leaves are boxes. The principal
/// variation is bold, and pruned moves are dashed.
#[must_use]
pub fn dot(tree: &GameTree, caption: Caption) -> String {
    let mut out = String::from(
        "digraph tree {\n  node [fontname=\"monospace\", margin=\"0.04\"];\n  \
         edge [fontname=\"monospace\", arrowhead=none];\n",
    );
    for (at, block) in blocks(tree, caption.walk).iter().enumerate() {
        let (shape, text) = shape(block);
        let bold = if block.chosen { ", style=bold" } else { "" };
        let _ = writeln!(out, "  n{at} [shape={shape}, label=\"{}\"{bold}];", escaped(&text));
        let Some(parent) = block.parent else { continue };
        let (label, style) = match block.kind {
            Kind::Node { .. } if block.chosen => (block.labels.join("\n"), "bold"),
            Kind::Node { .. } => (block.labels.join("\n"), "solid"),
            Kind::Cut => (String::new(), "dashed"),
            Kind::Omitted => (String::new(), "dotted"),
        };
        let _ = writeln!(out, "  n{parent} -> n{at} [style={style}, label=\"{}\"];", escaped(&label));
    }
    if tree.truncated {
        out.push_str("  label=\"truncated: not every node is drawn\";\n");
    }
    out.push_str("}\n");
    out
}

/// The shape and the text of a block.
fn shape(block: &Block) -> (&'static str, String) {
    let Kind::Node { is_max, shape, below } = &block.kind else { return ("plaintext", block.labels.join("\n")) };
    let own = match shape {
        Shape::Triangle(text) | Shape::Leaf { text, .. } => text.clone(),
        Shape::Board(board) => super::svg::board_text(board),
    };
    let parts: Vec<&str> =
        [own.as_str(), below.as_deref().unwrap_or_default()].into_iter().filter(|text| !text.is_empty()).collect();
    let name = match (shape, is_max) {
        (Shape::Leaf { .. }, _) => "box",
        (_, true) => "triangle",
        (_, false) => "invtriangle",
    };
    (name, parts.join("\n"))
}

/// Escapes a text for a quoted string of DOT, where `\n` breaks a line.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
