//! Functions on sets of bits.

/// The members of a set, lowest first.
#[inline(always)]
pub(super) fn members(set: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(member)
    })
}

/// The members of a set of up to 128, lowest first.
#[inline(always)]
pub(super) fn members_of_wide(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(member)
    })
}

/// Transposes an 8x8 bit matrix by swapping blocks of one, two and four (Warren, Hacker's Delight, 7-3).
#[inline(always)]
pub(super) const fn transposed(set: u64) -> u64 {
    let mut turned = set;
    let mut swap = (turned ^ turned >> 7) & 0x00aa_00aa_00aa_00aa;
    turned ^= swap ^ swap << 7;
    swap = (turned ^ turned >> 14) & 0x0000_cccc_0000_cccc;
    turned ^= swap ^ swap << 14;
    swap = (turned ^ turned >> 28) & 0x0000_0000_f0f0_f0f0;
    turned ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_bit_finds_its_place_across_the_diagonal() {
        for index in 0..64 {
            assert_eq!(super::transposed(1 << index), 1 << (index % 8 * 8 + index / 8));
        }
    }
}
