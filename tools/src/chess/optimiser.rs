//! Updates of all weights: those of features, which exist once for each king bucket, and the rest.
//!
//! In each bucket, a feature's weights move by the average of the bucket's own update and the update over all buckets
//! together. So buckets in which a feature is rare learn from the others (factorised features; Yu Nasu 2018).

use plyd_games::tools::chess::{FEATURES_PER_BUCKET, HIDDEN, KING_BUCKETS, MAX_WEIGHT, WEIGHTS};

use super::adam::{Adam, CHUNK, Moments, MomentsOf};

/// Weights of features, once for all king buckets.
pub(crate) const SHARED: usize = FEATURES_PER_BUCKET * HIDDEN;
const _: () = assert!(SHARED.is_multiple_of(CHUNK), "a bucket's weights are whole chunks");

/// The moments of every weight, and of feature weights over all king buckets.
pub(crate) struct Optimiser {
    moments: Moments,
    shared: Moments,
}

/// Weights that are updated together: those of the same features in every king bucket, with the moments over all
/// buckets; or a chunk of the rest.
struct Group<'a> {
    shared: Option<MomentsOf<'a>>,
    chunks: Vec<Chunk<'a>>,
}

struct Chunk<'a> {
    first: usize,
    weights: &'a mut [f32],
    moments: MomentsOf<'a>,
}

impl Optimiser {
    pub(crate) fn new() -> Self {
        Self { moments: Moments::new(WEIGHTS), shared: Moments::new(SHARED) }
    }

    /// Updates the weights by the sum of these gradients over `positions`, with weight decay. There is a thread for
    /// each gradient.
    pub(crate) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &[Vec<f32>],
        positions: usize,
        adam: Adam,
        decay: f32,
    ) {
        let mut groups = self.groups(weights);
        let size = groups.len().div_ceil(gradients.len());
        std::thread::scope(|scope| {
            for part in groups.chunks_mut(size) {
                scope.spawn(move || {
                    part.iter_mut().for_each(|group| group.step(gradients, 1.0 / positions as f32, adam, decay));
                });
            }
        });
    }

    fn groups<'a>(&'a mut self, weights: &'a mut [f32]) -> Vec<Group<'a>> {
        let chunks = weights.chunks_mut(CHUNK).zip(self.moments.chunks()).enumerate();
        let mut chunks = chunks.map(|(chunk, (weights, moments))| Chunk { first: chunk * CHUNK, weights, moments });
        let shared = self.shared.chunks().map(|shared| Group { shared: Some(shared), chunks: Vec::new() });
        let mut groups: Vec<Group<'a>> = shared.collect();
        for _ in 0..KING_BUCKETS {
            groups.iter_mut().zip(&mut chunks).for_each(|(group, chunk)| group.chunks.push(chunk));
        }
        let rest = chunks.map(|chunk| Group { shared: None, chunks: vec![chunk] });
        groups.extend(rest);
        groups
    }
}

impl Group<'_> {
    fn step(&mut self, gradients: &[Vec<f32>], scale: f32, adam: Adam, decay: f32) {
        let gradients_of = |chunk: &Chunk<'_>| {
            let range = chunk.first..chunk.first + chunk.weights.len();
            gradients.iter().map(move |gradient| &gradient[range.clone()])
        };
        let together =
            self.shared.as_mut().map(|moments| adam.moves(moments, self.chunks.iter().flat_map(gradients_of), scale));
        for chunk in &mut self.chunks {
            let parts = gradients_of(chunk);
            let mut moves = adam.moves(&mut chunk.moments, parts, scale);
            if let Some(together) = &together {
                moves.iter_mut().zip(together).for_each(|(own, all)| *own = (*own + all) / 2.0);
            }
            for (weight, moved) in chunk.weights.iter_mut().zip(moves) {
                *weight = (*weight - moved - decay * *weight).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
    }
}
