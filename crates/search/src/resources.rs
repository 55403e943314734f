//! Creates a searcher for a user's settings, and words the messages if the machine cannot satisfy them.

use crate::{Evaluation, SearchMode, Searcher, SearcherError};

/// The size of the table unless the user sets one, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// Creates a searcher that evaluates by the built-in network. Also returns the size of its table in MiB. Without
/// `table_mib` the table has the default size, or half, a quarter and so on if the system refuses that.
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

/// Returns the message for fewer processors than requested workers.
pub fn missing_processors(searcher: &Searcher) -> Option<String> {
    let SearchMode::Parallel { workers, .. } = searcher.mode() else { return None };
    (searcher.processors() < workers).then(|| match searcher.processors() {
        1 => "only 1 worker searches: there is 1 processor".into(),
        processors => {
            format!("only {processors} workers search: there are {processors} processors")
        }
    })
}

/// Returns the message if only this many workers search.
pub fn missing_workers(workers: usize, searcher: &Searcher) -> String {
    let why = match searcher.take_refusal() {
        Some(error) => format!("could not be started: {error}"),
        None => "have died; the log says how (cleave --log FILE)".into(),
    };
    format!("only {workers} of {} workers search: the others {why}", searcher.team_size())
}

/// Returns the message if there was no memory for separate tables.
pub fn missing_tables(searcher: &mut Searcher) -> Option<String> {
    let error = searcher.take_refusal_of_tables()?;
    Some(format!("all workers learn in the same tables: {error}"))
}
