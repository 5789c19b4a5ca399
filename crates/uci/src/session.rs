//! The state between two commands, and the effect of each command on it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant, SystemTime};

use super::command::{Command, Go, quoted};
use super::dialect::{Clocks, Dialect, Scores, Setting};
use super::info::Report;
use super::options::Options;
use super::search_thread::{Job, SearchThread};
use super::{info, say};
use plyd_games::answer::Claimable;
use plyd_games::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd_search::position::Side;
use plyd_search::{Algorithm, Clock, Handicap, Limits};

/// How long a search may take if the GUI expects it to end by itself but all its limits are invalid.
const FALLBACK_TIME: Duration = Duration::from_secs(1);

/// The game that ends with the winner's move in any case.
const CHESS: &str = "chess";

/// The end of a state of Chess960.
const CHESS960: &str = " chess960";

/// A session with a GUI.
pub(super) struct Session {
    dialect: &'static Dialect,
    options: Options,
    /// The position to search, or the reason why the last one could not be read.
    position: Result<Box<dyn AnyPosition>, String>,
    /// The moves that must not be played in this position.
    banned: Vec<String>,
    /// The seed for the choices of a level. It stays the same for a whole game.
    seed: u64,
    /// Whether a new game has begun since the last search.
    is_new_game: bool,
    thread: SearchThread,
}

impl Session {
    pub(super) fn new(dialect: &'static Dialect, options: Options, thread: SearchThread) -> Self {
        let position = Ok(options.game().start());
        Self { dialect, options, position, banned: Vec::new(), seed: new_seed(), is_new_game: true, thread }
    }

