//! The expansion of a table row: a constant, or in a build for tuning a number that can be set.

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A parameter of selective search: a row of [`TABLE`](super::TABLE).
#[derive(Debug)]
pub struct Parameter {
    /// The name in the source.
    pub name: &'static str,
    /// The option that sets it in a build with the feature `tunable`.
    pub option: &'static str,
    /// The value used in games.
    pub value: i32,
    /// The smallest value worth a try. The search is sound with it.
    pub least: i32,
    /// The largest value worth a try. The search is sound with it.
    pub most: i32,
    /// The change that a match of some thousand games may notice.
    pub step: i32,
    #[cfg(feature = "tunable")]
    pub(super) live: &'static AtomicI32,
}

#[cfg(feature = "tunable")]
impl Parameter {
    /// Returns the value that searches use now.
    pub fn get(&self) -> i32 {
        self.live.load(Ordering::Relaxed)
    }

    /// Changes the value for all searches of the process: see
    /// [`Searcher::set_parameter`](crate::Searcher::set_parameter).
    pub(crate) fn set(&self, value: i32) {
        self.live.store(value.clamp(self.least, self.most), Ordering::Relaxed);
    }
}

/// Turns each row into a function without arguments that returns the value, and all rows into `TABLE`.
macro_rules! parameters {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $unit:ident = $value:literal in $least:literal to $most:literal step $step:literal;
    )+) => {
        /// All parameters, in the order of the source.
        pub static TABLE: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            option: concat!("Tune ", stringify!($name)),
            value: $value,
            least: $least,
            most: $most,
            step: $step,
            #[cfg(feature = "tunable")]
            live: &live::$name,
        }),+];

        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tunable"))]
            #[inline(always)]
            pub(crate) const fn $name() -> $unit {
                in_unit!($unit, $value)
            }

            #[cfg(feature = "tunable")]
            #[inline(always)]
            pub(crate) fn $name() -> $unit {
                in_unit!($unit, live::$name.load(std::sync::atomic::Ordering::Relaxed))
            }
        )+

        // The only global state of the search. Otherwise the release would have to pass parameters that it never
        // changes to each place that uses one. A process that tunes plays with one set at a time.
        #[cfg(feature = "tunable")]
        #[allow(non_upper_case_globals, reason = "the names of the rows")]
        mod live {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)+
        }
    };
}

/// Returns a number of the table in its unit.
macro_rules! in_unit {
    (Depth, $number:expr) => {
        Depth::new($number)
    };
    ($unit:ident, $number:expr) => {
        $number as $unit
    };
}
