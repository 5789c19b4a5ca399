//! Matches measure strength: two settings play each other from varied openings, with colours swapped.

use std::time::{Duration, Instant};

pub use super::tally::Tally;
use crate::in_order::{cores, in_order};
use crate::sequential::Sequential;
use plyd_games::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd_operations::settings;
use plyd_search::{Engine, Stop, Techniques, mix};
use plyd_wire::fields::Count;
use plyd_wire::{Caps, Code, Problem, SearchRequest, from_query};

/// A player.
#[derive(Clone, Debug)]
pub enum Player {
    /// A player that asks this function for moves. The function may use the seed.
    Function(fn(&dyn AnyPosition, &mut u64) -> MoveIndex),
    /// A player that searches each position with this question, within this time for each move.
    Search(Box<Question>, Duration),
}

impl Player {
    /// A player that picks any legal move with equal chances.
    pub const RANDOM: Self = Self::Function(random_move);

    /// Reads `random`, or the fields of a search such as `depth=4` or `nodes=10000,algorithm=minimax`.
    ///
    /// # Errors
    /// What is wrong with the fields.
    pub fn parse(game: &Game, text: &str) -> Result<Self, Problem> {
        if text == "random" {
            return Ok(Self::RANDOM);
        }
        let request: SearchRequest = from_query(game, &text.replace(',', "&"))?;
        if request.depth == Some(Count(0)) {
            let detail = "depth is 0, expected at least 1: a player has to look ahead";
            return Err(Problem::new(Code::InvalidBody, detail).at("depth"));
        }
        let now = Instant::now();
        let (mut question, _) = settings(&request, game, &CAPS, now)?;
        question.count_minimax = false;
        let time = question.limits.deadline.map_or(Duration::MAX, |deadline| deadline - now);
        Ok(Self::Search(Box::new(question), time))
    }

    /// The same player, using only these techniques.
    #[must_use]
    pub fn with(self, techniques: Techniques) -> Self {
        match self {
            Self::Function(_) => self,
            Self::Search(question, time) => Self::Search(Box::new(Question { techniques, ..*question }), time),
        }
    }
}

/// The caller has checked this with [`has_same_rules`].
const SAME_RULES: &str = "the games have the same rules";

/// Whether two games seem to have the same rules: the same start, in which the same moves can be played.
pub(crate) fn has_same_rules(one: &Game, other: &Game) -> bool {
    let names = |position: &dyn AnyPosition| {
        let mut names = position.move_names();
        names.sort_unstable();
        names
    };
    let (one, state) = (one.start(), one.start().state());
    other.parse(&state).is_ok_and(|other| other.state() == state && names(&*other) == names(&*one))
}

/// Matches have no caps, because no client waits for them. Only the limits of the settings count.
const CAPS: Caps = Caps::new(u64::MAX, 86_400_000);

/// A match consists of pairs of games. Both games of a pair begin with the same random opening, with colours swapped.
pub struct Match {
    /// The game.
    pub game: &'static Game,
    /// The second player's game, if it is not the first player's. It has the same rules, but may evaluate positions
    /// differently.
    pub second_game: Option<&'static Game>,
    /// The players.
    pub players: [Player; 2],
    /// The number of pairs of games.
    pub pairs: u32,
    /// The number of random plies before the players take over.
    pub opening_plies: u32,
    /// The seed of the openings and of every other random choice.
    pub seed: u64,
    /// A test that may end the match early.
    pub until: Option<Sequential>,
}

impl Match {
    /// Plays all pairs, or until the test ends, with a thread for each core. Calls `progress` after every pair. The
    /// result does not depend on the number of threads, unless a player has a time limit.
    pub fn play(&self, progress: &dyn Fn(&Tally)) -> Tally {
        let mut tally = Tally::default();
        let begin = || Engine::new(Caps::TABLE_BYTES);
        let play = |engine: &mut Engine, pair: usize| [0, 1].map(|first| self.game_result(pair as u32, first, engine));
        in_order(cores(), self.pairs as usize, begin, play, |results| {
            tally.add(results);
            progress(&tally);
            !self.until.is_some_and(|until| until.is_clear(&tally))
        });
        tally
    }

