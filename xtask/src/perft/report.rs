//! What a perft run prints.

use std::fmt::Write;
use std::time::Duration;

/// The number of nodes counted, and the time it took.
pub(super) struct Report {
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// Each move of the position with its nodes, if they were asked for.
    pub(super) moves: Vec<(String, u64)>,
}

impl Report {
    /// Seconds, and million nodes per second.
    fn speed(&self) -> (f64, f64) {
        let seconds = self.time.as_secs_f64();
        (seconds, self.nodes as f64 / seconds.max(1e-9) / 1e6)
    }

    /// Returns a line for each move, and one for their sum.
    pub(super) fn text(&self) -> String {
        let (Report { nodes, moves, .. }, (seconds, mnps)) = (self, self.speed());
        let mut text = String::new();
        for (mv, nodes) in moves {
            let _ = writeln!(text, "{mv:<6}{nodes:>16}");
        }
        text + &format!("{nodes} nodes  {seconds:.3} s  {mnps:.1} Mnps\n")
    }

    /// Returns an object on a line. Debug output of a finite number is a number of JSON.
    pub(super) fn json(&self) -> String {
        let (Report { nodes, moves, .. }, (seconds, mnps)) = (self, self.speed());
        let moves: Vec<_> = moves.iter().map(|(mv, nodes)| format!("{mv:?}:{nodes}")).collect();
        let moves = match &moves[..] {
            [] => String::new(),
            moves => format!(",\"moves\":{{{}}}", moves.join(",")),
        };
        format!("{{\"nodes\":{nodes},\"seconds\":{seconds:?},\"mnps\":{mnps:?}{moves}}}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(moves: &[(&str, u64)]) -> Report {
        let moves = moves.iter().map(|&(mv, nodes)| (mv.into(), nodes)).collect();
        Report { nodes: 20, time: Duration::from_millis(500), moves }
    }

    #[test]
    fn json_has_three_numbers_and_the_moves_of_a_division() {
        assert_eq!(report(&[]).json(), "{\"nodes\":20,\"seconds\":0.5,\"mnps\":4e-5}\n");
        let divided = report(&[("a2a3", 8), ("e7e8q", 12)]).json();
        let moves = "\"mnps\":4e-5,\"moves\":{\"a2a3\":8,\"e7e8q\":12}}\n";
        assert!(divided.ends_with(moves), "{divided}");
    }

    #[test]
    fn text_has_a_line_for_each_move_and_the_sum() {
        let text = report(&[("a2a3", 8), ("e7e8q", 12)]).text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[..2], ["a2a3                 8", "e7e8q               12"]);
        assert_eq!(lines[2..], ["20 nodes  0.500 s  0.0 Mnps"]);
    }
}
