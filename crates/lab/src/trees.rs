//! `cargo xtask trees`: how well trees split, by their properties, in virtual time.
//!
//! An artificial tree has the ordering, branching and height that one asks for. One property varies
//! at a time. P_seq and the teams search every tree; the speed-up is the geometric mean over trees
//! that differ in their seed alone.

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use cleave_smp::Params;
use cleave_smp_lab::artificial::{Shape, sequential, virtually};
use cleave_smp_lab::virtual_time::{CostModel, Machine, Ticks};

use crate::destination::Destination;
use crate::figures::run::round;
use crate::figures::trees::{Point, Sweep, Team};
use crate::progress;
use crate::speedup::read_costs;

/// What to measure.
#[derive(Args)]
pub struct Arguments {
    /// Sizes of the teams.
    #[arg(long, value_delimiter = ',', default_value = "2,4,8,16,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// Number of trees for each point.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    trees: u64,
    /// The cost model of virtual time.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// The file to write; by default none.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    json: Option<Destination>,
}

/// The tree of which one property at a time varies. It is ordered about as well as a chess program
/// orders its moves.
const BASE: Shape = Shape {
    seed: 0,
    height: 11,
    branching: 6,
    ragged: false,
    ordering: 90,
    granularity: 10,
    phases: false,
    work: 0,
};

/// A property, the values it takes, and how to give one to a tree.
struct Property {
    name: &'static str,
    meaning: &'static str,
    values: &'static [u16],
    set: fn(&mut Shape, u16),
}

const PROPERTIES: [Property; 3] = [
    Property {
        name: "ordering",
        meaning: "nodes of 100 in which the best child comes first",
        values: &[50, 70, 80, 90, 95, 100],
        set: |shape, value| shape.ordering = value as u8,
    },
    Property {
        name: "branching",
        meaning: "children of a node",
        values: &[3, 4, 6, 8, 12],
        set: |shape, value| {
            shape.branching = value;
            // The number of nodes stays about the same.
            shape.height = [0, 0, 0, 17, 14, 12, 11, 10, 10, 9, 9, 8, 8][usize::from(value)];
        },
    },
    Property {
        name: "height",
        meaning: "plies from root to leaf",
        values: &[7, 8, 9, 10, 11, 12],
        set: |shape, value| shape.height = value,
    },
];

/// Measures, and prints tables.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let costs = read_costs(&arguments.costs)?;
    let points: usize = PROPERTIES.iter().map(|property| property.values.len()).sum();
    let bar = progress::ticking_bar("points", points as u64);
    let mut sweeps = Vec::new();
    for Property { name, meaning, values, set } in PROPERTIES {
        let mut points = Vec::new();
        for &value in values {
            let mut shape = BASE;
            set(&mut shape, value);
            points.push(point(value, &shape, arguments, costs)?);
            bar.inc(1);
        }
        sweeps.push(Sweep { property: name.into(), meaning: meaning.into(), points });
    }
    bar.finish_and_clear();
    // The file comes first: printing fails if the reader of a pipe is gone.
    if let Some(json) = &arguments.json {
        json.write_json(&sweeps)?;
    }
    sweeps.iter().for_each(print);
    Ok(())
}

fn point(
    value: u16,
    shape: &Shape,
    arguments: &Arguments,
    costs: CostModel,
) -> Result<Point, Box<dyn Error>> {
    let shapes: Vec<_> = (1..=arguments.trees).map(|seed| Shape { seed, ..*shape }).collect();
    let alone: Vec<u64> = shapes.iter().map(|shape| sequential(shape).visits.nodes).collect();
    let mut teams = Vec::new();
    // Workers on these trees share no table and no history.
    let costs = CostModel { sharing: Ticks::ZERO, ..costs };
    for &workers in &arguments.workers {
        let machine = Machine { costs, ..Machine::new(workers.into()) };
        teams.push(team(&shapes, &alone, &machine)?);
    }
    Ok(Point { value, nodes: alone.iter().sum::<u64>() / arguments.trees, teams })
}

fn team(shapes: &[Shape], alone: &[u64], machine: &Machine) -> Result<Team, Box<dyn Error>> {
    let (mut speedup, mut node_ratio, mut idle_share) = (0.0, 0.0, 0.0);
    for (shape, &nodes) in shapes.iter().zip(alone) {
        let found = virtually(shape, &Params::default(), machine)?;
        let stats = &found.finished.stats;
        speedup += (machine.costs.sequential(nodes).0 as f64 / found.run.time.0 as f64).ln();
        node_ratio += (stats.nodes() as f64 / nodes as f64).ln();
        idle_share += stats.idle_share();
    }
    let trees = shapes.len() as f64;
    Ok(Team {
        workers: machine.workers,
        speedup: round((speedup / trees).exp(), 4),
        node_ratio: round((node_ratio / trees).exp(), 4),
        idle_share: round(idle_share / trees, 5),
    })
}

fn print(sweep: &Sweep) {
    println!("{}: {}", sweep.property, sweep.meaning);
    print!("{:>9} {:>9}", "", "nodes");
    for team in &sweep.points[0].teams {
        print!(" | {:>3} workers  nodes", team.workers);
    }
    println!();
    for point in &sweep.points {
        print!("{:>9} {:>9}", point.value, point.nodes);
        for team in &point.teams {
            print!(" | {:>11.2} {:>6.2}", team.speedup, team.node_ratio);
        }
        println!();
    }
    println!();
}
