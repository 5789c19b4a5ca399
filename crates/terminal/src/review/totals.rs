//! The summary of many reviews: accuracy by player, openings, and the most costly mistakes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::reviewed::Reviewed;
use super::table::{best, columns, own, sums, titles};
use crate::visible;
use plyd_games::catalogue::Game;
use plyd_games::excerpt::ellipsized;
use plyd_games::record::Format;
use plyd_games::review::{SideSummary, Verdict};
use plyd_search::position::Side;

/// The largest number of rows in each part of the summary.
const SHOWN: usize = 20;

/// The longest name in characters.
const NAME_MAX: usize = 40;

/// The tag with the name of a side's player. If a game's players are not called black and white, the first player has
/// the tag of the colour that begins in this format.
pub(super) fn player_tag(game: &Game, format: Format, side: Side) -> &'static str {
    let is_black = match game.about.players[side.index()] {
        "white" => false,
        "black" => true,
        // In these formats, Black begins.
        _ if matches!(format, Format::Sgf | Format::Ggf | Format::Psq) => side == Side::First,
        _ => side == Side::Second,
    };
    if is_black { "Black" } else { "White" }
}

/// The sums over games.
#[derive(Debug, Default)]
pub(super) struct Totals {
    games: usize,
    plies: usize,
    players: BTreeMap<String, Player>,
    openings: BTreeMap<(&'static str, String), usize>,
    mistakes: Vec<Mistake>,
}

/// A player's games.
#[derive(Clone, Copy, Debug, Default)]
struct Player {
    games: usize,
    moves: u32,
    /// Sums over the moves.
    accuracy: f64,
    loss: f64,
    verdicts: [u32; Verdict::ALL.len()],
}

/// A move that lost much.
#[derive(Debug)]
struct Mistake {
    loss: f64,
    game_index: usize,
    ply: usize,
    words: String,
}

impl Totals {
    /// The sums of the game with this index, whose players have these names.
    pub(super) fn of(game_index: usize, reviewed: &Reviewed, players: &[Option<String>; 2]) -> Self {
        let Reviewed { run, judged } = reviewed;
        let names = [0, 1].map(|side| {
            let name = players[side].as_deref().unwrap_or(run.game.about.players[side]);
            ellipsized(&visible(name), NAME_MAX).into_owned()
        });
        let mut totals = Self { games: 1, plies: judged.len(), ..Self::default() };
        for (name, side) in names.iter().zip(run.sum_up().sides) {
            totals.players.entry(name.clone()).or_default().add(Player::of(side));
        }
        totals.openings.extend(run.moves.opening().map(|opening| ((opening.name, opening.code.clone()), 1)));
        for ply in judged {
            let Some(measure) = &ply.measure else { continue };
            if matches!(measure.verdict, Verdict::Mistake | Verdict::Blunder) {
                let played = &run.moves.moves()[ply.ply];
                let (name, own, best) = (&names[played.side.index()], own(played), best(ply));
                let (verdict, lost) = (measure.verdict.name(), 100.0 * measure.loss);
                let words = format!("{name} {own}: {verdict}, {lost:.1} % lost; best was {best}");
                totals.mistakes.push(Mistake { loss: measure.loss, game_index, ply: ply.ply, words });
            }
        }
        totals
    }

    /// Adds other games.
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        for (name, player) in other.players {
            self.players.entry(name).or_default().add(player);
        }
        for (opening, count) in other.openings {
            *self.openings.entry(opening).or_default() += count;
        }
        self.mistakes.extend(other.mistakes);
        self.mistakes.sort_by(|one, other| {
            other.loss.total_cmp(&one.loss).then((one.game_index, one.ply).cmp(&(other.game_index, other.ply)))
        });
        self.mistakes.truncate(SHOWN);
    }

    /// The summary.
    pub(super) fn text(&self) -> String {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|(_, player)| Reverse(player.moves));
        let mut rows = vec![titles(&["player", "games", "moves"])];
        rows.extend(players.iter().take(SHOWN).map(|(name, player)| player.row(name)));
        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by_key(|(_, count)| Reverse(**count));
        let openings = openings.iter().map(|((name, code), count)| format!("{count:>4}  {name} ({code})"));
        let mistakes = self
            .mistakes
            .iter()
            .map(|Mistake { game_index, ply, words, .. }| format!("game {}, ply {ply}: {words}", game_index + 1));
        format!(
            "games: {}, plies judged: {}\n\n{}{}{}{}",
            self.games,
            self.plies,
            columns(&rows, |column| column > 0),
            more(players.len()),
            list("openings", &openings.collect::<Vec<_>>()),
            list("most costly mistakes", &mistakes.collect::<Vec<_>>())
        )
    }
}

impl Player {
    fn of(SideSummary { accuracy, mean_loss, verdicts }: SideSummary) -> Self {
        let moves: u32 = verdicts.iter().sum();
        let sum = |mean: Option<f64>| f64::from(moves) * mean.unwrap_or_default();
        Self { games: 1, moves, accuracy: sum(accuracy), loss: sum(mean_loss), verdicts }
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.accuracy += other.accuracy;
        self.loss += other.loss;
        for (own, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *own += more;
        }
    }

    fn row(&self, name: &str) -> Vec<String> {
        let mean = |sum: f64| (self.moves > 0).then(|| sum / f64::from(self.moves));
        let mut row = vec![name.to_owned(), self.games.to_string(), self.moves.to_string()];
        row.extend(sums(mean(self.accuracy), mean(self.loss), self.verdicts));
        row
    }
}

/// The first rows of a list with a title. Nothing if it is empty.
fn list(title: &str, rows: &[String]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let shown: String = rows.iter().take(SHOWN).map(|row| format!("  {row}\n")).collect();
    format!("\n{title}\n{shown}{}", more(rows.len()))
}

/// How many rows are not shown.
fn more(rows: usize) -> String {
    match rows.saturating_sub(SHOWN) {
        0 => String::new(),
        count => format!("  and {count} more\n"),
    }
}
