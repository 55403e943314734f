//! `cargo xtask calibrate`: what things cost on this machine, for the cost model of virtual time.
//!
//! A node is P_seq's processor time by its nodes over many positions. Locks, cache lines that come
//! over, the job list, pauses and waking are measured on the search's own parts
//! (`cleave_smp::gauge`). What keeping split blocks costs beyond that (handing out, merging) cannot
//! be taken out of the search and timed; it is scaled so that one worker in virtual time loses as
//! much against P_seq as a real one (`one.rs`). Nor can what the memory of two workers costs them; it is
//! what remains of a node of theirs (`sharing.rs`), on other positions than those that `cargo xtask
//! validate` compares. `hold`, `offer`, `join`, `call`, `abort` and `begin` stay as the
//! file has them.

mod one;
mod sharing;

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use cleave_search::node::Node;
use cleave_search::virtual_time::{CostModel, Ticks};
use cleave_smp::gauge::Gauge;
use serde_json::Value;

use crate::destination::Destination;
use crate::figures::statistics::median;
use crate::speedup::{positions, read_costs};
use one::Nodes;
use sharing::{Pair, Ratio};

/// What to measure on.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions that one worker and P_seq search.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// How deep.
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Searches of each position by each of these in a round; the median counts.
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    runs: u16,
    /// Positions that two workers and P_seq search, once in a round.
    #[arg(long, value_name = "FILE", default_value = "data/broad.epd")]
    team_positions: PathBuf,
    /// How deep. Deep enough for the beginning of a search, with caches cold, not to matter.
    #[arg(long, value_name = "D", default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=100))]
    team_depth: u32,
    /// Rounds of all measurements; the medians count. Between two of them a machine that is shared may
    /// place its processors anew, which makes cache lines half or twice as dear.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=100))]
    rounds: u16,
    /// The cost model to begin with, if there is one.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    from: PathBuf,
    /// Where to write the new one.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json", value_parser = Destination::parse)]
    out: Destination,
}

/// Measures, says what has changed, and writes the cost model.
///
/// # Errors
/// A file cannot be read or written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let old =
        if arguments.from.exists() { read_costs(&arguments.from)? } else { CostModel::default() };
    let of_one = positions::read(std::slice::from_ref(&arguments.positions))?;
    let of_two = positions::read(std::slice::from_ref(&arguments.team_positions))?;
    let mut pair = Pair::new(&of_two, arguments.team_depth)?;
    let (mut nodes, mut parts) = (Vec::new(), Vec::new());
    for _ in 0..arguments.rounds {
        nodes.push(Nodes::measure(&of_one, arguments.depth, arguments.runs)?);
        parts.push(with_parts(&old)?);
        pair.round();
    }
    let nodes = Nodes::medians(&nodes);
    let model = nodes.priced(&of_one, arguments.depth, &medians(&parts)?)?;
    let ratio = pair.ratio(&model)?;
    let new = ratio.priced(&model);
    // First the file: who reads what is printed may stop reading.
    arguments.out.write_json(&new)?;
    Ok(print(&old, &new, &nodes, &ratio)?)
}

/// Size of the table, in MiB.
const HASH: usize = 64;

/// The model with all that can be measured by itself.
fn with_parts(old: &CostModel) -> Result<CostModel, Box<dyn Error>> {
    let gauge = Gauge::<Node>::new()?;
    let woken = gauge.wake_up();
    let kibibyte = ticks(gauge.kibibyte());
    Ok(CostModel {
        attention: ticks(gauge.attention()),
        lock: ticks(gauge.lock()),
        transfer: ticks(gauge.transfer()),
        report_kib: kibibyte,
        join_kib: kibibyte,
        scan: ticks(gauge.scan()),
        scan_pool: ticks(gauge.scan_pool()),
        pause: ticks(gauge.pause()),
        heed: ticks(gauge.heed()),
        ring: ticks(woken.ring),
        wake_up: ticks(woken.latency),
        ..*old
    })
}

/// At least one: nothing is free.
fn ticks(nanoseconds: f64) -> Ticks {
    Ticks(nanoseconds.round().max(1.0) as u64)
}

/// Price by price, the median of several rounds.
fn medians(rounds: &[CostModel]) -> serde_json::Result<CostModel> {
    let lists: Vec<Value> = rounds.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let mut middle = serde_json::to_value(CostModel::default())?;
    for (name, price) in middle.as_object_mut().into_iter().flatten() {
        let prices: Vec<f64> = lists.iter().filter_map(|list| list[name].as_f64()).collect();
        *price = (median(&prices).round() as u64).into();
    }
    serde_json::from_value(middle)
}

fn print(old: &CostModel, new: &CostModel, nodes: &Nodes, ratio: &Ratio) -> serde_json::Result<()> {
    println!(
        "one worker takes {:.1} ns more for a node than P_seq, with {:.4} jobs a node",
        nodes.extra, nodes.claims
    );
    println!(
        "a worker of two takes {:.3} times as long for a node as P_seq; {:.3} without `sharing`",
        ratio.real, ratio.explained
    );
    println!("{:<12} {:>8} {:>8}  ns", "", "before", "now");
    let (old, new) = (serde_json::to_value(old)?, serde_json::to_value(new)?);
    for (name, now) in new.as_object().into_iter().flatten() {
        println!("{name:<12} {:>8} {:>8}", old[name].to_string(), now.to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_can_be_measured_on_nodes_of_chess() {
        let model = with_parts(&CostModel::default()).unwrap();
        assert_eq!(model.hold, CostModel::default().hold);
        assert!(model.wake_up > model.lock, "{model:?}");
    }

    #[test]
    fn each_price_has_a_median_of_its_own() {
        let model =
            |scan, lock| CostModel { scan: Ticks(scan), lock: Ticks(lock), ..CostModel::default() };
        let middle = medians(&[model(500, 9), model(400, 5), model(450, 30)]).unwrap();
        assert_eq!(middle, model(450, 9));
    }
}
