//! The transposition table of a searcher: its own, or another searcher's.

use std::sync::Arc;

use cleave_sync::affinity::ProcessorSet;
use cleave_tt::{Mapping, MappingError};

use super::Searcher;
use crate::table::Table;

/// The transposition table of a searcher: its own, or another searcher's.
pub(crate) struct SearcherTable {
    pub(crate) mapping: Arc<Mapping>,
    /// The table belongs to another searcher, which clears it and counts the searches.
    pub(super) is_guest: bool,
    /// The next search goes on with the search that was saved: its entries are not of an earlier one.
    continues: bool,
    /// The sets of processors over which the memory was spread; none if the system chose.
    spread: Vec<ProcessorSet>,
}

impl SearcherTable {
    /// Creates a table of this many MiB.
    pub(super) fn new(mib: usize) -> Result<SearcherTable, MappingError> {
        let mapping = Arc::new(Mapping::new(mib)?);
        log::debug!("a transposition table of {mib} MiB");
        Ok(SearcherTable { mapping, is_guest: false, continues: false, spread: Vec::new() })
    }

    /// Returns the number of workers over whose processors the memory is spread.
    #[cfg(test)]
    pub(super) fn spread_over(&self) -> usize {
        self.spread.len()
    }

    /// Returns the same table for another searcher.
    pub(super) fn shared(&self) -> SearcherTable {
        let mapping = Arc::clone(&self.mapping);
        SearcherTable { mapping, is_guest: true, continues: false, spread: Vec::new() }
    }

    /// Clears the table, unless it belongs to another searcher.
    pub(super) fn clear(&mut self) {
        self.continues = false;
        if !self.is_guest {
            Table::over(&self.mapping).clear();
        }
    }

    /// Counts a search, unless the table belongs to another searcher or the search goes on with the one that was saved.
    pub(super) fn begin_search(&mut self) {
        if !self.is_guest && !std::mem::take(&mut self.continues) {
            Table::over(&self.mapping).new_search();
        }
    }

    /// Empties the table for entries that the next search is to go on with.
    pub(crate) fn begin_load(&mut self) {
        let table = Table::over(&self.mapping);
        table.clear();
        table.new_search();
        self.continues = true;
    }
}

impl Searcher {
    /// Replaces the table by an empty one of this many MiB.
    ///
    /// # Errors
    /// The memory is not available. The old table stays.
    pub fn set_table_size(&mut self, mib: usize) -> Result<(), MappingError> {
        self.dismiss_helpers();
        let mib = self.monte_carlo.table_share(mib);
        match Arc::get_mut(&mut self.table.mapping) {
            Some(table) => table.resize(mib)?,
            None => self.table.mapping = Arc::new(Mapping::new(mib)?),
        }
        self.table.is_guest = false;
        self.table.continues = false;
        self.table.spread = Vec::new();
        log::debug!("a transposition table of {mib} MiB");
        Ok(())
    }

    /// Clears the table for a new game. If the workers are now in other nodes than the table, it gets new memory, spread
    /// over these nodes: each probe goes to a random place, so no node should serve all. A table that guests share stays
    /// where it is.
    pub(super) fn clear_table(&mut self) {
        let places = self.places();
        let sets = if places.nodes > 1 { places.sets } else { Vec::new() };
        if self.table.is_guest || sets == self.table.spread {
            return self.table.clear();
        }
        self.dismiss_helpers();
        // The groups, which share the table, are dissolved.
        let Some(mapping) = Arc::get_mut(&mut self.table.mapping) else {
            return self.table.clear();
        };
        match mapping.spread(&sets) {
            Ok(()) => {
                log::debug!("the table is spread over the processors of {} workers", sets.len());
                (self.table.spread, self.table.continues) = (sets, false);
            }
            Err(error) => {
                log::warn!("the table stays where it is: {error}");
                self.table.clear();
            }
        }
    }

    /// Searches on the table of another searcher from now on, until this searcher gets its own table by
    /// [`set_table_size`](Searcher::set_table_size). The other searcher still clears it for a new game, and counts the
    /// searches. So it must keep its table, and both must use the same endgame tables and evaluation.
    pub fn share_table(&mut self, host: &Searcher) {
        self.dismiss_helpers();
        self.table = host.table.shared();
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Position, Value};

    use cleave_sync::affinity::allowed;

    use super::*;
    use crate::algorithms::Algorithm;
    use crate::searcher::tests::team;
    use crate::{Limits, Root, Undisturbed};

    const MATE_IN_2: &str = "3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1";

    /// Returns nodes and value of a search to depth 4.
    fn search(searcher: &mut Searcher) -> (u64, Value) {
        let root = Root::from(Position::from_fen(MATE_IN_2).unwrap());
        let outcome = searcher.search(&root, &Limits::to_depth(4), &mut Undisturbed);
        (outcome.nodes, outcome.value)
    }

    #[test]
    fn a_table_with_guests_is_not_spread() {
        let usable = cleave_topology::usable_processors();
        let nodes: Vec<String> = usable.iter().map(|processor| processor.to_string()).collect();
        if allowed().is_none() || nodes.len() < 2 {
            return;
        }
        let mut host = team(Algorithm::Dts, nodes.len());
        let mut guest = Searcher::new(1).unwrap();
        guest.share_table(&host);
        host.set_numa_policy(&nodes.join(":").parse().unwrap()).unwrap();
        host.new_game();
        assert!(Arc::ptr_eq(&host.table.mapping, &guest.table.mapping));
        assert_eq!(host.table.spread_over(), 0, "it has not moved");
        guest.set_table_size(1).unwrap();
        host.new_game();
        assert_eq!(host.table.spread_over(), nodes.len());
    }

    #[test]
    fn a_guest_reads_the_table_of_its_host_and_never_clears_it() {
        let mut host = Searcher::new(1).unwrap();
        let mut guest = Searcher::new(1).unwrap();
        let alone = search(&mut guest);
        search(&mut host);
        guest.share_table(&host);
        guest.new_game();
        let found = search(&mut guest);
        assert!(found.0 < alone.0 && found.1 == alone.1, "{found:?} {alone:?}");
        host.new_game();
        guest.new_game();
        assert_eq!(search(&mut guest).0, alone.0, "the host has emptied the table");
        search(&mut host);
        guest.set_table_size(1).unwrap();
        guest.new_game();
        assert_eq!(search(&mut guest).0, alone.0, "it has a table of its own");
    }
}
