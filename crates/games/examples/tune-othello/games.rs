//! The data: quick games of plyd against itself from random openings, solved near their end.
//!
//! A chunk of games is a file. Which games are in it, and what they come to, depends on its number alone.

use std::fs;
use std::io;
use std::path::Path;

use plyd_games::{Othello, othello_learning as learning};
use plyd_search::position::{Position, Side};
use plyd_search::{Algorithm, Analysis, Limits, Question, Stop, Table, mix, search};

use crate::record::{Record, UNKNOWN};
use crate::{Options, chunks};

/// Games a chunk.
const GAMES: u64 = 500;
/// Positions of every game from which another move is followed: of the middle, and of what is solved.
const STRAYS: u64 = 8;
/// With more empty squares than these, games are played by searches so deep.
const QUICK: [(u32, u32); 3] = [(30, 2), (20, 3), (0, 5)];
/// The same of half of them, by selective searches.
const FAIR: [(u32, u32); 3] = [(44, 3), (24, 4), (0, 5)];
/// The same of those whose positions are solved to compare with.
const SOUND: [(u32, u32); 3] = [(40, 4), (24, 5), (0, 6)];

type Move = <Othello as Position>::Move;

/// Makes the chunks that are not there yet.
///
/// # Errors
/// What the files came to.
pub(crate) fn make(options: &Options) -> io::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let (from, chunks): (u64, u64) = (options.get("from", 0)?, options.get("chunks", 100)?);
    let solve = options.get("solve", 14)?;
    let mut table = Table::new(8 << 20);
    for chunk in from..from + chunks {
        let path = Path::new(&options.folder).join(format!("{chunk:05}.bin"));
        if path.exists() {
            continue;
        }
        let mut records = Vec::new();
        for game in 0..GAMES {
            let depths = [QUICK, FAIR][(game % 2) as usize];
            Player { table: &mut table, seed: mix(mix(chunk) ^ game), depths }.play(solve, &mut records);
        }
        chunks::write(&path, records.iter().map(|record| record.to_bytes()))?;
        eprintln!("{}: {} positions", path.display(), records.len());
    }
    Ok(())
}

/// Solves positions with 16 to 19 empty squares, each of a game of its own.
///
/// # Errors
/// What the file came to.
pub(crate) fn solve_some(options: &Options) -> io::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let (wanted, plies): (u64, u64) = (options.get("positions", 1000)?, options.get("plies", 5)?);
    let mut table = Table::new(64 << 20);
    let mut records = Vec::new();
    for number in 0.. {
        if records.len() as u64 == wanted {
            break;
        }
        let mut player = Player { table: &mut table, seed: mix(mix(0xeac7) ^ number), depths: SOUND };
        let opening = player.opening(plies);
        let Some(path) = opening.and_then(|opening| player.continued(opening, 16 + (number % 4) as u32)) else {
            continue;
        };
        let position = path.last().expect("it goes on");
        let score = player.solved(position).score.value() as i8;
        records.push(Record { discs: learning::discs(position), score });
    }
    chunks::write(
        &Path::new(&options.folder).join(options.get("set", "exact.set".to_owned())?),
        records.iter().map(|record| record.to_bytes()),
    )
}

struct Player<'a> {
    table: &'a mut Table,
    seed: u64,
    /// With more empty squares than these, moves are found by searches so deep.
    depths: [(u32, u32); 3],
}

fn empty(position: &Othello) -> u32 {
    let [own, other] = learning::discs(position);
    (!(own | other)).count_ones()
}

impl Player<'_> {
    fn draw(&mut self, below: u64) -> u64 {
        self.seed = mix(self.seed);
        self.seed % below
    }

    fn stray(&mut self, position: &Othello) -> Move {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves[self.draw(moves.len() as u64) as usize]
    }

    fn solved(&mut self, position: &Othello) -> Analysis<Move> {
        search(position, &Question::new(Limits::depth(124)), self.table, &Stop::default(), &mut |_| ())
    }

    fn best(&mut self, position: &Othello) -> Move {
        let algorithm = if self.depths == QUICK { Algorithm::AlphaBeta } else { Algorithm::Selective };
        let depth = self.depths.iter().find(|(more, _)| empty(position) > *more).map_or(1, |(_, depth)| *depth);
        let question = Question { algorithm, ..Question::new(Limits::depth(depth)) };
        let analysis = search(position, &question, self.table, &Stop::default(), &mut |_| ());
        analysis.best.expect("the game goes on")
    }

    /// Most of the games begin early, the others anywhere in the middle.
    fn lesson_plies(&mut self) -> u64 {
        match self.draw(8) {
            0..4 => 4 + self.draw(9),
            4..6 => 8 + self.draw(9),
            _ => 16 + self.draw(23),
        }
    }

    /// A position after so many random plies; `None` if the game is over by then.
    fn opening(&mut self, plies: u64) -> Option<Othello> {
        let mut position = Othello::default();
        for _ in 0..plies {
            let mv = self.stray(&position);
            position.play_unchecked(mv);
            if position.outcome().is_some() {
                return None;
            }
        }
        Some(position)
    }

    /// How a game goes on until so many squares are empty; `None` if it does not last so long.
    fn continued(&mut self, opening: Othello, until: u32) -> Option<Vec<Othello>> {
        let mut path = vec![opening];
        let mut position = opening;
        while empty(&position) > until {
            let best = self.best(&position);
            position.play_unchecked(best);
            if position.outcome().is_some() {
                return None;
            }
            path.push(position);
        }
        Some(path)
    }

    /// One game, and what is learnt from it: every position after the opening, labelled from where it is solved.
    fn play(&mut self, solve: u32, records: &mut Vec<Record>) {
        let plies = self.lesson_plies();
        let Some(path) = self.opening(plies).and_then(|opening| self.continued(opening, solve)) else { return };
        let discs = learning::discs;
        records.extend(path[..path.len() - 1].iter().map(|position| Record { discs: discs(position), score: UNKNOWN }));
        for _ in 0..STRAYS {
            if let Some(stray) = self.strayed(&path) {
                records.push(Record { discs: discs(&stray), score: UNKNOWN });
            }
        }
        let end = self.line(*path.last().expect("it goes on"), records);
        for _ in 0..STRAYS {
            if let Some(stray) = self.strayed(&end[..end.len().min(6)]) {
                self.line(stray, records);
            }
        }
    }

    /// Solves a position: it, and those of its line.
    fn line(&mut self, mut position: Othello, records: &mut Vec<Record>) -> Vec<Othello> {
        let analysis = self.solved(&position);
        let black = seen_by_black(&position, analysis.score.value());
        let mut path = vec![position];
        for mv in &analysis.lines[0].pv {
            position.play_unchecked(*mv);
            if position.outcome().is_none() {
                path.push(position);
            }
        }
        records.extend(path.iter().map(|position| labelled(position, black)));
        path
    }

    /// A position after a random move in one of these; `None` if the game is over then.
    fn strayed(&mut self, path: &[Othello]) -> Option<Othello> {
        let mut stray = path[self.draw(path.len() as u64) as usize];
        let mv = self.stray(&stray);
        stray.play_unchecked(mv);
        stray.outcome().is_none().then_some(stray)
    }
}

/// A value for the side to move, as one for black; and the other way round.
fn seen_by_black(position: &Othello, value: i32) -> i32 {
    if position.side_to_move() == Side::First { value } else { -value }
}

fn labelled(position: &Othello, black: i32) -> Record {
    Record { discs: learning::discs(position), score: seen_by_black(position, black) as i8 }
}
