//! Commands for programs inside of comments: clocks and drawings.

use super::comments::cleaned;
use crate::record::annotations::is_cell;
use crate::record::place::Place;
use crate::record::{Annotations, Colour, Drawing, MAX_RECORDED_CLOCK_MS, Shape};

/// Adds a comment, and the clocks and drawings inside of it. Counts other commands as skipped.
pub(super) fn add_comment(mut place: Place<'_>, comment: &str) {
    let text = cleaned(comment, |command| {
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let is_read = match name {
            "clk" => milliseconds(value.trim()).is_some_and(|ms| place.clock(ms)),
            "csl" | "cal" => value.split(',').fold(true, |all, part| {
                let is_drawn = drawing(name, part.trim()).is_some_and(|drawing| place.draw(drawing));
                all && is_drawn
            }),
            _ => false,
        };
        place.skipped.commands += usize::from(!is_read);
    });
    place.comment(&text);
}

/// The time in `1:23:45.6`. Hours and minutes may be missing.
fn milliseconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<&str> = whole.splitn(4, ':').collect();
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 3 || !is_number(fraction) {
        return None;
    }
    let seconds = parts.iter().try_fold(0_u64, |sum, part| {
        let number: u64 = if is_number(part) { part.parse().ok()? } else { return None };
        sum.checked_mul(60)?.checked_add(number)
    })?;
    let thousandths = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction)).parse::<u64>().ok()?;
    seconds.checked_mul(1000)?.checked_add(thousandths).filter(|ms| *ms <= MAX_RECORDED_CLOCK_MS)
}

/// A time as PGN has it: hours, minutes and seconds, with as many decimals as it needs.
fn clock(ms: u64) -> String {
    let (seconds, thousandths) = (ms / 1000, ms % 1000);
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if thousandths == 0 { time } else { format!("{time}.{thousandths:03}").trim_end_matches('0').to_owned() }
}

/// A coloured square such as `Ga4`, or an arrow such as `Re2e4`.
fn drawing(command: &str, text: &str) -> Option<Drawing> {
    let mut chars = text.chars();
    let letter = chars.next()?;
    let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter)?;
    let cells = chars.as_str();
    let named = |shape, cell: &str, to: Option<&str>| {
        let is_known = is_cell(cell) && to.is_none_or(is_cell);
        let drawing =
            Drawing { shape, colour: Some(colour), cell: cell.to_owned(), to: to.map(str::to_owned), text: None };
        is_known.then_some(drawing)
    };
    if command == "csl" {
        return named(Shape::Square, cells, None);
    }
    // The second cell begins where letters follow digits. Two numbers have equally many digits.
    let after = cells.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let second = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let middle = match (cells.len() - second.len(), second.is_empty()) {
        (length, true) if after.len() == length && length.is_multiple_of(2) => length / 2,
        (_, true) => return None,
        (length, false) => length,
    };
    let (from, to) = cells.split_at_checked(middle)?;
    named(Shape::Arrow, from, Some(to))
}

/// The most drawings of a command that is written, so that lines do not become long.
const GROUP: usize = 8;

/// The commands that stand after a number of moves: the clock and the value of the last one, and the drawings.
pub(super) fn written(notes: &Annotations, moves: usize, eval: Option<&str>) -> Vec<String> {
    let last = moves.checked_sub(1);
    let mut commands: Vec<String> = eval.map(|eval| format!("[%eval {eval}]")).into_iter().collect();
    if let Some(ms) = last.and_then(|ply| notes.clocks.get(&ply)) {
        commands.push(format!("[%clk {}]", clock(*ms)));
    }
    let drawings = notes.drawings.get(&moves).map_or(&[][..], |drawings| drawings);
    // Drawings keep their order, so a command has only drawings of one kind that follow each other.
    let groups = drawings.chunk_by(|one, other| one.shape == other.shape);
    for group in groups.flat_map(|group| group.chunks(GROUP)) {
        let name = if group[0].shape == Shape::Arrow { "cal" } else { "csl" };
        let parts: Vec<String> = group
            .iter()
            .map(|Drawing { colour, cell, to, .. }| {
                let letter = colour.map_or('G', Colour::letter);
                format!("{letter}{cell}{}", to.as_deref().unwrap_or_default())
            })
            .collect();
        commands.push(format!("[%{name} {}]", parts.join(",")));
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, ms, again) in [
            ("0:01:00", Some(60_000), "0:01:00"),
            ("1:23:45.6", Some(5_025_600), "1:23:45.6"),
            ("0:00:00.123456", Some(123), "0:00:00.123"),
            ("9:58", Some(598_000), "0:09:58"),
            ("7", Some(7_000), "0:00:07"),
            ("99:00:00", Some(356_400_000), "99:00:00"),
            ("1:2:3:4", None, ""),
            ("-1:00", None, ""),
            ("1:00.x", None, ""),
            ("", None, ""),
            ("99999999999999999999:00:00", None, ""),
            ("24001:00:00", None, ""),
        ] {
            assert_eq!(milliseconds(text), ms, "{text}");
            assert!(ms.is_none_or(|ms| clock(ms) == again), "{text}");
        }
    }

    #[test]
    fn drawings_are_read() {
        let read = |command: &str, text: &str| {
            let Drawing { colour, cell, to, .. } = drawing(command, text)?;
            Some(format!("{} {cell} {}", colour.unwrap().name(), to.unwrap_or_default()))
        };
        for (command, text, found) in [
            ("csl", "Ga4", Some("green a4 ")),
            ("csl", "R28", Some("red 28 ")),
            ("csl", "Xa4", None),
            ("csl", "G", None),
            ("csl", "Gé", None),
            ("csl", "Ga4b5", None),
            ("cal", "Ye2e4", Some("yellow e2 e4")),
            ("cal", "Bh10i11", Some("blue h10 i11")),
            ("cal", "G2832", Some("green 28 32")),
            ("cal", "G283", None),
            ("cal", "Ge2", None),
            ("cal", "Ge2e4e5", None),
            ("cal", "G2é", None),
        ] {
            assert_eq!(read(command, text).as_deref(), found, "{command} {text}");
        }
    }
}
