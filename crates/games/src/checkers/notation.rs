//! Text of checkers.

use super::rules::{Checkers, Move, QUIET_PLIES_MAX};
use crate::board::{Board, Layout, Look, Piece, RowColumn};
use crate::diagonals::{Diagonals, Eight, Squares};
use crate::measured;
use crate::motif::Motif;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::pdn::{Pdn, Setup};
use crate::record::Convention;
use crate::shot;
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};

/// The largest depth of a search.
const MAX_DEPTH: u32 = 60;

const PDN: Pdn = Pdn { algebraic: false, pieces_max: 12, quiet_max: QUIET_PLIES_MAX, example: "B:W21,22,K30:B1,2" };

impl Notation for Checkers {
    const ABOUT: About = About {
        title: "Checkers",
        players: ["black", "white"],
        sides: Some(Look::BLACK_WHITE),
        summary: "English draughts on 8x8: captures are forced, and a man crowned on the last row is a king.",
        rules: "Black moves first, from squares 1 to 12 towards 32; white moves from 21 to 32 towards 1. A man steps \
                one square diagonally forward, a king forward or back. A piece captures by jumping over an adjacent \
                enemy piece to the empty square behind it, men forward only. It keeps jumping in the same move as long \
                as it can. Captures are forced, but any of them may be chosen, not only the longest. A man that \
                reaches the last row becomes a king and its move ends there. Different paths of a capture are \
                different moves. A side that cannot move has lost. A draw may be claimed after 40 moves of each side \
                (80 plies) without a capture or a man's move, and at the third occurrence of a position.",
        state_notation: "PDN FEN, as in `B:W21,22,K30:B1,K2:H12`: the side to move, `B` or `W`, then the squares of \
                         white and of black. Squares are 1 to 32 row by row from the top, with `K` before a king's. \
                         `H` and the plies since the last capture or man's move (at most 80) follow, unless that \
                         number is 0. The canonical form has white first and squares ascending; any order is accepted. \
                         Also accepted: ranges (`W21-32`), leading zeros, lower case, a full stop at the end, a larger \
                         number of plies, `F` with the number of the move, and a letter for each square as in the Hub \
                         protocol (`w`, `b`, `e`). The side that is not to move must have \
                         a piece; if the side to move has none, it has lost. `board` has `b` and `w` for men, `B` and \
                         `W` for kings.",
        state_examples: &[
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
            "B:W21,22,K30:B1,2",
            "W:W22,30:B1,18",
            "W:W22,24,31:B1,11,18",
            "B:WK1:BK14,K18",
        ],
        state_is_json: false,
        move_notation: "A step is `11-15`, a capture `22x15`, a multiple jump its whole path: `22x15x8`. Also \
                        accepted: dashes and colons; squares without a mark, `1115`; a capture by its first and last \
                        square, `22x8`, also followed by the captured squares, `22x8x18x11`.",
        move_examples: &["11-15", "9-13", "22x15", "22x15x8"],
        layout: Some(Layout::Squares),
        pieces: &[
            Piece::of(Side::First, 'b', "man", "⛂"),
            Piece::of(Side::First, 'B', "king", "⛃"),
            Piece::of(Side::Second, 'w', "man", "⛀"),
            Piece::of(Side::Second, 'W', "king", "⛁"),
        ],
        score: ScoreKind::Distance,
        score_unit: "A man is 100, a king 140. The back row, advance, centre, free men, kings' mobility and the \
                     opposition count too, and so does a lead when few pieces are left.",
        counted_in: Some(ScoreUnit::of("man", "men", 100)),
        default_depth: 12,
        review_nodes: 200_000,
        max_depth: MAX_DEPTH,
        max_minimax_depth: 7,
        expected_score: measured::CHECKERS.expected_score,
        levels: Some(Levels::usual(
            60,
            400_000,
            measured::CHECKERS.mean_losses,
            "Level 5 beats a beginner in 9 of 10 games. At full strength it is even with GUI Checkers.",
        )),
    };

    const RECORDS: &'static [Convention] = &[Convention::Pdn { game_type: "21,B,8,8,N1,0" }];

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let Setup { to_move, pieces: [white, black], kings, quiet } = PDN.read::<Eight>(text)?;
        let side = if to_move == 0 { Side::Second } else { Side::First };
        Ok(Self::new([black, white], kings, side).with_quiet(quiet))
    }

    fn state(&self) -> String {
        PDN.write::<Eight>(&self.setup())
    }

    fn move_text(&self, mv: Move) -> String {
        let between = if mv.jumps() > 0 { 'x' } else { '-' };
        let mut text = number(mv.from()).to_string();
        for (at, _) in mv.path() {
            text.push(between);
            text.push_str(&number(at).to_string());
        }
        text
    }

    /// A capture may be written by its ends, by its ends and the captured squares in any order, or by its path; a step
    /// by its ends.
    fn respelled(&self, text: &str, mut legal: Vec<Move>) -> Vec<Move> {
        let Some(written) = written(text) else {
            let pairs = PDN.unmarked::<Eight>(text);
            let ends = |mv: &Move| [mv.from(), mv.path().last().map_or(0, |(at, _)| at)].map(number);
            legal.retain(|mv| pairs.contains(&ends(mv)));
            return legal;
        };
        legal.retain(|mv| {
            let path: Vec<Squares> = std::iter::once(mv.from()).chain(mv.path().map(|(at, _)| at)).collect();
            let has_ends = written[0] == path[0] && Some(&written[1]) == path.last();
            let captured = mv.path().fold(0, |set, (_, over)| set | over);
            let named = written[2..].iter().fold(0, |set, square| set | square);
            let takes_them = named == captured && mv.jumps() as usize == written.len() - 2;
            written == path || (has_ends && (written.len() == 2 || takes_them))
        });
        legal
    }

    fn broken_rule(&self, text: &str) -> Option<&'static str> {
        let written = written(text)?;
        let is_step = written.len() == 2
            && self.by_colour()[self.side_to_move().index()] & written[0] != 0
            && self.empty() & written[1] != 0;
        (is_step && self.capturers() != 0).then_some("a capture is forced")
    }

    fn reason(&self) -> &'static str {
        match self.outcome() {
            Some(Outcome::Draw) => "40 moves each without a capture or a man's move",
            _ if self.by_colour()[self.side_to_move().index()] == 0 => "no pieces left",
            _ => "no legal move",
        }
    }

    fn board(&self) -> Option<Board> {
        Some(self.setup().board::<Eight>())
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        let squares = std::iter::once(mv.from()).chain(mv.path().map(|(at, _)| at));
        squares.map(|square| Eight::cell(number(square))).collect()
    }

    fn motifs(&self, mv: Move) -> Vec<Motif> {
        shot::of(self, mv).into_iter().collect()
    }

    /// Squares have numbers, so files and ranks are not named.
    fn files(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn ranks(&self, _: usize) -> Vec<String> {
        Vec::new()
    }

    fn twins(&self) -> Vec<Self> {
        vec![self.swapped()]
    }
}

impl Checkers {
    fn setup(&self) -> Setup {
        let [black, white] = self.by_colour();
        let to_move = self.side_to_move().other().index();
        Setup { to_move, pieces: [white, black], kings: self.kings(), quiet: self.quiet }
    }
}

fn number(square: Squares) -> u32 {
    Eight::number(square.trailing_zeros())
}

/// The squares of a move, each as a set.
fn written(text: &str) -> Option<Vec<Squares>> {
    Some(PDN.squares::<Eight>(text)?.into_iter().map(Eight::bit).collect())
}
