//! Text of Othello.

use super::motifs;
use super::reading;
use super::rules::{Move, Othello};
use crate::bits::transposed;
use crate::board::{self, Board, Content, Layout, Look, Piece, RowColumn};
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::record::{Convention, Points, SgfWord, Unit};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

const LETTERS: [char; 2] = ['X', 'O'];

impl Notation for Othello {
    const ABOUT: About = About {
        title: "Othello",
        players: ["X", "O"],
        sides: Some(Look::BLACK_WHITE),
        summary: "Discs are turned over by outflanking them on an 8x8 board; the side with more discs at the end wins.",
        rules: "X (black) moves first. A disc is placed on an empty square so that it outflanks at least one line of \
                the opponent's discs. Such a line is an unbroken row, column or diagonal between the new disc and \
                another disc of the same side. All outflanked discs are turned over. A side that cannot place a disc \
                must pass, and may not pass otherwise; a pass is a move and a ply. When neither side can place a disc, \
                the game is over: the side with more discs wins, and empty squares count for the winner.",
        state_notation: "64 cells row by row from a1 at the top left to h8, `X` black, `O` white, `-` empty, then a \
                         space and the side to move, `X` or `O`. Any discs are allowed. Also accepted: `*` for black, \
                         `.` for an empty square, `b` and `w`, lower case; eight rows; the side after `;`, or left out \
                         where only one can move; the size `8` before the board, as in GGF; moves with scores after \
                         it, as in OBF (`; G8:+18;`); Fairy-Stockfish's FEN; a transcript from the start without \
                         passes, `f5d6c3`.",
        state_examples: &[
            "---------------------------OX------XO--------------------------- X",
            "-------------------O-------OO-----XXXXX-----X------------------- O",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
            "--OOO-X--OOOOOOOOOOOXOOOOOOOOOOOXXXXOXXOXOXOXXXXXOOXXXXXXOOOOOOO O",
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        ],
        state_is_json: false,
        move_notation: "The square: file `a` to `h` from the left, row `1` to `8` from the top; `pass` when there is \
                        no other move. Also accepted: `F5`; `pa`, `ps` or `--` for a pass, or a pass left out.",
        move_examples: &["f5", "d3", "pass"],
        layout: Some(Layout::Cells),
        pieces: &[Piece::of(Side::First, 'X', "black disc", "●"), Piece::of(Side::Second, 'O', "white disc", "○")],
        score: ScoreKind::Margin,
        score_unit: "Discs. A proven score is the final difference, empty squares to the winner. A static value is an \
                     estimate of it, learnt from edges, corners and lines, and from mobility and frontier, rounded to \
                     whole discs within 64.",
        counted_in: Some(ScoreUnit::of("disc", "discs", 1)),
        default_depth: 10,
        review_nodes: 100_000,
        // At most 62 empty squares, each with at most one pass before it.
        max_depth: 124,
        max_minimax_depth: 6,
        expected_score: measured::OTHELLO.expected_score,
        levels: Some(Levels::usual(
            60,
            400_000,
            measured::OTHELLO.mean_losses,
            "Level 5 beats a beginner in 9 of 10 games. At full strength it beats Egaroucid for Web.",
        )),
    };

    const RECORDS: &'static [Convention] = &[
        Convention::Transcript { unit: Unit::Square, pass: Some("--") },
        Convention::Sgf {
            game: 2,
            points: Points::Letters,
            words: &[SgfWord { values: &["", "tt", "pass"], name: "pass", rule: None }],
        },
        Convention::Ggf { game: "Othello" },
    ];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        reading::read(text)
    }

    fn state(&self) -> String {
        let [black, white] = self.by_colour();
        let mut text: String = (0..64).map(|index| letter(black, white, index).unwrap_or('-')).collect();
        text.push(' ');
        text.push(LETTERS[self.side_to_move().index()]);
        text
    }

    fn move_text(&self, mv: Move) -> String {
        name(mv)
    }

    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let square =
            if reading::is_pass(text) { Some(Move::PASS) } else { spelling::square(text).and_then(reading::placement) };
        legal.retain(|mv| square == Some(*mv));
        legal
    }

    fn forced_pass(&self) -> Option<Move> {
        (self.placements() == 0 && !self.is_final()).then_some(Move::PASS)
    }

    fn set_up(stones: &[Vec<Option<Side>>], to_move: Side) -> Option<String> {
        let cell = |side: &Option<Side>| side.map_or('-', |side| LETTERS[side.index()]);
        let cells: String = stones.iter().flatten().map(cell).collect();
        Some(format!("{cells} {}", LETTERS[to_move.index()]))
    }

    fn reason(&self) -> &'static str {
        let [black, white] = self.by_colour();
        if black | white == u64::MAX {
            "full board"
        } else if black == 0 || white == 0 {
            "one side has no discs left"
        } else {
            "neither side can move"
        }
    }

    fn board(&self) -> Option<Board> {
        let [black, white] = self.by_colour();
        let cell = |index| letter(black, white, index).map(Content::Letter);
        Some((0..8).map(|row| (0..8).map(|file| cell(8 * row + file)).collect()).collect())
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        match mv {
            Move::PASS => Vec::new(),
            Move(square) => vec![[usize::from(square) / 8, usize::from(square) % 8]],
        }
    }

    fn motifs(&self, mv: Move) -> Vec<Motif> {
        motifs::of(self, mv)
    }

    fn label(&self, mv: Move) -> Option<String> {
        (mv == Move::PASS).then(|| name(mv))
    }

    fn ranks(&self, rows: usize) -> Vec<String> {
        board::numbers(rows)
    }

    fn twins(&self) -> Vec<Self> {
        let mut discs = self.by_colour();
        let side = self.side_to_move();
        let swapped = Self::new(discs[1], discs[0], side.other());
        // Alternate reflections about a diagonal and about the middle generate all eight symmetries of the board.
        let turned = (0..7).map(|step| {
            discs = discs.map(if step % 2 == 0 { transposed } else { u64::swap_bytes });
            Self::new(discs[0], discs[1], side)
        });
        turned.chain([swapped]).collect()
    }
}

/// `f5`, or `pass`.
fn name(mv: Move) -> String {
    match mv {
        Move::PASS => "pass".to_owned(),
        Move(square) => format!("{}{}", char::from(b'a' + square % 8), 1 + square / 8),
    }
}

fn letter(black: u64, white: u64, index: u8) -> Option<char> {
    let on = |discs: u64| discs >> index & 1 == 1;
    if on(black) { Some(LETTERS[0]) } else { on(white).then_some(LETTERS[1]) }
}
