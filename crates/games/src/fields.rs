//! Fields that states of several games share, and the error messages about them.

use crate::notation::InvalidState;
use crate::spelling::{self, shown};
use plyd_search::position::Side;

/// Reads a whole number in plain digits, possibly with leading zeros. `what` is its name in the error.
///
/// # Errors
/// [`InvalidState`] for anything else, and for a number that is too small or too large.
pub(crate) fn number(text: &str, what: &str, least: u32, most: u32) -> Result<u32, InvalidState> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| text.parse().unwrap_or(u32::MAX));
    value.filter(|value| (least..=most).contains(value)).ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        InvalidState(format!("{what} is {shown:?}, expected a whole number from {least} to {most}"))
    })
}

/// The side to move, by its name in upper or lower case. `place` says where the state has it, for example ` at the
/// end`.
///
/// # Errors
/// [`InvalidState`] if it is neither name.
pub(crate) fn side_to_move<T: ToString>(text: &str, names: [T; 2], place: &str) -> Result<Side, InvalidState> {
    let [first, second] = names.map(|name| name.to_string());
    let unknown = || InvalidState(format!("the side to move is {}, expected {first} or {second}{place}", shown(text)));
    spelling::side(text, [&first, &second]).ok_or_else(unknown)
}
