//! Repetition rules: a draw at the fourth occurrence, an end that depends on the repeated position, and a loss by
//! perpetual check. Each is tested by walking around a circle.

use plyd::position::{Claim, Outcome, Position, Repetition, Side, Visit};
use plyd::search::exact::count_nodes;
use plyd::search::hooks::{NoHooks, Selective};
use plyd::search::{
    Algorithm, Analysis, Draws, Evaluate, History, Limits, Question, Score, Stop, Table, Techniques, search,
};

use crate::common::{Rng, mix};

/// A walk: steps to the next point of a circle, to the previous one, and across. With the seed [`CALM`], the first
/// player gives check on every odd point, and nothing else happens. Other seeds give random checks, ends and
/// evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Walk<const RULE: char> {
    seed: u64,
    at: u64,
    side: Side,
}

const POINTS: u64 = 14;
const CALM: u64 = 0;

/// The fourth occurrence is a draw.
const FOURFOLD: char = '4';
/// The third occurrence wins for a side in check, and is a draw if no side is.
const RECHECK: char = 'c';
/// The fourth occurrence is a draw, but perpetual check loses. With the seed [`CALM`], the first player gives check on the
/// points next to 0, the second player on those next to 7.
const PERPETUAL: char = 'p';

impl<const RULE: char> Walk<RULE> {
    const fn at(seed: u64, at: u64) -> Self {
        Self { seed, at, side: Side::First }
    }

    fn drawn(&self) -> u64 {
        mix(mix(self.seed) ^ self.key())
    }

    fn checked(&self) -> bool {
        match self.seed {
            CALM if RULE == PERPETUAL => match self.side {
                Side::First => [6, 8].contains(&self.at),
                Side::Second => [1, 13].contains(&self.at),
            },
            CALM => self.side == Side::Second && self.at % 2 == 1,
            _ => self.drawn().is_multiple_of(2),
        }
    }
}

impl<const RULE: char> Position for Walk<RULE> {
    type Move = u64;

    fn repetition(&self) -> Option<Repetition> {
        Some(match RULE {
            RECHECK => Repetition { claim: Claim::Unneeded, ..Repetition::THREEFOLD },
            _ => Repetition {
                occurrence: 4,
                claim: Claim::Unneeded,
                name: "fourfold repetition",
                perpetual_check: (RULE == PERPETUAL).then_some("perpetual check"),
            },
        })
    }

    fn is_checked(&self) -> bool {
        self.checked()
    }

    fn outcome_if_repeated(&self) -> Outcome {
        if RULE == RECHECK && self.checked() { Outcome::Win(self.side) } else { Outcome::Draw }
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let ends = self.seed != CALM && self.at == 7 && self.drawn().is_multiple_of(3);
        ends.then_some(Outcome::Win(self.side.other()))
    }

    fn legal_moves(&self, moves: &mut Vec<u64>) {
        moves.extend([1, POINTS - 1, POINTS / 2]);
    }

    fn play_unchecked(&mut self, points: u64) {
        self.at = (self.at + points) % POINTS;
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        2 * self.at + self.side.index() as u64
    }
}

impl<const RULE: char> Evaluate for Walk<RULE> {
    type Hooks = NoHooks;

    const SELECTIVE: Selective = Selective::PLAIN;

    fn evaluate(&self) -> Score {
        if self.seed == CALM { Score::ZERO } else { Score::heuristic((self.drawn() >> 8) as i32 % 100) }
    }
}

/// The position after a walk to these points, and its past.
fn walked<const RULE: char>(start: Walk<RULE>, points: &[u64]) -> (Walk<RULE>, Vec<Visit>) {
    let (mut here, mut past) = (start, vec![Visit::of(&start)]);
    for point in points {
        here.play((POINTS + point - here.at) % POINTS).unwrap();
        past.push(Visit::of(&here));
    }
    (here, past)
}

fn history<const RULE: char>(past: &[Visit]) -> History {
    History::of(&Walk::<RULE>::at(CALM, 0), past, Draws::Claimed)
}

fn run<P: Evaluate>(root: &P, question: &Question<P::Move>) -> Analysis<P::Move> {
    search(root, question, &mut Table::new(0), &Stop::default(), &mut |_| ())
}