    /// The first player's half points, 0, 1 or 2, if it plays the side `first`.
    fn game_result(&self, pair: u32, first: usize, engine: &mut Engine) -> u32 {
        let mut seed = mix(self.seed ^ mix(u64::from(pair)));
        let mut position = opening(self.game, self.opening_plies, &mut seed);
        let state = position.state();
        let mut second = self.second_game.map(|game| game.parse(&state).expect(SAME_RULES));
        while let Some(side) = position.side_to_move() {
            let number = usize::from(side.index() != first);
            let asked = second.as_deref().filter(|_| number == 1).unwrap_or(&*position);
            let mv = match &self.players[number] {
                Player::Function(choose) => choose(&*position, &mut seed),
                Player::Search(question, time) => {
                    let mut question = (**question).clone().seeded(seed);
                    question.limits.deadline = Instant::now().checked_add(*time);
                    // The players share an engine, but neither may use the other's results.
                    engine.new_game();
                    let answer = asked.duplicate().prepare(question)(engine, &Stop::default(), None);
                    match (&second, answer.analysis.best) {
                        (Some(_), Some(name)) => position.find_moves(&[name]).expect(SAME_RULES)[0],
                        _ => answer.index.expect("the game goes on"),
                    }
                }
            };
            if let Some(second) = &mut second {
                second.play_named(&position.move_names()[mv.0]).expect(SAME_RULES);
            }
            position.play(mv);
        }
        match position.winner() {
            None => 1,
            Some(winner) if winner.index() == first => 2,
            Some(_) => 0,
        }
    }
}

/// Parses a number of games that can be played in pairs with colours swapped.
///
/// # Errors
/// The expected form.
pub fn in_pairs(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games| *games > 0 && games % 2 == 0);
    games.ok_or_else(|| {
        "expected an even number from 2 up: each opening is played twice, with colours swapped".to_owned()
    })
}

/// A position after random plies. If the game is over by then, it tries again with one ply fewer, since some games are
/// short.
pub fn opening(game: &Game, plies: u32, seed: &mut u64) -> Box<dyn AnyPosition> {
    let mut position = game.start();
    for _ in 0..plies {
        position.play(random_move(&*position, seed));
        if position.side_to_move().is_none() {
            return opening(game, plies - 1, seed);
        }
    }
    position
}

fn random_move(position: &dyn AnyPosition, seed: &mut u64) -> MoveIndex {
    *seed = mix(*seed);
    MoveIndex((*seed % position.count_moves() as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_games::CATALOGUE;

    fn play(game: &str, players: [&str; 2], pairs: u32) -> Tally {
        let game = CATALOGUE.find(game).unwrap();
        let players = players.map(|text| Player::parse(game, text).unwrap());
        Match { game, second_game: None, players, pairs, opening_plies: 1, seed: 3, until: None }.play(&|_| ())
    }

    #[test]
    fn a_search_beats_a_random_mover_and_the_mirror_match_agrees() {
        let tally = play("tic-tac-toe", ["depth=9", "random"], 50);
        assert_eq!((tally.games(), tally.losses), (100, 0));
        assert!(tally.wins > 70, "{tally:?}");
        let mirrored = play("tic-tac-toe", ["random", "depth=9"], 50);
        assert_eq!(mirrored.wins, 0, "{mirrored:?}");
        assert!(tally.elo().unwrap().0 > 200.0 && mirrored.elo().unwrap().0 < -200.0);
    }

    #[test]
    fn equals_draw_and_a_tally_repeats_itself() {
        let tally = play("tic-tac-toe", ["depth=9", "depth=9"], 10);
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.pairs), (0, 20, 0, [0, 0, 10, 0, 0]));
        assert_eq!(tally.elo(), Some((0.0, 0.0)));
        assert_eq!(play("tic-tac-toe", ["random", "random"], 20), play("tic-tac-toe", ["random", "random"], 20));
    }

    #[test]
    fn a_player_of_another_evaluation_plays_the_same_game() {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        let played = |second_game| {
            let players = ["depth=9", "depth=2"].map(|text| Player::parse(game, text).unwrap());
            Match { game, second_game, players, pairs: 10, opening_plies: 1, seed: 3, until: None }.play(&|_| ())
        };
        assert_eq!(played(Some(game)), played(None));
        assert!(has_same_rules(game, game) && !has_same_rules(game, CATALOGUE.find("chess").unwrap()));
    }

    #[test]
    fn wrong_settings_are_refused_by_field() {
        let game = CATALOGUE.find("tic-tac-toe").unwrap();
        for wrong in ["depth=99", "depth=0"] {
            let refusal = Player::parse(game, wrong).unwrap_err();
            assert_eq!(refusal.path.as_deref(), Some("depth"), "{wrong}");
        }
    }
}
