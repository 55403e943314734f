//! The cost model of virtual time.

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_kit::files::read_json;
use cleave_kit::{Error, Result};
use cleave_virtual_time::virtual_time::{CostModel, Ticks};

/// The file of the cost model.
#[derive(Args)]
pub(crate) struct Costs {
    /// The cost model of virtual time.
    #[arg(long, value_name = "FILE", default_value = DEFAULT)]
    costs: PathBuf,
}

/// The default path of the cost model.
pub(crate) const DEFAULT: &str = "data/costs.json";

impl Costs {
    /// Reads it.
    ///
    /// # Errors
    /// The file cannot be read, or its prices are not possible.
    pub(crate) fn read(&self) -> Result<CostModel> {
        read(&self.costs)
    }
}

/// A second, in nanoseconds.
const MAX_PRICE: u64 = 1_000_000_000;

/// Reads a cost model. If nodes cost nothing P_seq takes no time at any depth; if prices are too high the
/// sums overflow.
///
/// # Errors
/// The file cannot be read, or its prices are not possible.
pub(crate) fn read(path: &Path) -> Result<CostModel> {
    let costs = read_json(path)?;
    match fault(&costs)? {
        None => Ok(costs),
        Some(reason) => Err(Error::of_file(path, reason)),
    }
}

/// Returns the fault of these prices, if they have one.
fn fault(costs: &CostModel) -> Result<Option<String>> {
    if costs.node == Ticks::ZERO {
        return Ok(Some("the price of a node is 0; expected at least 1 ns".into()));
    }
    let prices = serde_json::to_value(costs)?;
    let mut prices = prices.as_object().into_iter().flatten();
    let high = prices.find(|(_, price)| price.as_u64().is_none_or(|price| price > MAX_PRICE));
    Ok(high.map(|(name, price)| format!("{name} costs {price} ns; expected at most a second")))
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;

    use super::*;

    #[test]
    fn impossible_prices_are_refused() {
        let scratch = Scratch::new("prices");
        let read = |costs: serde_json::Value| {
            let path = scratch.write("costs.json", &costs.to_string());
            read(&path).map_err(|error| error.to_string())
        };
        let with = |name: &str, price: u64| {
            let mut costs = serde_json::to_value(CostModel::default()).unwrap();
            costs[name] = price.into();
            read(costs).map(drop)
        };
        assert_eq!(with("join", 0), Ok(()));
        assert!(with("node", 0).unwrap_err().contains("at least 1 ns"));
        assert!(with("join", u64::MAX).unwrap_err().contains("join costs 18446744073709551615 ns"));
        let mut old = serde_json::to_value(CostModel::default()).unwrap();
        old.as_object_mut().unwrap().remove("sharing");
        assert_eq!(read(old).unwrap().sharing, Ticks::ZERO, "older models lack this price");
        assert!(with("jion", 1).unwrap_err().contains("unknown field `jion`"));
    }
}
