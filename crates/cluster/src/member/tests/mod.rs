mod homes;
mod hostile;
mod other_searches;

use std::collections::VecDeque;

use cleave_board::{Move, Position, Value};
use cleave_movegen::parse_move;
use cleave_tt::{Bound, Entry};

use super::*;
use crate::net::Full;

/// A net whose messages the test provides.
#[derive(Default)]
struct Desk {
    arrived: VecDeque<(Rank, Vec<u8>)>,
    sent: Vec<(Rank, Message)>,
    is_full: bool,
}

impl Net for Desk {
    fn now(&mut self, _searched: Option<Duration>) -> Duration {
        Duration::ZERO
    }

    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full> {
        if self.is_full {
            return Err(Full);
        }
        self.sent.push((to, Message::decode(message).expect("a member sends messages")));
        Ok(())
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        self.arrived.pop_front()
    }

    fn in_flight(&self) -> usize {
        self.sent.len()
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn wait(&mut self) {}
}

/// Rank 1 of five: its parent is rank 0, its child rank 4.
struct Bench {
    member: Member,
    desk: Desk,
    now: Duration,
}

const PARENT: Rank = Rank::FIRST;
const CHILD: Rank = Rank::new(4);

impl Bench {
    fn new() -> Bench {
        Bench::of(Rank::new(1), 5)
    }

    /// Returns the first of two ranks.
    fn of_first_rank() -> Bench {
        Bench::of(Rank::FIRST, 2)
    }

    /// Returns a rank that has greeted its neighbours.
    fn of(rank: Rank, ranks: u16) -> Bench {
        Bench::with(rank, ranks, Sharing::default())
    }

    fn with(rank: Rank, ranks: u16, sharing: Sharing) -> Bench {
        let ranks = Ranks::new(ranks).unwrap();
        let member = Member::new(rank, ranks, Identity::of_this_program(), sharing);
        let mut bench = Bench { member, desk: Desk::default(), now: Duration::ZERO };
        bench.poll();
        bench
    }

    /// Returns the messages sent at the next poll.
    fn poll(&mut self) -> Vec<(Rank, Message)> {
        self.member.poll(self.now, &mut self.desk);
        std::mem::take(&mut self.desk.sent)
    }

