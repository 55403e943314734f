//! A searcher as a user asks for it, and what to say if the machine does not give that.

use crate::{Evaluation, SearchMode, Searcher, SearcherError};

/// The size of the table unless the user sets one, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// A searcher that evaluates by the built-in network, and the size of its table in MiB. Without `table_mib`
/// the table has the default size, or half, a quarter and so on where the system refuses that.
///
/// # Errors
/// The system refuses the memory.
pub fn searcher(table_mib: Option<usize>) -> Result<(Searcher, usize), SearcherError> {
    let mut mib = table_mib.unwrap_or(DEFAULT_TABLE_MIB);
    loop {
        match Searcher::new(mib) {
            Err(SearcherError::Table(error)) if table_mib.is_none() && mib > 1 => {
                log::warn!("{error}");
                mib /= 2;
            }
            result => {
                let mut searcher = result?;
                searcher.set_evaluation(Evaluation::by_built_in_network());
                return Ok((searcher, mib));
            }
        }
    }
}

/// What to say if there are fewer processors than workers wanted.
pub fn missing_processors(searcher: &Searcher) -> Option<String> {
    let SearchMode::Parallel { workers, .. } = searcher.mode() else { return None };
    (searcher.processors() < workers).then(|| match searcher.processors() {
        1 => "only 1 worker searches: there is 1 processor".into(),
        processors => {
            format!("only {processors} workers search: there are {processors} processors")
        }
    })
}

/// What to say if so few workers search.
pub fn missing_workers(workers: usize, searcher: &Searcher) -> String {
    let why = match searcher.take_refusal() {
        Some(error) => format!("could not be started: {error}"),
        None => "have died; the log says how (cleave --log FILE)".into(),
    };
    format!("only {workers} of {} workers search: the others {why}", searcher.team_size())
}

/// What to say if there was no memory for what each worker learns for itself.
pub fn missing_tables(searcher: &mut Searcher) -> Option<String> {
    let error = searcher.take_refusal_of_tables()?;
    Some(format!("all workers learn in the same tables: {error}"))
}
