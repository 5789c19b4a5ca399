//! The commands that can be typed instead of a move.

use clap::ValueEnum;

/// A command. The comments are the output of `help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Command {
    /// show the board again
    Board,
    /// accept a draw, or offer one with your next move
    Draw,
    /// turn the board around
    Flip,
    /// show this list; ? does the same
    #[value(alias = "?")]
    Help,
    /// where to look; again for the best move; again for its line and the reasons
    Hint,
    /// and a number: change the opponent, from 1 (beginner) to 10 (strongest)
    Level,
    /// list the legal moves
    Moves,
    /// give up the game
    Resign,
    /// and a file name: write the record of the game so far
    Save,
    /// take back your last move and everything after it
    Undo,
    /// explain the last move or hint: its line, and what the search did
    Why,
    /// stop and print the record of the game; Ctrl-D and Ctrl-C do the same
    #[value(alias = "exit")]
    Quit,
}

impl Command {
    /// The command of a line, and its argument. A command that takes no argument has to be alone on its line. `None`
    /// means that the line should be a move.
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
        "Type a move by its name, in the usual notation, or by the cells it touches; Tab completes it.\n\
         Put a move in quotes if it has the name of a command: \"undo\".\n{commands}"
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
