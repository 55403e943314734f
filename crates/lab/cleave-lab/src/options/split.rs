//! `--split NAME=VALUE`: parameters of splitting other than the default ones.

use cleave_io::option::{on_or_off, within};
use cleave_kit::{Error, Result};
use cleave_search::splitting::{ALL, SplitParameter, Values};
use cleave_search::team::SplitParams;

/// Checks a change, and returns it as the file of the measurement has it.
pub(crate) fn change(text: &str) -> std::result::Result<String, String> {
    set(&mut SplitParams::default(), text)?;
    Ok(text.trim().into())
}

/// Returns the default parameters with these changes; the last change of a parameter counts.
pub(crate) fn params(changes: &[String]) -> Result<SplitParams> {
    let mut params = SplitParams::default();
    apply(&mut params, changes)?;
    Ok(params)
}

/// Makes these changes, one after the other.
pub(crate) fn apply(params: &mut SplitParams, changes: &[String]) -> Result<()> {
    let set = |change: &String| set(params, change).map_err(Error::Refused);
    changes.iter().try_for_each(set)
}

/// Sets a parameter; its name is its option's without `Split`: `Share=50`, `weight all=40000`.
fn set(params: &mut SplitParams, text: &str) -> std::result::Result<(), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let (name, value) = (name.trim(), value.trim());
    let parameter = ALL.iter().find(|it| it.short_name().eq_ignore_ascii_case(name));
    let parameter = parameter.ok_or_else(|| {
        let names: Vec<_> = ALL.iter().map(|it| it.short_name()).collect();
        format!("no '{name}'; there are: {}", names.join(", "))
    })?;
    let SplitParameter { option, values, set, .. } = parameter;
    let value = match *values {
        Values::OffOrOn => on_or_off(option, value).map(i32::from),
        Values::Within(least, most) => within(option, value, (least, most)),
    };
    set(params, value.map_err(|error| error.to_string())?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_of_a_parameter_counts() {
        let changes = ["Share=30", "crowd=9", "share=50"].map(String::from);
        let wanted = SplitParams::default().with(|params| {
            params.min_thread_share = 50;
            params.large_team = 9;
        });
        assert_eq!(params(&changes).unwrap(), wanted);
        assert_eq!(params(&[]).unwrap(), SplitParams::default());
    }

    #[test]
    fn a_change_is_kept_as_given_or_refused() {
        assert_eq!(change(" Weight ALL=40000 "), Ok("Weight ALL=40000".into()));
        assert!(change("Weight=1").unwrap_err().contains("there are: Depth, Share"));
        assert!(change("Group=0").unwrap_err().contains("from 1 to"));
    }

    #[test]
    fn every_parameter_can_be_set_by_its_short_name() {
        for parameter in ALL {
            let name = parameter.short_name();
            let mut params = SplitParams::default();
            let (least, most) = match parameter.values {
                Values::Within(least, most) => (least, most),
                Values::OffOrOn => (0, 1),
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
            error
        };
        assert_eq!(refused("Share=101"), "Split Share is a number from 0 to 100");
        assert_eq!(refused("Share"), "Split Share is a number from 0 to 100");
        assert_eq!(refused("At Root=2"), "Split At Root is 0 or 1, false or true");
        assert!(
            refused("Shares=1").starts_with("no 'Shares'; there are: Depth, Share, Idle Depth")
        );
    }
}
