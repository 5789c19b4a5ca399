//! Which move to try next: what was best here before, exchanges that win, the
//! killer, quiet moves by what is remembered of them, exchanges that lose.

use std::ops::Range;

use crate::Evaluate;
use crate::evaluate::Hooks;
use crate::searcher::Searcher;

const BEST_HERE: i32 = i32::MAX;
const WINS: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const LOSES: i32 = -(1 << 28);
/// No quiet move is ranked so low, and no exchange that loses higher.
const LOST: i32 = LOSES / 2;
/// Quiet, and not ranked yet: that waits until nothing better is left.
const QUIET: i32 = LOST + 1;
/// The rank of a move that was not searched.
pub(super) const SKIPPED: i32 = i32::MIN;

impl<P: Evaluate> Searcher<'_, P> {
    /// Brings the move with this slot, if it is among those listed from `first` on, to their beginning: whether it was.
    /// Of several, such as promotions, it is the one that gains the most.
    fn best_first(&mut self, position: &P, first: usize, best: Option<u16>) -> bool {
        let Some(best) = best else { return false };
        let of_slot = (first..self.moves.len()).filter(|place| P::slot(self.moves[*place]) as u16 == best);
        let place = of_slot.max_by_key(|place| (Self::TACTICS.capture_value)(position, self.moves[*place]));
        if let Some(place) = place {
            self.moves.swap(first, place);
        }
        place.is_some()
    }

    /// The move that was best here before, which is the first one listed.
    fn best_known(&mut self, position: &P, first: usize) -> (P::Move, MoveClass) {
        let mv = self.moves[first];
        self.scores[first] = BEST_HERE;
        let quiet = (Self::TACTICS.capture_value)(position, mv) == 0;
        (mv, if quiet { MoveClass::Quiet(0) } else { MoveClass::GoodCapture })
    }

    /// Lists the move with this slot, if there is one, for a node whose other moves are listed as they are wanted;
    /// `whole` lists them all at once.
    pub(super) fn begin_moves(&mut self, position: &P, best: Option<u16>, whole: bool) -> Picker {
        let first = self.moves.len();
        if whole {
            position.legal_moves(&mut self.moves);
            return self.begin_listed(position, first, best);
        }
        let best = best.and_then(|slot| (Self::TACTICS.move_from_slot)(position, slot));
        self.moves.extend(best);
        Picker { first, next: first, stage: Stage::Best, knows_best: best.is_some(), whole: false }
    }

    /// The same for moves that are listed from `first` on, and are all that will be.
    pub(super) fn begin_listed(&mut self, position: &P, first: usize, best: Option<u16>) -> Picker {
        let knows_best = self.best_first(position, first, best);
        Picker { first, next: first, stage: Stage::Best, knows_best, whole: true }
    }

    /// The next move of a node, where it is, and what is thought of it. Those that are hardly worth a look come
    /// `in_order` no longer.
    pub(super) fn next_move(
        &mut self,
        position: &P,
        picker: &mut Picker,
        ply: u32,
        in_order: bool,
    ) -> Option<(usize, MoveClass)> {
        loop {
            let index = picker.next;
            match picker.stage {
                Stage::Best => {
                    picker.stage = if picker.whole { Stage::Whole } else { Stage::Captures };
                    self.scores.resize(self.moves.len(), 0);
                    if picker.knows_best {
                        picker.next += 1;
                        return Some((index, self.best_known(position, index).1));
                    }
                }
                Stage::Whole => {
                    self.score_captures(position, index, ply);
                    picker.stage = Stage::Rest;
                }
                Stage::Captures => {
                    (Self::TACTICS.push_captures)(position, &mut self.moves);
                    self.forget_listed(picker, index, None);
                    self.score_captures(position, index, ply);
                    picker.stage = Stage::Winning;
                }
                Stage::Winning => {
                    if index < self.moves.len() {
                        let class = self.pick(position, index, ply);
                        if class == MoveClass::GoodCapture {
                            picker.next += 1;
                            return Some((index, class));
                        }
                    }
                    picker.stage = Stage::Killer;
                }
                Stage::Killer => {
                    picker.stage = Stage::Quiet;
                    if let Some(killer) = self.killer(position, picker, ply) {
                        self.insert(killer, KILLER, index);
                        picker.next += 1;
                        return Some((index, MoveClass::Killer));
                    }
                }
                Stage::Quiet => {
                    self.list_others(position, picker, ply);
                    picker.stage = Stage::Rest;
                }
                Stage::Rest => {
                    if index == self.moves.len() {
                        return None;
                    }
                    picker.next += 1;
                    if in_order {
                        return Some((index, self.pick(position, index, ply)));
                    }
                    if self.scores[index] == QUIET {
                        self.score_quiets(position, index..index + 1, ply);
                    }
                    return Some((index, MoveClass::of(self.scores[index])));
                }
            }
        }
    }

    /// Lists a move with its rank at a place; what was there goes to the end.
    fn insert(&mut self, mv: P::Move, score: i32, place: usize) {
        let last = self.moves.len();
        self.moves.push(mv);
        self.scores.resize(last, 0);
        self.scores.push(score);
        self.moves.swap(place, last);
        self.scores.swap(place, last);
    }

    /// Lists what is not listed yet; quiet moves get their scores later.
    fn list_others(&mut self, position: &P, picker: &Picker, ply: u32) {
        let listed = self.moves.len();
        (Self::TACTICS.push_others)(position, &mut self.moves);
        let killer = self.stack[ply as usize].killer;
        self.forget_listed(picker, listed, killer);
        self.scores.resize(self.moves.len(), 0);
        for place in listed..self.moves.len() {
            let gains = (Self::TACTICS.capture_value)(position, self.moves[place]) > 0;
            self.scores[place] = if gains { LOSES } else { QUIET };
        }
    }

    /// Passes over quiet moves without a threat, where the rest of these is not worth a search.
    pub(super) fn skip_quiets(&mut self, position: &P, picker: &mut Picker) {
        while picker.stage == Stage::Rest
            && picker.next < self.moves.len()
            && is_quiet(self.scores[picker.next])
            && !(Self::TACTICS.gives_check)(position, self.moves[picker.next])
        {
            self.heuristic_used = true;
            self.scores[picker.next] = SKIPPED;
            picker.next += 1;
        }
    }

    /// The killer, if it can be played here, is quiet and was not tried.
    fn killer(&self, position: &P, picker: &Picker, ply: u32) -> Option<P::Move> {
        let killer = self.stack[ply as usize].killer?;
        let known = picker.knows_best && self.moves[picker.first] == killer;
        let playable = !known && (Self::TACTICS.move_from_slot)(position, P::slot(killer) as u16) == Some(killer);
        (playable && (Self::TACTICS.capture_value)(position, killer) == 0).then_some(killer)
    }

    /// Takes the best move known, and the killer, from the moves listed from `from` on: they have been tried.
    fn forget_listed(&mut self, picker: &Picker, from: usize, killer: Option<P::Move>) {
        let best = picker.knows_best.then(|| self.moves[picker.first]);
        for tried in [best, killer].into_iter().flatten() {
            if let Some(place) = (from..self.moves.len()).find(|place| self.moves[*place] == tried) {
                self.moves.remove(place);
            }
        }
    }

    /// How many moves a node has, whether listed or not.
    pub(super) fn count_moves(&mut self, position: &P, picker: &Picker) -> usize {
        match picker.stage {
            Stage::Whole | Stage::Rest => self.moves.len() - picker.first,
            Stage::Best if picker.whole => self.moves.len() - picker.first,
            _ => {
                self.scratch.clear();
                position.count_legal_moves(&mut self.scratch) as usize
            }
        }
    }

    /// Ranks the moves listed from `first` on that have a gain, and the killer.
    fn score_captures(&mut self, position: &P, first: usize, ply: u32) {
        let killer = self.stack[ply as usize].killer;
        // Searches below have used what follows.
        self.scores.resize(self.moves.len(), 0);
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            self.scores[index] = match (Self::TACTICS.capture_value)(position, mv) {
                0 if killer == Some(mv) => KILLER,
                0 => QUIET,
                gain => WINS + 53 * gain + self.histories.noisy((Self::TACTICS.piece_to)(position, mv)),
            };
        }
    }

    /// Ranks those of the listed moves that are quiet and have no rank yet.
    fn score_quiets(&mut self, position: &P, listed: Range<usize>, ply: u32) {
        let contexts = self.histories.contexts(&self.stack, ply);
        let side = position.side_to_move().index() * P::SLOTS;
        let attack_maps = (Self::TACTICS.attack_maps)(position);
        for index in listed {
            if self.scores[index] == QUIET {
                let mv = self.moves[index];
                let known = self.histories.quiet(side + P::slot(mv), (Self::TACTICS.piece_to)(position, mv), contexts);
                self.scores[index] = known + 19 * (Self::TACTICS.move_score)(position, mv, &attack_maps);
            }
        }
    }

    /// Brings the best of the moves from `index` on to its place, and says what is thought of it.
    fn pick(&mut self, position: &P, index: usize, ply: u32) -> MoveClass {
        loop {
            // Two loops, each of which a processor takes several places at a time.
            let scores = &self.scores[index..self.moves.len()];
            let score = scores.iter().copied().max().expect("a move is left");
            if score == QUIET {
                self.score_quiets(position, index..self.moves.len(), ply);
                continue;
            }
            let best = index + scores.iter().position(|other| *other == score).expect("it is one of them");
            self.scores.swap(index, best);
            self.moves.swap(index, best);
            // Exchanges are followed only when their turn has come.
            if score < WINS || (Self::TACTICS.see_ge)(position, self.moves[index], 0) {
                return MoveClass::of(score);
            }
            self.scores[index] = score - WINS + LOSES;
        }
    }
}

