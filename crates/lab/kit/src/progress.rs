//! Progress bars, all of one look. They go to stderr, and nowhere if that is no terminal.

use std::borrow::Cow;
use std::time::Duration;

pub use cleave_io::progress::bar;
use indicatif::ProgressBar;

/// A [`bar`] of steps that take long: a thread redraws it, so that its clock runs.
pub fn ticking_bar(what: impl Into<Cow<'static, str>>, steps: u64) -> ProgressBar {
    let bar = bar(what, steps);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Names the current step, on the bar or, without a terminal, in a line of its own.
pub fn announce(bar: &ProgressBar, what: impl Into<Cow<'static, str>>) {
    let what = what.into();
    if bar.is_hidden() {
        eprintln!("{what}");
    }
    bar.set_message(what);
    bar.tick();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_counts_its_steps() {
        for bar in [bar("short", 2), ticking_bar("long", 2)] {
            bar.inc(1);
            announce(&bar, "half");
            assert_eq!((bar.position(), bar.length()), (1, Some(2)));
            assert_eq!(bar.message(), "half");
        }
    }
}
