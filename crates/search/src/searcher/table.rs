//! The transposition table of a searcher: its own, or another searcher's.

use std::sync::Arc;

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
}

impl SearcherTable {
    /// Creates a table of this many MiB.
    pub(super) fn new(mib: usize) -> Result<SearcherTable, MappingError> {
        let mapping = Arc::new(Mapping::new(mib)?);
        log::debug!("a transposition table of {mib} MiB");
        Ok(SearcherTable { mapping, is_guest: false, continues: false })
    }

    /// Returns the same table for another searcher.
    pub(super) fn shared(&self) -> SearcherTable {
        SearcherTable { mapping: Arc::clone(&self.mapping), is_guest: true, continues: false }
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
        log::debug!("a transposition table of {mib} MiB");
        Ok(())
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

    use super::*;
    use crate::{Limits, Root, Undisturbed};

    const MATE_IN_2: &str = "3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1";

    /// Returns nodes and value of a search to depth 4.
    fn search(searcher: &mut Searcher) -> (u64, Value) {
        let root = Root::from(Position::from_fen(MATE_IN_2).unwrap());
        let outcome = searcher.search(&root, &Limits::to_depth(4), &mut Undisturbed);
        (outcome.nodes, outcome.value)
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
