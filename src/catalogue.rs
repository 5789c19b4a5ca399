//! Where a game loses its type: [`Game`] is an entry of the list, [`AnyPosition`] a position of whichever game.
//!
//! The type is erased once per request. Behind [`AnyPosition::prepare`] the search is compiled for its game.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use crate::notation::{About, InvalidState, Notation};
use crate::position::{Outcome, Side, perft};
use crate::report::{self, After, OutcomeReport, PositionReport, ProgressReport, SearchReport, State};
use crate::search::{self, Algorithm, Evaluate, History, Limits, Stop, StoppedBy, Table, Techniques, TieBreak, book};

/// A game of the catalogue.
pub struct Game {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its facts.
    pub about: About,
    algorithms: &'static [Algorithm],
    parse: fn(&str, &'static str) -> Parsed,
    solve_stage: SolveStage,
}

/// Values every position of a stage of a game, see [`Game::solve_stage`].
type SolveStage = fn(u32, &mut Table, &mut dyn Ledger) -> io::Result<Option<Vec<u8>>>;

/// Where the entries of a book are kept while it is made.
pub trait Ledger {
    /// The entry's value, if it was noted before.
    fn known(&self, key: u64) -> Option<i8>;

    /// Notes an entry: `done` of `all` are known with it.
    ///
    /// # Errors
    /// Those of writing.
    fn note(&mut self, key: u64, value: i8, done: usize, all: usize) -> io::Result<()>;
}

fn solve_stage<P: Evaluate>(
    start: &P,
    plies: u32,
    table: &mut Table,
    ledger: &mut dyn Ledger,
) -> io::Result<Option<Vec<u8>>> {
    let Some(plies_left) = start.plies_left().checked_sub(plies).filter(|left| *left <= book::MOST_PLIES) else {
        return Ok(None);
    };
    let stage = book::stage(start, plies);
    let mut entries = Vec::with_capacity(stage.len());
    for (position, done) in stage.iter().zip(1..) {
        let key = position.table_key().number();
        let value = match ledger.known(key) {
            Some(value) => value,
            None => {
                let value = book::value_of(position, table);
                ledger.note(key, value, done, stage.len())?;
                value
            }
        };
        entries.push((key, value));
    }
    Ok(Some(book::bind(plies_left, entries)))
}

/// A position of some game, or what is wrong with the text.
type Parsed = Result<Box<dyn AnyPosition>, InvalidState>;

impl Game {
    /// The entry of the game that `P` implements.
    #[must_use]
    pub const fn of<P: Playable>(id: &'static str) -> Self {
        Self {
            id,
            about: P::ABOUT,
            algorithms: match P::SELECTIVE {
                None => &[Algorithm::AlphaBeta, Algorithm::Minimax],
                Some(_) => &[Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Selective],
            },
            solve_stage: |plies, table, ledger| {
                let start = P::parse(P::ABOUT.start()).expect("a game's first example is its start");
                solve_stage(&start, plies, table, ledger)
            },
            parse: |text, id| Ok(Box::new(Played::<P> { game: id, position: P::parse(text)?, keys: Vec::new() })),
        }
    }

    /// Reads a state: plain text, or JSON text where [`About::state_is_json`].
    ///
    /// # Errors
    /// [`InvalidState`] if it is not a position of this game.
    pub fn parse(&self, text: &str) -> Parsed {
        (self.parse)(text, self.id)
    }

    /// Makes the [book](search::Book) of the positions so many plies after the start; `None` for a game that has no end in sight there.
    ///
    /// # Errors
    /// Those of the ledger.
    pub fn solve_stage(&self, plies: u32, table: &mut Table, ledger: &mut dyn Ledger) -> io::Result<Option<Vec<u8>>> {
        (self.solve_stage)(plies, table, ledger)
    }

    /// The start of the game.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        self.parse(self.about.start()).expect("a game's first example is its start")
    }

