//! `plyd-tools levels`: how much expected score each level's moves lose on average, in positions of its own games.

use std::io;
use std::ops::RangeInclusive;

use clap::Args;
use plyd_games::answer::Answer;
use plyd_games::catalogue::{AnyPosition, Game, MoveIndex, Question};
use plyd_search::level::Levels;
use plyd_search::{Engine, Limits, Stop};

use crate::measured::{self, Measured};
use crate::self_play::{Draws, opening};

/// Options of `levels`.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The game's id; every game with levels if not given
    game: Option<String>,
    /// The levels to measure
    #[arg(long, value_delimiter = ',', default_values_t = 1..=Levels::COUNT as u8)]
    levels: Vec<u8>,
    /// Number of positions for each level
    #[arg(long, default_value_t = 60)]
    positions: usize,
    /// Nodes of the search that judges, but at least twice the level's own
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Write the losses to the games' file; needs all levels
    #[arg(long)]
    write: bool,
}

/// Random plies before a game, so that levels without slack play different games.
const OPENING_PLIES: u64 = 2;
/// Positions from one game.
const FROM_A_GAME: usize = 5;
/// Positions with an expected result in this range are undecided. That includes a proven draw, but not a proven win.
const UNDECIDED: RangeInclusive<f64> = 0.1..=0.9;
/// If every score is proven, no position is undecided, but a win can still be lost.
const NOT_LOST: RangeInclusive<f64> = 0.1..=1.0;
/// A game is abandoned at this ply.
const PLIES_MAX: usize = 200;
const TABLE_BYTES: usize = 64 << 20;

/// Prints the line of each game's losses, and the largest loss of each level; writes the mean losses if asked.
///
/// # Errors
/// If there is no such game, or the file cannot be written.
pub(crate) fn measure(options: &Options) -> io::Result<()> {
    let mut measured = Vec::new();
    for game in crate::chosen(options.game.as_deref())? {
        let Some(levels) = game.about.levels else { continue };
        let mut judge = Judge { game, levels, nodes: options.nodes, engine: Engine::new(TABLE_BYTES) };
        let (mut means, mut largest) = (Vec::new(), Vec::new());
        for number in options.levels.iter().copied() {
            let losses = judge.losses(number, options.positions);
            let mean = losses.iter().sum::<f64>() / losses.len() as f64;
            means.push((1000.0 * mean).round() / 1000.0);
            largest.push(format!("{:.2}", losses.iter().fold(0.0, |most: f64, loss| most.max(*loss))));
        }
        println!("{}: mean losses {means:?}, at most {}", game.id, largest.join(" "));
        if means.len() == Levels::COUNT {
            measured.push(Measured { id: game.id, curve: None, mean_losses: Some(means) });
        }
    }
    if options.write { measured::write(&measured) } else { Ok(()) }
}

/// Values the moves of a game's levels.
struct Judge {
    game: &'static Game,
    levels: Levels,
    nodes: u64,
    engine: Engine,
}

impl Judge {
    /// The losses of a level's moves in this many positions of its games against itself.
    fn losses(&mut self, number: u8, positions: usize) -> Vec<f64> {
        let (mut losses, mut games) = (Vec::new(), 0);
        let nodes = self.nodes.max(2 * self.levels.get(number).expect("a level").nodes);
        while losses.len() < positions {
            let mut draws = Draws::of_game(u64::from(number), games);
            games += 1;
            let mut met = self.play(number, &mut draws);
            for _ in 0..FROM_A_GAME {
                if !met.is_empty() {
                    let (position, mv) = met.swap_remove(draws.below(met.len() as u64) as usize);
                    losses.extend(self.loss(&*position, mv, nodes));
                }
            }
        }
        losses.truncate(positions);
        losses
    }

    /// The positions in a game of this level against itself where there is a choice, with the level's moves.
    fn play(&mut self, number: u8, draws: &mut Draws) -> Vec<(Box<dyn AnyPosition>, MoveIndex)> {
        let mut position = opening(self.game, OPENING_PLIES, draws);
        let mut met = Vec::new();
        while position.side_to_move().is_some() && met.len() < PLIES_MAX {
            let answer = self.ask(&*position, self.question(number, draws.below(1 << 32)));
            let mv = answer.index.expect("the game goes on");
            let mut next = position.duplicate();
            next.play(mv);
            let before = std::mem::replace(&mut position, next);
            if before.count_moves() > 1 && !answer.analysis.booked {
                met.push((before, mv));
            }
        }
        met
    }

    /// A level's question. Each move of a game has a different seed.
    fn question(&self, number: u8, seed: u64) -> Question {
        let level = self.levels.get(number).expect("a level");
        Question {
            algorithm: self.game.strongest(),
            handicap: self.levels.handicap(number, seed, self.game.about.expected_score),
            ..Question::new(level.limits())
        }
    }

    /// The loss of a move compared with the best one, by two searches of the same size. `None` in a decided position,
    /// where no move loses anything.
    fn loss(&mut self, position: &dyn AnyPosition, mv: MoveIndex, nodes: u64) -> Option<f64> {
        let limits = Limits { nodes, ..Limits::depth(self.game.about.max_depth) };
        let question = Question { algorithm: self.game.strongest(), ..Question::new(limits) };
        let best = self.ask(position, question.clone());
        let promised = self.promised(&best);
        let judged = if self.game.about.expected_score.fit.is_some() { UNDECIDED } else { NOT_LOST };
        if !judged.contains(&promised) {
            return None;
        }
        if best.index == Some(mv) {
            return Some(0.0);
        }
        let played = self.ask(position, Question { search_moves: Some(vec![mv]), ..question });
        Some((promised - self.promised(&played)).max(0.0))
    }

    fn promised(&self, Answer { analysis, .. }: &Answer) -> f64 {
        self.game.about.expected_score.of(analysis.score, analysis.proven)
    }

    fn ask(&mut self, position: &dyn AnyPosition, question: Question) -> Answer {
        self.engine.new_game();
        position.duplicate().prepare(question)(&mut self.engine, &Stop::default(), None)
    }
}
