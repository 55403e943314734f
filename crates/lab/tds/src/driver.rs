//! The root: iterative deepening by MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996).

use crate::table::LOWEST;

/// A test of the root: is its value at this depth at least the bound?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pass {
    pub(crate) depth: u8,
    pub(crate) bound: i32,
}

/// The passes over the root, one after the other. Each depth begins at the value of the depth before.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    last_depth: u8,
    pass: Option<Pass>,
    lower: i32,
    upper: i32,
    value: i32,
}

impl Driver {
    /// Returns the passes up to this depth, at least 1.
    pub(crate) fn new(last_depth: u8) -> Driver {
        let pass = Some(Pass { depth: 1, bound: 0 });
        Driver { last_depth, pass, lower: LOWEST, upper: -LOWEST, value: 0 }
    }

    /// Returns the pass under way; `None` at the end.
    pub(crate) fn pass(&self) -> Option<Pass> {
        self.pass
    }

    /// Returns the value of the last depth, at the end.
    pub(crate) fn value(&self) -> i32 {
        self.value
    }

    /// Takes in the value of the pass under way.
    pub(crate) fn absorb(&mut self, value: i32) {
        let Some(Pass { depth, bound }) = self.pass else { return };
        if value >= bound {
            self.lower = value;
        } else {
            self.upper = value;
        }
        self.value = value;
        if self.lower < self.upper {
            let bound = if value == self.lower { value + 1 } else { value };
            self.pass = Some(Pass { depth, bound });
            return;
        }
        (self.lower, self.upper) = (LOWEST, -LOWEST);
        self.pass = (depth < self.last_depth).then_some(Pass { depth: depth + 1, bound: value });
    }
}
