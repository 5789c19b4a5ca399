//! The state between two lines, and the effect of each command on it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant, SystemTime};

use super::clock::{Budget, Clock};
use super::command::{Command, Go, quoted};
use super::options::Options;
use super::search_thread::{Job, SearchThread};
use super::{info, say};
use crate::catalogue::{AnyPosition, Game, Question};
use crate::position::Side;
use crate::search::{Algorithm, Limits};

/// What a search takes that is to end, if it cannot be told when: of no limit could anything be made.
const UNREADABLE: Duration = Duration::from_secs(1);

/// A conversation with a GUI.
pub(super) struct Session {
    game: &'static Game,
    options: Options,
    /// The position to search, or why the last one could not be read.
    position: Result<Box<dyn AnyPosition>, String>,
    /// What a level's choices come from: the same for a whole game, which it stands for.
    seed: u64,
    /// Whether a new game has begun since the last search.
    is_new_game: bool,
    thread: SearchThread,
}

impl Session {
    pub(super) fn new(game: &'static Game, thread: SearchThread) -> Self {
        let position = Ok(game.start());
        Self { game, options: Options::new(), position, seed: new_seed(), is_new_game: true, thread }
    }

    /// Does what a command says; breaks off where that is to end.
    pub(super) fn obey(&mut self, command: Command, read_at: Instant) -> ControlFlow<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => say("readyok"),
            Command::NewGame => (self.seed, self.is_new_game) = (new_seed(), true),
            Command::SetOption { name, value } => {
                if let Err(fault) = self.options.set(&name, &value) {
                    info::fault(&fault);
                }
            }
            Command::Position { fen, moves } => {
                let position = self.position(fen.as_deref(), &moves);
                self.set_position(position);
            }
            Command::UnreadablePosition(error) => self.set_position(Err(error)),
            Command::Go(go) => self.go(&go, read_at),
            Command::Stop => self.thread.stop(),
            Command::PonderHit => info::fault("ponderhit: there is no pondering"),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Ends the search that runs.
    pub(super) fn end(self) {
        self.thread.end();
    }

    fn introduce(&self) {
        say(concat!("id name plyd ", env!("CARGO_PKG_VERSION")));
        say("id author the authors of plyd");
        Options::listed().for_each(|option| say(&option));
        say("uciok");
    }

    /// Sets what to search next, or reports why it cannot be read. Then nothing is searched: the position before is not
    /// the one that was meant.
    fn set_position(&mut self, position: Result<Box<dyn AnyPosition>, String>) {
        if let Err(error) = &position {
            info::fault(error);
        }
        self.position = position;
    }

    fn position(&self, fen: Option<&str>, moves: &[String]) -> Result<Box<dyn AnyPosition>, String> {
        let parsed = fen.map_or_else(|| Ok(self.game.start()), |fen| self.game.parse(&unclaimed(fen)));
        let mut position = parsed.map_err(|invalid| format!("position: {invalid}"))?;
        for (name, number) in moves.iter().zip(1..) {
            position.play_named(name).map_err(|illegal| format!("position: move {number}: {}", illegal.0))?;
        }
        Ok(position)
    }

    /// Begins a search. Whatever it is asked for, a `bestmove` comes.
    fn go(&mut self, go: &Go, read_at: Instant) {
        self.thread.stop();
        go.faults.iter().for_each(|fault| info::fault(fault));
        let position = match &self.position {
            Ok(position) => position,
            Err(error) => {
                info::fault(&format!("go: nothing is searched, since the last position could not be read; {error}"));
                return say("bestmove (none)");
            }
        };
        let position = played_on(self.game, &**position);
        let (question, budget) = self.question(go, &*position, read_at);
        let job = Job {
            fallback: position.move_names().into_iter().next(),
            search: position.prepare(question),
            table_bytes: self.options.table_bytes(),
            enough: budget.and_then(|budget| read_at.checked_add(budget.soft)),
            is_new_game: std::mem::take(&mut self.is_new_game),
            infinite: go.infinite,
        };
        self.thread.go(job);
    }

