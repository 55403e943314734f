//! One rank of the cluster: what it takes in, passes on, and tells its search.

mod receiving;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use cleave_search::cluster::{Aim, Finding, KeyedEntry, follower_depth};
use cleave_search::{Root, Verdict};

use crate::identity::{Census, Handshake, Identity};
use crate::link::Link;
use crate::message::{Message, Serial};
use crate::net::Net;
use crate::pursuit::Pursuit;
use crate::rank::{Rank, Ranks};
use crate::sent::Sent;
use crate::sharing::Sharing;
use crate::statistics::Statistics;
use crate::tree::Tree;

/// How often the first rank repeats where it is, and the others that they are there: a message that
/// was lost is made up for after this time.
const BEAT: Duration = Duration::from_millis(100);

/// Entries received that wait to be stored; more are dropped.
const MOST_RECEIVED: usize = 1 << 14;

/// What the first rank wants of another.
#[derive(Clone, Debug)]
pub enum Order {
    /// Search this until another order comes.
    Search(Box<Root>),
    /// Stop searching.
    Stop,
    /// Forget all games before.
    NewGame,
    /// An option has a new value.
    Set {
        /// The name of the option.
        name: String,
        /// Its value, as the user would write it.
        value: String,
    },
    /// End the program.
    Quit,
}

/// One rank of the cluster, without a network, a clock or a search of its own: all of them are handed
/// to it.
#[derive(Debug)]
pub struct Member {
    tree: Tree,
    sharing: Sharing,
    census: Census,
    links: Vec<Link>,
    /// The search under way, or the last one.
    pursuit: Option<Pursuit>,
    /// The last search that is over, by the first rank's word.
    over: Serial,
    /// Not yet taken by this rank.
    orders: VecDeque<Order>,
    received: Vec<KeyedEntry>,
    sent: Sent,
    statistics: Statistics,
    /// Whose result was the first to settle the search of the root under way.
    offered: Option<Rank>,
    /// What the first rank has set, by option.
    settings: BTreeMap<String, String>,
    /// Nodes of each rank in the search under way, as far as they have told.
    nodes: Vec<u64>,
    /// When it was last told where the first rank is, or that this rank is there.
    last_beat: Duration,
}

