//! Random trees and parameters from a seed.

use super::Shape;
use crate::params::{Confidence, Grain, Params};

/// Numbers that look random and repeat exactly: xorshift64 (Marsaglia, "Xorshift RNGs", Journal of
/// Statistical Software 8(14), 2003).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall as this seed says.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number from 0 to `sides - 1`.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % sides
    }

    /// A tree of at most this many leaves.
    pub fn shape(&mut self, most_leaves: u64) -> Shape {
        let branching = 1 + self.roll(6);
        let mut height = 1 + self.roll(12);
        while branching.pow(height as u32) > most_leaves {
            height -= 1;
        }
        Shape {
            seed: self.roll(u64::MAX),
            height: height as u16,
            branching: branching as u16,
            ragged: self.roll(3) == 0,
            ordering: self.roll(101) as u8,
            granularity: self.roll(20) as i32,
            phases: self.roll(2) == 0,
            work: 0,
        }
    }

    /// Parameters of the split, sensible or not.
    pub fn params(&mut self) -> Params {
        let mut confidence = || Confidence {
            pv: 1 + self.roll(2) as u16,
            all: self.roll(3) as u16,
            cut: self.roll(4) as u16,
            limit: 3,
        };
        let (confidence, crowd_confidence) = (confidence(), confidence());
        Params {
            min_thread_depth: self.roll(5) as i32,
            max_thread_group: 1 + self.roll(8) as u32,
            split_at_root: self.roll(4) != 0,
            confidence,
            crowd_confidence,
            grain: if self.roll(2) == 0 { Grain::Node } else { Grain::Subtree },
            ..Params::default()
        }
    }
}
