//! Code compiled for the processor at hand as well as for every one.

use pulp::WithSimd;

/// Does it by the instructions that x86-64 has had for ten years (its third level), if the processor has them. Not by the
/// fourth's, which chess asks for itself: with registers as wide as those, Othello takes a seventh longer.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn dispatch<Op: WithSimd>(op: Op) -> Op::Output {
    match pulp::x86::V3::try_new() {
        Some(simd) => pulp::Simd::vectorize(simd, op),
        None => pulp::Simd::vectorize(pulp::Scalar, op),
    }
}

/// Does it by whatever instructions the processor has.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn dispatch<Op: WithSimd>(op: Op) -> Op::Output {
    pulp::Arch::new().dispatch(op)
}
