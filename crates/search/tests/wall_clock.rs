//! The share of the clock that a search uses. This is a separate program, because other tests would take processors
//! away from it. The upper limit is time on a processor, so that other programs on the machine do not count.

use std::fs;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::settings::MoveOverhead;
use cleave_search::{
    Clock, Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking, Undisturbed,
};

/// Returns the outcome of a search, its duration, and its time on a processor.
fn search(limits: &Limits, host: &mut dyn Host) -> (Outcome, Duration, Duration) {
    let mut searcher = Searcher::new(4).expect("4 MiB are available");
    let (began, computed) = (Instant::now(), on_processor());
    let outcome = searcher.search(&Root::from(Position::start()), limits, host);
    (outcome, began.elapsed(), on_processor() - computed)
}

/// Returns the time that this thread has had a processor: the first figure of the file, in nanoseconds.
fn on_processor() -> Duration {
    let figures = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let first = figures.split(' ').next().and_then(|figure| figure.parse().ok());
    Duration::from_nanos(first.expect("a number"))
}

/// Signals at once that the expected move was played.
struct PonderHit(Option<Clock>);

impl Host for PonderHit {
    fn poll(&mut self, _: &Status) -> Signal {
        self.0.take().map_or(Signal::Continue, Signal::PonderHit)
    }

    fn thinking(&mut self, _: &Thinking) {}
}

/// The time reserved is not searched, also after a ponder hit.
#[test]
fn the_overhead_of_a_move_is_kept_in_reserve() {
    let clock = Clock::PerMove(Duration::from_millis(1_200));
    let overhead = MoveOverhead(Duration::from_millis(550));
    let limits = Limits { clock, overhead, ..Limits::default() };
    for pondering in [false, true] {
        let limits = Limits { pondering, ..limits.clone() };
        let (_, taken, computed) = search(&limits, &mut PonderHit(Some(clock)));
        assert!(taken >= Duration::from_millis(640), "{taken:?}, pondering: {pondering}");
        assert!(computed < Duration::from_millis(1_150), "{computed:?}, pondering: {pondering}");
    }
}

/// A search with a game clock uses its share of the time, and no more.
#[test]
fn a_game_clock_is_used() {
    let clock = Clock::Game {
        remaining: Duration::from_secs(4),
        increment: Duration::from_millis(20),
        moves_to_go: None,
    };
    let limits = Limits { clock, ..Limits::default() };
    let (outcome, _, computed) = search(&limits, &mut Undisturbed);
    assert!(outcome.depth >= 5, "depth {}", outcome.depth);
    assert!(computed < Duration::from_millis(1_500), "{computed:?}");
}
