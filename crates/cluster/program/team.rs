//! Makes every rank search with a team, even a team of one worker.

use cleave_search::team::Backend;
use cleave_search::{SearchMode, Searcher};

/// Turns a sequential searcher into a team of one for this work. Entries worth sending are found
/// where workers meet, and the sequential program has no such places.
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
