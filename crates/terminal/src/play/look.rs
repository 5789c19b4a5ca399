//! The capabilities of the terminal.

use std::env;
use std::io::{self, IsTerminal};

use clap::ValueEnum;
use console::Term;
pub(super) use console::measure_text_width as width_of;
use plyd_drawing::Look;

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

/// The look that standard output can show.
pub(crate) fn look_of_stdout(color: ColorWhen) -> Look {
    let color = match color {
        ColorWhen::Auto => console::colors_enabled(),
        ColorWhen::Always => true,
        ColorWhen::Never => false,
    };
    let dumb = env::var("TERM").is_ok_and(|term| term == "dumb");
    Look { unicode: (color || io::stdout().is_terminal() && !dumb) && writes_unicode(), color }
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
