//! The signature of the search.

use cleave_tests::Engine;

use crate::LONG;

/// Returns the nodes in the last line: `N nodes M nps`.
fn bench(arguments: &[&str]) -> u64 {
    let mut engine = Engine::start(arguments);
    let (status, lines) = engine.wait_for_end(LONG);
    assert!(status.success(), "{}", engine.transcript());
    let last: Vec<&str> = lines.last().expect("some output").split_whitespace().collect();
    let [nodes, "nodes", _, "nps"] = last[..] else { panic!("{}", engine.transcript()) };
    nodes.parse().expect("a number of nodes")
}

#[test]
fn every_run_searches_the_same_nodes() {
    let nodes = bench(&["bench", "--depth", "5"]);
    assert_eq!(nodes, bench(&["bench", "--depth", "5"]));
    assert!(nodes > 40, "more than a node for each position");
    assert_ne!(nodes, bench(&["bench", "--depth", "6"]));
}
