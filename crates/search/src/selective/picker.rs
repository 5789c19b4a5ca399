//! The staged move picker of tactical games: the table move, captures that win their exchange, the killer, quiet moves
//! by their histories, captures that lose.

use std::ops::Range;

use crate::hooks::{MoveChoice, MovesOf, Tactical, TacticsOf};
use crate::searcher::Searcher;
use crate::{Evaluate, Technique};

const TABLE_MOVE: i32 = i32::MAX;
const GOOD_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const BAD_CAPTURE: i32 = -(1 << 28);
/// No quiet move scores so low, and no capture that loses its exchange higher.
const MAX_BAD_CAPTURE: i32 = BAD_CAPTURE / 2;
/// A quiet move that has no score yet. It gets one when nothing better is left.
const UNSCORED: i32 = MAX_BAD_CAPTURE + 1;
/// The score of a move that was not searched.
pub(super) const SKIPPED: i32 = i32::MIN;

impl<P: Evaluate> Searcher<'_, P> {
    /// Moves the move with this slot to the front of the moves listed from `first` on. Returns whether it is among
    /// them. If several have the slot, such as promotions, takes the one with the largest capture value.
    fn put_table_move_first(&mut self, position: &P, first: usize, best: Option<u16>) -> bool {
        let Some(best) = best else { return false };
        let of_slot = (first..self.moves.len()).filter(|index| P::slot(self.moves[*index]) as u16 == best);
        let index = of_slot.max_by_key(|index| TacticsOf::<P>::capture_value(position, self.moves[*index]));
        if let Some(index) = index {
            self.moves.swap(first, index);
        }
        index.is_some()
    }

    /// Whether the exchange that a move begins wins at least `threshold`. Without the technique, the answer is always
    /// yes.
    pub(super) fn see_ge(&self, position: &P, mv: P::Move, threshold: i32) -> bool {
        !self.techniques.has(Technique::Exchanges) || TacticsOf::<P>::see_ge(position, mv, threshold)
    }

    /// The class of the table move, which is the first one listed.
    fn table_move_class(&mut self, position: &P, first: usize) -> MoveClass {
        self.selective.scores[first] = TABLE_MOVE;
        match TacticsOf::<P>::capture_value(position, self.moves[first]) {
            0 => MoveClass::Quiet(0),
            _ => MoveClass::GoodCapture,
        }
    }

    /// Begins a node with the move of this slot, if there is one. The other moves are listed later, in stages.
    pub(super) fn begin_staged(&mut self, position: &P, best: Option<u16>) -> Picker {
        let first = self.moves.len();
        let best = best.and_then(|slot| MovesOf::<P>::move_from_slot(position, slot));
        self.moves.extend(best);
        Picker {
            first,
            next: first,
            stage: Stage::Captures,
            order: PickOrder::BestFirst,
            has_table_move: best.is_some(),
        }
    }

    /// Begins a node whose moves are all listed, from `first` on.
    pub(super) fn begin_listed(&mut self, position: &P, first: usize, best: Option<u16>) -> Picker {
        let has_table_move = self.put_table_move_first(position, first, best);
        Picker { first, next: first, stage: Stage::Listed, order: PickOrder::BestFirst, has_table_move }
    }

    /// The next move of a node: its index in the arena, and its class.
    pub(super) fn next_move(&mut self, position: &P, picker: &mut Picker, ply: u32) -> Option<(usize, MoveClass)> {
        let index = picker.next;
        if picker.has_table_move && index == picker.first {
            picker.next += 1;
            self.selective.scores.resize(self.moves.len(), 0);
            return Some((index, self.table_move_class(position, index)));
        }
        loop {
            match picker.stage {
                Stage::Listed => {
                    self.score_captures(position, index, ply);
                    picker.stage = Stage::Rest;
                }
                Stage::Captures => {
                    self.list_captures(position, picker, ply);
                    picker.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if index < self.moves.len() && self.pick(position, index, ply) == MoveClass::GoodCapture {
                        picker.next += 1;
                        return Some((index, MoveClass::GoodCapture));
                    }
                    picker.stage = Stage::Killer;
                }
                Stage::Killer => {
                    picker.stage = Stage::Others;
                    if let Some(killer) = self.killer(position, picker, ply) {
                        self.insert(killer, KILLER, index);
                        picker.next += 1;
                        return Some((index, MoveClass::Killer));
                    }
                }
                Stage::Others => {
                    self.list_others(position, picker, ply);
                    picker.stage = Stage::Rest;
                }
                Stage::Rest if index == self.moves.len() => return None,
                Stage::Rest => {
                    picker.next += 1;
                    return Some((index, self.next_of_rest(position, picker, index, ply)));
                }
            }
        }
    }

    /// The class of the move that comes next at `index`, when all are listed.
    fn next_of_rest(&mut self, position: &P, picker: &Picker, index: usize, ply: u32) -> MoveClass {
        if picker.order == PickOrder::BestFirst {
            return self.pick(position, index, ply);
        }
        if self.selective.scores[index] == UNSCORED {
            self.score_quiets(position, index..index + 1, ply);
        }
        MoveClass::of(self.selective.scores[index])
    }

    fn insert(&mut self, mv: P::Move, score: i32, index: usize) {
        let last = self.moves.len();
        self.moves.push(mv);
        self.selective.scores.resize(last, 0);
        self.selective.scores.push(score);
        self.moves.swap(index, last);
        self.selective.scores.swap(index, last);
    }

    fn list_captures(&mut self, position: &P, picker: &Picker, ply: u32) {
        let listed = self.moves.len();
        TacticsOf::<P>::push_captures(position, &mut self.moves);
        self.forget_listed(picker, listed, None);
        self.score_captures(position, listed, ply);
    }

    /// Lists the remaining moves; quiet ones get their scores later.
    fn list_others(&mut self, position: &P, picker: &Picker, ply: u32) {
        let listed = self.moves.len();
        TacticsOf::<P>::push_others(position, &mut self.moves);
        let killer = self.selective.stack[ply as usize].killer;
        self.forget_listed(picker, listed, killer);
        self.selective.scores.resize(self.moves.len(), 0);
        for index in listed..self.moves.len() {
            // Moves with a capture value that quiescence leaves out, such as promotions to a knight.
            let captures = TacticsOf::<P>::capture_value(position, self.moves[index]) > 0;
            self.selective.scores[index] = if captures { BAD_CAPTURE } else { UNSCORED };
        }
    }

    /// Skips quiet moves that give no check, up to the first other move. Returns whether there were any.
    pub(super) fn skip_quiets(&mut self, position: &P, picker: &mut Picker) -> bool {
        let before = picker.next;
        while picker.stage == Stage::Rest
            && picker.next < self.moves.len()
            && is_quiet(self.selective.scores[picker.next])
            && !TacticsOf::<P>::gives_check(position, self.moves[picker.next])
        {
            self.selective.scores[picker.next] = SKIPPED;
            picker.next += 1;
        }
        picker.next > before
    }

    /// The killer, if it can be played here, is quiet and was not tried.
    fn killer(&self, position: &P, picker: &Picker, ply: u32) -> Option<P::Move> {
        let killer = self.selective.stack[ply as usize].killer?;
        let tried = picker.has_table_move && self.moves[picker.first] == killer;
        let playable = !tried && MovesOf::<P>::move_from_slot(position, P::slot(killer) as u16) == Some(killer);
        (playable && TacticsOf::<P>::capture_value(position, killer) == 0).then_some(killer)
    }

    /// Removes the table move and the killer from the moves listed from `from` on: they have been tried.
    fn forget_listed(&mut self, picker: &Picker, from: usize, killer: Option<P::Move>) {
        let table_move = picker.has_table_move.then(|| self.moves[picker.first]);
        for tried in [table_move, killer].into_iter().flatten() {
            if let Some(index) = (from..self.moves.len()).find(|index| self.moves[*index] == tried) {
                self.moves.remove(index);
            }
        }
    }

    /// The number of legal moves of a node, listed or not.
    pub(super) fn count_moves(&mut self, position: &P, picker: &Picker) -> usize {
        match picker.stage {
            Stage::Listed | Stage::Rest => self.moves.len() - picker.first,
            _ => {
                self.selective.counted.clear();
                position.count_legal_moves(&mut self.selective.counted) as usize
            }
        }
    }

    /// Scores the captures listed from `first` on (most valuable victim, capture history), and the killer.
    fn score_captures(&mut self, position: &P, first: usize, ply: u32) {
        let killer = self.selective.stack[ply as usize].killer;
        // Searches below have used the rest of the arena.
        self.selective.scores.resize(self.moves.len(), 0);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            self.selective.scores[index] = match TacticsOf::<P>::capture_value(position, mv) {
                0 if killer == Some(mv) => KILLER,
                0 => UNSCORED,
                value => {
                    let history = self.selective.histories.capture(TacticsOf::<P>::piece_to(position, mv));
                    GOOD_CAPTURE + Self::NUMBERS.ordering.capture_value * value + history
                }
            };
        }
    }

    /// Scores the quiet moves in this part of the list that have no score yet, by their histories.
    fn score_quiets(&mut self, position: &P, listed: Range<usize>, ply: u32) {
        let contexts = self.selective.histories.contexts(&self.selective.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let attack_maps = TacticsOf::<P>::attack_maps(position);
        let weights = Self::NUMBERS.ordering;
        for index in listed {
            if self.selective.scores[index] == UNSCORED {
                let mv = self.moves[index];
                let piece_to = TacticsOf::<P>::piece_to(position, mv);
                let history = self.selective.histories.quiet(side + P::slot(mv), piece_to, contexts, &weights);
                let own = TacticsOf::<P>::quiet_score(position, mv, &attack_maps);
                self.selective.scores[index] = history + weights.quiet_score * own;
            }
        }
    }

    /// Swaps the best of the moves from `index` on to `index`, and returns its class.
    fn pick(&mut self, position: &P, index: usize, ply: u32) -> MoveClass {
        loop {
            // Two loops, which the compiler vectorises.
            let scores = &self.selective.scores[index..self.moves.len()];
            let score = scores.iter().copied().max().expect("a move is left");
            if score == UNSCORED {
                self.score_quiets(position, index..self.moves.len(), ply);
                continue;
            }
            let best = index + scores.iter().position(|other| *other == score).expect("it is one of them");
            self.selective.scores.swap(index, best);
            self.moves.swap(index, best);
            // Exchanges are evaluated only when the capture's turn has come.
            if score < GOOD_CAPTURE || self.see_ge(position, self.moves[index], 0) {
                return MoveClass::of(score);
            }
            self.selective.scores[index] = score - GOOD_CAPTURE + BAD_CAPTURE;
        }
    }
}

