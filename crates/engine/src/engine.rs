//! What commands act on between searches.

use cleave_search::{Backend, Refused, Searcher};

use crate::session::Session;

/// A session and the searcher that works for it.
pub struct Engine {
    /// All but the search.
    pub session: Session,
    /// The search.
    pub searcher: Searcher,
    /// The size of the table, in MiB.
    pub table_mib: usize,
    /// The number of workers that the user knows of: as set, or as in the last search.
    pub known_workers: usize,
}

impl Engine {
    /// An engine for this session.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(session: Session, table_mib: usize) -> Result<Engine, Refused> {
        Ok(Engine { session, searcher: Searcher::new(table_mib)?, table_mib, known_workers: 1 })
    }

    /// Sets the number of workers and what they are made of, here and in the settings.
    ///
    /// # Errors
    /// This many are not possible; nothing has changed.
    pub fn set_workers(&mut self, cores: u32, backend: Backend) -> Result<(), String> {
        let set = self.searcher.set_workers(cores as usize, backend);
        set.map_err(|error| error.to_string())?;
        let settings = &mut self.session.settings;
        (settings.cores, settings.backend) = (cores, backend);
        self.known_workers = cores as usize;
        Ok(())
    }
}
