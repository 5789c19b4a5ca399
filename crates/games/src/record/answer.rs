//! A game that was read from a record, and a game to write.

use std::collections::BTreeMap;

use crate::answer::Standing;
use crate::record::Format;

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The format of the text.
    pub format: Format,
    /// The canonical state that the game starts from.
    pub state: String,
    /// The names of its moves, with the forced passes that a record may leave out.
    pub moves: Vec<String>,
    /// The tags in the order of the text, each name once. Those of SGF that PGN has too are named as there: `Black` for
    /// PB, `Event` for EV. `Result` and `FEN` are among them if the text has them.
    pub tags: Vec<(String, String)>,
    /// The result that the text gives: `1-0` if the first side won, `0-1` if the second one did, `1/2-1/2`, or `*` for
    /// an unfinished game. `None` if it gives none. It may have a winner where the rules have not ended the game.
    pub result: Option<String>,
    /// After the last move. Only draws that nobody has to claim end a recorded game: see
    /// [`Draws::Automatic`](plyd_search::Draws).
    pub standing: Standing,
    /// The comments of the main line by ply, that is, by the number of moves before them. Several at one ply are lines of one text.
    pub comments: BTreeMap<usize, String>,
    /// The rest of the text.
    pub skipped: Skipped,
    /// Games that follow in the text. They are counted, not read.
    pub more: usize,
}

impl Record {
    /// The same game to be written again.
    #[must_use]
    pub fn draft(&self) -> Draft<'_> {
        let Self { state, moves, tags, result, comments, .. } = self;
        Draft { state, moves, tags, result: result.as_deref(), comments }
    }
}

/// The parts of a record that were read over, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Variations, also those inside of others.
    pub variations: usize,
    /// Comments inside of variations.
    pub comments: usize,
    /// Judgements of the main line's moves: `!?`, `$5`.
    pub annotations: usize,
    /// Commands inside of comments: `[%clk 0:01:23]`.
    pub commands: usize,
    /// Lines that begin with `%`.
    pub lines: usize,
    /// Properties of SGF that are neither moves nor facts of the game, such as marks on the board.
    pub properties: usize,
}

impl Skipped {
    /// Each count with its name in the API.
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
    /// The state that it starts from; `startpos` is the start.
    pub state: &'a str,
    /// Its moves, in any spelling that [`AnyPosition::play_named`](crate::game::AnyPosition::play_named) reads.
    pub moves: &'a [String],
    /// Tags, each name once. `FEN`, `Result` and others that follow from the game may be there if they agree with it.
    pub tags: &'a [(String, String)],
    /// The result; `None` to take it from the tag `Result`, or from the rules.
    pub result: Option<&'a str>,
    /// Comments by ply, see [`Record::comments`].
    pub comments: &'a BTreeMap<usize, String>,
}
