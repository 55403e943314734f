//! Operations on four 64-bit words at once: one vector register where the target has AVX2.
//!
//! The compiler vectorises arrays of four words only in part and shuffles between the parts. That
//! takes 1.7 times the instructions. So the few operations that `rays` needs are written with
//! intrinsics. Other targets use plain arrays.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;

#[cfg(target_feature = "avx2")]
pub(crate) use avx2::Quad;
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::Quad;

#[cfg(all(test, target_feature = "avx2"))]
mod tests {
    use super::{avx2, portable};

    /// Returns words with many bits, few bits and none.
    fn samples() -> impl Iterator<Item = [u64; 4]> {
        let mut state = 0x1D75_1997_u64;
        let mut word = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mixed = state ^ state >> 29;
            match mixed >> 60 {
                0..=3 => 0,
                4..=9 => mixed & mixed << 17 & mixed >> 13,
                _ => mixed,
            }
        };
        (0..2000).map(move |_| [word(), word(), word(), word()])
    }

    #[test]
    fn avx2_and_plain_arrays_agree() {
        for (a, b) in samples().zip(samples().skip(7)) {
            let (va, vb) = (avx2::Quad::new(a), avx2::Quad::new(b));
            let (pa, pb) = (portable::Quad::new(a), portable::Quad::new(b));
            assert_eq!(va.words(), a);
            assert_eq!(va.and(vb).words(), pa.and(pb).words());
            assert_eq!(va.or(vb).words(), pa.or(pb).words());
            assert_eq!(va.without(vb).words(), pa.without(pb).words());
            assert_eq!(va.where_any(vb).words(), pa.where_any(pb).words());
            let by = b.map(|word| word & 63);
            let (v_by, p_by) = (avx2::Quad::new(by), portable::Quad::new(by));
            assert_eq!(va.left(v_by).words(), pa.left(p_by).words());
            assert_eq!(va.right(v_by).words(), pa.right(p_by).words());
        }
    }
}
