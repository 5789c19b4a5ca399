//! Text and boards of sowing games: two rows of houses, and the seeds won by each side.

use std::ops::RangeInclusive;

use crate::board::{Board, Content, RowColumn};
use crate::fields;
use crate::notation::InvalidState;
use crate::spelling;
use plyd_search::position::Side;

/// The names of [`Side::First`] and [`Side::Second`].
pub(super) const NAMES: [&str; 2] = ["south", "north"];

/// One side's seeds: its houses in their order of sowing, and those it has won.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) houses: Vec<u8>,
    pub(super) won: u8,
}

/// Reads `4,4,4,4,4,4,0/4,4,4,4,4,4,0 south`: the houses of south and the seeds that it has won, the same for north,
/// and the side to move.
///
/// # Errors
/// [`InvalidState`] for anything else, and if the rows have different lengths.
pub(super) fn read(text: &str, houses: RangeInclusive<usize>) -> Result<([Row; 2], Side), InvalidState> {
    if let Some(rewritten) = of_open_spiel(text) {
        return read(&rewritten, houses);
    }
    if let Some(readings) = in_a_row(text, houses.clone()) {
        return Err(readings);
    }
    let mut words = spelling::fields(text);
    let (rows, side) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let side = fields::side_to_move(side, NAMES, " at the end")?;
    if words.next().is_some() {
        return Err(InvalidState::new("expected nothing after the side to move"));
    }
    let Some((south, north)) = rows.split_once('/') else {
        return Err(InvalidState::new("expected the numbers of south and of north, separated by /"));
    };
    let south = read_row(south, NAMES[0], houses)?;
    let alike = south.houses.len();
    let north = read_row(north, NAMES[1], alike..=alike)?;
    Ok(([south, north], side))
}

/// The state of a text of OpenSpiel's `mancala`: north's houses from its left as they are drawn, both stores, south's
/// houses, and the player to move.
fn of_open_spiel(text: &str) -> Option<String> {
    let mut lines = text.trim().lines();
    let mut numbers = || {
        let numbers = lines.next()?.split('-').map(str::trim).filter(|number| !number.is_empty());
        numbers.map(|number| spelling::number(number).map(|_| number)).collect::<Option<Vec<&str>>>()
    };
    let (mut north, stores, south) = (numbers()?, numbers()?, numbers()?);
    let [north_store, south_store] = stores[..] else { return None };
    north.reverse();
    let side = lines.next()?.trim().strip_prefix("Current player: ")?;
    let side = *NAMES.get(spelling::number(side)? as usize)?;
    Some(format!("{},{south_store}/{},{north_store} {side}", south.join(","), north.join(",")))
}

/// The error for all numbers in a row, as arrays of programs have them, because programs differ in where they begin.
/// `None` for other texts.
fn in_a_row(text: &str, houses: RangeInclusive<usize>) -> Option<InvalidState> {
    let text = text.trim();
    let list = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c.is_whitespace());
    if text.len() > 256 || text.contains('/') {
        return None;
    }
    let list = list.trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let numbers = list.split([',', ' ']).map(str::trim).filter(|number| !number.is_empty());
    let numbers: Vec<&str> = numbers.map(|number| spelling::number(number).map(|_| number)).collect::<Option<_>>()?;
    let half = numbers.len() / 2;
    if !numbers.len().is_multiple_of(2) || half == 0 || !houses.contains(&(half - 1)) {
        return None;
    }
    let rows = |south: &[&str], north: &[&str]| format!("{}/{}", south.join(","), north.join(","));
    let stores_last = rows(&numbers[..half], &numbers[half..]);
    let north_first = [&numbers[half + 1..], &numbers[..1]].concat();
    let stores_first = rows(&numbers[1..=half], &north_first);
    Some(InvalidState(format!(
        "{} numbers in a row mean {stores_last} or, with north's store first, {stores_first}; expected one of these and \
         the side to move",
        numbers.len()
    )))
}

