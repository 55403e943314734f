//! One rank of the cluster: it receives messages, passes them on, and informs its search.

mod asking;
mod receiving;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use cleave_search::cluster::{Aim, Finding, KeyedEntry, follower_depth};
use cleave_search::{Root, Verdict};

use crate::homes::Homes;
use crate::identity::{Census, Handshake, Identity};
use crate::link::Link;
use crate::message::{Message, Serial};
use crate::net::Net;
use crate::pursuit::Pursuit;
use crate::rank::{Rank, Ranks};
use crate::sent::Sent;
use crate::sharing::{Receivers, Sharing};
use crate::statistics::Statistics;
use crate::tree::Tree;

/// The time between two repetitions: of the first rank's position in the search, and of the others'
/// signs of life. After this time a lost message is replaced.
const BEAT: Duration = Duration::from_millis(100);

/// The maximum number of received entries that wait to be stored. More are dropped.
const MOST_RECEIVED: usize = 1 << 14;

/// The maximum number of options that the first rank may set: more than the program has.
const MOST_SETTINGS: usize = 256;

/// An order of the first rank to another.
#[derive(Clone, Debug)]
pub enum Order {
    /// Search this until another order comes.
    Search(Box<Root>),
    /// Stop searching.
    Stop,
    /// Forget all earlier games.
    NewGame,
    /// An option has a new value.
    Set {
        /// The name of the option.
        name: String,
        /// The value, in the user's notation.
        value: String,
    },
    /// End the program.
    Quit,
}

/// One rank of the cluster. The caller provides its network, its clock and its search.
#[derive(Debug)]
pub struct Member {
    tree: Tree,
    sharing: Sharing,
    census: Census,
    links: Vec<Link>,
    /// The ways to the homes of positions, if the table is distributed.
    homes: Option<Homes>,
    /// The search under way, or the last one.
    pursuit: Option<Pursuit>,
    /// The last search that is over, according to the first rank.
    over: Serial,
    /// The orders that this rank has not taken yet.
    orders: VecDeque<Order>,
    received: Vec<KeyedEntry>,
    sent: Sent,
    statistics: Statistics,
    /// The rank whose result was the first to settle the search of the root under way.
    offered: Option<Rank>,
    /// The values that the first rank has set, by option.
    settings: BTreeMap<String, String>,
    /// The nodes of each rank in the search under way, from its last report.
    nodes: Vec<u64>,
    /// The time of the last repetition.
    last_beat: Duration,
}

impl Member {
    /// Creates a rank. It greets its neighbours at its first poll.
    ///
    /// # Panics
    /// If `rank` is not one of `ranks`.
    pub fn new(rank: Rank, ranks: Ranks, identity: Identity, sharing: Sharing) -> Member {
        let tree = Tree::new(rank, ranks, sharing.fan_out);
        let homes = match sharing.receivers {
            Receivers::All => None,
            Receivers::Home { ask_from } => Some(Homes::new(rank, ranks, ask_from)),
        };
        let mut member = Member {
            tree,
            sharing,
            census: Census::new(identity, rank, ranks),
            links: tree.neighbours().map(Link::new).collect(),
            homes,
            pursuit: None,
            over: Serial::default(),
            orders: VecDeque::new(),
            received: Vec::new(),
            sent: Sent::new(),
            statistics: Statistics {
                results_used: vec![0; ranks.count()],
                ..Statistics::default()
            },
            offered: None,
            settings: BTreeMap::new(),
            nodes: vec![0; ranks.count()],
            last_beat: Duration::ZERO,
        };
        let identity = member.census.own().clone();
        member.post_to_all(&Message::Hello { rank, identity }, None);
        member
    }

    /// Returns the number of this rank.
    pub fn rank(&self) -> Rank {
        self.tree.rank()
    }

    /// Returns the result of comparing the programs of all ranks.
    pub fn handshake(&self) -> Handshake {
        self.census.result()
    }

    /// Returns the statistics of this rank so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the nodes of all other ranks in this search, from their last reports.
    pub fn nodes_of_others(&self) -> u64 {
        let this = self.rank().index();
        let others = self.nodes.iter().enumerate().filter(|&(rank, _)| rank != this);
        // A rank may report any number.
        others.fold(0, |sum, (_, &nodes)| sum.saturating_add(nodes))
    }

