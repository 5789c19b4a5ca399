//! Recognises records of shogi.

use super::rows::Row;

/// Whether a text begins like KIF, or like KI2, which is refused with a reason.
pub(in crate::record) fn is_kif(text: &str) -> bool {
    let first = lines(text).find(|line| !line.starts_with(['#', '*', '&']) || Row::is_version(line));
    first.is_some_and(Row::begins_kif)
}

/// Whether a text begins like a record in CSA's format.
pub(in crate::record) fn is_csa(text: &str) -> bool {
    let mut lines = lines(text).skip_while(|line| line.starts_with('\'') && !line.starts_with("'CSA"));
    match lines.next() {
        // The name of a player looks like the move of a knight.
        Some(line) if line.starts_with("N+") || line.starts_with("N-") => lines.take(HEADERS).any(is_csa_line),
        first => first.is_some_and(is_csa_line),
    }
}

/// How many lines after the name of a player are searched for a line that has no other meaning.
const HEADERS: usize = 32;

/// Whether a line other than the name of a player belongs to a record in CSA's format.
fn is_csa_line(line: &str) -> bool {
    let is_pieces = |text: &str| {
        let head = text.as_bytes();
        head.len() >= 4 && head[..2].iter().all(u8::is_ascii_digit) && head[2..4].iter().all(u8::is_ascii_uppercase)
    };
    let mut chars = line.chars();
    match (chars.next(), chars.next()) {
        (Some('\''), _) => line.starts_with("'CSA"),
        (Some('V'), Some('1'..='9')) => line.len() <= 4,
        (Some('P'), Some('I' | '+' | '-')) => line.len() == 2 || is_pieces(&line[2..]),
        (Some('P'), Some('1'..='9')) => line[2..].starts_with([' ', '+', '-']),
        (Some('$'), Some('A'..='Z')) => line.contains(':'),
        (Some('+' | '-'), None) => true,
        (Some('+' | '-'), Some('0'..='9')) => {
            let mv = line[1..].split(',').next().unwrap_or_default();
            mv.len() == 6 && mv.as_bytes()[..2].iter().all(u8::is_ascii_digit) && is_pieces(&mv[2..])
        }
        _ => false,
    }
}

/// Whether a text begins like either.
pub(in crate::record) fn is_kifu(text: &str) -> bool {
    is_csa(text) || is_kif(text)
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_recognised_by_their_first_line() {
        for text in [
            "# ---- Kifu for Windows ----\n手合割：平手",
            "#KIF version=2.0 encoding=UTF-8",
            "先手：甲",
            "*対局\n手数----指手---------消費時間--",
            "   1 ７六歩(77)   ( 0:01/00:00:01)",
            "1 投了",
            "まで0手で中断",
            "後手の持駒：なし",
            "▲７六歩 △３四歩",
        ] {
            assert!(is_kif(text) && is_kifu(text) && !is_csa(text), "{text}");
        }
        for text in [
            "V2.2\nPI",
            "'x\nN+a\nN-b\n+",
            "'CSA encoding=UTF-8",
            "$EVENT:a",
            "PI",
            "P1-KY *",
            "P+00FU",
            "+",
            "+7776FU,T1",
        ] {
            assert!(is_csa(text) && is_kifu(text) && !is_kif(text), "{text}");
        }
        for text in [
            "",
            "7g7f 3c3d",
            "1. 7g7f",
            "[Black \"a\"]",
            "P-7f S-3d",
            "N-7g\nP-3d",
            "4 4 3 5 2",
            "+R=4",
            "1 7g7f",
            "Vx",
            "# a",
            "{a}",
            "(;GM[4])",
        ] {
            assert!(!is_kifu(text), "{text}");
        }
    }
}
