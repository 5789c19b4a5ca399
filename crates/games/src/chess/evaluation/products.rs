//! Sums of products, by whatever instructions the processor has.

/// Sums that are added up side by side.
const LANES: usize = 16;

/// The sum of the squares, each multiplied by its weight.
#[inline(always)]
pub(super) fn products<const N: usize>(squares: &[[i16; N]; 2], weights: &[[i16; N]; 2], add: &impl Add) -> i32 {
    let mut lanes = [0; LANES];
    let chunks = squares.as_flattened().as_chunks::<{ 2 * LANES }>().0.iter();
    for (squares, weights) in chunks.zip(weights.as_flattened().as_chunks::<{ 2 * LANES }>().0) {
        lanes = add.products(lanes, squares, weights);
    }
    lanes.iter().sum()
}

/// How products of squares and weights are added up.
pub(super) trait Add {
    /// To each lane, the products of two neighbours.
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES];
}

/// By the instructions that every processor has.
pub(super) struct Plain;

impl Add for Plain {
    #[inline(always)]
    fn products(
        &self,
        mut lanes: [i32; LANES],
        squares: &[i16; 2 * LANES],
        weights: &[i16; 2 * LANES],
    ) -> [i32; LANES] {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            for place in [2 * lane, 2 * lane + 1] {
                *sum += i32::from(squares[place]) * i32::from(weights[place]);
            }
        }
        lanes
    }
}

#[cfg(target_arch = "x86_64")]
impl Add for pulp::x86::V3 {
    #[inline(always)]
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES] {
        let lanes: [pulp::i32x8; 2] = pulp::cast(lanes);
        let [squares, weights]: [[pulp::i16x16; 2]; 2] = [pulp::cast(*squares), pulp::cast(*weights)];
        pulp::cast([0, 1].map(|half| {
            let added = self.multiply_wrapping_add_adjacent_i16x16(squares[half], weights[half]);
            self.wrapping_add_i32x8(lanes[half], added)
        }))
    }
}

#[cfg(target_arch = "x86_64")]
impl Add for pulp::x86::V4 {
    #[inline(always)]
    fn products(&self, lanes: [i32; LANES], squares: &[i16; 2 * LANES], weights: &[i16; 2 * LANES]) -> [i32; LANES] {
        let added = self.avx512bw._mm512_madd_epi16(pulp::cast(*squares), pulp::cast(*weights));
        pulp::cast(self.wrapping_add_i32x16(pulp::cast(lanes), pulp::cast(added)))
    }
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;

    /// The sum for random squares and weights.
    fn drawn(add: &impl Add) -> [i32; 20] {
        let mut seed = 1;
        [(); 20].map(|()| {
            let mut draw = |below: u64, least: i16| {
                let mut both = [[0; 256]; 2];
                for number in both.as_flattened_mut() {
                    seed = plyd_search::mix(seed);
                    *number = (seed % below) as i16 + least;
                }
                both
            };
            let (squares, weights) = (draw(4065, 0), draw(1013, -506));
            products(&squares, &weights, add)
        })
    }

    #[test]
    fn products_are_the_same_by_whatever_instructions() {
        let plain = drawn(&Plain);
        assert!(plain.iter().any(|sum| sum.abs() > 1000), "{plain:?}");
        if let Some(simd) = pulp::x86::V3::try_new() {
            assert_eq!(drawn(&simd), plain);
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            assert_eq!(drawn(&simd), plain);
        }
    }
}
