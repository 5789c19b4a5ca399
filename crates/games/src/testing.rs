//! Helpers for games' tests: seeded random games, and properties that hold in them.

pub(super) use crate::laws::Rng;
use crate::motif::Motif;
use crate::network::learning::Learnt;
use crate::notation::Notation;
use plyd_games::CATALOGUE;
use plyd_games::catalogue::{AnyPosition, MoveIndex};
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Algorithm, Analysis, Engine, Evaluate, Limits, Question, Score, Stop};

pub(super) fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if !position.is_final() {
        position.legal_moves(&mut moves);
    }
    moves
}

/// The names of the legal moves, in their order.
pub(super) fn names<P: Notation>(position: &P) -> Vec<String> {
    moves(position).into_iter().map(|mv| position.move_text(mv)).collect()
}

/// Plays at most `plies` random moves, calls `visit` with every position, and returns the last position.
pub(super) fn random_game<P: Position>(start: &P, plies: usize, rng: &mut Rng, mut visit: impl FnMut(&P)) -> P {
    let mut position = start.clone();
    visit(&position);
    for _ in 0..plies {
        let moves = moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
        visit(&position);
    }
    position
}

/// An unfinished position after at most `longest` random moves.
pub(super) fn random_position<P: Position>(start: &P, longest: usize, rng: &mut Rng) -> P {
    loop {
        let plies = rng.below(longest + 1);
        let position = random_game(start, plies, rng, |_| ());
        if !position.is_final() {
            return position;
        }
    }
}

/// Calls `check` with every legal move of random positions, each after at most `longest` moves, and the move's motifs.
pub(super) fn each_motif<P: Notation>(
    start: &P,
    positions: usize,
    longest: usize,
    seed: u64,
    mut check: impl FnMut(&P, P::Move, &[Motif]),
) {
    let mut rng = Rng(seed);
    for _ in 0..positions {
        let position = random_position(start, longest, &mut rng);
        moves(&position).into_iter().for_each(|mv| check(&position, mv, &position.motifs(mv)));
    }
}

/// Checks in random games that a game detects a win in one ply if and only if one of the moves wins. Returns the number
/// of positions with such a win.
pub(super) fn assert_wins_at_once_are_seen<P: Notation>(start: &P, games: usize, rng: &mut Rng) -> usize {
    let mut found_wins = 0;
    for _ in 0..games {
        random_game(start, usize::MAX, rng, |position| {
            if position.outcome().is_none() {
                let own = Some(position.side_to_move());
                let wins = |mv: &P::Move| position.after(*mv).outcome().and_then(Outcome::winner) == own;
                let found = moves(position).iter().any(wins);
                assert_eq!(position.wins_at_once(&mut Vec::new()), found, "{}", position.state());
                found_wins += usize::from(found);
            }
        });
    }
    found_wins
}

/// The same position as the library's type. A direct call would compile the search of each game again for the tests,
/// whereas the library's is already compiled.
pub(super) fn compiled<P: Notation>(position: &P) -> Box<dyn AnyPosition> {
    let state = position.state();
    let game = CATALOGUE.iter().find(|game| game.about.title == P::ABOUT.title).expect("a game of the catalogue");
    let read = game.parse(&state).unwrap_or_else(|error| panic!("{state}: {error}"));
    assert_eq!(read.state(), state);
    read
}

/// As [`plyd_search::search`], using the library's compiled search.
pub(super) fn search<P: Notation>(
    position: &P,
    question: &Question<P::Move>,
    engine: &mut Engine,
) -> Analysis<P::Move> {
    search_after(&*compiled(position), position, question, engine)
}

/// As [`search`], from a library position that knows the game so far. The question's own history is not used.
pub(super) fn search_after<P: Notation>(
    compiled: &dyn AnyPosition,
    position: &P,
    question: &Question<P::Move>,
    engine: &mut Engine,
) -> Analysis<P::Move> {
    let legal = moves(position);
    let index = |mv| MoveIndex(legal.iter().position(|other| *other == mv).expect("a legal move"));
    engine.new_game();
    let answer = compiled.duplicate().prepare(question.clone().map(index))(engine, &Stop::default(), None);
    answer.analysis.map(|| reader(position))
}

/// Reads the names of moves that are played from this position on, one after the other.
fn reader<P: Notation>(position: &P) -> impl FnMut(String) -> P::Move + use<P> {
    let mut position = position.clone();
    move |name| {
        let mv = position.find_move(&name).unwrap_or_else(|| panic!("{name} in {}", position.state()));
        position.play_unchecked(mv);
        mv
    }
}

