//! The first rank: the engine that the user speaks to, and the others at its side.

use std::time::{Duration, Instant};

use cleave::cluster::Cluster;
use cleave::options::shared::Setting;
use cleave::task::Search;
use cleave_cluster::{Handshake, Member, Net, Rank, searching};
use cleave_search::{Host, Outcome, Searcher};

use crate::statistics;
use crate::team::with_team;

/// A neighbour that is silent for this long is of no help; it speaks ten times a second.
const PATIENCE: Duration = Duration::from_secs(5);

/// The other ranks, as the engine on the first one sees them.
pub(crate) struct EngineRank<N> {
    member: Member,
    net: N,
    /// Ranks that the user knows to be silent.
    silent: Vec<Rank>,
    has_said_mixed: bool,
    /// Bytes sent and received a second in the last search.
    rate: u64,
}

impl<N: Net> EngineRank<N> {
    /// The first rank, with this net to the others.
    pub(crate) fn new(member: Member, net: N) -> EngineRank<N> {
        EngineRank { member, net, silent: Vec::new(), has_said_mixed: false, rate: 0 }
    }

    fn poll(&mut self) {
        let now = self.net.now(None);
        self.member.poll(now, &mut self.net);
    }

    fn bytes(&self) -> u64 {
        self.member.statistics().bytes_sent + self.member.statistics().bytes_received
    }
}

impl<N: Net> Cluster for EngineRank<N> {
    fn search(
        &mut self,
        searcher: &mut Searcher,
        settings: &[Setting],
        search: &Search,
        host: &mut dyn Host,
    ) -> Outcome {
        self.poll();
        if matches!(self.member.handshake(), Handshake::Refused(_)) {
            return searcher.search(&search.root, &search.limits, host);
        }
        for Setting { name, value } in settings {
            self.member.set(name, value);
        }
        let (began, before) = (Instant::now(), self.bytes());
        let (member, net) = (&mut self.member, &mut self.net);
        let outcome = with_team(searcher, |searcher| {
            searching::search(searcher, &search.root, &search.limits, host, member, net)
        });
        let millis = began.elapsed().as_millis().max(1) as u64;
        self.rate = (self.bytes() - before) * 1000 / millis;
        outcome
    }

    fn new_game(&mut self) {
        self.member.new_game();
        self.poll();
    }

    fn statistics(&self) -> Vec<String> {
        statistics::lines(&self.member, self.net.in_flight(), self.rate)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Handshake::Refused(mixed) = self.member.handshake()
            && !self.has_said_mixed
        {
            self.has_said_mixed = true;
            warnings.push(format!("{mixed}; rank 0 searches alone"));
        }
        let now = self.net.now(None);
        let silent = self.member.silent_neighbours(now, PATIENCE);
        let newly = silent.iter().filter(|rank| !self.silent.contains(rank));
        warnings.extend(newly.map(|rank| {
            let seconds = PATIENCE.as_secs();
            format!("{rank} has been silent for {seconds} seconds; the search goes on without it")
        }));
        self.silent = silent;
        warnings
    }
}
