//! The progress of long work, on a terminal.

use std::borrow::Cow;
use std::fmt::Write;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

const TEMPLATE: &str = "{msg:28!} {bar:32} {pos}/{len}, {elapsed} elapsed{left}";

const COUNTER_TEMPLATE: &str = "{msg:28!} {spinner} {pos}, {elapsed} elapsed";

/// Returns a bar of this many steps on standard error. Nothing is shown if standard error is not a terminal. The
/// caller's own thread redraws it (`tick`), because a process that forks its workers may have only one thread.
pub fn bar(what: impl Into<Cow<'static, str>>, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
    let bar = ProgressBar::new(steps).with_style(style.with_key("left", write_time_left));
    bar.set_message(what);
    bar.tick();
    bar
}

/// Returns a counter for an unknown number of steps; otherwise like [`bar`].
pub fn counter(what: impl Into<Cow<'static, str>>) -> ProgressBar {
    let style = ProgressStyle::with_template(COUNTER_TEMPLATE).expect("the template is valid");
    let bar = ProgressBar::no_length().with_style(style);
    bar.set_message(what);
    bar.tick();
    bar
}

/// Before the end of the first step the time of the others is unknown.
fn write_time_left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}
