//! A system that binds no thread to processors.

use std::io;

use crate::affinity::ProcessorSet;

/// Returns `None`: nothing reports them.
pub(crate) fn allowed_processors() -> Option<ProcessorSet> {
    None
}

/// # Errors
/// Always.
pub(crate) fn run_on(_: &ProcessorSet) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
