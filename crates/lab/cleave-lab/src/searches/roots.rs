//! The positions of a measurement, each with the depth that it is searched to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use cleave_kit::experiment::Entries;
use cleave_kit::{Error, Result};
use cleave_virtual_time::virtual_time::CostModel;

use super::depth::{Goal, Time};
use super::depth_searcher::DepthSearcher;
use super::positions::TestPosition;
use crate::time_to_depth::{Cell, Figures, SearchKey};

/// Positions that are known by their names, and their depths.
pub(crate) struct Roots<'p, P: DepthSearcher> {
    goal: Goal,
    costs: CostModel,
    by_name: BTreeMap<String, (&'p TestPosition<P::Position>, OnceLock<u32>)>,
}

impl<'p, P: DepthSearcher> Roots<'p, P> {
    /// These positions, each to be searched so deep, at these prices.
    ///
    /// # Errors
    /// Two have the same name. A search that is kept in a file is known again by the name of its position.
    pub(crate) fn new(
        positions: &'p [TestPosition<P::Position>],
        goal: Goal,
        costs: CostModel,
    ) -> Result<Roots<'p, P>> {
        let mut by_name = BTreeMap::new();
        for position in positions {
            if by_name.insert(position.name(), (position, OnceLock::new())).is_some() {
                let name = position.name();
                return Err(Error::refused(format!(
                    "two positions are called '{name}'; expected another file name or id for each"
                )));
            }
        }
        Ok(Roots { goal, costs, by_name })
    }

    /// Sets the depth of a position that has none yet.
    pub(crate) fn set_depth(&self, name: &str, depth: u32) {
        if let Some((_, known)) = self.by_name.get(name) {
            known.get_or_init(|| depth);
        }
    }

    /// Takes the depths of searches that are done. A position that P_seq is to search gets its depth anew.
    pub(crate) fn learn<F: Figures>(&self, done: &Entries<Cell<F>>, due: &[SearchKey]) {
        let alone = due.iter().filter(|(_, _, team)| team.is_none());
        let anew: BTreeSet<&str> = alone.map(|(name, ..)| &**name).collect();
        let known = done.values().filter(|cell| !anew.contains(&*cell.position));
        known.for_each(|cell| self.set_depth(&cell.position, cell.depth));
    }

    /// Returns the position of this name, if there is one.
    pub(crate) fn fen(&self, name: &str) -> Option<&'p str> {
        self.by_name.get(name).map(|(position, _)| &*position.fen)
    }

    /// Returns the position of this name, which must exist, and its depth; the searcher finds the depth if necessary.
    pub(crate) fn get(&self, name: &str, searcher: &mut P) -> (&'p TestPosition<P::Position>, u32) {
        let (position, depth) = &self.by_name[name];
        let find = || searcher.depth(&position.position, self.goal, Time::Virtual(&self.costs));
        (position, *depth.get_or_init(find))
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::Searcher;

    use super::super::positions;
    use super::*;

    #[test]
    fn two_positions_of_one_name_are_refused() {
        let position = "8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"a\";\n";
        let roots = |text: &str| {
            let positions = positions::parse("one", text).unwrap();
            let roots =
                Roots::<Searcher>::new(&positions, Goal::Depth { depth: 1 }, CostModel::default());
            roots.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(roots(position), Ok(()));
        let error = roots(&position.repeat(2)).unwrap_err();
        assert!(error.contains("'one a'"), "{error}");
    }
}
