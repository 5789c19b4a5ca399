//! The rules of a game: the side to move, the legal moves, the end.
//!
//! A [`Position`] has the rules and nothing else. [`crate::Evaluate`] says how good a position is, and the crate
//! `plyd-games` reads and writes positions as text.

use std::fmt;
use std::hash::Hash;

/// One of the two players. `First` is the one who moves first from the game's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// X, black in Othello and checkers, white in chess, Max in a game tree.
    First,
    /// O, white in Othello and checkers, black in chess, Min in a game tree.
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index into any pair kept by side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won. The search prefers earlier wins.
    Win(Side),
    /// A draw.
    Draw,
    /// The game is played for points. The number is what [`Side::First`] has minus what [`Side::Second`] has, between
    /// -1,000,000 and 1,000,000. The search does not prefer earlier ends.
    Points(i32),
}

impl Outcome {
    /// The winner; by points, the side that has more.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Points(points) if points > 0 => Some(Side::First),
            Self::Points(points) if points < 0 => Some(Side::Second),
            Self::Draw | Self::Points(_) => None,
        }
    }
}

/// The rules of a two-player game of perfect information without chance.
///
/// The search copies a position before it plays a move (copy-make), so a game needs no undo; `clone` must not allocate,
/// or every node will. A position does not contain the moves that led to it; for rules that depend on them, see
/// [`Position::repetition`].
pub trait Position: Clone + 'static {
    /// One ply: an entry of [`Position::legal_moves`].
    type Move: Copy + Eq + Hash + fmt::Debug + Send + 'static;

    /// The rule about positions that occur again; the same in all positions of one game. `None` means that the game has
    /// no such rule; the search then keeps no history.
    fn repetition(&self) -> Option<Repetition> {
        None
    }

    /// How the game ends by [repetition](Position::repetition) of this position. By default it is a draw.
    fn outcome_if_repeated(&self) -> Outcome {
        Outcome::Draw
    }

    /// Whether the side to move is in check. Only games in which [perpetual check](Repetition::perpetual_check) loses need
    /// it.
    fn is_checked(&self) -> bool {
        false
    }

    /// The side that the game itself calls Max. `None` if it has no such name; statistics then call the root's side
    /// Max.
    const MAX_SIDE: Option<Side> = None;

    /// Whose turn it is. The same side may move twice in a row.
    fn side_to_move(&self) -> Side;

    /// The end of the game. `None` means that the game goes on, with at least one legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether no move may follow. This differs from `outcome().is_some()` only if the rules have draws that a player
    /// has to claim. Players may play on instead of claiming, and perft plays on too.
    fn is_final(&self) -> bool {
        self.outcome().is_some()
    }

    /// Whether the game is over even if nobody claims a draw. This differs from [`is_final`](Position::is_final) only
    /// if the rules end a game that has legal moves left: in chess after the seventy-fifth quiet move, or in a dead
    /// position.
    fn ends_unclaimed(&self) -> bool {
        self.is_final()
    }

    /// Appends every legal move. The order is published, and it decides between equally good moves unless the question
    /// says otherwise. Called only while the game is not [final](Position::is_final).
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Appends the legal moves, as [`legal_moves`](Position::legal_moves) does, and says whether they are all there. A
    /// search calls it below its root. Override it only if positions of the game can have more moves than the game is
    /// willing to list. What a search finds from a cut list is an estimate, never proven and never kept.
    #[inline]
    fn list_moves(&self, moves: &mut Vec<Self::Move>) -> Listing {
        self.legal_moves(moves);
        Listing::Complete
    }

    /// The number of legal moves; 0 when the game is final. Override it if the game can count moves without listing
    /// them. `scratch` is a buffer: its content means nothing, before or after.
    fn count_legal_moves(&self, scratch: &mut Vec<Self::Move>) -> u64 {
        if self.is_final() {
            return 0;
        }
        scratch.clear();
        self.legal_moves(scratch);
        scratch.len() as u64
    }

    /// Whether the side to move can win with its next move. Called only while the game is not over. Override it if the
    /// game can tell without trying all moves. `scratch` is a buffer, as in
    /// [`count_legal_moves`](Position::count_legal_moves).
    fn wins_at_once(&self, scratch: &mut Vec<Self::Move>) -> bool {
        scratch.clear();
        self.legal_moves(scratch);
        let own = Some(self.side_to_move());
        scratch.iter().any(|mv| self.after(*mv).outcome().and_then(Outcome::winner) == own)
    }

    /// Plays a legal move. With any other move the call panics, or the resulting position is unspecified;
    /// [`Position::play`] checks the move.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays a move.
    ///
    /// # Errors
    /// [`Illegal`] when the game is final or the move is not among the legal ones; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Illegal> {
        let mut moves = Vec::new();
        if !self.is_final() {
            self.legal_moves(&mut moves);
        }
        if !moves.contains(&mv) {
            return Err(Illegal);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a legal move; see [`Position::play_unchecked`].
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }

    /// The number of plies until the rules end the game for lack of progress; in chess, progress is a capture or a
    /// pawn's move. `u32::MAX` means that the rules don't count. The number falls by at most one with each ply. If the
    /// game has a selective search, such an end must be a draw.
    ///
    /// The number must not be part of the [key](Position::key), or repetitions would not be recognised. The search adds
    /// it to the key of its table when it could matter.
    fn quiet_plies_left(&self) -> u32 {
        u32::MAX
    }

    /// A 64-bit hash for repetition and tables. Collisions apart, two positions may share it only if the game can
    /// continue in the same ways from both, with the same results: the same stones, the same side to move, the same
    /// rights (castling, a swap). [The past](Position::repetition) and [counted plies](Position::quiet_plies_left)
    /// don't belong in it.
    fn key(&self) -> u64;
}

