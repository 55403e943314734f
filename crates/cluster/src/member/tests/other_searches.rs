//! Checks that messages of another search change nothing.

use super::*;

/// The first rank shows the nodes of all others.
#[test]
fn nodes_count_only_for_their_own_search() {
    let mut bench = Bench::of_first_rank();
    let rank = Rank::new(1);
    let root = Root::from(Position::start());
    for (search, nodes) in [(1, 500), (2, 300)] {
        bench.member.start(&root);
        assert_eq!(bench.member.nodes_of_others(), 0, "a search begins");
        for other in [search - 1, search + 1] {
            bench.deliver(rank, &Message::Alive { rank, serial: serial(other), nodes: 700 });
            assert_eq!(bench.member.nodes_of_others(), 0, "of search {other}");
        }
        bench.deliver(rank, &Message::Alive { rank, serial: serial(search), nodes });
        assert_eq!(bench.member.nodes_of_others(), nodes);
    }
}

/// The net may lose the start of a search, or deliver it after the stop.
#[test]
fn a_stopped_search_is_not_resumed() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &Message::Stop(serial(5)));
    bench.member.take_order();
    assert!(bench.deliver(PARENT, &start(5, 1)).is_empty(), "nor passed on");
    assert!(!bench.member.has_order());
    bench.deliver(PARENT, &start(6, 1));
    assert!(matches!(bench.member.take_order(), Some(Order::Search(_))));
    bench.deliver(PARENT, &Message::Stop(serial(6)));
    bench.member.take_order();
    bench.deliver(PARENT, &Message::Setting { name: "Hash".into(), value: "64".into() });
    assert!(matches!(bench.member.take_order(), Some(Order::Set { .. })));
    assert!(!bench.member.has_order(), "a setting resumes a search that is over");
}

#[test]
fn a_result_counts_only_for_its_own_search_under_way() {
    let mut bench = Bench::new();
    bench.deliver(PARENT, &start(2, 7));
    bench.member.begin(Aim { depth: 7, alpha: -Value::INFINITE, beta: Value::INFINITE });
    for other in [1, 3] {
        assert!(bench.deliver(CHILD, &report(other, 7, line("e4 e5"))).is_empty(), "{other}");
        assert!(bench.member.settled().is_none(), "of search {other}");
    }
    assert_eq!(receivers(&bench.deliver(CHILD, &report(2, 7, line("e4 e5")))), [PARENT]);
    assert!(bench.member.settled().is_some());
    bench.deliver(PARENT, &Message::Stop(serial(2)));
    assert!(bench.deliver(CHILD, &report(2, 8, line("e4 e5"))).is_empty(), "it is over");
}
