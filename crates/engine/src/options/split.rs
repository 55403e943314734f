//! Options about where and when a team splits: every threshold of `cleave_search::team::SplitParams`. The
//! commands named as in Crafty set the same ones ([`crate::commands::split`]).

use cleave_search::team::{MAX_WORKERS, SplitParams};

use super::error::OptionError;
use super::option::{Change, EngineOption, Setter};
use crate::settings::Settings;

/// The largest value of what has no natural bound. Priorities must fit in 32 bits.
const MANY: i32 = 1_000_000;

/// The options about splitting.
#[rustfmt::skip]
pub(crate) const OPTIONS: &[EngineOption] = &[
    spin!("Split Depth", (1, 99), team.split.min_thread_depth).command(&["smpmin"], "[PLIES]",
        "Split only nodes with at least this remaining depth."),
    spin!("Split Share", (0, 100), team.split.min_thread_share).command(&["smpshare"], "[PERCENT]",
        "Split only nodes with at least this share of the remaining depth of the root."),
    spin!("Split Idle Depth", (1, 99), team.split.idle_thread_depth).command(&["smpidle"], "[PLIES]",
        "While a worker is idle, split nodes down to this remaining depth."),
    spin!("Split Crowd", (2, MANY), team.split.crowd).command(&["smpcrowd"], "[WORKERS]",
        "Teams of at least this many workers follow 'smpcrowdconfidence', smaller teams 'smpconfidence'."),
    spin!("Split Group", (1, MAX_WORKERS as i32), team.split.max_thread_group).command(&["smpgroup"], "[WORKERS]",
        "Let at most this many workers search children of the same node."),
    check!("Split At Root", team.split.split_at_root).command(&["smproot"], "[0 | 1]",
        "Split the root, or do not."),
    // Before its first child is searched a PV node has no bound, and the root no move order.
    spin!("Split Confidence PV", (1, 99), team.split.confidence.pv),
    spin!("Split Confidence ALL", (0, 99), team.split.confidence.all),
    spin!("Split Confidence CUT", (0, 99), team.split.confidence.cut),
    spin!("Split Confidence Limit", (0, 99), team.split.confidence.limit),
    spin!("Split Crowd Confidence PV", (1, 99), team.split.crowd_confidence.pv),
    spin!("Split Crowd Confidence ALL", (0, 99), team.split.crowd_confidence.all),
    spin!("Split Crowd Confidence CUT", (0, 99), team.split.crowd_confidence.cut),
    spin!("Split Crowd Confidence Limit", (0, 99), team.split.crowd_confidence.limit),
    spin!("Split Weight PV", (0, MANY), team.split.weights.pv),
    spin!("Split Weight ALL", (0, MANY), team.split.weights.all),
    spin!("Split Weight CUT", (0, MANY), team.split.weights.cut),
    spin!("Split Weight Confidence", (0, MANY), team.split.weights.confidence),
    spin!("Split Weight Height", (0, MANY), team.split.weights.height),
    spin!("Split Next From", (0, 99), team.split.next_from),
    spin!("Split Next Depth", (1, 99), team.split.next_depth),
    spin!("Split Spin", (0, MANY), team.split.idle_spin_us).command(&["smpspin"], "[MICROSECONDS]",
        "Let an idle worker poll for work this long before it sleeps."),
];

/// What all their names begin with.
const FAMILY: &str = "Split ";

/// Sets one of them, named by what follows `Split` in its name: `Share=50`, `weight all=40000`.
///
/// # Errors
/// There is no such option, or it cannot have this value; nothing has changed.
pub fn set(params: &mut SplitParams, text: &str) -> Result<(), OptionError> {
    let (short_name, value) = text.split_once('=').unwrap_or((text, ""));
    let (short_name, value) = (short_name.trim(), value.trim());
    let name = |option: &EngineOption| option.name.strip_prefix(FAMILY).unwrap_or(option.name);
    let option = OPTIONS.iter().find(|option| name(option).eq_ignore_ascii_case(short_name));
    let unknown = || {
        let names = OPTIONS.iter().map(name).collect::<Vec<_>>().join(", ");
        OptionError::NotAboutSplitting(short_name.into(), names)
    };
    let option = option.ok_or_else(unknown)?;
    let mut settings = Settings::default();
    settings.team.split = *params;
    match option.read(value)? {
        Change::Check(Setter::OfSettings(set), on) => set(&mut settings, on),
        Change::Number(Setter::OfSettings(set), number) => set(&mut settings, number),
        // All of them are among the settings.
        _ => {}
    }
    *params = settings.team.split;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::option::Kind;

    #[test]
    fn every_option_can_be_set_by_its_short_name() {
        for option in OPTIONS {
            let name = option.name.strip_prefix(FAMILY).expect("all begin so");
            let mut params = SplitParams::default();
            let (least, most) = match &option.kind {
                Kind::Spin { bounds, .. } => *bounds,
                _ => (0, 1),
            };
            set(&mut params, &format!("{name}={least}")).unwrap();
            let low = params;
            set(&mut params, &format!(" {} = {most} ", name.to_lowercase())).unwrap();
            assert_ne!(params, low, "{name}");
        }
    }

    #[test]
    fn a_refusal_changes_nothing() {
        let refused = |text: &str| {
            let mut params = SplitParams::default();
            let error = set(&mut params, text).unwrap_err();
            assert_eq!(params, SplitParams::default(), "{text}");
            error.to_string()
        };
        assert_eq!(refused("Share=101"), "Split Share is a number from 0 to 100");
        assert_eq!(refused("Share"), "Split Share is a number from 0 to 100");
        assert_eq!(refused("At Root=2"), "Split At Root is 0 or 1, false or true");
        assert!(
            refused("Shares=1").starts_with("no 'Shares'; there are: Depth, Share, Idle Depth")
        );
    }
}
