//! The parameters of splitting by name, for options of the program and for measurements.

use cleave_smp::{MAX_WORKERS, Params};

/// A parameter of splitting.
pub struct SplitParameter {
    /// The name of its option, which begins with [`FAMILY`].
    pub option: &'static str,
    /// The allowed values.
    pub values: Values,
    /// Reads the parameter.
    pub get: fn(&Params) -> i32,
    /// Sets the parameter to one of its values.
    pub set: fn(&mut Params, i32),
}

/// The values that a parameter may have.
#[derive(Clone, Copy)]
pub enum Values {
    /// 0 for off, 1 for on.
    OffOrOn,
    /// A number within these bounds.
    Within(i32, i32),
}

/// The beginning of all names.
pub const FAMILY: &str = "Split ";

impl SplitParameter {
    /// Returns the name without the family's.
    pub fn short_name(&self) -> &'static str {
        self.option.strip_prefix(FAMILY).unwrap_or(self.option)
    }
}

/// The largest value of a parameter without a natural bound. Priorities must fit in 32 bits.
const MANY: i32 = 1_000_000;

/// Makes a row for each parameter: a constant, the name of the option, the values, the field, and its conversion.
macro_rules! parameters {
    ($($name:ident $option:literal $values:expr, $($field:ident).+, $kept:expr;)+) => {
        $(#[doc = concat!("`", stringify!($($field).+), "`.")]
        pub const $name: &SplitParameter = &SplitParameter {
            option: $option,
            values: $values,
            get: |params| params.$($field).+.try_into().unwrap_or(i32::MAX),
            set: |params, value| params.$($field).+ = $kept(value),
        };)+

        /// All parameters.
        pub const ALL: &[&SplitParameter] = &[$($name),+];
    };
}

/// Converts a number within its bounds to the parameter's type.
fn kept<T: TryFrom<i32>>(value: i32) -> T {
    value.try_into().ok().expect("the bounds fit the parameter")
}

// Before its first child is searched a PV node has no bound, and the root no move order.
parameters! {
    DEPTH "Split Depth" Values::Within(1, 99), min_thread_depth, kept;
    SHARE "Split Share" Values::Within(0, 100), min_thread_share, kept;
    IDLE_DEPTH "Split Idle Depth" Values::Within(1, 99), idle_thread_depth, kept;
    LARGE_TEAM "Split Crowd" Values::Within(2, MANY), large_team, kept;
    GROUP "Split Group" Values::Within(1, MAX_WORKERS as i32), max_thread_group, kept;
    AT_ROOT "Split At Root" Values::OffOrOn, split_at_root, |value| value != 0;
    CONFIDENCE_PV "Split Confidence PV" Values::Within(1, 99), confidence.pv, kept;
    CONFIDENCE_ALL "Split Confidence ALL" Values::Within(0, 99), confidence.all, kept;
    CONFIDENCE_CUT "Split Confidence CUT" Values::Within(0, 99), confidence.cut, kept;
    CONFIDENCE_LIMIT "Split Confidence Limit" Values::Within(0, 99), confidence.limit, kept;
    LARGE_TEAM_CONFIDENCE_PV "Split Crowd Confidence PV" Values::Within(1, 99), large_team_confidence.pv, kept;
    LARGE_TEAM_CONFIDENCE_ALL "Split Crowd Confidence ALL" Values::Within(0, 99), large_team_confidence.all, kept;
    LARGE_TEAM_CONFIDENCE_CUT "Split Crowd Confidence CUT" Values::Within(0, 99), large_team_confidence.cut, kept;
    LARGE_TEAM_CONFIDENCE_LIMIT "Split Crowd Confidence Limit" Values::Within(0, 99), large_team_confidence.limit, kept;
    WEIGHT_PV "Split Weight PV" Values::Within(0, MANY), weights.pv, kept;
    WEIGHT_ALL "Split Weight ALL" Values::Within(0, MANY), weights.all, kept;
    WEIGHT_CUT "Split Weight CUT" Values::Within(0, MANY), weights.cut, kept;
    WEIGHT_CONFIDENCE "Split Weight Confidence" Values::Within(0, MANY), weights.confidence, kept;
    WEIGHT_DEPTH "Split Weight Height" Values::Within(0, MANY), weights.depth, kept;
    NEXT_FROM "Split Next From" Values::Within(0, 99), next_from, kept;
    NEXT_DEPTH "Split Next Depth" Values::Within(1, 99), next_depth, kept;
    SPIN "Split Spin" Values::Within(0, MANY), idle_spin_us, kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_takes_its_least_and_its_greatest_value() {
        for parameter in ALL {
            let (least, most) = match parameter.values {
                Values::OffOrOn => (0, 1),
                Values::Within(least, most) => (least, most),
            };
            for value in [least, most] {
                let mut params = Params::default();
                (parameter.set)(&mut params, value);
                assert_eq!((parameter.get)(&params), value, "{}", parameter.option);
            }
        }
    }
}