/// The analysis by minimax at this depth, after checking that alpha-beta agrees.
fn found<const RULE: char>(root: &Walk<RULE>, past: &[Visit], depth: u32) -> Analysis<u64> {
    let ask = |algorithm, techniques| {
        let history = history::<RULE>(past);
        run(root, &Question { algorithm, techniques, history, ..Question::new(Limits::depth(depth)) })
    };
    let expected = ask(Algorithm::Minimax, Techniques::NONE);
    for (algorithm, techniques) in [
        (Algorithm::AlphaBeta, Techniques::ALL),
        (Algorithm::AlphaBeta, Techniques::NONE),
        (Algorithm::Textbook, Techniques::NONE),
    ] {
        let other = ask(algorithm, techniques);
        let context = format!("{root:?} after {past:?}, depth {depth}, {algorithm:?}");
        assert_eq!((other.score, other.best), (expected.score, expected.best), "{context}");
        assert!(other.proven || !expected.proven, "{context}");
    }
    let question = Question { history: history::<RULE>(past), ..Question::new(Limits::depth(depth)) };
    let nodes = count_nodes(root, &question, Limits::depth(depth), &Stop::default());
    assert_eq!(nodes, Ok(expected.stats.nodes), "{root:?} after {past:?}, depth {depth}");
    expected
}

#[test]
fn the_fourth_occurrence_draws_and_the_third_does_not() {
    let start = Walk::<FOURFOLD>::at(CALM, 0);
    for times in 1..=3 {
        let (_, past) = walked(start, &[1, 0].repeat(times));
        let drawn = (times == 3).then_some((Outcome::Draw, "fourfold repetition"));
        assert_eq!(history::<FOURFOLD>(&past).outcome(), drawn, "{times}");
    }
    // One step earlier, the side to move can take the draw.
    let (here, past) = walked(start, &[1, 0, 1, 0, 1]);
    let drawn = Question {
        search_moves: Some(vec![POINTS - 1]),
        history: history::<FOURFOLD>(&past),
        ..Question::new(Limits::depth(1))
    };
    let analysis = run(&here, &drawn);
    assert_eq!((analysis.score, analysis.proven), (Score::ZERO, true));
}

#[test]
fn a_repetition_that_needs_no_claim_ends_the_game_for_every_request() {
    let start = Walk::<FOURFOLD>::at(CALM, 0);
    let (here, past) = walked(start, &[1, 0].repeat(3));
    let (earlier, before) = walked(start, &[1, 0, 1, 0, 1]);
    for draws in [Draws::Claimed, Draws::Automatic, Draws::Ignored] {
        let ended = History::of(&here, &past, draws);
        assert_eq!(ended.outcome(), Some((Outcome::Draw, "fourfold repetition")), "{draws:?}");
        assert_eq!(ended.root_outcome(&here), Some(Outcome::Draw), "{draws:?}");
        let analysis = run(
            &earlier,
            &Question {
                search_moves: Some(vec![POINTS - 1]),
                history: History::of(&earlier, &before, draws),
                ..Question::new(Limits::depth(1))
            },
        );
        assert_eq!((analysis.score, analysis.proven), (Score::ZERO, true), "{draws:?}");
        // An end by another rule comes first.
        let lost = Walk::<FOURFOLD> { seed: (1..).find(|seed| ends(*seed)).unwrap(), at: 7, side: Side::First };
        assert_eq!(History::of(&lost, &[Visit::of(&lost); 4], draws).root_outcome(&lost), lost.outcome());
    }
}

fn ends(seed: u64) -> bool {
    Walk::<FOURFOLD>::at(seed, 7).outcome().is_some()
}

#[test]
fn the_position_that_comes_back_decides_how_the_game_ends() {
    let (_, past) = walked(Walk::<RECHECK>::at(CALM, 0), &[1, 0, 1, 0]);
    assert_eq!(history::<RECHECK>(&past).outcome(), Some((Outcome::Draw, "threefold repetition")));
    let checked = Walk::<RECHECK> { seed: CALM, at: 1, side: Side::Second };
    let (_, past) = walked(checked, &[0, 1, 0, 1]);
    assert_eq!(history::<RECHECK>(&past).outcome(), Some((Outcome::Win(Side::Second), "threefold repetition")));
    // The checking side deviates rather than repeat the position with the check.
    let (here, past) = walked(checked, &[0, 1, 0]);
    let analysis = found(&here, &past, 1);
    assert_eq!((analysis.best, analysis.score), (Some(POINTS - 1), Score::ZERO));
}

