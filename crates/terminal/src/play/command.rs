//! The commands that can be typed instead of a move.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Board,
    /// Offer a draw with the next move, or accept the opponent's offer.
    Draw,
    Flip,
    Help,
    Hint,
    /// What should be a number, as it was typed.
    Level(String),
    Moves,
    Quit,
    Resign,
    /// The file to write the record to, as it was typed.
    Save(String),
    Undo,
    Why,
    /// Any other text, which should be a move.
    Move(String),
}

/// Each command's word, its argument and its description.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("board", "", "draw the board again"),
    ("draw", "", "accept a draw, or offer one with your next move"),
    ("flip", "", "turn it half round"),
    ("help", "", "this list; ? too"),
    ("hint", "", "where to look; once more, the best move; once more, its line and why"),
    ("level", " N", "another opponent: 1 for a beginner to 10 for the strongest"),
    ("moves", "", "every legal move"),
    ("resign", "", "give the game up"),
    ("save", " FILE", "write the record of the game so far"),
    ("undo", "", "take back your last move and what followed it"),
    ("why", "", "how the last move or hint was found: the line, and what the search did"),
    ("quit", "", "end, with the record of the game; so do Ctrl-D and Ctrl-C"),
];

impl Command {
    /// Parses a line. A command has to be alone on its line, and its case does not matter.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("board", "") => Self::Board,
            ("draw", "") => Self::Draw,
            ("flip", "") => Self::Flip,
            ("help" | "?", "") => Self::Help,
            ("hint", "") => Self::Hint,
            ("level", number) => Self::Level(number.to_owned()),
            ("moves", "") => Self::Moves,
            ("quit" | "exit", "") => Self::Quit,
            ("resign", "") => Self::Resign,
            ("save", file) => Self::Save(file.to_owned()),
            ("undo", "") => Self::Undo,
            ("why", "") => Self::Why,
            _ => Self::Move(line.to_owned()),
        }
    }

    /// The words of all commands.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().map(|(word, _, _)| *word)
    }
}

/// The output of `help`.
pub(super) fn help() -> String {
    let line = |(word, argument, does): &(&str, &str, &str)| format!("  {:<11}{does}\n", format!("{word}{argument}"));
    let commands: String = COMMANDS.iter().map(line).collect();
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
        for word in Command::words() {
            assert!(!matches!(Command::read(&format!(" {} ", word.to_uppercase())), Command::Move(_)), "{word}");
            assert!(help().contains(&format!("\n  {word}")), "{word}");
        }
        assert_eq!(Command::read("level  7"), Command::Level("7".to_owned()));
        for text in ["e2e4", "take 2", "undo it", "\"undo\"", ""] {
            assert_eq!(Command::read(text), Command::Move(text.to_owned()));
        }
    }
}
