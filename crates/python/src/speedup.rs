//! Speed-ups in virtual time.

use cleave_window::{MeasureError, Measured, TimeToDepth};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, DEPTHS, HASHES, JITTERS, MOST_WORKERS, within};
use crate::interrupt::interruptible;

/// The most seeds of one call.
const MOST_SEEDS: u64 = 1_000_000;

/// Measures how much sooner teams of workers reach a depth than the sequential program.
///
/// The searches run in virtual time. One thread moves all workers in the order of their simulated clocks, and each
/// operation takes the time that was measured on a machine with many processors. So the result is the same on every
/// machine, and a laptop measures 64 workers. `cargo xtask speedup --backend virtual` prints the same figures.
///
/// Args:
///     position: A FEN, or an object with a method `fen()` such as `chess.Board`.
///     workers: The sizes of the teams, each 1 to 256.
///     algorithm: How the workers share the tree, one of `cleave.ALGORITHMS`. "dts" is Dynamic Tree Splitting.
///     depth: The depth of the last iteration, 1 to 200 plies.
///     seeds: The number of rows of each team. A parallel search differs from run to run. So seed 0 begins with an empty
///         memory, and every other seed with a short search of another position before it. The geometric mean over many
///         seeds and positions says how fast an algorithm is. One row does not.
///     jitter: By how many percent the times of operations vary at random, 0 to 100.
///     hash: The size of the table in MiB.
///
/// Returns:
///     A row for each seed and size, in this order. `pandas.DataFrame(rows)` is a table of them. The keys are:
///
///     algorithm, workers, seed, depth: as asked for.
///     seconds: the virtual time in which the team reached the depth.
///     sequential_seconds: that of the sequential program.
///     speedup: sequential_seconds / seconds.
///     nodes: the nodes that all workers searched.
///     sequential_nodes: those of the sequential program.
///     node_ratio: nodes / sequential_nodes.
///     value: the value of the position in hundredths of a pawn for the side to move.
///     idle: the share of the workers' time without work, 0 to 1.
///     splits, joins: how often a node was split, and how often a worker joined a split node.
///     aborts: the jobs that a cutoff elsewhere made useless.
///
/// Raises:
///     ValueError: A FEN is malformed, the position has no legal move, or an argument is out of range.
///     MemoryError: There is no memory for the table or the workers.
///     KeyboardInterrupt: Ctrl-C was pressed.
///
/// Examples:
///     >>> import cleave
///     >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
///     >>> rows = cleave.speedup(start, workers=[1, 4], depth=7)
///     >>> [row["workers"] for row in rows]
///     [1, 4]
///     >>> rows[0]["nodes"] == rows[0]["sequential_nodes"]
///     True
///     >>> rows[1]["speedup"] > 1.2
///     True
#[pyfunction]
#[pyo3(
    signature = (position, workers = None, algorithm = "dts", *, depth = 10, seeds = 1, jitter = 5, hash = 64),
    text_signature = "(position, workers=(1, 4, 16), algorithm='dts', *, depth=10, seeds=1, jitter=5, hash=64)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn speedup<'py>(
    py: Python<'py>,
    position: &Bound<'_, PyAny>,
    workers: Option<&Bound<'_, PyAny>>,
    algorithm: &str,
    depth: i64,
    seeds: i64,
    jitter: i64,
    hash: i64,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let order = TimeToDepth {
        algorithm: arguments::algorithm(algorithm)?,
        depth: within("depth", depth, DEPTHS)?,
        jitter: within("jitter", jitter, JITTERS)?,
        hash: within("hash", hash, HASHES)?,
        ..TimeToDepth::of(arguments::root(position)?)
    };
    let seeds = within("seeds", seeds, 1..=MOST_SEEDS)?;
    let workers = workers.map_or_else(|| Ok(vec![1, 4, 16]), sizes)?;
    let rows = interruptible(py, |interrupt| {
        order.measure(&workers, 0..seeds, interrupt).map_err(exception)
    })?;
    rows.iter().map(|row| as_dict(py, &order, row)).collect()
}

/// Reads the sizes of teams.
fn sizes(workers: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let read = |size: PyResult<Bound<'_, PyAny>>| {
        within("a number of workers", size?.extract()?, 1..=MOST_WORKERS)
    };
    workers.try_iter()?.map(read).collect()
}

fn exception(error: MeasureError) -> PyErr {
    match error {
        MeasureError::Searcher(error) => PyMemoryError::new_err(error.to_string()),
        MeasureError::Stopped => PyRuntimeError::new_err(error.to_string()),
    }
}

fn as_dict<'py>(
    py: Python<'py>,
    order: &TimeToDepth,
    row: &Measured,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("algorithm", order.algorithm.name())?;
    dict.set_item("workers", row.workers)?;
    dict.set_item("seed", row.seed)?;
    dict.set_item("depth", order.depth)?;
    dict.set_item("seconds", row.time as f64 / 1e9)?;
    dict.set_item("sequential_seconds", row.sequential.time as f64 / 1e9)?;
    dict.set_item("speedup", row.speedup())?;
    dict.set_item("nodes", row.nodes)?;
    dict.set_item("sequential_nodes", row.sequential.nodes)?;
    dict.set_item("node_ratio", row.node_ratio())?;
    dict.set_item("value", row.value)?;
    dict.set_item("idle", row.stats.idle_share())?;
    dict.set_item("splits", row.stats.sum(|counters| counters.splits))?;
    dict.set_item("joins", row.stats.sum(|counters| counters.joins))?;
    dict.set_item("aborts", row.stats.sum(|counters| counters.aborts))?;
    Ok(dict)
}
