//! How memory is divided: the table gets what the rest of the program leaves of it.

use cleave_search::{Backend, Refused, Searcher};
use cleave_tt::MappingError;

use crate::engine::Engine;

/// The size of the table unless the user sets one, in MiB.
const DEFAULT_TABLE_MIB: usize = 64;

/// Memory of the program with one worker, the table excluded, in MiB.
const PROGRAM_MIB: usize = 8;

/// Memory of each further worker, in MiB: evaluator with its tables, nodes, split blocks.
const WORKER_MIB: usize = 3;

/// A searcher with a table of this size, and the size. Without one it is the default, or half, a
/// quarter and so on where the system refuses more.
///
/// # Errors
/// The system refuses the memory.
pub fn searcher(table_mib: Option<usize>) -> Result<(Searcher, usize), Refused> {
    let mut mib = table_mib.unwrap_or(DEFAULT_TABLE_MIB);
    loop {
        match Searcher::new(mib) {
            Err(Refused::Table(error)) if table_mib.is_none() && mib > 1 => {
                log::warn!("{error}");
                mib /= 2;
            }
            result => return Ok((result?, mib)),
        }
    }
}

/// Memory that this many workers need besides the table, in MiB.
fn besides_table(cores: u32) -> usize {
    PROGRAM_MIB + WORKER_MIB * (cores as usize - 1)
}

impl Engine {
    /// Uses at most this much memory in all, in MiB.
    ///
    /// # Errors
    /// The system refuses the table; all stays as it was.
    pub fn set_memory(&mut self, allowed: usize) -> Result<(), MappingError> {
        self.fit_table(allowed)?;
        self.session.settings.memory = Some(allowed);
        Ok(())
    }

    /// Sets the number of workers and what they are made of. If memory is limited the table makes
    /// room for them.
    ///
    /// # Errors
    /// There cannot be so many; all stays as it was.
    pub fn set_workers(&mut self, cores: u32, backend: Backend) -> Result<(), String> {
        let set = self.searcher.set_workers(cores as usize, backend);
        set.map_err(|error| error.to_string())?;
        let settings = &mut self.session.settings;
        (settings.cores, settings.backend) = (cores, backend);
        if let Some(allowed) = settings.memory
            && let Err(error) = self.fit_table(allowed)
        {
            // What is refused is a larger table.
            log::warn!("the table keeps its {} MiB: {error}", self.table_mib);
        }
        Ok(())
    }

    /// Replaces the table by one that fills what the workers leave of this much memory, unless it
    /// does already.
    fn fit_table(&mut self, allowed: usize) -> Result<(), MappingError> {
        let besides = besides_table(self.session.settings.cores);
        let mib = allowed.saturating_sub(besides).max(1);
        if mib != self.table_mib {
            self.searcher.set_table_size(mib)?;
            self.table_mib = mib;
        }
        if allowed <= besides {
            let cores = self.session.settings.cores;
            let needed = besides + 1;
            self.session
                .note(&format!("cores {cores} takes {needed} MiB of memory, not {allowed}"));
        }
        Ok(())
    }
}
