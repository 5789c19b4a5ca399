//! Adam (Kingma and Ba 2014): steps by the moving averages of the gradient and of its square, with decoupled weight
//! decay (Loshchilov and Hutter 2017).

use pulp::NullaryFnOnce;

/// Weights updated at a time, few enough for the first-level cache.
pub(crate) const CHUNK: usize = 1024;

const KEEP: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;

/// For each weight the moving averages of its gradient and of its square.
pub(crate) struct Moments {
    means: Vec<f32>,
    squares: Vec<f32>,
}

/// The moments of a chunk of weights.
pub(crate) struct MomentsOf<'a> {
    means: &'a mut [f32],
    squares: &'a mut [f32],
}

impl Moments {
    pub(crate) fn new(weights: usize) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights] }
    }

    pub(crate) fn chunks(&mut self) -> impl Iterator<Item = MomentsOf<'_>> {
        let both = self.means.chunks_mut(CHUNK).zip(self.squares.chunks_mut(CHUNK));
        both.map(|(means, squares)| MomentsOf { means, squares })
    }
}

/// The parameters of one step.
#[derive(Clone, Copy)]
pub(crate) struct Adam {
    step: f32,
    unbias: f32,
    unbias_square: f32,
}

impl Adam {
    /// The parameters of step number `steps`, counted from 1.
    pub(crate) fn new(steps: usize, step: f32) -> Self {
        let unbias = |keep: f32| 1.0 / (1.0 - keep.powi(steps as i32));
        Self { step, unbias: unbias(KEEP), unbias_square: unbias(KEEP_SQUARE) }
    }

    /// Updates moments with the sum of these gradients times `scale`, and returns the amount to subtract from each
    /// weight.
    pub(crate) fn moves<'a>(
        self,
        moments: &mut MomentsOf<'_>,
        gradients: impl Iterator<Item = &'a [f32]>,
        scale: f32,
    ) -> [f32; CHUNK] {
        pulp::Arch::new().dispatch(Moves { adam: self, moments, gradients, scale })
    }
}

/// An update, by the best instructions that the processor has.
struct Moves<'a, 'b, I> {
    adam: Adam,
    moments: &'a mut MomentsOf<'b>,
    gradients: I,
    scale: f32,
}

impl<'a, I: Iterator<Item = &'a [f32]>> NullaryFnOnce for Moves<'_, '_, I> {
    type Output = [f32; CHUNK];

    #[inline(always)]
    fn call(self) -> [f32; CHUNK] {
        let Self { adam, moments, gradients, scale } = self;
        let mut moves = [0.0; CHUNK];
        for part in gradients {
            moves.iter_mut().zip(part).for_each(|(sum, gradient)| *sum += gradient);
        }
        let moments = moments.means.iter_mut().zip(moments.squares.iter_mut());
        for (moved, (mean, square)) in moves.iter_mut().zip(moments) {
            let gradient = *moved * scale;
            *mean = KEEP * *mean + (1.0 - KEEP) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            *moved = adam.step * *mean * adam.unbias / ((*square * adam.unbias_square).sqrt() + 1e-8);
        }
        moves
    }
}
