//! A build for tuning: `cargo test -p cleave-search --features tunable --test tunable`.

use cleave_board::Position;
use cleave_search::params::{Parameter, TABLE};
use cleave_search::{Searcher, Undisturbed, bench};

/// Three middlegames with tactics, an ending with few pieces, and a mate.
const POSITIONS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
];

/// Returns the nodes of all positions.
fn nodes(searcher: &mut Searcher, depth: u32) -> u64 {
    let positions = POSITIONS.map(|fen| Position::from_fen(fen).unwrap());
    positions.iter().map(|root| bench::search(searcher, root, depth, &mut Undisturbed).nodes).sum()
}

fn set_all(searcher: &mut Searcher, value: impl Fn(&Parameter) -> i32) {
    for parameter in TABLE {
        searcher.set_parameter(parameter, value(parameter));
    }
}

/// Most parameters change the tree at the first of these depths.
const DEPTHS: [u32; 3] = [7, 10, 12];

/// All checks are one test, because they share the parameters.
#[test]
fn every_parameter_changes_the_search_and_no_extreme_breaks_it() {
    let mut searcher = Searcher::new(1).unwrap();
    let by_default = DEPTHS.map(|depth| nodes(&mut searcher, depth));
    for parameter in TABLE {
        let Parameter { name, value, least, most, .. } = *parameter;
        assert_eq!(parameter.get(), value, "{name}");
        let mut nodes_of_extremes = |depth| {
            [least, most].map(|extreme| {
                searcher.set_parameter(parameter, extreme);
                assert_eq!(parameter.get(), extreme, "{name}");
                nodes(&mut searcher, depth)
            })
        };
        let mut depths = DEPTHS.into_iter().zip(by_default);
        let changes = depths.any(|(depth, nodes)| nodes_of_extremes(depth) != [nodes; 2]);
        assert!(changes, "{name} is not used");
        searcher.set_parameter(parameter, most + 1);
        assert_eq!(parameter.get(), most, "{name} stays in its range");
        searcher.set_parameter(parameter, value);
    }
    assert_eq!(DEPTHS.map(|depth| nodes(&mut searcher, depth)), by_default, "all are as they were");

    set_all(&mut searcher, |parameter| parameter.least);
    nodes(&mut searcher, 7);
    set_all(&mut searcher, |parameter| parameter.most);
    nodes(&mut searcher, 7);
}
