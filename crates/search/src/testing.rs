//! Games for unit tests.

use crate::hooks::{
    Forced, Hooks, LateMovePruning, LateMoveReductions, MoveChoice, NoHooks, NoLeaves, NoSolver, Positional, ProbCut,
    QuiescencePruning, SeePruning, Selective, Tactical, TacticalParameters,
};
use crate::position::{Outcome, Position, Side};
use crate::{Evaluate, Score, mix};

/// A heap from which each side takes one, two or three; two games of the same rules.
#[derive(Clone)]
pub(crate) struct Heap<const GAME: bool>(pub(crate) u32, pub(crate) Side);

impl<const GAME: bool> Position for Heap<GAME> {
    type Move = u32;

    fn side_to_move(&self) -> Side {
        self.1
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then(|| Outcome::Win(self.1.other()))
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(1..=self.0.min(3));
    }

    fn play_unchecked(&mut self, taken: u32) {
        *self = Self(self.0 - taken, self.1.other());
    }

    fn key(&self) -> u64 {
        u64::from(2 * self.0) + self.1.index() as u64
    }
}

impl<const GAME: bool> Evaluate for Heap<GAME> {
    type Hooks = NoHooks;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        Score::ZERO
    }
}

/// A game that is written down position by position. A move is the index of the position that it leads to, and sides
/// alternate.
#[derive(Clone, Copy)]
pub(crate) struct Script<const TACTICAL: bool> {
    pub(crate) places: &'static [Place],
    pub(crate) at: usize,
    pub(crate) side: Side,
    /// Whether the search may look at exchanges.
    pub(crate) exchanges: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The static evaluation, for the side to move.
    pub(crate) value: i32,
    pub(crate) over: Option<Outcome>,
    pub(crate) moves: &'static [usize],
    /// What the move to this place captures.
    pub(crate) captured: i32,
    pub(crate) in_check: bool,
}

impl Place {
    /// A place of this value with these moves.
    pub(crate) const fn new(value: i32, moves: &'static [usize]) -> Self {
        Self { value, over: None, moves, captured: 0, in_check: false }
    }

    /// The end of the game.
    pub(crate) const fn end(value: i32, outcome: Outcome) -> Self {
        Self { over: Some(outcome), ..Self::new(value, &[]) }
    }

    /// The same, reached by a capture.
    pub(crate) const fn captured(self) -> Self {
        Self { captured: 1, ..self }
    }
}

impl<const TACTICAL: bool> Script<TACTICAL> {
    pub(crate) const fn new(places: &'static [Place]) -> Self {
        Self { places, at: 0, side: Side::First, exchanges: true }
    }

    /// A game at random, of at most nine plies. Whoever moves last may win.
    pub(crate) fn random(seed: u64) -> Self {
        const PLIES: usize = 10;
        const WIDTH: usize = 6;
        let draw = |place: usize, what: u64, below: u64| mix(mix(seed) ^ mix(what << 32 | place as u64)) % below;
        let place = |place: usize| {
            let (ply, last) = (place / WIDTH, place / WIDTH + 1 == PLIES);
            let over = match draw(place, 1, 5) {
                _ if last => Some(Outcome::Draw),
                0 if ply > 0 => Some(Outcome::Win([Side::Second, Side::First][ply % 2])),
                _ => None,
            };
            let next = |number| WIDTH * (ply + 1) + (draw(place, 3, 6) as usize + number) % WIDTH;
            let moves: Vec<usize> = (0..1 + draw(place, 4, 5) as usize).map(next).collect();
            Place {
                value: draw(place, 5, 7) as i32 - 3,
                over,
                moves: if over.is_some() { &[] } else { moves.leak() },
                captured: draw(place, 6, 3) as i32,
                in_check: draw(place, 7, 6) == 0,
            }
        };
        let places: Vec<Place> = (0..PLIES * WIDTH).map(place).collect();
        Self::new(places.leak())
    }

    fn place(&self) -> Place {
        self.places[self.at]
    }
}

