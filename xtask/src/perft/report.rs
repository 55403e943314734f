//! The last line of every perft run.

use std::time::Duration;

/// The number of nodes counted, and the time it took.
pub(super) struct Report {
    nodes: u64,
    seconds: f64,
}

impl Report {
    pub(super) fn new(nodes: u64, time: Duration) -> Report {
        Report { nodes, seconds: time.as_secs_f64() }
    }

    /// Million nodes per second.
    fn mnps(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9) / 1e6
    }

    pub(super) fn print(&self, json: bool) {
        let (Report { nodes, seconds }, mnps) = (self, self.mnps());
        if json {
            println!("{}", self.json());
        } else {
            println!("{nodes} nodes  {seconds:.3} s  {mnps:.1} Mnps");
        }
    }

    /// Debug output of a finite number is a number of JSON.
    fn json(&self) -> String {
        let (Report { nodes, seconds }, mnps) = (self, self.mnps());
        format!("{{\"nodes\":{nodes},\"seconds\":{seconds:?},\"mnps\":{mnps:?}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_three_numbers() {
        let report = Report::new(20, Duration::from_millis(500));
        assert_eq!(report.json(), r#"{"nodes":20,"seconds":0.5,"mnps":4e-5}"#);
    }
}
