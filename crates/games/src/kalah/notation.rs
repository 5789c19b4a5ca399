//! Text of Kalah.

use super::rules::{Kalah, MAX_HOUSES};
use crate::board::{Board, Layout, RowColumn};
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind, ScoreUnit};
use crate::sowing;
use crate::spelling;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

/// The most seeds that a house starts with.
const MAX_SEEDS: usize = 12;

impl Notation for Kalah {
    const ABOUT: About = About {
        title: "Kalah",
        players: sowing::NAMES,
        sides: None,
        summary: "Seeds are sown around a board of houses, with extra turns and captures; more seeds win.",
        rules: "South moves first. The side to move takes all seeds from one of its houses and sows them one by one \
                counter-clockwise. They go into its further houses, its store, the other side's houses and, after a \
                whole lap, the house it started from; never into the other side's store. If the last seed falls into \
                the mover's store, the side moves again, as a separate ply. If it falls into an empty house of the \
                mover, and the opposite house has seeds, the mover captures both. The game ends as soon as the houses \
                of either side are empty, whoever is to move; each side keeps the seeds on its side. More seeds win.",
        state_notation: "South's houses in its order of sowing and its store, separated by commas, `/`, the same of \
                         north, a space, and the side to move (`south` or `north`). Each side has 1 to 10 houses. The \
                         total number of seeds is a multiple of the number of houses, and at most 12 for each house. Also accepted: a \
                         board of the Kalah Game Protocol, `<6,0,0,4,…>`; the text of OpenSpiel's `mancala`.",
        state_examples: &[
            "4,4,4,4,4,4,0/4,4,4,4,4,4,0 south",
            "1,1,0,8,3,1,5/7,2,8,0,0,8,4 north",
            "2,2,2,0/2,2,2,0 south",
            "0,0,0,0,2,1,22/1,0,0,0,0,0,22 south",
            "6,6,6,6,6,6,0/6,6,6,6,6,6,0 south",
        ],
        state_is_json: false,
        move_notation: "The house, counted from 1 in its side's order of sowing: the last one is next to the store.",
        move_examples: &["3", "6", "1"],
        layout: Some(Layout::Pits),
        pieces: &[],
        score: ScoreKind::Margin,
        score_unit: "Seeds. A proven score is the final difference. A static value is an estimate of it, from the \
                     stores, the seeds in the houses, and extra turns and captures available, rounded to whole seeds.",
        counted_in: Some(ScoreUnit::of("seed", "seeds", 1)),
        default_depth: 10,
        review_nodes: 200_000,
        max_depth: 100,
        max_minimax_depth: 7,
        expected_score: measured::KALAH.expected_score,
        levels: Some(Levels::usual(60, 400_000, measured::KALAH.mean_losses, Levels::MEASURED)),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let rewritten = of_protocol(text);
        let ([south, north], side) = sowing::read(rewritten.as_deref().unwrap_or(text), 1..=MAX_HOUSES)?;
        let houses = [&south.houses[..], &north.houses];
        let seeds: usize =
            houses.concat().iter().chain([&south.won, &north.won]).map(|seeds| usize::from(*seeds)).sum();
        let pits = 2 * south.houses.len();
        if seeds == 0 || !seeds.is_multiple_of(pits) || seeds > MAX_SEEDS * pits {
            return Err(InvalidState(format!(
                "there are {seeds} seeds in all, expected a multiple of {pits} up to {}",
                MAX_SEEDS * pits
            )));
        }
        Ok(Self::new(houses, [south.won, north.won], side))
    }

    fn state(&self) -> String {
        let (houses, won) = self.by_side();
        sowing::write(houses, won, self.side_to_move())
    }

    fn move_text(&self, house: u8) -> String {
        (house + 1).to_string()
    }

    fn reason(&self) -> &'static str {
        match [Side::First, Side::Second].map(|side| self.houses(side).iter().all(|seeds| *seeds == 0)) {
            [true, true] => "all houses are empty",
            [true, false] => "south's houses are empty",
            _ => "north's houses are empty",
        }
    }

    fn board(&self) -> Option<Board> {
        let (houses, won) = self.by_side();
        Some(sowing::board(houses, won))
    }

    fn cells(&self, house: u8) -> Vec<RowColumn> {
        vec![sowing::cell(self.side_to_move(), usize::from(house), self.count())]
    }

    fn twins(&self) -> Vec<Self> {
        let (houses, won) = self.by_side();
        vec![Self::new([houses[1], houses[0]], [won[1], won[0]], self.side_to_move().other())]
    }
}

/// The state of a board of the Kalah Game Protocol: `<6,0,0,4,…>`, the number of houses, the stores of south and north,
/// and the houses of both in their order of sowing. The side to move is south.
fn of_protocol(text: &str) -> Option<String> {
    let list = text.trim().strip_prefix('<')?.strip_suffix('>')?;
    let numbers: Vec<&str> = list.split(',').map(str::trim).take(4 + 2 * MAX_HOUSES).collect();
    let [count, south_store, north_store, houses @ ..] = &numbers[..] else { return None };
    let count = spelling::number(count)? as usize;
    if houses.len() != 2 * count || count == 0 {
        return None;
    }
    let (south, north) = houses.split_at(count);
    Some(format!("{},{south_store}/{},{north_store} {}", south.join(","), north.join(","), sowing::NAMES[0]))
}

impl Kalah {
    /// The houses and the stores, those of south first.
    fn by_side(&self) -> ([&[u8]; 2], [u8; 2]) {
        let sides = [Side::First, Side::Second];
        (sides.map(|side| self.houses(side)), sides.map(|side| self.store(side)))
    }
}
