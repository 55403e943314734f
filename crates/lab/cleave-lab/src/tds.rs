//! `cargo xtask tds`: searches whose work goes to the owner of a position, in virtual time.
//!
//! The ranks of a cluster search plain chess ([`cleave_tds::chess`]) to a fixed depth by transposition-driven scheduling,
//! and by two searches that differ from it in one thing: their nodes are dealt by parents, not by homes. Each rank then
//! has a table of its own, or asks the homes of positions. Every value is compared with the sequential program's.

use std::time::Duration;

use clap::Args;
use cleave_board::Position;
use cleave_cluster::Ranks;
use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, mean, round};
use cleave_kit::{Error, Result, parallel, processors, progress, table};
use cleave_tds::chess::Chess;
use cleave_tds::{Plan, Scheme, Searcher, Simulated, Statistics, Wires, simulate};
use serde::{Deserialize, Serialize};

use crate::options::{Costs, Json, Positions};
use crate::searches::TestPosition;
use crate::virtual_cluster::Network;

/// The arguments of `tds`.
#[derive(Args)]
pub struct Arguments {
    /// Numbers of ranks, each of one worker.
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    ranks: Vec<u16>,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=20))]
    depth: u8,
    /// A rank searches nodes of at most this depth alone.
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    grain: u8,
    /// The network between the ranks: sockets, 1gbe, 10gbe, infiniband, ideal, or latency in microseconds and
    /// megabytes a second.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", default_value = "1gbe")]
    net: Network,
    /// Each rank has a table of 2 to the power of so many buckets of two entries. So has the sequential program.
    #[arg(long, value_name = "BITS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=20))]
    table_bits: u32,
    #[command(flatten)]
    positions: Positions,
    #[command(flatten)]
    costs: Costs,
    #[command(flatten)]
    json: Json,
}

/// The searches, by their names in the table.
const SCHEMES: [(&str, Scheme); 3] = [
    ("tds", Scheme::Tds),
    ("distributed table", Scheme::DistributedTable),
    ("own tables", Scheme::OwnTables),
];

/// The figures of a search by this many ranks, over all positions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Row {
    search: String,
    ranks: u16,
    /// Time of the sequential program by time of the ranks.
    speedup: Estimate,
    /// Nodes of all ranks by nodes of the sequential program.
    nodes: f64,
    /// Share of the ranks' time in which they visit nodes.
    busy: f64,
    /// Jobs, and of these the shares that the table answers and that join a search under way.
    jobs: f64,
    answered: f64,
    met: f64,
    /// Questions to other ranks' tables for each job.
    asked: f64,
    /// Bytes that a rank sends in a second.
    bytes: f64,
}

/// The searches of one position: nodes of the sequential program, and the ranks of each search.
struct Found {
    nodes: u64,
    simulated: Vec<Simulated>,
}

/// Measures, and prints a table.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (positions, node) = (arguments.positions.read()?, arguments.costs.read()?.node.into());
    let searches: Vec<(&str, Scheme, u16)> = SCHEMES
        .iter()
        .flat_map(|&(name, scheme)| arguments.ranks.iter().map(move |&ranks| (name, scheme, ranks)))
        .collect();
    let bar = progress::ticking_bar("positions", positions.len() as u64);
    let mut threads = vec![(); processors::available()];
    let found = parallel::until_error(&mut threads, positions.len(), None, |_, number| {
        let found = arguments.search(&positions[number], &searches, node);
        bar.inc(1);
        found
    })?;
    bar.finish_and_clear();
    let found: Vec<Found> = found.into_iter().flatten().collect();
    let rows: Vec<Row> = searches
        .iter()
        .enumerate()
        .map(|(place, &(name, _, ranks))| row(name, ranks, place, &found, node))
        .collect();
    arguments.json.write(&rows)?;
    print!("{}", text(&rows));
    Ok(())
}

impl Arguments {
    /// Searches a position by all searches.
    ///
    /// # Errors
    /// One finds another value than the sequential program.
    fn search(
        &self,
        position: &TestPosition<Position>,
        searches: &[(&str, Scheme, u16)],
        node: Duration,
    ) -> Result<Found> {
        let root = &position.position;
        let mut alone = Searcher::new(Chess, self.table_bits);
        let value = alone.search(root, self.depth);
        let mut simulated = Vec::new();
        for &(name, scheme, ranks) in searches {
            let &Arguments { depth, grain, table_bits, .. } = self;
            let plan = Plan { scheme, depth, grain, table_bits, ..Plan::default() };
            let Network { latency, bandwidth } = self.net;
            let wires = Wires { latency: latency.into(), bandwidth, node, deaths: Vec::new() };
            let ranks = Ranks::new(ranks).expect("at least one");
            let found = simulate(&Chess, root, plan, ranks, &wires);
            if found.value != value {
                let (name_of, count) = (position.name(), ranks.count());
                return Err(Error::refused(format!(
                    "{name} on {count} ranks finds {} in {name_of}, not {value}",
                    found.value
                )));
            }
            simulated.push(found);
        }
        Ok(Found { nodes: alone.nodes, simulated })
    }
}

