//! Text of Nim.

use super::rules::{Move, Nim};
use crate::board::{self, Board, Content, Layout, Look, RowColumn};
use crate::fields;
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::spelling::{self, shown};
use plyd_search::expected_score::ExpectedScore;
use plyd_search::level::Levels;
use plyd_search::position::{Position, Side};

const NAMES: [&str; 2] = ["max", "min"];

impl Notation for Nim {
    const CAN_BE_DRAWN: bool = false;
    const ABOUT: About = About {
        title: "Nim",
        players: NAMES,
        sides: Some(Look::FIRST_SECOND),
        summary: "Take any number of objects from one of several heaps; the side that takes the last one wins. Without \
                  a depth, every position is answered immediately.",
        rules: "The side to move takes at least one object from one heap, and at most all of it. In normal play the \
                side that takes the last object of all wins; in misère play it loses.",
        state_notation: "The heaps, separated by commas: 1 to 20, with at most 1,000 objects in all, and 0 for an \
                         empty heap. Then a space and the side to move (`max` or `min`), and ` misere` if taking the \
                         last object loses. Also accepted: the heaps alone (then max moves).",
        state_examples: &["3,5,7 max", "1,2,3 min", "2,2,1 max misere", "4,0,3,6,1 min misere"],
        state_is_json: false,
        move_notation: "The heap, counted from 1, `:`, and how many to take from it. Also accepted: `2-3`, `take 3 \
                        from heap 2`; `take 3`, if only one heap has that many.",
        move_examples: &["2:3", "1:1", "3:7"],
        layout: Some(Layout::Heaps),
        pieces: &[],
        score: ScoreKind::Distance,
        score_unit: "None: heaps whose end lies beyond the depth count as even. Without a depth every position is \
                     solved in closed form.",
        counted_in: None,
        default_depth: 10,
        review_nodes: 200_000,
        max_depth: 100,
        // A full search of 3,5,7 visits 39,861,781 nodes.
        max_minimax_depth: 15,
        expected_score: ExpectedScore::FIXED,
        levels: Some(Levels::by_depth(100, 10_000, measured::NIM.mean_losses, "Level 10 never loses a won game.")),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let mut words = spelling::fields(text);
        let heaps = words.next().unwrap_or_default();
        let side = match words.next() {
            None => Side::First,
            Some(word) => fields::side_to_move(word, NAMES, "")?,
        };
        let misere = match words.next() {
            None => false,
            Some(word) if word.eq_ignore_ascii_case("misere") => true,
            Some(other) => {
                return Err(InvalidState(format!(
                    "after the side to move comes {}, expected misere or nothing",
                    shown(other)
                )));
            }
        };
        if words.next().is_some() {
            return Err(InvalidState::new("expected nothing after misere"));
        }
        let count = heaps.split(',').count();
        if count > Self::MAX_HEAPS {
            return Err(InvalidState(format!("there are {count} heaps, expected 1 to {}", Self::MAX_HEAPS)));
        }
        let sizes = (1..).zip(heaps.split(','));
        let sizes = sizes.map(|(number, heap)| fields::number(heap, &format!("heap {number}"), 0, Self::MAX_OBJECTS));
        let sizes: Vec<u32> = sizes.collect::<Result<_, _>>()?;
        let left: u32 = sizes.iter().sum();
        if left > Self::MAX_OBJECTS {
            return Err(InvalidState(format!(
                "the heaps have {left} objects in all, expected at most {}",
                Self::MAX_OBJECTS
            )));
        }
        let sizes: Vec<u16> = sizes.into_iter().map(|size| size as u16).collect();
        Ok(Self::new(&sizes, misere, side))
    }

    fn state(&self) -> String {
        let heaps: Vec<String> = self.heaps().iter().map(u16::to_string).collect();
        let misere = if self.is_misere() { " misere" } else { "" };
        format!("{} {}{misere}", heaps.join(","), NAMES[self.side_to_move().index()])
    }

    fn move_text(&self, Move { heap, take }: Move) -> String {
        format!("{}:{take}", heap + 1)
    }

    /// Heap and count, as in `2:3`, `2-3` or `take 3 from heap 2`; or only a count, as in `take 3`, from any heap that
    /// has enough.
    fn meanings(&self, text: &str) -> Vec<Move> {
        let words = spelling::bare(text).split_whitespace().take(6);
        let text = words.collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        let (heap, take) = match text.strip_prefix("take ") {
            None => text.split_once([':', '-']).map_or((None, ""), |(heap, take)| (Some(heap), take)),
            Some(rest) => match rest.split_once(" from ") {
                Some((take, heap)) => (Some(heap.strip_prefix("heap ").unwrap_or(heap)), take),
                None => (None, rest),
            },
        };
        let number = |text: &str| spelling::number(text.trim());
        let (Some(take), heap) = (number(take), heap.map(number)) else { return Vec::new() };
        let has_them = |most: u16| (1..=u32::from(most)).contains(&take);
        let heaps = (0..)
            .zip(self.heaps())
            .filter(|(index, most)| heap.is_none_or(|heap| heap == Some(u32::from(*index) + 1)) && has_them(**most));
        heaps.map(|(heap, _): (u8, _)| Move { heap, take: take as u16 }).collect()
    }

    fn reason(&self) -> &'static str {
        "the last object was taken"
    }

    fn board(&self) -> Option<Board> {
        Some(vec![self.heaps().iter().map(|heap| Some(Content::Number((*heap).into()))).collect()])
    }

    fn cells(&self, mv: Move) -> Vec<RowColumn> {
        vec![[0, mv.heap.into()]]
    }

    fn label(&self, Move { heap, take }: Move) -> Option<String> {
        Some(format!("take {take} from heap {}", heap + 1))
    }

    fn files(&self, columns: usize) -> Vec<String> {
        board::numbers(columns)
    }

    /// The heaps in reverse order, and the other side to move.
    fn twins(&self) -> Vec<Self> {
        let heaps: Vec<u16> = self.heaps().iter().rev().copied().collect();
        let sides = [Side::First, Side::Second];
        sides.map(|side| Self::new(&heaps, self.is_misere(), side)).to_vec()
    }
}
