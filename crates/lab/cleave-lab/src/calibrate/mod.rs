//! `cargo xtask calibrate`: measures the prices of the cost model of virtual time on this machine.
//!
//! The price of a node is P_seq's processor time by its nodes, over many positions. Locks, the transfer of cache lines,
//! the job list, pauses and waking are measured on the search's own parts (`cleave_virtual_time::gauge`). The other
//! costs of split blocks (handing out, merging) cannot be isolated. They are scaled by one worker of Young Brothers
//! Wait, which makes blocks although it is alone. It then loses as much against P_seq in virtual time as in real time
//! (`one.rs`). The cost of sharing memory cannot be isolated either: it is the unexplained rest of a node's time in a
//! team of two (`sharing.rs`). That is measured on other positions than `cargo xtask validate` compares. `hold`,
//! `offer`, `join`, `call`, `abort` and `begin` are not measured and stay as they are.
//!
//! Monte-Carlo tree search has prices of its own (`monte_carlo.rs`).

mod check;
mod handover;
mod monte_carlo;
mod one;
mod price;
mod sharing;

use std::path::PathBuf;

use clap::Args;
use cleave_kit::files::Destination;
use cleave_kit::statistics::median;
use cleave_kit::table::{self, Columns};
use cleave_kit::{Error, Result};
use cleave_kit::{processors, progress};
use cleave_search::driver::ChessNode;
use cleave_search::team::Algorithm;
use cleave_virtual_time::gauge::Gauge;
use cleave_virtual_time::virtual_time::CostModel;
use serde_json::{Map, Value};

use crate::options::costs;
use crate::searches::positions;
use one::NodeCosts;
use price::ticks;
use sharing::{NodeTimeRatio, TeamOfTwo};

/// The arguments of `calibrate`.
#[derive(Args)]
pub struct Arguments {
    /// Positions that one worker and P_seq search.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// Depth of these searches.
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Searches of each position by each program in a round, summarised by the median.
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    runs: u16,
    /// Positions that two workers and P_seq search, once in a round.
    #[arg(long, value_name = "FILE", default_value = "data/broad.epd")]
    team_positions: PathBuf,
    /// Depth of these searches. It must be large enough that the beginning of a search, with cold
    /// caches, does not matter.
    #[arg(long, value_name = "D", default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=100))]
    team_depth: u32,
    /// Rounds of all measurements, summarised by the median. Between two rounds a shared machine may
    /// place its processors anew, which makes cache lines half or twice as dear.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=100))]
    rounds: u16,
    /// The cost model to begin with, if the file exists.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    from: PathBuf,
    /// The file to write. The committed figures are at the prices of data/costs.json; write there
    /// only to replace them all.
    #[arg(long, value_name = "FILE", default_value = "costs.json", value_parser = Destination::parse)]
    out: Destination,
    /// Instead, measure what Monte-Carlo tree search costs on one processor, game by game, and write that to
    /// this file. Locks and lines keep their prices.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    monte_carlo: Option<Destination>,
    /// Write the file even if the prices are implausible or differ from round to round.
    #[arg(long)]
    force: bool,
}

/// Measures, prints the changes, and writes the cost model.
///
/// # Errors
/// A file cannot be read or written, or the prices cannot be believed.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let old =
        if arguments.from.exists() { costs::read(&arguments.from)? } else { CostModel::default() };
    if let Some(out) = &arguments.monte_carlo {
        return out.write_json(&monte_carlo::measure(&old));
    }
    if processors::available() < 2 && !arguments.force {
        let reason = "calibration needs two processors; this process may use one (see --force)";
        return Err(Error::refused(reason));
    }
    let of_one = positions::read(std::slice::from_ref(&arguments.positions))?;
    let of_two = positions::read(std::slice::from_ref(&arguments.team_positions))?;
    // Two workers of Dynamic Tree Splitting would learn apart as well.
    let mut two = TeamOfTwo::new(&of_two, arguments.team_depth, Algorithm::YbwcHelpful)?;
    let mut apart = TeamOfTwo::new(&of_two, arguments.team_depth, Algorithm::Lazy)?;
    let (mut nodes, mut rounds) = (Vec::new(), Vec::new());
    let steps_of_round = of_one.len() * usize::from(arguments.runs) + 1 + 2 * of_two.len();
    let bar = progress::bar("", (steps_of_round * usize::from(arguments.rounds)) as u64);
    for number in 1..=arguments.rounds {
        bar.set_message(format!("round {number} of {}", arguments.rounds));
        let of_node = NodeCosts::measure(&of_one, arguments.depth, arguments.runs, &bar)?;
        rounds.push(CostModel { node: ticks(of_node.node), ..with_parts(&old)? });
        nodes.push(of_node);
        bar.inc(1);
        two.round(&bar);
        apart.round(&bar);
    }
    bar.finish_and_clear();
    let nodes = NodeCosts::medians(&nodes);
    let model = nodes.priced(&of_one, arguments.depth, &medians(&rounds)?)?;
    let (ratio, apart) = (two.ratio(&model)?, apart.ratio(&model)?);
    let new = ratio.priced(&apart, &model);
    print(&old, &new, &nodes, [&ratio, &apart])?;
    let faults = check::faults(&new, &rounds)?;
    if !faults.is_empty() && !arguments.force {
        return Err(Error::refused(refusal(&faults)));
    }
    arguments.out.write_json(&new)?;
    println!("written to {}", arguments.out.path().display());
    Ok(())
}

