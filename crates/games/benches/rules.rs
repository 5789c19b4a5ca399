//! What rules as data cost: a node of the same alpha-beta search in a native game and in the file with its rules, and
//! the time to read and compile rules. Checks the results of what it times, and prints tables.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use plyd_games::rules::{Ruled, read_rules};
use plyd_games::{Breakthrough, Checkers, ConnectFour, Notation, Othello};
use plyd_search::hooks::NoHooks;
use plyd_search::position::{Listing, Outcome, Position, Repetition, Side};
use plyd_search::{Evaluate, Limits, Question, Score, Stop, Table, search};

/// How many times each search runs: the fastest one counts, because other programs only slow it down. Searches are short,
/// so that some of them are not interrupted.
const RUNS: usize = 60;
const TABLE_BYTES: usize = 1 << 20;

/// The rules of a game alone: every evaluation is 0, and the search gets no hook.
#[derive(Clone)]
struct Plain<P>(P);

impl<P: Position> Position for Plain<P> {
    type Move = P::Move;

    fn repetition(&self) -> Option<Repetition> {
        self.0.repetition()
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn is_final(&self) -> bool {
        self.0.is_final()
    }

    fn legal_moves(&self, moves: &mut Vec<P::Move>) {
        self.0.legal_moves(moves);
    }

    fn list_moves(&self, moves: &mut Vec<P::Move>) -> Listing {
        self.0.list_moves(moves)
    }

    fn play_unchecked(&mut self, mv: P::Move) {
        self.0.play_unchecked(mv);
    }

    fn quiet_plies_left(&self) -> u32 {
        self.0.quiet_plies_left()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl<P: Position> Evaluate for Plain<P> {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}

/// The results of a search.
#[derive(Clone, Copy)]
struct Measured {
    nodes: u64,
    score: i32,
    nanoseconds: f64,
}

fn measure<P: Evaluate + Sync>(root: &P, depth: u32) -> Measured
where
    P::Move: Sync,
{
    let mut least = Duration::MAX;
    let mut found = None;
    for _ in 0..RUNS {
        let mut table = Table::new(TABLE_BYTES);
        let started = Instant::now();
        let analysis =
            search(black_box(root), &Question::new(Limits::depth(depth)), &mut table, &Stop::default(), &mut |_| ());
        least = least.min(started.elapsed());
        let result = (analysis.stats.nodes, analysis.score.value());
        assert_eq!(*found.get_or_insert(result), result);
    }
    let (nodes, score) = found.expect("at least one run");
    Measured { nodes, score, nanoseconds: least.as_nanos() as f64 / nodes as f64 }
}

fn text(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn compare<P: Notation + Evaluate + Sync>(name: &str, depth: u32)
where
    P::Move: Sync,
{
    let native = Plain(P::parse(P::ABOUT.state_examples[0]).unwrap());
    let rules = text(&format!("src/rules/games/{name}.json"));
    let rules = Plain(Ruled::<1>::parse(&format!("{{\"rules\":{rules}}}")).unwrap());
    let [native, rules] = [measure(&native, depth), measure(&rules, depth)];
    assert_eq!(native.score, rules.score, "{name}");
    let ratio = rules.nanoseconds / native.nanoseconds;
    println!(
        "{name:14} {depth:5} {:12} {:12} {:10.0} {:10.0} {ratio:6.2}",
        native.nodes, rules.nodes, native.nanoseconds, rules.nanoseconds
    );
}

/// The microseconds that it takes to read and compile rules.
fn reading(json: &str) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        read_rules(black_box(json)).unwrap_or_else(|error| panic!("{json}: {error}"));
        least = least.min(started.elapsed());
    }
    least.as_secs_f64() * 1e6
}

fn main() {
    println!("a node         depth native nodes  rules nodes  native ns   rules ns  ratio");
    compare::<ConnectFour>("connect-four", 10);
    compare::<Breakthrough>("breakthrough", 6);
    compare::<Othello>("othello", 9);
    compare::<Checkers>("checkers", 11);

    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules/games")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut rules: Vec<(String, String)> =
        names.map(|name| (name.clone(), text(&format!("src/rules/games/{name}")))).collect();
    let hostile = text("tests/rules/hostile.txt");
    rules.extend(hostile.lines().map(|line| (line.chars().take(40).collect(), line.to_owned())));
    let mut times: Vec<(f64, &str)> = rules.iter().map(|(name, json)| (reading(json), &**name)).collect();
    times.sort_by(|one, other| other.0.total_cmp(&one.0));
    println!("\n{} rules are read and compiled in microseconds, the slowest ones:", times.len());
    for (time, name) in &times[..10] {
        println!("{time:8.1} {name}");
    }
}
