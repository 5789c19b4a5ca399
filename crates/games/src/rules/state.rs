//! States as text: rows, the side to move, and the counts that the rules need.

use std::sync::Arc;

use plyd_search::position::Side;

use super::position::Ruled;
use super::set::Set;
use super::table::{Rules, SIDES};
use crate::spelling::{self, shown};

/// The letter of a blocked cell.
pub(super) const BLOCKED: char = '#';

impl<const W: usize> Ruled<W> {
    /// The start of the game, which may be over already.
    pub(super) fn start(rules: &Arc<Rules<W>>) -> Self {
        let each = rules.place.as_ref().and_then(|placing| placing.spec.each).unwrap_or(0);
        let mut position = Self {
            rules: Arc::clone(rules),
            pieces: [Set::EMPTY; 2],
            second_kind: Set::EMPTY,
            blocked: Set::EMPTY,
            side: Side::First,
            last: Side::Second,
            left: rules.turn[0],
            hands: [each; 2],
            taken: [0; 2],
            quiet: 0,
            plies: 0,
            ended: 0,
        };
        rules.start.iter().for_each(|(cell, letter)| position.stand(*cell, *letter).expect("a known letter"));
        position.settle(rules.turn[0] >= rules.turn[1]);
        position.ended = position.ended.max(position.earlier_end());
        position
    }

    /// Puts what a letter of a state means on a cell.
    fn stand(&mut self, cell: u8, letter: char) -> Option<()> {
        if letter == BLOCKED {
            self.blocked |= Set::of(cell);
            return Some(());
        }
        // Without pieces in the rules, the letters of stones are read in either case.
        let is_stones = self.rules.kinds[0][0].letter == 'x' && self.rules.kinds[1][0].letter == 'o';
        let letter = if is_stones { letter.to_ascii_lowercase() } else { letter };
        let (side, kind) = self.rules.kind(letter)?;
        self.pieces[side.index()] |= Set::of(cell);
        if kind == 1 {
            self.second_kind |= Set::of(cell);
        }
        Some(())
    }

    /// Completes a position of a state: who has just moved, and whether the game is over.
    fn settle(&mut self, begins_turn: bool) {
        self.last = if begins_turn { self.side.other() } else { self.side };
        self.ended = self.find_end_in_state();
    }

    /// Reads a state.
    pub(super) fn read(rules: &Arc<Rules<W>>, text: &str) -> Result<Self, String> {
        let mut words = spelling::fields(text).peekable();
        let (Some(rows), Some(side)) = (words.next(), words.next()) else {
            return Err("expected rows and the side to move, such as 3/3/3 1".to_owned());
        };
        let (start, [first, later]) = (Self::start(rules), rules.turn);
        let mut position = Self { pieces: [Set::EMPTY; 2], second_kind: Set::EMPTY, blocked: Set::EMPTY, ..start };
        for (cell, letter) in rules.grid.read(rows)? {
            position
                .stand(cell, letter)
                .ok_or_else(|| format!("unknown piece {letter:?}, expected {}", rules.letters()))?;
        }
        position.side = match side {
            "1" => Side::First,
            "2" => Side::Second,
            _ => return Err(format!("the side to move is {}, expected 1 or 2", shown(side))),
        };
        // A later turn that is shorter than the first one is not counted.
        let is_later = first > later && words.peek().is_none_or(|word| !word.starts_with('s'));
        for count in rules.counts() {
            let [one, other] = match words.next_if(|word| word.starts_with(count.letter)) {
                None if count.letter == 's' && is_later => [later.into(), 0],
                // Without a count of quiet plies, none were played.
                None if count.letter == 'q' => [0, 0],
                word => count.read(word).ok_or_else(|| count.expected(word.or_else(|| words.peek().copied())))?,
            };
            match count.letter {
                's' => position.left = one as u8,
                'h' => position.hands = [one as u8, other as u8],
                't' => position.taken = [one as u8, other as u8],
                'q' => position.quiet = one,
                _ => position.plies = one as u8,
            }
        }
        if let Some(word) = words.next() {
            return Err(format!("unexpected {}, expected the end of the state", shown(word)));
        }
        position.settle(if first > later { is_later || position.left == first } else { position.left == later });
        match position.earlier_end().checked_sub(1) {
            Some(index) => {
                let reason = rules.ends[usize::from(index)].when.reason();
                Err(format!("the game was over before the last move: {reason}"))
            }
            None => Ok(position),
        }
    }

