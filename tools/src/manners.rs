//! `plyd-tools manners`: games between levels that follow the advice of their answers, and games by the clock against a UCI
//! engine. All requests and answers are those of the service.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use plyd_games::catalogue::{AnyPosition, Game};
use plyd_search::position::{Outcome, Side};
use plyd_search::{Engine, Limits, Question, Stop};
use plyd_wire::{Caps, SearchRequest, from_json};
use serde_json::{Value, json};

use crate::self_play::Draws;

/// Options of `manners`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id; the six games of docs/results/strength.md if not given
    game: Option<String>,
    /// Number of games
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Nodes of the search that confirms
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Play chess by the clock against this UCI engine instead, such as `target/release/plyd uci`
    #[arg(long)]
    uci: Option<String>,
    /// Milliseconds on each clock
    #[arg(long, default_value_t = 10_000)]
    clock: u64,
    /// Milliseconds that a move adds
    #[arg(long, default_value_t = 100)]
    increment: u64,
}

const GAMES: [&str; 6] = ["chess", "checkers", "othello", "gomoku", "connect-four", "hex"];
const LEVELS: [u8; 3] = [2, 5, 8];
/// Random plies before each game.
const OPENING_PLIES: usize = 2;
/// A game is left at this ply.
const PLIES_MAX: usize = 300;
/// The clock that `think_ms` is measured by.
const FIVE_MINUTES: u64 = 300_000;
/// A position is lost up to this expected score: from the other side's 0.9 on, levels give nothing away.
const LOST: f64 = 0.1;
/// From this level on games are not to go on long after they are lost.
const NOT_LONG: u8 = 5;
const TABLE_BYTES: usize = 64 << 20;

/// Plays the games and prints a row of the table for each.
///
/// # Errors
/// If there is no such game, or the engine doesn't answer.
pub(crate) fn measure(options: &Options) -> io::Result<()> {
    if let Some(engine) = &options.uci {
        return by_the_clock(options, engine);
    }
    println!(
        "| game | resignations confirmed | plies after 0.97 | draws agreed in 0.4–0.6 | offers a game | think_ms: quick, 90th/10th, longest game |"
    );
    println!("|---|---|---|---|---|---|");
    for id in GAMES.into_iter().filter(|id| options.game.as_ref().is_none_or(|game| game == id)) {
        let game = crate::chosen(Some(id))?[0];
        let mut table = Table::new(game, options.nodes);
        for number in 0..options.games {
            table.play(number);
            eprint!("\r{id}: {} of {}  {}", number + 1, options.games, table.row());
        }
        eprintln!();
        println!("{}", table.row());
    }
    Ok(())
}

/// The game after so many random plies, and their names.
fn opening(game: &Game, plies: usize, draws: &mut Draws) -> (Box<dyn AnyPosition>, Vec<String>) {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for _ in 0..plies {
        let mut names = position.move_names();
        moves.extend(
            position.play_named(&names.swap_remove(draws.below(names.len() as u64) as usize)).expect("it is legal"),
        );
    }
    (position, moves)
}

/// A search request of the service, answered.
fn ask(game: &'static Game, request: &Value, engine: &mut Engine) -> Value {
    let request: SearchRequest = from_json(request.to_string().as_bytes()).expect("a request");
    let caps = Caps::new(50_000_000, 60_000);
    let prepared = request.prepare(game, &caps, Instant::now(), None).expect("a valid request");
    serde_json::to_value(prepared.run(engine, &Stop::default(), Duration::ZERO, None)).expect("an answer is JSON")
}

/// What the games of one kind amount to.
struct Table {
    game: &'static Game,
    nodes: u64,
    engine: Engine,
    games: usize,
    resigned: [usize; 2],
    played_on: Vec<usize>,
    agreed: [usize; 2],
    offers: usize,
    think: Vec<u64>,
    longest_quick: u64,
    longest_game: u64,
}

impl Table {
    fn new(game: &'static Game, nodes: u64) -> Self {
        Self {
            game,
            nodes,
            engine: Engine::new(TABLE_BYTES),
            games: 0,
            resigned: [0; 2],
            played_on: Vec::new(),
            agreed: [0; 2],
            offers: 0,
            think: Vec::new(),
            longest_quick: 0,
            longest_game: 0,
        }
    }

