//! The table of levels: each level plays the one two below it, and level 1 plays a random mover.

use std::fmt;

use clap::Args;

use plyd_games::CATALOGUE;
use plyd_games::catalogue::Game;
use plyd_search::level::Levels;
use plyd_terminal::arena::{Match, Player, Tally, in_pairs};
use plyd_terminal::{Sequential, chosen, progress, write_out};

/// The rows to play.
#[derive(Clone, Debug, Args)]
pub(crate) struct LadderOptions {
    /// The id of one game; by default every game
    pub(crate) game: Option<String>,
    /// Most games for each row, in pairs with colours swapped: a row ends as soon as it is clear whether the level
    /// scores nearer 70 % or 50 %
    #[arg(long, default_value_t = 100, value_parser = in_pairs)]
    pub(crate) games: u32,
    /// Play all games of each row
    #[arg(long)]
    pub(crate) all: bool,
    /// Seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Plays the table of levels, and prints each finished row to standard output.
///
/// # Errors
/// A sentence, if there is no such game.
pub(crate) fn play(options: &LadderOptions) -> Result<(), String> {
    let games = chosen(CATALOGUE, options.game.as_deref())?;
    let with_levels = games.iter().filter(|game| game.about.levels.is_some()).count() as u64;
    let a_table = RUNGS as u64 * u64::from(options.games);
    let bar = progress(with_levels * a_table);
    let print = |line: &str| bar.suspend(|| write_out(&format!("{line}\n")));
    let mut printed = print(HEAD);
    let rows = Rows { games: options.games, seed: options.seed, until: (!options.all).then_some(CLEAR) };
    let mut done = 0;
    for game in games {
        bar.set_message(game.id);
        let on_games = |games: u32| bar.set_position(done + u64::from(games));
        climb(game, rows, &on_games, |rung| {
            printed = std::mem::replace(&mut printed, Ok(())).and_then(|()| print(&rung.to_string()));
        });
        done += if game.about.levels.is_some() { a_table } else { 0 };
    }
    printed
}

/// Random plies at the start of a game, so that deterministic levels play different games.
const OPENING_PLIES: u32 = 2;

/// The sequential test of a row: 50 % of the points or 70 %.
const CLEAR: Sequential = Sequential { elo: [0.0, 147.0] };

/// The games of each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The most games.
    pub(crate) games: u32,
    /// Seed of the openings and of all random choices.
    pub(crate) seed: u64,
    /// The test that may end a row early.
    pub(crate) until: Option<Sequential>,
}

/// One row: a level, its opponent and the level's score.
#[derive(Clone, Debug)]
pub(crate) struct Rung {
    game: &'static str,
    level: u8,
    /// `None` for a random mover.
    against: Option<u8>,
    /// The result for the level.
    pub(crate) tally: Tally,
}

/// Rows of a game's table.
const RUNGS: usize = Levels::COUNT - 1;

/// Plays the whole table of a game, from the lowest level upwards. Does nothing for a game without levels. Calls
/// `on_row` after each row, and `on_games` with the number of games played so far.
pub(crate) fn climb(game: &'static Game, rows: Rows, on_games: &dyn Fn(u32), mut on_row: impl FnMut(&Rung)) {
    if game.about.levels.is_none() {
        return;
    }
    let player = |level: Option<u8>| match level {
        None => Player::RANDOM,
        Some(level) => Player::parse(game, &format!("level={level}")).expect("the game has levels"),
    };
    let lowest = (1, None);
    let steps = (1..=Levels::COUNT as u8 - 2).map(|below| (below + 2, Some(below)));
    let Rows { games, seed, until } = rows;
    let pairs = games / 2;
    let mut before = 0;
    for (level, against) in std::iter::once(lowest).chain(steps) {
        let players = [player(Some(level)), player(against)];
        let played = Match { game, second_game: None, players, pairs, opening_plies: OPENING_PLIES, seed, until };
        let tally = played.play(&|tally| on_games(before + tally.games()));
        before += 2 * pairs;
        on_row(&Rung { game: game.about.title, level, against, tally });
    }
}

/// The head of the table, in Markdown.
pub(crate) const HEAD: &str = "\
| game | level | against | games | won | drawn | lost | points |
|---|---|---|---|---|---|---|---|";

impl fmt::Display for Rung {
    /// A row of the table, in Markdown. The error is half the width of the 95 % interval.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, .. } = self.tally;
        let against = self.against.map_or_else(|| "random".to_owned(), |level| level.to_string());
        let (score, error) = (100.0 * self.tally.score(), 100.0 * self.tally.error());
        write!(
            f,
            "| {} | {} | {against} | {} | {wins} | {draws} | {losses} | {score:.0} % ± {error:.0} |",
            self.game,
            self.level,
            self.tally.games()
        )
    }
}
