//! Random numbers, the same on every machine.

/// Sebastiano Vigna's splitmix64 (public domain).
pub struct Random(u64);

impl Random {
    /// Returns the numbers of this seed.
    pub fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}
