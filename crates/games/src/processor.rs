//! Runs code with the instruction set that the processor has.

use pulp::WithSimd;

/// Runs an operation with x86-64-v3 instructions (AVX2) if the processor has them. Only chess uses v4 (AVX-512),
/// because its wide registers make Othello slower by a seventh.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn dispatch<Op: WithSimd>(op: Op) -> Op::Output {
    match pulp::x86::V3::try_new() {
        Some(simd) => pulp::Simd::vectorize(simd, op),
        None => pulp::Simd::vectorize(pulp::Scalar, op),
    }
}

/// Runs an operation with the instructions that all of the program is compiled for. WebAssembly has no others to choose
/// from, so with pulp's own dispatch the program would have the same code three times.
#[cfg(target_family = "wasm")]
#[inline(always)]
pub(crate) fn dispatch<Op: WithSimd>(op: Op) -> Op::Output {
    pulp::Simd::vectorize(pulp::Scalar, op)
}

/// Runs an operation with the best instructions that the processor has.
#[cfg(not(any(target_arch = "x86_64", target_family = "wasm")))]
#[inline(always)]
pub(crate) fn dispatch<Op: WithSimd>(op: Op) -> Op::Output {
    pulp::Arch::new().dispatch(op)
}
