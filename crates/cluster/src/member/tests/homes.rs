//! The distributed table.

use cleave_search::cluster::Ask;

use super::*;
use crate::homes::home_of;
use crate::sharing::Receivers;

/// Rank 1 of five, with a distributed table.
fn bench() -> Bench {
    let sharing = Sharing { receivers: Receivers::HOME, ..Sharing::default() };
    Bench::with(Rank::new(1), 5, sharing)
}

/// A rank that is no neighbour of rank 1.
const AFAR: Rank = Rank::new(2);

/// Returns a key whose home is this rank.
fn key_of(home: Rank) -> u64 {
    let ranks = Ranks::new(5).unwrap();
    (1..).find(|&key| home_of(key, ranks) == home).unwrap()
}

fn ask(key: u64) -> Ask {
    Ask { key, least: 7 }
}

#[test]
fn an_entry_goes_to_its_home_alone() {
    let mut bench = bench();
    for home in 0..5 {
        bench.member.gathered(entry(key_of(Rank::new(home)), 9), bench.now);
    }
    bench.now = Sharing::default().period * 2;
    let sent = bench.poll();
    assert_eq!(receivers(&sent), [0, 2, 3, 4].map(Rank::new), "not to itself");
    for (to, message) in sent {
        let Message::Entries(entries) = message else { panic!("{message:?}") };
        assert_eq!(entries, [entry(key_of(to), 9)]);
    }
    assert_eq!(bench.member.statistics().entries_sent, 4);
}

#[test]
fn a_home_keeps_an_entry_and_passes_it_to_nobody() {
    let mut bench = bench();
    let received = entry(key_of(Rank::new(1)), 9);
    // A neighbour passes entries of others on if there are no homes.
    for from in [CHILD, AFAR] {
        bench.deliver(from, &Message::Entries(vec![received]));
    }
    bench.now = Sharing::default().period * 2;
    assert!(bench.poll().is_empty());
    assert_eq!(bench.member.take_received(), [received], "once");
}

#[test]
fn a_question_goes_to_the_home_at_once_and_its_answer_to_the_asker() {
    let mut bench = bench();
    let here = key_of(Rank::new(1));
    let there = key_of(AFAR);
    bench.member.ask(ask(here), bench.now);
    bench.member.ask(ask(there), bench.now);
    let sent = bench.poll();
    let [(AFAR, Message::Asks(asks))] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!(asks[..], [ask(there)]);

    bench.deliver(AFAR, &Message::Asks(vec![ask(here), ask(there)]));
    let answer = entry(here, 9);
    bench.member.answer(bench.now, &mut bench.desk, |ask| (ask.key == here).then_some(answer));
    let sent = std::mem::take(&mut bench.desk.sent);
    let [(AFAR, Message::Entries(entries))] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!(entries[..], [answer]);
    bench.member.answer(bench.now, &mut bench.desk, |_| panic!("it has been answered"));
    let statistics = bench.member.statistics();
    assert_eq!((statistics.asks_sent, statistics.asks_answered), (1, 1));
}

#[test]
fn a_rank_that_is_no_neighbour_may_only_send_entries_and_questions() {
    let mut bench = bench();
    bench.deliver(AFAR, &start(1, 1));
    bench.deliver(AFAR, &Message::Stop(serial(9)));
    bench.deliver(AFAR, &report(1, 7, line("e4 e5")));
    bench.deliver(Rank::new(9), &Message::Entries(vec![entry(1, 9)]));
    assert!(!bench.member.has_order());
    assert_eq!(bench.member.statistics().malformed, 4);
    assert!(bench.member.take_received().is_empty());
}

#[test]
fn a_rank_without_homes_refuses_questions() {
    let mut bench = Bench::new();
    bench.deliver(CHILD, &Message::Asks(vec![ask(1)]));
    bench.deliver(AFAR, &Message::Asks(vec![ask(1)]));
    assert_eq!(bench.member.statistics().malformed, 2);
    assert_eq!(bench.member.asks_from(), 0);
}

#[test]
fn questions_do_not_pile_up() {
    let mut bench = bench();
    bench.desk.is_full = true;
    for _ in 0..100 {
        bench.deliver(AFAR, &Message::Asks(vec![ask(1); 255]));
        bench.member.ask(ask(key_of(AFAR)), bench.now);
    }
    bench.desk.is_full = false;
    let count = std::cell::Cell::new(0);
    bench.member.answer(bench.now, &mut bench.desk, |_| {
        count.set(count.get() + 1);
        None
    });
    let answered = count.get();
    assert!(answered > 255 && answered < 5_000, "{answered} questions were kept");
    assert!(bench.member.statistics().asks_dropped > 20_000);
}

#[test]
fn a_rank_with_another_program_is_neither_asked_nor_answered() {
    let mut bench = bench();
    let identity = Identity { program: "Cleave 99".into(), ..Identity::of_this_program() };
    bench.deliver(CHILD, &Message::Hello { rank: CHILD, identity });
    bench.deliver(AFAR, &Message::Asks(vec![ask(1)]));
    bench.deliver(AFAR, &Message::Entries(vec![entry(1, 9)]));
    bench.member.answer(bench.now, &mut bench.desk, |_| panic!("it is another program"));
    assert!(bench.member.take_received().is_empty());
}