/// Whether a rank is one of a quiet move.
const fn is_quiet(score: i32) -> bool {
    LOST < score && score < WINS
}

/// How far the moves of a node are listed and tried.
pub(super) struct Picker {
    pub(super) first: usize,
    /// Where the next one is, or will be.
    next: usize,
    stage: Stage,
    /// Whether the first move listed was best here before.
    pub(super) knows_best: bool,
    /// Whether all moves were listed at once.
    whole: bool,
}

/// What comes next; moves are listed no sooner than they are wanted, for most nodes are cut off by one of the first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// What was best here before.
    Best,
    /// All others, listed already.
    Whole,
    /// Those with a gain, to be listed.
    Captures,
    /// Those of them that win.
    Winning,
    Killer,
    /// All others, to be listed.
    Quiet,
    /// All that is listed.
    Rest,
}

/// What is thought of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveClass {
    /// It begins an exchange that does not lose.
    GoodCapture,
    /// It is quiet, and cut off at this distance before.
    Killer,
    /// It is quiet; what is remembered of it.
    Quiet(i32),
    /// It begins an exchange that loses.
    BadCapture,
}

impl MoveClass {
    fn of(score: i32) -> Self {
        match score {
            KILLER => Self::Killer,
            WINS.. => Self::GoodCapture,
            ..=LOST => Self::BadCapture,
            _ => Self::Quiet(score),
        }
    }
}
