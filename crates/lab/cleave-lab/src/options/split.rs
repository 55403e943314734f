//! `--split NAME=VALUE`: parameters of splitting other than the default ones.

use cleave::options::split;
use cleave_kit::{Error, Result};
use cleave_search::team::SplitParams;

/// Checks a change, and returns it as the file of the measurement has it.
pub(crate) fn change(text: &str) -> std::result::Result<String, String> {
    split::set(&mut SplitParams::default(), text).map_err(|error| error.to_string())?;
    Ok(text.trim().into())
}

/// The default parameters with these changes; the last change of a parameter counts.
pub(crate) fn params(changes: &[String]) -> Result<SplitParams> {
    let mut params = SplitParams::default();
    apply(&mut params, changes)?;
    Ok(params)
}

/// Makes these changes, one after the other.
pub(crate) fn apply(params: &mut SplitParams, changes: &[String]) -> Result<()> {
    let set =
        |change| split::set(params, change).map_err(|error| Error::Refused(error.to_string()));
    changes.iter().map(String::as_str).try_for_each(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_of_a_parameter_counts() {
        let changes = ["Share=30", "crowd=9", "share=50"].map(String::from);
        let wanted = SplitParams { min_thread_share: 50, crowd: 9, ..SplitParams::default() };
        assert_eq!(params(&changes).unwrap(), wanted);
        assert_eq!(params(&[]).unwrap(), SplitParams::default());
    }

    #[test]
    fn a_change_is_kept_as_given_or_refused() {
        assert_eq!(change(" Weight ALL=40000 "), Ok("Weight ALL=40000".into()));
        assert!(change("Weight=1").unwrap_err().contains("there are: Depth, Share"));
        assert!(change("Group=0").unwrap_err().contains("from 1 to"));
    }
}
