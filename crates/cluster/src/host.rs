//! Connects the search on one rank with the others.

use cleave_search::cluster::{Aim, Cluster, Cursor, Exchange, Finding};
use cleave_search::{Host, Signal, Status, Thinking};

use crate::member::Member;
use crate::message::Serial;
use crate::net::Net;

/// The host of a search on one rank. It serves the program around it and the other ranks.
pub struct RankHost<'h> {
    program: &'h mut dyn Host,
    member: &'h mut Member,
    net: &'h mut dyn Net,
    /// The search of this host.
    serial: Serial,
    /// The part of the search that has been exchanged, since its first call.
    seen: Option<Seen>,
    nodes: u64,
}

/// The part of a search that has been exchanged.
struct Seen {
    /// Changed entries that have been sent.
    changed: Cursor,
    /// Missing entries that have been asked for.
    missed: Cursor,
    /// Entries of other ranks that have been counted as used.
    used: u64,
}

impl<'h> RankHost<'h> {
    /// Creates the host of the next search on this rank. `program` gets the same calls as without a
    /// cluster.
    pub fn new(
        program: &'h mut dyn Host,
        member: &'h mut Member,
        net: &'h mut dyn Net,
    ) -> RankHost<'h> {
        // Between searches the network's clock gives the start of the search.
        net.now(None);
        let serial = member.serial();
        RankHost { program, member, net, serial, seen: None, nodes: 0 }
    }

    /// Returns true if this rank has a new order. The search learns that at its next check. Its
    /// findings until then must not count as results of the next search.
    fn is_over(&self) -> bool {
        self.member.serial() != self.serial || self.member.has_order()
    }

    /// Sends entries of the search, stores entries of others, and sends all due messages.
    fn exchange_at(&mut self, exchange: &Exchange<'_>) {
        if self.is_over() {
            return;
        }
        let now = self.net.now(Some(exchange.driver_time));
        let seen = self.seen.get_or_insert_with(|| Seen {
            changed: exchange.cursor(),
            missed: exchange.missed_cursor(),
            used: exchange.used(),
        });
        let overwritten = seen.changed.missed;
        let member = &mut *self.member;
        exchange.gather(&mut seen.changed, |entry| member.gathered(entry, now));
        if member.asks_from() > 0 {
            exchange.gather_asks(&mut seen.missed, |ask| member.ask(ask, now));
        }
        let used = exchange.used() - std::mem::replace(&mut seen.used, exchange.used());
        member.note_traffic(used, seen.changed.missed - overwritten);
        self.member.searched(self.nodes);
        self.member.poll(now, self.net);
        self.member.take_received().iter().for_each(|entry| exchange.store(entry));
        self.member.answer(now, self.net, |ask| exchange.answer(ask));
    }
}

impl Host for RankHost<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        self.nodes = status.nodes;
        match self.program.poll(status) {
            Signal::Continue if self.member.has_order() => Signal::Stop,
            signal => signal,
        }
    }

    fn thinking(&mut self, line: &Thinking) {
        self.program.thinking(line);
    }

    fn cluster(&mut self) -> Option<&mut dyn Cluster> {
        Some(self)
    }
}