    /// The algorithms that the game has, the exact ones first.
    #[must_use]
    pub const fn algorithms(&self) -> &'static [Algorithm] {
        self.algorithms
    }

    /// The algorithm that plays best within a budget of nodes or time.
    #[must_use]
    pub fn strongest(&self) -> Algorithm {
        let selective = self.algorithms.contains(&Algorithm::Selective);
        if selective { Algorithm::Selective } else { Algorithm::AlphaBeta }
    }
}

/// Whatever can stand in the catalogue.
pub trait Playable: Evaluate<Move: Send> + Notation + Send + 'static {}

impl<P: Evaluate<Move: Send> + Notation + Send + 'static> Playable for P {}

/// A position of some game, with the game's past.
pub trait AnyPosition: Send {
    /// The canonical state.
    fn state(&self) -> String;

    /// A text that two positions share only if every question about them has the same answer: game, state, and the past that
    /// repetition counts.
    fn identity(&self) -> String;

    /// Plays the move of this name.
    ///
    /// # Errors
    /// [`IllegalMove`], listing some moves that can be played, or saying that the game is over.
    fn play(&mut self, name: &str) -> Result<(), IllegalMove>;

    /// Describes the position: legal moves, outcome, static value, board. Work for a worker: it grows with the state.
    ///
    /// # Errors
    /// The limit that came before the end; half a description is none.
    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<PositionReport, StoppedBy>;

    /// Turns a question about the position into a search that is ready to run.
    ///
    /// # Errors
    /// The index and the fault of the first root move that cannot be played.
    fn prepare(self: Box<Self>, question: Question) -> Result<ReadySearch, (usize, IllegalMove)>;

    /// Whose turn it is; `None` when the game is over.
    fn side_to_move(&self) -> Option<Side>;

    /// Who has won; `None` for a draw, and while the game goes on.
    fn winner(&self) -> Option<Side>;

    /// The names of the legal moves; none when the game is over.
    fn move_names(&self) -> Vec<String>;

    /// A copy, with the game's past.
    fn duplicate(&self) -> Box<dyn AnyPosition>;

    /// Counts the move sequences of this length, see [`perft`].
    fn perft(&self, depth: u32) -> u64;

    /// The positions that have the same value by symmetry, see [`Notation::twins`].
    fn twins(&self) -> Vec<Box<dyn AnyPosition>>;
}

/// What to search for, in words; `limits` and the rest are those of [`search::Request`].
#[derive(Clone, Debug)]
pub struct Question {
    /// How to search.
    pub algorithm: Algorithm,
    /// When to end.
    pub limits: Limits,
    /// How many lines.
    pub multi_pv: usize,
    /// What decides between equals: the first, or a draw from the seed.
    pub random: bool,
    /// Seed of that draw; echoed.
    pub seed: u64,
    /// The only root moves to consider, by name.
    pub search_moves: Option<Vec<String>>,
    /// Whom to play like, a number of [`About::levels`]; its limits are among those above.
    pub level: Option<u8>,
    /// Whether to report how many nodes plain minimax would have visited.
    pub count_minimax: bool,
    /// What the search may use: everything, but in tests and measurements.
    pub techniques: Techniques,
}

impl Question {
    /// For one line within these limits, with nothing special about it.
    #[must_use]
    pub const fn new(algorithm: Algorithm, limits: Limits) -> Self {
        Self {
            algorithm,
            limits,
            multi_pv: 1,
            random: false,
            seed: 0,
            search_moves: None,
            level: None,
            count_minimax: false,
            techniques: Techniques::ALL,
        }
    }

    /// A text that two questions share only if they have the same answer about the same position, unless time ends it.
    #[must_use]
    pub fn identity(&self) -> String {
        let Self { algorithm, limits, techniques, multi_pv, random, seed, search_moves, level, count_minimax } = self;
        let Limits { depth, nodes, deadline: _ } = limits;
        let name = algorithm.name();
        format!(
            "{name} {depth} {nodes} {multi_pv} {random} {seed} {search_moves:?} {level:?} {count_minimax} {techniques:?}"
        )
    }
}

