//! Updates of all weights: those of inputs, which exist once for each zone, and the rest.
//!
//! An input's weights in each zone move by the average of the zone's own update and one of all zones together. Zones
//! where an input is rare thus learn from the others (factorised features; Yu Nasu 2018).

use plyd_games::tools::chess::{HIDDEN, MEN, MOST, WEIGHTS, ZONES};

use super::adam::{Adam, CHUNK, Moments, MomentsOf};

/// Weights of inputs, once for all zones.
pub(crate) const SHARED: usize = MEN * HIDDEN;
const _: () = assert!(SHARED.is_multiple_of(CHUNK), "a zone's weights are whole chunks");

/// The moments of every weight, and of input weights over all zones.
pub(crate) struct Steps {
    moments: Moments,
    shared: Moments,
}

/// Weights updated together: those of the same inputs in every zone, with the moments over all zones; or a chunk of the
/// rest.
struct Place<'a> {
    shared: Option<MomentsOf<'a>>,
    chunks: Vec<Chunk<'a>>,
}

struct Chunk<'a> {
    first: usize,
    weights: &'a mut [f32],
    moments: MomentsOf<'a>,
}

impl Steps {
    pub(crate) fn new() -> Self {
        Self { moments: Moments::new(WEIGHTS), shared: Moments::new(SHARED) }
    }

    /// Updates the weights by the sum of these gradients over `positions`, with weight decay; a thread for each
    /// gradient.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &[Vec<f32>],
        positions: usize,
        adam: Adam,
        decay: f32,
    ) {
        let mut places = self.places(weights);
        let size = places.len().div_ceil(gradients.len());
        std::thread::scope(|scope| {
            for part in places.chunks_mut(size) {
                scope.spawn(move || {
                    part.iter_mut().for_each(|place| place.step(gradients, 1.0 / positions as f32, adam, decay));
                });
            }
        });
    }

    fn places<'a>(&'a mut self, weights: &'a mut [f32]) -> Vec<Place<'a>> {
        let chunks = weights.chunks_mut(CHUNK).zip(self.moments.chunks()).enumerate();
        let mut chunks = chunks.map(|(chunk, (weights, moments))| Chunk { first: chunk * CHUNK, weights, moments });
        let shared = self.shared.chunks().map(|shared| Place { shared: Some(shared), chunks: Vec::new() });
        let mut places: Vec<Place<'a>> = shared.collect();
        for _ in 0..ZONES {
            places.iter_mut().zip(&mut chunks).for_each(|(place, chunk)| place.chunks.push(chunk));
        }
        let rest = chunks.map(|chunk| Place { shared: None, chunks: vec![chunk] });
        places.extend(rest);
        places
    }
}

impl Place<'_> {
    fn step(&mut self, gradients: &[Vec<f32>], scale: f32, adam: Adam, decay: f32) {
        let slopes = |chunk: &Chunk<'_>| {
            let range = chunk.first..chunk.first + chunk.weights.len();
            gradients.iter().map(move |gradient| &gradient[range.clone()])
        };
        let together =
            self.shared.as_mut().map(|moments| adam.moves(moments, self.chunks.iter().flat_map(slopes), scale));
        for chunk in &mut self.chunks {
            let slopes = slopes(chunk);
            let mut moves = adam.moves(&mut chunk.moments, slopes, scale);
            if let Some(together) = &together {
                moves.iter_mut().zip(together).for_each(|(own, all)| *own = (*own + all) / 2.0);
            }
            for (weight, moved) in chunk.weights.iter_mut().zip(moves) {
                *weight = (*weight - moved - decay * *weight).clamp(-MOST, MOST);
            }
        }
    }
}
