//! Parses the lines that a GUI sends into commands. An error is a sentence.

use super::dialect::{Dialect, Keyword, Limit, OptionWords};
use plyd_games::excerpt::shortened;

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Identify the engine and list its options.
    Introduce,
    /// Answer `readyok`.
    IsReady,
    /// Start a new game: the next position belongs to it.
    NewGame,
    /// Set an option.
    SetOption { name: String, value: String },
    /// Set the position.
    Position { state: Option<String>, moves: Vec<String> },
    /// A position that cannot be read, with the error. Later commands must not be applied to the position before it.
    UnreadablePosition(String),
    /// Do not play these moves in the last position.
    BanMoves(Vec<String>),
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
    /// Find a mate within this number of moves, or of plies in USI.
    pub(super) mate: Option<i64>,
    /// Milliseconds.
    pub(super) movetime: Option<i64>,
    /// The time left on the clocks of [`Clocks`](super::dialect::Clocks), negative if a clock has run out. Milliseconds,
    /// or seconds if the GUI of UCCI wants them.
    pub(super) times: [Option<i64>; 2],
    /// Increments in the same unit.
    pub(super) increments: [Option<i64>; 2],
    /// Moves until the next time control.
    pub(super) movestogo: Option<i64>,
    /// Milliseconds for this move after the clock has run out.
    pub(super) byoyomi: Option<i64>,
    /// Read and not used.
    opponents: Option<i64>,
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
pub(super) fn read(line: &str, dialect: &Dialect) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let words: Vec<&str> = words.collect();
    let Some(keyword) = dialect.keyword(first) else {
        let unknown = format!("there is no command {}", quoted(first));
        let names_position = line.split_whitespace().any(|word| word.eq_ignore_ascii_case("position"));
        return if names_position { Ok(Some(Command::UnreadablePosition(unknown))) } else { Err(unknown) };
    };
    Ok(Some(match keyword {
        Keyword::Introduce => Command::Introduce,
        Keyword::IsReady => Command::IsReady,
        Keyword::NewGame => Command::NewGame,
        Keyword::SetOption => set_option(&words, dialect)?,
        Keyword::Position => position(&words, dialect),
        Keyword::BanMoves => Command::BanMoves(owned(&words)),
        Keyword::Go => Command::Go(Box::new(Go::read(&words, dialect))),
        Keyword::Stop => Command::Stop,
        Keyword::PonderHit => Command::PonderHit,
        Keyword::Quit => Command::Quit,
        Keyword::Ignored => return Ok(None),
    }))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
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

