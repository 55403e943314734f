//! Progress bars, all of one look. They go to stderr, and nowhere if that is no terminal.

use std::borrow::Cow;
use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

const TEMPLATE: &str = "{msg:28!} {bar:32} {pos}/{len}, {elapsed} elapsed{left}";

/// A bar of this many steps. It is redrawn when a step is done, by the caller's own thread: a process
/// that is to fork may have one thread only.
pub(crate) fn bar(what: impl Into<Cow<'static, str>>, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
    let style = style.with_key("left", write_time_left);
    let bar = ProgressBar::new(steps).with_style(style).with_message(what);
    bar.tick();
    bar
}

/// The same for steps that take long: a thread redraws it, so that its clock runs.
pub(crate) fn ticking_bar(what: impl Into<Cow<'static, str>>, steps: u64) -> ProgressBar {
    let bar = bar(what, steps);
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// Names the current step, on the bar or, without a terminal, in a line of its own.
pub(crate) fn announce(bar: &ProgressBar, what: impl Into<Cow<'static, str>>) {
    let what = what.into();
    if bar.is_hidden() {
        eprintln!("{what}");
    }
    bar.set_message(what);
    bar.tick();
}

/// Before the end of the first step nothing is known about the others.
fn write_time_left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
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
