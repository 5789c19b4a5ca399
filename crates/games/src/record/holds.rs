//! Which annotations a format holds.

use serde::Serialize;

use super::annotations::{Annotations, Drawing, Shape};
use super::nags::sgf_property;
use super::{Format, kifu};

/// A part of a game that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The field.
    pub what: &'static str,
    /// How many of its entries are lost.
    pub count: usize,
}

/// Which annotations a format holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Everything except drawings that have no command in PGN.
    Movetext,
    /// Everything except numbers without a property, and colours.
    Sgf,
    /// Clocks in full seconds, if it is known how many milliseconds each side has for the game, because the formats of shogi
    /// have the time that was used; and perhaps variations, without clocks.
    Shogi {
        bank: Option<u64>,
        has_variations: bool,
    },
    Nothing,
}

impl Holds {
    /// What a format holds in a record with these tags.
    pub(super) fn of(format: Format, tags: &[(String, String)]) -> Self {
        match format {
            Format::Pgn | Format::Pdn => Self::Movetext,
            Format::Sgf => Self::Sgf,
            Format::Kif | Format::Csa => Self::Shogi { bank: kifu::bank(tags), has_variations: format == Format::Kif },
            Format::Ggf | Format::Psq | Format::HexWorld | Format::Transcript | Format::Moves => Self::Nothing,
        }
    }

    /// What the format holds of a variation.
    pub(super) const fn in_variation(self) -> Self {
        match self {
            Self::Shogi { has_variations, .. } => Self::Shogi { bank: None, has_variations },
            other => other,
        }
    }

    pub(super) const fn has_variations(self) -> bool {
        !matches!(self, Self::Nothing | Self::Shogi { has_variations: false, .. })
    }

    fn draws(self, drawing: &Drawing) -> bool {
        match self {
            Self::Movetext => drawing.colour.is_some() && matches!(drawing.shape, Shape::Square | Shape::Arrow),
            Self::Sgf => drawing.colour.is_none(),
            Self::Shogi { .. } | Self::Nothing => false,
        }
    }

    /// The glyphs of a move that can be written. A node of SGF has a property once.
    fn nags(self, nags: &[u8]) -> Vec<u8> {
        match self {
            Self::Movetext => nags.to_vec(),
            Self::Sgf => {
                let mut names = Vec::new();
                let is_new = |nag: &u8| match sgf_property(*nag) {
                    Some((name, _)) if !names.contains(&name) => {
                        names.push(name);
                        true
                    }
                    _ => false,
                };
                nags.iter().copied().filter(is_new).collect()
            }
            Self::Shogi { .. } | Self::Nothing => Vec::new(),
        }
    }
}

impl Annotations {
    /// What a record in this format and with these tags cannot hold of these annotations.
    #[must_use]
    pub fn lost_in(&self, format: Format, tags: &[(String, String)]) -> Vec<Lost> {
        self.clone().fit(Holds::of(format, tags))
    }

    /// Removes what a record in this format and with these tags cannot hold.
    pub fn keep_held_by(&mut self, format: Format, tags: &[(String, String)]) {
        self.fit(Holds::of(format, tags));
    }

    /// Removes what a format does not hold, and returns how much that is.
    pub(super) fn fit(&mut self, holds: Holds) -> Vec<Lost> {
        let mut counts = Counts::default();
        counts.fit(self, holds);
        let Counts { clocks, nags, variations, drawings } = counts;
        let counts = [("clocks", clocks), ("nags", nags), ("variations", variations), ("drawings", drawings)];
        counts.into_iter().filter(|(_, count)| *count > 0).map(|(what, count)| Lost { what, count }).collect()
    }
}

/// How much is lost.
#[derive(Default)]
struct Counts {
    clocks: usize,
    nags: usize,
    variations: usize,
    drawings: usize,
}

impl Counts {
    fn fit(&mut self, annotations: &mut Annotations, holds: Holds) {
        if !holds.has_variations() {
            self.variations += annotations.count_variations();
            annotations.variations.clear();
        }
        let all = annotations.clocks.len();
        match holds {
            Holds::Movetext | Holds::Sgf => {}
            Holds::Shogi { bank: Some(bank), .. } => {
                let mut left = [bank; 2];
                annotations.clocks.retain(|ply, ms| {
                    let is_held = *ms <= left[ply % 2] && ms.is_multiple_of(1000);
                    left[ply % 2] = if is_held { *ms } else { left[ply % 2] };
                    is_held
                });
            }
            Holds::Shogi { bank: None, .. } | Holds::Nothing => annotations.clocks.clear(),
        }
        self.clocks += all - annotations.clocks.len();
        annotations.nags.retain(|_, nags| {
            let held = holds.nags(nags);
            self.nags += nags.len() - held.len();
            *nags = held;
            !nags.is_empty()
        });
        annotations.drawings.retain(|_, drawings| {
            let all = drawings.len();
            drawings.retain(|drawing| holds.draws(drawing));
            self.drawings += all - drawings.len();
            !drawings.is_empty()
        });
        for variation in annotations.variations.values_mut().flatten() {
            self.fit(&mut variation.annotations, holds.in_variation());
        }
    }
}
