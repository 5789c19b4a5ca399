//! The board that the variants of chess share, and what distinguishes them: where pieces stand, what attacks a square, and
//! the rules that a variant may change.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use cozy_chess::{
    BitBoard, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::moves::Move;
use crate::notation::{About, InvalidState};
use plyd_search::mix;
use plyd_search::position::{Outcome, Position, Side};

/// A position of a variant of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<V: Variant> {
    kinds: [BitBoard; Piece::NUM],
    colors: [BitBoard; Color::NUM],
    pub(super) side: Color,
    /// The rooks that may still castle, with a king that has not moved.
    pub(super) castling: BitBoard,
    /// The square that a pawn has just passed with a double step, if a pawn of the other side attacks it.
    pub(super) passed: Option<Square>,
    /// Plies since the last capture or pawn's move, counted to [`crate::chess::rules::SEVENTY_FIVE_MOVES`].
    pub(super) quiet_plies: u8,
    /// The number of the move, from 1.
    pub(super) number: u16,
    /// A digest of the pieces.
    hash: u64,
    /// What this variant has beside the board.
    pub(super) extra: V::Extra,
}

/// A variant of chess. The defaults are the rules of chess.
pub trait Variant: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// What a position has beside the board.
    type Extra: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static;

    /// The facts of the game.
    const ABOUT: About;

    /// The values of the tag `Variant` in records, the first of which is written.
    const TAGS: &'static [[&'static str; 2]];

    /// What a pawn may become.
    const PROMOTIONS: &'static [Piece] = &[Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

    /// Whether a pawn on its side's first rank may go two squares.
    const LONG_STEP_FROM_FIRST_RANK: bool = false;

    /// Whether the king must not be left attacked.
    const ROYAL: bool = true;

    /// Whether many quiet plies are a draw.
    const FIFTY_MOVES: bool = true;

    /// Whether kings castle.
    const CASTLES: bool = true;

    /// Whether captured pieces go to pockets. A FEN then marks promoted pieces with `~`.
    const HAS_POCKETS: bool = false;

    /// How many kings White and Black have.
    const KINGS: [RangeInclusive<u32>; 2] = [1..=1, 1..=1];

    /// How many men White and Black may have.
    const MOST_MEN: [u32; 2] = [16, 16];

    /// Whether both sides have the same rules, so that colours can be swapped.
    const HAS_EQUAL_SIDES: bool = true;

    /// The end of the game if the side to move has no legal move and is not in check.
    const STUCK: &'static str = "stalemate";

    /// Whether a side that can capture must.
    const CAPTURES_ARE_FORCED: bool = false;

    /// Whether it is usually better to move than to pass, so that the search may try a null move.
    const MAY_PASS: bool = true;

    /// Whether captures and recaptures on a square are exchanges as in chess.
    const HAS_EXCHANGES: bool = true;

    /// The lines that quiescence follows below a leaf; `None` for all.
    const QUIESCENCE_LINES: Option<u32> = None;

    /// The squares on which a king wins.
    const GOAL: BitBoard = BitBoard::EMPTY;

    /// Where moves may [reach the goal](Variant::reaches_goal).
    #[inline(always)]
    fn goals(_: &Board<Self>) -> BitBoard {
        Self::GOAL
    }

    /// Whether a move, apart from captures and promotions, ends the game or nearly does, so that a search must not skip it.
    #[inline(always)]
    fn reaches_goal(board: &Board<Self>, mv: Move) -> bool {
        Self::GOAL.has(mv.to()) && mv.from() == board.king(board.side)
    }

    /// What pieces are worth on an average square, in centipawns.
    const VALUES: [i32; Piece::NUM] = [100, 320, 335, 500, 950, 0];

    /// How much the square of a piece counts, in percent of chess.
    const PLACEMENT: i32 = 100;

    /// The value of a square that a piece reaches.
    const MOBILITY: i32 = 4;

    /// How much attacks on the squares around the king count, in percent.
    const ATTACK: i32 = 100;

    /// How much passed pawns count, in percent.
    const PASSED_PAWNS: i32 = 100;

    /// Calls `emit` with the legal moves to these squares, until it returns true. Returns whether it did.
    fn generate(board: &Board<Self>, targets: BitBoard, emit: &mut impl FnMut(Move) -> bool) -> bool {
        board.generate_safe(targets, emit)
    }

    /// The same for drops.
    fn generate_drops(_: &Board<Self>, _targets: BitBoard, _emit: &mut impl FnMut(Move) -> bool) -> bool {
        false
    }

    /// Whether a king of the other side may stand on a square, if these squares are occupied.
    #[inline(always)]
    fn is_safe(board: &Board<Self>, square: Square, by: Color, occupied: BitBoard) -> bool {
        board.attackers(square, by, occupied).is_empty()
    }

    /// What a move does beyond moving a piece. Called after the move, when the other side is to move.
    fn settle(_: &mut Board<Self>, _: Played) {}

    /// The result, if the variant's own goal is reached.
    fn goal(_: &Board<Self>) -> Option<Outcome> {
        None
    }

    /// The result if the side to move has no legal move.
    fn stuck(board: &Board<Self>) -> Outcome {
        if board.is_check() { Outcome::Win(side(!board.side)) } else { Outcome::Draw }
    }

    /// Whether neither side can win any more.
    fn is_dead(_: &Board<Self>) -> bool {
        false
    }

    /// Why the game is over, if the variant's own goal is reached.
    fn goal_reason(_: &Board<Self>) -> &'static str {
        ""
    }

    /// The rule that a text without a meaning breaks.
    fn broken_rule(_: &Board<Self>, _text: &str) -> Option<&'static str> {
        None
    }

    /// Takes what the variant adds to a FEN out of its fields, the first of which is the board.
    fn take_extra(_fields: &mut Vec<&str>) -> Result<Self::Extra, InvalidState> {
        Ok(Self::Extra::default())
    }

    /// Checks what is special about a position of the variant.
    fn check(_: &Board<Self>) -> Result<(), InvalidState> {
        Ok(())
    }

    /// Marks pieces as promoted, if the variant has [pockets](Variant::HAS_POCKETS).
    fn set_promoted(_: &mut Board<Self>, _promoted: BitBoard) {}

    /// Whether the piece on a square is marked as promoted.
    fn is_promoted(_: &Board<Self>, _: Square) -> bool {
        false
    }

    /// What a FEN has directly after the board.
    fn pocket(_: &Board<Self>) -> String {
        String::new()
    }

    /// The field that a FEN has after the en passant square, with a space before it.
    fn checks(_: &Board<Self>) -> String {
        String::new()
    }

    /// The letters of the pieces that the sides can drop.
    fn hands(_: &Board<Self>) -> Option<[Vec<char>; 2]> {
        None
    }

    /// How often each side still has to do what wins, White's number first.
    fn counters(_: &Board<Self>) -> Option<[u8; 2]> {
        None
    }

    /// [`Variant::Extra`] after squares have moved and, if so, colours were swapped.
    fn moved_extra(extra: Self::Extra, _to: &dyn Fn(Square) -> Square, _is_swapped: bool) -> Self::Extra {
        extra
    }

    /// What the variant adds to the value of a side.
    fn bonus(_: &Board<Self>, _: Color) -> i32 {
        0
    }

    /// Whether the side to move is in check, or must answer another threat or make a capture at once.
    fn must_answer(board: &Board<Self>) -> bool {
        board.is_check()
    }

    /// Whether the other side [must answer](Variant::must_answer) a quiet move.
    fn threatens(board: &Board<Self>, mv: Move) -> bool {
        board.is_checking(mv)
    }

    /// What a move gains at once, in the values of an exchange; 0 for a quiet move.
    fn capture_value(board: &Board<Self>, mv: Move) -> i32 {
        board.material_gain(mv)
    }

    /// A digest of [`Variant::Extra`].
    fn extra_key(_: &Board<Self>) -> u64 {
        0
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// What it captured, and where.
    pub captured: Option<(Piece, Square)>,
}