    fn deliver(&mut self, from: Rank, message: &Message) -> Vec<(Rank, Message)> {
        self.desk.arrived.push_back((from, message.encode()));
        self.poll()
    }
}

/// Returns the serial of a search of the first game.
fn serial(search: u32) -> Serial {
    Serial { game: 0, search }
}

fn start(search: u32, depth: u32) -> Message {
    start_of(serial(search), depth)
}

fn start_of(serial: Serial, depth: u32) -> Message {
    Message::Start(Box::new(crate::message::Task {
        serial,
        root: Root::from(Position::start()),
        aim: Aim { depth, alpha: -Value::INFINITE, beta: Value::INFINITE },
        last: None,
    }))
}

fn line(moves: &str) -> Vec<Move> {
    let mut position = Position::start();
    let play = |text| {
        let mv = parse_move(&position, text).unwrap();
        position = position.make(mv);
        mv
    };
    moves.split_whitespace().map(play).collect()
}

fn report(search: u32, depth: u32, moves: Vec<Move>) -> Message {
    let value = Value::new(25);
    let finding = Finding { depth, value, verdict: Verdict::Exact, line: moves };
    let (serial, rank) = (serial(search), CHILD);
    Message::Report(crate::message::Report { serial, rank, nodes: 1000, finding })
}

fn entry(key: u64, depth: u8) -> KeyedEntry {
    let entry = Entry { mv: 0, value: 5, eval: 5, depth, bound: Bound::Exact, pv: false };
    KeyedEntry { key, entry }
}

fn receivers(sent: &[(Rank, Message)]) -> Vec<Rank> {
    sent.iter().map(|(to, _)| *to).collect()
}

#[test]
fn a_later_start_replaces_one_not_yet_taken_and_an_earlier_one_is_ignored() {
    let mut bench = Bench::new();
    for serial in [3, 5, 4] {
        bench.deliver(PARENT, &start(serial, 1));
    }
    assert_eq!(bench.member.serial(), serial(5));
    assert!(matches!(bench.member.take_order(), Some(Order::Search(_))));
    assert!(bench.member.take_order().is_none(), "one search, not three");
    bench.deliver(PARENT, &start(5, 2));
    assert!(!bench.member.has_order(), "the next iteration of the same search is no order");
    assert_eq!(bench.member.choose_depth(1), 1, "every search begins with the first iteration");
    assert_eq!(bench.member.choose_depth(2), 3, "one ply deeper than the first rank");
    bench.deliver(PARENT, &Message::Stop(serial(5)));
    assert!(matches!(bench.member.take_order(), Some(Order::Stop)));
    bench.deliver(PARENT, &start(5, 3));
    assert!(!bench.member.has_order(), "that search is over");
}

#[test]
fn orders_go_down_only() {
    let mut bench = Bench::new();
    assert_eq!(receivers(&bench.deliver(PARENT, &start(1, 1))), [CHILD]);
    let sent = bench.deliver(CHILD, &start(2, 1));
    assert!(sent.is_empty());
    assert_eq!(bench.member.serial(), serial(1));
    bench.deliver(CHILD, &Message::Stop(serial(2)));
    bench.member.take_order();
    assert!(bench.member.take_order().is_none());
    assert_eq!(bench.member.statistics().malformed, 2);
}

#[test]
fn a_result_with_a_legal_line_is_accepted_and_passed_on_once() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(1, 7));
    bench.member.begin(Aim { depth: 7, alpha: -Value::INFINITE, beta: Value::INFINITE });
    let legal = line("e4 e5 Nf3");
    let illegal = vec![legal[0], legal[2]];
    assert!(bench.deliver(CHILD, &report(1, 7, illegal)).is_empty());
    assert!(bench.deliver(CHILD, &report(2, 7, legal.clone())).is_empty(), "another search");
    assert!(bench.member.settled().is_none());
    let sent = bench.deliver(CHILD, &report(1, 7, legal.clone()));
    assert_eq!(receivers(&sent), [PARENT]);
    let settled = bench.member.settled().unwrap();
    assert_eq!((settled.depth, &settled.line), (7, &legal));
    assert_eq!(bench.member.settled(), Some(settled.clone()));
    assert_eq!(bench.member.statistics().results_used, [0; 5], "the search has not used it yet");
    bench.member.taken_over();
    assert_eq!(bench.member.statistics().results_used, [0, 0, 0, 0, 1]);
    for depth in [7, 6] {
        let sent = bench.deliver(CHILD, &report(1, depth, legal.clone()));
        assert!(sent.is_empty(), "a rank that has reported drops further results");
    }
    bench.member.begin(Aim { depth: 8, alpha: -Value::INFINITE, beta: Value::INFINITE });
    assert!(bench.member.settled().is_none(), "the next iteration is not settled by the last");
}

#[test]
fn entries_are_passed_on_but_never_back_and_never_twice() {
    let mut bench = Bench::new();
    bench.deliver(CHILD, &Message::Entries(vec![entry(1, 9), entry(2, 9)]));
    bench.now = Sharing::default().period * 2;
    let sent = bench.poll();
    assert_eq!(receivers(&sent), [PARENT]);
    assert_eq!(bench.member.take_received(), [entry(1, 9), entry(2, 9)]);
    let now = bench.now;
    bench.member.gathered(entry(1, 9), now);
    bench.member.gathered(entry(2, 10), now);
    bench.now *= 2;
    let sent = bench.poll();
    assert_eq!(receivers(&sent), [PARENT, CHILD]);
    for (_, message) in sent {
        let Message::Entries(entries) = message else { panic!("{message:?}") };
        assert_eq!(entries, [entry(2, 10)], "a received entry is not sent as the rank's own");
    }
}