    /// Returns the neighbours that have sent nothing for this time.
    pub fn silent_neighbours(&self, now: Duration, limit: Duration) -> Vec<Rank> {
        let silent = self.links.iter().filter(|link| link.heard + limit < now);
        silent.map(Link::to).collect()
    }

    /// Takes the arrived messages and sends the due ones. Never waits.
    pub fn poll(&mut self, now: Duration, net: &mut dyn Net) {
        while let Some((from, bytes)) = net.try_receive() {
            self.receive(from, &bytes, now);
        }
        if net.is_closed() {
            self.order(Order::Quit);
        }
        if now >= self.last_beat + BEAT {
            self.last_beat = now;
            self.beat();
        }
        for link in &mut self.links {
            link.flush(now, net, &self.sharing, &mut self.statistics);
        }
        if let Some(homes) = &mut self.homes {
            homes.flush(now, net, &self.sharing, &mut self.statistics);
        }
        let in_flight = &mut self.statistics.most_in_flight;
        *in_flight = (*in_flight).max(net.in_flight());
    }

    /// Repeats messages that may have been lost.
    fn beat(&mut self) {
        let serial = self.serial();
        if self.tree.parent().is_some() {
            let (rank, nodes) = (self.rank(), self.nodes[self.rank().index()]);
            self.post_up(Message::Alive { rank, serial, nodes });
        } else if self.over >= serial {
            // Not the number of the last search: a game may have begun since, without a search so
            // far.
            self.post_down(&Message::Stop(self.over));
        } else if let Some(task) = self.pursuit.as_ref().and_then(Pursuit::task) {
            self.post_down(&Message::Start(Box::new(task)));
        }
    }

    /// Returns the last search that this rank knows.
    fn latest(&self) -> Serial {
        self.serial().max(self.over)
    }

    /// Returns the search under way, or the last one.
    pub fn serial(&self) -> Serial {
        self.pursuit.as_ref().map_or(Serial::default(), |pursuit| pursuit.serial)
    }

    // The first rank's part.

    /// Begins a search on the first rank. The others learn of it with its first iteration.
    pub fn start(&mut self, root: &Root) {
        let serial = self.latest().next();
        self.pursue(Pursuit::new(serial, root.clone()));
    }

    /// Ends the search on the first rank.
    pub fn stop(&mut self) {
        self.over = self.serial();
        self.post_down(&Message::Stop(self.over));
    }

    /// Begins a new game on all ranks.
    pub fn new_game(&mut self) {
        self.forget_entries();
        self.over = self.latest().next_game();
        self.post_down(&Message::Stop(self.over));
    }

