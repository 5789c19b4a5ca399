//! A game that was read from a record, and a game to write.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Annotations, Format, RecordFault};
use crate::answer::Standing;
use crate::excerpt::ellipsized;
use crate::notation::About;
use crate::opening::Opening;

/// The longest name of a player in characters. A longer one is cut and ends in an ellipsis.
const NAME_MAX: usize = 100;

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The format of the text.
    pub format: Format,
    /// The canonical state that the game starts from.
    pub state: String,
    /// The names of the moves, including forced passes that a record may leave out.
    pub moves: Vec<String>,
    /// The tags in the order of the text, each name once. SGF properties that correspond to a PGN tag have the tag's
    /// name: `Black` for PB, `Event` for EV. `Result` and `FEN` are included if the text has them.
    pub tags: Vec<(String, String)>,
    /// The result in the text: `1-0` if the first side won, `0-1` if the second side won, `1/2-1/2`, or `*` for an
    /// unfinished game. `None` if there is none. The result may name a winner although the rules have not ended the
    /// game.
    pub result: Option<String>,
    /// The position after the last move. Only draws that need no claim end a recorded game, see
    /// [`Draws::Automatic`](plyd_search::Draws).
    pub standing: Standing,
    /// The number of moves after which the rules ended the game, if play continued.
    pub ended_at: Option<usize>,
    /// The last named opening in the game.
    pub opening: Option<Opening>,
    /// The comments of the main line. Each key is the number of moves before the comment. Several comments at the same
    /// place are lines of one text.
    pub comments: BTreeMap<usize, String>,
    /// Clocks, judgements, drawings and variations.
    pub annotations: Annotations,
    /// How much of the text was skipped.
    pub skipped: Skipped,
    /// What was read although it is wrong or contradicts something else.
    pub warnings: Vec<RecordFault>,
    /// The number of games in the text. One of them was read, the others were counted.
    pub games: usize,
    /// The number of games after the one that was read.
    pub more: usize,
}

impl Record {
    /// The warnings, each with its place.
    #[must_use]
    pub fn warning_texts(&self) -> Vec<String> {
        self.warnings.iter().map(ToString::to_string).collect()
    }

    /// The same game, to be written.
    #[must_use]
    pub fn draft(&self) -> Draft<'_> {
        let Self { state, moves, tags, result, comments, annotations, .. } = self;
        Draft { state, moves, tags, result: result.as_deref(), comments, annotations }
    }

    /// The names of the first and the second player, from the tags, see [`Format::colours`].
    #[must_use]
    pub fn players(&self, about: &About) -> [Option<String>; 2] {
        self.format.colours(about).map(|tag| {
            let (_, name) = self.tags.iter().find(|(name, _)| name == tag)?;
            (!["", "?"].contains(&name.trim())).then(|| ellipsized(name.trim(), NAME_MAX).into_owned())
        })
    }
}

/// The parts of a record that were skipped, counted by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Variations that could not be played or exceed a limit, including the variations nested in them.
    pub variations: usize,
    /// Comments inside of variations that were skipped.
    pub comments: usize,
    /// Annotations that have no number, such as a separate mark of check.
    pub annotations: usize,
    /// Commands inside of comments that are neither clocks nor drawings: `[%eval 0.35]`.
    pub commands: usize,
    /// Lines that begin with `%`.
    pub lines: usize,
    /// SGF properties that are neither moves, annotations nor facts about the game, such as the names of nodes.
    pub properties: usize,
}

impl Skipped {
    /// The counts with their names in the API.
    #[must_use]
    pub const fn counts(&self) -> [(&'static str, usize); 6] {
        [
            ("variations", self.variations),
            ("comments", self.comments),
            ("annotations", self.annotations),
            ("commands", self.commands),
            ("lines", self.lines),
            ("properties", self.properties),
        ]
    }
}

/// A game to write.
#[derive(Clone, Copy, Debug)]
pub struct Draft<'a> {
    /// The state that the game starts from. `startpos` is the start of the game.
    pub state: &'a str,
    /// Its moves, in any spelling that [`AnyPosition::play_named`](crate::game::AnyPosition::play_named) reads.
    pub moves: &'a [String],
    /// Tags, each name once. `FEN`, `Result` and other tags that follow from the game are allowed if they agree with
    /// it.
    pub tags: &'a [(String, String)],
    /// The result; `None` to use the tag `Result`, or the rules.
    pub result: Option<&'a str>,
    /// Comments by ply, see [`Record::comments`].
    pub comments: &'a BTreeMap<usize, String>,
    /// Clocks, judgements, drawings and variations. What the format cannot hold of them is left out, see
    /// [`Annotations::lost_in`].
    pub annotations: &'a Annotations,
}

/// Nothing is said about a game.
static NO_COMMENTS: BTreeMap<usize, String> = BTreeMap::new();
static NO_ANNOTATIONS: Annotations = Annotations::NONE;

impl<'a> Draft<'a> {
    /// Moves from this state, and nothing else.
    #[must_use]
    pub fn new(state: &'a str, moves: &'a [String]) -> Self {
        Self { state, moves, tags: &[], result: None, comments: &NO_COMMENTS, annotations: &NO_ANNOTATIONS }
    }
}
