//! One rank: it takes jobs, searches, and sends values. It has no network, clock or thread; its caller provides them.
//!
//! A rank that dies takes its nodes along, and their parents would wait for ever. The first rank notices its silence. It
//! then begins a new *epoch*: all ranks drop their nodes, the homes are dealt anew among the living, and the first rank
//! sends the root again. Every packet names its epoch and the dead, so a rank learns of an epoch from any packet. The
//! tables of the living stay, so most of the work done is found again. The first rank has the root, and ends the search
//! if it dies.

mod asking;
mod exchange;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::time::Duration;

use cleave_cluster::{Rank, Ranks};
use cleave_smp::random::mix;

use crate::driver::{Driver, Pass};
use crate::game::Game;
use crate::message::{Message, Search};
use crate::node::{After, Node, Open, Parent, State};
use crate::searcher::Searcher;
use crate::table::{NO_CHILD, proven};

/// Where a node is searched, and where its entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Transposition-driven scheduling: both at the home of the position.
    Tds,
    /// Nodes are dealt by their parents. Every rank has a table of its own.
    OwnTables,
    /// Nodes are dealt by their parents. A rank asks the home of the position, and a node waits for the answer. Results
    /// go to the home.
    DistributedTable,
}

/// What all ranks must know before they begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Where nodes and entries are.
    pub scheme: Scheme,
    /// The depth of the last iteration, 1 to 100.
    pub depth: u8,
    /// A node of at most this depth, at least 1, is searched by one rank alone.
    pub grain: u8,
    /// The table of a rank has 2 to the power of this many buckets of two entries.
    pub table_bits: u32,
    /// A rank that is silent for so long is dead.
    pub patience: Duration,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            scheme: Scheme::Tds,
            depth: 6,
            grain: 3,
            table_bits: 16,
            patience: Duration::from_secs(2),
        }
    }
}

/// The result of the search, on the first rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value of the root, for its side to move.
    pub value: i32,
}

/// Counts of one rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Nodes visited.
    pub nodes: u64,
    /// Jobs for children.
    pub jobs: u64,
    /// Jobs that the table answered.
    pub answered: u64,
    /// Jobs that joined a search under way.
    pub met: u64,
    /// Nodes that were given up after a cutoff above.
    pub cancelled: u64,
    /// Questions to the table of another rank.
    pub asked: u64,
    /// Packets sent.
    pub packets: u64,
    /// Bytes sent.
    pub bytes: u64,
    /// Packets or messages that could not be read.
    pub malformed: u64,
}

/// The root, on the first rank.
#[derive(Clone, Debug)]
struct Lead<P> {
    root: P,
    driver: Driver,
    /// The search that waits for the root: none of the tree, a ply above.
    above: Search,
    /// When a rank has been heard last, by rank.
    heard: Vec<Duration>,
}

/// One rank of the cluster. The caller provides its network and its clock.
#[derive(Clone, Debug)]
pub struct TdsRank<G: Game> {
    this: Rank,
    ranks: Ranks,
    plan: Plan,
    epoch: u32,
    dead: Vec<Rank>,
    living: Vec<Rank>,
    searcher: Searcher<G>,
    nodes: BTreeMap<Search, Node<G::Position>>,
    /// The nodes that can be searched: least depth first, then the oldest.
    ready: BinaryHeap<Reverse<(u8, u64, Search)>>,
    /// Nodes that have become ready so far.
    serial: u64,
    /// Messages of this rank to itself.
    own: VecDeque<Message>,
    /// Messages that have not been sent, by rank.
    outbox: Vec<VecDeque<Message>>,
    lead: Option<Lead<G::Position>>,
    last_beat: Duration,
    has_ended: bool,
    statistics: Statistics,
}

