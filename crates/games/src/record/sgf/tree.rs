//! The main line of the first game of a collection.

use std::collections::HashSet;

use super::tokens::{Token, Tokens};
use crate::record::{RecordFault, Skipped};
use crate::spelling::quoted;

/// A property with its values and their offsets.
#[derive(Debug)]
pub(super) struct Property<'a> {
    pub(super) name: String,
    pub(super) offset: usize,
    pub(super) values: Vec<(usize, &'a str)>,
}

/// A node of the main line.
#[derive(Debug, Default)]
pub(super) struct Node<'a> {
    pub(super) properties: Vec<Property<'a>>,
}

/// The first game of a collection.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    /// The first node, and from each node on its first child.
    pub(super) nodes: Vec<Node<'a>>,
    /// How many variations, and comments in them, were skipped.
    pub(super) skipped: Skipped,
    /// The number of games after the first one.
    pub(super) more: usize,
}

impl<'a> Tree<'a> {
    /// Reads a collection.
    ///
    /// The main line follows the first branches, so it ends where the first branch closes. Every branch that opens
    /// later is a variation.
    ///
    /// # Errors
    /// [`RecordFault`] for any other text.
    pub(super) fn read(text: &'a str) -> Result<Self, RecordFault> {
        let fault = |offset, detail: &str| RecordFault::at(text, offset, None, detail);
        let (mut tree, mut tokens) = (Self::default(), Tokens::of(text));
        let (mut place, mut depth, mut opened, mut games) = (Place::Between, 0_usize, 0, 0_usize);
        let (mut on_main_line, mut names) = (true, HashSet::new());
        while let Some((offset, token)) = tokens.next()? {
            let in_first_game = games <= 1;
            place = match (token, place) {
                (Token::Open, Place::Between | Place::Branch | Place::Node | Place::Valued) => {
                    if depth == 0 {
                        (games, opened) = (games + 1, offset);
                    } else if !on_main_line && in_first_game {
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
                        let is_list = ["AB", "AW", "AE"].contains(&name.as_str());
                        if !names.insert(name.clone()) && !is_list {
                            let detail = format!("the property {} is there again, expected it once", quoted(&name));
                            return Err(fault(offset, &detail));
                        }
                        let node = tree.nodes.last_mut().expect("a node has begun");
                        node.properties.push(Property { name, offset, values: Vec::new() });
                    } else if in_first_game {
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
        match (games, depth) {
            (0, _) => Err(fault(text.len(), Place::Between.expected())),
            (_, 0) => Ok(Self { more: games - 1, ..tree }),
            _ => Err(fault(opened, &format!("a game begins here, expected its end: ) ({depth} are open)"))),
        }
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
