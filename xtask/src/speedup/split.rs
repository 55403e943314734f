//! `--split NAME=VALUE`: where and when teams split, if not as usual.

use cleave::options::split;
use cleave_search::SplitParams;

/// Reads a change, as the file of the measurement has it.
///
/// # Errors
/// There is no such threshold, or it takes no such value.
pub(super) fn change(text: &str) -> Result<String, String> {
    params(&[text.into()])?;
    Ok(text.trim().into())
}

/// The usual parameters with these changes, the last of two of the same name.
///
/// # Errors
/// As [`change`] has.
pub(super) fn params(changes: &[String]) -> Result<SplitParams, String> {
    let mut params = SplitParams::default();
    changes.iter().try_for_each(|change| split::set(&mut params, change))?;
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_changes_of_the_same_threshold_the_last_counts() {
        let changes = ["Share=30", "crowd=9", "share=50"].map(String::from);
        let wanted = SplitParams { min_thread_share: 50, crowd: 9, ..SplitParams::default() };
        assert_eq!(params(&changes), Ok(wanted));
        assert_eq!(params(&[]), Ok(SplitParams::default()));
    }

    #[test]
    fn a_change_is_kept_as_it_was_given_or_refused() {
        assert_eq!(change(" Weight ALL=40000 "), Ok("Weight ALL=40000".into()));
        assert!(change("Weight=1").unwrap_err().contains("there are: Depth, Share"));
        assert!(change("Group=0").unwrap_err().contains("from 1 to"));
    }
}
