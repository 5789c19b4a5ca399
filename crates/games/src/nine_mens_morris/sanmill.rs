//! Reads the positions of the program Sanmill.

use crate::notation::InvalidState;
use crate::spelling::{self, shown};

/// The points of Sanmill's rings, the inner one first, each clockwise from the middle of its top side: the index of each
/// in plyd's rows.
const ORDER: [usize; 24] = [7, 8, 12, 17, 16, 15, 11, 6, 4, 5, 13, 20, 19, 18, 10, 3, 1, 2, 14, 23, 22, 21, 9, 0];

/// The state of a text such as `********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1`: the rings with `O` for
/// white and `@` for black, the side to move, the phase and what it has to do, the men on the board and in hand of white
/// and of black, the men that each has to take, facts about mills, the plies without progress, and the move's number.
/// `None` for other texts.
///
/// # Errors
/// [`InvalidState`] if a man is to be taken, because a move and its capture are one move here; and if the counts and the
/// board disagree.
pub(super) fn rewritten(text: &str) -> Result<Option<String>, InvalidState> {
    let words: Vec<&str> = spelling::fields(text).take(24).collect();
    let [board, side, _, action, white_on, white_hand, black_on, black_hand, to_take @ ..] = &words[..] else {
        return Ok(None);
    };
    let rings: Vec<&str> = board.split('/').collect();
    let is_ring = |ring: &&str| ring.len() == 8 && ring.chars().all(|c| matches!(c, '*' | 'O' | '@' | 'X'));
    if rings.len() != 3 || !rings.iter().all(is_ring) {
        return Ok(None);
    }
    if *action == "r" || to_take.iter().take(2).any(|count| *count != "0") {
        return Err(InvalidState::new("a man is still to be taken; a move and its capture are one move here"));
    }
    let mut cells = ['.'; 24];
    for (c, at) in rings.concat().chars().zip(ORDER) {
        cells[at] = match c {
            'O' => 'W',
            '@' => 'B',
            '*' => '.',
            _ => {
                return Err(InvalidState::new(
                    "the board has X, a point where no man may be placed, expected O, @ or *",
                ));
            }
        };
    }
    for (cell, given, name) in [('W', white_on, "white"), ('B', black_on, "black")] {
        let count = cells.iter().filter(|other| **other == cell).count();
        if spelling::number(given) != Some(count as u32) {
            return Err(InvalidState(format!(
                "{name} has {count} men on the board, but the text says {}",
                shown(given)
            )));
        }
    }
    let [.., quiet, number] = to_take else { return Ok(None) };
    if spelling::number(number).is_none() {
        let expected = "expected the plies without progress and the number of the move";
        return Err(InvalidState(format!("the state ends with {}, {expected}", shown(number))));
    }
    let side = match *side {
        "w" => 'W',
        "b" => 'B',
        other => return Err(InvalidState(format!("the side to move is {}, expected w or b", shown(other)))),
    };
    let mut rest = cells.iter();
    let rows = [3, 3, 3, 6, 3, 3, 3].map(|length| rest.by_ref().take(length).collect::<String>());
    Ok(Some(format!("{} {side} {white_hand},{black_hand} {quiet}", rows.join("/"))))
}
