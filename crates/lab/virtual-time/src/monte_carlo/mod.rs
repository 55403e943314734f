//! Monte-Carlo tree search in virtual time: any number of workers of `cleave-mcts`, moved by one thread,
//! exactly repeatable.
//!
//! One thread steps the worker whose clock is furthest behind. [`Prices`] has the price of each step. A lock is a
//! [queue](Queue): a worker that finds it taken gets it when its turn has come. If another worker wrote the cache line
//! of a node last, the line must be fetched; no other worker can write to it meanwhile. Workers read the children that
//! they compare at a fixed price, independent of their writers.
//!
//! A step takes effect at the beginning of the time that it takes. It is one ply of the way down or up,
//! with [`TreeGlobal`](cleave_mcts::ModeName::TreeGlobal) the whole way, since the lock is held for
//! as long.
//!
//! ```
//! use cleave_games::connect_four::{ConnectFour, LightPlayouts};
//! use cleave_mcts::{ModeName, Search, Settings};
//! use cleave_virtual_time::monte_carlo::{Prices, run};
//! use cleave_virtual_time::virtual_time::Ticks;
//!
//! let settings = Settings { mode: ModeName::TreeGlobal, workers: 16, ..Settings::default() };
//! let mut rates = Vec::new();
//! for playout_scale in [1, 100] {
//!     let mut search = Search::new(&ConnectFour::START, &settings, |_| LightPlayouts);
//!     let prices = Prices { playout_scale, ..Prices::default() };
//!     let run = run(&mut search, &prices, Ticks(1_000_000));
//!     rates.push(run.locks.share_of(run.total()));
//! }
//! assert!(rates[0] > 0.5 && rates[1] < 0.1, "cheap playouts queue at the lock: {rates:?}");
//! ```

mod locks;
mod prices;
mod team;

pub use locks::{Lines, Queue};
pub use prices::Prices;
pub use team::{MonteCarloRun, run};

#[cfg(test)]
mod tests;
