//! Which jobs are done first.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A priority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lane {
    /// Before all other jobs
    High,
    /// When no high-priority job is waiting
    #[default]
    Normal,
    /// When no other job is waiting
    Low,
}

impl Lane {
    pub(crate) const ALL: [Self; 3] = [Self::High, Self::Normal, Self::Low];

    /// The lane of a batch with this number of jobs. A small batch passes a large one, which nobody waits for.
    pub(crate) const fn of_size(jobs: usize) -> Self {
        match jobs {
            0..=100 => Self::High,
            101..=10_000 => Self::Normal,
            _ => Self::Low,
        }
    }

    pub(crate) fn name(self) -> String {
        self.to_possible_value().expect("no lane is skipped").get_name().to_owned()
    }

    /// The order in which the lanes are tried for the n-th job. Every fourth time, a lower lane goes first, so that a
    /// busy lane does not stop the lanes below it.
    pub(crate) fn order(turn: usize) -> [Self; 3] {
        let [high, normal, low] = Self::ALL;
        match turn % 16 {
            15 => [low, normal, high],
            3 | 7 | 11 => [normal, high, low],
            _ => Self::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_is_first_now_and_then() {
        let first: Vec<Lane> = (0..16).map(|turn| Lane::order(turn)[0]).collect();
        let count = |lane| first.iter().filter(|first| **first == lane).count();
        assert_eq!(Lane::ALL.map(count), [12, 3, 1]);
    }
}