impl Member {
    /// A rank of a cluster that has done nothing yet. It greets its neighbours when it is first polled.
    ///
    /// # Panics
    /// If `rank` is none of `ranks`.
    pub fn new(rank: Rank, ranks: Ranks, identity: Identity, sharing: Sharing) -> Member {
        let tree = Tree::new(rank, ranks, sharing.fan_out);
        let mut member = Member {
            tree,
            sharing,
            census: Census::new(identity, rank, ranks),
            links: tree.neighbours().map(Link::new).collect(),
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

    /// Its number.
    pub fn rank(&self) -> Rank {
        self.tree.rank()
    }

    /// Whether all ranks run the same program.
    pub fn handshake(&self) -> Handshake {
        self.census.result()
    }

    /// What it has sent and received so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Nodes that all other ranks have searched in this search, as far as they have told.
    pub fn nodes_of_others(&self) -> u64 {
        self.nodes.iter().sum::<u64>() - self.nodes[self.rank().index()]
    }

    /// Neighbours that have not been heard of for this long.
    pub fn silent_neighbours(&self, now: Duration, limit: Duration) -> Vec<Rank> {
        let silent = self.links.iter().filter(|link| link.heard + limit < now);
        silent.map(Link::to).collect()
    }

    /// Takes in what has arrived, and sends what is due. Never waits.
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
        let in_flight = &mut self.statistics.most_in_flight;
        *in_flight = (*in_flight).max(net.in_flight());
    }

    /// Says again what may have been lost.
    fn beat(&mut self) {
        let serial = self.serial();
        if self.tree.parent().is_some() {
            let (rank, nodes) = (self.rank(), self.nodes[self.rank().index()]);
            self.post_up(Message::Alive { rank, serial, nodes });
        } else if self.over >= serial {
            // Not the number of the search: a game may have begun since, with no search yet.
            self.post_down(&Message::Stop(self.over));
        } else if let Some(task) = self.pursuit.as_ref().and_then(Pursuit::task) {
            self.post_down(&Message::Start(Box::new(task)));
        }
    }

    /// The last search that this rank has heard of.
    fn latest(&self) -> Serial {
        self.serial().max(self.over)
    }

    /// The search under way, or the last one.
    pub fn serial(&self) -> Serial {
        self.pursuit.as_ref().map_or(Serial::default(), |pursuit| pursuit.serial)
    }

    // The first rank's part.

    /// A search begins on the first rank; the others hear of it with its first iteration.
    pub fn start(&mut self, root: &Root) {
        let serial = self.latest().next();
        self.pursue(Pursuit::new(serial, root.clone()));
    }

    /// The search on the first rank is over.
    pub fn stop(&mut self) {
        self.over = self.serial();
        self.post_down(&Message::Stop(self.over));
    }

    /// A new game begins on all ranks.
    pub fn new_game(&mut self) {
        self.forget_entries();
        self.over = self.latest().next_game();
        self.post_down(&Message::Stop(self.over));
    }

    /// An option gets a new value on all other ranks.
    pub fn set(&mut self, name: &str, value: &str) {
        self.settings.insert(name.into(), value.into());
        self.post_down(&Message::Setting { name: name.into(), value: value.into() });
    }

    // The others' part.

    /// What this rank is to do next, if anything has come that it has not been told yet.
    pub fn take_order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// True if an order waits: the search under way ends.
    pub fn has_order(&self) -> bool {
        !self.orders.is_empty()
    }

    fn order(&mut self, order: Order) {
        match order {
            Order::Search(_) | Order::Stop => {
                self.orders.retain(|old| !matches!(old, Order::Search(_) | Order::Stop));
            }
            Order::Quit => self.orders.clear(),
            Order::NewGame | Order::Set { .. } => {}
        }
        self.orders.push_back(order);
    }

    // The search's part.

    /// The depth for the next iteration of this rank, which would be `next` by itself.
    pub fn choose_depth(&self, next: u32) -> u32 {
        match &self.pursuit {
            Some(pursuit) if self.rank() != Rank::FIRST => {
                let ahead = self.sharing.staggered && self.rank().number() % 2 == 1;
                follower_depth(next, pursuit.lead_depth(), ahead)
            }
            _ => next,
        }
    }

    /// A search of the root begins on this rank.
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

    /// What another rank has found, if that settles the search of the root under way here.
    pub fn settled(&mut self) -> Option<Finding> {
        let this = self.rank();
        let (rank, finding) = self.pursuit.as_ref()?.settled(this)?;
        self.offered.get_or_insert(*rank);
        Some(finding.clone())
    }

    /// The search of the root has ended with the result that settled it first.
    pub fn taken_over(&mut self) {
        if let Some(rank) = self.offered.take() {
            self.statistics.note_used(rank);
        }
    }

    /// This rank has finished a search of the root, after so many nodes.
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

    /// The least depth of entries to gather; 0 if there is nobody to send them to.
    pub fn least_depth(&self) -> u32 {
        let depth = self.pursuit.as_ref().map_or(0, Pursuit::own_depth);
        if self.links.is_empty() { 0 } else { self.sharing.least_depth_at(depth) }
    }

    /// The search has a new entry of a node that is deep enough.
    pub fn gathered(&mut self, entry: KeyedEntry, now: Duration) {
        if self.sent.note(&entry) {
            self.pass_on(&[entry], None, now);
        }
    }

    /// Entries of other ranks, to be stored now.
    pub fn take_received(&mut self) -> Vec<KeyedEntry> {
        std::mem::take(&mut self.received)
    }

    /// The search on this rank has come to so many nodes.
    pub fn searched(&mut self, nodes: u64) {
        let rank = self.rank();
        self.nodes[rank.index()] = nodes;
    }

    /// So many times more the search has used an entry of another rank, and so many more of its own
    /// were overwritten before they were gathered.
    pub fn note_traffic(&mut self, used: u64, missed: u64) {
        self.statistics.entries_used += used;
        self.statistics.entries_dropped += missed;
    }

    fn forget_entries(&mut self) {
        self.sent.forget();
        self.received.clear();
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
