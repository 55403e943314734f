//! The engine: the state on which commands act between searches.

mod adaptive_table;
pub mod cluster;
mod memory;
mod missing_workers;
pub(crate) mod observer;
pub mod statistics;

use std::path::PathBuf;

use cleave_search::resources;
use cleave_search::team::{Algorithm, Backend, NumaPolicy, NumaPolicyError};
use cleave_search::{Searcher, SearcherError};
use cleave_tt::MappingError;

use crate::client::notice::Notice;
use crate::options::shared;
use crate::session::Session;
use crate::task::Activity;
use cluster::{Cluster, Setting};

/// The memory that the user has chosen, while the table is smaller.
pub(crate) struct ChosenMemory {
    table_mib: usize,
    /// The most memory of the whole program, in MiB.
    limit: Option<usize>,
}

/// A session and its searcher.
pub struct Engine {
    /// Everything but the search.
    pub session: Session,
    /// The search.
    pub searcher: Searcher,
    /// The size of the table, in MiB.
    pub table_mib: usize,
    /// The number of workers that the user knows of: as set, as reported last, or as in the last search.
    pub known_workers: usize,
    /// The file to which settings are saved, if there is a place for it.
    pub configuration_file: Option<PathBuf>,
    /// Other machines that take part in searches.
    pub(crate) cluster: Option<Box<dyn Cluster>>,
    /// Settings from before they joined that have not changed since. Each machine reads its configuration by itself.
    pub(crate) configured: Vec<Setting>,
}