/// A search with everything it needs, to run on a worker: takes the worker's table, the flag that stops it, how long it was
/// queued, and who wants to hear of it meanwhile.
pub type ReadySearch = Box<dyn FnOnce(&mut Table, &Stop, Duration, Listener<'_>) -> SearchReport + Send>;

/// Hears of every finished iteration. Where there is none, no report is made.
pub type Listener<'a> = Option<&'a mut dyn FnMut(ProgressReport)>;

/// So many moves are written between two looks at the clock.
const MOVES_AT_ONCE: usize = 256;

/// The count of plain minimax's nodes is given up beyond this many.
const MINIMAX_NODES_MAX: u64 = 1_000_000;

/// The move cannot be played: why, and what can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub String);

/// A position and the keys of all that came before it in its game, its own last; none where nothing can repeat.
struct Played<P: Playable> {
    game: &'static str,
    position: P,
    keys: Vec<u64>,
}

impl<P: Playable> Played<P> {
    fn history(&self) -> History {
        History::of(&self.keys)
    }

    fn outcome(&self) -> Option<(Outcome, &'static str)> {
        match self.position.outcome() {
            Some(outcome) => Some((outcome, self.position.reason())),
            None => self.history().is_drawn().then_some((Outcome::Draw, "threefold repetition")),
        }
    }

    fn next(&self, mv: P::Move) -> Self {
        let mut keys = self.keys.clone();
        let position = self.position.after(mv);
        if P::REPEATS {
            keys.push(position.key());
        }
        Self { game: self.game, position, keys }
    }

    fn after(&self) -> After {
        let outcome = self.outcome();
        After {
            state: State::new(&P::ABOUT, self.position.state()),
            to_move: P::ABOUT.players[self.position.side_to_move().index()],
            over: outcome.is_some(),
            outcome: outcome.map(|(outcome, reason)| OutcomeReport::new(&P::ABOUT, outcome, reason)),
        }
    }

    fn legal_moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.position.legal_moves(&mut moves);
        }
        moves
    }

    /// Why the move of this name cannot be played.
    fn illegal(&self, name: &str) -> IllegalMove {
        let mut legal = Vec::new();
        if self.position.is_final() {
            return IllegalMove(format!("the game is over: {}", self.position.reason()));
        }
        self.position.legal_moves(&mut legal);
        let some: Vec<String> = legal.iter().take(8).map(|mv| self.position.move_text(*mv)).collect();
        let more = if legal.len() > some.len() { ", …" } else { "" };
        let shown: String = name.chars().take(40).collect();
        IllegalMove(format!("{shown:?} cannot be played here; legal moves: {}{more}", some.join(", ")))
    }

    /// The moves of these names, each given once, from one list of what is legal; or the index and the fault of the first that is not.
    fn find_all(&self, names: &[String]) -> Result<Vec<P::Move>, (usize, IllegalMove)> {
        let places: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let mut found = vec![None; names.len()];
        for mv in self.legal_moves() {
            if let Some(place) = places.get(&*self.position.move_text(mv)) {
                found[*place] = Some(mv);
            }
        }
        let fault = |name: &String| match self.outcome() {
            Some(_) => IllegalMove("the game is over".to_owned()),
            None => self.illegal(name),
        };
        let named = |((index, mv), name): ((usize, Option<P::Move>), &String)| mv.ok_or_else(|| (index, fault(name)));
        found.into_iter().enumerate().zip(names).map(named).collect()
    }

    /// The score of a search that looks no further, as answers show it.
    fn evaluation(&self, deadline: Option<Instant>, stop: &Stop) -> Result<i32, StoppedBy> {
        let mut request = search::Request::new(Limits { deadline, ..Limits::depth(0) });
        request.history = self.history();
        let analysis = search::search(&self.position, &request, &mut Table::new(0), stop, &mut |_| ());
        if analysis.stopped_by == StoppedBy::Time { Err(StoppedBy::Time) } else { Ok(analysis.score.value()) }
    }
}

