//! Decides when a running search reports its progress.

use std::time::Duration;

use cleave_board::Move;
use cleave_search::Status;

/// Shorter searches report only their lines.
const QUIET: Duration = Duration::from_secs(1);

/// The longest silence after that.
const LONGEST: Duration = Duration::from_secs(1);

/// The shortest time between two root moves that are reported.
const SHORTEST: Duration = Duration::from_millis(20);

/// Decides when a running search reports its progress.
#[derive(Default)]
pub(crate) struct Heartbeat {
    /// The time of the last report.
    last: Duration,
    /// The root move of the last report.
    mv: Move,
}

impl Heartbeat {
    /// Returns true if a report is due, which the caller then makes.
    pub(crate) fn is_due(&mut self, status: &Status) -> bool {
        let silence = status.elapsed.saturating_sub(self.last);
        let has_news = status.current_move != self.mv && silence >= SHORTEST;
        let is_due = status.elapsed >= QUIET && (has_news || silence >= LONGEST);
        if is_due {
            (self.last, self.mv) = (status.elapsed, status.current_move);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::{MoveKind, Square};

    /// Returns the number of reports in each of the first four seconds of a search whose root move changes every
    /// `per_move` milliseconds.
    fn reports(per_move: u64) -> [usize; 4] {
        let mut heartbeat = Heartbeat::default();
        let mut reports = [0; 4];
        for millis in 0..4000 {
            let to = Square::new(1 + (millis / per_move % 60) as u8);
            let status = Status {
                depth: 9,
                nodes: 1000 * millis,
                tablebase_hits: 0,
                elapsed: Duration::from_millis(millis),
                current_move: Move::new(Square::new(0), to, MoveKind::Normal),
                move_number: 1,
                move_count: 60,
            };
            reports[millis as usize / 1000] += usize::from(heartbeat.is_due(&status));
        }
        reports
    }

    #[test]
    fn new_root_moves_are_reported_after_a_while() {
        assert_eq!(reports(100), [0, 10, 10, 10]);
    }

    #[test]
    fn reports_are_neither_rare_nor_frequent() {
        assert_eq!(reports(100_000), [0, 1, 1, 1]);
        assert_eq!(reports(1), [0, 50, 50, 50]);
    }
}
