//! Boards and hands of shogi in diagrams.

use plyd_search::position::Side;

use crate::japanese::{MEN, Man, in_full_width, in_kanji, number};
use crate::spelling::shown;

/// A piece of a side.
pub(super) type Placed = (Side, &'static Man);

/// How many of [`MEN`] can be in a hand. They are the first ones.
const HELD: usize = 7;

pub(super) const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A position as records draw it. It need not be a legal one.
#[derive(Clone)]
pub(super) struct Diagram {
    /// From the top, and in each row from the left.
    pub(super) rows: Vec<Vec<Option<Placed>>>,
    /// By side, and by piece in the order of [`MEN`].
    pub(super) hands: [[u32; HELD]; 2],
    pub(super) to_move: Side,
    /// The number of the next ply, from 1.
    pub(super) number: u32,
}

impl Diagram {
    /// A board without pieces, with this many rows and columns.
    pub(super) fn empty(size: usize) -> Self {
        Self { rows: vec![vec![None; size]; size], hands: [[0; HELD]; 2], to_move: Side::First, number: 1 }
    }

    /// The position of a canonical SFEN.
    pub(super) fn of(sfen: &str) -> Self {
        let mut fields = sfen.split(' ');
        let board = fields.next().unwrap_or_default();
        let mut diagram = Self::empty(0);
        for row in board.split('/') {
            let (mut cells, mut promotion) = (Vec::new(), "");
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(empty) => cells.extend((0..empty).map(|_| None)),
                    None if c == '+' => promotion = "+",
                    None => {
                        cells.push(of_letter(c, promotion));
                        promotion = "";
                    }
                }
            }
            diagram.rows.push(cells);
        }
        diagram.to_move = if fields.next() == Some("w") { Side::Second } else { Side::First };
        let mut count = 0;
        for c in fields.next().unwrap_or_default().chars() {
            if let Some(digit) = c.to_digit(10) {
                count = 10 * count + digit;
            } else if let Some((side, man)) = of_letter(c, "") {
                diagram.hold(side, man, count.max(1));
                count = 0;
            }
        }
        diagram.number = fields.next().and_then(|number| number.parse().ok()).unwrap_or(1);
        diagram
    }

    /// The position as SFEN.
    pub(super) fn sfen(&self) -> String {
        let of_side = |side, text: &str| if side == Side::First { text.to_owned() } else { text.to_ascii_lowercase() };
        let row = |row: &Vec<Option<Placed>>| -> String {
            let runs = row.chunk_by(|one, other| one.is_none() && other.is_none());
            runs.map(|run| run[0].map_or_else(|| run.len().to_string(), |(side, man)| of_side(side, man.sfen)))
                .collect()
        };
        let board: Vec<String> = self.rows.iter().map(row).collect();
        let mut hands = String::new();
        for side in SIDES {
            for (man, count) in self.held(side) {
                let count = if count == 1 { String::new() } else { count.to_string() };
                hands.push_str(&format!("{count}{}", of_side(side, man.sfen)));
            }
        }
        let side = if self.to_move == Side::First { 'b' } else { 'w' };
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {side} {hands} {}", board.join("/"), self.number)
    }

    /// The pieces in a hand that there are, each with its number.
    pub(super) fn held(&self, side: Side) -> impl Iterator<Item = (&'static Man, u32)> {
        let counts = self.hands[side.index()];
        MEN.iter().zip(counts).filter(|(_, count)| *count > 0)
    }

    /// Adds pieces to a hand. Returns `false` if they cannot be in one.
    pub(super) fn hold(&mut self, side: Side, man: &Man, count: u32) -> bool {
        let index = MEN.iter().take(HELD).position(|other| other == man);
        index.is_some_and(|index| {
            let held = &mut self.hands[side.index()][index];
            *held = held.saturating_add(count);
            true
        })
    }

    /// The cell of a square. Files and ranks are counted from 1, files from the right. `None` if there is no such square.
    pub(super) fn cell(&mut self, [file, rank]: [u32; 2]) -> Option<&mut Option<Placed>> {
        let row = self.rows.get_mut((rank as usize).checked_sub(1)?)?;
        let column = row.len().checked_sub(file as usize)?;
        row.get_mut(column)
    }

    /// Adds to a side's hand what is missing of the pieces of another position.
    pub(super) fn hold_rest(&mut self, side: Side, all: &Self) {
        for ((man, all), own) in MEN.iter().zip(all.counts()).zip(self.counts()) {
            self.hold(side, man, all.saturating_sub(own));
        }
    }

    /// How many pieces of each kind there are, promoted or not.
    fn counts(&self) -> [u32; HELD] {
        let mut counts = [0_u32; HELD];
        for (_, man) in self.rows.iter().flatten().flatten() {
            let index = MEN.iter().take(HELD).position(|other| other.sfen == man.sfen.trim_start_matches('+'));
            index.into_iter().for_each(|index| counts[index] += 1);
        }
        for hand in self.hands {
            hand.iter().zip(&mut counts).for_each(|(held, count)| *count = count.saturating_add(*held));
        }
        counts
    }

    /// Reads a hand of KIF: `飛　角　歩四`, `なし`.
    ///
    /// # Errors
    /// A sentence about the first word that is not a piece.
    pub(super) fn read_hand(&mut self, side: Side, text: &str) -> Result<(), String> {
        self.hands[side.index()] = [0; HELD];
        for word in text.split_whitespace().filter(|word| *word != "なし") {
            let wrong = || format!("{} is not a piece in hand, expected a form such as 飛 or 歩四", shown(word));
            let (man, count) = Man::split(word).ok_or_else(wrong)?;
            let count = if count.is_empty() { Some(1) } else { number(count) };
            let is_held = count.is_some_and(|count| man.is_held() && self.hold(side, man, count));
            if !is_held {
                return Err(wrong());
            }
        }
        Ok(())
    }

    /// Reads a row of KIF, such as `|v香v桂 ・ 歩|一`.
    ///
    /// # Errors
    /// A sentence, if a cell is neither empty nor a piece.
    pub(super) fn read_row(text: &str) -> Result<Vec<Option<Placed>>, String> {
        let inner = text.trim_start_matches(['|', '｜']).split(['|', '｜']).next().unwrap_or_default();
        let (mut cells, mut rest, mut side) = (Vec::new(), inner, Side::First);
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            match first {
                c if c.is_whitespace() => rest = after,
                '^' => rest = after,
                'v' | 'V' | 'ｖ' => (rest, side) = (after, Side::Second),
                '・' | '･' | '·' => {
                    cells.push(None);
                    rest = after;
                }
                _ => {
                    let (man, after) = Man::split(rest).ok_or_else(|| {
                        format!("{} is not a piece of a board, expected one such as 歩, v歩 or ・", shown(rest))
                    })?;
                    cells.push(Some((std::mem::replace(&mut side, Side::First), man)));
                    rest = after;
                }
            }
        }
        Ok(cells)
    }

    /// The hand of a side in KIF.
    pub(super) fn hand(&self, side: Side) -> String {
        let words = self.held(side).map(|(man, count)| {
            let count = if count == 1 { String::new() } else { in_kanji(count as usize) };
            format!("{}{count}", man.sign)
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "なし".to_owned() } else { words.join("　") }
    }

    /// The board in KIF.
    pub(super) fn board(&self) -> String {
        let files: String =
            (1..=self.rows.len() as u32).rev().map(|file| format!(" {}", in_full_width(file))).collect();
        let edge = format!("+{}+\n", "-".repeat(3 * self.rows.len()));
        let mut text = format!(" {files}\n{edge}");
        for (row, rank) in self.rows.iter().zip(1..) {
            let cells = row.iter().map(|cell| match cell {
                None => " ・".to_owned(),
                Some((Side::First, man)) => format!(" {}", man.sign),
                Some((Side::Second, man)) => format!("v{}", man.sign),
            });
            text.push_str(&format!("|{}|{}\n", cells.collect::<String>(), in_kanji(rank)));
        }
        text + &edge
    }
}