const fn is_quiet(score: i32) -> bool {
    MAX_BAD_CAPTURE < score && score < GOOD_CAPTURE
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PickOrder {
    BestFirst,
    /// As they are listed, since most will be skipped.
    AsListed,
}

pub(super) struct Picker {
    pub(super) first: usize,
    next: usize,
    stage: Stage,
    /// The order of the moves that are left, once all are listed.
    pub(super) order: PickOrder,
    /// Whether the first move listed is the table move.
    pub(super) has_table_move: bool,
}

/// The stage of a picker, after the table move. Most nodes are cut off by one of the first moves, so moves are listed as
/// late as possible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// All moves are listed; they get their scores.
    Listed,
    /// The captures are listed.
    Captures,
    /// The captures that win their exchange.
    GoodCaptures,
    Killer,
    /// The moves that are left are listed.
    Others,
    /// The moves that are left.
    Rest,
}

/// The class of a move, by which it is reduced and pruned. Promotions count as captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveClass {
    /// A capture that does not lose its exchange, or the table move if it is a capture.
    GoodCapture,
    /// A quiet move that cut off at this distance before.
    Killer,
    /// A quiet move with its score; 0 for the table move.
    Quiet(i32),
    /// A capture that loses its exchange.
    BadCapture,
}

impl MoveClass {
    fn of(score: i32) -> Self {
        match score {
            KILLER => Self::Killer,
            GOOD_CAPTURE.. => Self::GoodCapture,
            ..=MAX_BAD_CAPTURE => Self::BadCapture,
            _ => Self::Quiet(score),
        }
    }
}