    /// What to ask about the position, and what a clock gives it. Whatever of it cannot be had is told.
    fn question(&self, go: &Go, position: &dyn AnyPosition, read_at: Instant) -> (Question, Option<Budget>) {
        let side = position.side_to_move().unwrap_or(Side::First);
        let clock = go.clock(side, Duration::from_millis(self.options.overhead_ms()));
        let budget = clock.filter(|_| go.movetime.is_none() && !go.infinite).map(Clock::budget);
        let level = self.options.level().filter(|_| go.mate.is_none());
        let algorithm = match (go.mate, level) {
            // Nothing is left out that could be a mate, or a way out of it.
            (Some(_), _) => Algorithm::AlphaBeta,
            (None, Some(level)) => self.game.algorithm_of_level(level),
            (None, None) => self.game.strongest(),
        };
        let levels = self.game.about.levels;
        let own = level.and_then(|number| levels?.get(number)).map(|level| level.limits());
        let own = own.unwrap_or(Limits::depth(self.game.about.max_depth_of(algorithm)));
        let plies = [go.depth, go.mate.map(|moves| moves.saturating_mul(2) - 1)].into_iter().flatten().min();
        let deepest = u64::from(self.game.about.max_depth_of(algorithm));
        if let Some(plies) = plies.filter(|plies| *plies as u64 > deepest) {
            info::fault(&format!("go: {plies} plies are asked for, and no search looks further than {deepest}"));
        }
        // A clock's moves are all alike where there is but one.
        let only = budget.is_some() && position.count_moves() == 1;
        let depth = plies.map_or(own.depth, |plies| own.depth.min(plies.try_into().unwrap_or(u32::MAX)));
        let nodes = go.nodes.map_or(own.nodes, |nodes| own.nodes.min(nodes as u64));
        let is_endless = !go.is_limited() && budget.is_none() && go.is_to_end();
        let movetime = go.movetime.map(milliseconds).or(is_endless.then_some(UNREADABLE));
        let time = budget.map(|budget| budget.hard).or(movetime);
        let limits = Limits {
            depth: if only { 1 } else { depth },
            nodes,
            deadline: time.and_then(|time| read_at.checked_add(time)),
        };
        let question = Question {
            algorithm,
            multi_pv: self.options.lines(),
            handicap: level.and_then(|number| levels?.handicap(number, self.seed)),
            search_moves: self.search_moves(go, position),
            ..Question::new(limits)
        };
        (question, budget)
    }

    /// The moves that alone are to be considered; all of them, where those that were named cannot be played.
    fn search_moves(&self, go: &Go, position: &dyn AnyPosition) -> Option<Vec<crate::catalogue::MoveIndex>> {
        let mut names = go.searchmoves.clone();
        while !names.is_empty() {
            match position.find_moves(&names) {
                Ok(found) => return Some(found),
                Err((index, illegal)) => {
                    let name = names.remove(index);
                    info::fault(&format!("searchmoves: {} is left out: {}", quoted(&name), illegal.0));
                }
            }
        }
        None
    }
}

/// A FEN with a halfmove clock that positions can have: they stop counting at the draw, which is for the GUI to claim.
fn unclaimed(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let Some(clock) = fields.get_mut(4)
        && clock.parse::<u32>().is_ok_and(|plies| plies > 100)
    {
        *clock = "100";
    }
    fields.join(" ")
}

/// The position to search. A draw that nobody has claimed is played on, as if what makes it one had not been counted.
fn played_on(game: &Game, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    if position.side_to_move().is_none() {
        let state = position.state();
        // A FEN without its counters is one of a position without a past.
        let fields: Vec<&str> = state.split(' ').take(4).collect();
        if let Ok(fresh) = game.parse(&fields.join(" ")) {
            return fresh;
        }
    }
    position.duplicate()
}

impl Go {
    /// The clock of this side, if it has one.
    fn clock(&self, side: Side, overhead: Duration) -> Option<Clock> {
        let (left, increment) = match side {
            Side::First => (self.wtime, self.winc),
            Side::Second => (self.btime, self.binc),
        };
        Some(Clock {
            left: milliseconds(left?),
            increment: milliseconds(increment.unwrap_or(0)),
            moves: self.movestogo.map(|moves| moves.try_into().unwrap_or(u32::MAX)),
            overhead,
        })
    }
}

/// What is below 0 has run out. A hundred years are enough for every clock, and can be multiplied.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.clamp(0, 100 * 366 * 86_400_000) as u64)
}

/// Another one for each game: a level is not to play all of them alike.
fn new_seed() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64
}
