//! Parts of games that plyd plays against itself for training data.

use plyd_games::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Engine, Limits, Score, Stop, mix};

/// Random numbers that follow from a seed.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    /// The random numbers for a game in a chunk.
    pub(crate) fn of_game(chunk: u64, game: u64) -> Self {
        Self(mix(mix(chunk) ^ game))
    }

    /// A number from 0 up to, but not including, `count`.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0 = mix(self.0);
        self.0 % count
    }

    /// A random legal move of an unfinished game.
    pub(crate) fn legal_move<P: Position>(&mut self, position: &P) -> P::Move {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves[self.below(moves.len() as u64) as usize]
    }

    /// A position after this many random plies; `None` if the game is over by then.
    pub(crate) fn opening<P: Position + Default>(&mut self, plies: u64) -> Option<P> {
        let mut position = P::default();
        for _ in 0..plies {
            let mv = self.legal_move(&position);
            position.play_unchecked(mv);
            if position.outcome().is_some() {
                return None;
            }
        }
        Some(position)
    }
}

/// The game after this many random plies, or fewer if it would otherwise be over.
pub(crate) fn opening(game: &Game, plies: u64, draws: &mut Draws) -> Box<dyn AnyPosition> {
    let mut position = game.start();
    for _ in 0..plies {
        let mut next = position.duplicate();
        next.play(MoveIndex(draws.below(position.count_moves() as u64) as usize));
        if next.side_to_move().is_none() {
            break;
        }
        position = next;
    }
    position
}

/// What a search of a quick game finds: the score, whether it is proven, and the move.
pub(crate) fn search(
    game: &Game,
    position: &dyn AnyPosition,
    nodes: u64,
    engine: &mut Engine,
) -> (Score, bool, Option<MoveIndex>) {
    let limits = Limits { nodes, ..Limits::depth(game.about.max_depth) };
    let question = Question { algorithm: game.strongest(), ..Question::new(limits) };
    let answer = position.duplicate().prepare(question)(engine, &Stop::default(), None);
    (answer.analysis.score, answer.analysis.proven, answer.index)
}

/// A position of a quick game, with the score of its search and the move that was played.
pub(crate) struct Searched {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) score: Score,
    pub(crate) mv: MoveIndex,
}

/// A quick game of plyd against itself.
pub(crate) struct QuickGame {
    /// The positions whose result no search has proven.
    pub(crate) searched: Vec<Searched>,
    /// Who won, or is sure to win.
    pub(crate) winner: Option<Side>,
}

impl QuickGame {
    /// Plays on from a position with this number of nodes for each move, until a search proves the result or `is_decided`
    /// says that the result is clear from a score. `None` if the game takes more than `plies_max` plies.
    pub(crate) fn play(
        game: &Game,
        mut position: Box<dyn AnyPosition>,
        nodes: u64,
        plies_max: usize,
        engine: &mut Engine,
        is_decided: impl Fn(Score) -> bool,
    ) -> Option<Self> {
        let mut searched = Vec::new();
        engine.new_game();
        let winner = loop {
            let Some(side) = position.side_to_move() else { break position.winner() };
            if searched.len() == plies_max {
                return None;
            }
            let (score, proven, mv) = search(game, &*position, nodes, engine);
            if proven || is_decided(score) {
                break (score.value() != 0).then(|| if score.value() > 0 { side } else { side.other() });
            }
            let mv = mv.expect("the game goes on");
            searched.push(Searched { position: position.duplicate(), score, mv });
            position.play(mv);
        };
        Some(Self { searched, winner })
    }

    /// What a side got in the end.
    pub(crate) fn points(&self, side: Side) -> f64 {
        self.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)))
    }
}

/// Converts a value from the side to move to the first side, or back.
pub(crate) fn seen_by_first<P: Position>(position: &P, value: i32) -> i32 {
    if position.side_to_move() == Side::First { value } else { -value }
}

/// 1 if the first side wins, −1 if the second side wins, otherwise 0.
pub(crate) fn first_side_result(outcome: Outcome) -> i32 {
    match outcome.winner() {
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
        None => 0,
    }
}
