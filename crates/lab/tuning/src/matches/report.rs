//! The reports about a match, while it goes on and at its end.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use cleave_kit::games::game::GameResult;
use indicatif::HumanDuration;

use super::pair::{Pair, Summary};
use super::pentanomial::Pentanomial;
use super::sprt::{Sprt, Verdict};
use super::uci::Fault;

/// All pairs so far.
#[derive(Default)]
pub(super) struct Report {
    pub(super) pairs: Pentanomial,
    /// The faults of challenger and champion, with their numbers.
    faults: [BTreeMap<Fault, u32>; 2],
    /// The least time on the clocks of challenger and champion.
    lowest_ms: [Option<u64>; 2],
}

impl Report {
    pub(super) fn add(&mut self, pair: &Pair) {
        self.pairs.add(pair.as_white.result, pair.as_black.result);
        self.add_game(&pair.as_white, [0, 1]);
        self.add_game(&pair.as_black, [1, 0]);
    }

    /// Adds a game in which these are White and Black.
    fn add_game(&mut self, game: &Summary, sides: [usize; 2]) {
        if let Some(fault) = game.fault {
            let loser = sides[usize::from(game.result == GameResult::WhiteWins)];
            *self.faults[loser].entry(fault).or_default() += 1;
        }
        for (side, lowest) in sides.into_iter().zip(game.lowest_ms.into_iter().flatten()) {
            let known = &mut self.lowest_ms[side];
            *known = Some(known.map_or(lowest, |known| known.min(lowest)));
        }
    }

    /// Returns the score, and the state of the test.
    pub(super) fn score(&self, sprt: Option<&Sprt>) -> String {
        let mut text = self.pairs.to_string();
        if let Some(sprt) = sprt {
            let (ratio, limit) = (sprt.ratio(self.pairs.counts()), sprt.limit());
            let Sprt { lower, upper, .. } = sprt;
            let _ = write!(
                text,
                "; LLR {ratio:+.2} (-{limit:.2} to {limit:.2}) for {lower} to {upper}"
            );
        }
        text
    }

    /// Returns the faults of both, and their shortest remaining times.
    pub(super) fn end(&self, names: [&str; 2]) -> String {
        let mut text = String::new();
        for ((name, faults), lowest) in names.iter().zip(&self.faults).zip(self.lowest_ms) {
            let faults: Vec<String> =
                faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
            let faults = if faults.is_empty() { "none".into() } else { faults.join(", ") };
            let _ = write!(text, "{name}: games lost by a fault: {faults}");
            if let Some(lowest) = lowest {
                let _ = write!(text, "; lowest clock {lowest} ms");
            }
            text.push('\n');
        }
        text
    }

    /// Returns the pairs that are still to play, if the ratio goes on as so far; `most` at most.
    pub(super) fn pairs_left(&self, sprt: Option<&Sprt>, most: u32) -> u32 {
        let Some(sprt) = sprt else { return most };
        let (ratio, limit) = (sprt.ratio(self.pairs.counts()).abs(), sprt.limit());
        let pairs = f64::from(self.pairs.pairs());
        if ratio == 0.0 {
            return most;
        }
        most.min(((limit - ratio).max(0.0) / ratio * pairs).ceil() as u32)
    }
}

/// Returns the line of a running match.
pub(super) fn time_left(pairs_left: u32, per_pair: Duration) -> String {
    format!("about {} left", HumanDuration(per_pair.saturating_mul(pairs_left)))
}

/// Returns the last line of a test.
pub(super) fn verdict(verdict: Option<Verdict>) -> String {
    match verdict {
        Some(verdict) => format!("the test has {verdict}"),
        None => "no verdict".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_test_all_pairs_are_still_to_play() {
        let report = Report::default();
        assert_eq!(report.pairs_left(None, 900), 900);
        let sprt = Sprt { lower: 0.0, upper: 3.0, error: 0.05 };
        assert_eq!(report.pairs_left(Some(&sprt), 900), 900, "nothing is known yet");
    }
}