#[test]
fn entries_are_dropped_and_orders_kept_when_the_net_is_slow() {
    let mut bench = Bench::new();
    bench.desk.is_full = true;
    bench.deliver(PARENT, &start(1, 1));
    bench.deliver(PARENT, &start(1, 2));
    for key in 0..2040 {
        bench.member.gathered(entry(key, 9), bench.now);
    }
    bench.now = Duration::from_millis(50);
    assert!(bench.poll().is_empty());
    bench.desk.is_full = false;
    let sent = bench.poll();
    assert!(
        matches!(&sent[..], [(CHILD, Message::Start(task))] if task.aim.depth == 2),
        "{sent:?}"
    );
    let statistics = bench.member.statistics();
    assert_eq!((statistics.entries_sent, statistics.entries_dropped), (0, 2 * 2040));
}

#[test]
fn garbage_changes_nothing() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(1, 5));
    bench.member.take_order();
    for length in 0..100 {
        bench.desk.arrived.push_back((PARENT, vec![length; usize::from(length)]));
        bench.desk.arrived.push_back((Rank::new(3), Message::Stop(serial(9)).encode()));
    }
    assert!(bench.poll().is_empty());
    assert!(!bench.member.has_order());
    assert_eq!(bench.member.statistics().malformed, 200);
}

#[test]
fn orders_that_may_be_lost_are_repeated() {
    let mut bench = Bench::of_first_rank();
    bench.member.start(&Root::from(Position::start()));
    bench.member.begin(Aim { depth: 1, alpha: -Value::INFINITE, beta: Value::INFINITE });
    bench.poll();
    bench.now = BEAT;
    assert!(matches!(&bench.poll()[..], [(_, Message::Start(task))] if task.serial == serial(1)));
    bench.member.stop();
    bench.poll();
    bench.now = BEAT * 2;
    assert!(matches!(bench.poll()[..], [(_, Message::Stop(over))] if over == serial(1)));
}

#[test]
fn a_new_game_is_repeated_not_the_search_before_it() {
    let mut first = Bench::of_first_rank();
    first.member.start(&Root::from(Position::start()));
    first.member.begin(Aim { depth: 1, alpha: -Value::INFINITE, beta: Value::INFINITE });
    let mut other = Bench::new();
    for (_, message) in first.poll() {
        other.deliver(PARENT, &message);
    }
    first.member.stop();
    first.member.new_game();
    let second = serial(1).next_game();
    // The repetition is due before the new game has been sent for the first time. It does not undo
    // the new game.
    first.now = BEAT;
    let lost = first.poll();
    assert!(matches!(lost[..], [(_, Message::Stop(over))] if over == second), "{lost:?}");
    assert!(matches!(other.member.take_order(), Some(Order::Search(_))));
    first.now = BEAT * 2;
    for (_, message) in first.poll() {
        other.deliver(PARENT, &message);
    }
    let orders: Vec<Order> = std::iter::from_fn(|| other.member.take_order()).collect();
    assert!(orders.iter().any(|order| matches!(order, Order::NewGame)), "{orders:?}");
}

#[test]
fn the_late_end_of_an_old_search_undoes_no_later_order() {
    let mut bench = Bench::new();
    bench.desk.is_full = true;
    bench.deliver(PARENT, &start(5, 1));
    bench.deliver(PARENT, &Message::Stop(serial(4)));
    bench.desk.is_full = false;
    let sent = bench.poll();
    let is_start = |(_, message): &(Rank, Message)| matches!(message, Message::Start(_));
    assert!(sent.iter().any(is_start), "{sent:?}");
}

