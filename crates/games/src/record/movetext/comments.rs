//! Comments: what people wrote, without the commands of programs.

/// The words of a comment, separated by single spaces, without commands. `each` gets the text of every command, such as
/// `clk 0:01` in `[%clk 0:01]`.
pub(super) fn cleaned(comment: &str, mut each: impl FnMut(&str)) -> String {
    let (mut text, mut rest) = (String::new(), comment);
    while let Some((before, command)) = rest.split_once(START) {
        let Some((command, after)) = command.split_once(']') else { break };
        push_words(&mut text, before);
        each(command);
        rest = after;
    }
    push_words(&mut text, rest);
    text
}

/// Adds the words of another text, each after a space.
fn push_words(text: &mut String, more: &str) {
    for word in more.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// The start of a command.
const START: &str = "[%";

/// Whether a reader would take part of this text for a command.
pub(super) fn has_command(comment: &str) -> bool {
    comment.split_once(START).is_some_and(|(_, command)| command.contains(']'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_out() {
        let counted = |comment: &str| {
            let mut commands = 0;
            (cleaned(comment, |_| commands += 1), commands)
        };
        for (comment, text, commands) in [
            (" a  b\n c ", "a b c", 0),
            ("[%clk 0:01:02]", "", 1),
            ("[%eval 0.3] good [%clk 1:00]!", "good !", 2),
            ("[[%clk 1]%clk 2]", "[ %clk 2]", 1),
            ("[%clk 1", "[%clk 1", 0),
            ("[1] [%]", "[1]", 1),
        ] {
            assert_eq!(counted(comment), (text.to_owned(), commands), "{comment}");
            assert_eq!((counted(text).1, has_command(text)), (0, false), "{comment}");
        }
    }
}
