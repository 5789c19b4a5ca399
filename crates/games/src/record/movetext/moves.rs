//! Writes moves with their numbers, comments, annotations and variations.

use super::commands::written;
use super::comments::has_command;
use super::tokens::{Token, Tokens};
use crate::record::WriteFault;
use crate::record::limits::Limits;
use crate::record::line::Branch;
use crate::record::results::Score;
use crate::spelling::{is_mark, without_judgements};

/// Lines are shorter than this, unless a word is longer.
const WIDTH: usize = 80;

/// The numbers of moves.
pub(super) struct Numbers {
    /// The number of the first move.
    pub(super) first: usize,
    /// 1 if the second side plays the first move, otherwise 0.
    pub(super) offset: usize,
}

impl Numbers {
    /// The number of the move at a ply, and whether it is the second side's.
    const fn of(&self, ply: usize) -> (usize, bool) {
        (self.first + (ply + self.offset) / 2, (ply + self.offset) % 2 == 1)
    }
}

/// Writes the main line or a variation. `path` leads to its fields, such as `variations.3[0].`.
pub(super) fn write_moves(
    branch: Branch<'_>,
    numbers: &Numbers,
    path: &str,
    page: &mut Page,
) -> Result<(), WriteFault> {
    let mut needs_number = true;
    for index in 0..=branch.moves.len() {
        let before = index.checked_sub(1);
        let eval = before.and_then(|before| branch.evals?.get(&before));
        let commands = written(branch.notes, index, eval.map(String::as_str));
        if !commands.is_empty() {
            page.braced(&commands.iter().map(String::as_str).collect::<Vec<_>>());
            needs_number = true;
        }
        if let Some(comment) = branch.comments.get(&index) {
            for comment in comment.lines() {
                if has_command(comment) {
                    let detail = "text such as [%clk 0:01] is a command for programs, expected plain words";
                    return Err(WriteFault::new(format!("{path}comments.{index}"), detail));
                }
                page.comment(comment);
                needs_number = true;
            }
        }
        // Variations follow the move that they replace, and the comments on it.
        if let Some(before) = before {
            for (variation, number) in branch.variations_at(before).zip(0..) {
                page.open();
                write_moves(variation, numbers, &format!("{path}variations.{before}[{number}]."), page)?;
                page.close();
                needs_number = true;
            }
        }
        let Some(mv) = branch.moves.get(index) else { break };
        let (number, is_second) = numbers.of(branch.ply + index);
        if !is_second {
            page.word(&format!("{number}."));
        } else if needs_number {
            page.word(&format!("{number}..."));
        }
        page.word(&page.spelled(&mv.spelling));
        needs_number = false;
        for nag in branch.notes.nags.get(&index).into_iter().flatten() {
            page.word(&format!("${nag}"));
        }
    }
    Ok(())
}

/// Whether a name is read as a move if it is written as it is.
fn is_word(name: &str) -> bool {
    let mut tokens = Tokens::of(name, 0, Limits::default());
    let is_move = match tokens.next() {
        Ok(Some((0, Token::Word(word)))) => {
            let is_result = Score::read(word).is_some() || Score::by_points(word).is_some();
            !is_result && without_judgements(word) == word
        }
        Ok(Some((0, Token::Number { value: Some(_), dots: 0 }))) => true,
        _ => false,
    };
    is_move && tokens.at() == name.len() && !name.starts_with(is_mark) && !name.ends_with(is_mark)
}

/// Words, arranged in lines.
pub(super) struct Page {
    text: String,
    /// The length of the last line.
    column: usize,
    /// Whether the next word begins a variation.
    opens: bool,
    /// Whether moves have their names, which may contain any characters.
    has_names: bool,
}

impl Page {
    /// A page that begins with this text, which ends in a line break.
    pub(super) const fn after(text: String, has_names: bool) -> Self {
        Self { text, column: 0, opens: false, has_names }
    }

    /// A move, in quotes if its name is not a word.
    fn spelled(&self, mv: &str) -> String {
        if !self.has_names || is_word(mv) {
            return mv.to_owned();
        }
        format!("\"{}\"", mv.replace('\\', "\\\\").replace('"', "\\\""))
    }

    /// The text.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Begins a variation.
    const fn open(&mut self) {
        self.opens = true;
    }

    /// Ends a variation.
    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    /// Adds a word, after a space or a line break.
    pub(super) fn word(&mut self, word: &str) {
        let open = if self.opens { "(" } else { "" };
        let length = open.len() + word.chars().count();
        // A line must not begin with %, because such lines are not part of the text.
        if self.column > 0 && self.column + 1 + length >= WIDTH && !word.starts_with('%') {
            self.break_line();
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(open);
        self.text.push_str(word);
        self.column += length;
        self.opens = false;
    }

    fn break_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Adds a comment, in braces or, if it contains a closing brace, after a semicolon.
    fn comment(&mut self, comment: &str) {
        let words: Vec<&str> = comment.split_whitespace().collect();
        if words.is_empty() {
            return;
        }
        if comment.contains('}') {
            if self.opens {
                self.opens = false;
                self.word("(");
            }
            self.break_line();
            self.text.push_str("; ");
            self.text.push_str(&words.join(" "));
            self.text.push('\n');
            return;
        }
        self.braced(&words);
    }

    /// Adds a comment of these words, of which there is at least one.
    fn braced(&mut self, words: &[&str]) {
        let Some((first, others)) = words.split_first() else { return };
        let open = if others.is_empty() { format!("{{{first}}}") } else { format!("{{{first}") };
        self.word(&open);
        for (word, index) in others.iter().zip(1..) {
            let end = if index == others.len() { "}" } else { "" };
            self.word(&format!("{word}{end}"));
        }
    }
}
