//! The summary of many reviews: accuracy by player, openings, and the most costly mistakes. The summary of a single
//! player has results by opening and colour, and mistakes by phase.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::judged::{Heading, JudgedGame, Mistake, Sums, folded};
use super::table::{columns, sums, titles};
use crate::visible;
use plyd_games::excerpt::ellipsized;

/// The largest number of rows in each part of the summary.
const SHOWN: usize = 20;

/// The longest name in characters.
const NAME_MAX: usize = 40;

/// The phases of a game, by thirds of its plies, because that is possible in every game.
const PHASES: [&str; 3] = ["first third", "second third", "last third"];

/// The sums over games.
#[derive(Debug, Default)]
pub struct Totals {
    /// The name of the only player that is summed up; `None` for all players.
    player: Option<String>,
    games: usize,
    plies: u32,
    /// The players by their folded names.
    players: BTreeMap<String, Player>,
    /// The number of games with each opening.
    openings: BTreeMap<String, usize>,
    /// The player's results, by side and opening.
    results: BTreeMap<(&'static str, String), Results>,
    /// The player's moves in each phase.
    phases: [Sums; PHASES.len()],
    /// The most costly ones, with the index of the game and the name of the player.
    mistakes: Vec<(usize, String, Mistake)>,
}

/// A player's games.
#[derive(Debug, Default)]
struct Player {
    /// The name as it was spelled first.
    name: String,
    games: usize,
    sums: Sums,
}

/// The results of a player's games.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    won: usize,
    drawn: usize,
    lost: usize,
    unfinished: usize,
}

impl Totals {
    /// No games yet. Only the player with this name will be summed up, or all players if there is no name.
    #[must_use]
    pub fn new(player: Option<&str>) -> Self {
        Self { player: player.map(str::to_owned), ..Self::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, heading: &Heading, judged: &JudgedGame) {
        let names = heading.names(judged.game);
        let sides = self.player.as_ref().map_or([true; 2], |player| heading.sides_of(judged.game, player));
        let shown = |side: usize| ellipsized(&visible(&names[side]), NAME_MAX).into_owned();
        self.games += 1;
        *self.openings.entry(judged.opening.clone().unwrap_or_default()).or_default() += 1;
        for side in [0, 1].into_iter().filter(|side| sides[*side]) {
            let player = self.players.entry(folded(&names[side])).or_default();
            if player.games == 0 {
                player.name = shown(side);
            }
            player.games += 1;
            for (phase, moves) in self.phases.iter_mut().zip(&judged.sums[side]) {
                player.sums.add(moves);
                phase.add(moves);
                self.plies += moves.moves;
            }
            let opening = judged.opening.clone().unwrap_or_else(|| "no named opening".to_owned());
            let results = self.results.entry((judged.game.about.players[side], opening)).or_default();
            results.count(side, judged.result.or(heading.result.as_deref()));
        }
        let game_index = heading.origin.game_index.unwrap_or(0);
        let mistakes = judged.mistakes.iter().filter(|mistake| sides[mistake.side]);
        self.mistakes.extend(mistakes.map(|mistake| (game_index, shown(mistake.side), mistake.clone())));
        self.mistakes.sort_by(|(index, _, one), (other_index, _, other)| {
            other.loss.total_cmp(&one.loss).then((index, one.ply).cmp(&(other_index, other.ply)))
        });
        self.mistakes.truncate(SHOWN);
    }

    /// The summary.
    #[must_use]
    pub fn text(&self) -> String {
        let mut players: Vec<&Player> = self.players.values().collect();
        players.sort_by_key(|player| Reverse(player.sums.moves));
        let mut rows = vec![titles(&["player", "games", "moves"])];
        rows.extend(players.iter().take(SHOWN).map(|player| player.row()));
        let mistakes = self.mistakes.iter();
        let mistakes = mistakes.map(|(game_index, name, Mistake { ply, words, .. })| {
            format!("game {}, ply {ply}: {name} {words}", game_index + 1)
        });
        format!(
            "games: {}, plies judged: {}\n\n{}{}{}{}",
            self.games,
            self.plies,
            columns(&rows, |column| column > 0),
            more(players.len()),
            if self.player.is_some() { self.of_player() } else { self.openings() },
            list("most costly mistakes", &mistakes.collect::<Vec<_>>())
        )
    }

    fn openings(&self) -> String {
        let mut openings: Vec<_> = self.openings.iter().filter(|(opening, _)| !opening.is_empty()).collect();
        openings.sort_by_key(|(_, count)| Reverse(**count));
        let openings = openings.iter().map(|(opening, count)| format!("{count:>4}  {opening}"));
        list("openings", &openings.collect::<Vec<_>>())
    }

    /// The player's results by side and opening, and the moves by phase.
    fn of_player(&self) -> String {
        let mut text = String::new();
        let mut sides: Vec<&str> = self.results.keys().map(|(side, _)| *side).collect();
        sides.dedup();
        for side in sides {
            let mut openings: Vec<_> = self.results.iter().filter(|((of, _), _)| *of == side).collect();
            openings.sort_by_key(|(_, results)| Reverse(results.games()));
            let title = format!("openings as {side}");
            let mut rows = vec![[&*title, "games", "won", "drawn", "lost", "unfinished"].map(str::to_owned).to_vec()];
            rows.extend(openings.iter().take(SHOWN).map(|((_, opening), results)| results.row(opening)));
            text += &format!("\n{}{}", columns(&rows, |column| column > 0), more(openings.len()));
        }
        let mut rows = vec![titles(&["mistakes by phase", "moves"])];
        rows.extend(PHASES.iter().zip(&self.phases).map(|(name, sums)| sums.row((*name).to_owned())));
        format!("{text}\n{}", columns(&rows, |column| column > 0))
    }
}

impl Player {
    fn row(&self) -> Vec<String> {
        let mut row = self.sums.row(self.name.clone());
        row.insert(1, self.games.to_string());
        row
    }
}

impl Sums {
    /// The moves with this title.
    fn row(&self, title: String) -> Vec<String> {
        let mean = |sum: f64| (self.moves > 0).then(|| sum / f64::from(self.moves));
        let sums = sums(mean(self.accuracy), mean(self.loss), self.verdicts);
        [title, self.moves.to_string()].into_iter().chain(sums).collect()
    }
}

impl Results {
    /// Counts a game of this side with this result.
    fn count(&mut self, side: usize, result: Option<&str>) {
        let counted = match result {
            Some("1/2-1/2") => &mut self.drawn,
            Some(result @ ("1-0" | "0-1")) if (result == "1-0") == (side == 0) => &mut self.won,
            Some("1-0" | "0-1") => &mut self.lost,
            _ => &mut self.unfinished,
        };
        *counted += 1;
    }

    const fn games(self) -> usize {
        self.won + self.drawn + self.lost + self.unfinished
    }

    fn row(self, opening: &str) -> Vec<String> {
        let Self { won, drawn, lost, unfinished } = self;
        let counts = [self.games(), won, drawn, lost, unfinished].map(|count| count.to_string());
        [opening.to_owned()].into_iter().chain(counts).collect()
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