#[test]
fn a_side_that_has_always_given_check_loses_and_two_draw() {
    let lost = |side: Side| Some((Outcome::Win(side.other()), "perpetual check"));
    let drawn = Some((Outcome::Draw, "fourfold repetition"));
    for (at, side, points, end) in [
        (0, Side::First, &[1, 0, 1, 0, 1, 0][..], lost(Side::First)),
        (0, Side::First, &[1, 0, 13, 0, 1, 0], lost(Side::First)),
        (7, Side::Second, &[6, 7, 8, 7, 6, 7], lost(Side::Second)),
        // The position with the check comes back first.
        (1, Side::Second, &[0, 1, 0, 1, 0, 1], lost(Side::First)),
        (0, Side::First, &[1, 0, 1, 0, 1], None),
        // One move without check, at any time since the first occurrence.
        (0, Side::First, &[7, 0, 1, 0, 1, 0], drawn),
        (0, Side::First, &[1, 0, 1, 0, 7, 0], drawn),
        // Moves before the first occurrence do not count.
        (2, Side::First, &[3, 2, 1, 0, 1, 0, 1, 0, 1], lost(Side::First)),
        // Both sides give check with all their moves.
        (8, Side::First, &[1, 8, 1, 8, 1, 8], drawn),
    ] {
        let (_, past) = walked(Walk::<PERPETUAL> { seed: CALM, at, side }, points);
        assert_eq!(history::<PERPETUAL>(&past).outcome(), end, "{points:?} from {at}");
    }
}

#[test]
fn a_return_that_loses_by_perpetual_check_is_an_estimate() {
    let start = Walk::<PERPETUAL>::at(CALM, 0);
    // The side in check returns to the position, and wins.
    let (here, past) = walked(start, &[1, 0, 1, 0, 1]);
    let analysis = found(&here, &past, 1);
    assert_eq!((analysis.best, analysis.proven), (Some(POINTS - 1), false));
    assert!(analysis.score > Score::heuristic(1_000), "{:?}", analysis.score);
    // After a move without check, the return is a draw for certain.
    let (here, past) = walked(start, &[7, 0, 1, 0, 1]);
    let only = Question { search_moves: Some(vec![POINTS - 1]), ..Question::new(Limits::depth(1)) };
    let analysis = run(&here, &Question { history: history::<PERPETUAL>(&past), ..only });
    assert_eq!((analysis.score, analysis.proven), (Score::ZERO, true));
}

#[test]
fn the_selective_search_judges_checks_on_its_own_path() {
    let start = Walk::<PERPETUAL>::at(CALM, 0);
    let score = |points: &[u64], mv| {
        let (here, past) = walked(start, points);
        let question = Question { algorithm: Algorithm::Selective, ..Question::new(Limits::depth(4)) };
        let asked = Question { search_moves: Some(vec![mv]), history: history::<PERPETUAL>(&past), ..question };
        run(&here, &asked).score
    };
    assert!(score(&[], 1) < Score::heuristic(-1_000), "check and return");
    assert!(score(&[1, 0], 1) < Score::heuristic(-1_000), "and once more");
    assert_eq!(score(&[], POINTS / 2), Score::ZERO, "no check");
    assert_eq!(score(&[7, 0], 1), Score::ZERO, "an earlier move gave no check");
    assert_eq!(score(&[1, 0], POINTS / 2), Score::ZERO, "this move gives no check");
    // The last chance to give no check.
    assert_eq!(score(&[1, 0, 1, 0], POINTS / 2), Score::ZERO);
    assert!(score(&[1, 0, 1, 0], 1) < Score::heuristic(-1_000));
}

/// Random walks, some of which end by the rule. All searches agree about every position, and the past matters.
fn agree<const RULE: char>() {
    let (mut differ, mut rng) = (0, Rng(5));
    for seed in 1..=30 {
        let mut here = Walk::<RULE>::at(seed, rng.next() % POINTS);
        let mut past = vec![Visit::of(&here)];
        loop {
            let history = history::<RULE>(&past);
            if here.outcome().is_some() || history.outcome().is_some() || past.len() > 30 {
                break;
            }
            for depth in [1, 3, 6] {
                let expected = found(&here, &past, depth);
                let without_past = Question { algorithm: Algorithm::Minimax, ..Question::new(Limits::depth(depth)) };
                differ += u32::from(run(&here, &without_past).score != expected.score);
                let question = Question { algorithm: Algorithm::Selective, ..Question::new(Limits::depth(depth)) };
                let selected = run(&here, &Question { history: history.clone(), ..question });
                assert!(selected.best.is_some(), "{here:?} after {past:?}");
            }
            let mut legal = Vec::new();
            here.legal_moves(&mut legal);
            here.play_unchecked(legal[rng.below(legal.len())]);
            past.push(Visit::of(&here));
        }
    }
    assert!(differ > 50, "the past mattered {differ} times");
}

#[test]
fn searches_agree_under_fourfold_repetition() {
    agree::<FOURFOLD>();
}

#[test]
fn searches_agree_where_the_position_decides() {
    agree::<RECHECK>();
}

#[test]
fn searches_agree_under_perpetual_check() {
    agree::<PERPETUAL>();
}
