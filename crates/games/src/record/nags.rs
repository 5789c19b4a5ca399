//! Numeric Annotation Glyphs: the signs that stand for them, and the properties of SGF that mean the same.

/// Signs that people write after a move, each with its number. Longer signs come before signs that they begin with.
const SIGNS: [(&str, u8); 29] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("!", 1),
    ("?", 2),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
];

/// The numbers of an annotation: `$5`, or signs such as `!?` and `!+-`. `None` for other texts, and for numbers above
/// 255.
pub(super) fn numbers(text: &str) -> Option<Vec<u8>> {
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok().map(|number| vec![number]);
    }
    // Only a long row of signs has more than a few different ones, and no reader needs it.
    let mut rest = text.trim();
    let mut numbers = Vec::new();
    while !rest.is_empty() && numbers.len() < SIGNS.len() {
        let (sign, number) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign))?;
        numbers.push(*number);
        rest = rest[sign.len()..].trim_start();
    }
    (rest.is_empty() && !numbers.is_empty()).then_some(numbers)
}

/// Glyphs that have a property in SGF, with the property's name and value.
const PROPERTIES: [(u8, &str, &str); 6] =
    [(1, "TE", "1"), (2, "BM", "1"), (3, "TE", "2"), (4, "BM", "2"), (5, "IT", ""), (6, "DO", "")];

/// The property of SGF with the meaning of a glyph.
pub(super) fn sgf_property(nag: u8) -> Option<(&'static str, &'static str)> {
    PROPERTIES.iter().find(|(own, ..)| *own == nag).map(|(_, name, value)| (*name, *value))
}

/// The glyph with the meaning of a property of SGF.
pub(super) fn of_sgf(name: &str, value: &str) -> Option<u8> {
    let value = if ["IT", "DO"].contains(&name) { "" } else { value.trim() };
    PROPERTIES.iter().find(|(_, own, meant)| *own == name && *meant == value).map(|(nag, ..)| *nag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_numbers_are_read() {
        for (text, found) in [
            ("$5", Some(vec![5])),
            ("$255", Some(vec![255])),
            ("$256", None),
            ("$", None),
            ("!?", Some(vec![5])),
            ("!+-", Some(vec![1, 18])),
            ("?! ±", Some(vec![6, 16])),
            ("+/=", Some(vec![14])),
            ("+", None),
            ("", None),
            ("N", None),
        ] {
            assert_eq!(numbers(text), found, "{text}");
        }
        assert_eq!(numbers(&"!".repeat(1 << 18)), None);
    }

    #[test]
    fn a_property_has_the_glyph_that_is_written_as_it() {
        for nag in 0..=u8::MAX {
            if let Some((name, value)) = sgf_property(nag) {
                assert_eq!(of_sgf(name, value), Some(nag));
            }
        }
        assert_eq!((of_sgf("DO", "1"), of_sgf("BM", "3"), of_sgf("GB", "1")), (Some(6), None, None));
    }
}
