//! The lines of KIF.

use super::endings::Ending;
use crate::japanese::{MARKS, digit, split_number};
use crate::spelling::number;
use plyd_search::position::Side;

/// What stands for the square of the move before.
pub(super) const SAME: char = '同';

/// A line of KIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row<'a> {
    /// `*…`: a comment on the move before.
    Comment(&'a str),
    /// `&…`: the name of a position.
    Bookmark,
    /// `#…`: a remark for programs.
    Remark,
    /// An edge of a board, its files, or the heads of columns.
    Frame,
    /// A row of a board.
    Cells(&'a str),
    /// `手数＝24`: the number of moves before a board.
    Plies(u32),
    /// `後手番`: the side to move.
    Turn(Side),
    /// A name and a value.
    Header(&'a str, &'a str),
    /// A move, with its number, its place in the line, its length, and what follows it.
    Move {
        number: u32,
        at: usize,
        length: usize,
        rest: &'a str,
    },
    /// The end of the game in the place of a move, and what follows it.
    End {
        number: u32,
        ending: &'static Ending,
        rest: &'a str,
    },
    /// `変化：9手`: a variation in place of the move with this number.
    Variation(u32),
    /// `まで9手で先手の勝ち`, without the first word.
    Last(&'a str),
    /// Moves of KI2.
    Ki2,
    Unknown,
}

impl<'a> Row<'a> {
    /// What a line without white space around it is.
    pub(super) fn of(line: &'a str) -> Self {
        match line.chars().next() {
            Some('*') => return Self::Comment(line[1..].trim()),
            Some('&') => return Self::Bookmark,
            Some('#') => return Self::Remark,
            Some('|' | '｜') => return Self::Cells(line),
            Some('+') if line.trim_matches(['+', '-']).is_empty() => return Self::Frame,
            // KI2 has marks in place of numbers.
            Some(mark) if MARKS.contains(&mark) => return Self::Ki2,
            _ => {}
        }
        if line.starts_with("手数--") || line.split_whitespace().count() > 4 && line.split_whitespace().all(is_digit)
        {
            return Self::Frame;
        }
        if let Some(rest) = line.strip_prefix("手数").and_then(|rest| rest.strip_prefix(['＝', '='])) {
            return split_number(rest).map_or(Self::Unknown, |(plies, _)| Self::Plies(plies));
        }
        if let Some(side) = line.strip_suffix('番').and_then(side) {
            return Self::Turn(side);
        }
        if let Some(rest) = line.strip_prefix("まで") {
            return Self::Last(rest);
        }
        if let Some(rest) = line.strip_prefix("変化").and_then(|rest| rest.strip_prefix(COLONS)) {
            return match split_number(rest.trim_start()) {
                Some((number, "手")) => Self::Variation(number),
                _ => Self::Unknown,
            };
        }
        Self::numbered(line).or_else(|| Self::header(line)).unwrap_or(Self::Unknown)
    }

    /// A line with the number of a move.
    fn numbered(line: &'a str) -> Option<Self> {
        let (number, rest) = split_number(line)?;
        let text = rest.trim_start();
        if text.len() == rest.len() && !rest.starts_with(MARKS) {
            return None;
        }
        if let Some((ending, rest)) = Ending::split_kif(text) {
            return Some(Self::End { number, ending, rest });
        }
        let first = text.chars().next()?;
        let is_move = digit(first).is_some() || first == SAME || MARKS.contains(&first);
        let length = move_length(text);
        is_move.then(|| Self::Move { number, at: line.len() - text.len(), length, rest: &text[length..] })
    }

    /// A name and a value. A name before a colon of ASCII has to be Japanese.
    fn header(line: &'a str) -> Option<Self> {
        let (name, value) = line.split_once(COLONS)?;
        let is_named = line[name.len()..].starts_with('：') || !name.is_ascii();
        (is_named && !name.trim().is_empty()).then(|| Self::Header(name.trim(), value.trim()))
    }

    /// Whether a text that begins with this line is KIF or KI2. Such a line is in Japanese.
    pub(super) fn begins_kif(line: &str) -> bool {
        let is_known = || match Row::of(line) {
            Row::Header(name, _) => !name.is_ascii() && name.chars().all(|c| c.is_alphanumeric() || c == '_'),
            Row::Frame | Row::Move { .. } | Row::End { .. } | Row::Last(_) | Row::Ki2 => true,
            Row::Plies(_) | Row::Turn(_) | Row::Variation(_) => true,
            _ => false,
        };
        Row::is_version(line) || !line.is_ascii() && is_known()
    }

    /// Whether a line says that the text is KIF.
    pub(super) fn is_version(line: &str) -> bool {
        line.strip_prefix('#')
            .is_some_and(|rest| rest.trim_start().starts_with("KIF ") || rest.contains("棋譜ファイル"))
    }
}

const COLONS: [char; 2] = ['：', ':'];

/// The side with this name. The weaker player of a handicap game is Black.
pub(super) fn side(name: &str) -> Option<Side> {
    match name {
        "先手" | "下手" => Some(Side::First),
        "後手" | "上手" => Some(Side::Second),
        _ => None,
    }
}

fn is_digit(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|c| digit(c).is_some()) && chars.next().is_none()
}

/// The length of the move that a text begins with: up to the square that it comes from, or to 打, or to the time.
fn move_length(text: &str) -> usize {
    let end = text.find(['(', '（']).unwrap_or(text.len());
    let mut inner = text[end..].chars().skip(1);
    let is_square =
        inner.next().is_some_and(|c| digit(c).is_some()) && inner.next().is_some_and(|c| digit(c).is_some());
    let closed = inner.next().filter(|c| is_square && [')', '）'].contains(c));
    if let Some(close) = closed {
        return text.find(close).map_or(end, |at| at + close.len_utf8());
    }
    text[..end].trim_end_matches(|c: char| c.is_whitespace() || c == '+').len()
}

/// The seconds used for a move, and by its side so far, in a text such as `( 0:12/00:01:05)`. The text may end with the
/// sign for a variation. `None` if nothing is said.
///
/// # Errors
/// The text is something else.
pub(super) fn times(text: &str) -> Result<Option<[u64; 2]>, ()> {
    let text = text.trim().trim_end_matches('+').trim_end();
    if text.is_empty() {
        return Ok(None);
    }
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or(())?;
    let (used, total) = inner.split_once('/').ok_or(())?;
    Ok(Some([seconds(used).ok_or(())?, seconds(total).ok_or(())?]))
}

/// The seconds in `1:02:03` or `2:03`.
fn seconds(text: &str) -> Option<u64> {
    let parts: Vec<u64> = text.splitn(4, ':').map(|part| number(part.trim()).map(u64::from)).collect::<Option<_>>()?;
    (parts.len() <= 3).then(|| parts.into_iter().fold(0, |sum, part| 60 * sum + part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_end_before_their_times() {
        for (line, mv, rest) in [
            ("1 ７六歩(77)   ( 0:16/00:00:16)+", "７六歩(77)", "   ( 0:16/00:00:16)+"),
            ("12 同　金(32)", "同　金(32)", ""),
            ("12 同 金(32)", "同 金(32)", ""),
            ("３ ▲５五角打   ( 0:01/)", "▲５五角打", "   ( 0:01/)"),
            ("3 ５五角打+", "５五角打", "+"),
            ("3 ５五角", "５五角", ""),
        ] {
            let Row::Move { at, length, rest: found, .. } = Row::of(line) else {
                panic!("{line}: {:?}", Row::of(line))
            };
            assert_eq!((&line[at..at + length], found), (mv, rest), "{line}");
        }
    }

    #[test]
    fn times_are_minutes_and_hours() {
        assert_eq!(times("   ( 0:16/00:01:16)+"), Ok(Some([16, 76])));
        assert_eq!(times("(00:16 / 1:00:00)"), Ok(Some([16, 3600])));
        assert_eq!((times(""), times(" +")), (Ok(None), Ok(None)));
        for wrong in ["(0:16)", "(x/0:16)", "good", "(1:2:3:4/0:0)", "(0:16/0:17"] {
            assert_eq!(times(wrong), Err(()), "{wrong}");
        }
    }

    #[test]
    fn lines_are_told_apart() {
        for (line, row) in [
            ("*a ", Row::Comment("a")),
            ("&しおり", Row::Bookmark),
            ("# x", Row::Remark),
            ("手数----指手---------消費時間--", Row::Frame),
            ("９ ８ ７ ６ ５ ４ ３ ２ １", Row::Frame),
            ("+---------------------------+", Row::Frame),
            ("手数＝24  ▲８八玉(79)  まで", Row::Plies(24)),
            ("上手番", Row::Turn(Side::Second)),
            ("開始日時：2026/11/29 10:00", Row::Header("開始日時", "2026/11/29 10:00")),
            ("開始日時: 2026/11/29 10:00", Row::Header("開始日時", "2026/11/29 10:00")),
            ("変化：12手", Row::Variation(12)),
            ("変化：１２手", Row::Variation(12)),
            ("変化：手", Row::Unknown),
            ("まで9手で先手の勝ち", Row::Last("9手で先手の勝ち")),
            ("▲７六歩", Row::Ki2),
            ("Round:3", Row::Unknown),
            ("x", Row::Unknown),
        ] {
            assert_eq!(Row::of(line), row, "{line}");
        }
        assert!(matches!(Row::of("3 投了   ( 0:03/ 0:00:19)"), Row::End { number: 3, .. }));
    }
}
