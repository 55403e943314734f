//! Tests the work below a window that has become empty.

use cleave_smp::Window;
use cleave_smp::instrument::Grain;

use super::*;

/// A node above has been decided. The block below must not take in the worker's result, because it may be right only
/// for a narrower window than the block has. The worker is called for this only later.
#[test]
fn a_block_below_an_empty_window_takes_nothing_in() {
    let arena: Forest = Arena::new(3).unwrap();
    arena.memory().select(Algorithm::Mwf);
    let mut searcher = Worker::new(&arena, WorkerId::MAIN);
    let params =
        Params::default().with(|params| params.min_thread_depth = 3).with_grain(Grain::Node);
    let root = TinyNode::root(5);
    searcher.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    let (block, above) = loop {
        searcher.step(&mut 0).unwrap();
        assert!(!arena.is_over(), "the worker has come to no block below the root");
        if let Some(block) = searcher.claimed_block()
            && let Some(above) = blocks(&arena).block(block).parent()
            && searched(&arena, block) == 1
        {
            break (block, above);
        }
    };
    blocks(&arena).block(above).extra().window().set(Window { alpha: 5, beta: 5 });
    while searcher.claimed_block() == Some(block) {
        searcher.step(&mut 0).unwrap();
    }
    assert_eq!(searched(&arena, block), 1);
}

/// Returns the number of children whose values a block has taken in.
fn searched(arena: &Forest, block: BlockId) -> u16 {
    let lock_context = arena.lock_context(WorkerId::new(1));
    let body = blocks(arena).block(block).body.lock(&lock_context).unwrap();
    body.node.split_hint().expect("all children may be searched at once").searched
}
