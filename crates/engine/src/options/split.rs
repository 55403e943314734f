//! Options about where and when a team splits: every parameter of [`cleave_search::splitting`]. The
//! commands named as in Crafty set the same ones ([`crate::commands::split`]).

use cleave_search::splitting;

use super::option::EngineOption;
use crate::commands::crafty::Crafty::Has;

/// The options about splitting.
#[rustfmt::skip]
pub(crate) const OPTIONS: &[EngineOption] = &[
    EngineOption::split(splitting::DEPTH).command(&["smpmin"], "[PLIES]",
        "Split only nodes with at least this remaining depth.")
        .crafty(&[Has("`smpmin n`", "`smpmin 6`", "")]),
    EngineOption::split(splitting::SHARE).command(&["smpshare"], "[PERCENT]",
        "Split only nodes with at least this share of the remaining depth of the root."),
    EngineOption::split(splitting::IDLE_DEPTH).command(&["smpidle"], "[PLIES]",
        "While a worker is idle, split nodes down to this remaining depth."),
    EngineOption::split(splitting::LARGE_TEAM).command(&["smpcrowd"], "[WORKERS]",
        "Teams of at least this many workers follow 'smpcrowdconfidence', smaller teams 'smpconfidence'."),
    EngineOption::split(splitting::GROUP).command(&["smpgroup"], "[WORKERS]",
        "Let at most this many workers search children of the same node.")
        .crafty(&[Has("`smpgroup n`", "`smpgroup 4`", "")]),
    EngineOption::split(splitting::AT_ROOT).command(&["smproot"], "[0 | 1]",
        "Split the root, or do not.")
        .crafty(&[Has("`smproot 0|1`", "`smproot 1`", "")]),
    EngineOption::split(splitting::CONFIDENCE_PV),
    EngineOption::split(splitting::CONFIDENCE_ALL),
    EngineOption::split(splitting::CONFIDENCE_CUT),
    EngineOption::split(splitting::CONFIDENCE_LIMIT),
    EngineOption::split(splitting::LARGE_TEAM_CONFIDENCE_PV),
    EngineOption::split(splitting::LARGE_TEAM_CONFIDENCE_ALL),
    EngineOption::split(splitting::LARGE_TEAM_CONFIDENCE_CUT),
    EngineOption::split(splitting::LARGE_TEAM_CONFIDENCE_LIMIT),
    EngineOption::split(splitting::WEIGHT_PV),
    EngineOption::split(splitting::WEIGHT_ALL),
    EngineOption::split(splitting::WEIGHT_CUT),
    EngineOption::split(splitting::WEIGHT_CONFIDENCE),
    EngineOption::split(splitting::WEIGHT_DEPTH),
    EngineOption::split(splitting::NEXT_FROM),
    EngineOption::split(splitting::NEXT_DEPTH),
    EngineOption::split(splitting::SPIN).command(&["smpspin"], "[MICROSECONDS]",
        "Let an idle worker poll for work this long before it sleeps."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_an_option() {
        let names: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
        let parameters: Vec<_> = splitting::ALL.iter().map(|parameter| parameter.option).collect();
        assert_eq!(names, parameters);
    }
}
