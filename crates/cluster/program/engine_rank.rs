//! The first rank: the user's engine, with the help of the other ranks.

use std::time::{Duration, Instant};

use cleave::engine::cluster::{Cluster, Setting};
use cleave::task::SearchTask;
use cleave_cluster::{Handshake, Member, Net, Rank, searching};
use cleave_search::{Host, Outcome, Searcher};

use crate::statistics;
use crate::team::with_team;

/// The time after which a silent neighbour is of no help. A neighbour sends ten messages a second.
const PATIENCE: Duration = Duration::from_secs(5);

/// The other ranks, from the view of the engine on the first rank.
pub(crate) struct EngineRank<N> {
    member: Member,
    net: N,
    /// The silent ranks that have been reported to the user.
    silent: Vec<Rank>,
    has_said_mixed: bool,
    /// Bytes per second sent and received in the last search.
    rate: u64,
}

impl<N: Net> EngineRank<N> {
    /// Creates the first rank, with this net to the others.
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
        search: &SearchTask,
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

    fn keep_in_touch(&mut self) {
        self.poll();
    }

    fn new_game(&mut self) {
        self.member.new_game();
        self.poll();
    }

    fn statistics(&self) -> Vec<String> {
        statistics::lines(&self.member, self.net.in_flight(), self.rate)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        // Messages may have arrived that have not been read yet.
        self.poll();
        let mut warnings = Vec::new();
        if let Handshake::Refused(mixed) = self.member.handshake() {
            if !self.has_said_mixed {
                self.has_said_mixed = true;
                warnings.push(format!("{mixed}; rank 0 searches alone"));
            }
            return warnings;
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

#[cfg(test)]
mod tests {
    use super::*;
    use cleave::task::Activity;
    use cleave_board::Position;
    use cleave_cluster::message::Message;
    use cleave_cluster::{Full, Identity, Ranks, Sharing};
    use cleave_search::{Limits, Root, Undisturbed};

    const OTHER: Rank = Rank::new(1);

    /// A net to one other rank. The test invents its messages and its time.
    #[derive(Default)]
    struct MadeUp {
        now: Duration,
        arrives: Vec<Message>,
        sent: Vec<Message>,
    }

    impl Net for MadeUp {
        fn now(&mut self, _: Option<Duration>) -> Duration {
            self.now
        }

        fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full> {
            assert_eq!(to, OTHER);
            self.sent.push(Message::decode(message).unwrap());
            Ok(())
        }

        fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
            self.arrives.pop().map(|message| (OTHER, message.encode()))
        }

        fn in_flight(&self) -> usize {
            0
        }

        fn is_closed(&self) -> bool {
            false
        }

        fn wait(&mut self) {}
    }

    /// Returns the first of two ranks, after the other has greeted it.
    fn greeted_by(program: &str) -> EngineRank<MadeUp> {
        let own = Identity::of_this_program();
        let identity = Identity { program: program.into(), ..own.clone() };
        let member = Member::new(Rank::FIRST, Ranks::new(2).unwrap(), own, Sharing::default());
        let hello = Message::Hello { rank: OTHER, identity };
        EngineRank::new(member, MadeUp { arrives: vec![hello], ..MadeUp::default() })
    }

    fn search(engine_rank: &mut EngineRank<MadeUp>) -> Outcome {
        let root = Root::from(Position::start());
        let limits = Limits::to_depth(4);
        let search = SearchTask { activity: Activity::Thinking, root, limits };
        let settings = [Setting { name: "Threads", value: "3".into() }];
        let mut searcher = Searcher::new(1).unwrap();
        engine_rank.search(&mut searcher, &settings, &search, &mut Undisturbed)
    }

    fn has_been_asked_to_help(engine_rank: &EngineRank<MadeUp>) -> bool {
        engine_rank.net.sent.iter().any(|message| matches!(message, Message::Start(..)))
    }

    #[test]
    fn a_rank_with_another_program_is_refused_with_one_sentence() {
        let mut mixed = greeted_by("Cleave 99");
        assert!(search(&mut mixed).best.is_some());
        assert!(!has_been_asked_to_help(&mixed));
        let [warning] = &mixed.take_warnings()[..] else { panic!("no warning, or several") };
        assert!(warning.starts_with("rank 1 runs Cleave 99; expected Cleave "), "{warning}");
        assert!(warning.ends_with("rank 0 searches alone"), "{warning}");
        assert!(mixed.take_warnings().is_empty(), "the warning is given once");
    }

    #[test]
    fn a_rank_with_the_same_program_gets_settings_and_the_search() {
        let mut agreed = greeted_by(&Identity::of_this_program().program);
        assert!(search(&mut agreed).best.is_some());
        assert!(has_been_asked_to_help(&agreed));
        let is_setting = |message: &Message| matches!(message, Message::Setting { name, value } if name == "Threads" && value == "3");
        assert!(agreed.net.sent.iter().any(is_setting));
        assert!(agreed.net.sent.iter().any(|message| matches!(message, Message::Stop(_))));
        assert!(agreed.take_warnings().is_empty());
    }

    #[test]
    fn an_unread_message_is_no_silence() {
        let mut agreed = greeted_by(&Identity::of_this_program().program);
        search(&mut agreed);
        agreed.net.now = PATIENCE * 3;
        let serial = agreed.member.serial();
        agreed.net.arrives.push(Message::Alive { rank: OTHER, serial, nodes: 1 });
        assert!(agreed.take_warnings().is_empty());
    }

    #[test]
    fn the_end_of_the_search_is_repeated_until_the_next() {
        let mut agreed = greeted_by(&Identity::of_this_program().program);
        search(&mut agreed);
        agreed.net.sent.clear();
        agreed.net.now += Duration::from_secs(1);
        agreed.keep_in_touch();
        assert!(matches!(agreed.net.sent[..], [Message::Stop(_)]), "{:?}", agreed.net.sent);
    }

    #[test]
    fn a_silent_rank_is_reported_once() {
        let mut agreed = greeted_by(&Identity::of_this_program().program);
        search(&mut agreed);
        agreed.net.now = PATIENCE + Duration::from_secs(1);
        let [warning] = &agreed.take_warnings()[..] else { panic!("no warning, or several") };
        assert!(warning.starts_with("rank 1 has been silent for 5 seconds"), "{warning}");
        assert!(agreed.take_warnings().is_empty(), "the warning is given once");
    }
}
