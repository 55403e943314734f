//! Long work that Ctrl-C ends.

use std::time::{Duration, Instant};

use cleave_search::{Host, Signal, Status, Thinking};
use pyo3::prelude::*;

/// The time between two looks at Python's signals. Each look takes Python's lock, for which other threads may let it wait 5 ms.
const INTERVAL: Duration = Duration::from_millis(100);

/// Looks at Python's signals from time to time.
pub(crate) struct Interrupt {
    last: Instant,
    /// The exception that a signal has raised: `KeyboardInterrupt`, unless the user has set another handler.
    raised: Option<PyErr>,
}

impl Interrupt {
    /// Returns true if the work must end.
    pub(crate) fn is_due(&mut self) -> bool {
        if self.raised.is_none() && self.last.elapsed() >= INTERVAL {
            let look = |py: Python<'_>| py.check_signals();
            self.raised = Python::attach(look).err();
            self.last = Instant::now();
        }
        self.raised.is_some()
    }
}

/// Stops a search that has been interrupted.
impl Host for Interrupt {
    fn poll(&mut self, _: &Status) -> Signal {
        if self.is_due() { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, _: &Thinking) {}
}

/// Does the work without Python's lock, so that other threads of Python run meanwhile. The work must ask the interrupt often
/// whether it is due.
///
/// # Errors
/// The exception of the signal that ended the work, or else that of the work.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Interrupt) -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        let mut interrupt = Interrupt { last: Instant::now(), raised: None };
        let result = work(&mut interrupt);
        match interrupt.raised {
            Some(raised) => Err(raised),
            None => result,
        }
    })
}
