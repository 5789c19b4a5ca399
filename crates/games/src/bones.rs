//! The game of bones: two players in turn take a few bones from a heap. Mathematicians call it the subtraction game.

use crate::board::{Board, Content, Layout, Look, RowColumn};
use crate::fields;
use crate::measured;
use crate::notation::{About, InvalidState, Notation, ScoreKind};
use crate::spelling::{self, shown};
use plyd_search::expected_score::ExpectedScore;
use plyd_search::hooks::NoHooks;
use plyd_search::level::Levels;
use plyd_search::position::{Outcome, Position, Side};
use plyd_search::{Evaluate, Score};

/// A heap, the most bones that a move may take, the rule about the last bone, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bones {
    heap: u32,
    most: u32,
    /// Misère play: taking the last bone loses. In normal play the side without a move loses.
    misere: bool,
    side: Side,
}

const HEAP_MAX: u32 = 1_000_000_000;
const TAKE_MAX: u32 = 100;
const NAMES: [&str; 2] = ["max", "min"];

impl Position for Bones {
    type Move = u32;

    const MAX_SIDE: Option<Side> = Some(Side::First);

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heap == 0).then(|| Outcome::Win(if self.misere { self.side } else { self.side.other() }))
    }

    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.extend(1..=self.most.min(self.heap));
    }

    fn count_legal_moves(&self, _: &mut Vec<u32>) -> u64 {
        u64::from(self.most.min(self.heap))
    }

    fn play_unchecked(&mut self, taken: u32) {
        self.heap -= taken;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.heap) | u64::from(self.most) << 32 | u64::from(self.misere) << 40 | (self.side as u64) << 41
    }
}

impl Evaluate for Bones {
    type Hooks = NoHooks;

    /// Always zero, because nothing is known before the end. Searches that may use the closed form never evaluate.
    fn evaluate(&self) -> Score {
        Score::ZERO
    }

    fn closed_form(&self) -> Option<Score> {
        self.solved()
    }

    fn plies_left(&self) -> u32 {
        self.heap
    }
}

impl Bones {
    /// A heap of `r * (most + 1)` bones (one more in misère play) is lost, because the winner can always complete a
    /// round of `most + 1` bones (Bouton 1901, for Nim). A round has two plies, so the number of rounds also gives the
    /// distance.
    fn solved(&self) -> Option<Score> {
        let round = self.most + 1;
        let above = self.heap.checked_sub(u32::from(self.misere))?;
        let ending = u32::from(self.misere);
        let plies = 2 * (above / round) + ending;
        Some(if above.is_multiple_of(round) { Score::loss_in(plies) } else { Score::win_in(plies + 1) })
    }
}

impl Notation for Bones {
    const ABOUT: About = About {
        title: "The game of bones",
        players: NAMES,
        sides: Some(Look::FIRST_SECOND),
        summary: "Take one to three bones from a heap, in turn; a side that cannot move loses. Without a depth, even \
                  heaps of a billion are answered immediately.",
        rules: "The side to move takes at least one bone and at most as many as the state allows. In normal play a \
                side that finds the heap empty has lost; in misère play it has won, because the other side took the \
                last bone.",
        state_notation: "The size of the heap (at most 1,000,000,000), `:`, and how many bones a move may take at most \
                         (1 to 100); then a space and the side to move (`max` or `min`). ` misere` follows if taking \
                         the last bone loses. Also accepted: the heap alone (then at most 3 are taken, and max moves), \
                         or the heap and how many a move may take.",
        state_examples: &["21:3 max", "8:3 min", "1000000000:7 max misere"],
        state_is_json: false,
        move_notation: "How many bones to take. Also accepted: `take 2`.",
        move_examples: &["1", "2", "3"],
        layout: Some(Layout::Heaps),
        pieces: &[],
        score: ScoreKind::Distance,
        score_unit: "None: a heap whose end lies beyond the depth counts as even. Without a depth every heap is solved \
                     in closed form.",
        counted_in: None,
        default_depth: 10,
        review_nodes: 200_000,
        max_depth: 100,
        // A full search of a heap of 30 visits 117,897,840 nodes, which the default time limit allows.
        max_minimax_depth: 30,
        expected_score: ExpectedScore::FIXED,
        levels: Some(Levels::by_depth(100, 1_000, measured::BONES.mean_losses, "Level 10 never loses a won game.")),
    };

    fn parse(text: &str) -> Result<Self, InvalidState> {
        let mut words = spelling::fields(text);
        let heap = words.next().unwrap_or_default();
        let (heap, most) = heap.split_once(':').unwrap_or((heap, "3"));
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
        let heap = fields::number(heap, "the heap", 0, HEAP_MAX)?;
        let most = fields::number(most, "the most that a move may take", 1, TAKE_MAX)?;
        Ok(Self { heap, most, misere, side })
    }