impl Engine {
    /// Creates an engine for this session, with a table of this many MiB or of the default size.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(session: Session, table_mib: Option<usize>) -> Result<Engine, SearcherError> {
        let (searcher, table_mib) = resources::searcher(table_mib)?;
        Ok(Engine {
            session,
            searcher,
            table_mib,
            known_workers: 1,
            configuration_file: None,
            cluster: None,
            configured: Vec::new(),
        })
    }

    /// Passes the settings to the searcher before a search. Returns the settings that other machines need.
    pub(crate) fn begin_search(&mut self, activity: Activity) -> Vec<Setting> {
        let contempt = self.session.settings.contempt_of(activity);
        self.prepare_search(contempt);
        shared::settings_for_search(self, contempt)
    }

    /// Passes the settings to the searcher before a search with this contempt, in centipawns.
    pub fn prepare_search(&mut self, contempt: i32) {
        let Engine { session, searcher, .. } = self;
        searcher.set_contempt(contempt);
        *searcher.split_params() = session.settings.team.split;
        searcher.set_probing(session.settings.tablebase.limits());
    }

    /// Clears the tables of earlier games.
    pub fn new_game(&mut self) {
        self.searcher.new_game();
        if let Some(cluster) = &mut self.cluster {
            cluster.new_game();
        }
    }

    /// Limits the memory of the whole program to this many MiB.
    ///
    /// # Errors
    /// The system refuses the table. Nothing has changed.
    pub fn set_memory(&mut self, allowed: usize) -> Result<(), MappingError> {
        self.fit_table(allowed)?;
        self.session.settings.memory = Some(allowed);
        Ok(())
    }

    /// Sets the size of the table in MiB, and removes a limit on the program's memory.
    ///
    /// # Errors
    /// The system refuses the memory. Nothing has changed.
    pub fn set_table_size(&mut self, mib: usize) -> Result<(), MappingError> {
        if mib != self.table_mib {
            self.searcher.set_table_size(mib)?;
            self.table_mib = mib;
        }
        self.session.settings.memory = None;
        Ok(())
    }

    /// Gives the table at most this many MiB until [`Engine::restore_table`]. Meanwhile it stays the same, whatever the
    /// workers need.
    ///
    /// # Errors
    /// The system refuses the memory. Nothing has changed.
    pub(crate) fn shrink_table(&mut self, most: usize) -> Result<ChosenMemory, MappingError> {
        let limit = self.session.settings.memory;
        let chosen = ChosenMemory { table_mib: self.table_mib, limit };
        self.set_table_size(most.min(self.table_mib))?;
        Ok(chosen)
    }

    /// Gives the program the memory again that the user has chosen.
    ///
    /// # Errors
    /// The system refuses the memory. The table stays as it is.
    pub(crate) fn restore_table(&mut self, chosen: &ChosenMemory) -> Result<(), MappingError> {
        match chosen.limit {
            Some(allowed) => self.set_memory(allowed),
            None => self.set_table_size(chosen.table_mib),
        }
    }

    /// Sets the requested number of workers and their backend. If memory is limited, the table makes room for the
    /// workers that search.
    ///
    /// # Errors
    /// This number of workers is not possible. Nothing has changed.
    pub fn set_workers(&mut self, cores: u32, backend: Backend) -> Result<(), SearcherError> {
        self.searcher.set_workers(cores as usize, backend)?;
        let settings = &mut self.session.settings;
        self.known_workers = match cores == settings.team.cores {
            true => self.known_workers.max(self.searcher.team_size()),
            false => cores as usize,
        };
        (settings.team.cores, settings.team.backend) = (cores, backend.here());
        self.make_room_for_workers();
        Ok(())
    }

    /// Sets whether more workers are started than there are processors.
    pub fn set_oversubscribe(&mut self, on: bool) {
        self.searcher.set_processors(on.then_some(usize::MAX));
        let settings = &mut self.session.settings;
        settings.team.oversubscribe = on;
        self.known_workers = settings.team.cores as usize;
        self.make_room_for_workers();
    }

    /// Sets when workers are bound, and to which processors.
    ///
    /// # Errors
    /// The machine does not have the processors. Nothing has changed.
    pub fn set_numa_policy(&mut self, policy: NumaPolicy) -> Result<(), NumaPolicyError> {
        self.searcher.set_numa_policy(&policy)?;
        let settings = &mut self.session.settings;
        settings.team.numa_policy = policy;
        self.known_workers = settings.team.cores as usize;
        self.make_room_for_workers();
        Ok(())
    }

    /// Sets the algorithm by which the workers share the tree.
    pub fn set_algorithm(&mut self, algorithm: Algorithm) {
        self.searcher.set_algorithm(algorithm);
        self.session.settings.team.algorithm = algorithm;
        self.make_room_for_workers();
    }

    /// Sets how many workers split one tree. Larger teams divide into groups.
    pub fn set_group_size(&mut self, size: usize) {
        self.searcher.set_group_size(size);
        self.session.settings.team.group_size = size;
        self.make_room_for_workers();
    }

    /// Sets whether the workers search recently best root moves together before they divide the root.
    pub fn set_best_together(&mut self, is_on: bool) {
        self.searcher.set_best_together(is_on);
        self.session.settings.team.best_together = is_on;
    }

    /// Returns the program's memory in addition to the table, in MiB.
    fn memory_besides_table(&self) -> usize {
        memory::besides_table(&self.searcher.group_sizes(), self.searcher.learns_apart())
    }

    /// If memory is limited, fits the table to the workers.
    fn make_room_for_workers(&mut self) {
        if let Some(allowed) = self.session.settings.memory
            && let Err(error) = self.fit_table(allowed)
        {
            // The system has refused a larger table.
            log::warn!("the table keeps its {} MiB: {error}", self.table_mib);
        }
    }

    /// Gives the table the part of this memory that the workers leave.
    fn fit_table(&mut self, allowed: usize) -> Result<(), MappingError> {
        let besides = self.memory_besides_table();
        let mib = allowed.saturating_sub(besides).max(1);
        if mib != self.table_mib {
            self.searcher.set_table_size(mib)?;
            self.table_mib = mib;
        }
        if allowed <= besides {
            let (workers, needed) = (self.searcher.team_size(), besides + 1);
            let warning = format!("cores {workers} takes {needed} MiB of memory, not {allowed}");
            self.session.client.say(&Notice::Warning(&warning));
        }
        Ok(())
    }
}
