//! The variations of a record, and what is said about moves, while the record is read.
//!
//! A reader says where variations open and close and which words they have. Their moves are played only after the main
//! line, so a variation that cannot be played costs a warning and not the record.

use std::mem;

use super::annotations::{Drawing, MAX_VARIATION_DEPTH, MAX_VARIATION_MOVES, MAX_VARIATIONS, Variation};
use super::fault::Warnings;
use super::limits::Limits;
use super::place::Place;
use super::{RecordError, Skipped};
use crate::game::AnyPosition;
use plyd_search::position::Side;

/// The text of a move in a variation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Where it is in the record.
    pub(super) offset: usize,
    pub(super) length: usize,
    /// The side that plays it, if the format says that.
    pub(super) side: Option<Side>,
    /// Whether it is a number without a dot: a move if that is a legal one, otherwise a move number.
    pub(super) is_number: bool,
}

/// A variation as the text has it.
#[derive(Debug, Default)]
struct Branch {
    /// The variation that it belongs to; `None` if it belongs to the main line.
    parent: Option<usize>,
    /// The number of words in the parent before the one that it replaces; in the main line, the number of plies as soon
    /// as it is known.
    before: usize,
    offset: usize,
    words: Vec<Word>,
    /// Whether its last words exceed a limit.
    is_cut: bool,
    /// Its annotations. Keys count words.
    notes: Variation,
}

/// The annotations of a record that is read.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// The annotations of the main line.
    pub(super) main: Variation,
    /// In the order in which they open.
    branches: Vec<Branch>,
    /// The open variations, the innermost last. `None` for a variation that is left out.
    open: Vec<Option<usize>>,
    words: usize,
    drawings: usize,
    /// The offset of the first variation that exceeds a limit.
    exceeded: Option<usize>,
}

/// Plays the move that a word stands for, and returns the names of the moves played, or what is wrong.
pub(super) type Play<'a> = dyn Fn(&mut dyn AnyPosition, Word) -> Result<Vec<String>, String> + 'a;

impl Branches {
    /// Opens a variation in place of the last word of the innermost open variation.
    pub(super) fn open(&mut self, offset: usize, before_in_main: usize, skipped: &mut Skipped) {
        let before = match self.open.last() {
            None => Some(before_in_main),
            Some(parent) => parent.and_then(|parent| self.branches[parent].words.len().checked_sub(1)),
        };
        self.open_at(offset, before, skipped);
    }

    /// As [`Branches::open`], in place of the word after this number of words; `None` if that is not known.
    pub(super) fn open_at(&mut self, offset: usize, before: Option<usize>, skipped: &mut Skipped) {
        let is_too_many = self.branches.len() >= MAX_VARIATIONS || self.open.len() >= MAX_VARIATION_DEPTH;
        if is_too_many {
            self.exceeded.get_or_insert(offset);
        }
        let parent = self.open.last().copied();
        let index = match (before, parent) {
            (Some(before), None | Some(Some(_))) if !is_too_many => {
                let branch = Branch { parent: parent.flatten(), before, offset, ..Branch::default() };
                self.branches.push(branch);
                Some(self.branches.len() - 1)
            }
            _ => {
                skipped.variations += 1;
                None
            }
        };
        self.open.push(index);
    }

    /// Closes the innermost open variation.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// The number of words of the innermost open variation.
    pub(super) fn words(&self) -> usize {
        self.open.last().copied().flatten().map_or(0, |index| self.branches[index].words.len())
    }

    /// Adds a word to the innermost open variation.
    pub(super) fn word(&mut self, word: Word) {
        let Some(Some(index)) = self.open.last().copied() else { return };
        if self.words >= MAX_VARIATION_MOVES {
            self.exceeded.get_or_insert(word.offset);
            self.branches[index].is_cut = true;
            // What is said about words that are left out must not be taken for a note on the last one that is kept.
            self.open.pop();
            self.open.push(None);
            return;
        }
        self.words += 1;
        self.branches[index].words.push(word);
    }

    /// The place of the next annotation, in the main line after this number of moves.
    pub(super) fn here<'r>(&'r mut self, plies: usize, skipped: &'r mut Skipped) -> Place<'r> {
        let (moves, line) = match self.open.last() {
            None => (plies, Some(&mut self.main)),
            Some(None) => (0, None),
            Some(Some(index)) => {
                let branch = &mut self.branches[*index];
                (branch.words.len(), Some(&mut branch.notes))
            }
        };
        Place { moves, line, drawings: &mut self.drawings, skipped }
    }

    /// Gives the cells of drawings in variations other names. A drawing without one is skipped.
    pub(super) fn rename_cells(&mut self, name: &dyn Fn(&str) -> Option<String>, skipped: &mut Skipped) {
        for drawings in self.branches.iter_mut().flat_map(|branch| branch.notes.annotations.drawings.values_mut()) {
            drawings.retain_mut(|drawing| {
                let is_known = drawing.rename(name);
                skipped.properties += usize::from(!is_known);
                is_known
            });
        }
    }

    /// Says how many plies come before each word of the main line, if variations were opened by words.
    pub(super) fn count_plies(&mut self, before: &[usize]) {
        for branch in self.branches.iter_mut().filter(|branch| branch.parent.is_none()) {
            branch.before = before.get(branch.before).copied().unwrap_or(usize::MAX);
        }
    }

