//! Linux binds threads to processors.

use std::io;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::affinity::{MAX_PROCESSORS, ProcessorSet};

/// Returns the processors on which this thread may run; `None` if there are more than a set holds.
pub(crate) fn allowed_processors() -> Option<ProcessorSet> {
    let set = sched_getaffinity(None).ok()?;
    Some((0..MAX_PROCESSORS).filter(|&processor| set.is_set(processor)).collect())
}

/// Lets this thread run on these processors alone.
pub(crate) fn run_on(processors: &ProcessorSet) -> io::Result<()> {
    let mut set = CpuSet::new();
    processors.iter().for_each(|processor| set.set(processor));
    Ok(sched_setaffinity(None, &set)?)
}
