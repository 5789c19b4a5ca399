//! Laws that a game's own tests hold it to, over seeded random games.

use crate::notation::Notation;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::table::table_key;
use plyd_search::{Algorithm, Analysis, Evaluate, Limits, Question, Score, Stop, Table, search};

/// SplitMix64, so that every random test is seeded and repeatable.
pub(super) struct Rng(pub(super) u64);

impl Rng {
    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

pub(super) fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if !position.is_final() {
        position.legal_moves(&mut moves);
    }
    moves
}

/// Plays at most so many random moves, shows `see` every position on the way, and returns the last.
pub(super) fn random_game<P: Position>(start: &P, plies: usize, rng: &mut Rng, mut see: impl FnMut(&P)) -> P {
    let mut position = start.clone();
    see(&position);
    for _ in 0..plies {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
        see(&position);
    }
    position
}

/// A position that goes on, after at most so many random moves.
pub(super) fn random_position<P: Position>(start: &P, longest: usize, rng: &mut Rng) -> P {
    loop {
        let plies = rng.below(longest + 1);
        let position = random_game(start, plies, rng, |_| ());
        if !position.is_final() {
            return position;
        }
    }
}

/// Over random games from here: that a game sees the same wins at once as trying its moves finds. How many it met.
pub(super) fn assert_wins_at_once_are_seen<P: Notation>(start: &P, games: usize, rng: &mut Rng) -> usize {
    let mut met = 0;
    for _ in 0..games {
        random_game(start, usize::MAX, rng, |position| {
            if position.outcome().is_none() {
                let own = Some(position.side_to_move());
                let wins = |mv: &P::Move| position.after(*mv).outcome().and_then(Outcome::winner) == own;
                let found = moves(position).iter().any(wins);
                assert_eq!(position.wins_at_once(&mut Vec::new()), found, "{}", position.state());
                met += usize::from(found);
            }
        });
    }
    met
}

/// What this algorithm makes of a position at this depth, and nothing else said.
pub(super) fn analyse<P: Evaluate>(position: &P, algorithm: Algorithm, depth: u32) -> Analysis<P::Move> {
    let request = Question { algorithm, ..Question::new(Limits::depth(depth)) };
    search(position, &request, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

fn score<P: Evaluate>(position: &P, algorithm: Algorithm, depth: u32) -> Score {
    analyse(position, algorithm, depth).score
}

/// The position after moves by name, apart by spaces.
pub(super) fn after<P: Notation>(position: &P, line: &str) -> P {
    line.split(' ').fold(position.clone(), |position, mv| {
        position.after(position.find_move(mv).unwrap_or_else(|| panic!("{mv} in {}", position.state())))
    })
}

pub(super) fn assert_alpha_beta_is_minimax<P: Evaluate + Notation>(position: &P, depth: u32) {
    assert_eq!(
        score(position, Algorithm::AlphaBeta, depth),
        score(position, Algorithm::Minimax, depth),
        "{} at depth {depth}",
        position.state()
    );
}

pub(super) fn assert_twins_agree<P: Evaluate + Notation>(position: &P, depth: u32) {
    let expected = score(position, Algorithm::AlphaBeta, depth);
    for twin in position.twins() {
        let context = format!("{} and {} at depth {depth}", position.state(), twin.state());
        assert_eq!(score(&twin, Algorithm::AlphaBeta, depth), expected, "{context}");
        assert_eq!(moves(&twin).len(), moves(position).len(), "{context}");
        assert_eq!(twin.outcome(), position.outcome(), "{context}");
        if table_key(&twin).hash() == table_key(position).hash() {
            assert_eq!(entry(&twin), entry(position), "{context}");
        }
    }
}

/// What the table has for a position: its key, and for each of its moves, by the table's name, the key after it. Equal
/// for positions that share an entry, or the best move kept there would be another one's.
pub(super) fn entry<P: Evaluate + Notation>(position: &P) -> (u64, Vec<(u16, u64)>) {
    let key = table_key(position);
    let named = |mv: P::Move| {
        let shared = key.canonical_slot((P::ORDERING.slot)(mv));
        assert_eq!(usize::from(key.actual_slot(shared)), (P::ORDERING.slot)(mv), "{} and back", position.move_text(mv));
        (shared, table_key(&position.after(mv)).hash())
    };
    let mut named: Vec<(u16, u64)> = moves(position).into_iter().map(named).collect();
    named.sort_unstable();
    (key.hash(), named)
}

/// State and moves, written, are read back as what they were, and the position has the same key.
pub(super) fn assert_text_is_read_back<P: Notation>(position: &P) {
    let state = position.state();
    let read = P::parse(&state).unwrap_or_else(|error| panic!("{state}: {error}"));
    assert_eq!(read.state(), state);
    assert_eq!(
        (read.key(), read.outcome(), read.side_to_move()),
        (position.key(), position.outcome(), position.side_to_move())
    );
    let (listed, scratch) = (moves(position), &mut Vec::new());
    assert_eq!(position.count_legal_moves(scratch), listed.len() as u64, "{state}");
    assert_eq!(listed, moves(&read), "{state}");
    for mv in listed {
        assert_eq!(position.find_move(&position.move_text(mv)), Some(mv), "{state}");
    }
}

/// Wins, draws and losses of alpha-beta at a depth against a uniformly random mover, colours alternating.
pub(super) fn against_random<P: Evaluate>(start: &P, depth: u32, games: u64) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..games {
        let engine = if game.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut rng = Rng(game);
        let mut position = start.clone();
        while !position.is_final() {
            let mv = if position.side_to_move() == engine {
                let request = Question::new(Limits::depth(depth));
                search(&position, &request, &mut Table::new(0), &Stop::default(), &mut |_| ()).best.expect("a move")
            } else {
                let moves = moves(&position);
                moves[rng.below(moves.len())]
            };
            position.play_unchecked(mv);
        }
        let result = match position.outcome() {
            Some(Outcome::Win(winner)) if winner == engine => 0,
            Some(Outcome::Win(_)) => 2,
            _ => 1,
        };
        results[result] += 1;
    }
    results
}
