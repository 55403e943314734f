//! Virtual time: a team of any size, moved by one thread, exactly repeatable.
//!
//! A worker moves step by step ([`Worker::step`](cleave_smp::Worker::step)), for any caller. Here one thread moves all
//! workers, always the one whose clock is furthest behind. A [`CostModel`] has the price of each step; a lock that is
//! taken delays the workers that want it. The search is the real one, with real nodes and a real table. A run therefore
//! shows how the search treats this tree on a machine with that many processors. It shows which nodes it searches
//! twice, which workers wait for others, and when they find nothing to do.
//!
//! | file | what |
//! |---|---|
//! | `team.rs` | the loop: which worker is next, and when it is all over |
//! | `team/iterations.rs` | searches that follow each other |
//! | `team/death.rs` | a worker is killed, and the team recovers |
//! | `team/charging.rs` | what a step costs the worker, and whom it wakes |
//! | `clock.rs`, `idle.rs` | the workers that have a turn to come, and those that wait for work |
//! | `deadline.rs` | the time at which a search stops |
//! | `costs.rs`, `step_cost.rs`, `locks.rs` | the prices, charging for a step, waiting for locks |
//! | `lines.rs`, `ticks.rs` | lines that several workers write, the unit of time |
//! | `invariants.rs` | what must hold between any two steps |
//! | `machine.rs` | the machine to simulate, and a run on it |
//! | `locked_table.rs` | a table behind locks |
//! | `account.rs`, `trace.rs` | where the time went, and what happened when |
//!
//! A step takes effect at the beginning of the time that it takes. Below the split frontier a step is one node
//! ([`Grain::Node`](cleave_smp::instrument::Grain)), so times are right to within a node. The model knows three things
//! about memory. A node costs more when other workers search the same tree ([`CostModel::sharing`]). A lock brings its
//! line and the lines after it ([`CostModel::transfer`], [`CostModel::handover`]). A line that several workers write is
//! in one place at a time (`lines.rs`).

mod account;
mod clock;
mod costs;
mod deadline;
mod idle;
mod invariants;
mod lines;
mod locked_table;
mod locks;
mod machine;
mod step_cost;
mod team;
mod ticks;
mod trace;

pub use account::Account;
pub(crate) use clock::Clock;
pub use costs::CostModel;
pub use locked_table::{HELD, TableLocks, time_of_nodes};
pub use machine::{Machine, VirtualRun};
pub use team::{Death, VirtualTeam};
pub use ticks::Ticks;
pub use trace::{Activity, Event};

#[cfg(test)]
mod tests {
    use cleave_algorithms::Arena;
    use cleave_smp::instrument::Components;
    use cleave_smp::{Params, WorkerId};

    use super::*;
    use crate::artificial::{ArtificialNode, Explorer, Shape};

    /// A search before this one, in real or virtual time, may have left any of these in the arena.
    #[test]
    fn a_run_does_not_depend_on_what_is_left_in_the_arena() {
        let run = |leave: &dyn Fn(&Arena<ArtificialNode>)| {
            let arena: Arena<ArtificialNode> = Arena::new(8).unwrap();
            leave(&arena);
            let helpers = (1..8).map(|_| Explorer::new(arena.shared())).collect();
            let mut team = VirtualTeam::new(&arena, Machine::new(8), Params::default(), helpers);
            let (mut main_worker, shape) = (Explorer::new(arena.shared()), Shape::default());
            main_worker.prepare(&shape);
            let root = ArtificialNode::root(&mut main_worker);
            team.search(&mut main_worker, &root, &shape);
            team.run()
        };
        let mark_active = |arena: &Arena<_>| {
            let components = Components::new(arena, arena.memory().dts());
            let block = components.take_block(WorkerId::new(7)).unwrap();
            components.post(block, 1);
            components.post(block, 0);
            components.put_block(block);
        };
        let first = run(&|_| {});
        assert_eq!(run(&mark_active), first, "the mark of an active pool");
        assert_eq!(
            run(&|arena| Components::new(arena, arena.memory().dts()).call()),
            first,
            "a call"
        );
    }
}
