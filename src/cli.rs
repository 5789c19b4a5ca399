//! The subcommands that need no server: the same requests, the same answers, on standard output.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::arena::{Match, Player, Tally};
use crate::bench::{Lines, measure};
use crate::book;
use crate::catalogue::Game;
use crate::config::{
    BenchOptions, BookOptions, HealthOptions, LevelsOptions, MatchOptions, PerftOptions, PositionOptions,
    SearchOptions, Technique,
};
use crate::games::{self, CATALOGUE};
use crate::ladder;
use crate::memory;
use crate::search::{Algorithm, Stop, Table};
use crate::wire::{PositionReport, PositionRequest, SearchRequest, from_query};

/// Describes a position.
///
/// # Errors
/// A sentence, when the request is wrong.
pub fn position(options: &PositionOptions) -> Result<(), String> {
    let game = games::find(&options.game).map_err(|unknown| unknown.to_string())?;
    let request: PositionRequest = from_query(game, &query(options, &[])).map_err(|refusal| refusal.to_string())?;
    let position = request.position(game).map_err(|refusal| refusal.to_string())?;
    print(&PositionReport::new(game, position.describe(None, &Stop::default()).expect("nothing limits it")))
}

/// Searches a position.
///
/// # Errors
/// A sentence, when the request is wrong.
pub fn search(options: &SearchOptions) -> Result<(), String> {
    let arrived = Instant::now();
    let game = games::find(&options.position.game).map_err(|unknown| unknown.to_string())?;
    let fields = [
        ("depth", &options.depth),
        ("nodes", &options.nodes),
        ("time_ms", &options.time_ms),
        ("algorithm", &options.algorithm),
        ("level", &options.level),
        ("multi_pv", &options.multi_pv),
        ("tie_break", &options.tie_break),
        ("seed", &options.seed),
        ("search_moves", &options.search_moves),
    ];
    let request: SearchRequest =
        from_query(game, &query(&options.position, &fields)).map_err(|refusal| refusal.to_string())?;
    let ready = request.prepare(game, &options.caps.caps(), arrived, None).map_err(|refusal| refusal.to_string())?;
    print(&ready.run(&mut Table::new(TABLE_BYTES), &Stop::default(), Duration::ZERO, None))
}

/// As large as a server's by default.
const TABLE_BYTES: usize = 64 << 20;

