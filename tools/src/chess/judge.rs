//! The judge: a UCI engine (Debian's `stockfish`) that labels positions. It is an external tool, and nothing of it is
//! copied.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use cozy_chess::Move;

/// A running engine.
pub(crate) struct Judge {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    depth: u32,
    line: String,
}

/// The result of its search.
pub(crate) struct Verdict {
    /// Centipawns for the side to move; a mate is ±[`MATE`].
    pub(crate) score: i32,
    /// Its move in UCI notation.
    pub(crate) best: String,
}

/// The score of a forced mate.
pub(crate) const MATE: i32 = 30_000;
/// Positions that fit into the pipe together.
const AT_ONCE: usize = 100;

impl Judge {
    /// Starts the engine with this search depth.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start(path: &Path, depth: u32) -> io::Result<Self> {
        let child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(crate::of_file(path))?;
        let input = child.stdin.take().expect("it was asked for");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut judge = Self { child, input, output, depth, line: String::new() };
        judge.input.write_all(b"uci\nsetoption name Hash value 1\nsetoption name Threads value 1\n")?;
        judge.new_game()?;
        Ok(judge)
    }

    /// Clears the engine's state, so that labels depend only on the game.
    ///
    /// # Errors
    /// If it has ended.
    pub(crate) fn new_game(&mut self) -> io::Result<()> {
        self.input.write_all(b"ucinewgame\nisready\n")?;
        while self.read()? != "readyok" {}
        Ok(())
    }

    /// The engine's verdicts on some positions. They are sent together, because waiting for each answer would take
    /// longer than the searches.
    ///
    /// # Errors
    /// If it has ended.
    pub(crate) fn ask(&mut self, states: &[String]) -> io::Result<Vec<Verdict>> {
        let mut verdicts = Vec::with_capacity(states.len());
        for some in states.chunks(AT_ONCE) {
            let mut text = String::new();
            for state in some {
                text += &format!("position fen {state}\ngo depth {}\n", self.depth);
            }
            self.input.write_all(text.as_bytes())?;
            for _ in some {
                verdicts.push(self.verdict()?);
            }
        }
        Ok(verdicts)
    }

    /// The engine's scores of some moves of each position, in centipawns for the side that moves; `None` for a move
    /// that it does not know.
    ///
    /// # Errors
    /// If it has ended.
    pub(crate) fn ask_of_moves(&mut self, states: &[String], moves: &[Vec<Move>]) -> io::Result<Vec<Vec<Option<i32>>>> {
        self.input.write_all(b"setoption name MultiPV value 500\n")?;
        let mut scores = Vec::with_capacity(states.len());
        for some in states.iter().zip(moves).collect::<Vec<_>>().chunks(AT_ONCE) {
            let mut text = String::new();
            for (state, moves) in some {
                text += &format!("position fen {state}\ngo depth {} searchmoves", self.depth);
                moves.iter().for_each(|mv| text += &format!(" {mv}"));
                text += "\n";
            }
            self.input.write_all(text.as_bytes())?;
            for (_, moves) in some {
                scores.push(self.scores(moves)?);
            }
        }
        self.input.write_all(b"setoption name MultiPV value 1\n")?;
        Ok(scores)
    }

    fn scores(&mut self, moves: &[Move]) -> io::Result<Vec<Option<i32>>> {
        let mut scores = vec![None; moves.len()];
        loop {
            let line = self.read()?;
            if line.starts_with("bestmove ") {
                return Ok(scores);
            }
            let first = line.split(" pv ").nth(1).and_then(|moves| moves.split(' ').next()?.parse::<Move>().ok());
            if let (Some(score), Some(first)) = (score(line)?, first)
                && let Some(index) = moves.iter().position(|mv| *mv == first)
            {
                scores[index] = Some(score);
            }
        }
    }

    fn verdict(&mut self) -> io::Result<Verdict> {
        let mut score = 0;
        loop {
            let line = self.read()?;
            if let Some(rest) = line.strip_prefix("bestmove ") {
                return Ok(Verdict { score, best: rest.split(' ').next().unwrap_or_default().to_owned() });
            }
            score = self::score(line)?.unwrap_or(score);
        }
    }

    fn read(&mut self) -> io::Result<&str> {
        self.line.clear();
        if self.output.read_line(&mut self.line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.line.trim_end())
    }
}

/// The score in a line, if it is the exact one of a finished iteration.
fn score(line: &str) -> io::Result<Option<i32>> {
    let mut words = line.split(' ').skip_while(|word| *word != "score").skip(1);
    let (Some(unit), Some(number)) = (words.next(), words.next()) else { return Ok(None) };
    if line.contains("bound") {
        return Ok(None);
    }
    let number: i32 = number.parse().map_err(io::Error::other)?;
    Ok(Some(if unit == "mate" { if number > 0 { MATE } else { -MATE } } else { number }))
}

impl Drop for Judge {
    fn drop(&mut self) {
        // It may have ended already, so errors do not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