/// Searches to this depth, with default options.
pub(super) fn analyse<P: Notation>(position: &P, algorithm: Algorithm, depth: u32) -> Analysis<P::Move> {
    let request = Question { algorithm, ..Question::new(Limits::depth(depth)) };
    search(position, &request, &mut Engine::new(0))
}

fn score<P: Notation>(position: &P, algorithm: Algorithm, depth: u32) -> Score {
    analyse(position, algorithm, depth).score
}

/// The position after the named moves, separated by spaces.
pub(super) fn after<P: Notation>(position: &P, line: &str) -> P {
    line.split(' ').fold(position.clone(), |position, mv| {
        position.after(position.find_move(mv).unwrap_or_else(|| panic!("{mv} in {}", position.state())))
    })
}

pub(super) fn assert_alpha_beta_is_minimax<P: Evaluate + Notation>(
    position: &P,
    depths: impl IntoIterator<Item = u32>,
) {
    for depth in depths {
        let [found, expected] = [Algorithm::AlphaBeta, Algorithm::Minimax].map(|it| score(position, it, depth));
        assert_eq!(found, expected, "{} at depth {depth}", position.state());
    }
}

/// Asserts that symmetric positions have equal scores at these depths, and equal moves, outcomes and table entries.
pub(super) fn assert_twins_agree<P: Evaluate + Notation>(position: &P, depths: impl IntoIterator<Item = u32>) {
    let twins = position.twins();
    let context = |twin: &P| format!("{} and {}", position.state(), twin.state());
    for depth in depths {
        let expected = score(position, Algorithm::AlphaBeta, depth);
        for twin in &twins {
            assert_eq!(score(twin, Algorithm::AlphaBeta, depth), expected, "{} at depth {depth}", context(twin));
        }
    }
    for twin in &twins {
        assert_eq!(moves(twin).len(), moves(position).len(), "{}", context(twin));
        assert_eq!(twin.outcome(), position.outcome(), "{}", context(twin));
        if twin.table_key().hash() == position.table_key().hash() {
            assert_eq!(entry(twin), entry(position), "{}", context(twin));
        }
    }
}

/// How the table sees a position: its key, and for each move the shared slot and the key after it. This has to be equal
/// for positions with the same key, because they share the stored best move.
pub(super) fn entry<P: Evaluate + Notation>(position: &P) -> (u64, Vec<(u16, u64)>) {
    let key = position.table_key();
    let named = |mv: P::Move| {
        let shared = key.canonical_slot(P::slot(mv));
        assert_eq!(usize::from(key.actual_slot(shared)), P::slot(mv), "{} and back", position.move_text(mv));
        (shared, position.after(mv).table_key().hash())
    };
    let mut named: Vec<(u16, u64)> = moves(position).into_iter().map(named).collect();
    named.sort_unstable();
    (key.hash(), named)
}

/// Asserts that state and moves read back to the same position, with the same key.
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

/// Asserts that alpha-beta at depth 2 scores at least 97 % in 100 games against a random mover and loses none.
pub(super) fn assert_two_plies_beat_a_random_mover<P: Notation>(start: &P) {
    let mut draws = 0;
    for game in 0..100 {
        let engine = if game % 2 == 0 { Side::First } else { Side::Second };
        let (mut rng, mut position) = (Rng(game), start.clone());
        while !position.is_final() {
            let mv = if position.side_to_move() == engine {
                analyse(&position, Algorithm::AlphaBeta, 2).best.expect("a move")
            } else {
                let moves = moves(&position);
                moves[rng.below(moves.len())]
            };
            position.play_unchecked(mv);
        }
        let winner = position.outcome().and_then(Outcome::winner);
        assert_ne!(winner, Some(engine.other()), "game {game}: {}", position.state());
        draws += u32::from(winner.is_none());
    }
    assert!(draws <= 6, "{draws} draws");
}

/// Panics unless the position's features and its stage are within their bounds, and exactly one feature is of those that
/// every position has one of.
pub(super) fn assert_features<P: Learnt>(position: &P) {
    let mut constant = 0;
    position.features(|feature| {
        assert!(feature < P::VECTORS, "{feature} of {}", position.state());
        constant += u32::from(P::CONSTANT.contains(&feature));
    });
    assert_eq!(constant, 1, "{}", position.state());
    assert!(position.stage() < P::STAGES, "{}", position.state());
}
