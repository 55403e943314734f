//! Receives and sends messages, and finds out who has died.

use std::collections::VecDeque;
use std::time::Duration;

use cleave_cluster::{Net, Rank};

use super::TdsRank;
use crate::game::Game;
use crate::message::{MOST_MESSAGES, Message, Packet};
use crate::node::Parent;

/// The time between two signs of life.
const BEAT: Duration = Duration::from_millis(100);

impl<G: Game> TdsRank<G> {
    /// Takes the arrived messages, and sends the due ones. Never waits.
    pub fn poll(&mut self, now: Duration, net: &mut dyn Net) {
        while let Some((from, bytes)) = net.try_receive() {
            self.receive(from, &bytes, now);
        }
        self.settle();
        if now >= self.last_beat + BEAT && self.this != Rank::FIRST {
            self.last_beat = now;
            self.outbox[Rank::FIRST.index()].push_back(Message::Alive);
        }
        if !self.has_ended {
            self.bury_the_silent(now);
        }
        self.settle();
        self.flush(net);
        self.has_ended |= net.is_closed();
    }

    /// Returns true if messages wait for the next poll: at the beginning, or because the network took no more.
    pub fn has_mail(&self) -> bool {
        !self.own.is_empty() || self.outbox.iter().any(|messages| !messages.is_empty())
    }

    /// Returns the time of the next poll that is due without a message.
    pub fn alarm(&self) -> Duration {
        match &self.lead {
            None => self.last_beat + BEAT,
            Some(lead) => {
                let others = self.living.iter().filter(|&&rank| rank != self.this);
                let oldest = others.map(|rank| lead.heard[rank.index()]).min();
                let silent = |heard| heard + self.plan.patience + Duration::from_nanos(1);
                oldest.map_or(Duration::MAX, silent)
            }
        }
    }

    pub(super) fn post(&mut self, to: Rank, message: Message) {
        match to == self.this {
            true => self.own.push_back(message),
            false => self.outbox[to.index()].push_back(message),
        }
    }

    fn receive(&mut self, from: Rank, bytes: &[u8], now: Duration) {
        if !self.ranks.has(from) {
            self.statistics.malformed += 1;
            return;
        }
        if let Some(lead) = &mut self.lead {
            lead.heard[from.index()] = now;
        }
        let Ok(packet) = Packet::decode(bytes) else {
            self.statistics.malformed += 1;
            return;
        };
        if packet.epoch > self.epoch {
            self.enter_epoch(packet.epoch, packet.dead);
        }
        if packet.epoch == self.epoch {
            for message in packet.messages {
                self.take(from, message);
                self.settle();
            }
        }
    }

    /// Takes all messages of this rank to itself, and those that follow from them.
    pub(super) fn settle(&mut self) {
        while let Some(message) = self.own.pop_front() {
            self.take(self.this, message);
        }
    }

    fn take(&mut self, from: Rank, message: Message) {
        match message {
            Message::Job { parent, child, bound, position } => {
                self.take_job(Parent { rank: from, search: parent, child }, bound, &position);
            }
            Message::Result { parent, child, value } => self.take_result(parent, child, value),
            Message::Cancel { search, parent } => self.take_cancel(from, search, parent),
            Message::Probe(search) => self.take_probe(from, search),
            Message::Answer { search, lower, upper, best } => {
                self.take_answer(search, (lower, upper), best);
            }
            Message::Store { search, value, best } => self.take_store(search, value, best),
            Message::Alive => {}
            Message::End if from == Rank::FIRST => self.has_ended = true,
            Message::End => self.statistics.malformed += 1,
        }
    }

    /// Begins a new epoch without the ranks that have been silent for too long.
    fn bury_the_silent(&mut self, now: Duration) {
        let Some(lead) = &self.lead else { return };
        let is_silent =
            |rank: &Rank| *rank != self.this && now > lead.heard[rank.index()] + self.plan.patience;
        let silent: Vec<Rank> = self.living.iter().copied().filter(is_silent).collect();
        if !silent.is_empty() {
            let dead = [self.dead.clone(), silent].concat();
            self.enter_epoch(self.epoch.saturating_add(1), dead);
            self.begin_pass();
        }
    }

    /// Forgets all nodes, and deals the homes anew among the living.
    fn enter_epoch(&mut self, epoch: u32, dead: Vec<Rank>) {
        let living: Vec<Rank> = self.ranks.iter().filter(|rank| !dead.contains(rank)).collect();
        if living.is_empty() {
            self.statistics.malformed += 1;
            return;
        }
        (self.epoch, self.dead, self.living) = (epoch, dead, living);
        self.nodes.clear();
        self.ready.clear();
        self.own.clear();
        self.outbox.iter_mut().for_each(VecDeque::clear);
    }

    /// Sends what the network takes.
    fn flush(&mut self, net: &mut dyn Net) {
        for to in self.ranks.iter() {
            while !self.outbox[to.index()].is_empty() {
                let outbox = &mut self.outbox[to.index()];
                let count = outbox.len().min(MOST_MESSAGES);
                let messages = outbox.iter().take(count).cloned().collect();
                let packet = Packet { epoch: self.epoch, dead: self.dead.clone(), messages };
                let bytes = packet.encode();
                if net.try_send(to, &bytes).is_err() {
                    break;
                }
                outbox.drain(..count);
                self.statistics.packets += 1;
                self.statistics.bytes += bytes.len() as u64;
            }
        }
    }
}
