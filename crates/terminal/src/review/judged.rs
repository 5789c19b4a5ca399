//! A judged game as the summary needs it, read from the JSON of its review.

use serde::{Deserialize, Serialize};

use plyd_games::Catalogue;
use plyd_games::catalogue::Game;
use plyd_games::record::Record;
use plyd_games::review::{ACCURACY, Verdict};
use plyd_wire::GameOrigin;

/// What a file says about a game, apart from its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Heading {
    /// Its place in the file, and its players.
    #[serde(flatten)]
    pub origin: GameOrigin,
    /// Its result, as in [`Record::result`].
    pub result: Option<String>,
}

impl Heading {
    /// The heading of the game with this index.
    #[must_use]
    pub fn new(game: &Game, index: usize, record: &Record) -> Self {
        let origin = GameOrigin { game_index: Some(index), players: record.players(&game.about) };
        Self { origin, result: record.result.clone() }
    }

    /// The names of the players. A player without a name has the side's.
    pub(super) fn names(&self, game: &Game) -> [String; 2] {
        [0, 1].map(|side| self.origin.players[side].as_deref().unwrap_or(game.about.players[side]).to_owned())
    }

    /// The sides of the player with this name.
    pub(super) fn sides_of(&self, game: &Game, player: &str) -> [bool; 2] {
        self.names(game).map(|name| folded(&name) == folded(player))
    }
}

/// A name without capitals and white space. Names that differ only in these mean the same player.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Sums over moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) moves: u32,
    pub(super) accuracy: f64,
    pub(super) loss: f64,
    pub(super) verdicts: [u32; Verdict::ALL.len()],
}

impl Sums {
    fn count(&mut self, loss: f64, verdict: Verdict) {
        self.moves += 1;
        self.accuracy += ACCURACY.of(loss);
        self.loss += loss;
        self.verdicts[verdict as usize] += 1;
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.accuracy += other.accuracy;
        self.loss += other.loss;
        for (own, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *own += more;
        }
    }
}

/// A mistake or a blunder.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub(super) loss: f64,
    pub(super) ply: usize,
    /// The index of the side.
    pub(super) side: usize,
    /// The move, its loss and the best move.
    pub(super) words: String,
}

/// A judged game.
#[derive(Clone, Debug)]
pub struct JudgedGame {
    pub(super) game: &'static Game,
    /// The moves of each side in each third of the game.
    pub(super) sums: [[Sums; 3]; 2],
    pub(super) mistakes: Vec<Mistake>,
    /// The name and the code of its opening.
    pub(super) opening: Option<String>,
    /// The result by the rules, spelled as in [`Record::result`].
    pub(super) result: Option<&'static str>,
}

/// The fields of a review.
#[derive(Deserialize)]
struct ReviewFields {
    game: String,
    plies: Vec<PlyFields>,
    opening: Option<OpeningFields>,
    outcome: Option<OutcomeFields>,
}

#[derive(Deserialize)]
struct PlyFields {
    ply: usize,
    side: String,
    r#move: String,
    label: Option<String>,
    best: String,
    best_label: Option<String>,
    loss: Option<f64>,
    verdict: Option<String>,
}

#[derive(Deserialize)]
struct OpeningFields {
    name: String,
    code: String,
}

#[derive(Deserialize)]
struct OutcomeFields {
    winner: Option<String>,
}

impl JudgedGame {
    /// Reads the service's answer to a review.
    ///
    /// # Errors
    /// A sentence, if the text is no such answer.
    pub fn read(catalogue: Catalogue, json: &str) -> Result<Self, String> {
        let wrong = |error: &dyn ToString| format!("not a review: {}", error.to_string());
        let review: ReviewFields = serde_json::from_str(json).map_err(|error| wrong(&error))?;
        let game = catalogue.find(&review.game).map_err(|unknown| wrong(&unknown))?;
        let side_of = |player: &str| game.about.players.iter().position(|known| *known == player);
        let result = review.outcome.map(|outcome| match outcome.winner.and_then(|winner| side_of(&winner)) {
            Some(0) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        });
        let opening = review.opening.map(|OpeningFields { name, code }| format!("{name} ({code})"));
        let mut judged = Self { game, sums: Default::default(), mistakes: Vec::new(), opening, result };
        let plies = review.plies.last().map_or(0, |last| last.ply + 1);
        for ply in review.plies {
            let verdict = Verdict::ALL.into_iter().find(|verdict| ply.verdict.as_deref() == Some(verdict.name()));
            if let (Some(side), Some(loss), Some(verdict)) = (side_of(&ply.side), ply.loss, verdict) {
                judged.sums[side][3 * ply.ply / plies].count(loss, verdict);
                judged.mistakes.extend((verdict >= Verdict::Mistake).then(|| ply.mistake(side, loss, verdict)));
            }
        }
        Ok(judged)
    }
}

impl PlyFields {
    fn mistake(self, side: usize, loss: f64, verdict: Verdict) -> Mistake {
        let (own, best) = (self.label.unwrap_or(self.r#move), self.best_label.unwrap_or(self.best));
        let words = format!("{own}: {}, {:.1} % lost; best was {best}", verdict.name(), 100.0 * loss);
        Mistake { loss, ply: self.ply, side, words }
    }
}