impl<G: Game> TdsRank<G> {
    /// Creates a rank. The first rank begins to search `root` at its first poll.
    ///
    /// # Panics
    /// If `rank` is not one of `ranks`, or the plan's depth or grain is out of range.
    pub fn new(rank: Rank, ranks: Ranks, plan: Plan, game: G, root: &G::Position) -> TdsRank<G> {
        assert!(ranks.has(rank), "{rank} of {} ranks", ranks.count());
        assert!((1..=100).contains(&plan.depth) && plan.grain > 0, "{plan:?}");
        let lead = Lead {
            root: root.clone(),
            driver: Driver::new(plan.depth),
            above: Search { key: 0, depth: 0, bound: 0 },
            heard: vec![Duration::ZERO; ranks.count()],
        };
        let mut this = TdsRank {
            this: rank,
            ranks,
            plan,
            epoch: 0,
            dead: Vec::new(),
            living: ranks.iter().collect(),
            searcher: Searcher::new(game, plan.table_bits),
            nodes: BTreeMap::new(),
            ready: BinaryHeap::new(),
            serial: 0,
            own: VecDeque::new(),
            outbox: vec![VecDeque::new(); ranks.count()],
            lead: (rank == Rank::FIRST).then_some(lead),
            last_beat: Duration::ZERO,
            has_ended: false,
            statistics: Statistics::default(),
        };
        this.begin_pass();
        this
    }

    /// Returns the result of the first rank, when it has one.
    pub fn outcome(&self) -> Option<Outcome> {
        let driver = &self.lead.as_ref()?.driver;
        driver.pass().is_none().then(|| Outcome { value: driver.value() })
    }