fn refusal(faults: &[String]) -> String {
    format!(
        "these prices are not to be believed, and nothing is written; is the machine busy? --force \
         writes them all the same\n  {}",
        faults.join("\n  ")
    )
}

/// Returns the model with all prices that can be measured in isolation.
fn with_parts(old: &CostModel) -> Result<CostModel> {
    let gauge = Gauge::<ChessNode>::new()?;
    let woken = gauge.wake_up();
    let kibibyte = ticks(gauge.kibibyte());
    Ok(CostModel {
        attention: ticks(gauge.attention()),
        lock: ticks(gauge.lock()),
        transfer: ticks(gauge.transfer()),
        handover: ticks(handover::measure(&gauge)?),
        report_kib: kibibyte,
        join_kib: kibibyte,
        scan: ticks(gauge.scan()),
        scan_pool: ticks(gauge.scan_pool()),
        pause: ticks(gauge.pause()),
        respond: ticks(gauge.respond()),
        ring: ticks(woken.ring),
        wake_up: ticks(woken.latency),
        ..*old
    })
}

/// Returns the median of each price over several rounds.
fn medians(rounds: &[CostModel]) -> Result<CostModel> {
    let rounds: Vec<Value> =
        rounds.iter().map(serde_json::to_value).collect::<serde_json::Result<_>>()?;
    let names = rounds.first().and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let median_of =
        |name: &String| (name.clone(), (median(&prices_of(name, &rounds)).round() as u64).into());
    Ok(serde_json::from_value(Value::Object(names.map(median_of).collect()))?)
}

/// Returns the prices of this name in these rounds.
fn prices_of(name: &str, rounds: &[Value]) -> Vec<f64> {
    rounds.iter().filter_map(|round| round[name].as_f64()).collect()
}

fn print(
    old: &CostModel,
    new: &CostModel,
    nodes: &NodeCosts,
    [ratio, apart]: [&NodeTimeRatio; 2],
) -> Result<()> {
    println!(
        "one worker of ybwc takes {:.1} ns more for a node than P_seq, with {:.4} jobs a node",
        nodes.extra, nodes.claims
    );
    println!(
        "a worker of two takes {:.3} times as long for a node as P_seq; {:.3} without `sharing`",
        ratio.real, ratio.explained
    );
    println!("with a history of its own, {:.3} and {:.3}", apart.real, apart.explained);
    let (old, new) = (serde_json::to_value(old)?, serde_json::to_value(new)?);
    let prices = new.as_object().into_iter().flatten();
    let rows = prices.map(|(name, now)| vec![name.clone(), old[name].to_string(), now.to_string()]);
    print!("{}", table::text(COLUMNS, rows));
    Ok(())
}

const COLUMNS: Columns<'static> = &[("", -12), ("before", 8), ("now", 8), ("ns", 3)];

#[cfg(test)]
mod tests {
    use cleave_virtual_time::virtual_time::Ticks;

    use super::*;

    #[test]
    fn the_parts_can_be_measured_on_nodes_of_chess() {
        let model = with_parts(&CostModel::default()).unwrap();
        assert_eq!(model.hold, CostModel::default().hold);
        assert!(model.wake_up > model.lock, "{model:?}");
    }

    #[test]
    fn each_price_has_a_median_of_its_own() {
        let model = |scan, lock, handover| {
            let (scan, lock, handover) = (Ticks(scan), Ticks(lock), Ticks(handover));
            CostModel { scan, lock, handover, ..CostModel::default() }
        };
        let rounds = [model(500, 9, 0), model(400, 5, 80), model(450, 30, 60)];
        assert_eq!(medians(&rounds).unwrap(), model(450, 9, 60));
    }

    #[test]
    fn a_refusal_names_every_fault_and_the_way_out() {
        let text = refusal(&["heed: 48573 ns".into(), "scan: 18 to 225 ns".into()]);
        assert!(
            text.contains("--force") && text.ends_with("\n  heed: 48573 ns\n  scan: 18 to 225 ns")
        );
    }
}
