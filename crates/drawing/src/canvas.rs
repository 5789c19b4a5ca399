//! A canvas of characters, which boards are drawn on.

use unicode_width::UnicodeWidthStr;

/// How boards look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether to use symbols and box-drawing characters instead of letters and ASCII.
    pub unicode: bool,
    /// Whether to use colours.
    pub color: bool,
}

impl Look {
    /// The look for files, pipes and programs.
    pub const PLAIN: Self = Self { unicode: false, color: false };
    /// The look for a terminal with Unicode and colours.
    pub const FULL: Self = Self { unicode: true, color: true };
}

/// The columns that a text takes.
pub(crate) fn width_of(text: &str) -> usize {
    text.width()
}

/// The style of a character. Colours are numbers of the 256-colour palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ink {
    pub(crate) fore: Option<u8>,
    pub(crate) back: Option<u8>,
    pub(crate) bold: bool,
}

impl Ink {
    /// The style of labels beside a board.
    pub(crate) const ASIDE: Self = Self { fore: Some(245), back: None, bold: false };

    pub(crate) const fn on(self, back: u8) -> Self {
        Self { back: Some(back), ..self }
    }

    /// The text between the escape sequences of its style (ECMA-48, 8.3.117).
    fn paint(self, text: &str) -> String {
        let fore = self.fore.map_or_else(String::new, |color| format!("\u{1b}[38;5;{color}m"));
        let back = self.back.map_or_else(String::new, |color| format!("\u{1b}[48;5;{color}m"));
        let bold = if self.bold { "\u{1b}[1m" } else { "" };
        format!("{fore}{back}{bold}{text}\u{1b}[0m")
    }
}

/// Rows of characters with their styles.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

/// Fills the second column of a wide character.
const COVERED: char = '\0';

impl Canvas {
    /// Writes text at this position. The canvas grows if necessary.
    pub(crate) fn put(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        let mut at = column;
        for character in text.chars() {
            let width = width_of(character.encode_utf8(&mut [0; 4])).max(1);
            if line.len() < at + width {
                line.resize(at + width, (' ', Ink::default()));
            }
            line[at] = (character, ink);
            line[at + 1..at + width].fill((COVERED, ink));
            at += width;
        }
    }

    /// The width of the widest row, in columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The rows as lines, without spaces at their ends.
    #[must_use]
    pub fn text(&self, color: bool) -> String {
        let line = |row: &Vec<(char, Ink)>| {
            let runs = row.chunk_by(|(_, one), (_, other)| !color || one == other);
            let painted = runs.map(|run| {
                let text: String = run.iter().map(|(character, _)| *character).filter(|c| *c != COVERED).collect();
                if color && run[0].1 != Ink::default() { run[0].1.paint(&text) } else { text }
            });
            painted.collect::<String>().trim_end().to_owned() + "\n"
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canvases_grow_trim_spaces_and_keep_wide_characters() {
        let mut canvas = Canvas::default();
        canvas.put(1, 2, "ab  ", Ink::ASIDE);
        canvas.put(0, 0, "王|", Ink::default());
        assert_eq!((canvas.width(), canvas.text(false).as_str()), (6, "王|\n  ab\n"));
        assert_eq!(canvas.text(true), "王|\n  \u{1b}[38;5;245mab  \u{1b}[0m\n");
    }
}
