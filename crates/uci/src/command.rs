//! Parses the lines that a GUI sends into commands. An error is a sentence.

use plyd_games::excerpt::shortened;

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Identify the engine and list its options.
    Uci,
    /// Answer `readyok`.
    IsReady,
    /// Start a new game: the next position belongs to it.
    NewGame,
    /// Set an option.
    SetOption { name: String, value: String },
    /// Set the position.
    Position { fen: Option<String>, moves: Vec<String> },
    /// A position that cannot be read, with the error. Later commands must not be applied to the position before it.
    UnreadablePosition(String),
    /// Search.
    Go(Box<Go>),
    /// End the search.
    Stop,
    /// The opponent has played the move that was expected.
    PonderHit,
    /// Exit.
    Quit,
}

/// The limits of a search. All numbers are within their valid ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    /// Find a mate within this number of moves.
    pub(super) mate: Option<i64>,
    /// Milliseconds.
    pub(super) movetime: Option<i64>,
    /// Milliseconds left on the clocks, negative if a clock has run out.
    pub(super) wtime: Option<i64>,
    pub(super) btime: Option<i64>,
    /// Increments in milliseconds.
    pub(super) winc: Option<i64>,
    pub(super) binc: Option<i64>,
    /// Moves until the next time control.
    pub(super) movestogo: Option<i64>,
    /// Search until `stop`.
    pub(super) infinite: bool,
    /// The moves to consider. If this is empty, all moves are considered.
    pub(super) searchmoves: Vec<String>,
    /// Sentences about the parts that were ignored because they are invalid.
    pub(super) faults: Vec<String>,
}

/// Parses a line. The result is `None` for an empty line and for commands that have no effect.
///
/// # Errors
/// A sentence about the error.
pub(super) fn read(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let words: Vec<&str> = words.collect();
    let command = match first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(&words)?,
        "position" => position(&words),
        "go" => Command::Go(Box::new(Go::read(&words))),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        // There is no debug output and no registration.
        "debug" | "register" => return Ok(None),
        _ => {
            let unknown = format!("there is no command {}", quoted(first));
            let names_position = line.split_whitespace().any(|word| word.eq_ignore_ascii_case("position"));
            return if names_position { Ok(Some(Command::UnreadablePosition(unknown))) } else { Err(unknown) };
        }
    };
    Ok(Some(command))
}

/// A text in quotes, cut to 40 characters.
pub(super) fn quoted(text: &str) -> String {
    let start = shortened(text, 40);
    if start.len() < text.len() { format!("{start:?} and more") } else { format!("{text:?}") }
}

/// A text in quotes, or the word `nothing` for an empty one.
pub(super) fn found(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { quoted(text) }
}

