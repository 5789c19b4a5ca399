//! The weights, made by the example `tune-othello` (CONTRIBUTING.md has the command), and how they are kept.

use std::sync::LazyLock;

use super::STAGES;
use super::patterns::{WEIGHTS, shared};

/// So many make a disc.
pub(super) const UNIT: i32 = 16;

/// The weights of a stage, for each number that a pattern may have.
#[inline]
pub(super) fn of(stage: usize) -> &'static [i8; WEIGHTS] {
    &TABLES[stage]
}

static TABLES: LazyLock<Vec<[i8; WEIGHTS]>> = LazyLock::new(|| {
    let tables = read(include_bytes!("weights.bin"));
    assert_eq!(tables.len(), STAGES, "the file has the weights of every stage");
    tables
});

/// The weights in a file: of what a pattern and its mirror image share, one; where several in a row are nothing, a zero
/// and their number.
pub(super) fn write(stages: &[Vec<i8>]) -> Vec<u8> {
    let shared = shared();
    let mut bytes = Vec::new();
    let mut zeros = 0u8;
    for stage in stages {
        for (number, weight) in (0..).zip(stage) {
            if shared[number] != number as u32 {
                continue;
            }
            if *weight == 0 && zeros < u8::MAX {
                zeros += 1;
                continue;
            }
            if zeros > 0 {
                bytes.extend([0, zeros]);
                zeros = 0;
            }
            if *weight == 0 {
                zeros = 1;
            } else {
                bytes.push(weight.cast_unsigned());
            }
        }
    }
    if zeros > 0 {
        bytes.extend([0, zeros]);
    }
    bytes
}

/// The opposite.
///
/// # Panics
/// If the bytes end within a stage.
pub(super) fn read(bytes: &[u8]) -> Vec<[i8; WEIGHTS]> {
    let shared = shared();
    let mut bytes = bytes.iter().copied();
    let (mut stages, mut zeros) = (Vec::new(), 0);
    while bytes.len() > 0 || zeros > 0 {
        let mut stage = [0; WEIGHTS];
        for number in 0..WEIGHTS {
            if shared[number] != number as u32 {
                stage[number] = stage[shared[number] as usize];
                continue;
            }
            if zeros == 0 {
                let byte = bytes.next().expect("a stage is whole");
                if byte != 0 {
                    stage[number] = byte.cast_signed();
                    continue;
                }
                zeros = bytes.next().expect("zeros are counted");
            }
            zeros -= 1;
        }
        stages.push(stage);
    }
    stages
}
