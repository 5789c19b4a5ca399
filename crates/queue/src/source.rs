//! Where a job comes from.

use std::sync::Arc;

use plyd_games::catalogue::Game;
use plyd_games::excerpt::ellipsized;
use plyd_games::record::Record;
use plyd_wire::to_json;
use serde::{Serialize, Serializer};

/// The longest name of a job in characters.
pub(crate) const MAX_ID: usize = 100;

/// The tag with which Lichess names a game.
const ID_TAG: &str = "GameId";

/// The place of a job in a file, and what the file says about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Source {
    #[serde(serialize_with = "as_text")]
    file: Arc<str>,
    /// Which game of the file it is, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_index: Option<usize>,
    /// Which line of the file it is, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The name of the job or of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The names of the first and the second player.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[Option<String>; 2]>,
}

impl Source {
    /// A line of a file, with the name that it has for its job.
    pub(crate) fn of_line(file: &Arc<str>, line: usize, id: Option<String>) -> Self {
        Self { file: Arc::clone(file), game_index: None, line: Some(line), id, players: None }
    }

    /// A game of a file that cannot be read.
    pub(crate) fn of_unreadable(file: &Arc<str>, index: usize) -> Self {
        Self { file: Arc::clone(file), game_index: Some(index), line: None, id: None, players: None }
    }

    /// A game of a file.
    pub(crate) fn of_game(file: &Arc<str>, index: usize, game: &Game, record: &Record) -> Self {
        let id = record.tags.iter().find(|(tag, _)| tag == ID_TAG);
        let id = id.map(|(_, id)| ellipsized(id, MAX_ID).into_owned());
        Self { id, players: Some(record.players(&game.about)), ..Self::of_unreadable(file, index) }
    }

    /// The source as JSON on one line.
    pub(crate) fn json(&self) -> String {
        to_json(self)
    }
}

fn as_text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}