    /// Runs a command. Breaks on `quit`.
    pub(super) fn run(&mut self, command: Command, read_at: Instant) -> ControlFlow<()> {
        match command {
            Command::Introduce => self.introduce(),
            Command::IsReady => say("readyok"),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { state, moves } => {
                let position = self.position(state.as_deref(), &moves);
                self.set_position(position);
            }
            Command::UnreadablePosition(error) => self.set_position(Err(error)),
            Command::BanMoves(names) => self.banned = names,
            Command::Go(go) => self.go(&go, read_at),
            Command::Stop => self.thread.stop(),
            Command::PonderHit => info::fault("ponderhit: plyd does not ponder"),
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Ends the running search.
    pub(super) fn end(self) {
        self.thread.end();
    }

    fn introduce(&self) {
        say(concat!("id name plyd ", env!("CARGO_PKG_VERSION")));
        say("id author the authors of plyd");
        self.options.listed().for_each(|option| say(&option));
        say(&format!("{}ok", self.dialect.name));
    }

    fn new_game(&mut self) {
        (self.seed, self.is_new_game) = (new_seed(), true);
    }

    /// Sets an option. If that changes the game, the new one begins from its start.
    fn set_option(&mut self, name: &str, value: &str) {
        let before = self.options.game();
        if let Err(fault) = self.options.set(name, value) {
            info::fault(&fault);
        }
        let game = self.options.game();
        if game.id != before.id {
            self.set_position(Ok(game.start()));
            self.new_game();
        }
        if self.options.take(Setting::NewGame) {
            self.new_game();
        }
    }

    /// Sets the position to search. After an error there is no position, because searching another one would mislead
    /// the GUI.
    fn set_position(&mut self, position: Result<Box<dyn AnyPosition>, String>) {
        if let Err(error) = &position {
            info::fault(error);
        }
        self.position = position;
        self.banned.clear();
    }

    fn position(&self, state: Option<&str>, moves: &[String]) -> Result<Box<dyn AnyPosition>, String> {
        let game = self.options.game();
        let mut state = state.unwrap_or_else(|| game.about.start()).to_owned();
        if self.options.is_chess960() {
            if game.numbered_starts.is_none() {
                return Err(format!("position: {} has no Chess960; set UCI_Chess960 to false", game.about.title));
            }
            if !state.to_ascii_lowercase().ends_with(CHESS960) {
                state += CHESS960;
            }
        }
        let mut position = game.parse(&state).map_err(|invalid| format!("position: {invalid}"))?;
        for (name, number) in moves.iter().zip(1..) {
            position.play_named(name).map_err(|illegal| format!("position: move {number}: {}", illegal.detail))?;
        }
        Ok(position)
    }

    /// Begins a search. Every `go` has to be answered with a `bestmove`.
    fn go(&mut self, go: &Go, read_at: Instant) {
        self.thread.stop();
        go.faults.iter().for_each(|fault| info::fault(fault));
        let position = match &self.position {
            Ok(position) => position,
            Err(error) => {
                info::fault(&format!("go: not searching, because the last position could not be read: {error}"));
                return say(self.dialect.no_move);
            }
        };
        if let Some(Claimable { reason }) = position.standing().claimable {
            say(&format!("info string a draw can be claimed: {reason}"));
        }
        let game = self.options.game();
        let position = without_claims(game, &**position);
        let question = self.question(go, &*position, read_at);
        let first = match question.search_moves.as_deref() {
            None => 0,
            Some([]) => return say(self.dialect.no_move),
            Some([first, ..]) => first.0,
        };
        let wdl = self.options.shows_wdl().then_some(game.about.expected_score);
        let job = Job {
            fallback: position.move_names().into_iter().nth(first),
            search: position.prepare(question),
            table_bytes: self.options.table_bytes(),
            is_new_game: std::mem::take(&mut self.is_new_game) | self.options.take(Setting::ClearHash),
            report: Report { dialect: self.dialect, wdl },
            infinite: go.infinite,
        };
        self.thread.go(job);
    }

    /// The question that a `go` asks. Reports limits that cannot be reached.
    fn question(&self, go: &Go, position: &dyn AnyPosition, read_at: Instant) -> Question {
        let game = self.options.game();
        let side = position.side_to_move().unwrap_or(Side::First);
        let clock = self.clock(go, side);
        let budget = clock.filter(|_| go.movetime.is_none() && !go.infinite).map(Clock::budget);
        let strength = self.options.strength(self.seed).filter(|_| go.mate.is_none());
        if go.mate.is_none() && self.options.lacks_ratings() {
            let title = game.about.title;
            info::fault(&format!("UCI_LimitStrength: {title} has no Elo ratings; use Level instead"));
        }
        let algorithm = match (go.mate, strength) {
            // The selective search could miss a mate or a defence.
            (Some(_), _) => Algorithm::AlphaBeta,
            (None, Some(strength)) => strength.algorithm,
            (None, None) => game.strongest(),
        };
        let full = Limits::depth(game.about.max_depth_of(algorithm));
        let own = strength.map_or(full, |strength| strength.level.limits());
        let mate = go.mate.map(|number| match self.dialect.scores {
            Scores::MatesInPlies => number,
            // Chess ends with the winner's move. In a variant, the loser's reply may be the end.
            _ => number.saturating_mul(2) - i64::from(game.id == CHESS),
        });
        let plies = [go.depth, mate].into_iter().flatten().min();
        let deepest = u64::from(game.about.max_depth_of(algorithm));
        if let Some(plies) = plies.filter(|plies| *plies as u64 > deepest) {
            info::fault(&format!("go: {plies} plies are too deep; searching at most {deepest}"));
        }
        // If there is a clock, a single legal move is searched to depth 1 only.
        let is_only_move = budget.is_some() && position.count_moves() == 1;
        let depth = plies.map_or(own.depth, |plies| own.depth.min(plies.try_into().unwrap_or(u32::MAX)));
        let nodes = go.nodes.map_or(own.nodes, |nodes| own.nodes.min(nodes as u64));
        let lacks_limits = !go.is_limited() && budget.is_none() && go.should_end();
        let movetime = go.movetime.map(milliseconds).or(lacks_limits.then_some(FALLBACK_TIME));
        let time = budget.map(|budget| budget.hard).or(movetime);
        let limits = Limits {
            depth: if is_only_move { 1 } else { depth },
            nodes,
            deadline: time.and_then(|time| read_at.checked_add(time)),
            soft_deadline: budget.and_then(|budget| read_at.checked_add(budget.soft)),
        };
        Question {
            algorithm,
            multi_pv: self.options.lines(),
            threads: self.options.threads(),
            // `go nodes` is obeyed exactly.
            handicap: strength.map(|strength| Handicap {
                first_nodes: if go.nodes.is_some() { 0 } else { strength.handicap.first_nodes },
                ..strength.handicap
            }),
            search_moves: self.search_moves(go, position),
            ..Question::new(limits)
        }
    }

    /// The clock of this side, if there is one.
    fn clock(&self, go: &Go, side: Side) -> Option<Clock> {
        let at = self.dialect.clock_of(side);
        let unit = self.options.time_unit_ms();
        let is_for_one_move = self.dialect.clocks == Clocks::OfMover && go.increments[at].is_none();
        let moves = go.movestogo.or(is_for_one_move.then_some(1));
        Some(Clock {
            left: milliseconds(go.times[at].or(go.byoyomi.and(Some(0)))?) * unit,
            increment: milliseconds(go.increments[at].unwrap_or(0)) * unit,
            per_move: milliseconds(go.byoyomi.unwrap_or(0)),
            // There is a single period of byo-yomi.
            may_overrun: false,
            moves: moves.map(|moves| moves.try_into().unwrap_or(u32::MAX)),
            overhead: Duration::from_millis(self.options.overhead_ms()),
        })
    }

    /// The moves to search, by `searchmoves` and `banmoves`. If none of them is legal, the result is `None`, which means
    /// all moves.
    fn search_moves(&self, go: &Go, position: &dyn AnyPosition) -> Option<Vec<MoveIndex>> {
        let wanted = legal("searchmoves", &go.searchmoves, position);
        let banned = legal("banmoves", &self.banned, position);
        let all = || (0..position.count_moves()).map(MoveIndex).collect();
        let mut moves = if wanted.is_empty() && !banned.is_empty() { all() } else { wanted };
        let restricted = !moves.is_empty();
        moves.retain(|mv| !banned.contains(mv));
        restricted.then_some(moves)
    }
}

/// The moves that these names mean. Reports names of illegal and repeated moves as parts of this command.
fn legal(command: &str, names: &[String], position: &dyn AnyPosition) -> Vec<MoveIndex> {
    let mut names = names.to_vec();
    loop {
        match position.find_moves(&names) {
            Ok(found) => return found,
            Err((index, illegal)) => {
                let name = names.remove(index);
                info::fault(&format!("{command}: ignoring {}: {}", quoted(&name), illegal.detail));
            }
        }
    }
}

/// The position to search. If nobody has claimed a draw by repetition or by the move counters, the position is searched
/// without the moves before it.
fn without_claims(game: &Game, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    if position.side_to_move().is_none() {
        let state = position.state();
        // A FEN without counters has no history. They are the fields that are numbers.
        let kept: Vec<&str> = state.split(' ').filter(|field| field.parse::<u32>().is_err()).collect();
        if let Ok(fresh) = game.parse(&kept.join(" ")) {
            return fresh;
        }
    }
    position.duplicate()
}

/// A negative time means that the clock has run out. The limit of a hundred years avoids overflow in multiplications.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.clamp(0, 100 * 366 * 86_400_000) as u64)
}

/// A seed for one game, so that a level does not always play the same game.
fn new_seed() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos() as u64
}
