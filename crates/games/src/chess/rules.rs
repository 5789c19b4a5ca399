//! The rules of chess: positions, draws and the end of the game.

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks};

use plyd_search::position::{Claim, Outcome, Position, Repetition, Side};

/// A position of chess or Chess960: the board, the side to move, castling rights, en passant and the two counters.
///
/// Moves are written as in `cozy-chess`: the king castles by taking its own rook.
#[derive(Clone, Debug, Default)]
pub struct Chess {
    pub(super) board: Board,
    /// The quiet plies beyond 100, where the board's own counter stops.
    pub(super) late_plies: u8,
    pub(super) variant: Variant,
}

/// The game that a position belongs to. The rules are the same, because castling rights say which rooks castle, but
/// names of moves and states differ. The search does not use it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Variant {
    /// Castling is named by the king's two steps.
    #[default]
    Orthodox,
    /// Castling is named by the king taking its own rook.
    Chess960,
}

/// Plies without a capture or a pawn's move after which a player may claim a draw.
pub(crate) const FIFTY_MOVES: u8 = 100;
/// Plies after which the game is a draw without a claim.
pub(crate) const SEVENTY_FIVE_MOVES: u8 = 150;

impl From<Board> for Chess {
    fn from(board: Board) -> Self {
        Self { board, late_plies: 0, variant: Variant::Orthodox }
    }
}

impl Chess {
    /// Whether the side to move has a legal move. Stops at the first one.
    pub(super) fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    /// Plies since the last capture or pawn's move.
    pub(super) fn quiet_plies(&self) -> u8 {
        self.board.halfmove_clock() + self.late_plies
    }

    pub(super) fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether no sequence of moves can mate: bare kings, a single knight or bishop, or bishops on one colour only.
    pub(super) fn is_dead(&self) -> bool {
        let board = &self.board;
        let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if !heavy.is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        let one_colour = bishops.is_disjoint(BitBoard::DARK_SQUARES) || bishops.is_disjoint(BitBoard::LIGHT_SQUARES);
        (knights | bishops).len() <= 1 || (knights.is_empty() && one_colour)
    }

    /// The square that a pawn has just passed, if a legal move can capture it there. `cozy-chess` keeps the file after
    /// every double step, but by the rules, and therefore in states and keys, it counts only if such a capture exists.
    pub(super) fn en_passant(&self) -> Option<Square> {
        let us = self.board.side_to_move();
        let to = Square::new(self.board.en_passant()?, Rank::Sixth.relative_to(us));
        let captors = get_pawn_attacks(to, !us) & self.board.colored_pieces(us, Piece::Pawn);
        captors.iter().any(|from| self.board.is_legal(Move { from, to, promotion: None })).then_some(to)
    }

    /// The pawns of the side to move that can move without restrictions: there is no check, no pin and no en passant.
    fn free_pawns(&self) -> BitBoard {
        if self.is_check() || self.board.en_passant().is_some() {
            return BitBoard::EMPTY;
        }
        self.board.colored_pieces(self.board.side_to_move(), Piece::Pawn) & !self.board.pinned()
    }

    fn count_pawn_moves(&self, pawns: BitBoard) -> u64 {
        let board = &self.board;
        let us = board.side_to_move();
        let ahead = |men: BitBoard| BitBoard(if us == Color::White { men.0 << 8 } else { men.0 >> 8 });
        let empty = !board.occupied();
        let one = ahead(pawns) & empty;
        let two = ahead(one & Rank::Third.relative_to(us).bitboard()) & empty;
        let front = ahead(pawns).0;
        let enemies = board.colors(!us);
        let left = BitBoard((front & !File::A.bitboard().0) >> 1) & enemies;
        let right = BitBoard((front & !File::H.bitboard().0) << 1) & enemies;
        let last = Rank::Eighth.relative_to(us).bitboard();
        // Each promotion counts as four moves.
        let moves = |to: BitBoard| u64::from(to.len() + 3 * (to & last).len());
        moves(one) + moves(two) + moves(left) + moves(right)
    }

    /// Whether the move is castling: the king, onto its own rook.
    pub(super) fn is_castling(&self, mv: Move) -> bool {
        self.board.colors(self.board.side_to_move()).has(mv.to)
    }

    /// The target of a move; for castling, the king's square after it.
    pub(super) fn destination(&self, mv: Move) -> Square {
        if !self.is_castling(mv) {
            return mv.to;
        }
        let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
        Square::new(file, mv.from.rank())
    }
}

/// The index of the piece on an occupied square. Branch-free, because the piece is unpredictable.
#[inline]
pub(super) fn piece_at(board: &Board, square: Square) -> usize {
    let of = |piece| board.pieces(piece).0;
    let (rooks, kings) = (of(Piece::Rook), of(Piece::King));
    let bit = |men: u64| (men >> square as usize) as usize & 1;
    let low = bit(of(Piece::Knight) | rooks | kings);
    low | bit(of(Piece::Bishop) | rooks) << 1 | bit(of(Piece::Queen) | kings) << 2
}

impl Position for Chess {
    type Move = Move;

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition { claim: Claim::NeededUntil(5, "fivefold repetition"), ..Repetition::THREEFOLD })
    }

    fn side_to_move(&self) -> Side {
        match self.board.side_to_move() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.can_move() {
            return Some(if self.is_check() { Outcome::Win(self.side_to_move().other()) } else { Outcome::Draw });
        }
        (self.board.halfmove_clock() >= FIFTY_MOVES || self.is_dead()).then_some(Outcome::Draw)
    }

    fn is_final(&self) -> bool {
        !self.can_move()
    }

    fn ends_unclaimed(&self) -> bool {
        !self.can_move() || self.is_dead() || self.quiet_plies() >= SEVENTY_FIVE_MOVES
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.board.generate_moves(|of_piece| {
            let PieceMoves { piece, from, to } = of_piece;
            if piece == Piece::Pawn {
                moves.extend(of_piece);
            } else {
                // Skips the check for promotions.
                moves.extend(to.iter().map(|to| Move { from, to, promotion: None }));
            }
            false
        });
    }

    /// Pawns that are free to move are counted together, all others piece by piece.
    fn count_legal_moves(&self, _: &mut Vec<Move>) -> u64 {
        let pawns = self.free_pawns();
        let mut count = self.count_pawn_moves(pawns);
        self.board.generate_moves_for(!pawns, |of_piece| {
            count += of_piece.len() as u64;
            false
        });
        count
    }

    fn play_unchecked(&mut self, mv: Move) {
        let was_late = self.board.halfmove_clock() >= FIFTY_MOVES;
        self.board.play_unchecked(mv);
        if was_late {
            let is_late = self.board.halfmove_clock() >= FIFTY_MOVES;
            self.late_plies = if is_late { (self.late_plies + 1).min(SEVENTY_FIVE_MOVES - FIFTY_MOVES) } else { 0 };
        }
    }

    fn quiet_plies_left(&self) -> u32 {
        u32::from(FIFTY_MOVES.saturating_sub(self.board.halfmove_clock()))
    }

    /// The pieces, the side to move, the castling rights, and the en passant file if a capture is legal: what the rule
    /// of threefold repetition compares. The fifty-move counter is left out, because it differs from one occurrence of
    /// a position to the next.
    fn key(&self) -> u64 {
        if self.en_passant().is_some() { self.board.hash() } else { self.board.hash_without_ep() }
    }
}