fn read_row(text: &str, side: &str, houses: RangeInclusive<usize>) -> Result<Row, InvalidState> {
    let count = text.split(',').count() - 1;
    if !houses.contains(&count) {
        let (least, most) = (houses.start() + 1, houses.end() + 1);
        let expected = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        return Err(InvalidState(format!(
            "{side} has {} numbers, expected {expected}: one for each house, and the seeds won",
            count + 1
        )));
    }
    let mut numbers = Vec::with_capacity(count + 1);
    for (number, text) in text.split(',').enumerate() {
        let what =
            if number < count { format!("house {} of {side}", number + 1) } else { format!("{side}'s count of seeds") };
        numbers.push(fields::number(text, &what, 0, u32::from(u8::MAX))? as u8);
    }
    let won = numbers.pop().unwrap_or_default();
    Ok(Row { houses: numbers, won })
}

/// Writes the text that [`read`] reads.
pub(super) fn write(houses: [&[u8]; 2], won: [u8; 2], side: Side) -> String {
    let row = |houses: &[u8], won: u8| houses.iter().chain([&won]).map(u8::to_string).collect::<Vec<_>>().join(",");
    format!("{}/{} {}", row(houses[0], won[0]), row(houses[1], won[1]), NAMES[side.index()])
}

/// North's row is above south's, so that sowing goes counter-clockwise. The seeds won by north are on the left, and
/// those won by south on the right.
pub(super) fn board(houses: [&[u8]; 2], won: [u8; 2]) -> Board {
    let row = |houses: &mut dyn Iterator<Item = u8>| {
        let mut row = vec![won[1]];
        row.extend(houses);
        row.push(won[0]);
        row.into_iter().map(|seeds| Some(Content::Number(u32::from(seeds)))).collect()
    };
    vec![row(&mut houses[1].iter().rev().copied()), row(&mut houses[0].iter().copied())]
}

/// Row and column of a side's house on the [board] with this number of houses in a row.
pub(super) const fn cell(side: Side, house: usize, houses: usize) -> RowColumn {
    match side {
        Side::First => [1, house + 1],
        Side::Second => [0, houses - house],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_read_back_in_the_order_of_sowing() {
        let text = "1,2,3/4,5,6 north";
        let ([south, north], side) = read(text, 1..=6).unwrap();
        let houses: [&[u8]; 2] = [&south.houses, &north.houses];
        let won = [south.won, north.won];
        assert_eq!((houses, won, side), ([&[1, 2][..], &[4, 5]], [3, 6], Side::Second));
        assert_eq!(write(houses, won, side), text);
        let board = board(houses, won);
        for (side, row) in [(Side::First, houses[0]), (Side::Second, houses[1])] {
            for (house, seeds) in row.iter().enumerate() {
                let [row, column] = cell(side, house, 2);
                assert_eq!(board[row][column], Some(Content::Number(u32::from(*seeds))));
            }
        }
        assert_eq!((board[0][0], board[1][3]), (Some(Content::Number(6)), Some(Content::Number(3))));
    }

    #[test]
    fn invalid_texts_are_refused_with_a_reason() {
        for (text, says) in [
            ("", "the side to move is \"\""),
            ("4,0/4,0", "expected south or north"),
            ("4,0/4,0 east", "is \"east\""),
            ("4,0 south", "separated by /"),
            ("0/4,0 south", "south has 1 numbers, expected 2 to 4"),
            ("1,1,1,1,0/1,1,1,1,0 south", "south has 5 numbers, expected 2 to 4"),
            ("4,0/4,4,0 south", "north has 3 numbers, expected 2:"),
            ("4,x/4,0 south", "south's count of seeds is \"x\""),
            ("4,0/256,0 south", "house 1 of north is \"256\", expected a whole number from 0 to 255"),
        ] {
            let error = read(text, 1..=3).expect_err(text);
            assert!(error.0.contains(says), "{text}: {error}");
        }
    }
}
