//! Late move reductions by depth and move number.

use super::{lmr_base, lmr_divisor};
use crate::units::Depth;

const SIZE: usize = 64;

/// Returns the late move reduction in 1/1024 ply, before corrections.
#[inline]
pub(crate) fn lmr(depth: Depth, number: u16) -> i32 {
    let depth = (depth.get().max(0) as usize).min(SIZE - 1);
    let number = usize::from(number).min(SIZE - 1);
    #[cfg(not(feature = "tunable"))]
    return TABLE[depth][number];
    #[cfg(feature = "tunable")]
    return compute(depth, number, lmr_base(), lmr_divisor());
}

/// All reductions, computed by the compiler.
#[cfg(not(feature = "tunable"))]
static TABLE: [[i32; SIZE]; SIZE] = {
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 0;
    while depth < SIZE {
        let mut number = 0;
        while number < SIZE {
            table[depth][number] = compute(depth, number, lmr_base(), lmr_divisor());
            number += 1;
        }
        depth += 1;
    }
    table
};

/// Returns `base + ln(depth) * ln(number) / divisor`, and 0 at the horizon.
const fn compute(depth: usize, number: usize, base: i32, divisor: i32) -> i32 {
    if depth == 0 || number == 0 { 0 } else { base + LN[depth] * LN[number] / divisor }
}

/// Natural logarithms in 1/1024, by integers alone, so that every machine searches the same tree. `ln n` is the
/// integral of 1/x, summed by midpoints in steps of 1/64.
const LN: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut sum: u64 = 0;
    let mut i = 64;
    while i < 64 * SIZE {
        if i % 64 == 0 {
            table[i / 64] = (sum >> 20) as i32;
        }
        // One step at x = (i + 1/2) / 64, in units of 2^-30.
        sum += (1 << 31) / (2 * i as u64 + 1);
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithm_is_accurate() {
        for (n, ln) in LN.into_iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(ln) - exact).abs() < 3.0, "ln {n}: {ln}, should be {exact}");
        }
    }
}
