//! Annotations of nodes: judgements, clocks and marks on the board.

use super::text::{line, lines};
use crate::record::place::Place;
use crate::record::{Drawing, MAX_RECORDED_CLOCK_MS, Shape, nags};
use plyd_search::position::Side;

/// The name of a cell in the game, from its name in the text. `None` if there is no such cell.
type Names<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// What a node says about its move, or about its position if it has no move.
#[derive(Debug, Default)]
pub(super) struct NodeMarks {
    nags: Vec<u8>,
    /// Milliseconds on the clocks of the first and the second side.
    clocks: [Option<u64>; 2],
    /// Drawings, with their cells as the text has them.
    drawings: Vec<Drawing>,
    comment: String,
}

impl NodeMarks {
    /// Reads a property. Returns `None` if it is none of these, and otherwise the number of its values that were not
    /// understood.
    pub(super) fn read<'v>(&mut self, name: &str, values: impl Iterator<Item = &'v str>) -> Option<usize> {
        let shape = Shape::ALL.into_iter().find(|shape| shape.property() == name);
        let is_mark = shape.is_some() || ["BM", "DO", "IT", "TE", "BL", "WL", "C"].contains(&name);
        is_mark.then(|| {
            let is_unread = |value: &&str| match (shape, name) {
                (Some(shape), _) => match drawing(shape, value) {
                    Some(drawing) => {
                        self.drawings.push(drawing);
                        false
                    }
                    None => true,
                },
                (None, "C") => {
                    self.comment = lines(value);
                    false
                }
                (None, "BL" | "WL") => {
                    let ms = milliseconds(value);
                    self.clocks[usize::from(name == "WL")] = ms;
                    ms.is_none()
                }
                (None, _) => match nags::of_sgf(name, value) {
                    Some(nag) => {
                        self.nags.push(nag);
                        false
                    }
                    None => true,
                },
            };
            values.filter(is_unread).count()
        })
    }

    /// Adds the marks to a place after the node's move, which this side played. `cell` gives the name of a cell; `None`
    /// keeps the text.
    pub(super) fn add_to(self, mut place: Place<'_>, side: Option<Side>, cell: Option<&Names<'_>>) {
        for nag in self.nags {
            match side {
                Some(_) => place.annotation(&format!("${nag}")),
                None => place.skipped.annotations += 1,
            }
        }
        for (ms, owner) in self.clocks.into_iter().zip([Side::First, Side::Second]) {
            if let Some(ms) = ms {
                let is_kept = side == Some(owner) && place.clock(ms);
                place.skipped.properties += usize::from(!is_kept);
            }
        }
        for mut drawing in self.drawings {
            let is_kept = cell.is_none_or(|name| drawing.rename(name)) && place.draw(drawing);
            place.skipped.properties += usize::from(!is_kept);
        }
        place.comment(&self.comment);
    }
}

/// A mark: a cell, and for arrows another cell and for labels a text after a colon.
fn drawing(shape: Shape, value: &str) -> Option<Drawing> {
    let value = line(value);
    let (cell, rest) = match value.split_once(':') {
        Some((cell, rest)) => (cell, Some(rest.trim())),
        None => (value.as_str(), None),
    };
    let drawing = Drawing { shape, colour: None, cell: cell.trim().to_owned(), to: None, text: None };
    match (shape, rest) {
        (Shape::Arrow, Some(to)) => Some(Drawing { to: Some(to.to_owned()), ..drawing }),
        (Shape::Label, Some(text)) if !text.is_empty() && !text.contains(char::is_control) => {
            Some(Drawing { text: Some(text.to_owned()), ..drawing })
        }
        (Shape::Arrow | Shape::Label, _) | (_, Some(_)) => None,
        _ => Some(drawing),
    }
}

/// A time in seconds, which may have decimals.
fn milliseconds(value: &str) -> Option<u64> {
    let (whole, fraction) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let thousandths = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction)).parse::<u64>().ok()?;
    let ms = whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(thousandths)?;
    (ms <= MAX_RECORDED_CLOCK_MS).then_some(ms)
}
