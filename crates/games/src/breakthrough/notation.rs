//! Text of Breakthrough.

use super::geometry::{Geometry, MAX_SIZE, MIN_FILES, MIN_RANKS, Squares, members};
use super::rules::{Breakthrough, Move};
use crate::board::{Board, Layout, Look, Piece, RowColumn};
use crate::fields;
use crate::foreign;
use crate::grid::{self, Cell, Letters};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit, Sizes};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

const LETTERS: Letters = ['P', 'p'];

impl Notation for Breakthrough {
    const CAN_BE_DRAWN: bool = false;
    const ABOUT: About = About {
        title: "Breakthrough",
        players: ["white", "black"],
        sides: Some(Look::WHITE_BLACK),
        summary: "Each side has two rows of pawns, which only move forward; the first pawn on the last rank wins.",
        rules: "White moves first and up the board, black down. A pawn goes one square straight or diagonally forward \
                to an empty square. It captures diagonally forward only, and captures are not forced. A side wins as \
                soon as one of its pawns is on the last rank, or the other side has no pawn left. There are no draws, \
                and a side to move always has a move.",
        state_notation: "Rows of squares from the top rank, separated by `/`: `P` for white pawns, `p` for black ones, \
                         numbers for runs of empty squares. Then a space and the side to move, `w` or `b`. 3 to 11 \
                         files and 4 to 11 ranks; each side has at most twice as many pawns as there are files. Also accepted: `w` and `b` for \
                         the pawns; the counters of a FEN at the end, ` - - 0 1`.",
        state_examples: &[
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w",
            "1p1ppp1p/p1pp1pp1/2p2P2/1p2P3/3p1P2/P1P3P1/1P1PP2P/PPPP2PP w",
            "pppppp/pppppp/6/6/PPPPPP/PPPPPP w",
            "ppp/ppp/3/PPP/PPP w",
            "10p/11/11/2P8/3p7/11/P10/11/11 b",
        ],
        state_is_json: false,
        move_notation: "The squares that the pawn comes from and goes to, captures alike: `a2b3`. Files `a` to `k`, \
                        ranks from 1 at the bottom. Also accepted: `A2-B3`, `a2xb3`.",
        move_examples: &["a2b3", "a2a3", "d5c4"],
        layout: Some(Layout::Squares),
        pieces: &[Piece::of(Side::First, 'P', "white pawn", "♙"), Piece::of(Side::Second, 'p', "black pawn", "♟")],
        score: ScoreKind::Distance,
        score_unit: "A pawn is 100. Advance, guarded pawns and hanging pawns count too. A pawn that cannot be stopped \
                     and arrives first is 10,000. On 8x8 a small network corrects the sum.",
        counted_in: Some(ScoreUnit::of("pawn", "pawns", 100)),
        default_depth: 6,
        review_nodes: 200_000,
        max_depth: 100,
        max_minimax_depth: 5,
        expected_score: measured::BREAKTHROUGH.expected_score,
        levels: Some(Levels::usual(60, 400_000, measured::BREAKTHROUGH.mean_losses, Levels::MEASURED)),
    };

    const SIZES: Option<Sizes> = Some(Sizes {
        least: [MIN_FILES, MIN_RANKS],
        greatest: [MAX_SIZE; 2],
        default: [8; 2],
        square: false,
        start: |[files, ranks]| {
            let [black, white] = ["p", "P"].map(|pawn| [pawn.repeat(files), pawn.repeat(files)].join("/"));
            let between = format!("/{files}").repeat(ranks - 4);
            format!("{black}{between}/{white} w")
        },
    });

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let words: Vec<&str> = spelling::fields(text).take(7).collect();
        let [board, side] = [0, 1].map(|index| words.get(index).copied().unwrap_or_default());
        if !foreign::are_counters(words.get(2..).unwrap_or_default()) {
            return Err(InvalidState::new(
                "expected nothing after the side to move, or the counters of a FEN, as in - - 0 1",
            ));
        }
        let has_colours = board.contains(['w', 'b']) && !board.contains(LETTERS);
        let letters = if has_colours { ['w', 'b'] } else { LETTERS };
        let rows = grid::read_rows(letters, board, MIN_RANKS..=MAX_SIZE, MIN_FILES..=MAX_SIZE)?;
        let side = fields::side_to_move(side, ["w", "b"], " at the end")?;
        let geometry = Geometry { files: rows[0].len() as u8, ranks: rows.len() as u8 };
        let mut pawns: [Squares; 2] = [0; 2];
        for (cell, square) in rows.iter().rev().flatten().zip(0..) {
            if let Some(side) = cell {
                pawns[side.index()] |= 1 << square;
            }
        }
        for (pawns, name) in pawns.iter().zip(Self::ABOUT.players) {
            let (count, most) = (pawns.count_ones(), 2 * u32::from(geometry.files));
            if count > most {
                return Err(InvalidState(format!("{name} has {count} pawns, expected at most {most} on this board")));
            }
        }
        let read = Self::new(pawns, geometry, side);
        let [mover, other] = [side, side.other()].map(|side| Self::ABOUT.players[side.index()]);
        if pawns == [0; 2] {
            return Err(InvalidState::new("neither side has a pawn; the game ended before that"));
        }
        if read.has_won(side) {
            let how = if pawns[side.other().index()] == 0 { "no pawn left" } else { "let a pawn reach its last rank" };
            return Err(InvalidState(format!("{mover} is to move, but {other} has {how}; the game ended before that")));
        }
        Ok(read)
    }

    fn state(&self) -> String {
        let side = if self.side_to_move() == Side::First { 'w' } else { 'b' };
        format!("{} {side}", grid::write_rows(LETTERS, &self.rows()))
    }

    fn move_text(&self, mv: Move) -> String {
        self.name(mv.from) + &self.name(self.target(mv))
    }

    fn reason(&self) -> &'static str {
        if self.pawns().contains(&0) { "no pawns left" } else { "a pawn on the last rank" }
    }

    fn board(&self) -> Option<Board> {
        Some(grid::board(LETTERS, self.rows()))
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        [mv.from, self.target(mv)].map(|square| self.cell(square)).to_vec()
    }

    fn twins(&self) -> Vec<Self> {
        let geometry = self.geometry();
        // Reverses the ranks, which exchanges the points of view of both colours.
        let flip = |pawns| {
            members(pawns).fold(0, |flipped, square| {
                let rank = square / geometry.files;
                flipped | 1 << (square + geometry.files * (geometry.ranks - 1) - 2 * geometry.files * rank)
            })
        };
        let [white, black] = self.pawns();
        let swapped = Self::new([flip(black), flip(white)], geometry, self.side_to_move().other());
        vec![self.mirrored(), swapped, swapped.mirrored()]
    }
}

impl Breakthrough {
    /// The squares from the top rank down.
    fn rows(&self) -> Vec<Vec<Cell>> {
        let [white, black] = self.pawns();
        let cell = |square: u8| {
            if white >> square & 1 == 1 {
                Some(Side::First)
            } else {
                (black >> square & 1 == 1).then_some(Side::Second)
            }
        };
        let Geometry { files, ranks } = self.geometry();
        (0..ranks).rev().map(|rank| (0..files).map(|file| cell(files * rank + file)).collect()).collect()
    }

    fn cell(&self, square: u8) -> RowColumn {
        let Geometry { files, ranks } = self.geometry();
        [usize::from(ranks - 1 - square / files), usize::from(square % files)]
    }

    fn name(&self, square: u8) -> String {
        let files = self.geometry().files;
        format!("{}{}", char::from(b'a' + square % files), square / files + 1)
    }
}
