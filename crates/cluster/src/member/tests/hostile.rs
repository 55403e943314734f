//! Checks that no message of a neighbour takes more memory than the program allows, or ends it.

use super::*;

/// The largest numbers that fit into a message.
const LAST: Serial = Serial { game: u32::MAX, search: u32::MAX };

#[test]
fn the_last_numbers_of_games_and_searches_do_no_harm() {
    for over in [LAST, Serial { game: u32::MAX, search: 0 }, Serial { game: 0, search: u32::MAX }] {
        let mut bench = Bench::new();
        bench.deliver(PARENT, &Message::Stop(over));
        bench.member.start(&Root::from(Position::start()));
        bench.member.new_game();
        assert!(bench.member.serial() >= over);
    }
}

#[test]
fn any_numbers_of_nodes_have_a_sum() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(1, 1));
    for rank in [0, 2, 3].map(Rank::new) {
        bench.deliver(PARENT, &Message::Alive { rank, serial: serial(1), nodes: u64::MAX });
    }
    assert_eq!(bench.member.nodes_of_others(), u64::MAX);
}

#[test]
fn orders_that_are_not_taken_do_not_pile_up() {
    let mut bench = Bench::new();
    bench.desk.is_full = true;
    for number in 1..10_000 {
        let name = format!("option {number}");
        bench.deliver(PARENT, &Message::Setting { name, value: "1".into() });
        bench.deliver(PARENT, &Message::Setting { name: "Hash".into(), value: number.to_string() });
        bench.deliver(PARENT, &start_of(Serial { game: number, search: 1 }, 1));
    }
    let orders = std::iter::from_fn(|| bench.member.take_order()).count();
    assert!(orders <= MOST_SETTINGS + 2, "{orders} orders");
    assert!(bench.member.statistics().malformed > 0);
    bench.desk.is_full = false;
    let sent = bench.poll().len();
    assert!(sent <= MOST_SETTINGS + 70, "{sent} messages were kept for the rank below");
}

#[test]
fn greetings_that_come_again_do_not_pile_up() {
    let mut bench = Bench::new();
    bench.desk.is_full = true;
    let identity = Identity::of_this_program();
    for number in 0..1000 {
        let rank = Rank::new(2 + number % 2);
        bench.deliver(PARENT, &Message::Hello { rank, identity: identity.clone() });
        let rank = Rank::new(5 + number);
        bench.deliver(PARENT, &Message::Hello { rank, identity: identity.clone() });
    }
    bench.desk.is_full = false;
    let sent = bench.poll();
    assert!(sent.len() <= 70, "{} messages were kept for the rank below", sent.len());
    let is_of = |rank: u16| move |(_, message): &(Rank, Message)| matches!(message, Message::Hello { rank: it, .. } if it.number() == rank);
    assert!(sent.iter().any(is_of(2)) && sent.iter().any(is_of(3)) && !sent.iter().any(is_of(5)));
}
