//! What a position is worth: material and places, and the few terms beyond them that are cheap and plainly good.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

use super::tables::WORTH;
use super::tactics::TACTICS;
use super::tapered::{FULL_BOARD, Tapered};
use super::{Chess, exchange, order};
use plyd_search::{Deepening, Evaluate, LateMoves, MoveOrdering, Quiescence, Score, Selective};

impl Evaluate for Chess {
    const DEEPENING: Deepening = Deepening::Iterative { aspiration: 40 };

    const ORDERING: MoveOrdering<Self> = MoveOrdering {
        slots: 64 * 64,
        slot: |mv| 64 * mv.from as usize + mv.to as usize,
        is_quiet: Self::is_quiet,
        remembers: false,
    };

    const QUIESCENCE: Quiescence<Self> = Quiescence { noisy_moves: Self::push_noisy_moves, ..Quiescence::NONE };

    const SELECTIVE: Option<Selective<Self>> = Some(Selective {
        late_moves: Some(LateMoves { from: 3, after: 3, base: 128, scale: 1150, leave_out_to: 0, count: 0 }),
        must_answer: Some(Self::is_check),
        tactics: Some(TACTICS),
        ..Selective::PLAIN
    });

    fn evaluate(&self) -> Score {
        let us = self.board.side_to_move();
        let (own, other) = (Army::of(&self.board, us), Army::of(&self.board, !us));
        let phase = (own.phase() + other.phase()).min(FULL_BOARD);
        let value = (own.worth(&other) - other.worth(&own)).at(phase);
        let stronger = if value >= 0 { (&own, &other) } else { (&other, &own) };
        Score::opinion(stronger.0.scaled(stronger.1, value) + TEMPO)
    }

    fn order(&self, moves: &mut [Move]) {
        order::order(self, moves);
    }
}

impl Chess {
    /// Captures that lose their exchange are tried as late as quiet moves that never did any good.
    fn is_quiet(&self, mv: Move) -> bool {
        let board = &self.board;
        let enemies = board.colors(!board.side_to_move());
        if !enemies.has(mv.to) {
            let piece = board.piece_on(mv.from);
            return piece != Some(Piece::Pawn) || mv.promotion.is_none() && mv.from.file() == mv.to.file();
        }
        let [piece, victim] = [mv.from, mv.to].map(|square| board.piece_on(square).expect("a capture"));
        exchange::loses(board, mv, piece, victim)
    }

    /// Captures that do not lose the exchange that they begin, and promotions to a queen. Each takes a piece or a pawn
    /// off the board, so they come to an end.
    pub(super) fn push_noisy_moves(&self, moves: &mut Vec<Move>) {
        let board = &self.board;
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let last = Rank::Eighth.relative_to(us).bitboard();
        let passed = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(us)).bitboard());
        board.generate_moves(|PieceMoves { piece, from, to }| {
            if piece == Piece::Pawn {
                let promotions = to & last;
                moves.extend(promotions.iter().map(|to| Move { from, to, promotion: Some(Piece::Queen) }));
                moves.extend((to & !last & (enemies | passed)).iter().map(|to| Move { from, to, promotion: None }));
            } else {
                let captures = (to & enemies).iter().map(|to| Move { from, to, promotion: None });
                moves.extend(captures.filter(|mv| {
                    let victim = board.piece_on(mv.to).expect("a capture captures a piece");
                    !exchange::loses(board, *mv, piece, victim)
                }));
            }
            false
        });
    }
}

/// To be on move is worth a little.
const TEMPO: i32 = 10;
const BISHOP_PAIR: Tapered = Tapered::new(25, 45);
const DOUBLED_PAWN: Tapered = Tapered::new(-5, -15);
const ISOLATED_PAWN: Tapered = Tapered::new(-8, -10);
/// By the rank of the pawn, seen from its side.
const PASSED_PAWN: [Tapered; 8] = [
    Tapered::new(0, 0),
    Tapered::new(0, 5),
    Tapered::new(0, 10),
    Tapered::new(5, 20),
    Tapered::new(10, 35),
    Tapered::new(20, 55),
    Tapered::new(30, 70),
    Tapered::new(0, 0),
];
const ROOK_ON_OPEN_FILE: Tapered = Tapered::new(20, 8);
const ROOK_ON_HALF_OPEN_FILE: Tapered = Tapered::new(10, 5);
/// A pawn on the two ranks before its king, on the king's file or beside it.
const KING_SHIELD: Tapered = Tapered::new(10, 0);
/// For a square that a knight, bishop, rook or queen reaches without meeting its own men or an enemy pawn's attack.
const MOBILITY: [Tapered; 4] = [Tapered::new(4, 4), Tapered::new(4, 4), Tapered::new(2, 4), Tapered::new(1, 3)];
/// So many squares are usual.
const USUAL_MOBILITY: [i32; 4] = [4, 6, 7, 13];
/// For a square next to the enemy king that such a piece attacks.
const KING_ATTACK: [i32; 4] = [2, 2, 3, 4];

const A_FILE: u64 = File::A.bitboard().0;
const H_FILE: u64 = File::H.bitboard().0;

/// One side's men, its home rank at the bottom: black is valued as white is, on the board turned upside down.
struct Army {
    all: BitBoard,
    pieces: [BitBoard; 6],
    king: Square,
    pawn_attacks: BitBoard,
}

