//! Kalah with two houses of two seeds: X has the lower row and the store at the right.

use plyd::games::board::{Board, Content, Layout, RowColumn};
use plyd::notation::{About, InvalidState, Notation};
use plyd::position::{Outcome, Position, Side};
use plyd::search::hooks::NoHooks;
use plyd::search::{Evaluate, Score};

/// The houses and store of X, then those of O, in the order of sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    pits: [u32; 6],
    side: Side,
}

const SEEDS: u32 = 8;

impl Kalah {
    fn own(&self) -> usize {
        3 * self.side.index()
    }

    fn store(&self, side: Side) -> u32 {
        self.pits[3 * side.index() + 2]
    }
}

impl Position for Kalah {
    type Move = usize;

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// If a player has no seeds to sow, the other player gets the rest.
    fn outcome(&self) -> Option<Outcome> {
        if self.pits[self.own()] + self.pits[self.own() + 1] > 0 {
            return None;
        }
        let own = self.store(self.side);
        Some(match own.cmp(&(SEEDS - own)) {
            std::cmp::Ordering::Greater => Outcome::Win(self.side),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(self.side.other()),
        })
    }

    fn legal_moves(&self, moves: &mut Vec<usize>) {
        moves.extend((self.own()..self.own() + 2).filter(|house| self.pits[*house] > 0));
    }

    /// If the last seed falls into the own store, the player moves again. If it falls into an empty own house, it
    /// captures the seeds opposite.
    fn play_unchecked(&mut self, house: usize) {
        let (own, mut at) = (self.own(), house);
        for _ in 0..std::mem::take(&mut self.pits[house]) {
            at = (at + 1) % 6;
            at = if at == (own + 5) % 6 { (at + 1) % 6 } else { at };
            self.pits[at] += 1;
        }
        if (own..own + 2).contains(&at) && self.pits[at] == 1 {
            self.pits[own + 2] += std::mem::take(&mut self.pits[at]) + std::mem::take(&mut self.pits[4 - at]);
        }
        self.side = if at == own + 2 { self.side } else { self.side.other() };
    }

    fn key(&self) -> u64 {
        self.pits.iter().fold(self.side.index() as u64, |key, seeds| key * 16 + u64::from(*seeds))
    }
}

impl Evaluate for Kalah {
    type Hooks = NoHooks;

    fn evaluate(&self) -> Score {
        Score::heuristic(self.store(self.side) as i32 - self.store(self.side.other()) as i32)
    }
}

impl Notation for Kalah {
    const ABOUT: About = About {
        move_examples: &["1", "2"],
        pieces: &[],
        ..super::about(
            "Kalah with two houses of two seeds",
            "Sow the seeds of a house; more seeds in the store win.",
            &["2,2,0,2,2,0 X", "0,3,1,1,2,1 O"],
            Layout::Pits,
        )
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let (numbers, side) = super::read_side(text)?;
        let pits: Vec<u32> =
            numbers.split(',').filter_map(|number| (0..=SEEDS).find(|n| n.to_string() == number)).collect();
        let pits = <[u32; 6]>::try_from(pits).ok().filter(|pits| pits.iter().sum::<u32>() == SEEDS);
        let pits = pits.filter(|_| numbers.split(',').count() == 6);
        Ok(Self { pits: pits.ok_or_else(|| InvalidState::new("expected six numbers that add up to 8"))?, side })
    }

    fn state(&self) -> String {
        let numbers: Vec<String> = self.pits.iter().map(u32::to_string).collect();
        format!("{} {}", numbers.join(","), super::LETTERS[self.side.index()])
    }

    fn move_text(&self, house: usize) -> String {
        (house % 3 + 1).to_string()
    }

    fn reason(&self) -> &'static str {
        "nothing to sow"
    }

    fn board(&self) -> Option<Board> {
        let row = |pits: [usize; 4]| pits.map(|pit| Some(Content::Number(self.pits[pit]))).to_vec();
        Some(vec![row([5, 4, 3, 2]), row([5, 0, 1, 2])])
    }

    fn cells(&self, house: usize) -> Vec<RowColumn> {
        vec![if house < 3 { [1, house + 1] } else { [0, 5 - house] }]
    }
}
