//! A rank searches as a team, even if that is of one worker.

use cleave_search::team::Backend;
use cleave_search::{SearchMode, Searcher};

/// Has a sequential searcher be a team of one for this work: what is worth sending to other ranks is
/// found where workers meet, and the sequential program has no such places.
pub(crate) fn with_team<R>(searcher: &mut Searcher, work: impl FnOnce(&mut Searcher) -> R) -> R {
    if searcher.mode() != SearchMode::Sequential {
        return work(searcher);
    }
    let alone = SearchMode::Parallel { workers: 1, backend: Backend::default() };
    searcher.set_mode(alone).expect("a searcher has the memory of one worker");
    let result = work(searcher);
    searcher.set_mode(SearchMode::Sequential).expect("a searcher has the memory of one worker");
    result
}
