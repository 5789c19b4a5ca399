//! The summary of many reviews: accuracy by player, openings, and the most costly mistakes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use console::measure_text_width;
use serde::Deserialize;
use serde_json::Value;

use crate::visible;
use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::excerpt::ellipsized;
use plyd_games::record::Format;
use plyd_games::review::Verdict;
use plyd_search::position::Side;

/// The most rows of each part of the summary.
const SHOWN: usize = 20;

/// The most characters of a name.
const NAME_MAX: usize = 40;

/// What the summary needs of a line of reviews.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) game_index: usize,
    players: [Option<String>; 2],
    pub(super) game: String,
    pub(super) state: Value,
    plies: Vec<Ply>,
    sides: HashMap<String, Sums>,
    opening: Option<Opening>,
}

#[derive(Debug, Deserialize)]
struct Ply {
    ply: usize,
    side: String,
    r#move: String,
    label: Option<String>,
    best: String,
    best_label: Option<String>,
    loss: Option<f64>,
    verdict: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Sums {
    accuracy: Option<f64>,
    mean_loss: Option<f64>,
    verdicts: HashMap<String, u32>,
}

#[derive(Debug, Deserialize)]
struct Opening {
    code: String,
    name: String,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// A sentence, if it is no review.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("this is no line of a review: {error}"))
    }
}

/// The tag with the name of a side's player. Games with colours other than black and white have the tags of their
/// format's first and second player.
pub(super) fn player_tag(game: &Game, format: Format, side: Side) -> &'static str {
    let is_black = match game.about.players[side.index()] {
        "white" => false,
        "black" => true,
        // Black begins there.
        _ if matches!(format, Format::Sgf | Format::Ggf | Format::Psq) => side == Side::First,
        _ => side == Side::Second,
    };
    if is_black { "Black" } else { "White" }
}

/// The sums over many games.
#[derive(Debug, Default)]
pub(super) struct Totals {
    games: usize,
    plies: usize,
    players: BTreeMap<String, Player>,
    openings: BTreeMap<(String, String), usize>,
    mistakes: Vec<Mistake>,
}

/// A player's games.
#[derive(Debug, Default)]
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
    /// Adds a game.
    ///
    /// # Errors
    /// A sentence, if its game is not known.
    pub(super) fn add(&mut self, catalogue: Catalogue, line: &Line) -> Result<(), String> {
        let about = &crate::game(catalogue, &line.game)?.about;
        self.games += 1;
        self.plies += line.plies.len();
        let names = [Side::First, Side::Second].map(|side| {
            let name = line.players[side.index()].as_deref().unwrap_or(about.players[side.index()]);
            ellipsized(&visible(name), NAME_MAX).into_owned()
        });
        for (side, name) in about.players.iter().zip(&names) {
            let Some(sums) = line.sides.get(*side) else { continue };
            self.players.entry(name.clone()).or_default().add(sums);
        }
        if let Some(Opening { code, name }) = &line.opening {
            *self.openings.entry((name.clone(), code.clone())).or_default() += 1;
        }
        for ply in &line.plies {
            let Ply { label, best_label, verdict: Some(verdict), loss: Some(loss), .. } = ply else { continue };
            if verdict != Verdict::Mistake.name() && verdict != Verdict::Blunder.name() {
                continue;
            }
            let own = label.as_ref().unwrap_or(&ply.r#move);
            let best = best_label.as_ref().unwrap_or(&ply.best);
            let name = &names[usize::from(ply.side != about.players[0])];
            let words = format!("{name} {own}: {verdict}, {:.1} % lost; best was {best}", 100.0 * loss);
            self.mistakes.push(Mistake { loss: *loss, game_index: line.game_index, ply: ply.ply, words });
        }
        self.mistakes.sort_by(|one, other| {
            other.loss.total_cmp(&one.loss).then((one.game_index, one.ply).cmp(&(other.game_index, other.ply)))
        });
        self.mistakes.truncate(SHOWN);
        Ok(())
    }

    /// The summary.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{}, {}\n",
            counted(self.games, "game", "games"),
            counted(self.plies, "ply judged", "plies judged")
        );
        if !self.players.is_empty() {
            text += &self.players();
        }
        let openings: Vec<_> = self.openings.iter().collect();
        text += &list(
            "openings",
            openings,
            |(_, count)| Reverse(**count),
            |((name, code), count)| format!("{count:>4}  {name} ({code})"),
        );
        text += &list(
            "most costly mistakes",
            self.mistakes.iter().collect(),
            |_| (),
            |mistake| format!("game {}, ply {}: {}", mistake.game_index + 1, mistake.ply, mistake.words),
        );
        text
    }

    fn players(&self) -> String {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_by_key(|(_, player)| Reverse(player.moves));
        let width = players.iter().take(SHOWN).map(|(name, _)| measure_text_width(name)).max().unwrap_or(0).max(6);
        let titles: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.name()).collect();
        let mut text = format!("\n{:width$}  games  moves  accuracy  mean loss  {}\n", "player", titles.join("  "));
        for (name, player) in players.iter().take(SHOWN) {
            let blanks = " ".repeat(width - measure_text_width(name));
            let mean = |sum: f64| match player.moves {
                0 => "-".to_owned(),
                moves => format!("{:.1} %", sum / f64::from(moves)),
            };
            let (accuracy, loss) = (mean(player.accuracy), mean(100.0 * player.loss));
            let (games, moves) = (player.games, player.moves);
            let _ = write!(text, "{name}{blanks}  {games:>5}  {moves:>5}  {accuracy:>8}  {loss:>9}");
            for (title, count) in titles.iter().zip(player.verdicts) {
                let _ = write!(text, "  {count:>width$}", width = title.len());
            }
            text.push('\n');
        }
        text + &more(players.len())
    }
}

impl Player {
    fn add(&mut self, sums: &Sums) {
        let verdicts = Verdict::ALL.map(|verdict| sums.verdicts.get(verdict.name()).copied().unwrap_or_default());
        let moves: u32 = verdicts.iter().sum();
        self.games += 1;
        self.moves += moves;
        self.accuracy += f64::from(moves) * sums.accuracy.unwrap_or_default();
        self.loss += f64::from(moves) * sums.mean_loss.unwrap_or_default();
        for (own, more) in self.verdicts.iter_mut().zip(verdicts) {
            *own += more;
        }
    }
}

/// A list with a title, the first rows by a key. Nothing if it is empty.
fn list<T, K: Ord>(title: &str, mut rows: Vec<T>, key: impl Fn(&T) -> K, words: impl Fn(&T) -> String) -> String {
    if rows.is_empty() {
        return String::new();
    }
    rows.sort_by_key(key);
    let shown: String = rows.iter().take(SHOWN).map(|row| format!("  {}\n", words(row))).collect();
    format!("\n{title}\n{shown}{}", more(rows.len()))
}

/// How many rows are not shown.
fn more(rows: usize) -> String {
    match rows.saturating_sub(SHOWN) {
        0 => String::new(),
        count => format!("  and {count} more\n"),
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
