//! Recordings of searches in virtual time.

use std::path::PathBuf;

use cleave_virtual_time::virtual_time::Machine;
use cleave_window::{About, Page, RecordError, RecordingOrder, measured_costs};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{self, DEPTHS, HASHES, JITTERS, MOST_WORKERS, within};
use crate::interrupt::interruptible;

/// Records what every worker of a team does during one search in virtual time.
///
/// In a notebook the recording is a page that shows the team at every moment: what each worker does, and which nodes are
/// split. `cargo xtask record` makes the same recording.
///
/// Args:
///     position: A FEN, or an object with a method `fen()` such as `chess.Board`.
///     workers: The size of the team, 1 to 256.
///     algorithm: How the workers share the tree, one of `cleave.ALGORITHMS`.
///     depth: The depth of the last iteration, 1 to 200 plies. A recording of more than 64 MiB is refused.
///     seed: The seed of the jitter.
///     jitter: By how many percent the times of operations vary at random, 0 to 100. Without jitter all seeds give the
///         same recording.
///     hash: The size of the table in MiB.
///
/// Returns:
///     The recording.
///
/// Raises:
///     ValueError: The FEN is malformed, the position has no legal move, an argument is out of range, or the recording is
///         too large.
///     MemoryError: There is no memory for the table or the workers.
///     KeyboardInterrupt: Ctrl-C was pressed.
///
/// Examples:
///     >>> import cleave
///     >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
///     >>> recording = cleave.record(start, workers=3, depth=5)
///     >>> recording.about["workers"], recording.about["depth"]
///     (3, 5)
///     >>> recording.html().startswith("<!doctype html>")
///     True
#[pyfunction]
#[pyo3(signature = (position, workers = 8, algorithm = "dts", *, depth = 10, seed = 0, jitter = 0, hash = 16))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn record(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    workers: i64,
    algorithm: &str,
    depth: i64,
    seed: u64,
    jitter: i64,
    hash: i64,
) -> PyResult<Recording> {
    let jitter = within("jitter", jitter, JITTERS)?;
    let machine = Machine::new(within("workers", workers, 1..=MOST_WORKERS)?);
    let machine = Machine { costs: measured_costs(), seed, jitter, ..machine };
    let order = RecordingOrder {
        algorithm: arguments::algorithm(algorithm)?,
        depth: within("depth", depth, DEPTHS)?,
        hash: within("hash", hash, HASHES)?,
        ..RecordingOrder::of(arguments::root(position)?, machine)
    };
    let recorded =
        interruptible(py, |interrupt| order.record(interrupt).map_err(|error| exception(&error)));
    recorded.map(|(about, events)| Recording { about, events })
}

fn exception(error: &RecordError) -> PyErr {
    let text = error.to_string();
    match error {
        RecordError::Searcher(_) | RecordError::Team(_) => PyMemoryError::new_err(text),
        RecordError::TooLong(_) => PyValueError::new_err(text),
        RecordError::Stopped | RecordError::Broken(_) | RecordError::Differs(..) => {
            PyRuntimeError::new_err(text)
        }
    }
}

/// A recorded search. `record` makes it.
#[pyclass(frozen, module = "cleave")]
pub(crate) struct Recording {
    about: About,
    events: cleave_virtual_time::recording::Recording,
}

#[pymethods]
impl Recording {
    /// The description of the recording: a dict with the position, the team, its nodes and times in nanoseconds, the lines
    /// found, what the workers spent their time on, and the moments worth seeing.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.about.json(),))
    }

    /// The time of the sequential program by the time of the team.
    #[getter]
    fn speedup(&self) -> f64 {
        self.about.sequential.time as f64 / self.about.time.max(1) as f64
    }

    /// Returns the page as one file of HTML, which any browser opens, without a network.
    fn html(&self) -> String {
        Page { about: &self.about, recording: &self.events, module: None }.html()
    }

    /// Writes the page to a file.
    ///
    /// Raises:
    ///     OSError: The file cannot be written.
    #[expect(clippy::needless_pass_by_value, reason = "Python has no paths to borrow")]
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(cleave_io::files::replace(&path, self.html())?)
    }

    /// Returns the file that `cargo xtask record --out` writes: the description as a line of JSON, and the events.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.about.with(&self.events))
    }

    fn __repr__(&self) -> String {
        let About { algorithm, workers, depth, fen, .. } = &self.about;
        let (ms, speedup) = (self.about.time as f64 / 1e6, self.speedup());
        format!(
            "<cleave.Recording of {workers} workers by {algorithm}, depth {depth} in {ms:.2} ms, speed-up {speedup:.2}, of {fen}>"
        )
    }

    /// Shows the page in a notebook, in a frame that cannot reach the notebook.
    fn _repr_html_(&self) -> String {
        let page = self.html().replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe srcdoc=\"{page}\" sandbox=\"allow-scripts\" title=\"Recording of Cleave\" \
             style=\"width: 100%; height: 900px; border: 0\"></iframe>"
        )
    }
}