impl<P: Playable> AnyPosition for Played<P> {
    fn state(&self) -> String {
        self.position.state()
    }

    fn identity(&self) -> String {
        format!("{} {} {:x?}", self.game, self.position.state(), self.keys)
    }

    fn play(&mut self, name: &str) -> Result<(), IllegalMove> {
        let mv = self.position.find_move(name).ok_or_else(|| self.illegal(name))?;
        if P::REPEATS && self.keys.is_empty() {
            self.keys.push(self.position.key());
        }
        self.position.play_unchecked(mv);
        if P::REPEATS {
            self.keys.push(self.position.key());
        }
        Ok(())
    }

    fn describe(&self, deadline: Option<Instant>, stop: &Stop) -> Result<PositionReport, StoppedBy> {
        let legal = self.legal_moves();
        let mut legal_moves = Vec::with_capacity(legal.len());
        for some in legal.chunks(MOVES_AT_ONCE) {
            stop.check(deadline)?;
            legal_moves.extend(some.iter().map(|mv| report::LegalMove {
                r#move: self.position.move_text(*mv),
                state: State::new(&P::ABOUT, self.position.after(*mv).state()),
            }));
        }
        Ok(PositionReport {
            game: self.game,
            position: self.after(),
            legal_moves,
            evaluation: self.evaluation(deadline, stop)?,
            board: self.position.board(),
        })
    }

    fn prepare(self: Box<Self>, question: Question) -> Result<ReadySearch, (usize, IllegalMove)> {
        let search_moves = match &question.search_moves {
            None => None,
            Some(names) => Some(self.find_all(names)?),
        };
        let request = search::Request {
            algorithm: question.algorithm,
            limits: question.limits,
            multi_pv: question.multi_pv,
            tie_break: if question.random { TieBreak::Random(question.seed) } else { TieBreak::First },
            search_moves,
            handicap: question
                .level
                .zip(P::ABOUT.levels)
                .and_then(|(level, levels)| levels.handicap(level, question.seed)),
            techniques: question.techniques,
            history: self.history(),
        };
        Ok(Box::new(move |table, stop, queued, mut listener| {
            let root = &self.position;
            let analysis = search::search(root, &request, table, stop, &mut |iteration| {
                if let Some(hear) = &mut listener {
                    hear(ProgressReport::new(root, iteration));
                }
            });
            let minimax_nodes = match question.algorithm {
                _ if !question.count_minimax => None,
                Algorithm::Minimax => Some(analysis.stats.nodes).filter(|nodes| *nodes <= MINIMAX_NODES_MAX),
                Algorithm::AlphaBeta | Algorithm::Selective => {
                    let moves = request.search_moves.as_deref();
                    search::count_nodes(root, request.limits.depth, moves, &request.history, MINIMAX_NODES_MAX)
                }
            };
            SearchReport::new(report::Searched {
                game: self.game,
                root,
                position: self.after(),
                after: analysis.best.map(|mv| self.next(mv).after()),
                question: &question,
                analysis: &analysis,
                minimax_nodes,
                queued,
            })
        }))
    }

    fn side_to_move(&self) -> Option<Side> {
        self.outcome().is_none().then(|| self.position.side_to_move())
    }

    fn winner(&self) -> Option<Side> {
        self.outcome().and_then(|(outcome, _)| outcome.winner())
    }

    fn move_names(&self) -> Vec<String> {
        self.legal_moves().into_iter().map(|mv| self.position.move_text(mv)).collect()
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(Self { game: self.game, position: self.position.clone(), keys: self.keys.clone() })
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    fn twins(&self) -> Vec<Box<dyn AnyPosition>> {
        let twin =
            |position| -> Box<dyn AnyPosition> { Box::new(Self { game: self.game, position, keys: Vec::new() }) };
        self.position.twins().into_iter().map(twin).collect()
    }
}