#[test]
fn messages_of_a_rank_with_another_program_are_ignored() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(1, 7));
    bench.member.begin(Aim { depth: 7, alpha: -Value::INFINITE, beta: Value::INFINITE });
    let mut other_version = Message::Stop(serial(9)).encode();
    other_version[0] += 1;
    let body = other_version.len() - 8;
    let sum = crate::message::checksum(&other_version[..body]);
    other_version[body..].copy_from_slice(&sum.to_le_bytes());
    bench.desk.arrived.push_back((CHILD, other_version.clone()));
    bench.desk.arrived.push_back((CHILD, other_version));
    let sent = bench.poll();
    let [(PARENT, Message::Hello { rank: CHILD, identity })] = &sent[..] else {
        panic!("the first rank did not get exactly one report: {sent:?}")
    };
    let named = format!("version {} of the protocol", crate::message::VERSION + 1);
    assert!(identity.program.contains(&named), "{identity:?}");
    assert!(matches!(bench.member.handshake(), Handshake::Refused(_)));
    assert!(bench.deliver(CHILD, &report(1, 7, line("e4 e5"))).is_empty());
    bench.deliver(CHILD, &Message::Entries(vec![entry(1, 9)]));
    assert!(bench.member.settled().is_none());
    assert!(bench.member.take_received().is_empty());
}

#[test]
fn a_new_game_forgets_entries_not_yet_stored() {
    let mut bench = Bench::new();
    bench.deliver(CHILD, &Message::Entries(vec![entry(1, 9)]));
    bench.deliver(PARENT, &Message::Stop(serial(1).next_game()));
    assert!(bench.member.take_received().is_empty());
}

#[test]
fn a_rank_that_missed_a_new_game_learns_of_it_from_the_next_message() {
    let second = serial(1).next_game();
    let words = [Message::Stop(second), Message::Stop(second.next()), start_of(second.next(), 1)];
    for word in words {
        let mut bench = Bench::new();
        bench.deliver(PARENT, &start(1, 1));
        bench.member.take_order();
        bench.deliver(PARENT, &Message::Stop(serial(1)));
        bench.member.take_order();
        assert_eq!(receivers(&bench.deliver(PARENT, &word)), [CHILD]);
        assert!(matches!(bench.member.take_order(), Some(Order::NewGame)), "{word:?}");
        let next = bench.member.take_order();
        assert_eq!(matches!(next, Some(Order::Search(_))), matches!(word, Message::Start(_)));
        // This happens once. A repeated or late message begins no other game.
        bench.deliver(PARENT, &word);
        bench.deliver(PARENT, &Message::Stop(second));
        bench.deliver(PARENT, &Message::Stop(serial(1)));
        assert!(!matches!(bench.member.take_order(), Some(Order::NewGame)), "{word:?}");
    }
}

#[test]
fn a_rank_that_has_searched_nothing_has_no_game_to_forget() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start_of(serial(1).next_game(), 1));
    assert!(matches!(bench.member.take_order(), Some(Order::Search(_))));
}

#[test]
fn the_end_of_a_search_is_repeated_to_the_ranks_below() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(1, 1));
    for _ in 0..2 {
        assert_eq!(receivers(&bench.deliver(PARENT, &Message::Stop(serial(1)))), [CHILD]);
    }
}

#[test]
fn a_setting_is_applied_once_and_the_search_continues() {
    let mut bench = Bench::new();
    let setting = Message::Setting { name: "Hash".into(), value: "64".into() };
    bench.deliver(PARENT, &start(1, 1));
    assert_eq!(receivers(&bench.deliver(PARENT, &setting)), [CHILD]);
    assert!(matches!(bench.member.take_order(), Some(Order::Set { .. })));
    assert!(matches!(bench.member.take_order(), Some(Order::Search(_))));
    assert_eq!(receivers(&bench.deliver(PARENT, &setting)), [CHILD], "others may lack it");
    assert!(!bench.member.has_order());
}

#[test]
fn a_rank_that_greets_again_gets_the_settings_again() {
    let mut bench = Bench::of_first_rank();
    bench.member.set("Hash", "64");
    bench.poll();
    let identity = Identity::of_this_program();
    let hello = Message::Hello { rank: Rank::new(1), identity };
    assert!(bench.deliver(Rank::new(1), &hello).is_empty());
    let sent = bench.deliver(Rank::new(1), &hello);
    assert!(
        matches!(&sent[..], [(_, Message::Setting { name, .. })] if name == "Hash"),
        "{sent:?}"
    );
}