impl Army {
    fn of(board: &Board, color: Color) -> Self {
        let seen = |men: BitBoard| if color == Color::White { men } else { men.flip_ranks() };
        let pieces = Piece::ALL.map(|piece| seen(board.colored_pieces(color, piece)));
        let king = board.king(color);
        let pawns = pieces[Piece::Pawn as usize];
        Self {
            all: seen(board.colors(color)),
            pieces,
            king: if color == Color::White { king } else { king.flip_rank() },
            pawn_attacks: BitBoard(sideways(pawns.0 << 8)),
        }
    }

    fn men(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    fn count(&self, piece: Piece) -> i32 {
        self.men(piece).len() as i32
    }

    fn phase(&self) -> i32 {
        self.count(Piece::Knight)
            + self.count(Piece::Bishop)
            + 2 * self.count(Piece::Rook)
            + 4 * self.count(Piece::Queen)
    }

    fn worth(&self, enemy: &Self) -> Tapered {
        let mut worth = Tapered::default();
        for (men, table) in self.pieces.iter().zip(&WORTH) {
            for square in *men {
                worth += table[square as usize];
            }
        }
        if self.count(Piece::Bishop) >= 2 {
            worth += BISHOP_PAIR;
        }
        worth + self.pawns(enemy) + self.activity(enemy)
    }

    fn pawns(&self, enemy: &Self) -> Tapered {
        let own = self.men(Piece::Pawn);
        let theirs = enemy.men(Piece::Pawn).flip_ranks();
        let behind_own = BitBoard(down(own.0 >> 8));
        // What an enemy pawn stands before, or could come to attack.
        let guarded = down(theirs.0 >> 8);
        let passed = own & !behind_own & !BitBoard(guarded | sideways(guarded));
        let files = fill(own.0);
        let isolated = own & !BitBoard(sideways(files));
        let mut worth = DOUBLED_PAWN * (own & behind_own).len() as i32 + ISOLATED_PAWN * isolated.len() as i32;
        for pawn in passed {
            worth += PASSED_PAWN[pawn.rank() as usize];
        }
        let king_files = self.king.bitboard().0 | sideways(self.king.bitboard().0);
        let shield = own & BitBoard(king_files << 8 | king_files << 16);
        worth + KING_SHIELD * shield.len() as i32
    }

    /// Mobility, open files, and the attack on the enemy king.
    fn activity(&self, enemy: &Self) -> Tapered {
        let occupied = self.all | enemy.all.flip_ranks();
        let free = !(self.all | enemy.pawn_attacks.flip_ranks());
        let king_zone = get_king_moves(enemy.king.flip_rank());
        let mut worth = Tapered::default();
        let (mut attackers, mut attack) = (0, 0);
        let mut count = |kind: usize, reach: BitBoard| {
            worth += MOBILITY[kind] * ((reach & free).len() as i32 - USUAL_MOBILITY[kind]);
            let near_king = (reach & king_zone).len() as i32;
            attackers += i32::from(near_king > 0);
            attack += KING_ATTACK[kind] * near_king;
        };
        for square in self.men(Piece::Knight) {
            count(0, get_knight_moves(square));
        }
        for square in self.men(Piece::Bishop) {
            count(1, get_bishop_moves(square, occupied));
        }
        for square in self.men(Piece::Rook) {
            count(2, get_rook_moves(square, occupied));
        }
        for square in self.men(Piece::Queen) {
            count(3, get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
        }
        // One attacker alone mates nobody; the danger of several grows faster than their number.
        if attackers >= 2 {
            worth += Tapered::new((attack * attack / 4).min(300), 0);
        }
        let own_files = BitBoard(fill(self.men(Piece::Pawn).0));
        let their_files = BitBoard(fill(enemy.men(Piece::Pawn).0));
        let rooks = self.men(Piece::Rook) & !own_files;
        worth += ROOK_ON_OPEN_FILE * (rooks & !their_files).len() as i32;
        worth + ROOK_ON_HALF_OPEN_FILE * (rooks & their_files).len() as i32
    }

    /// The value of the stronger side's lead (of either sign), with what is known of endings without pawns.
    fn scaled(&self, weaker: &Self, value: i32) -> i32 {
        if !self.men(Piece::Pawn).is_empty() {
            return value;
        }
        let material = |army: &Self| {
            3 * (army.count(Piece::Knight) + army.count(Piece::Bishop))
                + 5 * army.count(Piece::Rook)
                + 9 * army.count(Piece::Queen)
        };
        // A lead of a minor piece, or of two knights, does not win.
        let own = material(self);
        let two_knights = own == 6 && self.count(Piece::Knight) == 2;
        if own - material(weaker) <= 3 || two_knights {
            return value / 8;
        }
        if weaker.all.len() > 1 {
            return value;
        }
        // A bare king is driven to the edge, the own king going after it.
        let (king, hunted) = (self.king, weaker.king.flip_rank());
        let apart = |a: i32, b: i32| (a - b).abs();
        let (file, rank) = (hunted.file() as i32, hunted.rank() as i32);
        let from_centre = (3 - file).max(file - 4) + (3 - rank).max(rank - 4);
        let distance = apart(king.file() as i32, file) + apart(king.rank() as i32, rank);
        value + value.signum() * (10 * from_centre + 4 * (14 - distance))
    }
}

/// The squares to the left and right of these.
const fn sideways(men: u64) -> u64 {
    (men & !H_FILE) << 1 | (men & !A_FILE) >> 1
}

/// These squares and all below them.
const fn down(mut men: u64) -> u64 {
    men |= men >> 8;
    men |= men >> 16;
    men | men >> 32
}

/// All squares on the files of these.
const fn fill(men: u64) -> u64 {
    let mut files = down(men);
    files |= files << 8;
    files |= files << 16;
    files | files << 32
}
