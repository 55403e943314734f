//! `cargo xtask trees`: how well trees split, by their properties, in virtual time.
//!
//! An artificial tree has the ordering, branching and height that one asks for. One property varies
//! at a time. P_seq and the teams search every tree; the speed-up is the geometric mean over trees
//! that differ in their seed alone.

use clap::Args;
use cleave_kit::Result;
use cleave_kit::progress;
use cleave_kit::statistics::{geometric_mean, mean, round};
use cleave_kit::table;
use cleave_smp::Params;
use cleave_virtual_time::artificial::{Shape, run_virtual, sequential};
use cleave_virtual_time::virtual_time::{CostModel, Machine, Ticks};
use serde::{Deserialize, Serialize};

use crate::options::{Costs, Json};

/// The arguments of `trees`.
#[derive(Args)]
pub struct Arguments {
    /// Sizes of the teams.
    #[arg(long, value_delimiter = ',', default_value = "2,4,8,16,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// Number of trees for each point.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    trees: u64,
    #[command(flatten)]
    costs: Costs,
    #[command(flatten)]
    json: Json,
}

/// The tree with the default properties, before one of them varies. It is ordered about as well as a chess program
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

/// The trees in which one property varies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sweep {
    pub(crate) property: String,
    pub(crate) meaning: String,
    pub(crate) points: Vec<Point>,
}

/// The trees with this value of the property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) value: u16,
    /// Nodes of P_seq, the mean over the trees.
    pub(crate) nodes: u64,
    pub(crate) teams: Vec<TeamFigures>,
}

/// The summary of teams of this size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TeamFigures {
    pub(crate) workers: usize,
    /// Time of P_seq by time of the team.
    pub(crate) speedup: f64,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: f64,
    /// Share of the workers' time without work.
    pub(crate) idle_share: f64,
}

/// Measures, and prints tables.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let costs = arguments.costs.read()?;
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
    arguments.json.write(&sweeps)?;
    sweeps.iter().for_each(|sweep| println!("{}", text(sweep)));
    Ok(())
}

fn point(value: u16, shape: &Shape, arguments: &Arguments, costs: CostModel) -> Result<Point> {
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

fn team(shapes: &[Shape], alone: &[u64], machine: &Machine) -> Result<TeamFigures> {
    let (mut speedups, mut node_ratios, mut idle_shares) = (Vec::new(), Vec::new(), Vec::new());
    for (shape, &nodes) in shapes.iter().zip(alone) {
        let found = run_virtual(shape, &Params::default(), machine)?;
        let stats = &found.finished.stats;
        speedups.push(machine.costs.sequential(nodes).0 as f64 / found.run.time.0 as f64);
        node_ratios.push(stats.nodes() as f64 / nodes as f64);
        idle_shares.push(stats.idle_share());
    }
    Ok(TeamFigures {
        workers: machine.workers,
        speedup: round(geometric_mean(&speedups), 4),
        node_ratio: round(geometric_mean(&node_ratios), 4),
        idle_share: round(mean(&idle_shares), 5),
    })
}

/// Returns a row for each value; of each size of team the speed-up and the ratio of nodes.
fn text(sweep: &Sweep) -> String {
    let sizes = sweep.points[0].teams.iter().map(|team| format!("{:>3} workers", team.workers));
    let sizes: Vec<String> = sizes.collect();
    let mut columns = vec![("", 9), ("nodes", 9)];
    columns.extend(sizes.iter().flat_map(|size| [("|", 1), (size.as_str(), 11), ("nodes", 6)]));
    let rows = sweep.points.iter().map(|point| {
        let mut row = vec![point.value.to_string(), point.nodes.to_string()];
        for team in &point.teams {
            let figures = [team.speedup, team.node_ratio].map(|figure| format!("{figure:.2}"));
            row.push("|".into());
            row.extend(figures);
        }
        row
    });
    format!("{}: {}\n{}", sweep.property, sweep.meaning, table::text(&columns, rows))
}