    /// Sets an option on all other ranks.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.insert(name.into(), value.into());
        self.post_down(&Message::Setting { name: name.into(), value: value.into() });
    }

    // The others' part.

    /// Returns the next order for this rank, if there is one.
    pub fn take_order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// Returns true if an order waits. The search under way must then end.
    pub fn has_order(&self) -> bool {
        !self.orders.is_empty()
    }

    fn order(&mut self, order: Order) {
        match order {
            Order::Search(_) | Order::Stop => {
                self.orders.retain(|old| !matches!(old, Order::Search(_) | Order::Stop));
            }
            Order::Quit => self.orders.clear(),
            Order::NewGame => self.orders.retain(|old| !matches!(old, Order::NewGame)),
            Order::Set { name: ref new, .. } => {
                self.orders.retain(|old| !matches!(old, Order::Set { name, .. } if name == new));
            }
        }
        self.orders.push_back(order);
    }

    // The search's part.

    /// Returns the depth for the next iteration of this rank, which would be `next` by itself.
    pub fn choose_depth(&self, next: u32) -> u32 {
        match &self.pursuit {
            Some(pursuit) if self.rank() != Rank::FIRST => {
                let ahead = self.sharing.staggered && self.rank().number() % 2 == 1;
                follower_depth(next, pursuit.lead_depth(), ahead)
            }
            _ => next,
        }
    }

    /// Begins a search of the root on this rank.
    pub fn begin(&mut self, aim: Aim) {
        let is_first = self.rank() == Rank::FIRST;
        let Some(pursuit) = &mut self.pursuit else { return };
        pursuit.begin(aim);
        self.offered = None;
        if is_first {
            pursuit.lead(aim);
            if let Some(task) = pursuit.task() {
                self.post_down(&Message::Start(Box::new(task)));
            }
        }
    }

    /// Returns another rank's finding that settles the search of the root under way here, if there
    /// is one.
    pub fn settled(&mut self) -> Option<Finding> {
        let this = self.rank();
        let (rank, finding) = self.pursuit.as_ref()?.settled(this)?;
        self.offered.get_or_insert(*rank);
        Some(finding.clone())
    }

    /// Counts that the search of the root has ended with the first result that settled it.
    pub fn taken_over(&mut self) {
        if let Some(rank) = self.offered.take() {
            self.statistics.note_used(rank);
        }
    }

    /// Records that this rank has finished a search of the root, after `nodes` nodes.
    pub fn finished(&mut self, finding: &Finding, nodes: u64) {
        let rank = self.rank();
        self.searched(nodes);
        let Some(pursuit) = &mut self.pursuit else { return };
        if pursuit.learn(rank, finding) {
            let report = pursuit.report(rank, nodes, finding.clone());
            // The first rank's results go down with its next iteration.
            if rank != Rank::FIRST || finding.verdict != Verdict::Exact {
                self.post_to_all(&Message::Report(report), None);
            }
        }
    }

    /// Returns the least depth of entries to gather, or 0 if there is no other rank.
    pub fn least_depth(&self) -> u32 {
        let depth = self.pursuit.as_ref().map_or(0, Pursuit::own_depth);
        if self.links.is_empty() { 0 } else { self.sharing.least_depth_at(depth) }
    }

    /// Sends a new entry of the search on its way.
    pub fn gathered(&mut self, entry: KeyedEntry, now: Duration) {
        if !self.sent.note(&entry) {
            return;
        }
        if let Some(homes) = &mut self.homes {
            let has_room = homes.store(entry, now, &self.sharing);
            self.statistics.entries_dropped += u64::from(!has_room);
        } else {
            self.pass_on(&[entry], None, now);
        }
    }

    /// Returns the entries of other ranks that must be stored now.
    pub fn take_received(&mut self) -> Vec<KeyedEntry> {
        std::mem::take(&mut self.received)
    }

    /// Records the number of nodes of the search on this rank.
    pub fn searched(&mut self, nodes: u64) {
        let rank = self.rank();
        self.nodes[rank.index()] = nodes;
    }

    /// Adds to the statistics: uses of other ranks' entries, and own entries that were overwritten
    /// before they were gathered.
    pub fn note_traffic(&mut self, used: u64, missed: u64) {
        self.statistics.entries_used += used;
        self.statistics.entries_dropped += missed;
    }

    fn forget_entries(&mut self) {
        self.sent.forget();
        self.received.clear();
        self.homes.iter_mut().for_each(Homes::forget);
    }

    // Sending.

    fn pursue(&mut self, pursuit: Pursuit) {
        self.nodes.fill(0);
        self.pursuit = Some(pursuit);
    }

    fn pass_on(&mut self, entries: &[KeyedEntry], from: Option<Rank>, now: Duration) {
        for link in self.links.iter_mut().filter(|link| Some(link.to()) != from) {
            for &entry in entries {
                let has_room = link.add(entry, now, &self.sharing);
                self.statistics.entries_dropped += u64::from(!has_room);
            }
        }
    }

    fn post_to_all(&mut self, message: &Message, but: Option<Rank>) {
        let others = self.links.iter_mut().filter(|link| Some(link.to()) != but);
        others.for_each(|link| link.post(message.clone()));
    }

    fn post_down(&mut self, message: &Message) {
        self.post_to_all(message, self.tree.parent());
    }

    fn post_up(&mut self, message: Message) {
        let parent = self.tree.parent();
        if let Some(link) = self.links.iter_mut().find(|link| Some(link.to()) == parent) {
            link.post(message);
        }
    }
}

#[cfg(test)]
mod tests;
