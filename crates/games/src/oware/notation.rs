//! Text of Oware.

use super::rules::{HOUSES, Oware, SEEDS};
use crate::board::{Board, Layout, RowColumn};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::sowing::{self, Row};
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

impl Notation for Oware {
    const ABOUT: About = About {
        title: "Oware",
        players: sowing::NAMES,
        sides: None,
        summary: "Seeds are sown around twelve houses, and twos and threes are captured; more seeds win.",
        rules: "Abapa. South moves first. The side to move takes all seeds from one of its houses and sows them one by \
                one counter-clockwise into the houses of both sides. Sowing skips the house that it began in. If the \
                last seed makes two or three in a house of the other side, these seeds are captured. So are the twos \
                and threes in an unbroken chain of houses before it. But a move that would capture all seeds of the \
                other side is legal and captures nothing. If the other side has no seeds, a move has to give it some. \
                The game is over when a side has captured 25, when both have captured 24, when there is no legal move, \
                and when a position is repeated. Then each side keeps the seeds on its side. The side with more seeds \
                wins; 24 each is a draw.",
        state_notation: "South's six houses in its order of sowing and what it has captured, separated by commas, \
                         then `/` and the same of north. Then a space and the side to move (`south` or `north`). \
                         There are 48 seeds in all.",
        state_examples: &[
            "4,4,4,4,4,4,0/4,4,4,4,4,4,0 south",
            "2,0,7,0,1,2,6/3,0,1,3,11,2,10 south",
            "0,0,0,1,2,1,20/0,2,0,0,1,1,20 south",
            "0,1,0,0,0,3,22/0,0,0,0,0,0,22 south",
            "0,0,1,0,2,0,19/1,0,3,0,0,2,20 north",
        ],
        state_is_json: false,
        move_notation: "The house: `A` to `F` for south, from its left, `a` to `f` for north, from its own left. Also \
                        accepted: either case, and `1` to `6`.",
        move_examples: &["C", "f", "A"],
        layout: Some(Layout::Pits),
        pieces: &[],
        score: ScoreKind::Distance,
        score_unit: "Hundredths of a seed, from seeds captured and in one's houses, weak houses of one or two, houses \
                     that go around the board, and houses that can be sown.",
        counted_in: Some(ScoreUnit::of("seed", "seeds", 100)),
        default_depth: 10,
        review_nodes: 200_000,
        max_depth: 100,
        max_minimax_depth: 7,
        expected_score: measured::OWARE.expected_score,
        levels: Some(Levels::usual(60, 400_000, measured::OWARE.mean_losses, Levels::MEASURED)),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (rows, side) = sowing::read(text, HOUSES..=HOUSES)?;
        let seeds: u32 =
            rows.iter().flat_map(|row| row.houses.iter().chain([&row.won])).map(|seeds| u32::from(*seeds)).sum();
        if seeds != u32::from(SEEDS) {
            return Err(InvalidState(format!("there are {seeds} seeds in all, expected {SEEDS}")));
        }
        let houses = |row: &Row| std::array::from_fn(|house| row.houses[house]);
        let [south, north] = &rows;
        Ok(Self::new([houses(south), houses(north)], [south.won, north.won], side))
    }

    fn state(&self) -> String {
        let (houses, won) = self.by_side();
        sowing::write(houses, won, self.side_to_move())
    }

    fn move_text(&self, house: u8) -> String {
        let first = if self.side_to_move() == Side::First { b'A' } else { b'a' };
        char::from(first + house).to_string()
    }

    /// The letter in either case, or the number of the house in its side's order of sowing.
    fn respelled(&self, text: &str, mut legal: Vec<u8>) -> Vec<u8> {
        let number = spelling::number(text);
        legal
            .retain(|house| self.move_text(*house).eq_ignore_ascii_case(text) || number == Some(u32::from(*house) + 1));
        legal
    }

    fn reason(&self) -> &'static str {
        let (_, captured) = self.by_side();
        if captured.iter().any(|seeds| *seeds > SEEDS / 2) {
            "more than half of the seeds captured"
        } else if captured == [SEEDS / 2; 2] {
            "half of the seeds each"
        } else {
            "no legal move: each side took what lay on it"
        }
    }

    fn board(&self) -> Option<Board> {
        let (houses, won) = self.by_side();
        Some(sowing::board(houses, won))
    }

    fn cells(&self, house: u8) -> Vec<RowColumn> {
        vec![sowing::cell(self.side_to_move(), usize::from(house), HOUSES)]
    }

    fn twins(&self) -> Vec<Self> {
        let houses = |side| std::array::from_fn(|house| self.houses(side)[house]);
        let (_, won) = self.by_side();
        let swapped = [houses(Side::Second), houses(Side::First)];
        vec![Self::new(swapped, [won[1], won[0]], self.side_to_move().other())]
    }
}

impl Oware {
    /// The houses and the captured seeds, those of south first.
    fn by_side(&self) -> ([&[u8]; 2], [u8; 2]) {
        let sides = [Side::First, Side::Second];
        (sides.map(|side| self.houses(side)), sides.map(|side| self.captured(side)))
    }
}
