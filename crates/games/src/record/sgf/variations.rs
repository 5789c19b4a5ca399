//! The branches beside the main line, while the tree is read.

use super::marks::NodeMarks;
use crate::record::Skipped;
use crate::record::branches::{Branches, Word};
use plyd_search::position::Side;

/// The tree of a game. The first child of a sequence continues it, and later ones are variations.
#[derive(Debug, Default)]
pub(super) struct Variations<'a> {
    pub(super) branches: Branches,
    /// The sequences that contain the present one, and the present one.
    open: Vec<Sequence>,
    /// The number of moves of the main line so far.
    main_moves: usize,
    /// The present node of a variation.
    node: Node,
    /// The name of the property whose values follow.
    name: &'a str,
}

/// A sequence of nodes.
#[derive(Clone, Copy, Debug, Default)]
struct Sequence {
    /// Whether it begins a variation, and does not continue another sequence.
    is_variation: bool,
    /// Whether it is a variation or part of one.
    is_beside: bool,
    /// The number of moves before its end, once it has a child.
    fork: Option<usize>,
}

#[derive(Debug, Default)]
struct Node {
    mv: Option<Word>,
    marks: NodeMarks,
    /// Properties that have no meaning here.
    others: usize,
}

impl<'a> Variations<'a> {
    /// A parenthesis opens at this offset.
    pub(super) fn open(&mut self, offset: usize, skipped: &mut Skipped) {
        self.end_node(skipped);
        let moves = self.moves();
        let next = match self.open.last_mut() {
            None => Sequence::default(),
            Some(Sequence { fork: fork @ None, is_beside, .. }) => {
                *fork = Some(moves);
                Sequence { is_beside: *is_beside, ..Sequence::default() }
            }
            Some(Sequence { fork, .. }) => {
                self.branches.open_at(offset, *fork, skipped);
                Sequence { is_variation: true, is_beside: true, fork: None }
            }
        };
        self.open.push(next);
    }

    /// A parenthesis closes.
    pub(super) fn close(&mut self, skipped: &mut Skipped) {
        self.end_node(skipped);
        if self.open.pop().is_some_and(|sequence| sequence.is_variation) {
            self.branches.close();
        }
    }

    /// A node of a variation begins.
    pub(super) fn node(&mut self, skipped: &mut Skipped) {
        self.end_node(skipped);
    }

    /// A property of the main line begins.
    pub(super) fn main_property(&mut self, name: &str) {
        self.main_moves += usize::from(["B", "W"].contains(&name));
    }

    /// A property of a variation begins.
    pub(super) fn property(&mut self, name: &'a str) {
        self.name = name;
    }

    /// A value of that property, at this offset.
    pub(super) fn value(&mut self, offset: usize, value: &'a str) {
        let name: String = self.name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        match name.as_str() {
            "B" | "W" if self.node.mv.is_none() => {
                let side = Some(if name == "B" { Side::First } else { Side::Second });
                // The value follows its bracket.
                let word = Word { offset: offset + 1, length: value.len(), side, is_number: false };
                self.node.mv = Some(word);
            }
            _ => {
                let unread = self.node.marks.read(&name, std::iter::once(value));
                self.node.others += unread.unwrap_or(1);
            }
        }
    }

    /// The number of moves of the present sequence, with those that it continues.
    fn moves(&self) -> usize {
        match self.open.last() {
            Some(sequence) if sequence.is_beside => self.branches.words(),
            _ => self.main_moves,
        }
    }

    fn end_node(&mut self, skipped: &mut Skipped) {
        if !self.open.last().is_some_and(|sequence| sequence.is_beside) {
            return;
        }
        let Node { mv, marks, others } = std::mem::take(&mut self.node);
        if let Some(word) = mv {
            self.branches.word(word);
        }
        skipped.properties += others;
        marks.add_to(self.branches.here(0, skipped), mv.and_then(|word| word.side), None);
    }
}
