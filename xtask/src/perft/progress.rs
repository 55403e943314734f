//! How far a count is, for a user at a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Steps done, of how many; several threads take them.
pub(super) struct Progress {
    /// The name of the steps; none if they are not shown.
    name: Option<&'static str>,
    done: AtomicUsize,
    steps: AtomicUsize,
}

impl Progress {
    /// Progress in steps of this name, shown if stderr is a terminal.
    pub(super) fn shown(name: &'static str) -> Progress {
        Progress::new(stderr().is_terminal().then_some(name))
    }

    /// Progress that is not shown.
    pub(super) fn hidden() -> Progress {
        Progress::new(None)
    }

    fn new(name: Option<&'static str>) -> Progress {
        Progress { name, done: AtomicUsize::new(0), steps: AtomicUsize::new(0) }
    }

    /// Sets the number of steps.
    pub(super) fn begin(&self, steps: usize) {
        self.steps.store(steps, Relaxed);
    }

    /// Counts a step, and shows each hundredth part of the whole.
    pub(super) fn step(&self) {
        let (done, steps) = (self.done.fetch_add(1, Relaxed) + 1, self.steps.load(Relaxed));
        if let Some(name) = self.name
            && (done * 100 / steps.max(1)) != ((done - 1) * 100 / steps.max(1))
        {
            print(&format!("{done} of {steps} {name}"));
        }
    }

    /// Removes what is shown.
    pub(super) fn clear(&self) {
        if self.name.is_some() {
            print("");
        }
    }

    #[cfg(test)]
    pub(super) fn is_complete(&self) -> bool {
        self.done.load(Relaxed) == self.steps.load(Relaxed)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Replaces the line. A terminal that is gone is no fault of the count.
fn print(text: &str) {
    let _ = write!(stderr(), "\r{text}\x1b[K");
}