/// Whether a list of moves has all legal moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// It has.
    Complete,
    /// It was cut at the game's limit.
    Cut,
}

/// A rule that ends the game when a position comes back, such as threefold repetition.
#[derive(Clone, Copy)]
pub struct Repetition {
    /// The occurrence of a position that ends the game: 2 is the first time that it comes back.
    pub occurrence: usize,
    /// Whether a player has to claim the end.
    pub claim: Claim,
    /// The name of the end in the rules.
    pub name: &'static str,
    /// The name of the loss by perpetual check, if the game has it: a side that has given [check](Position::is_checked)
    /// with all its moves since the first occurrence of the position loses, unless the other side has done so, too.
    pub perpetual_check: Option<&'static str>,
}

impl Repetition {
    /// The third occurrence of a position draws, once a player claims it.
    pub const THREEFOLD: Self =
        Self { occurrence: 3, claim: Claim::Needed, name: "threefold repetition", perpetual_check: None };
}

/// Whether a player has to claim an end by repetition, so that the game may continue without a claim.
#[derive(Clone, Copy)]
pub enum Claim {
    /// The rules end the game.
    Unneeded,
    /// Somebody has to claim it, however often the position occurs.
    Needed,
    /// Somebody has to claim it, until this occurrence ends the game under this name.
    NeededUntil(usize, &'static str),
}

/// What the rules of repetition need to know about an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Its [key](Position::key).
    pub key: u64,
    /// Whose turn it was.
    pub side: Side,
    /// How the game ends [if it comes back](Position::outcome_if_repeated).
    pub outcome: Outcome,
    /// Whether the side to move [was in check](Position::is_checked).
    pub is_checked: bool,
}

impl Visit {
    /// A visit to this position.
    pub fn of<P: Position>(position: &P) -> Self {
        let (key, side) = (position.key(), position.side_to_move());
        Self { key, side, outcome: position.outcome_if_repeated(), is_checked: position.is_checked() }
    }
}

/// The move cannot be played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal;

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move cannot be played here")
    }
}

impl std::error::Error for Illegal {}

/// Counts the move sequences of length `depth`; games that end earlier are not counted. This is the standard test of a
/// move generator ("performance test"): published tables exist for most games.
///
/// The last ply is counted in bulk, by [`Position::count_legal_moves`].
///
/// From the empty board of tic-tac-toe, three plies make 9 · 8 · 7 = 504.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count(position, depth, &mut Vec::new(), &mut Vec::new()),
    }
}

fn count<P: Position>(position: &P, depth: u32, moves: &mut Vec<P::Move>, scratch: &mut Vec<P::Move>) -> u64 {
    if depth == 1 {
        return position.count_legal_moves(scratch);
    }
    if position.is_final() {
        return 0;
    }
    let first = moves.len();
    position.legal_moves(moves);
    let mut total = 0;
    for index in first..moves.len() {
        total += count(&position.after(moves[index]), depth - 1, moves, scratch);
    }
    moves.truncate(first);
    total
}