impl Cluster for RankHost<'_> {
    fn choose_depth(&mut self, exchange: &Exchange<'_>, next: u32) -> u32 {
        self.exchange_at(exchange);
        if self.is_over() { next } else { self.member.choose_depth(next) }
    }

    fn begin(&mut self, exchange: &Exchange<'_>, aim: &Aim) {
        if self.is_over() {
            return;
        }
        self.member.begin(*aim);
        exchange.gather_from(self.member.least_depth());
        exchange.ask_from(self.member.asks_from());
        self.exchange_at(exchange);
    }

    fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding> {
        self.exchange_at(exchange);
        if self.is_over() { None } else { self.member.settled() }
    }

    fn taken_over(&mut self) {
        if !self.is_over() {
            self.member.taken_over();
        }
    }

    fn finished(&mut self, exchange: &Exchange<'_>, finding: &Finding) {
        if self.is_over() {
            return;
        }
        self.member.finished(finding, self.nodes);
        self.exchange_at(exchange);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::time::Duration;

    use cleave_board::{Position, Value};
    use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};

    use super::*;
    use crate::identity::Identity;
    use crate::message::{Message, Task};
    use crate::net::Full;
    use crate::rank::{Rank, Ranks};
    use crate::sharing::Sharing;

    /// A net that delivers at most one message at each poll.
    #[derive(Default)]
    struct Postman {
        arrives: VecDeque<Option<Message>>,
        sent: Vec<Message>,
    }

    impl Net for Postman {
        fn now(&mut self, _: Option<Duration>) -> Duration {
            Duration::ZERO
        }

        fn try_send(&mut self, _: Rank, message: &[u8]) -> Result<(), Full> {
            self.sent.push(Message::decode(message).expect("a member sends messages"));
            Ok(())
        }

        fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
            let message = self.arrives.pop_front().flatten()?;
            // The poll looks once more and finds nothing.
            self.arrives.push_front(None);
            Some((Rank::FIRST, message.encode()))
        }

        fn in_flight(&self) -> usize {
            0
        }

        fn is_closed(&self) -> bool {
            false
        }

        fn wait(&mut self) {}
    }

    fn serial_of(search: u32) -> Serial {
        Serial { game: 0, search }
    }

    fn start(serial: u32, depth: u32) -> Message {
        let root = Root::from(Position::start());
        let aim = Aim { depth, alpha: -Value::INFINITE, beta: Value::INFINITE };
        Message::Start(Box::new(Task { serial: serial_of(serial), root, aim, last: None }))
    }

    /// Lets rank 1 search. It knows that the first rank is at depth `lead` of search 1, and the
    /// messages arrive at the polls of its search. Returns the outcome and the sent messages.
    fn help(
        lead: u32,
        last: u32,
        arrive: impl IntoIterator<Item = Option<Message>>,
    ) -> (Outcome, Vec<Message>) {
        let identity = Identity::of_this_program();
        let ranks = Ranks::new(2).unwrap();
        let mut member = Member::new(Rank::new(1), ranks, identity, Sharing::default());
        let mut net = Postman { arrives: [Some(start(1, lead))].into(), ..Postman::default() };
        member.poll(Duration::ZERO, &mut net);
        member.take_order().expect("the search is an order");
        net.arrives = arrive.into_iter().collect();
        let root = Root::from(Position::start());
        let mut host = Undisturbed;
        let mut host = RankHost::new(&mut host, &mut member, &mut net);
        let outcome = Searcher::new(1).unwrap().search(&root, &Limits::to_depth(last), &mut host);
        (outcome, net.sent)
    }

    /// Returns the searches in the rank's reports.
    fn reported(arrive: impl IntoIterator<Item = Option<Message>>) -> Vec<Serial> {
        let serial = |message| match message {
            Message::Report(report) => Some(report.serial),
            _ => None,
        };
        help(1, 4, arrive).1.into_iter().filter_map(serial).collect()
    }

    #[test]
    fn a_result_is_not_reported_for_the_next_search() {
        let undisturbed = reported([]);
        assert!(!undisturbed.is_empty());
        assert!(undisturbed.iter().all(|&serial| serial == serial_of(1)));
        for polls_before in 0..4 {
            let before = std::iter::repeat_n(None, polls_before);
            let reported = reported(before.chain([Some(start(2, 1))]));
            assert!(reported.iter().all(|&serial| serial == serial_of(1)), "{reported:?}");
        }
    }

    /// This happens to a process that replaces a dead one deep in a search.
    #[test]
    fn a_rank_with_an_empty_table_stops_at_once() {
        let lead = 13;
        let (outcome, _) = help(lead, lead + 1, [None, None, Some(Message::Stop(serial_of(1)))]);
        assert!(outcome.nodes < 5_000, "{} nodes after the stop", outcome.nodes);
        assert!(outcome.best.is_some());
    }
}