/// `name … value …`. Both may have several words.
fn set_option(words: &[&str]) -> Result<Command, String> {
    let ["name", rest @ ..] = words else {
        return Err("setoption: expected name and, for most options, value".to_owned());
    };
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// `startpos` or `fen …`, and `moves …`.
fn position(words: &[&str]) -> Command {
    let (setup, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let fen = match setup {
        ["startpos"] => None,
        ["fen", fields @ ..] => Some(fields.join(" ")),
        ["startpos", extra, ..] => {
            let error = format!("position: expected moves after startpos, found {}", quoted(extra));
            return Command::UnreadablePosition(error);
        }
        _ => {
            let error = format!("position: expected startpos or fen, found {}", found(&setup.join(" ")));
            return Command::UnreadablePosition(error);
        }
    };
    Command::Position { fen, moves: moves.iter().map(|name| (*name).to_owned()).collect() }
}

impl Go {
    fn read(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            if let Some((slot, least)) = go.number(word) {
                match words.next_if(|next| !is_keyword(next)).map(|text| (text, text.parse::<i64>())) {
                    Some((_, Ok(number))) if number >= least => *slot = Some(number),
                    Some((text, _)) => {
                        let found = quoted(text);
                        go.faults.push(match least {
                            i64::MIN => format!("{word}: expected a whole number, found {found}"),
                            _ => format!("{word}: expected a whole number, {least} or more, found {found}"),
                        });
                    }
                    None => go.faults.push(format!("{word}: expected a number after it")),
                }
                continue;
            }
            match word {
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    go.searchmoves
                        .extend(std::iter::from_fn(|| words.next_if(|next| !is_keyword(next))).map(str::to_owned));
                }
                "ponder" => go.faults.push("ponder: plyd does not ponder; it searches this position now".to_owned()),
                _ => go.faults.push(format!("go: there is no limit {}", quoted(word))),
            }
        }
        go
    }

    /// The field of `go` that `word` sets, and the least number it may be set to.
    fn number(&mut self, word: &str) -> Option<(&mut Option<i64>, i64)> {
        Some(match word {
            "depth" => (&mut self.depth, 1),
            "nodes" => (&mut self.nodes, 1),
            "mate" => (&mut self.mate, 1),
            "movetime" => (&mut self.movetime, 0),
            "wtime" => (&mut self.wtime, i64::MIN),
            "btime" => (&mut self.btime, i64::MIN),
            "winc" => (&mut self.winc, 0),
            "binc" => (&mut self.binc, 0),
            "movestogo" => (&mut self.movestogo, 1),
            _ => return None,
        })
    }

    /// Whether there is any limit other than clocks.
    pub(super) fn is_limited(&self) -> bool {
        [self.depth, self.nodes, self.mate, self.movetime].iter().any(Option::is_some)
    }

    /// Whether the GUI expects the search to end by itself, even if all limits are invalid.
    pub(super) fn should_end(&self) -> bool {
        !self.infinite && (!self.faults.is_empty() || self.wtime.or(self.btime).is_some())
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(word, "infinite" | "searchmoves" | "ponder") || Go::default().number(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match read(line) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let given = go("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 0 movestogo 3 infinite depth 7");
        assert_eq!(given.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!((given.wtime, given.btime, given.winc, given.binc), (Some(1000), Some(-5), Some(10), Some(0)));
        assert_eq!((given.movestogo, given.depth, given.infinite), (Some(3), Some(7), true));
        assert_eq!(given.faults, [""; 0]);
        assert!(given.is_limited() && !given.should_end() && !go("go infinite").is_limited());
        assert!(!go("go wtime 5").is_limited() && go("go wtime 5").should_end() && !go("go").should_end());
    }

    #[test]
    fn invalid_limits_are_reported_and_ignored() {
        for (line, says) in [
            ("go depth", "depth: expected a number"),
            ("go depth x", "depth: expected a whole number, 1 or more, found \"x\""),
            ("go depth 0", "1 or more, found \"0\""),
            ("go nodes -3", "1 or more"),
            ("go movetime 99999999999999999999", "movetime: expected a whole number"),
            ("go wtime 3.5", "wtime: expected a whole number, found"),
            ("go ponder", "does not ponder"),
            ("go fast", "there is no limit \"fast\""),
        ] {
            let given = go(line);
            assert!(given.faults.len() == 1 && given.faults[0].contains(says), "{line}: {:?}", given.faults);
            assert!(!given.is_limited() && given.should_end(), "{line}");
        }
        let given = go("go depth nodes 5");
        assert_eq!((given.depth, given.nodes, given.faults.len()), (None, Some(5), 1));
    }

    #[test]
    fn options_and_positions_have_words_with_spaces() {
        let set = |name: &str, value: &str| Ok(Some(Command::SetOption { name: name.into(), value: value.into() }));
        assert_eq!(read("setoption name Move Overhead value 50"), set("Move Overhead", "50"));
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", ""));
        let at = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|name| (*name).to_owned()).collect();
            Ok(Some(Command::Position { fen: fen.map(str::to_owned), moves }))
        };
        assert_eq!(read("position startpos"), at(None, &[]));
        assert_eq!(read(" position  fen  8/8 w\t- - moves a1a2 b1b2\r"), at(Some("8/8 w - -"), &["a1a2", "b1b2"]));
        for line in ["setoption Hash", "hello", "\u{0}", "UCI"] {
            assert!(read(line).is_err(), "{line}");
        }
        for (line, says) in [
            ("position", "position: expected startpos or fen, found nothing"),
            ("position e2e4", "position: expected startpos or fen, found \"e2e4\""),
            ("position startpos e2e4", "position: expected moves after startpos, found \"e2e4\""),
            ("Position startpos", "there is no command \"Position\""),
            ("x position startpos", "there is no command \"x\""),
        ] {
            assert_eq!(read(line), Ok(Some(Command::UnreadablePosition(says.to_owned()))), "{line}");
        }
        for line in ["", "  ", "debug on", "register later"] {
            assert_eq!(read(line), Ok(None), "{line}");
        }
    }
}
