//! The last line of every perft run.

use std::time::Duration;

use serde::Serialize;

/// The number of nodes counted, and the speed.
#[derive(Serialize)]
pub(super) struct Report {
    nodes: u64,
    seconds: f64,
    /// Million nodes per second.
    mnps: f64,
}

impl Report {
    pub(super) fn new(nodes: u64, time: Duration) -> Report {
        let seconds = time.as_secs_f64();
        Report { nodes, seconds, mnps: nodes as f64 / seconds.max(1e-9) / 1e6 }
    }

    pub(super) fn print(&self, json: bool) {
        if json {
            println!("{}", serde_json::to_string(self).expect("numbers are valid JSON"));
        } else {
            let Report { nodes, seconds, mnps } = self;
            println!("{nodes} nodes  {seconds:.3} s  {mnps:.1} Mnps");
        }
    }
}