pub(super) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// A number for each piece on each square.
static PIECE_KEYS: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM] = piece_keys();

const fn piece_keys() -> [[[u64; Square::NUM]; Piece::NUM]; Color::NUM] {
    let mut keys = [[[0; Square::NUM]; Piece::NUM]; Color::NUM];
    let mut index = 0;
    while index < Color::NUM * Piece::NUM * Square::NUM {
        let (square, piece) = (index % Square::NUM, index / Square::NUM % Piece::NUM);
        keys[index / Square::NUM / Piece::NUM][piece][square] = mix(index as u64 + 1);
        index += 1;
    }
    keys
}

impl<V: Variant> Board<V> {
    /// A board without pieces, with White to move.
    pub(super) fn empty() -> Self {
        Self {
            kinds: [BitBoard::EMPTY; Piece::NUM],
            colors: [BitBoard::EMPTY; Color::NUM],
            side: Color::White,
            castling: BitBoard::EMPTY,
            passed: None,
            quiet_plies: 0,
            number: 1,
            hash: 0,
            extra: V::Extra::default(),
        }
    }

    #[inline(always)]
    pub(super) fn kind(&self, piece: Piece) -> BitBoard {
        self.kinds[piece as usize]
    }

    #[inline(always)]
    pub(super) fn color(&self, color: Color) -> BitBoard {
        self.colors[color as usize]
    }

