//! The opponent, which also gives hints.

use plyd_games::advice::{Advice, Adviser, Clocks, Terms};
use plyd_games::answer::Answer;
use plyd_games::catalogue::{AnyPosition, Game, Listener, Question};
use plyd_games::hint::{Hint, LINES, hint};
use plyd_search::level::Levels;
use plyd_search::{Engine, Stop, TieBreak};
use plyd_wire::Caps;

use super::session::Session;
use crate::arena::Player;

/// A level of the game or, if the game has no levels, a search to its default depth.
pub(super) struct Opponent {
    game: &'static Game,
    level: Option<u8>,
    seed: u64,
    engine: Engine,
}

impl Opponent {
    /// An opponent of this level, or of the middle level if none is given.
    ///
    /// # Errors
    /// A sentence, if the level or the seed is invalid.
    pub(super) fn new(game: &'static Game, level: Option<&str>, seed: u64) -> Result<Self, String> {
        let middle = game.about.levels.map(|_| Levels::COUNT as u8 / 2);
        let mut opponent = Self { game, level: middle, seed, engine: Engine::new(Caps::TABLE_BYTES) };
        opponent.question(middle)?;
        if let Some(level) = level {
            opponent.set_level(level)?;
        }
        Ok(opponent)
    }

    /// How the opponent is described to the user.
    pub(super) fn words(&self) -> String {
        match self.level {
            Some(level) => format!("level {level}"),
            None => format!("a search of {} plies", self.game.about.default_depth),
        }
    }

    /// Its name in records.
    pub(super) fn name(&self) -> String {
        self.level.map_or_else(|| "plyd".to_owned(), |level| format!("plyd level {level}"))
    }

    /// Changes the level.
    ///
    /// # Errors
    /// A sentence, if there is no such level. Then nothing changes.
    pub(super) fn set_level(&mut self, level: &str) -> Result<(), String> {
        let number = level.parse().ok().filter(|number| (1..=Levels::COUNT as u8).contains(number));
        let found = if level.is_empty() { "nothing".to_owned() } else { format!("{level:?}") };
        let number = number.ok_or_else(|| format!("level: expected 1 to {}, found {found}", Levels::COUNT))?;
        self.question(Some(number))?;
        self.level = Some(number);
        Ok(())
    }

    /// The same answer that the service gives for this level and seed.
    pub(super) fn answer(&mut self, position: &dyn AnyPosition, listener: Listener<'_>) -> Answer {
        let question = self.question(self.level).expect("level and seed were read before");
        self.engine.new_game();
        position.duplicate().prepare(question)(&mut self.engine, &Stop::default(), listener)
    }

    /// The advice that the service adds to this answer, from the game so far and these clocks.
    pub(super) fn advice(&mut self, session: &Session, answer: &Answer, clocks: Option<Clocks>) -> Advice {
        let usual = Terms::USUAL;
        let terms = Terms { level: self.level, seed: self.seed, resign_at: usual, draw_at: usual, clocks };
        let adviser = Adviser::new(self.game, session.position().duplicate(), session.past(), terms);
        let question = self.question(self.level).expect("level and seed were read before");
        adviser.advise(answer, &question, (&mut self.engine, &Stop::default()), None).0
    }

    /// A hint by the strongest level of the game.
    pub(super) fn hint(&mut self, position: &dyn AnyPosition) -> Hint {
        let strongest = self.level.map(|_| Levels::COUNT as u8);
        let question = self.question(strongest).expect("every game with levels has this one");
        let plain = Question { multi_pv: LINES, tie_break: TieBreak::First, handicap: None, ..question };
        self.engine.new_game();
        hint(self.game, position, &plain, self.game.about.expected_score, (&mut self.engine, &Stop::default()))
    }

    /// The question of a level. It has no deadline, because levels end by plies and nodes.
    fn question(&self, level: Option<u8>) -> Result<Question, String> {
        let level = level.map_or_else(String::new, |level| format!("level={level},"));
        let player = Player::parse(self.game, &format!("{level}seed={}", self.seed));
        match player.map_err(|refusal| refusal.to_string())? {
            Player::Search(mut question, _) => {
                question.limits.deadline = None;
                Ok(*question)
            }
            Player::Function(_) => unreachable!("only `random` is a function"),
        }
    }
}
