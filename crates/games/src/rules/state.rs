//! States as text: rows, the side to move, and the counts that the rules need.

use std::sync::Arc;

use plyd_search::position::Side;

use super::board::Grid;
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
        position.settle();
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
    fn settle(&mut self) {
        let begins_turn = self.left == self.rules.turn[1];
        self.last = if begins_turn { self.side.other() } else { self.side };
        self.ended = self.find_end_in_state();
    }

    /// Reads a state.
    pub(super) fn read(rules: &Arc<Rules<W>>, text: &str) -> Result<Self, String> {
        let mut words = spelling::fields(text);
        let (Some(rows), Some(side)) = (words.next(), words.next()) else {
            return Err("expected rows and the side to move, such as 3/3/3 1".to_owned());
        };
        let start = Self::start(rules);
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
        let mut missing = rules.words();
        for word in words {
            let known = missing.iter().position(|known| word.starts_with(known.letter));
            let Some(index) = known else {
                return Err(format!("unexpected {}{}", shown(word), expected(&missing)));
            };
            let known = missing.remove(index);
            let numbers = numbers(&word[1..], &known).ok_or_else(|| {
                let most = known.most;
                let what = if known.pair { "two numbers" } else { "a number" };
                format!(
                    "{} is {}, expected {} and {what} from {} to {most}",
                    known.what,
                    shown(word),
                    known.letter,
                    known.least
                )
            })?;
            match known.letter {
                's' => position.left = numbers[0] as u8,
                'h' => position.hands = numbers.map(|number| number as u8),
                't' => position.taken = numbers.map(|number| number as u8),
                'q' => position.quiet = numbers[0],
                _ => position.plies = numbers[0] as u8,
            }
        }
        // Without a count of quiet plies, none were played.
        missing.retain(|word| word.letter != 'q');
        if !missing.is_empty() {
            return Err(format!("too short{}", expected(&missing)));
        }
        position.settle();
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
        for word in self.rules.words() {
            let [first, second] = match word.letter {
                's' => [self.left.into(), 0],
                'h' => self.hands.map(u16::from),
                't' => self.taken.map(u16::from),
                'q' => [self.quiet, 0],
                _ => [self.plies.into(), 0],
            };
            text += &format!(" {}{first}", word.letter);
            if word.pair {
                text += &format!(",{second}");
            }
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

/// A count in a state.
struct Word {
    letter: char,
    what: &'static str,
    /// Whether there is one for each side.
    pair: bool,
    least: u16,
    most: u16,
}

impl<const W: usize> Rules<W> {
    /// The counts that states have, in order.
    fn words(&self) -> Vec<Word> {
        let each = self.place.as_ref().and_then(|placing| placing.spec.each);
        let word = |letter, what, pair, least, most| Word { letter, what, pair, least, most };
        let turn = self.turn[0].max(self.turn[1]);
        let openings = self.opening.len() as u16;
        let words = [
            (self.turn != [1, 1]).then(|| word('s', "the rest of the turn", false, 1, turn.into())),
            each.map(|each| word('h', "the stones in hand", true, 0, each.into())),
            self.counts_taken.then(|| word('t', "the pieces taken", true, 0, u8::MAX.into())),
            self.plies.map(|most| word('q', "the plies without progress", false, 0, most)),
            (openings > 0).then(|| word('p', "the plies of the opening", false, 0, openings)),
        ];
        words.into_iter().flatten().collect()
    }

    fn letters(&self) -> String {
        let letters = self.kinds.iter().flatten().map(|kind| kind.letter);
        letters.chain([BLOCKED]).map(String::from).collect::<Vec<_>>().join(", ")
    }
}

fn expected(missing: &[Word]) -> String {
    let example = |word: &Word| {
        let pair = if word.pair { ",0" } else { "" };
        format!("{} ({}{}{pair})", word.what, word.letter, word.least)
    };
    match missing {
        [] => ", expected the end of the state".to_owned(),
        words => format!(", expected {}", words.iter().map(example).collect::<Vec<_>>().join(", ")),
    }
}

fn numbers(text: &str, word: &Word) -> Option<[u16; 2]> {
    let number = |text| spelling::number(text).filter(|number| (word.least.into()..=word.most.into()).contains(number));
    let [first, second] = match text.split_once(',') {
        Some((first, second)) if word.pair => [number(first)?, number(second)?],
        None if !word.pair => [number(text)?, 0],
        _ => return None,
    };
    Some([first as u16, second as u16])
}

/// How many words of 64 cells a board takes.
pub(super) fn width(grid: &Grid) -> usize {
    match grid.size() {
        ..=64 => 1,
        65..=128 => 2,
        _ => 4,
    }
}
