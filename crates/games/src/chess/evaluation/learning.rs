//! The evaluation as it is learnt: which terms a position has, and what weights make of them.

use super::super::Chess;
use super::super::tapered::FULL_BOARD;
use super::tally::Trace;
use super::terms::{DANGER, GROUPS, MATERIAL, TERMS};
use super::{DANGER_MOST, DANGER_UNIT, counted, endings, phase, weights};

/// Weights while they are learnt, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Of every term, in the opening and in the endgame.
    pub terms: Vec<[f32; 2]>,
    /// How much of a lead in the endgame is kept, by class of ending.
    pub scales: Vec<f32>,
}

impl Weights {
    /// Material alone, to begin with.
    #[must_use]
    pub fn material() -> Self {
        let mut terms = vec![[0.0; 2]; TERMS];
        for (piece, worth) in [100.0, 300.0, 320.0, 500.0, 950.0].into_iter().enumerate() {
            terms[MATERIAL.at(piece)] = [worth; 2];
        }
        // Where danger is nothing, nothing could be learnt of it.
        terms[DANGER.at(0)] = [100.0; 2];
        Self { terms, scales: vec![1.0; endings::CLASSES] }
    }

    /// Those that play.
    #[must_use]
    pub fn playing() -> Self {
        let terms = weights::WEIGHTS.map(|weight| [weight.opening() as f32, weight.endgame() as f32]);
        Self { terms: terms.into(), scales: weights::SCALES.map(|scale| scale as f32 / 64.0).into() }
    }

    /// Whether a term is material, which alone is nowhere near nothing.
    #[must_use]
    pub fn is_material(term: usize) -> bool {
        (MATERIAL.at(0)..MATERIAL.at(5)).contains(&term)
    }

    /// Name and length of every group of terms, in order.
    #[must_use]
    pub fn groups() -> &'static [(&'static str, usize)] {
        GROUPS
    }
}

/// What of the weights a position has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Factors {
    /// Numbers of terms, and how much more often the side to move has them.
    pub worth: Vec<(u16, i8)>,
    /// The same of the dangers to the other side's king, and to its own.
    pub danger: [Vec<(u16, i8)>; 2],
    /// The share of the opening, from 0 to 1.
    pub opening: f32,
    /// The class of ending, if the side to move is ahead in it and if not.
    pub class: [u8; 2],
}

/// A value, and what it came from.
#[derive(Clone, Copy, Debug)]
pub struct Valued {
    /// In centipawns for the side to move.
    pub value: f32,
    /// What would be the endgame's value without its scale.
    pub endgame: f32,
    /// The class of ending that applies.
    pub class: usize,
    /// Each king's danger, in the opening and in the endgame.
    pub danger: [[f32; 2]; 2],
}

impl Factors {
    /// Those of a position; `None` where the ending is known to be won or drawn otherwise than by weights.
    #[must_use]
    pub fn of(position: &Chess) -> Option<Self> {
        let (armies, [own, other]) = counted::<Trace>(&position.board);
        let [one, two] = [[&armies[0], &armies[1]], [&armies[1], &armies[0]]];
        if [one, two].iter().any(|[stronger, weaker]| endings::known(stronger, weaker, 1000).is_some()) {
            return None;
        }
        let minus = other.worth.0.iter().map(|(term, times)| (*term, -times));
        Some(Self {
            worth: summed(own.worth.0.iter().copied().chain(minus).collect()),
            danger: [summed(own.danger.0), summed(other.danger.0)],
            opening: phase(&armies) as f32 / FULL_BOARD as f32,
            class: [one, two].map(|[stronger, weaker]| endings::class(stronger, weaker) as u8),
        })
    }

    /// What the weights make of them.
    #[must_use]
    pub fn value(&self, weights: &Weights) -> Valued {
        let mut balance = sum(&self.worth, weights);
        let danger = [sum(&self.danger[0], weights), sum(&self.danger[1], weights)];
        for half in 0..2 {
            balance[half] += pressing(danger[0][half]) - pressing(danger[1][half]);
        }
        let class = usize::from(self.class[usize::from(balance[1] < 0.0)]);
        let endgame = balance[1] * (1.0 - self.opening);
        let value = balance[0] * self.opening + endgame * weights.scales[class];
        Valued { value, endgame, class, danger }
    }
}

fn sum(terms: &[(u16, i8)], weights: &Weights) -> [f32; 2] {
    let mut sum = [0.0; 2];
    for (term, times) in terms {
        let weight = weights.terms[usize::from(*term)];
        sum[0] += weight[0] * f32::from(*times);
        sum[1] += weight[1] * f32::from(*times);
    }
    sum
}

fn pressing(danger: f32) -> f32 {
    danger.clamp(0.0, DANGER_MOST as f32).powi(2) / DANGER_UNIT as f32
}

/// How fast a king's danger grows in worth.
#[must_use]
pub fn slope(danger: f32) -> f32 {
    if (0.0..DANGER_MOST as f32).contains(&danger) { 2.0 * danger / DANGER_UNIT as f32 } else { 0.0 }
}

/// Each term once.
fn summed(mut terms: Vec<(u16, i32)>) -> Vec<(u16, i8)> {
    terms.sort_unstable();
    let mut sums: Vec<(u16, i32)> = Vec::new();
    for (term, times) in terms {
        match sums.last_mut().filter(|last| last.0 == term) {
            Some(last) => last.1 += times,
            None => sums.push((term, times)),
        }
    }
    let narrow = |times| i8::try_from(times).expect("no term occurs a hundred times");
    sums.into_iter().filter(|sum| sum.1 != 0).map(|(term, times)| (term, narrow(times))).collect()
}