/// `name … value …`, where both may have several words, or an option of one word and its value.
fn set_option(words: &[&str], dialect: &Dialect) -> Result<Command, String> {
    let (name, value) = match (words, dialect.option_words) {
        (["name", rest @ ..], _) => match rest.iter().position(|word| *word == "value") {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &[][..]),
        },
        ([_, value @ ..], OptionWords::Bare) => (&words[..1], value),
        ([], OptionWords::Bare) => {
            return Err("setoption: expected an option and, for most options, a value".to_owned());
        }
        (_, OptionWords::Labelled) => {
            return Err("setoption: expected name and, for most options, value".to_owned());
        }
    };
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// `startpos` or `fen …` (`sfen …` in USI), and `moves …`.
fn position(words: &[&str], dialect: &Dialect) -> Command {
    let (setup, moves) = match words.iter().position(|word| *word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let state = match setup {
        ["startpos"] => None,
        [word, fields @ ..] if *word == dialect.state => Some(fields.join(" ")),
        ["startpos", extra, ..] => {
            let error = format!("position: expected moves after startpos, found {}", quoted(extra));
            return Command::UnreadablePosition(error);
        }
        _ => {
            let (word, found) = (dialect.state, found(&setup.join(" ")));
            return Command::UnreadablePosition(format!("position: expected startpos or {word}, found {found}"));
        }
    };
    Command::Position { state, moves: owned(moves) }
}

impl Go {
    fn read(words: &[&str], dialect: &Dialect) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        let is_keyword =
            |word: &str| matches!(word, "infinite" | "searchmoves" | "ponder") || dialect.limit(word).is_some();
        while let Some(word) = words.next() {
            if let Some(limit) = dialect.limit(word) {
                let (slot, least) = go.number(limit);
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

    /// The field that a limit sets, and the least number it may be set to.
    fn number(&mut self, limit: Limit) -> (&mut Option<i64>, i64) {
        match limit {
            Limit::Depth => (&mut self.depth, 1),
            Limit::Nodes => (&mut self.nodes, 1),
            Limit::Mate => (&mut self.mate, 1),
            Limit::MoveTime => (&mut self.movetime, 0),
            Limit::Time(clock) => (&mut self.times[clock], i64::MIN),
            Limit::Increment(clock) => (&mut self.increments[clock], 0),
            Limit::MovesToGo => (&mut self.movestogo, 1),
            Limit::Byoyomi => (&mut self.byoyomi, 0),
            Limit::Opponents => (&mut self.opponents, i64::MIN),
        }
    }

    /// Whether there is any limit other than clocks.
    pub(super) fn is_limited(&self) -> bool {
        [self.depth, self.nodes, self.mate, self.movetime].iter().any(Option::is_some)
    }

    /// Whether the GUI expects the search to end by itself, even if all limits are invalid.
    pub(super) fn should_end(&self) -> bool {
        let [first, second] = self.times;
        !self.infinite && (!self.faults.is_empty() || first.or(second).or(self.byoyomi).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::super::dialect::{UCCI, UCI, USI};
    use super::*;

    fn go_in(dialect: &Dialect, line: &str) -> Go {
        match read(line, dialect) {
            Ok(Some(Command::Go(go))) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn read_uci(line: &str) -> Result<Option<Command>, String> {
        read(line, &UCI)
    }

    fn go(line: &str) -> Go {
        go_in(&UCI, line)
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let given = go("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 10 binc 0 movestogo 3 infinite depth 7");
        assert_eq!(given.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!((given.times, given.increments), ([Some(1000), Some(-5)], [Some(10), Some(0)]));
        assert_eq!((given.movestogo, given.depth, given.infinite), (Some(3), Some(7), true));
        assert_eq!(given.faults, [""; 0]);
        assert!(given.is_limited() && !given.should_end() && !go("go infinite").is_limited());
        assert!(!go("go wtime 5").is_limited() && go("go wtime 5").should_end() && !go("go").should_end());
    }

    #[test]
    fn clocks_belong_to_players_or_to_the_side_to_move() {
        let given = go_in(&USI, "go btime 1000 wtime 500 binc 7 winc 8 byoyomi 2000");
        assert_eq!((given.times, given.increments), ([Some(1000), Some(500)], [Some(7), Some(8)]));
        assert_eq!((given.byoyomi, given.faults.len(), given.should_end()), (Some(2000), 0, true));
        assert!(go_in(&USI, "go byoyomi 1000").should_end());
        let given = go_in(&UCCI, "go time 1000 increment 10 opptime 900 oppincrement 9 oppmovestogo 8");
        assert_eq!((given.times, given.increments), ([Some(1000), None], [Some(10), None]));
        assert!(given.faults.is_empty() && given.should_end() && !given.is_limited());
        assert_eq!(go_in(&UCCI, "go time 1000 movestogo 3").movestogo, Some(3));
        for (dialect, line, says) in [
            (&UCI, "go byoyomi 5", "there is no limit \"byoyomi\""),
            (&UCI, "go time 5", "there is no limit \"time\""),
            (&UCCI, "go wtime 5", "there is no limit \"wtime\""),
            (&UCCI, "go draw depth 3", "there is no limit \"draw\""),
            (&USI, "go byoyomi -1", "byoyomi: expected a whole number, 0 or more"),
            (&USI, "go mate infinite", "mate: expected a number after it"),
        ] {
            assert!(go_in(dialect, line).faults[0].contains(says), "{line}");
        }
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
        assert_eq!(read_uci("setoption name Move Overhead value 50"), set("Move Overhead", "50"));
        assert_eq!(read_uci("setoption name Clear Hash"), set("Clear Hash", ""));
        let at = |state: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|name| (*name).to_owned()).collect();
            Ok(Some(Command::Position { state: state.map(str::to_owned), moves }))
        };
        assert_eq!(read_uci("position startpos"), at(None, &[]));
        assert_eq!(read_uci(" position  fen  8/8 w\t- - moves a1a2 b1b2\r"), at(Some("8/8 w - -"), &["a1a2", "b1b2"]));
        for line in ["setoption Hash", "hello", "\u{0}", "UCI"] {
            assert!(read_uci(line).is_err(), "{line}");
        }
        for (line, says) in [
            ("position", "position: expected startpos or fen, found nothing"),
            ("position e2e4", "position: expected startpos or fen, found \"e2e4\""),
            ("position startpos e2e4", "position: expected moves after startpos, found \"e2e4\""),
            ("Position startpos", "there is no command \"Position\""),
            ("x position startpos", "there is no command \"x\""),
        ] {
            assert_eq!(read_uci(line), Ok(Some(Command::UnreadablePosition(says.to_owned()))), "{line}");
        }
        for line in ["", "  ", "debug on", "register later"] {
            assert_eq!(read_uci(line), Ok(None), "{line}");
        }
    }
    #[test]
    fn each_dialect_has_its_own_commands_and_words() {
        let set = |name: &str, value: &str| Ok(Some(Command::SetOption { name: name.into(), value: value.into() }));
        assert_eq!(read("setoption hashsize 16", &UCCI), set("hashsize", "16"));
        assert_eq!(read("setoption newgame", &UCCI), set("newgame", ""));
        assert_eq!(read("setoption name Clear Hash", &UCCI), set("Clear Hash", ""));
        assert_eq!(read("setoption name USI_Hash value 16", &USI), set("USI_Hash", "16"));
        assert!(read("setoption USI_Hash 16", &USI).is_err() && read("setoption", &UCCI).is_err());
        let banned = vec!["h2e2".to_owned(), "b2e2".to_owned()];
        assert_eq!(read("banmoves h2e2 b2e2", &UCCI), Ok(Some(Command::BanMoves(banned))));
        for (dialect, line, command) in [
            (&UCI, "uci", Command::Introduce),
            (&USI, "usi", Command::Introduce),
            (&UCCI, "ucci", Command::Introduce),
            (&UCI, "ucinewgame", Command::NewGame),
            (&USI, "usinewgame", Command::NewGame),
        ] {
            assert_eq!(read(line, dialect), Ok(Some(command)), "{line}");
        }
        for (dialect, line) in [(&USI, "gameover win"), (&USI, "debug on"), (&UCCI, "register later")] {
            assert_eq!(read(line, dialect), Ok(None), "{line}");
        }
        for (dialect, line) in [(&UCI, "gameover win"), (&UCI, "banmoves e2e4"), (&USI, "uci"), (&UCCI, "ucinewgame")] {
            assert!(read(line, dialect).is_err(), "{line}");
        }
        let state = Some("9/9 b - 1".to_owned());
        let at = Command::Position { state, moves: vec!["7g7f".to_owned()] };
        assert_eq!(read("position sfen 9/9 b - 1 moves 7g7f", &USI), Ok(Some(at)));
        let refused = "position: expected startpos or sfen, found \"fen 9/9 b - 1\"";
        assert_eq!(read("position fen 9/9 b - 1", &USI), Ok(Some(Command::UnreadablePosition(refused.to_owned()))));
    }
}
