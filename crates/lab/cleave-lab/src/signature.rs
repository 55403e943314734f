//! The signature of the search in this program: measurements hold for that search only.

use cleave_kit::Result;
use cleave_search::Searcher;
use cleave_search::bench::{DEPTH, TABLE_MIB};

/// Returns the node count of this program's `bench`.
///
/// # Errors
/// There is no memory for its table.
pub(crate) fn own_signature() -> Result<u64> {
    let mut searcher = Searcher::new(TABLE_MIB)?;
    Ok(cleave_search::bench::run(&mut searcher, DEPTH, |_, _| ()))
}