    #[inline(always)]
    pub(super) fn men(&self, color: Color, piece: Piece) -> BitBoard {
        self.kind(piece) & self.color(color)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// A side's king. In horde White has none, and in antichess a side may have none or several.
    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Piece::King).next_square()
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.occupied().has(square).then(|| self.piece_at(square))
    }

    /// The piece on an occupied square.
    #[inline]
    pub(super) fn piece_at(&self, square: Square) -> Piece {
        let mut index = 0;
        for (kind, men) in self.kinds.iter().enumerate() {
            index |= kind * usize::from(men.has(square));
        }
        Piece::index(index)
    }

    pub(super) fn color_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.color(*color).has(square))
    }

    /// Puts a piece on an empty square, or takes it off.
    #[inline(always)]
    pub(super) fn toggle(&mut self, color: Color, piece: Piece, square: Square) {
        let bit = square.bitboard();
        self.kinds[piece as usize] ^= bit;
        self.colors[color as usize] ^= bit;
        self.hash ^= PIECE_KEYS[color as usize][piece as usize][square as usize];
    }

    /// The men of a side that attack a square, if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: BitBoard) -> BitBoard {
        let straight = self.kind(Piece::Rook) | self.kind(Piece::Queen);
        let diagonal = self.kind(Piece::Bishop) | self.kind(Piece::Queen);
        let found = get_pawn_attacks(square, !by) & self.kind(Piece::Pawn)
            | get_knight_moves(square) & self.kind(Piece::Knight)
            | get_king_moves(square) & self.kind(Piece::King)
            | get_rook_moves(square, occupied) & straight
            | get_bishop_moves(square, occupied) & diagonal;
        found & self.color(by)
    }

    /// The squares that a piece other than a pawn attacks.
    #[inline(always)]
    pub(super) fn reach(piece: Piece, from: Square, occupied: BitBoard) -> BitBoard {
        match piece {
            Piece::Pawn => BitBoard::EMPTY,
            Piece::Knight => get_knight_moves(from),
            Piece::Bishop => get_bishop_moves(from, occupied),
            Piece::Rook => get_rook_moves(from, occupied),
            Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
            Piece::King => get_king_moves(from),
        }
    }

    /// The squares that a piece of a side attacks.
    #[inline(always)]
    pub(super) fn attacks(piece: Piece, from: Square, color: Color, occupied: BitBoard) -> BitBoard {
        if piece == Piece::Pawn { get_pawn_attacks(from, color) } else { Self::reach(piece, from, occupied) }
    }

    /// The piece that a move puts on a square, and the square.
    pub(super) fn placed_by(&self, mv: Move) -> (Piece, Square) {
        match mv {
            Move::Step { from, to, promotion } => (promotion.unwrap_or_else(|| self.piece_at(from)), to),
            Move::Drop { piece, to } => (piece, to),
        }
    }

    /// Whether the side to move is in check.
    pub(super) fn is_check(&self) -> bool {
        self.gives_check(!self.side)
    }

    /// Whether a side attacks the king of the other one.
    pub(super) fn gives_check(&self, by: Color) -> bool {
        V::ROYAL && self.king(!by).is_some_and(|king| !V::is_safe(self, king, by, self.occupied()))
    }

    /// Whether a move gives check.
    pub(super) fn is_checking(&self, mv: Move) -> bool {
        let Some(king) = self.king(!self.side) else { return false };
        if self.is_castling(mv) || self.is_en_passant(mv) {
            return self.after(mv).is_check();
        }
        let (piece, to) = self.placed_by(mv);
        let gone = mv.from().map_or(BitBoard::EMPTY, Square::bitboard);
        let occupied = (self.occupied() ^ gone) | to.bitboard();
        Self::attacks(piece, to, self.side, occupied).has(king)
            || !gone.is_empty() && !(self.attackers(king, self.side, occupied) & !gone).is_empty()
    }

    /// A digest of the pieces, the side to move, castling rights, en passant and what the variant adds.
    pub(super) fn digest(&self) -> u64 {
        let passed = self.en_passant().map_or(0, |square| 1 + square as u64);
        let state = self.side as u64 | passed << 1;
        mix(self.hash ^ mix(self.castling.0 ^ mix(state))) ^ V::extra_key(self)
    }

    /// The square that a pawn has just passed, if a legal move captures it there.
    pub(super) fn en_passant(&self) -> Option<Square> {
        let passed = self.passed?;
        let captures = |mv| self.is_en_passant(mv);
        V::generate(self, passed.bitboard(), &mut |mv| captures(mv)).then_some(passed)
    }
}

/// The rank of a side's own pieces.
pub(super) const fn first_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    }
}

/// The squares from which a king and its rooks castle, and where they go: the rook's file, the king's and the rook's target.
pub(super) const CASTLING: [(File, File, File); 2] = [(File::H, File::G, File::F), (File::A, File::C, File::D)];
