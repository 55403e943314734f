//! The outgoing queue to one neighbour.

use std::collections::VecDeque;
use std::time::Duration;

use cleave_search::Verdict;
use cleave_search::cluster::KeyedEntry;

use crate::batch::Batch;
use crate::message::Message;
use crate::net::Net;
use crate::rank::Rank;
use crate::sharing::Sharing;
use crate::statistics::Statistics;

/// The messages and entries that have not been sent to one neighbour yet.
#[derive(Debug)]
pub(crate) struct Link {
    to: Rank,
    /// Messages that must arrive. They are few, because a later message replaces those that it
    /// makes superfluous.
    messages: VecDeque<Message>,
    entries: Batch<KeyedEntry>,
    /// The time of this neighbour's last message.
    pub(crate) heard: Duration,
}

/// The number of messages kept for a neighbour that takes none. After that, results are dropped.
const MOST_MESSAGES: usize = 64;

impl Link {
    pub(crate) fn new(to: Rank) -> Link {
        Link { to, messages: VecDeque::new(), entries: Batch::default(), heard: Duration::ZERO }
    }

    pub(crate) fn to(&self) -> Rank {
        self.to
    }

    /// Adds a message, and removes unsent messages that it makes superfluous.
    pub(crate) fn post(&mut self, message: Message) {
        self.messages.retain(|earlier| !is_superseded(earlier, &message));
        // A late result is useless, and so is a greeting that comes again. A late order is not.
        let is_late = |old: &Message| match (old, &message) {
            (Message::Report(_) | Message::Alive { .. }, _) => true,
            (Message::Hello { rank: old, .. }, Message::Hello { rank, .. }) => old == rank,
            _ => false,
        };
        if self.messages.len() >= MOST_MESSAGES
            && let Some(place) = self.messages.iter().position(is_late)
        {
            self.messages.remove(place);
        }
        self.messages.push_back(message);
    }

    /// Adds an entry to the next message of entries. Returns false if there is no room.
    pub(crate) fn add(&mut self, entry: KeyedEntry, now: Duration, sharing: &Sharing) -> bool {
        self.entries.add(entry, now, sharing)
    }

    /// Sends the due messages, as long as the net takes them.
    pub(crate) fn flush(
        &mut self,
        now: Duration,
        net: &mut dyn Net,
        sharing: &Sharing,
        statistics: &mut Statistics,
    ) {
        while let Some(message) = self.messages.front() {
            if !statistics.send(net, self.to, message) {
                break;
            }
            self.messages.pop_front();
        }
        while let Some(entries) = self.entries.take_due(now, sharing) {
            statistics.send_entries(net, self.to, entries);
        }
    }
}

/// Returns true if `later` makes `earlier` superfluous.
fn is_superseded(earlier: &Message, later: &Message) -> bool {
    match (earlier, later) {
        (Message::Start(_), Message::Start(_)) => true,
        (Message::Start(task), Message::Stop(over)) => task.serial <= *over,
        (Message::Stop(old), Message::Stop(new)) => old <= new,
        (Message::Stop(over), Message::Start(task)) => *over < task.serial,
        // A bound settles only searches of its own depth, so it replaces nothing.
        (Message::Report(old), Message::Report(new)) => {
            let (earlier, later) = (&old.finding, &new.finding);
            let says_more = later.verdict == Verdict::Exact && earlier.depth < later.depth;
            old.serial < new.serial || old.serial == new.serial && says_more
        }
        (Message::Alive { rank: old, .. }, Message::Alive { rank: new, .. }) => old == new,
        (Message::Setting { name: old, .. }, Message::Setting { name: new, .. }) => old == new,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::{Position, Value};
    use cleave_search::Root;
    use cleave_search::cluster::{Aim, Finding};

    use super::*;
    use crate::message::{Report, Serial, Task};

    fn serial(game: u32, search: u32) -> Serial {
        Serial { game, search }
    }

    fn start(game: u32, search: u32) -> Message {
        let aim = Aim { depth: 9, alpha: Value::new(-20), beta: Value::new(20) };
        let root = Root::from(Position::start());
        Message::Start(Box::new(Task { serial: serial(game, search), root, aim, last: None }))
    }

    fn stop(game: u32, search: u32) -> Message {
        Message::Stop(serial(game, search))
    }

    /// Superfluous messages are dropped, and the others are sent in order.
    #[test]
    fn a_later_search_makes_the_end_of_an_earlier_one_superfluous() {
        for (earlier, later, expected) in [
            (stop(0, 2), start(0, 3), true),
            (stop(0, 9), start(1, 1), true),
            (stop(0, 3), start(0, 3), false),
            (stop(0, 4), start(0, 3), false),
            (start(0, 3), stop(0, 3), true),
            (start(0, 3), stop(0, 2), false),
            (start(0, 3), start(0, 3), true),
            (stop(0, 2), stop(0, 3), true),
            (stop(0, 3), stop(0, 2), false),
        ] {
            assert_eq!(is_superseded(&earlier, &later), expected, "{earlier:?} {later:?}");
        }
    }

    /// Ranks at other depths need the other reports.
    #[test]
    fn a_bound_replaces_nothing() {
        let report = |depth, verdict| {
            let finding = Finding { depth, value: Value::new(7), verdict, line: Vec::new() };
            Message::Report(Report { serial: serial(0, 1), rank: Rank::FIRST, nodes: 0, finding })
        };
        let (exact, bound) = (Verdict::Exact, Verdict::AtMost);
        for (earlier, later, expected) in [
            (report(10, exact), report(11, bound), false),
            (report(10, exact), report(11, exact), true),
            (report(10, bound), report(11, bound), false),
            (report(10, bound), report(11, exact), true),
            (report(11, bound), report(11, exact), false),
        ] {
            assert_eq!(is_superseded(&earlier, &later), expected, "{earlier:?} {later:?}");
        }
    }
}
