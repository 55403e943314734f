//! `cargo xtask calibrate`: what things cost on this machine, for the cost model of virtual time.
//!
//! A node is P_seq's processor time by its nodes over many positions. Locks, cache lines that come
//! over, the job list, pauses and waking are measured on the search's own parts
//! (`cleave_smp::gauge`). What keeping split blocks costs beyond that (handing out, merging) cannot
//! be taken out of the search and timed; it is scaled so that one worker in virtual time loses as
//! much against P_seq as a real one. `hold`, `offer`, `join`, `call`, `abort` and `begin` stay as the
//! file has them.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cleave_search::Backend;
use cleave_search::node::Node;
use cleave_search::virtual_time::{CostModel, Ticks};
use cleave_smp::gauge::Gauge;

use crate::destination::Destination;
use crate::figures::statistics::median;
use crate::speedup::contestant::{CloseRun, Contestant};
use crate::speedup::{positions, read_costs};

/// What to measure on.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions that P_seq and one worker search.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// How deep.
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Searches of each position by P_seq and by one worker; the median counts.
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
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
    let nodes = measure_nodes(arguments)?;
    let new = scaled(&with_parts(&old, nodes.node)?, &nodes);
    // First the file: who reads what is printed may stop reading.
    let text = serde_json::to_string_pretty(&new)? + "\n";
    arguments.out.write(&text)?;
    Ok(print(&old, &new, &nodes)?)
}

/// What nodes cost.
struct Nodes {
    /// Nanoseconds of P_seq for a node.
    node: f64,
    /// Nanoseconds of one worker for a node, beyond those of P_seq.
    extra: f64,
    /// Jobs that one worker takes from blocks, for each node.
    claims: f64,
    /// Blocks that one worker makes, for each node.
    offers: f64,
}

fn measure_nodes(arguments: &Arguments) -> Result<Nodes, Box<dyn Error>> {
    let hash = 64;
    let mut alone = Contestant::sequential(hash)?;
    let mut one = Contestant::team(1, Backend::Thread, hash)?;
    let (mut of_node, mut of_extra) = (Vec::new(), Vec::new());
    let (mut claims, mut offers, mut total) = (0.0, 0.0, 0.0);
    for entry in positions::read(std::slice::from_ref(&arguments.positions))? {
        let (mut node, mut extra) = (Vec::new(), Vec::new());
        for _ in 0..arguments.runs {
            let seq = alone.run_closely(&entry.position, arguments.depth);
            let CloseRun { processor, stats, .. } =
                one.run_closely(&entry.position, arguments.depth);
            let nodes = seq.run.nodes as f64;
            let nanoseconds = |time: Duration| time.as_nanos() as f64;
            node.push(nanoseconds(seq.processor) / nodes);
            extra.push((nanoseconds(processor) - nanoseconds(seq.processor)) / nodes);
            claims += stats.sum(|tally| tally.claims) as f64;
            offers += stats.sum(|tally| tally.offers) as f64;
            total += nodes;
        }
        of_node.push(median(&node));
        of_extra.push(median(&extra));
    }
    Ok(Nodes {
        node: median(&of_node),
        extra: median(&of_extra).max(0.0),
        claims: claims / total,
        offers: offers / total,
    })
}

/// The model with all that can be measured by itself.
fn with_parts(old: &CostModel, node: f64) -> Result<CostModel, Box<dyn Error>> {
    let gauge = Gauge::<Node>::new()?;
    let woken = gauge.wake_up();
    let kibibyte = ticks(gauge.kibibyte());
    Ok(CostModel {
        node: ticks(node),
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

/// The model with `hand_out` and `report` such that one worker loses what it really loses: each job
/// pays both, and two locks; each block its making; each node a look at the attention word.
fn scaled(model: &CostModel, nodes: &Nodes) -> CostModel {
    let known = model.attention.0 as f64
        + nodes.claims * 2.0 * model.lock.0 as f64
        + nodes.offers * model.offer.0 as f64;
    let of_job = ((nodes.extra - known) / nodes.claims.max(1e-9)).clamp(0.0, 1000.0);
    // In the proportion of the default: merging is a little more than handing out.
    CostModel { hand_out: ticks(0.4 * of_job), report: ticks(0.6 * of_job), ..*model }
}

/// At least one: nothing is free.
fn ticks(nanoseconds: f64) -> Ticks {
    Ticks(nanoseconds.round().max(1.0) as u64)
}

fn print(old: &CostModel, new: &CostModel, nodes: &Nodes) -> serde_json::Result<()> {
    println!(
        "one worker takes {:.1} ns more for a node than P_seq, with {:.4} jobs and {:.4} blocks a node",
        nodes.extra, nodes.claims, nodes.offers
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
    fn what_one_worker_loses_is_explained_by_its_jobs() {
        let model = CostModel::default();
        let nodes = Nodes { node: 450.0, extra: 21.0, claims: 0.1, offers: 0.02 };
        let scaled = scaled(&model, &nodes);
        let of_job = (scaled.hand_out + scaled.report).0 as f64;
        let explained = model.attention.0 as f64
            + 0.1 * (2.0 * model.lock.0 as f64 + of_job)
            + 0.02 * model.offer.0 as f64;
        assert!((explained - nodes.extra).abs() < 0.2, "{explained}");
    }

    #[test]
    fn the_parts_can_be_measured_on_nodes_of_chess() {
        let model = with_parts(&CostModel::default(), 450.0).unwrap();
        assert_eq!((model.node, model.hold), (Ticks(450), CostModel::default().hold));
        assert!(model.wake_up > model.lock, "{model:?}");
    }

    #[test]
    fn a_worker_that_seems_to_lose_nothing_still_pays_something() {
        let nodes = Nodes { node: 450.0, extra: 0.0, claims: 0.1, offers: 0.02 };
        assert_eq!(scaled(&CostModel::default(), &nodes).report, Ticks(1));
    }
}
