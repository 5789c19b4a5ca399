//! Text of xiangqi: boards, cells, moves, and the facts about the game.

use super::board::{Move, Xiangqi};
use super::fen::name;
use super::squares::{FILES, RANKS, Square, file, flipped, members, mirrored, rank};
use super::wxf;
use crate::board::{self, Board, Content, Layout, Look, RowColumn};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::record::{Convention, Format};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::Side;

impl Notation for Xiangqi {
    const ABOUT: About = About {
        title: "Xiangqi",
        players: ["red", "black"],
        sides: Some(Look::RED_BLACK),
        summary: "Chinese chess: rooks, horses and cannons attack a general who stays in his palace.",
        rules: "Red moves first, on the 90 points of a board with a river in the middle. The general goes one step along \
                a line and the advisor one step diagonally, both within their palace of nine points. The elephant goes \
                two steps diagonally, unless a man is on the point between, and stays on its bank of the river. The \
                horse goes one step along a line and then one diagonally outwards, unless a man is on the first of \
                these points. The rook goes any distance along a line. The cannon goes like the rook but captures only \
                over exactly one man. The pawn goes one step forward, beyond the river also sideways. A move may neither \
                leave the own general attacked nor leave the two generals on a file with nothing between. Who has no \
                legal move has lost, in check or not. The third occurrence of a position is a draw; but a side that \
                has given check with all its moves since the first occurrence has lost, unless both have. 60 moves of \
                each side without a capture are a draw, and so is a position in which no rook, horse, cannon or pawn \
                is left. Perpetual chases are not judged.",
        state_notation: "FEN as UCCI and Fairy-Stockfish have it: the rows from rank 9 down (`KABNRCP` general, advisor, \
                         elephant, horse, rook, cannon and pawn of red, `kabnrcp` of black, digits count empty points), \
                         the side to move `w` (red) or `b`, `-`, `-`, the plies since the last capture (counted from 0 \
                         to 120 and no further), and the number of the move. Also accepted: the first fields alone \
                         (then `w - - 0 1`), `r` for red's turn, `H` and `E` for horse and elephant, `_` for spaces.",
        state_examples: &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k5/9/9/9/R8/9/R8/9/9/4K4 w - - 0 1",
            "3ak4/4a4/4b4/9/2b6/9/4P4/9/4A4/3AK4 b - - 30 60",
        ],
        move_notation: "From and to as in UCCI, with files `a` to `i` and ranks 0 to 9: `h2e2`. Also accepted: `H2-E2`; \
                        the ranks counted from 1 to 10, as Fairy-Stockfish does, if counting from 0 gives no legal move; \
                        WXF, `C2=5`, `C2.5`, `H8+7`, and `+R=4` or `R+=4` for the front one of two rooks on a file, if \
                        exactly one legal move is meant.",
        move_examples: &["h2e2", "h0g2", "a5a9", "e7g9"],
        layout: Some(Layout::Points),
        pieces: &[
            board::Piece::of(Side::First, 'K', "general", "帥"),
            board::Piece::of(Side::First, 'A', "advisor", "仕"),
            board::Piece::of(Side::First, 'B', "elephant", "相"),
            board::Piece::of(Side::First, 'N', "horse", "傌"),
            board::Piece::of(Side::First, 'R', "rook", "俥"),
            board::Piece::of(Side::First, 'C', "cannon", "炮"),
            board::Piece::of(Side::First, 'P', "pawn", "兵"),
            board::Piece::of(Side::Second, 'k', "general", "將"),
            board::Piece::of(Side::Second, 'a', "advisor", "士"),
            board::Piece::of(Side::Second, 'b', "elephant", "象"),
            board::Piece::of(Side::Second, 'n', "horse", "馬"),
            board::Piece::of(Side::Second, 'r', "rook", "車"),
            board::Piece::of(Side::Second, 'c', "cannon", "砲"),
            board::Piece::of(Side::Second, 'p', "pawn", "卒"),
        ],
        score: ScoreKind::Distance,
        score_unit: "Centipawns: about 100 for a pawn that has not crossed the river.",
        counted_in: Some(ScoreUnit::of("pawn", "pawns", 100)),
        default_depth: 5,
        max_depth: 64,
        max_minimax_depth: 4,
        expected_score: measured::XIANGQI.expected_score,
        levels: Some(Levels::usual(64, 200_000, measured::XIANGQI.mean_losses, Levels::MEASURED)),
        ..About::PLAIN
    };

    const RECORDS: &'static [Convention] = &[Convention::Plain {
        has_points: false,
        numbered: None,
        kind: &[["Game", "Chinese Chess"], ["Format", "ICCS"]],
    }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        Self::from_fen(text)
    }

    fn state(&self) -> String {
        self.fen()
    }

    fn move_text(&self, mv: Move) -> String {
        name(mv.from) + &name(mv.to)
    }

    fn respelled(&self, text: &str, legal: Vec<Move>) -> Vec<Move> {
        let Some(written) = spelling::squares(text) else { return self.meant(text, &legal) };
        // Fairy-Stockfish counts the ranks from 1.
        let counted_from = |first: u32| -> Vec<Move> {
            let square = |square: Square| (file(square), u32::from(rank(square)) + first);
            legal.iter().copied().filter(|mv| written == [square(mv.from), square(mv.to)]).collect()
        };
        let meant = counted_from(0);
        if meant.is_empty() { counted_from(1) } else { meant }
    }

    /// Records in the manner of PGN have moves in ICCS, which needs no numbers of files from both sides.
    fn spelling(&self, mv: Move, format: Format) -> String {
        match format {
            Format::Pgn => format!("{}-{}", name(mv.from), name(mv.to)).to_ascii_uppercase(),
            _ => self.move_text(mv),
        }
    }

    fn is_labelled(&self, text: &str) -> bool {
        wxf::canonical(text).is_some()
    }

    fn reason(&self) -> &'static str {
        match (self.is_dead(), self.can_move()) {
            (true, _) => "no rook, horse, cannon or pawn left",
            (_, true) => "60 moves each without a capture",
            _ if self.is_check() => "checkmate",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        let point = |square: Square| self.letter_on(square).map(Content::Letter);
        Some((0..RANKS).rev().map(|rank| (0..FILES).map(|file| point(FILES * rank + file)).collect()).collect())
    }

    /// Origin and target.
    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        [mv.from, mv.to].map(cell).into()
    }

    fn label(&self, mv: Move) -> Option<String> {
        Some(self.wxf(mv))
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        (0..rows).rev().map(|rank| rank.to_string()).collect()
    }

    /// The inner files end at the river. Diagonals cross the palaces.
    fn lines(&self) -> Vec<[RowColumn; 2]> {
        let ranks = (0..10).map(|row| [[row, 0], [row, 8]]);
        let edges = [0, 8].map(|column| [[0, column], [9, column]]);
        let inner = (1..8).flat_map(|column| [[[0, column], [4, column]], [[5, column], [9, column]]]);
        let palaces = [0, 7].into_iter().flat_map(|row| [[[row, 3], [row + 2, 5]], [[row, 5], [row + 2, 3]]]);
        ranks.chain(edges).chain(inner).chain(palaces).collect()
    }

    fn twins(&self) -> Vec<Self> {
        let swapped = self.moved(flipped, true);
        vec![self.moved(mirrored, false), swapped.moved(mirrored, false), swapped]
    }
}

/// The cell of a square.
fn cell(square: Square) -> RowColumn {
    [usize::from(RANKS - 1 - rank(square)), usize::from(file(square))]
}

impl Xiangqi {
    /// The position with each square moved and, if so, the sides swapped.
    fn moved(&self, to: fn(Square) -> Square, is_swapped: bool) -> Self {
        let turned = |side: Side| if is_swapped { side.other() } else { side };
        let mut twin = Self::empty();
        (twin.side, twin.quiet_plies, twin.number) = (turned(self.side), self.quiet_plies, self.number);
        for square in members(self.occupied()) {
            let (side, piece) = self.on(square).expect("it is occupied");
            twin.toggle(turned(side), piece, to(square));
        }
        twin
    }
}
