//! Dynamic Tree Splitting: a parallel alpha-beta machine that knows no game.

#[cfg(not(loom))]
mod arena;
#[cfg(not(loom))]
pub mod artificial;
mod bell;
mod chaos;
mod claims;
#[cfg(not(loom))]
mod dive;
#[cfg(not(loom))]
pub mod driver;
mod free_map;
mod futex;
mod ids;
mod lock;
#[cfg(all(test, loom))]
mod models;
#[cfg(not(loom))]
mod node;
#[cfg(not(loom))]
mod params;
#[cfg(not(loom))]
mod stats;
mod sync;
#[cfg(not(loom))]
mod team;
#[cfg(not(loom))]
mod worker;

pub use chaos::Chaos;
pub use ids::{MAX_WORKERS, WorkerId};
pub use lock::Alarmed;
#[cfg(not(loom))]
pub use {
    arena::{Arena, ArenaError, Guard, Hand, Locked, order},
    node::{Absorbed, Node, NodeType, Opened, Prospect},
    params::{Confidence, Grain, Params, Weights},
    stats::{Stats, Tally, WorkerStats},
    team::{Backend, Captain, End, Finished, Helper, Seat, Team, TeamError},
    worker::{Step, Worker},
};
