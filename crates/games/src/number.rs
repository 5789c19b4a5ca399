//! Whole numbers in the text of a state.

use crate::notation::InvalidState;

/// Reads a whole number written in plain digits, leading zeros allowed; `what` names it for the error.
///
/// # Errors
/// [`InvalidState`] for anything else, and for a number that is too small or too large.
pub(super) fn read(text: &str, what: &str, least: u32, most: u32) -> Result<u32, InvalidState> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| text.parse().unwrap_or(u32::MAX));
    value.filter(|value| (least..=most).contains(value)).ok_or_else(|| {
        let shown: String = text.chars().take(20).collect();
        InvalidState(format!("{what} is {shown:?}, expected a whole number from {least} to {most}"))
    })
}
