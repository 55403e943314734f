//! The positions of a measurement, each with the depth that it is searched to.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cleave_kit::experiment::{Entries, Entry};
use cleave_kit::{Error, Result};
use cleave_search::Searcher;
use cleave_smp_lab::virtual_time::CostModel;

use super::depth::{Goal, Time};
use super::positions::TestPosition;
use super::team::Team;

/// A search: the name of the position, the number of the perturbation and of the jitter, and who searches:
/// none is P_seq, which comes first.
pub(crate) type SearchKey = (String, u64, Option<Team>);

/// All searches with this seed: of every position by P_seq, then by each team.
pub(crate) fn of_seed(positions: &[TestPosition], seed: u64, teams: &[Team]) -> Vec<SearchKey> {
    let programs = std::iter::once(None).chain(teams.iter().copied().map(Some));
    let keys = programs
        .flat_map(|team| positions.iter().map(move |position| (position.name(), seed, team)));
    keys.collect()
}

/// Positions that are known by their names, and their depths.
pub(crate) struct Roots<'p> {
    goal: Goal,
    costs: CostModel,
    by_name: BTreeMap<String, (&'p TestPosition, OnceLock<u32>)>,
}

impl<'p> Roots<'p> {
    /// These positions, each to be searched so deep, at these prices.
    ///
    /// # Errors
    /// Two have the same name. A search that is kept in a file is known again by the name of its position.
    pub(crate) fn new(
        positions: &'p [TestPosition],
        goal: Goal,
        costs: CostModel,
    ) -> Result<Roots<'p>> {
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

    /// Takes the depths of searches that are done. Where P_seq is to search it finds its depth anew.
    pub(crate) fn learn<E: Entry<Key = SearchKey>>(
        &self,
        done: &Entries<E>,
        due: &[SearchKey],
        depth: impl Fn(&E) -> Option<u32>,
    ) {
        for ((name, ..), entry) in done {
            let is_due = |(position, _, team): &SearchKey| team.is_none() && position == name;
            if let Some(depth) = depth(entry).filter(|_| !due.iter().any(is_due)) {
                self.set_depth(name, depth);
            }
        }
    }

    /// The position of this name.
    pub(crate) fn position(&self, name: &str) -> Option<&'p TestPosition> {
        self.by_name.get(name).map(|(position, _)| *position)
    }

    /// The position of this name, which there must be, and its depth, which the searcher finds if need be.
    pub(crate) fn get(&self, name: &str, searcher: &mut Searcher) -> (&'p TestPosition, u32) {
        let (position, depth) = &self.by_name[name];
        let find = || self.goal.depth(searcher, &position.position, Time::Virtual(&self.costs));
        (position, *depth.get_or_init(find))
    }
}

#[cfg(test)]
mod tests {
    use super::super::positions;
    use super::*;

    #[test]
    fn two_positions_of_one_name_are_refused() {
        let position = "8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"a\";\n";
        let roots = |text: &str| {
            let positions = positions::parse("one", text).unwrap();
            let roots = Roots::new(&positions, Goal::Depth { depth: 1 }, CostModel::default());
            roots.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(roots(position), Ok(()));
        let error = roots(&position.repeat(2)).unwrap_err();
        assert!(error.contains("'one a'"), "{error}");
    }
}
