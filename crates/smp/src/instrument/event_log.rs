//! Events as lines of the log, at level `trace`: `RUST_LOG=cleave_smp=trace`.

use std::fmt;

use log::Level;

use crate::event::{Event, Meter, Record};
use crate::ids::{BlockId, WorkerId};

impl Meter {
    /// Returns true if a program measures.
    pub(crate) fn is_on(&self) -> bool {
        matches!(self.record, Record::Kept(_))
    }

    /// Asks whether the log wants the events of this worker in the search that begins. A program that measures keeps them.
    pub(crate) fn begin_search(&mut self, worker: WorkerId) {
        if !self.is_on() {
            let is_logged = log::log_enabled!(Level::Trace);
            self.record = if is_logged { Record::Logged(worker) } else { Record::Off };
        }
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "block {}.{}", self.owner().index(), self.slot())
    }
}

impl Event {
    /// Logs a step of this worker by which the team shares the tree, and no other event.
    #[cold]
    #[inline(never)]
    pub(crate) fn log(self, worker: WorkerId) {
        if let Some(deed) = deed(self) {
            log::trace!("{worker} {deed}");
        }
    }
}

/// Returns what the worker has done, in words that follow its name.
fn deed(event: Event) -> Option<String> {
    Some(match event {
        Event::Entered { .. } => "takes part in the search".into(),
        Event::Left => "becomes idle".into(),
        Event::Concluded { .. } => "ends the search of the root".into(),
        Event::RootMade { block, is_next: false, .. } => format!("puts the root into {block}"),
        Event::RootMade { block, .. } => format!("puts the next iteration's root into {block}"),
        Event::BlockMade { block } => format!("makes {block}"),
        Event::PoolEmpty => "finds no free block in its pool".into(),
        Event::Joined { block, is_first: true } => format!("joins {block} as the first: a split"),
        Event::Joined { block, .. } => format!("joins {block}"),
        Event::Settled { block, .. } => format!("settles {block}: a cutoff"),
        Event::StoppedOthers { block } => format!("stops the others below {block}"),
        Event::Finished { block, .. } => format!("takes the value of {block} to its parent"),
        Event::Cancelled { block } => format!("cancels {block}"),
        Event::BlockParked { block } => format!("leaves {block}, which has work"),
        Event::ResultWasted => "returns a result too late".into(),
        Event::Aborted => "gives up a useless job".into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_shows_joins_splits_and_cutoffs() {
        let block = BlockId::new(WorkerId::new(3), 17);
        for (event, said) in [
            (
                Event::Joined { block, is_first: true },
                Some("joins block 3.17 as the first: a split"),
            ),
            (Event::Joined { block, is_first: false }, Some("joins block 3.17")),
            (Event::Settled { block, value: 7 }, Some("settles block 3.17: a cutoff")),
            (Event::Locked { block, is_glance: false }, None),
        ] {
            assert_eq!(deed(event).as_deref(), said);
        }
    }

    /// Without a log nothing is recorded, and a program that measures keeps its events.
    #[test]
    fn a_meter_that_measures_does_not_log() {
        let mut off = Meter::default();
        off.begin_search(WorkerId::MAIN);
        off.note(Event::Aborted);
        assert!(!off.is_on() && off.exchange(Vec::new()).is_empty());
        let mut on = Meter::on();
        on.begin_search(WorkerId::MAIN);
        on.note(Event::Aborted);
        assert_eq!(on.exchange(Vec::new()), [Event::Aborted]);
        assert!(on.is_on() && on.exchange(Vec::new()).is_empty());
    }
}