    /// Plays the variations of the main line, which begins at `start`.
    ///
    /// # Errors
    /// The limit that ended the reading.
    pub(super) fn play(
        &mut self,
        mut start: Box<dyn AnyPosition>,
        moves: &[String],
        play: &Play<'_>,
        (limits, warnings, skipped): (Limits<'_>, &mut Warnings, &mut Skipped),
    ) -> Result<(), RecordError> {
        if let Some(offset) = self.exceeded {
            warnings.add(offset, None, || {
                format!(
                    "a record has at most {MAX_VARIATIONS} variations with {MAX_VARIATION_MOVES} moves in all, nested \
                     {MAX_VARIATION_DEPTH} deep; the others are left out"
                )
            });
        }
        let branches = mem::take(&mut self.branches);
        let mut children = vec![Vec::new(); branches.len() + 1];
        for (index, branch) in branches.iter().enumerate() {
            children[branch.parent.map_or(0, |parent| parent + 1)].push(index);
        }
        // In trees, the variations of later moves open first.
        children.iter_mut().for_each(|all| all.sort_by_key(|child| branches[*child].before));
        let comments = branches.iter().map(|branch| branch.notes.comments.len()).collect();
        let mut player = Player { branches, comments, children, limits, play, warnings, skipped };
        let mut ply = 0;
        for child in mem::take(&mut player.children[0]) {
            let before = player.branches[child].before;
            if before >= moves.len() {
                let offset = player.branches[child].offset;
                player.leave_out(child);
                player.warnings.add(offset, None, || "this variation replaces no move, and is left out".to_owned());
                continue;
            }
            for name in &moves[ply..before] {
                limits.check()?;
                start.play_named(name).expect("it was played before");
            }
            ply = before;
            if let Some(variation) = player.played(child, start.duplicate())? {
                self.main.annotations.variations.entry(before).or_default().push(variation);
            }
        }
        Ok(())
    }
}

/// Plays variations.
struct Player<'a, 'p> {
    branches: Vec<Branch>,
    /// How many comments each of them has.
    comments: Vec<usize>,
    /// The variations of the main line, and then those of each variation.
    children: Vec<Vec<usize>>,
    limits: Limits<'a>,
    play: &'a Play<'p>,
    warnings: &'a mut Warnings,
    skipped: &'a mut Skipped,
}

impl Player<'_, '_> {
    /// Plays a variation from this position. Returns `None` if it is left out.
    ///
    /// The depth of the recursion is limited, because deeper variations were left out before.
    fn played(&mut self, index: usize, mut position: Box<dyn AnyPosition>) -> Result<Option<Variation>, RecordError> {
        if self.branches[index].is_cut {
            self.leave_out(index);
            return Ok(None);
        }
        let before = *self.skipped;
        let words = mem::take(&mut self.branches[index].words);
        let mut children = self.children[index + 1].clone().into_iter().peekable();
        let mut line = Variation::default();
        // The number of plies after each number of words.
        let mut plies = vec![0];
        for (word, count) in words.iter().zip(0..) {
            self.limits.check()?;
            while let Some(child) = children.next_if(|child| self.branches[*child].before == count) {
                if let Some(variation) = self.played(child, position.duplicate())? {
                    line.annotations.variations.entry(line.moves.len()).or_default().push(variation);
                }
            }
            match (self.play)(&mut *position, *word) {
                Ok(names) => line.moves.extend(names),
                Err(detail) => {
                    *self.skipped = before;
                    self.leave_out(index);
                    self.warnings.add(word.offset, None, || format!("this variation is left out: {detail}"));
                    return Ok(None);
                }
            }
            plies.push(line.moves.len());
        }
        if line.moves.is_empty() {
            *self.skipped = before;
            self.leave_out(index);
            let offset = self.branches[index].offset;
            self.warnings.add(offset, None, || "this variation has no moves, and is left out".to_owned());
            return Ok(None);
        }
        for child in children {
            let offset = self.branches[child].offset;
            self.leave_out(child);
            self.warnings.add(offset, None, || "this variation replaces no move, and is left out".to_owned());
        }
        line.take_notes(mem::take(&mut self.branches[index].notes), &plies);
        Ok(Some(line))
    }

    /// Counts a variation and its nested ones as skipped, with their comments.
    fn leave_out(&mut self, index: usize) {
        let mut left = vec![index];
        while let Some(index) = left.pop() {
            self.skipped.variations += 1;
            self.skipped.comments += self.comments[index];
            left.extend(&self.children[index + 1]);
        }
    }
}

impl Variation {
    /// Takes notes over whose keys count words. `plies` has the number of plies after each number of words.
    fn take_notes(&mut self, notes: Self, plies: &[usize]) {
        let Self { comments, annotations, .. } = notes;
        for (words, comment) in comments {
            let lines = self.comments.entry(plies[words]).or_default();
            if !lines.is_empty() {
                lines.push('\n');
            }
            lines.push_str(&comment);
        }
        let ply = |word: usize| plies[word + 1].checked_sub(1);
        for (word, nags) in annotations.nags {
            if let Some(ply) = ply(word) {
                self.annotations.nags.entry(ply).or_default().extend(nags);
            }
        }
        for nags in self.annotations.nags.values_mut() {
            nags.sort_unstable();
            nags.dedup();
        }
        for (word, clock) in annotations.clocks {
            if let Some(ply) = ply(word) {
                self.annotations.clocks.insert(ply, clock);
            }
        }
        for (words, drawings) in annotations.drawings {
            if !drawings.is_empty() {
                self.annotations.drawings.entry(plies[words]).or_default().extend(drawings);
            }
        }
    }
}

impl Drawing {
    /// Gives its cells other names. Returns `false` if one has none.
    pub(super) fn rename(&mut self, name: &dyn Fn(&str) -> Option<String>) -> bool {
        let Some(cell) = name(&self.cell) else { return false };
        self.cell = cell;
        match self.to.as_deref().map(name) {
            None => true,
            Some(Some(to)) => {
                self.to = Some(to);
                true
            }
            Some(None) => false,
        }
    }
}
