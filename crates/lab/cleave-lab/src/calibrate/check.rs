//! Whether measured prices can be believed: a busy machine makes some of them absurd, and others
//! different in every round.

use std::ops::RangeInclusive;

use cleave_kit::statistics::quantile;
use cleave_virtual_time::virtual_time::CostModel;
use serde_json::Value;

use super::prices_of;

/// The range of a believable price on any machine of today, in nanoseconds.
const PLAUSIBLE: [(&str, RangeInclusive<u64>); 17] = [
    ("node", 20..=20_000),
    ("sharing", 0..=2_000),
    ("sharing_of_history", 0..=2_000),
    ("attention", 0..=100),
    ("lock", 1..=500),
    ("transfer", 1..=2_000),
    ("handover", 0..=10_000),
    ("hand_out", 1..=500),
    ("report", 1..=500),
    ("report_kib", 1..=2_000),
    ("join_kib", 1..=2_000),
    ("scan", 1..=1_000),
    ("scan_pool", 1..=1_000),
    ("pause", 1..=20_000),
    ("ring", 1..=100_000),
    ("wake_up", 1..=1_000_000),
    ("heed", 1..=2_000),
];

/// A price may be this many times as high in one round as in another. A machine that places its processors anew can
/// halve or double the cost of a cache line.
const REPEATABLE: f64 = 3.0;

/// Nanoseconds by which rounds may always differ.
const SLACK: f64 = 10.0;

/// With fewer rounds nothing shows that they agree.
const MIN_ROUNDS: usize = 4;

/// Returns the reasons not to believe a cost model; `rounds` are its single measurements.
pub(super) fn faults(model: &CostModel, rounds: &[CostModel]) -> serde_json::Result<Vec<String>> {
    let model = serde_json::to_value(model)?;
    let rounds: Vec<Value> = rounds.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let too_few = (rounds.len() < MIN_ROUNDS).then(|| {
        format!(
            "rounds: {}, expected at least {MIN_ROUNDS} to see whether they agree",
            rounds.len()
        )
    });
    let of_prices = PLAUSIBLE.iter().filter_map(|(name, range)| {
        implausible(name, model[name].as_u64(), range)
            .or_else(|| unrepeatable(name, &prices_of(name, &rounds)))
    });
    Ok(too_few.into_iter().chain(of_prices).collect())
}

fn implausible(name: &str, price: Option<u64>, range: &RangeInclusive<u64>) -> Option<String> {
    let price = price.filter(|price| !range.contains(price))?;
    Some(format!("{name}: {price} ns, expected {} to {}", range.start(), range.end()))
}

fn unrepeatable(name: &str, prices: &[f64]) -> Option<String> {
    let (low, high) = (quantile(prices, 0.25), quantile(prices, 0.75));
    let differs = high > REPEATABLE * low && high - low > SLACK;
    differs.then(|| format!("{name}: {low:.0} to {high:.0} ns in the middle half of the rounds"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cleave_virtual_time::virtual_time::Ticks;

    use super::*;

    fn committed() -> CostModel {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        crate::options::costs::read(&root.join("data/costs.json")).unwrap()
    }

    #[test]
    fn the_committed_prices_are_believed() {
        for model in [committed(), CostModel::default()] {
            assert_eq!(faults(&model, &[model; 4]).unwrap(), Vec::<String>::new());
        }
    }

    #[test]
    fn every_checked_price_is_one_of_the_model() {
        let model = serde_json::to_value(CostModel::default()).unwrap();
        for (name, _) in PLAUSIBLE {
            assert!(model.get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn an_absurd_price_is_a_fault() {
        let model = CostModel { respond: Ticks(48_573), ..committed() };
        let faults = faults(&model, &[model; 4]).unwrap();
        assert_eq!(faults, ["heed: 48573 ns, expected 1 to 2000"]);
    }

    #[test]
    fn a_price_that_differs_between_rounds_is_a_fault() {
        let of_rounds = |prices: &[u64]| {
            let round = |&scan| CostModel { scan: Ticks(scan), ..committed() };
            faults(&committed(), &prices.iter().map(round).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(of_rounds(&[7, 7, 8, 14]), Vec::<String>::new());
        assert_eq!(of_rounds(&[80, 80, 200, 200]), Vec::<String>::new());
        assert_eq!(of_rounds(&[9, 9, 900, 9, 9]), Vec::<String>::new(), "a single outlier");
        assert_eq!(
            of_rounds(&[8, 8]),
            ["rounds: 2, expected at least 4 to see whether they agree"]
        );
        assert_eq!(
            of_rounds(&[10, 20, 200, 300]),
            ["scan: 18 to 225 ns in the middle half of the rounds"]
        );
    }
}
