//! The main line of a game of a collection.

use std::collections::HashMap;

use super::tokens::{Token, Tokens};
use crate::record::fault::Warnings;
use crate::record::{RecordFault, Skipped};
use crate::spelling::quoted;

/// A property with its values and their offsets.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: String,
    pub(super) offset: usize,
    pub(super) values: Vec<(usize, &'a str)>,
    /// Whether its node has a later property with the same name.
    pub(super) is_replaced: bool,
}

/// A node of the main line.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

/// A game of a collection.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    /// The first node, and from each node on its first child.
    pub(super) nodes: Vec<Node<'a>>,
    /// How many variations, and comments in them, were skipped.
    pub(super) skipped: Skipped,
    pub(super) warnings: Warnings,
}

impl<'a> Tree<'a> {
    /// Reads a game.
    ///
    /// The main line follows the first branches, so it ends where the first branch closes. Every branch that opens
    /// later is a variation.
    ///
    /// # Errors
    /// [`RecordFault`] for any other text.
    pub(super) fn read(text: &'a str, start: usize) -> Result<Self, RecordFault> {
        let fault = |offset, detail: &str| RecordFault::at(text, offset, None, detail);
        let (mut tree, mut tokens) = (Self::default(), Tokens::of(text, start));
        let (mut place, mut depth, mut opened, mut has_game) = (Place::Between, 0_usize, 0, false);
        // The indices of the node's properties.
        let (mut on_main_line, mut names) = (true, HashMap::new());
        while let Some((offset, token)) = tokens.next()? {
            place = match (token, place) {
                (Token::Open, Place::Between | Place::Branch | Place::Node | Place::Valued) => {
                    if depth == 0 {
                        (has_game, opened) = (true, offset);
                    } else if !on_main_line {
                        tree.skipped.variations += 1;
                    }
                    depth += 1;
                    Place::Opened
                }
                (Token::Close, Place::Branch | Place::Node | Place::Valued) => {
                    (depth, on_main_line) = (depth - 1, false);
                    if depth == 0 { Place::Between } else { Place::Branch }
                }
                (Token::Node, Place::Opened | Place::Node | Place::Valued) => {
                    if on_main_line {
                        names.clear();
                        tree.nodes.push(Node::default());
                    }
                    Place::Node
                }
                (Token::Name(name), Place::Node | Place::Valued) => {
                    // Older files have longer names, such as `Black` for `B`.
                    let name: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
                    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
                        return Err(fault(
                            offset,
                            "the name of a property begins with a capital letter, expected one such as B",
                        ));
                    }
                    if on_main_line {
                        tree.add(&mut names, offset, name);
                    } else {
                        tree.skipped.comments += usize::from(name == "C");
                    }
                    Place::Named
                }
                (Token::Value(value), Place::Named | Place::Valued) => {
                    if on_main_line {
                        let property = tree.nodes.last_mut().and_then(|node| node.properties.last_mut());
                        property.expect("a property has begun").values.push((offset, value));
                    }
                    Place::Valued
                }
                (_, place) => return Err(fault(offset, place.expected())),
            };
        }
        match (has_game, depth) {
            (false, _) => Err(fault(text.len(), Place::Between.expected())),
            (_, 0) => Ok(tree),
            _ => Err(fault(opened, &format!("a game begins here, expected its end: ) ({depth} are open)"))),
        }
    }

    /// Adds a property to the last node. It replaces an earlier one with the same name, except for moves and stones.
    fn add(&mut self, names: &mut HashMap<String, usize>, offset: usize, name: String) {
        let node = self.nodes.last_mut().expect("a node has begun");
        let is_list = ["AB", "AW", "AE", "B", "W"].contains(&name.as_str());
        if !is_list && let Some(earlier) = names.insert(name.clone(), node.properties.len()) {
            self.warnings
                .add(offset, None, || format!("the property {} is there again; this value counts", quoted(&name)));
            node.properties[earlier].is_replaced = true;
        }
        node.properties.push(Property { name, offset, values: Vec::new(), is_replaced: false });
    }
}

/// What the last token was.
#[derive(Clone, Copy)]
enum Place {
    /// Outside of all games.
    Between,
    /// The start of a branch.
    Opened,
    /// The start of a node.
    Node,
    /// The name of a property.
    Named,
    /// A value.
    Valued,
    /// The end of a branch.
    Branch,
}

impl Place {
    const fn expected(self) -> &'static str {
        match self {
            Self::Between => "expected a game: (;",
            Self::Opened => "expected a node: ;",
            Self::Node | Self::Valued => "expected a property, a node, or the end of the branch",
            Self::Named => "expected the value of the property: [",
            Self::Branch => "expected another branch, or the end of this one",
        }
    }
}
