//! What Japanese records call shogi's pieces and squares.

/// A piece, unpromoted or promoted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Man {
    /// Its text in SFEN, as Black's.
    pub(crate) sfen: &'static str,
    /// Its name in moves.
    pub(crate) kanji: &'static str,
    /// Its single character in diagrams.
    pub(crate) sign: &'static str,
    /// Another character for it.
    other: Option<&'static str>,
    /// Its two letters in CSA's format.
    pub(crate) csa: &'static str,
}

/// Every piece. Pieces that can be in a hand come in the order of SFEN.
pub(crate) const MEN: [Man; 14] = [
    Man { sfen: "R", kanji: "飛", sign: "飛", other: None, csa: "HI" },
    Man { sfen: "B", kanji: "角", sign: "角", other: None, csa: "KA" },
    Man { sfen: "G", kanji: "金", sign: "金", other: None, csa: "KI" },
    Man { sfen: "S", kanji: "銀", sign: "銀", other: None, csa: "GI" },
    Man { sfen: "N", kanji: "桂", sign: "桂", other: None, csa: "KE" },
    Man { sfen: "L", kanji: "香", sign: "香", other: None, csa: "KY" },
    Man { sfen: "P", kanji: "歩", sign: "歩", other: None, csa: "FU" },
    Man { sfen: "K", kanji: "玉", sign: "玉", other: Some("王"), csa: "OU" },
    Man { sfen: "+R", kanji: "龍", sign: "龍", other: Some("竜"), csa: "RY" },
    Man { sfen: "+B", kanji: "馬", sign: "馬", other: None, csa: "UM" },
    Man { sfen: "+S", kanji: "成銀", sign: "全", other: None, csa: "NG" },
    Man { sfen: "+N", kanji: "成桂", sign: "圭", other: None, csa: "NK" },
    Man { sfen: "+L", kanji: "成香", sign: "杏", other: None, csa: "NY" },
    Man { sfen: "+P", kanji: "と", sign: "と", other: None, csa: "TO" },
];

impl Man {
    /// The piece with this text in SFEN.
    pub(crate) fn of_sfen(text: &str) -> Option<&'static Self> {
        MEN.iter().find(|man| man.sfen == text)
    }

    /// The piece with these letters in CSA's format.
    pub(crate) fn of_csa(letters: &str) -> Option<&'static Self> {
        MEN.iter().find(|man| man.csa == letters)
    }

    /// The piece whose name or character a text begins with, and the rest of the text.
    pub(crate) fn split(text: &str) -> Option<(&'static Self, &str)> {
        MEN.iter().find_map(|man| {
            let names = [Some(man.kanji), Some(man.sign), man.other];
            names.into_iter().flatten().find_map(|name| Some((man, text.strip_prefix(name)?)))
        })
    }

    /// Whether the piece can be in a hand.
    pub(crate) fn is_held(&self) -> bool {
        self.sfen.len() == 1 && self.sfen != "K"
    }
}

/// Marks of the sides, which may come before a move.
pub(crate) const MARKS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

/// The digits from 1, as kanji.
const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A digit: ASCII, of full width, or from 1 to 9 as a kanji.
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '０'..='９' => Some(c as u32 - '０' as u32),
        _ => c.to_digit(10).or_else(|| KANJI.iter().zip(1..).find(|(kanji, _)| **kanji == c).map(|(_, value)| value)),
    }
}

/// The number of plain or full-width digits that a text begins with, up to four digits, and the rest of the text.
pub(crate) fn split_number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    let digits = &text[..text.len() - rest.len()];
    let is_number = (1..=4).contains(&digits.chars().count());
    let value = digits.chars().filter_map(digit).fold(0, |value, digit| (10 * value + digit) % 10_000);
    is_number.then_some((value, rest))
}

/// The number from 1 to 99 in digits or as kanji: `18`, `１８`, `十八`.
pub(crate) fn number(text: &str) -> Option<u32> {
    if let Some((tens, ones)) = text.split_once('十') {
        let one = |text: &str, missing| match text.chars().collect::<Vec<_>>()[..] {
            [] => Some(missing),
            [c] => digit(c).filter(|digit| *digit > 0),
            _ => None,
        };
        return Some(10 * one(tens, 1)? + one(ones, 0)?);
    }
    let value = match text.chars().collect::<Vec<_>>()[..] {
        [c] => digit(c),
        _ => split_number(text).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value),
    };
    value.filter(|value| (1..100).contains(value))
}

/// A number from 1 to 99 as kanji.
pub(crate) fn in_kanji(number: usize) -> String {
    let digit = |value: usize| value.checked_sub(1).and_then(|index| KANJI.get(index)).map(char::to_string);
    match (number / 10, number % 10) {
        (0, ones) => digit(ones).unwrap_or_default(),
        (1, ones) => format!("十{}", digit(ones).unwrap_or_default()),
        (tens, ones) => format!("{}十{}", digit(tens).unwrap_or_default(), digit(ones).unwrap_or_default()),
    }
}

/// A digit of full width.
pub(crate) fn in_full_width(digit: u32) -> char {
    char::from_u32('０' as u32 + digit).unwrap_or('？')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_digits_and_in_kanji() {
        for (text, value) in [
            ("7", Some(7)),
            ("７", Some(7)),
            ("七", Some(7)),
            ("十", Some(10)),
            ("十八", Some(18)),
            ("二十一", Some(21)),
            ("18", Some(18)),
            ("１８", Some(18)),
            ("0", None),
            ("100", None),
            ("十十", None),
            ("一二", None),
            ("", None),
            ("七x", None),
        ] {
            assert_eq!(number(text), value, "{text}");
        }
        assert!((1..100).all(|value| number(&in_kanji(value as usize)) == Some(value)));
        assert_eq!(split_number("１2手"), Some((12, "手")));
        assert_eq!((split_number("x"), split_number("12345")), (None, None));
    }

    #[test]
    fn every_name_of_a_piece_is_read() {
        for man in &MEN {
            assert_eq!((Man::of_sfen(man.sfen), Man::of_csa(man.csa)), (Some(man), Some(man)));
            for name in [man.kanji, man.sign] {
                assert_eq!(Man::split(&format!("{name}打")), Some((man, "打")));
            }
        }
        assert_eq!(Man::split("王").map(|(man, _)| man.sfen), Some("K"));
        assert!(Man::split("成").is_none());
    }
}