impl<const TACTICAL: bool> Position for Script<TACTICAL> {
    type Move = usize;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.place().over
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.extend(self.place().moves);
    }

    fn play_unchecked(&mut self, mv: usize) {
        (self.at, self.side) = (mv, self.side.other());
    }

    fn key(&self) -> u64 {
        mix(self.at as u64)
    }
}

/// All tactics, and pruning of late quiet moves.
pub(crate) struct ScriptHooks;

impl<const TACTICAL: bool> Hooks<Script<TACTICAL>> for ScriptHooks {
    type Tactics = Self;
    type Leaves = NoLeaves;
    type Solver = NoSolver;
    type Forced = Self;
    type Moves = Self;
}

impl<const TACTICAL: bool> Forced<Script<TACTICAL>> for ScriptHooks {
    fn in_check(position: &Script<TACTICAL>) -> bool {
        position.place().in_check
    }
}

impl<const TACTICAL: bool> MoveChoice<Script<TACTICAL>> for ScriptHooks {
    fn move_from_slot(position: &Script<TACTICAL>, slot: u16) -> Option<usize> {
        position.place().moves.contains(&usize::from(slot)).then_some(usize::from(slot))
    }
}

impl<const TACTICAL: bool> Tactical<Script<TACTICAL>> for ScriptHooks {
    const PIECE_TO_COUNT: usize = <Script<TACTICAL> as Evaluate>::SLOTS;

    fn piece_to(_: &Script<TACTICAL>, mv: usize) -> usize {
        mv
    }

    fn capture_value(position: &Script<TACTICAL>, mv: usize) -> i32 {
        position.places[mv].captured
    }

    fn see_ge(position: &Script<TACTICAL>, mv: usize, threshold: i32) -> bool {
        assert!(position.exchanges, "the technique is off");
        position.places[mv].captured > threshold
    }

    fn push_captures(position: &Script<TACTICAL>, moves: &mut Vec<usize>) {
        moves.extend(position.place().moves.iter().filter(|mv| position.places[**mv].captured > 0));
    }

    fn push_others(position: &Script<TACTICAL>, moves: &mut Vec<usize>) {
        moves.extend(position.place().moves.iter().filter(|mv| position.places[**mv].captured == 0));
    }

    fn gives_check(position: &Script<TACTICAL>, mv: usize) -> bool {
        position.places[mv].in_check
    }
}

impl<const TACTICAL: bool> Evaluate for Script<TACTICAL> {
    type Hooks = ScriptHooks;

    const SLOTS: usize = 64;

    fn slot(mv: usize) -> usize {
        mv
    }

    const ASPIRATION: i32 = 1;

    const SELECTIVE: Selective = if TACTICAL {
        Selective::Tactical(TacticalParameters {
            late_move_pruning: LATE_MOVES,
            late_move_reductions: REDUCTIONS,
            quiescence: QuiescencePruning { delta_margin: 0, quiet_evasions: 0, lines: None },
            probcut: ProbCut { min_depth: 3, reduction: 2, margin: 1 },
            see_pruning: SeePruning { quiet_max_depth: 3, quiet_margin: 1, capture_max_depth: 3, capture_margin: 1 },
            ..TacticalParameters::PLAIN
        })
    } else {
        Selective::Positional(Positional {
            late_move_pruning: Some(LATE_MOVES),
            late_move_reductions: Some(REDUCTIONS),
            ..Positional::PLAIN
        })
    };

    fn is_quiet(&self, mv: usize) -> bool {
        self.places[mv].captured == 0
    }

    fn evaluate(&self) -> Score {
        Score::heuristic(self.place().value)
    }
}

const LATE_MOVES: LateMovePruning =
    LateMovePruning { max_depth: 2, base: 0, per_depth_squared: 0, divisor: 1, divisor_improving: 1 };
const REDUCTIONS: LateMoveReductions = LateMoveReductions { min_depth: 2, min_moves: 1, base: 256, scale: 150 };
