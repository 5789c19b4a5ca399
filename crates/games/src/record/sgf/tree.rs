//! The main line of a game of a collection.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::tokens::{Token, Tokens};
use super::variations::Variations;
use crate::record::fault::Warnings;
use crate::record::replay::Source;
use crate::record::{RecordError, RecordFault, Skipped};
use crate::spelling::quoted;

/// A property of the main line.
#[derive(Debug)]
pub(super) struct Property<'a> {
    /// The number of its node, from 1.
    pub(super) node: usize,
    pub(super) name: Cow<'a, str>,
    pub(super) offset: usize,
    /// Whether its node has a later property with the same name.
    pub(super) is_replaced: bool,
    values: Range<usize>,
}

/// A value and its offset.
pub(super) type Value<'a> = (usize, &'a str);

/// The main line of a game of a collection: the first node, and then the first child of each node. All properties are
/// in one list, because a list for each node and property would take several times as much memory.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    /// The properties of all nodes, in the order of the text.
    pub(super) properties: Vec<Property<'a>>,
    values: Vec<Value<'a>>,
    nodes: usize,
    /// How many parts of variations were skipped.
    pub(super) skipped: Skipped,
    pub(super) variations: Variations<'a>,
    pub(super) warnings: Warnings,
}

impl<'a> Tree<'a> {
    /// Reads a game.
    ///
    /// The main line follows the first branches, so it ends where the first branch closes. Every branch that opens
    /// later is in a variation.
    ///
    /// # Errors
    /// [`RecordFault`] for any other text; or the limit that ended the reading.
    pub(super) fn read(source: Source<'a>) -> Result<Self, RecordError> {
        let Source { text, start, limits } = source;
        let fault = |offset, detail: &str| RecordError::from(RecordFault::at(text, offset, None, detail));
        let (mut tree, mut tokens) = (Self::default(), Tokens::of(text, start, limits));
        let (mut place, mut depth, mut opened, mut has_game) = (Place::Between, 0_usize, 0, false);
        // For each name, the last node that has such a property, and the property's index.
        let (mut on_main_line, mut names) = (true, HashMap::new());
        while let Some((offset, token)) = tokens.next()? {
            place = match (token, place) {
                (Token::Open, Place::Between | Place::Branch | Place::Node | Place::Valued) => {
                    if depth == 0 {
                        (has_game, opened) = (true, offset);
                    }
                    tree.variations.open(offset, &mut tree.skipped);
                    depth += 1;
                    Place::Opened
                }
                (Token::Close, Place::Branch | Place::Node | Place::Valued) => {
                    tree.variations.close(&mut tree.skipped);
                    (depth, on_main_line) = (depth - 1, false);
                    if depth == 0 { Place::Between } else { Place::Branch }
                }
                (Token::Node, Place::Opened | Place::Node | Place::Valued) => {
                    tree.nodes += usize::from(on_main_line);
                    tree.variations.node(&mut tree.skipped);
                    Place::Node
                }
                (Token::Name(written), Place::Node | Place::Valued) => {
                    // Older files have longer names, such as `Black` for `B`.
                    let name: Cow<'a, str> = match written.contains(|c: char| c.is_ascii_lowercase()) {
                        true => written.chars().filter(|c| !c.is_ascii_lowercase()).collect(),
                        false => written.into(),
                    };
                    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
                        return Err(fault(
                            offset,
                            "the name of a property has to begin with a capital letter, such as B",
                        ));
                    }
                    if on_main_line {
                        tree.variations.main_property(&name);
                        tree.add(&mut names, offset, name);
                    } else {
                        tree.variations.property(written);
                    }
                    Place::Named
                }
                (Token::Value(value), Place::Named | Place::Valued) => {
                    if on_main_line {
                        tree.values.push((offset, value));
                        tree.properties.last_mut().expect("a property has begun").values.end = tree.values.len();
                    } else {
                        tree.variations.value(offset, value);
                    }
                    Place::Valued
                }
                (_, place) => return Err(fault(offset, place.expected())),
            };
        }
        match (has_game, depth) {
            (false, _) => Err(fault(text.len(), Place::Between.expected())),
            (_, 0) => Ok(tree),
            _ => Err(fault(opened, &format!("this game is never closed with ) ({depth} are open)"))),
        }
    }

    /// Adds a property to the last node. It replaces an earlier one with the same name, except for moves and stones.
    fn add(&mut self, names: &mut HashMap<Cow<'a, str>, (usize, usize)>, offset: usize, name: Cow<'a, str>) {
        let (node, index) = (self.nodes, self.properties.len());
        let is_list = ["AB", "AW", "AE", "B", "W"].contains(&&*name);
        if !is_list
            && let Some((same, earlier)) = names.insert(name.clone(), (node, index))
            && same == node
        {
            self.warnings
                .add(offset, None, || format!("the property {} is repeated; this value counts", quoted(&name)));
            self.properties[earlier].is_replaced = true;
        }
        let values = self.values.len()..self.values.len();
        self.properties.push(Property { node, name, offset, is_replaced: false, values });
    }

    /// The values of a property.
    pub(super) fn values(&self, property: &Property<'a>) -> &[Value<'a>] {
        &self.values[property.values.clone()]
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
            Self::Named => "expected the property's value: [",
            Self::Branch => "expected another branch, or the end of this one",
        }
    }
}
