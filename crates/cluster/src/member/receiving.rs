//! Receives messages, and passes them on.

use std::time::Duration;

use cleave_search::cluster::{Ask, KeyedEntry};

use super::{MOST_RECEIVED, MOST_SETTINGS, Member, Order};
use crate::identity::{Handshake, Identity};
use crate::message::{Malformed, Message, Report, Serial, Task, VERSION};
use crate::pursuit::Pursuit;
use crate::rank::Rank;

impl Member {
    pub(super) fn receive(&mut self, from: Rank, bytes: &[u8], now: Duration) {
        self.statistics.bytes_received += bytes.len() as u64;
        let Some(link) = self.links.iter_mut().find(|link| link.to() == from) else {
            self.receive_from_afar(from, bytes);
            return;
        };
        link.heard = now;
        match Message::decode(bytes) {
            Ok(message) => self.take(from, message, now),
            Err(error) => {
                self.statistics.malformed += 1;
                if let Malformed::Version(version) = error {
                    self.introduce(from, version);
                }
            }
        }
    }

    /// Receives a message of a rank that is no neighbour. It may only concern the distributed table.
    fn receive_from_afar(&mut self, from: Rank, bytes: &[u8]) {
        let may_send = self.homes.is_some() && self.tree.ranks().has(from);
        match Message::decode(bytes) {
            Ok(Message::Entries(_) | Message::Asks(_)) if may_send && self.is_mixed() => {}
            Ok(Message::Entries(entries)) if may_send => {
                self.keep(&entries);
            }
            Ok(Message::Asks(asks)) if may_send => self.take_asks(from, &asks),
            _ => self.statistics.malformed += 1,
        }
    }

    /// Reports a neighbour with another version of the protocol to the others. They may not receive
    /// or understand its own messages.
    fn introduce(&mut self, from: Rank, version: u8) {
        let program = format!("a program with version {version} of the protocol, not {VERSION}");
        let identity = Identity { program, ..self.census.own().clone() };
        if self.census.note(from, &identity) {
            self.post_to_all(&Message::Hello { rank: from, identity }, Some(from));
        }
    }

    fn take(&mut self, from: Rank, message: Message, now: Duration) {
        // Orders come from above only.
        let is_from_above = self.tree.parent() == Some(from);
        match message {
            Message::Hello { rank, .. } if !self.tree.ranks().has(rank) => {
                self.statistics.malformed += 1;
            }
            Message::Hello { rank, ref identity } => {
                if !self.census.note(rank, identity) && self.tree.parent().is_none() {
                    // The rank's search process is new, and has received nothing yet.
                    self.repeat_settings();
                }
                self.post_to_all(&message, Some(from));
            }
            // Results of another program would mislead the search.
            Message::Report(_) | Message::Entries(_) | Message::Asks(_) if self.is_mixed() => {}
            Message::Report(report) => self.take_report(from, report),
            Message::Entries(entries) => self.take_entries(from, &entries, now),
            Message::Asks(asks) => self.take_asks(from, &asks),
            Message::Alive { rank, serial, nodes } => {
                self.note_nodes(rank, serial, nodes);
                self.post_up(message);
            }
            _ if !is_from_above => self.statistics.malformed += 1,
            Message::Start(ref task) => {
                if self.take_task(task) {
                    self.post_down(&message);
                }
            }
            Message::Stop(serial) => self.take_stop(serial),
            Message::Setting { ref name, .. }
                if self.settings.len() >= MOST_SETTINGS && !self.settings.contains_key(name) =>
            {
                self.statistics.malformed += 1;
            }
            Message::Setting { ref name, ref value } => {
                self.take_setting(name, value);
                self.post_down(&message);
            }
        }
    }

    fn is_mixed(&self) -> bool {
        matches!(self.census.result(), Handshake::Refused(_))
    }

    fn repeat_settings(&mut self) {
        for (name, value) in self.settings.clone() {
            self.post_down(&Message::Setting { name, value });
        }
    }

    /// Sets an option, and resumes the search under way. Repeated settings do not interrupt it.
    fn take_setting(&mut self, name: &str, value: &str) {
        if self.settings.insert(name.into(), value.into()).as_deref() == Some(value) {
            return;
        }
        self.order(Order::Set { name: name.into(), value: value.into() });
        let under_way = self.pursuit.as_ref().filter(|pursuit| pursuit.serial > self.over);
        if let Some(root) = under_way.map(|pursuit| pursuit.root.clone()) {
            self.order(Order::Search(Box::new(root)));
        }
    }

    /// Accepts a task. Returns false if it is old.
    fn take_task(&mut self, task: &Task) -> bool {
        if task.serial <= self.over || task.serial < self.serial() {
            return false;
        }
        self.take_game(task.serial);
        if task.serial > self.serial() {
            self.pursue(Pursuit::new(task.serial, task.root.clone()));
            self.order(Order::Search(Box::new(task.root.clone())));
        }
        if let Some(pursuit) = &mut self.pursuit {
            pursuit.follow(task.clone());
        }
        true
    }

    /// Accepts a stop, and passes it on even if it is known here. The ranks below may have missed
    /// it.
    fn take_stop(&mut self, serial: Serial) {
        if serial < self.over {
            return;
        }
        self.take_game(serial);
        if serial > self.over && serial >= self.serial() {
            self.order(Order::Stop);
        }
        self.over = serial;
        self.post_down(&Message::Stop(serial));
    }

    /// Forgets the old game if this is a search of a later game.
    fn take_game(&mut self, serial: Serial) {
        if serial.game <= self.latest().game {
            return;
        }
        self.forget_entries();
        // A replaced process has an empty table, and clearing a large one takes time.
        if self.pursuit.is_some() {
            self.order(Order::NewGame);
        }
    }

    /// Accepts a report and passes it on to the others, unless this rank knows the same or a better
    /// one.
    fn take_report(&mut self, from: Rank, report: Report) {
        self.note_nodes(report.rank, report.serial, report.nodes);
        let is_current = report.serial == self.serial() && report.serial > self.over;
        let is_new = is_current
            && self.tree.ranks().has(report.rank)
            && self
                .pursuit
                .as_mut()
                .is_some_and(|pursuit| pursuit.learn(report.rank, &report.finding));
        if is_new {
            self.post_to_all(&Message::Report(report), Some(from));
        }
    }

    fn take_entries(&mut self, from: Rank, entries: &[KeyedEntry], now: Duration) {
        let new = self.keep(entries);
        if self.homes.is_none() {
            self.pass_on(&new, Some(from), now);
        }
    }

    /// Keeps entries until the search stores them. Returns those that are new.
    fn keep(&mut self, entries: &[KeyedEntry]) -> Vec<KeyedEntry> {
        self.statistics.entries_received += entries.len() as u64;
        let new: Vec<KeyedEntry> =
            entries.iter().copied().filter(|entry| self.sent.note(entry)).collect();
        let room = MOST_RECEIVED - self.received.len();
        self.statistics.entries_dropped += new.len().saturating_sub(room) as u64;
        self.received.extend(new.iter().take(room));
        new
    }

    fn take_asks(&mut self, from: Rank, asks: &[Ask]) {
        match &mut self.homes {
            Some(homes) => self.statistics.asks_dropped += homes.take_asks(from, asks) as u64,
            None => self.statistics.malformed += 1,
        }
    }

    fn note_nodes(&mut self, rank: Rank, serial: Serial, nodes: u64) {
        if serial == self.serial()
            && let Some(count) = self.nodes.get_mut(rank.index())
        {
            *count = nodes.max(*count);
        }
    }
}
