//! Dot products with the instructions that the processor has.

/// Partial sums that are added in parallel.
const LANES: usize = 16;

/// The dot product of the activations of both perspectives and their weights.
#[inline(always)]
pub(super) fn dot_product<const N: usize>(
    activations: &[[i16; N]; 2],
    weights: &[[i16; N]; 2],
    multiply_add: &impl MultiplyAdd,
) -> i32 {
    let mut lanes = [0; LANES];
    let chunks = activations.as_flattened().as_chunks::<{ 2 * LANES }>().0.iter();
    for (activations, weights) in chunks.zip(weights.as_flattened().as_chunks::<{ 2 * LANES }>().0) {
        lanes = multiply_add.multiply_add(lanes, activations, weights);
    }
    lanes.iter().sum()
}

/// Multiplication and addition for one instruction set.
pub(super) trait MultiplyAdd {
    /// Adds the products of two neighbours to each lane.
    fn multiply_add(
        &self,
        lanes: [i32; LANES],
        activations: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES];
}

/// The instructions that the whole program is compiled for. Every processor that runs it has them.
pub(super) struct Baseline;

#[cfg(not(target_family = "wasm"))]
impl MultiplyAdd for Baseline {
    #[inline(always)]
    fn multiply_add(
        &self,
        mut lanes: [i32; LANES],
        activations: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            for index in [2 * lane, 2 * lane + 1] {
                *sum += i32::from(activations[index]) * i32::from(weights[index]);
            }
        }
        lanes
    }
}

#[cfg(target_family = "wasm")]
impl MultiplyAdd for Baseline {
    #[inline(always)]
    fn multiply_add(
        &self,
        lanes: [i32; LANES],
        activations: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, v128};
        let lanes: [v128; 4] = pulp::cast(lanes);
        let [activations, weights]: [[v128; 4]; 2] = [pulp::cast(*activations), pulp::cast(*weights)];
        pulp::cast([0, 1, 2, 3].map(|at| i32x4_add(lanes[at], i32x4_dot_i16x8(activations[at], weights[at]))))
    }
}

#[cfg(target_arch = "x86_64")]
impl MultiplyAdd for pulp::x86::V3 {
    #[inline(always)]
    fn multiply_add(
        &self,
        lanes: [i32; LANES],
        activations: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        let lanes: [pulp::i32x8; 2] = pulp::cast(lanes);
        let [activations, weights]: [[pulp::i16x16; 2]; 2] = [pulp::cast(*activations), pulp::cast(*weights)];
        pulp::cast([0, 1].map(|half| {
            let added = self.multiply_wrapping_add_adjacent_i16x16(activations[half], weights[half]);
            self.wrapping_add_i32x8(lanes[half], added)
        }))
    }
}

#[cfg(target_arch = "x86_64")]
impl MultiplyAdd for pulp::x86::V4 {
    #[inline(always)]
    fn multiply_add(
        &self,
        lanes: [i32; LANES],
        activations: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        let added = self.avx512bw._mm512_madd_epi16(pulp::cast(*activations), pulp::cast(*weights));
        pulp::cast(self.wrapping_add_i32x16(pulp::cast(lanes), pulp::cast(added)))
    }
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;

    /// Dot products of random vectors.
    fn random_products(multiply_add: &impl MultiplyAdd) -> [i32; 20] {
        let mut seed = 1;
        [(); 20].map(|()| {
            let mut random = |below: u64, least: i16| {
                let mut both = [[0; 256]; 2];
                for number in both.as_flattened_mut() {
                    seed = plyd_search::mix(seed);
                    *number = (seed % below) as i16 + least;
                }
                both
            };
            let (activations, weights) = (random(4065, 0), random(1013, -506));
            dot_product(&activations, &weights, multiply_add)
        })
    }

    #[test]
    fn every_instruction_set_gives_the_same_products() {
        let plain = random_products(&Baseline);
        assert!(plain.iter().any(|sum| sum.abs() > 1000), "{plain:?}");
        if let Some(simd) = pulp::x86::V3::try_new() {
            assert_eq!(random_products(&simd), plain);
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            assert_eq!(random_products(&simd), plain);
        }
    }
}
