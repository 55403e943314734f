//! The search on one rank, connected with the others.

use std::time::Duration;

use cleave_search::units::Depth;
use cleave_search::virtual_time::Ticks;
use cleave_search::{Aim, Cluster, Cursor, Exchange, Finding, Host, Signal, Status, Thinking};

use crate::member::Member;
use crate::net::Net;

/// The host of a search on one rank: the program around it, and the other ranks.
pub struct RankHost<'h> {
    program: &'h mut dyn Host,
    member: &'h mut Member,
    net: &'h mut dyn Net,
    /// How far entries have been gathered, and how many of others were used, since the first call of
    /// the search.
    seen: Option<(Cursor, u64)>,
    nodes: u64,
}

impl<'h> RankHost<'h> {
    /// The host of the next search on this rank. `program` is told and asked as without a cluster.
    pub fn new(
        program: &'h mut dyn Host,
        member: &'h mut Member,
        net: &'h mut dyn Net,
    ) -> RankHost<'h> {
        // Between searches the network's clock says when the search begins.
        net.now(None);
        RankHost { program, member, net, seen: None, nodes: 0 }
    }

    /// The time, and what is due at it: entries of the search out, those of others in.
    fn exchange_at(&mut self, exchange: &Exchange<'_>) {
        let now = self.now(exchange.virtual_time);
        let begin = || (exchange.cursor(), exchange.used());
        let (cursor, used) = self.seen.get_or_insert_with(begin);
        let (missed_before, used_before) =
            (cursor.missed, std::mem::replace(used, exchange.used()));
        let member = &mut *self.member;
        exchange.gather(cursor, |entry| member.gathered(entry, now));
        self.member.note_traffic(*used - used_before, cursor.missed - missed_before);
        self.member.searched(self.nodes);
        self.member.poll(now, self.net);
        self.member.take_received().iter().for_each(|entry| exchange.store(entry));
    }

    fn now(&mut self, searched: Ticks) -> Duration {
        self.net.now(Some(searched.into()))
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
        self.member.choose_depth(next)
    }

    fn begin(&mut self, exchange: &Exchange<'_>, aim: &Aim) {
        self.member.begin(*aim);
        exchange.gather_from(Depth::new(self.member.least_depth() as i32));
        self.exchange_at(exchange);
    }

    fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding> {
        self.exchange_at(exchange);
        self.member.settled()
    }

    fn finished(&mut self, exchange: &Exchange<'_>, finding: &Finding) {
        self.member.finished(finding, self.nodes);
        self.exchange_at(exchange);
    }
}
