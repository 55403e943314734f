//! The searches of a team, each paired with a search of the team that it is compared with.

use std::collections::BTreeMap;

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::mean;

use crate::searches::Team;

use super::cell::Cell;

/// Searches of a measurement, position by position.
pub(crate) struct Results<'c, F>(pub(crate) Vec<&'c Cell<F>>);

/// Searches of a team, position by position. Each is paired with the search of the same position and seed by the team
/// that it is compared with.
pub(crate) struct Pairs<'c, F> {
    pairs: Vec<(&'c Cell<F>, &'c Cell<F>)>,
    /// Summarises the figures of one position.
    typical: fn(&[f64]) -> f64,
}

impl<'c, F> Results<'c, F> {
    /// Returns the names of the positions, in order.
    pub(crate) fn positions(&self) -> Vec<&'c str> {
        let mut names: Vec<&str> = self.0.iter().map(|cell| &*cell.position).collect();
        names.dedup();
        names
    }

    /// Returns the searches of one position.
    pub(crate) fn of_position(&self, name: &str) -> Results<'c, F> {
        Results(self.0.iter().copied().filter(|cell| cell.position == name).collect())
    }

    /// Returns the searches of a team; none is P_seq.
    pub(crate) fn by(&self, team: Option<Team>) -> impl Iterator<Item = &'c Cell<F>> {
        self.0.iter().copied().filter(move |cell| cell.team == team)
    }

    /// Pairs the searches of a team with another team's, or with P_seq's if `other` is none.
    pub(crate) fn pairs(
        &self,
        team: Team,
        other: Option<Team>,
        typical: fn(&[f64]) -> f64,
    ) -> Pairs<'c, F> {
        let place = |cell: &'c Cell<F>| (&*cell.position, cell.seed);
        let others: BTreeMap<_, _> = self.by(other).map(|cell| (place(cell), cell)).collect();
        let pair = |cell| Some((*others.get(&place(cell))?, cell));
        Pairs { pairs: self.by(Some(team)).filter_map(pair).collect(), typical }
    }
}

impl<'c, F> Pairs<'c, F> {
    /// Returns the pairs, first that with which the team is compared.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'c Cell<F>, &'c Cell<F>)> {
        self.pairs.iter().copied()
    }

    /// Returns the pairs of each position.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Pairs<'c, F>> {
        let of_position = self.pairs.chunk_by(|one, other| one.1.position == other.1.position);
        of_position.map(|pairs| Pairs { pairs: pairs.to_vec(), ..*self })
    }

    /// Returns the pairs with one seed.
    pub(crate) fn of_seed(&self, seed: u64) -> Pairs<'c, F> {
        Pairs { pairs: self.iter().filter(|pair| pair.1.seed == seed).collect(), ..*self }
    }

    /// Returns the mean of a ratio, and its error, over positions and seeds. Searches with the same seed err together:
    /// the same perturbation precedes them.
    pub(crate) fn estimate(&self, ratio: impl Fn(&Cell<F>, &Cell<F>) -> f64) -> Estimate {
        let ratios = self.iter().map(|(one, cell)| (&*cell.position, cell.seed, ratio(one, cell)));
        Estimate::over_positions_and_seeds(ratios, self.typical)
    }

    /// Returns the speed-up of the team.
    pub(crate) fn speedup(&self) -> Estimate {
        self.estimate(|one, cell| one.seconds() / cell.seconds())
    }

    /// Returns the nodes of the team, divided by the nodes of the team that it is compared with.
    pub(crate) fn node_ratio(&self) -> Estimate {
        self.estimate(|one, cell| cell.nodes as f64 / one.nodes.max(1) as f64)
    }

    /// Returns the speed-up of each position.
    pub(crate) fn speedups(&self) -> Vec<f64> {
        self.by_position(|one, cell| one.seconds() / cell.seconds())
    }

    /// Returns a summary of a ratio for each position.
    pub(crate) fn by_position(&self, ratio: impl Fn(&Cell<F>, &Cell<F>) -> f64) -> Vec<f64> {
        let of_position = |pairs: Pairs<'_, F>| {
            let ratios = pairs.iter().map(|(one, cell)| ratio(one, cell));
            (self.typical)(&ratios.collect::<Vec<_>>())
        };
        self.positions().map(of_position).collect()
    }

    /// Returns the team's nodes per second, divided by the nodes of the team that it is compared with.
    pub(crate) fn nps_ratio(&self) -> Estimate {
        self.estimate(|one, cell| cell.speed() / one.speed())
    }

    /// Returns a figure of each search of the team.
    pub(crate) fn all(&self, figure: impl Fn(&F) -> f64) -> Vec<f64> {
        self.iter().map(|(_, cell)| cell.figures.as_ref().map_or(0.0, &figure)).collect()
    }

    /// Returns the mean of a figure over all searches of the team.
    pub(crate) fn mean(&self, figure: impl Fn(&F) -> f64) -> f64 {
        mean(&self.all(figure))
    }
}
