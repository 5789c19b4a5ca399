//! What the terminal can show.

use std::env;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use console::{Style, Term};

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Even where nobody may be looking
    Always,
    /// Not at all
    Never,
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// With the games' symbols and drawn lines; else with their letters and ASCII.
    pub unicode: bool,
    /// In colour; else by characters alone.
    pub color: bool,
}

impl Look {
    /// For files, pipes, and whoever reads them.
    pub const PLAIN: Self = Self { unicode: false, color: false };
    /// For a terminal that can show everything.
    pub const FULL: Self = Self { unicode: true, color: true };

    /// What standard output can show.
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

/// Whether the locale is not one that says otherwise. Where there is none at all, as in many containers, terminals
/// read UTF-8 all the same.
fn writes_unicode() -> bool {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// Columns of the window that standard output goes to; `None` where there is none.
pub(super) fn window_columns() -> Option<usize> {
    Term::stdout().size_checked().map(|(_, columns)| usize::from(columns))
}

/// How a character is painted: numbers are those of the 256 colours that terminals agree on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) fore: Option<u8>,
    pub(super) back: Option<u8>,
    pub(super) bold: bool,
}

impl Ink {
    /// What stands beside a board.
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

/// Characters with their ink, row by row.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

/// What stands behind a character that takes two columns.
const COVERED: char = '\0';

impl Canvas {
    /// Writes text from this place on, over whatever was there; the canvas grows as it must.
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

    /// Its widest row, in columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// One line for each row, without blanks at the end.
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

/// Columns that a text takes.
pub(super) fn width_of(text: &str) -> usize {
    console::measure_text_width(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canvas_grows_and_is_written_without_ends_of_blanks_and_with_wide_characters_whole() {
        let mut canvas = Canvas::default();
        canvas.put(1, 2, "ab  ", Ink::ASIDE);
        canvas.put(0, 0, "王|", Ink::default());
        assert_eq!((canvas.width(), canvas.text(false).as_str()), (6, "王|\n  ab\n"));
        assert_eq!(canvas.text(true), "王|\n  \u{1b}[38;5;245mab  \u{1b}[0m\n");
    }
}
