//! The bindings for Python: the module `_cleave` of the package `cleave`, built by `cargo xtask wheel`.
//!
//! The functions read their arguments (`arguments.rs`), do the work without Python's lock, and stop when Python has been
//! interrupted (`interrupt.rs`). The work itself is that of `cleave-window`, `cleave-movegen` and `cleave-search`.
//!
//! | file | function in Python |
//! |---|---|
//! | `speedup.rs` | `speedup` |
//! | `recording.rs` | `record`, `Recording` |
//! | `look.rs` | `perft`, `evaluate` |

mod arguments;
mod interrupt;
mod look;
mod recording;
mod speedup;

/// The part of the package `cleave` that is written in Rust.
#[pyo3::pymodule]
mod _cleave {
    use cleave_search::team::Algorithm;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::look::{evaluate, perft};
    #[pymodule_export]
    use crate::recording::{Recording, record};
    #[pymodule_export]
    use crate::speedup::speedup;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let names = Algorithm::ALL.map(Algorithm::name);
        module.add("ALGORITHMS", PyTuple::new(module.py(), names)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
