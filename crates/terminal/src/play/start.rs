//! The options of `plyd play`, and the start of a game.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;

use super::clocks::Clocks;
use super::game_loop::GameLoop;
use super::input::Input;
use super::look::{ColorWhen, look_of_stdout};
use super::opponent::Opponent;
use super::save::SaveFile;
use super::session::Session;
use crate::ask::{PositionOptions, by_option, query};
use crate::record::warn;
use crate::record_file::{RecordSource, name};
use crate::{Visible, game, output_failure, stderr};
use plyd_drawing::{Look, has_two_ends};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::notation::About;
use plyd_operations::reach_request;
use plyd_wire::from_query;

/// The game and the players.
#[derive(Clone, Debug, Args)]
pub struct PlayOptions {
    /// The game's id, such as tic-tac-toe; with --load, needed only if the record could belong to several games
    #[arg(required_unless_present = "load")]
    pub game: Option<String>,
    /// The rules of the game, as JSON, if the game is rules
    #[arg(long)]
    pub rules: Option<String>,
    /// The position to begin from, in the game's notation; by default the start of the game
    #[arg(long, allow_hyphen_values = true)]
    pub state: Option<String>,
    /// Start on a board of this size instead, such as 13 or 13x13, in games that have several
    #[arg(long)]
    pub size: Option<String>,
    /// Moves to play from there, separated by commas or white space
    #[arg(long)]
    pub moves: Option<String>,
    /// Continue a recorded game from its last position: a file with PGN, PDN, SGF, a transcript or moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "state", "size", "moves"])]
    pub load: Option<PathBuf>,
    /// The opponent, from 1 for a beginner to 10 for the strongest; by default 5
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<String>,
    /// Write the record to this file at the end of the game, in the format that its name ends with, otherwise in the
    /// game's own; a file of PGN, PDN or SGF may already have games
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Your name in the record
    #[arg(long, default_value = "Anonymous")]
    pub name: String,
    /// Your side: a player's name such as white, or first, second, both or neither
    #[arg(long, default_value = "first")]
    pub side: String,
    /// Seed of the opponent's choices; by default different in each game
    #[arg(long)]
    pub seed: Option<u64>,
    /// Minutes per player, such as 5; with seconds added for each move 5+3, with a delay in seconds before the clock runs
    /// 5d3, with periods of byo-yomi in seconds 10+3x30; or seconds for each move and nothing else 30/move. plyd then
    /// thinks as long as a person would
    #[arg(long, value_name = "TIME")]
    pub clock: Option<Clocks>,
    /// Make the opponent play on instead of resigning, or offering or accepting draws
    #[arg(long)]
    pub no_manners: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto)]
    pub color: ColorWhen,
}

/// Plays a game at the terminal, or with piped input.
///
/// # Errors
/// A sentence, if the request is wrong or the terminal is gone.
pub(crate) fn play(catalogue: Catalogue, options: &PlayOptions) -> Result<(), String> {
    let session = match (&options.load, &options.game) {
        (Some(file), id) => loaded(catalogue, file, id.clone())?,
        (None, id) => begin(game(catalogue, id.as_deref().unwrap_or_default())?, options)?,
    };
    play_session(session, options, look_of_stdout(options.color), &mut io::stdout())
}

/// Plays with this output until the game or standard input ends. Does not load a record.
///
/// # Errors
/// A sentence, if the request is wrong or reading or writing fails.
pub fn play_with(
    game: &'static Game,
    options: &PlayOptions,
    look: Look,
    out: &mut dyn io::Write,
) -> Result<(), String> {
    play_session(begin(game, options)?, options, look, out)
}

fn play_session(session: Session, options: &PlayOptions, look: Look, out: &mut dyn io::Write) -> Result<(), String> {
    let about = &session.game.about;
    let own = own_sides(about, &options.side)?;
    let seed = options.seed.unwrap_or_else(seed_of_the_moment);
    let save = |file: &PathBuf| {
        SaveFile::new(session.game, file).map_err(|wrong| format!("--save {}: {wrong}", file.display()))
    };
    let saves = options.save.iter().map(save).collect::<Result<_, _>>()?;
    let game = GameLoop {
        flipped: own == [false, true] && has_two_ends(about),
        own,
        // Its errors begin with the name of the option.
        opponent: Opponent::new(session.game, options.level.as_deref(), seed).map_err(|wrong| format!("--{wrong}"))?,
        session,
        look,
        person: options.name.clone(),
        saves,
        clocks: options.clock,
        is_advised: !options.no_manners,
        offered: false,
        offers: false,
        searched: None,
        hinted: None,
        opening: None,
        is_shown: false,
        input: Input::open().map_err(|error| format!("cannot read the input: {error}"))?,
        out: Visible(out),
    };
    game.play(seed, options.save.as_deref()).map_err(|error| output_failure(&error))
}

/// Starts a session at the position that the options describe, after their moves. Errors are the same as the service's.
fn begin(game: &'static Game, options: &PlayOptions) -> Result<Session, String> {
    let PlayOptions { rules, state, size, moves, .. } = options.clone();
    let query = query(&PositionOptions { game: game.id.to_owned(), rules, state, size, moves });
    let reached = from_query(game, &query).and_then(|request| reach_request(request, game));
    let reached = reached.map_err(|problem| by_option::<PlayOptions>(&problem))?;
    Session::new(game, &reached.state, &reached.moves)
}

/// Starts a session at the end of a record. The moves of the record can be taken back.
fn loaded(catalogue: Catalogue, file: &Path, id: Option<String>) -> Result<Session, String> {
    let (game, record) = RecordSource::first(file.to_owned(), id).load(catalogue)?;
    warn(file, &record);
    if record.games > 1 {
        let _ = writeln!(stderr(), "plyd: {}: the file has {} games; the first is loaded", name(file), record.games);
    }
    let mut session = Session::new(game, &record.state, &record.moves)?;
    session.tags = record.tags;
    Ok(session)
}

/// The sides that the user plays.
fn own_sides(about: &About, side: &str) -> Result<[bool; 2], String> {
    if let Some(player) = about.players.iter().position(|player| player.eq_ignore_ascii_case(side)) {
        return Ok([player == 0, player == 1]);
    }
    match side {
        "first" => Ok([true, false]),
        "second" => Ok([false, true]),
        "both" => Ok([true, true]),
        "neither" => Ok([false, false]),
        _ => {
            let [first, second] = about.players;
            Err(format!("--side: {side:?} is not a player; expected {first}, {second}, first, second, both or neither"))
        }
    }
}

/// A random seed that is short enough to be typed again.
fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos()) / 1000 % 1_000_000
}
