//! The capabilities of the terminal, and a canvas of characters.

use std::env;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
pub(super) use console::measure_text_width as width_of;
use console::{Style, Term};

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always, also in files and pipes
    Always,
    /// Never
    Never,
}

/// How boards look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether to use symbols and box-drawing characters instead of letters and ASCII.
    pub unicode: bool,
    /// Whether to use colours.
    pub color: bool,
}

impl Look {
    /// The look for files and pipes.
    pub const PLAIN: Self = Self { unicode: false, color: false };
    /// The look for a terminal with Unicode and colours.
    pub const FULL: Self = Self { unicode: true, color: true };

    /// The look that standard output can show.
    #[must_use]
    pub fn of_stdout(color: ColorWhen) -> Self {
        let color = match color {
            ColorWhen::Auto => console::colors_enabled(),
            ColorWhen::Always => true,
            ColorWhen::Never => false,
        };
        let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
        Self { unicode: (color || io::stdout().is_terminal() && !dumb) && writes_unicode(), color }
    }
}

/// Whether the locale is UTF-8 or unset. Many containers have no locale, and terminals understand UTF-8 anyway.
fn writes_unicode() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// The columns of the terminal that standard output goes to; `None` if it is not a terminal.
pub(super) fn window_columns() -> Option<usize> {
    Term::stdout().size_checked().map(|(_, columns)| usize::from(columns))
}

/// The style of a character. Colours are numbers of the 256-colour palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) fore: Option<u8>,
    pub(super) back: Option<u8>,
    pub(super) bold: bool,
}

impl Ink {
    /// The style of labels beside a board.
    pub(super) const ASIDE: Self = Self { fore: Some(245), back: None, bold: false };

    pub(super) const fn on(self, back: u8) -> Self {
        Self { back: Some(back), ..self }
    }

    fn paint(self, text: &str) -> String {
        let style = Style::new().force_styling(true);
        let style = self.fore.map_or(style.clone(), |fore| style.color256(fore));
        let style = self.back.map_or(style.clone(), |back| style.on_color256(back));
        let style = if self.bold { style.bold() } else { style };
        style.apply_to(text).to_string()
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
    pub(super) fn put(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
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
