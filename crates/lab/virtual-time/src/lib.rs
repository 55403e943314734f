//! The laboratory of [`cleave_smp`]: it runs any number of workers in virtual time, exactly repeatable
//! on any machine, and builds artificial trees whose value is known. Use it to try a way of splitting a
//! tree, or to test a game of your own on `cleave-smp`, without chess. It depends on `cleave-smp`,
//! `cleave-mcts` and `cleave-shared-memory`.
//!
//! | module | the question it answers |
//! |---|---|
//! | [`artificial`] | Is the search right? Each tree has a value that plain minimax confirms. |
//! | [`virtual_time`] | What would 16 or 1024 processors do? One thread moves all workers. |
//! | [`monte_carlo`] | What would they do in Monte-Carlo tree search? |
//! | [`critical_path`] | How much could any number of workers gain from a tree? |
//! | [`recording`] | Who has made, joined and finished which block, and when? |
//! | [`gauge`] | What does a lock, a wake-up or a look at the job list cost here? |
//!
//! The laboratory depends on the machine, never the other way round. It sees the inside of the machine through
//! [`cleave_smp::instrument`].
//!
//! # What to try first
//!
//! Search one tree alone, then in virtual time with more and more workers, and see how the speed-up
//! falls behind their number, and why:
//!
//! ```
//! use cleave_smp::Params;
//! use cleave_virtual_time::artificial::{Shape, sequential, run_virtual};
//! use cleave_virtual_time::virtual_time::Machine;
//!
//! let shape = Shape { height: 9, branching: 5, ordering: 80, ..Shape::default() };
//! let alone = sequential(&shape);
//! for workers in [1, 2, 4, 8, 16] {
//!     let machine = Machine::new(workers);
//!     let run = run_virtual(&shape, &Params::default(), &machine)?.run;
//!     let account = run.account();
//!     println!(
//!         "{workers:3} workers: speed-up {:.2}, idle {:.0} %",
//!         machine.costs.sequential(alone.visits.nodes).share_of(run.time),
//!         100.0 * account.idle.share_of(account.total()),
//!     );
//! }
//! # Ok::<(), cleave_smp::ArenaError>(())
//! ```
//!
//! With `ordering: 100` the first child is always the best and hardly any work is wasted. With `ordering: 50` many
//! workers search nodes that one worker would have cut off. A `seed` and a `jitter` in
//! [`Machine`](virtual_time::Machine) vary the schedule: parallel search is chaotic, and a single run says little.
//! `cargo xtask trees` draws the whole picture, and `cargo run --release -p cleave-virtual-time --example trees` does
//! the same with real threads and processes.

pub mod artificial;
pub mod critical_path;
pub mod gauge;
pub mod monte_carlo;
pub mod recording;
pub mod virtual_time;