    /// Plays a game whose players follow their advice.
    fn play(&mut self, number: u64) {
        let pair = (number % 9) as usize;
        let levels = [LEVELS[pair / 3], LEVELS[pair % 3]];
        let (mut position, mut moves) = opening(self.game, OPENING_PLIES, &mut Draws::of_game(67, number));
        let (mut left, mut thought) = ([FIVE_MINUTES; 2], [0; 2]);
        let mut positions: Vec<Box<dyn AnyPosition>> = Vec::new();
        let mut is_offered = false;
        let mut loser = None;
        while let Some(side) = position.side_to_move().filter(|_| moves.len() < PLIES_MAX) {
            let (own, other) = (side.index(), side.other().index());
            let clock = json!({"own_ms": left[own], "opponent_ms": left[other]});
            let request =
                json!({"moves": moves, "level": levels[own], "seed": number, "with": ["advice"], "clock": clock});
            let answer = ask(self.game, &request, &mut self.engine);
            let advice = &answer["advice"];
            positions.push(position.duplicate());
            if !advice["claim_draw"].is_null() {
                break;
            }
            if is_offered && advice["accept_draw"] == true {
                let expected = self.expected(&*position, self.nodes);
                self.agreed[usize::from((0.4..=0.6).contains(&expected))] += 1;
                if !(0.4..=0.6).contains(&expected) {
                    eprintln!(
                        "\nagreed at {expected:.3} by level {}: {} after {advice}",
                        levels[own],
                        position.state()
                    );
                }
                break;
            }
            if advice["resign"] == true {
                let expected = self.expected(&*position, self.nodes);
                self.resigned[usize::from(expected <= LOST)] += 1;
                if expected > LOST {
                    eprintln!("\nresigned at {expected:.3} by level {}: {} {advice}", levels[own], position.state());
                }
                loser = Some(side);
                break;
            }
            is_offered = advice["offer_draw"] == true;
            self.offers += usize::from(is_offered);
            let think = advice["think_ms"].as_u64().expect("a number");
            self.think.push(think);
            if answer["book"] == true || position.count_moves() == 1 {
                self.longest_quick = self.longest_quick.max(think);
            }
            left[own] -= think;
            thought[own] += think;
            let name = answer["move"].as_str().expect("a move").to_owned();
            position.play_named(&name).expect("it is legal");
            moves.push(name);
        }
        self.games += 1;
        self.longest_game = self.longest_game.max(thought[0].max(thought[1]));
        let loser = loser.or_else(|| position.winner().map(Side::other));
        if let Some(loser) = loser.filter(|loser| levels[loser.index()] >= NOT_LONG) {
            let end = moves.len();
            let mut lost_since = end;
            for (ply, position) in positions.iter().enumerate().map(|(ply, met)| (ply + OPENING_PLIES, met)).rev() {
                if position.side_to_move() != Some(loser) {
                    continue;
                }
                if self.expected(&**position, self.nodes / 10) > 0.03 {
                    break;
                }
                lost_since = ply;
            }
            self.played_on.push(end - lost_since);
        }
    }

    /// The expected score of the side to move by a search of the strongest kind.
    fn expected(&mut self, position: &dyn AnyPosition, nodes: u64) -> f64 {
        let algorithm = self.game.strongest();
        let limits = Limits { nodes, ..Limits::depth(self.game.about.max_depth_of(algorithm)) };
        let question = Question { algorithm, warm: false, ..Question::new(limits) };
        let found = position.duplicate().prepare(question)(&mut self.engine, &Stop::default(), None).analysis;
        self.game.about.expected_score.published(found.score, found.proven)
    }

    fn row(&self) -> String {
        let share = |[not, yes]: [usize; 2]| match not + yes {
            0 => "none".to_owned(),
            all => format!("{:.1} % of {all}", 100.0 * yes as f64 / all as f64),
        };
        let sorted = |values: &[u64]| {
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            sorted
        };
        let on: Vec<u64> = sorted(&self.played_on.iter().map(|plies| *plies as u64).collect::<Vec<u64>>());
        let think = sorted(&self.think);
        let of = |part: usize| think.get(think.len() * part / 10).copied().unwrap_or_default();
        let mut row = format!("| {} | {} | ", self.game.id, share(self.resigned));
        let _ = match on.get(on.len() / 2) {
            Some(median) => write!(row, "{median} in {} games", on.len()),
            None => write!(row, "none"),
        };
        let offers = self.offers as f64 / self.games.max(1) as f64;
        let spread = of(9) as f64 / of(1).max(1) as f64;
        let (quick, longest) = (self.longest_quick, self.longest_game / 1000);
        let _ = write!(row, " | {} | {offers:.2} | {quick} ms, {spread:.1}, {longest} s |", share(self.agreed));
        row
    }
}

