//! All ranks in virtual time, exactly repeatable.
//!
//! A rank takes the messages that have arrived, then searches one node of its list, at the price of a node for each node
//! visited, then sends. The rank that is furthest behind in time comes next. Messages cost what they cost in the
//! laboratory's cluster in virtual time: a rank sends one after the other at the bandwidth of its link, and each
//! arrives after the latency. Packing takes no time.

use std::collections::BTreeMap;
use std::time::Duration;

use cleave_cluster::{Full, Net, Rank, Ranks};

use crate::game::Game;
use crate::rank::{Plan, Statistics, TdsRank};

/// Packets that may be on their way from one rank to another.
const MOST_IN_FLIGHT: usize = 16;

/// Bytes of each packet in addition to its content.
const HEADERS: u64 = 100;

/// No search takes so long. A rank that waits for a lost message would never end.
const LONGEST: Duration = Duration::from_secs(3600);

/// The prices and the failures of a simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wires {
    /// From the end of sending to the arrival.
    pub latency: Duration,
    /// Bytes that a rank sends a second, at least 1; `u64::MAX` for no limit.
    pub bandwidth: u64,
    /// The time that a rank takes for a node.
    pub node: Duration,
    /// Ranks that die, each with the time of its death.
    pub deaths: Vec<(Rank, Duration)>,
}

/// The result of a simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated {
    /// The value of the root.
    pub value: i32,
    /// The virtual time until the first rank had the value.
    pub time: Duration,
    /// The counts of each rank.
    pub ranks: Vec<Statistics>,
}

/// Searches with this many ranks.
///
/// # Panics
/// If the plan is out of range, or if the first rank dies.
pub fn simulate<G: Game>(
    game: &G,
    root: &G::Position,
    plan: Plan,
    ranks: Ranks,
    wires: &Wires,
) -> Simulated {
    let new = |rank| TdsRank::new(rank, ranks, plan, game.clone(), root);
    let mut machines: Vec<TdsRank<G>> = ranks.iter().map(new).collect();
    let mut net = SimulatedNet::new(ranks, wires.clone());
    while machines[0].outcome().is_none() {
        let (now, rank) = net.next(&machines);
        assert!(now < LONGEST, "the search waits for a message that never comes");
        let machine = &mut machines[rank.index()];
        machine.poll(now, &mut Port { net: &mut net, rank, now });
        let before = machine.statistics().nodes;
        machine.work();
        let nodes = machine.statistics().nodes - before;
        let now = now + wires.node * u32::try_from(nodes).expect("a grain is small");
        net.clocks[rank.index()] = now;
        machine.poll(now, &mut Port { net: &mut net, rank, now });
    }
    Simulated {
        value: machines[0].outcome().map_or(0, |outcome| outcome.value),
        time: net.clocks[0],
        ranks: machines.iter().map(TdsRank::statistics).collect(),
    }
}

/// Packets on their way to a rank, each with its sender, by time of arrival and number.
type Inbox = BTreeMap<(Duration, u64), (Rank, Vec<u8>)>;

/// All packets on their way, and the clocks of the ranks.
struct SimulatedNet {
    wires: Wires,
    clocks: Vec<Duration>,
    /// By receiver.
    inboxes: Vec<Inbox>,
    /// By sender: when its link is free.
    free: Vec<Duration>,
    /// By sender: the receivers of packets on their way, and when they arrive.
    in_flight: Vec<Vec<(Rank, Duration)>>,
    sent: u64,
}

impl SimulatedNet {
    fn new(ranks: Ranks, wires: Wires) -> SimulatedNet {
        let count = ranks.count();
        SimulatedNet {
            wires,
            clocks: vec![Duration::ZERO; count],
            inboxes: vec![Inbox::new(); count],
            free: vec![Duration::ZERO; count],
            in_flight: vec![Vec::new(); count],
            sent: 0,
        }
    }

    /// Returns the rank that acts next, and when.
    fn next<G: Game>(&self, machines: &[TdsRank<G>]) -> (Duration, Rank) {
        let times = machines.iter().enumerate().filter_map(|(index, machine)| {
            let rank = Rank::new(index as u16);
            let now = self.next_of(rank, machine);
            let death = self.wires.deaths.iter().find(|(dead, _)| *dead == rank);
            let lives = death.is_none_or(|&(_, died)| now < died);
            lives.then_some((now, rank))
        });
        times.min().expect("the first rank lives")
    }

    /// Returns when this rank acts next.
    fn next_of<G: Game>(&self, rank: Rank, machine: &TdsRank<G>) -> Duration {
        let clock = self.clocks[rank.index()];
        if machine.has_work() {
            return clock;
        }
        let arrival =
            self.inboxes[rank.index()].first_key_value().map(|((arrival, _), _)| *arrival);
        let room = machine.has_mail().then(|| {
            let arrivals = self.in_flight[rank.index()].iter().map(|&(_, arrival)| arrival);
            arrivals.filter(|&arrival| arrival > clock).min().unwrap_or(clock)
        });
        let next = [arrival, room, Some(machine.alarm())].into_iter().flatten().min();
        next.unwrap_or(clock).max(clock)
    }
}

/// The network as one rank sees it at a moment.
struct Port<'n> {
    net: &'n mut SimulatedNet,
    rank: Rank,
    now: Duration,
}

impl Net for Port<'_> {
    fn now(&mut self, _: Option<Duration>) -> Duration {
        self.now
    }

    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full> {
        let (net, from, now) = (&mut *self.net, self.rank.index(), self.now);
        net.in_flight[from].retain(|&(_, arrival)| arrival > now);
        if net.in_flight[from].iter().filter(|(other, _)| *other == to).count() >= MOST_IN_FLIGHT {
            return Err(Full);
        }
        let bytes = u128::from(message.len() as u64 + HEADERS);
        let nanos = bytes * 1_000_000_000 / u128::from(net.wires.bandwidth);
        net.free[from] = net.free[from].max(now) + Duration::from_nanos(nanos as u64);
        let arrival = net.free[from] + net.wires.latency;
        net.in_flight[from].push((to, arrival));
        net.inboxes[to.index()].insert((arrival, net.sent), (self.rank, message.to_vec()));
        net.sent += 1;
        Ok(())
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        let first = self.net.inboxes[self.rank.index()].first_entry()?;
        (first.key().0 <= self.now).then(|| first.remove())
    }

    fn in_flight(&self) -> usize {
        self.net.in_flight[self.rank.index()].len()
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn wait(&mut self) {}
}

#[cfg(test)]
mod tests;
