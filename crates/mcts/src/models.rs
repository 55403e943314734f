//! Runs the packed word and the lazy expansion under the loom model checker. Loom tries every order
//! in which the steps of two workers can interleave. Weak memory is included.
//!
//! ```text
//! RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p cleave-mcts --lib models
//! ```

use loom::sync::Arc;
use loom::thread;

use crate::arena::Arena;
use crate::game::Move;
use crate::node::NodeId;
use crate::proof::Proof;
use crate::tally::Tally;
use crate::value::Value;

/// Two workers each add a win, and a third reads. It never sees a visit without its value.
#[test]
fn a_visit_is_never_seen_without_its_value() {
    loom::model(|| {
        let tally = Arc::new(Tally::default());
        let adders = [0, 1].map(|_| {
            let tally = tally.clone();
            thread::spawn(move || tally.add(1, Value::WIN.units()))
        });
        let seen = tally.counts();
        assert_eq!(seen.sum, u64::from(seen.visits) * Value::WIN.units());
        tally.prove(Proof::Win);
        for adder in adders {
            adder.join().unwrap();
        }
        let counts = tally.counts();
        assert_eq!((counts.visits, counts.proof), (2, Proof::Win), "nothing is lost");
    });
}

/// Two workers try to make a node's children. One succeeds, and a worker that sees the children
/// sees their moves.
#[test]
fn children_are_made_once_and_seen_whole() {
    loom::model(|| {
        let arena = Arc::new(Arena::new(3));
        let expand = |arena: &Arena| {
            if arena[NodeId::ROOT].claim() {
                let children = arena.take(2).expect("two nodes are free");
                for (mv, id) in (7..).zip(children.ids()) {
                    arena[id].reset(Move(mv), 0.5);
                }
                arena[NodeId::ROOT].publish(children);
            }
            if let Some(children) = arena[NodeId::ROOT].children() {
                let moves = children.ids().map(|id| arena[id].mv());
                assert!(moves.eq([Move(7), Move(8)]), "children are seen before their moves");
            }
        };
        let other = {
            let arena = arena.clone();
            thread::spawn(move || expand(&arena))
        };
        expand(&arena);
        other.join().unwrap();
        assert_eq!(arena.used(), 3, "no nodes were taken in vain");
        assert!(arena[NodeId::ROOT].children().is_some());
    });
}
