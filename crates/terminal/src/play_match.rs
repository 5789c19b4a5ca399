//! `plyd match`: a match between two search settings.

use clap::Args;

use crate::arena::{Match, Player, Tally, has_same_rules, in_pairs};
use crate::sequential::Sequential;
use crate::{game, print, progress, technique};
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_search::{Technique, Techniques};

/// The players and the games of a match.
#[derive(Clone, Debug, Args)]
pub struct MatchOptions {
    /// The game's id, such as tic-tac-toe
    pub game: String,
    /// The first player: `random`, or the fields of a search, such as depth=4 or nodes=10000,algorithm=minimax
    #[arg(long)]
    pub first: String,
    /// The second player, in the same form
    #[arg(long)]
    pub second: String,
    /// The second player's game, with the same rules but another evaluation; by default the same game
    #[arg(long, value_name = "GAME")]
    pub second_game: Option<String>,
    /// Techniques to switch off for the first player, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = technique())]
    pub first_without: Vec<Technique>,
    /// The same for the second player
    #[arg(long, value_delimiter = ',', value_parser = technique())]
    pub second_without: Vec<Technique>,
    /// Number of games, played in pairs with colours swapped
    #[arg(long, default_value_t = 100, value_parser = in_pairs)]
    pub games: u32,
    /// Random plies before the players take over
    #[arg(long, default_value_t = 4)]
    pub opening_plies: u32,
    /// Seed of the openings and of random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Two Elo differences, such as 0 20: the match ends when it is clear which one is nearer
    #[arg(long, num_args = 2, value_names = ["ELO", "ELO"], allow_negative_numbers = true)]
    pub until: Vec<f64>,
}

/// Plays a match and prints the result as JSON.
///
/// # Errors
/// A sentence, if a setting is wrong.
pub(crate) fn play_match(catalogue: Catalogue, options: &MatchOptions) -> Result<(), String> {
    let game = game(catalogue, &options.game)?;
    let second_game = options.second_game.as_deref().map(|id| crate::game(catalogue, id)).transpose()?;
    if let Some(other) = second_game.filter(|other| !has_same_rules(game, other)) {
        return Err(format!(
            "--second-game: {} and {} start differently, expected games with the same rules",
            game.id, other.id
        ));
    }
    let player = |game: &Game, option: &str, text: &str, without: &[Technique]| {
        let player = Player::parse(game, text).map_err(|problem| format!("{option}: {problem}"))?;
        Ok::<_, String>(player.with(Techniques::ALL.without_all(without)))
    };
    let played = Match {
        game,
        second_game,
        players: [
            player(game, "--first", &options.first, &options.first_without)?,
            player(second_game.unwrap_or(game), "--second", &options.second, &options.second_without)?,
        ],
        pairs: options.games / 2,
        opening_plies: options.opening_plies,
        seed: options.seed,
        until: <[f64; 2]>::try_from(options.until.as_slice()).ok().map(|elo| Sequential { elo }),
    };
    let bar = progress(u64::from(2 * played.pairs));
    let tally = played.play(&|tally| {
        let Tally { wins, draws, losses, .. } = tally;
        bar.set_position(u64::from(tally.games()));
        bar.set_message(format!("+{wins} ={draws} -{losses}"));
    });
    drop(bar);
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let elo = tally.elo();
    print(&serde_json::json!({
        "game": game.id,
        "second_game": second_game.map(|game| game.id),
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
        "log_odds": played.until.map(|until| tenth(until.log_odds(&tally))),
    }))
}

/// The names of techniques on the command line.
fn names(techniques: &[Technique]) -> Vec<&'static str> {
    techniques.iter().map(|technique| technique.name()).collect()
}