fn row(name: &str, ranks: u16, place: usize, found: &[Found], node: Duration) -> Row {
    let each = |figure: &dyn Fn(&Found, &Simulated) -> f64| -> Vec<f64> {
        found.iter().map(|of| figure(of, &of.simulated[place])).collect()
    };
    let sum = |of: &Simulated, count: fn(&Statistics) -> u64| {
        of.ranks.iter().map(count).sum::<u64>() as f64
    };
    let seconds = |nodes: f64| nodes * node.as_secs_f64();
    let rank_seconds = |of: &Simulated| of.time.as_secs_f64() * f64::from(ranks);
    let share = |count: fn(&Statistics) -> u64| {
        mean(&each(&|_, of| sum(of, count) / sum(of, |rank| rank.jobs).max(1.0)))
    };
    Row {
        search: name.into(),
        ranks,
        speedup: Estimate::over_positions(&each(&|alone, of| {
            seconds(alone.nodes as f64) / of.time.as_secs_f64()
        })),
        nodes: round(
            geometric_mean(&each(&|alone, of| sum(of, |rank| rank.nodes) / alone.nodes as f64)),
            4,
        ),
        busy: round(
            mean(&each(&|_, of| seconds(sum(of, |rank| rank.nodes)) / rank_seconds(of))),
            4,
        ),
        jobs: round(mean(&each(&|_, of| sum(of, |rank| rank.jobs))), 0),
        answered: round(share(|rank| rank.answered), 4),
        met: round(share(|rank| rank.met), 4),
        asked: round(share(|rank| rank.asked), 4),
        bytes: round(mean(&each(&|_, of| sum(of, |rank| rank.bytes) / rank_seconds(of))), 0),
    }
}

fn text(rows: &[Row]) -> String {
    let columns = [
        ("search", -18),
        ("ranks", 5),
        ("speed-up", 13),
        ("nodes", 6),
        ("busy", 6),
        ("jobs", 8),
        ("answered", 8),
        ("met", 6),
        ("asked", 6),
        ("KB/s", 7),
    ];
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let cells = rows.iter().map(|row| {
        vec![
            row.search.clone(),
            row.ranks.to_string(),
            row.speedup.to_string(),
            format!("{:.2}", row.nodes),
            percent(row.busy),
            format!("{:.0}", row.jobs),
            percent(row.answered),
            percent(row.met),
            percent(row.asked),
            format!("{:.0}", row.bytes / 1000.0),
        ]
    });
    table::text(&columns, cells)
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn a_row_for_each_search_and_number_of_ranks() {
        let scratch = Scratch::new("tds");
        scratch.write("positions.epd", "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47\n");
        let costs = scratch.write(
            "costs.json",
            &serde_json::to_string(&cleave_virtual_time::virtual_time::CostModel::default())
                .unwrap(),
        );
        let words = [
            "tds".to_owned(),
            "--ranks=1,8".into(),
            "--depth=5".into(),
            "--grain=2".into(),
            "--table-bits=12".into(),
            // Over a slow network so small a tree takes eight ranks longer than one.
            "--net=ideal".into(),
            scratch.option("--positions", "positions.epd"),
            format!("--costs={}", costs.display()),
            scratch.option("--json", "figures.json"),
        ];
        let arguments: Arguments = parse(words.iter().map(String::as_str)).unwrap();
        run(&arguments).unwrap();
        let rows: Vec<Row> = serde_json::from_str(&scratch.text("figures.json")).unwrap();
        assert_eq!(rows.len(), 6);
        let [one, eight] = &rows[..2] else { panic!("{rows:?}") };
        assert_eq!((one.search.as_str(), one.ranks, one.bytes), ("tds", 1, 0.0));
        assert!(eight.speedup.mean > one.speedup.mean && eight.bytes > 0.0, "{rows:?}");
        assert!(rows[..2].iter().all(|row| row.asked == 0.0) && rows[3].asked > 0.0, "{rows:?}");
        assert_eq!(text(&rows).lines().count(), 7);
    }
}
