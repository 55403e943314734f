//! Converts mate values, which depend on the ply of their node.
//!
//! The search counts mates from the root: 'mate in 10 plies' at ply 4 is six plies from the node.
//! If the position recurs at ply 6, the same six plies give 'mate in 12'. So the table stores the
//! distance from the node, which is a property of the position.

/// The smallest value that is a mate. Values from it up, and from its negative down, are mates,
/// counted in plies from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateThreshold(i16);

impl MateThreshold {
    /// Sets the smallest value that is a mate. It must be positive.
    pub const fn new(smallest: i16) -> MateThreshold {
        assert!(smallest > 0, "a mate for the side to move has a positive value");
        MateThreshold(smallest)
    }

    /// Converts a value at `ply` from counting from the root to counting from the node.
    #[inline(always)]
    pub const fn to_node(self, value: i16, ply: usize) -> i16 {
        self.away_from_zero(value, ply as i16)
    }

    /// Converts a value at `ply` from counting from the node to counting from the root.
    #[inline(always)]
    pub const fn to_root(self, value: i16, ply: usize) -> i16 {
        self.away_from_zero(value, -(ply as i16))
    }

    #[inline(always)]
    const fn away_from_zero(self, value: i16, plies: i16) -> i16 {
        if value >= self.0 {
            value.saturating_add(plies)
        } else if value <= -self.0 {
            value.saturating_sub(plies)
        } else {
            value
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::MateThreshold;

    const MATES: MateThreshold = MateThreshold::new(31_000);

    proptest! {
        #[test]
        fn value_round_trips_at_the_same_ply(value in -31_500i16..=31_500, ply in 0usize..250) {
            prop_assert_eq!(MATES.to_root(MATES.to_node(value, ply), ply), value);
        }

        #[test]
        fn a_mate_moves_with_the_ply(value in 31_250i16..=31_500, here in 0usize..250, there in 0usize..250) {
            let expected = value + here as i16 - there as i16;
            prop_assert_eq!(MATES.to_root(MATES.to_node(value, here), there), expected);
            prop_assert_eq!(MATES.to_root(MATES.to_node(-value, here), there), -expected);
        }

        #[test]
        fn other_values_do_not_change(value in -30_999i16..=30_999, here in 0usize..250, there in 0usize..250) {
            prop_assert_eq!(MATES.to_root(MATES.to_node(value, here), there), value);
        }
    }
}