/// The piece with a letter of SFEN after this sign of promotion.
fn of_letter(letter: char, promotion: &str) -> Option<Placed> {
    let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
    Some((side, Man::of_sfen(&format!("{promotion}{}", letter.to_ascii_uppercase()))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back_from_diagrams() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RG18Pgsn5p 120",
            "3k1/1S2g/Pr1+r1/1G3/bK1B1 b Sp 25",
        ] {
            let diagram = Diagram::of(sfen);
            assert_eq!(diagram.sfen(), sfen);
            let board = diagram.board();
            let rows: Vec<_> = board.lines().filter(|line| line.starts_with('|')).collect();
            let rows: Vec<_> = rows.into_iter().map(|row| Diagram::read_row(row).unwrap()).collect();
            assert!(rows == diagram.rows, "{board}");
            let mut again = Diagram { hands: [[0; HELD]; 2], ..diagram.clone() };
            SIDES.into_iter().for_each(|side| again.read_hand(side, &diagram.hand(side)).unwrap());
            assert_eq!(again.sfen(), sfen);
        }
    }

    #[test]
    fn the_rest_of_a_set_goes_to_a_hand() {
        let all = Diagram::of("rbsgk/4p/5/P4/KGSBR b - 1");
        let mut few = Diagram::of("4k/5/3+r1/5/K4 b - 1");
        few.hold_rest(Side::Second, &all);
        assert_eq!(few.sfen(), "4k/5/3+r1/5/K4 b r2b2g2s2p 1");
        assert!(
            few.cell([5, 1]).is_some() && [[6, 1], [0, 1], [1, 0], [1, 6]].iter().all(|at| few.cell(*at).is_none())
        );
    }

    #[test]
    fn what_is_no_piece_is_named() {
        let mut diagram = Diagram::empty(9);
        assert!(diagram.read_hand(Side::First, "飛　x").unwrap_err().contains("\"x\""));
        assert!(diagram.read_hand(Side::First, "玉").is_err() && diagram.read_hand(Side::First, "歩零").is_err());
        assert!(Diagram::read_row("| ・ q|").is_err_and(|error| error.contains("\"q\"")));
    }
}
