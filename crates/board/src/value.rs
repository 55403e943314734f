//! Values of positions.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use cleave_shared_memory::Plain;

/// The value of a position in centipawns, for the side to move unless said otherwise.
///
/// 100 is a pawn in the endgame. `MATE - n` is 'mate in n plies', `-MATE + n` 'mated in n plies'.
/// `TABLEBASE_WIN - n` is 'won by an endgame table, n plies from the root'. All values between
/// -`INFINITE` and `INFINITE` fit in sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Plain)]
#[repr(transparent)]
pub struct Value(i32);

impl Value {
    /// A draw, or equality.
    pub const ZERO: Value = Value(0);
    /// Mate on the board, for the side that mates.
    pub const MATE: Value = Value(32_000);
    /// Values at least this large are mates found by search.
    pub const MATE_FOUND: Value = Value(32_000 - 512);
    /// A win by an endgame table at the root.
    pub const TABLEBASE_WIN: Value = Value(31_000);
    /// Values at least this large are decided: wins by tables, and mates.
    pub const DECISIVE: Value = Value(31_000 - 256);
    /// The largest value an evaluation may return.
    pub const EVAL_MAX: Value = Value(30_000);
    /// Beyond any value.
    pub const INFINITE: Value = Value(32_001);
    /// No value known.
    pub const NONE: Value = Value(32_002);

    /// Builds a value from centipawns.
    #[inline(always)]
    pub const fn new(centipawns: i32) -> Value {
        Value(centipawns)
    }

    /// Returns the number of centipawns.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Returns the value if the side to move mates, `plies` plies from the root.
    #[inline(always)]
    pub const fn mate_in(plies: usize) -> Value {
        Value(Value::MATE.0 - plies as i32)
    }

    /// Returns the value if the side to move is mated, `plies` plies from the root.
    #[inline(always)]
    pub const fn mated_in(plies: usize) -> Value {
        Value(-Value::MATE.0 + plies as i32)
    }

    /// Returns true for a mate by either side.
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Value::MATE_FOUND.0 && self.0.abs() <= Value::MATE.0
    }

    /// Returns the value if the side to move wins by an endgame table, probed `plies` plies from
    /// the root.
    #[inline(always)]
    pub const fn tablebase_win_at(plies: usize) -> Value {
        Value(Value::TABLEBASE_WIN.0 - plies as i32)
    }

    /// Returns true for a mate, and for a win by a table, of either side.
    #[inline(always)]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Value::DECISIVE.0 && self.0.abs() <= Value::MATE.0
    }

    /// Returns the moves (not plies) to mate: positive if the side to move mates, negative if it is
    /// mated. Negating the value negates the result: a mate in 1 becomes -1 for the other side.
    pub const fn mate_distance(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((Value::MATE.0 - self.0 + 1) / 2)
        } else {
            Some(-((Value::MATE.0 + self.0 + 1) / 2))
        }
    }
}

impl Neg for Value {
    type Output = Value;

    #[inline(always)]
    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Value;

    #[inline(always)]
    fn add(self, centipawns: i32) -> Value {
        Value(self.0 + centipawns)
    }
}

impl Sub<i32> for Value {
    type Output = Value;

    #[inline(always)]
    fn sub(self, centipawns: i32) -> Value {
        Value(self.0 - centipawns)
    }
}

impl Sub for Value {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Value) -> i32 {
        self.0 - other.0
    }
}

impl AddAssign<i32> for Value {
    #[inline(always)]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Value {
    #[inline(always)]
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl fmt::Display for Value {
    /// Writes pawns with two decimals, or a text such as `mate in 5`, `mated in 3`, `tb win`, `tb
    /// loss`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.mate_distance() {
            Some(n) if self.0 > 0 => write!(f, "mate in {n}"),
            Some(n) => write!(f, "mated in {}", -n),
            None if self.is_decisive() => f.pad(if self.0 > 0 { "tb win" } else { "tb loss" }),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
