//! The commands that can be typed instead of a move.

use clap::ValueEnum;

/// A command. The comments are the output of `help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Command {
    /// draw the board again
    Board,
    /// accept a draw, or offer one with your next move
    Draw,
    /// turn it half round
    Flip,
    /// this list; ? too
    #[value(alias = "?")]
    Help,
    /// where to look; once more, the best move; once more, its line and why
    Hint,
    /// and a number: another opponent, 1 for a beginner to 10 for the strongest
    Level,
    /// every legal move
    Moves,
    /// give the game up
    Resign,
    /// and a file: write the record of the game so far
    Save,
    /// take back your last move and what followed it
    Undo,
    /// how the last move or hint was found: the line, and what the search did
    Why,
    /// end, with the record of the game; so do Ctrl-D and Ctrl-C in this line
    #[value(alias = "exit")]
    Quit,
}

impl Command {
    /// The command of a line, and its argument. A command that takes none has to be alone on its line. `None` means that
    /// the line should be a move.
    pub(super) fn read(line: &str) -> Option<(Self, &str)> {
        let line = line.trim();
        let (word, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = Self::from_str(word, true).ok()?;
        let fits = argument.is_empty() || matches!(command, Self::Level | Self::Save);
        fits.then_some((command, argument.trim()))
    }

    /// Each command's word and its description.
    pub(super) fn described() -> impl Iterator<Item = (String, String)> {
        let values = Self::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        values.map(|value| (value.get_name().to_owned(), value.get_help().map_or(String::new(), ToString::to_string)))
    }
}

/// The output of `help`.
pub(super) fn help() -> String {
    let commands: String = Command::described().map(|(word, does)| format!("  {word:<8}{does}\n")).collect();
    format!(
        "Type a move: its name, as a person writes it, or the cells that it touches; Tab completes it.\n\
         A move that is called like a command stands in quotes: \"undo\".\n{commands}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read_by_its_word_and_anything_else_is_a_move() {
        for (word, does) in Command::described() {
            assert!(Command::read(&format!(" {} ", word.to_uppercase())).is_some(), "{word}");
            assert!(!does.is_empty() && help().contains(&format!("\n  {word}")), "{word}");
        }
        assert_eq!(Command::read("level  7"), Some((Command::Level, "7")));
        for text in ["e2e4", "take 2", "undo it", "\"undo\"", ""] {
            assert_eq!(Command::read(text), None);
        }
    }
}