    fn state(&self) -> String {
        let misere = if self.misere { " misere" } else { "" };
        format!("{}:{} {}{misere}", self.heap, self.most, NAMES[self.side.index()])
    }

    fn move_text(&self, taken: u32) -> String {
        taken.to_string()
    }

    fn reason(&self) -> &'static str {
        if self.misere { "the last bone was taken" } else { "no bones are left to take" }
    }

    fn board(&self) -> Option<Board> {
        Some(vec![vec![Some(Content::Number(self.heap))]])
    }

    fn cells(&self, _: u32) -> Vec<RowColumn> {
        vec![[0, 0]]
    }

    fn label(&self, taken: u32) -> Option<String> {
        Some(format!("take {taken}"))
    }

    fn twins(&self) -> Vec<Self> {
        vec![Self { side: self.side.other(), ..*self }]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::testing::search;
    use plyd_search::{Algorithm, Engine, Limits, Question};

    /// The value of a heap for the side to move, by full search with memoisation.
    fn memoised(position: Bones, known: &mut HashMap<u32, Score>) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of(outcome, position.side);
        }
        if let Some(score) = known.get(&position.heap) {
            return *score;
        }
        let values =
            (1..=position.most.min(position.heap)).map(|taken| -memoised(position.after(taken), known).from_table(1));
        let best = values.max().unwrap();
        known.insert(position.heap, best);
        best
    }

    fn bones(heap: u32, most: u32, misere: bool) -> Bones {
        Bones { heap, most, misere, side: Side::First }
    }

    #[test]
    fn the_closed_form_agrees_with_a_memoised_oracle() {
        for misere in [false, true] {
            for most in 1..=6 {
                let mut known = HashMap::new();
                for heap in 1..=60 {
                    let position = bones(heap, most, misere);
                    let expected = memoised(position, &mut known);
                    assert_eq!(position.solved(), Some(expected), "{}", position.state());
                }
            }
        }
    }

    #[test]
    fn search_without_the_closed_form_agrees_with_it() {
        for misere in [false, true] {
            for most in 1..=3 {
                for heap in 1..=24 {
                    let position = bones(heap, most, misere);
                    let request = Question::new(Limits::depth(24));
                    let tried = Question { closed_forms: false, ..request.clone() };
                    let found = search(&position, &tried, &mut Engine::new(0));
                    assert_eq!(Some(found.score), position.solved(), "{}", position.state());
                    let known = search(&position, &request, &mut Engine::new(0));
                    assert_eq!((known.score, known.best), (found.score, found.best), "{}", position.state());
                }
            }
        }
    }

    #[test]
    fn a_billion_bones_are_answered_at_once_with_the_exact_distance() {
        let position = Bones::parse("1000000000:3 max").unwrap();
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Minimax] {
            let request = Question { algorithm, ..Question::new(Limits::depth(100)) };
            let analysis = search(&position, &request, &mut Engine::new(0));
            assert_eq!(analysis.score, Score::loss_in(500_000_000));
            assert_eq!((analysis.best, analysis.stats.nodes), (Some(1), 4));
        }
    }

    #[test]
    fn the_first_side_wins_at_six_and_loses_at_eight() {
        assert_eq!(bones(6, 3, false).solved(), Some(Score::win_in(3)));
        assert_eq!(bones(8, 3, false).solved(), Some(Score::loss_in(4)));
        assert_eq!(bones(1, 3, true).solved(), Some(Score::loss_in(1)));
    }

    #[test]
    fn states_read_back_and_wrong_ones_say_why() {
        for state in ["21:3 max", "0:1 min", "1000000000:100 max misere"] {
            assert_eq!(Bones::parse(state).unwrap().state(), state);
        }
        assert_eq!(Bones::parse("21"), Bones::parse("21:3 max"));
        for (state, says) in [
            ("", "the heap is \"\""),
            ("1000000001", "expected a whole number from 0 to 1000000000"),
            ("99999999999999999999", "from 0 to 1000000000"),
            ("+5", "the heap is \"+5\""),
            ("21:0", "the most that a move may take is \"0\""),
            ("21:101", "from 1 to 100"),
            ("21:3 X", "expected max or min"),
            ("21:3 max normal", "expected misere"),
            ("21:3 max misere 1", "nothing after misere"),
        ] {
            let error = Bones::parse(state).expect_err(state);
            assert!(error.0.contains(says), "{state}: {error}");
        }
    }
}