/// A UCI engine.
struct Uci {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Uci {
    fn start(command: &str) -> io::Result<Self> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| io::Error::other("--uci: expected a command"))?;
        let mut child = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).expect("both are pipes");
        let mut uci = Self { child, input, output: BufReader::new(output) };
        uci.ask("uci", "uciok")?;
        Ok(uci)
    }

    /// Sends lines, and returns the line that begins with this word.
    fn ask(&mut self, lines: &str, answer: &str) -> io::Result<String> {
        writeln!(self.input, "{lines}")?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine has ended"));
            }
            if line.starts_with(answer) {
                return Ok(line);
            }
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// Plays chess by the clock against an engine, and prints the result.
fn by_the_clock(options: &Options, command: &str) -> io::Result<()> {
    let game = crate::chosen(Some("chess"))?[0];
    let (mut uci, mut engine) = (Uci::start(command)?, Engine::new(TABLE_BYTES));
    let (mut results, mut late, mut used) = (Vec::new(), [0; 2], Vec::new());
    for number in 0..options.games {
        // Each opening twice, with colours changed.
        let opening = opening(game, 4, &mut Draws::of_game(6710, number / 2));
        let own = if number % 2 == 0 { Side::First } else { Side::Second };
        let clocked = Clocked { game, options, own };
        let (score, is_late, share) = clocked.play(opening, &mut engine, &mut uci)?;
        results.push(score);
        is_late.into_iter().zip(&mut late).for_each(|(is_late, late)| *late += usize::from(is_late));
        used.extend(share);
        let (games, total) = (results.len(), results.iter().sum::<f64>());
        let mean = total / games as f64;
        let variance = results.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / games as f64;
        let error = 1.96 * (variance / games as f64).sqrt();
        let least = used.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "{games} games: {total} points, {:.1} % ± {:.1}; lost on time: {} by clock, {} by UCI; {} games reached move 40, \
             in which at least {least:.2} and on average {:.2} of the time was used",
            100.0 * mean,
            100.0 * error,
            late[0],
            late[1],
            used.len(),
            used.iter().sum::<f64>() / used.len().max(1) as f64,
        );
    }
    Ok(())
}

/// A game by the clock.
struct Clocked<'a> {
    game: &'static Game,
    options: &'a Options,
    own: Side,
}

impl Clocked<'_> {
    /// Our score, who lost on time, and the share of our time that was used if the game reached move 40.
    fn play(
        &self,
        (mut position, mut moves): (Box<dyn AnyPosition>, Vec<String>),
        engine: &mut Engine,
        uci: &mut Uci,
    ) -> io::Result<(f64, [bool; 2], Option<f64>)> {
        let Options { clock, increment, .. } = *self.options;
        let mut left = [Duration::from_millis(clock); 2];
        uci.ask("ucinewgame\nisready", "readyok")?;
        engine.new_game();
        let mut late = [false; 2];
        while let Some(side) = position.side_to_move().filter(|_| moves.len() < PLIES_MAX) {
            let ms = left.map(|left| left.as_millis() as u64);
            let (index, began) = (side.index(), Instant::now());
            let name = if side == self.own {
                let clock = json!({"own_ms": ms[index], "opponent_ms": ms[1 - index], "increment_ms": increment});
                let request = json!({"moves": moves, "clock": clock});
                ask(self.game, &request, engine)["move"].as_str().expect("a move").to_owned()
            } else {
                let played = moves.join(" ");
                let [white, black] = ms;
                let go = format!("go wtime {white} btime {black} winc {increment} binc {increment}");
                let line = uci.ask(&format!("position startpos moves {played}\n{go}"), "bestmove")?;
                line.split_whitespace().nth(1).unwrap_or_default().to_owned()
            };
            let took = began.elapsed();
            if took > left[index] {
                late[usize::from(side != self.own)] = true;
                break;
            }
            left[index] = left[index] - took + Duration::from_millis(increment);
            position.play_named(&name).map_err(|illegal| io::Error::other(illegal.detail))?;
            moves.push(name);
        }
        let outcome = position.standing().outcome.map(|(outcome, _)| outcome).and_then(Outcome::winner);
        let score = match (late, outcome) {
            ([true, _], _) => 0.0,
            ([_, true], _) => 1.0,
            (_, None) => 0.5,
            (_, Some(winner)) => f64::from(u8::from(winner == self.own)),
        };
        let had = Duration::from_millis(clock + increment * (moves.len() as u64 / 2));
        let share = 1.0 - left[self.own.index()].as_secs_f64() / had.as_secs_f64();
        Ok((score, late, (moves.len() >= 80).then_some(share)))
    }
}