    /// The canonical state.
    pub(super) fn text(&self) -> String {
        let grid = &self.rules.grid;
        let mut text = format!("{} {}", grid.write(|cell| self.letter(cell)), self.side.index() + 1);
        let [first, _] = self.rules.turn;
        let begins_turn = self.last != self.side;
        for Count { letter, pair, .. } in self.rules.counts() {
            let [one, other] = match letter {
                's' if begins_turn && self.left < first => continue,
                's' => [self.left.into(), 0],
                'h' => self.hands.map(u16::from),
                't' => self.taken.map(u16::from),
                'q' => [self.quiet, 0],
                _ => [self.plies.into(), 0],
            };
            text += &if pair { format!(" {letter}{one},{other}") } else { format!(" {letter}{one}") };
        }
        text
    }

    /// The letter of what stands on a cell.
    pub(super) fn letter(&self, cell: u8) -> Option<char> {
        if self.blocked.contains(cell) {
            return Some(BLOCKED);
        }
        let side = SIDES.into_iter().find(|side| self.pieces[side.index()].contains(cell))?;
        Some(self.rules.kinds[side.index()][usize::from(self.second_kind.contains(cell))].letter)
    }
}

/// A count in a state: its letter and what it counts, whether there is one for each side, and the numbers it may have.
struct Count {
    letter: char,
    what: &'static str,
    pair: bool,
    least: u16,
    most: u16,
}

impl<const W: usize> Rules<W> {
    /// The counts that states have, in order.
    fn counts(&self) -> impl Iterator<Item = Count> {
        let each = self.place.as_ref().and_then(|placing| placing.spec.each).unwrap_or(0);
        let turn = if self.turn == [1, 1] { 0 } else { self.turn[0].max(self.turn[1]) };
        let counts = [
            ('s', "the rest of the turn", false, 1, turn.into()),
            ('h', "the stones in hand", true, 0, each.into()),
            ('t', "the pieces taken", true, 0, if self.counts_taken { u8::MAX.into() } else { 0 }),
            ('q', "the plies without progress", false, 0, self.plies.unwrap_or(0)),
            ('p', "the plies of the opening", false, 0, self.opening.len() as u16),
        ];
        let counts = counts.map(|(letter, what, pair, least, most)| Count { letter, what, pair, least, most });
        counts.into_iter().filter(|count| count.most > 0)
    }

    fn letters(&self) -> String {
        let letters = self.kinds.iter().flatten().map(|kind| kind.letter);
        letters.chain([BLOCKED]).map(String::from).collect::<Vec<_>>().join(", ")
    }
}

impl Count {
    fn read(&self, word: Option<&str>) -> Option<[u16; 2]> {
        let range = self.least.into()..=self.most.into();
        let number = |text| spelling::number(text).filter(|number| range.contains(number)).map(|number| number as u16);
        match word?[1..].split_once(',') {
            Some((one, other)) if self.pair => Some([number(one)?, number(other)?]),
            None if !self.pair => Some([number(&word?[1..])?, 0]),
            _ => None,
        }
    }

    fn expected(&self, found: Option<&str>) -> String {
        let Self { letter, what, pair, least, most } = self;
        let found = found.map_or_else(|| "missing".to_owned(), shown);
        let numbers = if *pair { "two numbers" } else { "a number" };
        format!("{what}: {found}, expected {letter} and {numbers} from {least} to {most}")
    }
}
