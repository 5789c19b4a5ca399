//! [`Game`], an entry in the list of games. Its positions are [`AnyPosition`]s.

use std::fmt;
use std::iter;

use plyd_search::Algorithm;
use plyd_search::hooks::Selective;
use plyd_search::position::Side;

pub use crate::answer::MoveIndex;
pub use crate::any_position::{
    AnyPosition, IllegalMove, Listener, NotedMove, Playable, Question, ReadySearch, SpelledMove, Stones,
};
use crate::erased::Played;
use crate::foreign;
use crate::notation::{About, InvalidState, NumberedStarts, PeopleCurve, Sizes};
use crate::record::{Convention, SgfWord};
use crate::spelling::visible;

/// A game of the catalogue.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its name in URLs.
    pub id: &'static str,
    /// Other names that requests may use.
    pub aliases: &'static [&'static str],
    /// The facts about the game.
    pub about: About,
    /// The game's other starts, if they have numbers.
    pub numbered_starts: Option<NumberedStarts>,
    /// The boards of the game, if there are several.
    pub sizes: Option<Sizes>,
    /// The published curve of games between people, if there is one.
    pub people_curve: Option<PeopleCurve>,
    /// Whether static evaluations are generic: weights that fit many games, applied to the rules.
    pub has_generic_evaluation: bool,
    /// Whether the game can end in a draw.
    pub can_be_drawn: bool,
    /// How the game's records use each format, except for plain lists of moves.
    pub(crate) records: &'static [Convention],
    algorithms: &'static [Algorithm],
    parse: fn(&str, &'static str) -> Parsed,
    set_up: SetUp,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.id).finish()
    }
}

/// A position of some game, or an error about the text.
type Parsed = Result<Box<dyn AnyPosition>, InvalidState>;

/// See [`Notation::set_up`](crate::Notation::set_up).
type SetUp = fn(&[Vec<Option<Side>>], Side) -> Option<String>;

/// A state that means the start, as in UCI.
const STARTPOS: &str = "startpos";

impl Game {
    /// The entry of the game that `P` implements.
    #[must_use]
    pub const fn of<P: Playable>(id: &'static str) -> Self {
        Self {
            id,
            aliases: &[],
            about: P::ABOUT,
            numbered_starts: P::NUMBERED_STARTS,
            sizes: P::SIZES,
            people_curve: P::PEOPLE_CURVE,
            has_generic_evaluation: P::GENERIC_EVALUATION,
            can_be_drawn: P::CAN_BE_DRAWN,
            records: P::RECORDS,
            algorithms: match P::SELECTIVE {
                Selective::None => &[Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook],
                _ => &[Algorithm::AlphaBeta, Algorithm::Minimax, Algorithm::Textbook, Algorithm::Selective],
            },
            set_up: P::set_up,
            parse: |text, id| Ok(Box::new(Played::<P>::parse(id, text)?)),
        }
    }

    /// Reads states with this function, which chooses among several types of positions.
    pub(crate) const fn read_by(mut self, parse: fn(&str, &'static str) -> Parsed) -> Self {
        self.parse = parse;
        self
    }

    /// The same game with another id and other facts.
    pub(crate) const fn described(mut self, id: &'static str, about: About) -> Self {
        self.id = id;
        self.about = about;
        self
    }

    /// Adds names by which the game is found.
    #[must_use]
    pub const fn known_as(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// The game's id and aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        iter::once(self.id).chain(self.aliases.iter().copied())
    }

    /// Reads a state. It is plain text, or JSON text if [`About::state_is_json`]. The plain text `startpos` is the
    /// start. If plain text is not a state, rows may be on lines, and `_` may be an empty cell.
    ///
    /// # Errors
    /// [`InvalidState`] if the text is not a position of this game.
    pub fn parse(&self, text: &str) -> Parsed {
        if self.about.state_is_json {
            return (self.parse)(text, self.id);
        }
        let text = &*visible(text);
        let is_start = text.trim() == STARTPOS;
        (self.parse)(if is_start { self.about.start() } else { text }, self.id)
            .or_else(|error| foreign::respelled(text).find_map(|text| (self.parse)(&text, self.id).ok()).ok_or(error))
    }

    /// The start of the game.
    #[must_use]
    pub fn start(&self) -> Box<dyn AnyPosition> {
        self.parse(self.about.start()).expect("a game's first example is its start")
    }

    /// The start of the game under the rule that allows a move with this name, such as Hex with its swap. `None` if no
    /// such rule exists.
    #[must_use]
    pub fn start_with(&self, name: &str) -> Option<Box<dyn AnyPosition>> {
        self.with_rule_of(self.about.start(), name)
    }

    /// The same from this state.
    #[must_use]
    pub fn with_rule_of(&self, state: &str, name: &str) -> Option<Box<dyn AnyPosition>> {
        let is_called = |word: &&SgfWord| word.values.iter().any(|value| value.eq_ignore_ascii_case(name.trim()));
        let word = self.words().iter().find(is_called)?;
        self.parse(&format!("{state} {}", word.rule?)).ok()
    }

    /// The moves of the game's records that are not points of the board.
    pub(crate) fn words(&self) -> &'static [SgfWord] {
        let words = self.records.iter().find_map(|convention| match convention {
            Convention::Sgf { words, .. } => Some(*words),
            _ => None,
        });
        words.unwrap_or_default()
    }

    /// The state with these stones, see [`Notation::set_up`](crate::Notation::set_up).
    pub(crate) fn set_up(&self, stones: &[Vec<Option<Side>>], to_move: Side) -> Option<String> {
        (self.set_up)(stones, to_move)
    }

    /// The algorithms that the game supports, the exact ones first.
    #[must_use]
    pub const fn algorithms(&self) -> &'static [Algorithm] {
        self.algorithms
    }

    /// The algorithm that plays best with a limit on nodes or time. Levels use it.
    #[must_use]
    pub fn strongest(&self) -> Algorithm {
        let selective = self.algorithms.contains(&Algorithm::Selective);
        if selective { Algorithm::Selective } else { Algorithm::AlphaBeta }
    }
}
