//! The bench signature. A commit that changes the search tree must change it too.

use cleave_search::{Searcher, bench};

/// The committed signature. A line that begins with `#` is a comment.
const COMMITTED: &str = include_str!("../../../data/bench.txt");

#[test]
fn the_search_has_the_committed_signature() {
    let committed = COMMITTED.lines().find(|line| !line.starts_with('#')).expect("a number");
    let mut searcher = Searcher::new(bench::TABLE_MIB).unwrap();
    let nodes = bench::run(&mut searcher, bench::DEPTH, |_, _| ());
    assert_eq!(
        nodes.to_string(),
        committed,
        "the search tree has changed: data/bench.txt says what a commit must then do"
    );
}