/// The query string that the options stand for.
fn query(position: &PositionOptions, fields: &[(&str, &Option<String>)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    let all = [("state", &position.state), ("moves", &position.moves)];
    for (name, value) in all.iter().chain(fields) {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    query.finish()
}

/// Counts move sequences, depth by depth.
///
/// # Errors
/// A sentence, when the request is wrong.
pub fn perft(options: &PerftOptions) -> Result<(), String> {
    let game = games::find(&options.game).map_err(|unknown| unknown.to_string())?;
    let position = match &options.state {
        None => game.start(),
        Some(state) => game.parse(state).map_err(|invalid| format!("state: {invalid}"))?,
    };
    for depth in 1..options.depth {
        let started = Instant::now();
        eprintln!("{depth} {} in {:.3?}", position.perft(depth), started.elapsed());
    }
    writeln!(std::io::stdout(), "{}", position.perft(options.depth)).map_err(|error| error.to_string())
}

/// Plays a match: a line on standard error every few seconds, and the result as JSON on standard output.
///
/// # Errors
/// A sentence, when a setting is wrong.
pub fn play_match(options: &MatchOptions) -> Result<(), String> {
    let game = games::find(&options.game).map_err(|unknown| unknown.to_string())?;
    let player = |text: &str, without: &[Technique]| {
        let player = Player::parse(game, text).map_err(|refusal| refusal.to_string())?;
        Ok::<_, String>(player.with(Technique::all_without(without)))
    };
    let played = Match {
        game,
        players: [player(&options.first, &options.first_without)?, player(&options.second, &options.second_without)?],
        pairs: options.games.div_ceil(2),
        opening_plies: options.opening_plies,
        seed: options.seed,
    };
    let last_line = Mutex::new(Instant::now());
    let tally = played.play(&|tally| {
        let mut last_line = last_line.lock().expect("printing does not panic");
        if last_line.elapsed() > Duration::from_secs(5) {
            *last_line = Instant::now();
            let Tally { wins, draws, losses, .. } = tally;
            eprintln!("{} of {} games: +{wins} ={draws} -{losses}", tally.games(), 2 * played.pairs);
        }
    });
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let elo = tally.elo();
    print(&serde_json::json!({
        "game": game.id,
        "first": options.first,
        "second": options.second,
        "first_without": names(&options.first_without),
        "second_without": names(&options.second_without),
        "games": tally.games(),
        "opening_plies": options.opening_plies,
        "seed": options.seed,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": (tally.score() * 1000.0).round() / 1000.0,
        "elo": elo.map(|(elo, _)| tenth(elo)),
        "elo_error_95": elo.map(|(_, error)| tenth(error)),
    }))
}

/// Techniques, as options name them.
fn names(techniques: &[Technique]) -> Vec<String> {
    let name = |technique: &Technique| technique.to_possible_value().map(|value| value.get_name().to_owned());
    techniques.iter().filter_map(name).collect()
}

/// Plays the table of levels; each row on standard output as it is done.
///
/// # Errors
/// A sentence, when there is no such game.
pub fn levels(options: &LevelsOptions) -> Result<(), String> {
    let games = chosen(options.game.as_deref())?;
    let mut printed = writeln!(std::io::stdout(), "{}", ladder::HEAD);
    for game in games {
        ladder::climb(game, options.games, options.seed, |rung| {
            printed = std::mem::replace(&mut printed, Ok(())).and_then(|()| writeln!(std::io::stdout(), "{rung}"));
        });
    }
    printed.map_err(|error| error.to_string())
}

/// The game of this id, or every game.
fn chosen(id: Option<&str>) -> Result<Vec<&'static Game>, String> {
    match id {
        None => Ok(CATALOGUE.iter().collect()),
        Some(id) => games::find(id).map(|game| vec![game]).map_err(|unknown| unknown.to_string()),
    }
}

/// Measures the search: a line for each game on standard error, and the total of all nodes on standard output.
///
/// # Errors
/// A sentence, when there is no such game.
pub fn bench(options: &BenchOptions) -> Result<(), String> {
    let games = chosen(options.game.as_deref())?;
    let lines = if options.each_alone { Lines::EachAlone } else { Lines::Best(options.multi_pv) };
    let mut signature = 0;
    for game in games {
        let algorithm = if options.selective { Algorithm::Selective } else { Algorithm::AlphaBeta };
        if !game.algorithms().contains(&algorithm) {
            continue;
        }
        let measured = measure(game, algorithm, options.deeper, lines, Technique::all_without(&options.without));
        let speed = measured.nodes as f64 / measured.elapsed.as_secs_f64() / 1e6;
        eprintln!("{:14} {:>12} nodes {speed:>8.2} M nodes/s", game.id, measured.nodes);
        signature += measured.nodes;
    }
    writeln!(std::io::stdout(), "{signature}").map_err(|error| error.to_string())
}

/// Makes a book: a line on standard error for every position that is solved.
///
/// # Errors
/// A sentence, when there is no such game or book, or a file cannot be read or written.
pub fn book(options: &BookOptions) -> Result<(), String> {
    let game = games::find(&options.game).map_err(|unknown| unknown.to_string())?;
    let table_bytes = (options.table_mb as usize) << 20;
    memory::check("the transposition table", table_bytes + table_bytes / 16)?;
    let mut table = Table::new(table_bytes);
    let book = book::make(game, options.plies, &mut table, &options.work)
        .map_err(|error| format!("{}: {error}", options.work.display()))?;
    let book = book.ok_or_else(|| format!("{} may go on for too long after {} plies", game.id, options.plies))?;
    std::fs::write(&options.output, book).map_err(|error| format!("{}: {error}", options.output.display()))
}

/// Asks `/livez`.
///
/// # Errors
/// A sentence, when there is no good answer within two seconds.
pub fn healthcheck(options: &HealthOptions) -> Result<(), String> {
    let address = reachable(options.listen);
    let failed = |error: std::io::Error| format!("no server at {address}: {error}");
    let patience = Duration::from_secs(2);
    let mut stream = TcpStream::connect_timeout(&address, patience).map_err(failed)?;
    stream.set_read_timeout(Some(patience)).map_err(failed)?;
    let request = format!("GET /livez HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(failed)?;
    let status = answer.lines().next().unwrap_or_default();
    if status.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("{address} answered {status:?}")) }
}

/// A server that listens on every address is asked at the loopback one.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn print(answer: &impl serde::Serialize) -> Result<(), String> {
    let json = serde_json::to_string(answer).map_err(|error| error.to_string())?;
    writeln!(std::io::stdout(), "{json}").map_err(|error| error.to_string())
}