    /// Returns true if the search is over: the rank may leave once its messages are sent.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the counts so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { nodes: self.searcher.nodes, ..self.statistics }
    }

    /// Returns true if there is a node to search.
    pub fn has_work(&self) -> bool {
        !self.ready.is_empty() && !self.has_ended
    }

    /// Searches one node: opens it, or searches it to the end if it is of the grain. Returns false if there is none.
    pub fn work(&mut self) -> bool {
        while let Some(Reverse((depth, _, search))) = self.ready.pop() {
            let Some(node) = self.nodes.get_mut(&search) else { continue };
            let (position, may_ask) = match &node.state {
                State::Ready(position) => (position.clone(), true),
                State::Answered(position) => (position.clone(), false),
                State::Asking(_) | State::Open(_) => continue,
            };
            if may_ask && self.asks_for(search) {
                self.ask(search, position);
            } else if depth <= self.plan.grain {
                let value = self.searcher.test(&position, depth, search.bound);
                self.finish(search, value, NO_CHILD);
            } else {
                self.open(search, &position);
            }
            self.settle();
            return true;
        }
        false
    }

    // The root.

    /// Sends the root to its home, with the next bound; or ends the search.
    fn begin_pass(&mut self) {
        let Some(lead) = &mut self.lead else { return };
        let Some(Pass { depth, bound }) = lead.driver.pass() else {
            self.has_ended = true;
            for rank in self.ranks.iter().filter(|&rank| rank != self.this) {
                self.outbox[rank.index()].push_back(Message::End);
            }
            return;
        };
        let key = self.searcher.game.key(&lead.root);
        lead.above = Search { key: !key, depth: depth + 1, bound: 1 - bound };
        let (above, root) = (lead.above, lead.root.clone());
        self.send_job(above, 0, &root);
    }

    // A node.

    /// Returns the rank that keeps the entry of a position.
    fn home(&self, key: u64) -> Rank {
        let place = (u128::from(mix(key)) * self.living.len() as u128) >> 64;
        self.living[place as usize]
    }

    /// Returns the rank that searches a child.
    fn owner(&self, parent: Search, child: u64) -> Rank {
        match self.plan.scheme {
            Scheme::Tds => self.home(child),
            Scheme::OwnTables | Scheme::DistributedTable => self.home(child ^ mix(parent.key)),
        }
    }

    fn send_job(&mut self, parent: Search, child: u16, position: &G::Position) {
        let game = &self.searcher.game;
        let mut bytes = Vec::new();
        game.encode(position, &mut bytes);
        let to = self.owner(parent, game.key(position));
        self.statistics.jobs += 1;
        self.post(to, Message::Job { parent, child, bound: 1 - parent.bound, position: bytes });
    }

    /// Takes a job: answers it from the table, joins it to the same search under way, or makes a node.
    fn take_job(&mut self, parent: Parent, bound: i32, position: &[u8]) {
        let depth = parent.search.depth.saturating_sub(1);
        let Some(position) = self.searcher.game.decode(position) else {
            self.statistics.malformed += 1;
            return;
        };
        if !(1..=self.plan.depth).contains(&depth) {
            self.statistics.malformed += 1;
            return;
        }
        let search = Search { key: self.searcher.game.key(&position), depth, bound };
        if let Some(value) = self.known(search) {
            self.statistics.answered += 1;
            self.reply(parent, value);
        } else if let Some(node) = self.nodes.get_mut(&search) {
            self.statistics.met += 1;
            if !node.parents.contains(&parent) {
                node.parents.push(parent);
            }
        } else {
            let node = Node { parents: vec![parent], state: State::Ready(position) };
            self.nodes.insert(search, node);
            self.make_ready(search);
        }
    }

    fn make_ready(&mut self, search: Search) {
        self.ready.push(Reverse((search.depth, self.serial, search)));
        self.serial += 1;
    }

    /// Returns the value of a search if the table of this rank has it.
    fn known(&self, search: Search) -> Option<i32> {
        let entry = self.searcher.table.probe(search.key, search.depth).0?;
        proven(entry.lower, entry.upper, search.bound)
    }

    /// Opens a node, and sends its first child.
    fn open(&mut self, search: Search, position: &G::Position) {
        if let Some(value) = self.known(search) {
            return self.reply_to_all(search, value);
        }
        self.searcher.nodes += 1;
        let children = self.searcher.game.children(position);
        if children.is_empty() {
            let value = self.searcher.game.end(position, search.depth);
            return self.reply_to_all(search, value);
        }
        let (_, hint) = self.searcher.table.probe(search.key, search.depth);
        if let Some(node) = self.nodes.get_mut(&search) {
            node.state = State::Open(Open::new(children, hint));
        }
        self.send_next(search);
    }

    /// Sends the next child of an open node. Returns false if there is none.
    fn send_next(&mut self, search: Search) -> bool {
        let Some(Node { state: State::Open(open), .. }) = self.nodes.get_mut(&search) else {
            return false;
        };
        let Some((number, position)) = open.send_next() else { return false };
        let position = position.clone();
        self.send_job(search, number, &position);
        true
    }

    /// Takes the value of a child, for the child's side to move.
    fn take_result(&mut self, parent: Search, child: u16, value: i32) {
        if let Some(lead) = &mut self.lead
            && lead.above == parent
            && lead.driver.pass().is_some()
        {
            lead.driver.absorb(value);
            return self.begin_pass();
        }
        let Some(Node { state: State::Open(open), .. }) = self.nodes.get_mut(&parent) else {
            return;
        };
        match open.absorb(child, -value, parent.bound) {
            After::Nothing | After::Wait => {}
            After::SendOthers => while self.send_next(parent) {},
            After::Finished(best) => {
                let value = open.best;
                self.cancel_children(parent);
                self.finish(parent, value, best);
            }
        }
    }

    /// Stores the value of a node, and sends it to all who wait for it.
    fn finish(&mut self, search: Search, value: i32, best: u16) {
        let Search { key, depth, bound } = search;
        if depth > self.plan.grain {
            self.searcher.table.store(key, depth, bound, value, best);
        }
        let home = self.home(key);
        if self.plan.scheme == Scheme::DistributedTable && home != self.this {
            self.post(home, Message::Store { search, value, best });
        }
        self.reply_to_all(search, value);
    }

    fn reply_to_all(&mut self, search: Search, value: i32) {
        let Some(node) = self.nodes.remove(&search) else { return };
        node.parents.into_iter().for_each(|parent| self.reply(parent, value));
    }

    fn reply(&mut self, parent: Parent, value: i32) {
        let Parent { rank, search, child } = parent;
        self.post(rank, Message::Result { parent: search, child, value });
    }

    /// Releases a node from a parent. It stops if it has no other.
    fn take_cancel(&mut self, from: Rank, search: Search, parent: Search) {
        let Some(node) = self.nodes.get_mut(&search) else { return };
        node.parents.retain(|waiting| (waiting.rank, waiting.search) != (from, parent));
        if node.parents.is_empty() {
            self.statistics.cancelled += 1;
            self.cancel_children(search);
            self.nodes.remove(&search);
        }
    }

    fn cancel_children(&mut self, parent: Search) {
        let Some(Node { state: State::Open(open), .. }) = self.nodes.get(&parent) else { return };
        let keys: Vec<u64> = open.out().map(|position| self.searcher.game.key(position)).collect();
        for key in keys {
            let search = Search { key, depth: parent.depth - 1, bound: 1 - parent.bound };
            self.post(self.owner(parent, key), Message::Cancel { search, parent });
        }
    }
}
